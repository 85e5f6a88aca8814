"""Reviews in PostgreSQL: versions, several at once, a server that logs everything, and one that goes away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sql

pytest.importorskip("alembic", reason="reviews need pip install 'palimpseste[service]'")

import first_reviews

from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.service.backup import back_up, restore
from palimpseste.service.folder import ServiceFolder
from palimpseste.service.reviewing.reviews import Reviews

TABLES = ("review", "verdict", "note", "palimpseste_reviews", "palimpseste_reviews_version")
NOTE = {"id": "durand-1", "text": "Mme Durand, vue le 3 mai.", "entities": []}


def test_reviews_are_kept_in_postgresql_which_learns_nothing(server, new_postgresql):
    address = new_postgresql().url.render_as_string(hide_password=False)
    start = len(server.log)
    reviews = Reviews(address, bytes(32))
    assert reviews.add([NOTE]) == 1
    name = reviews.turns.next_of("reader")

    def keep(number):
        try:
            return Reviews(address, bytes(32)).keep(name, "reader", [Span(4, 10, "LASTNAME")], 0, number)
        except UsageError as error:
            return str(error)

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(keep, range(6)))
    assert answers.count(1) == 1
    assert answers.count("another window kept this note meanwhile: load it again") == 5
    latest = reviews.latest_of(name, "reader")
    assert (latest.document.text, latest.document.entities) == (NOTE["text"], (Span(4, 10, "LASTNAME"),))
    log = server.log[start:]
    assert "INSERT INTO review" in log
    assert "urand" not in log
    assert "LASTNAME" not in log


def test_a_database_of_the_first_version_is_brought_forward_without_loss(new_postgresql):
    place = new_postgresql()
    engine = sql.create_engine(place.url, poolclass=sql.NullPool)
    place.do(*(f"drop table if exists {name} cascade" for name in TABLES))  # of the test before
    first_reviews.fill(engine)
    with ThreadPoolExecutor(4) as threads:
        address = place.url.render_as_string(hide_password=False)
        opened = list(threads.map(lambda _: Reviews(address, bytes(32)), range(4)))
    for each in opened:
        first_reviews.check(each)
    assert first_reviews.differences(engine) == []


def test_a_backup_moves_reviews_from_postgresql_to_a_file_and_back(new_postgresql, tmp_path):
    place, empty = new_postgresql(), new_postgresql()
    for each in (place, empty):
        each.do(*(f"drop table if exists {name} cascade" for name in TABLES))
    first_reviews.fill(sql.create_engine(place.url, poolclass=sql.NullPool))
    folder = ServiceFolder.opened(tmp_path / "service", create=True)
    (folder.path / "secret").write_bytes(bytes(32))
    (folder.path / "secret").chmod(0o600)
    summary = back_up(folder, place.url.render_as_string(hide_password=False), tmp_path / "backup")
    assert (summary.notes, summary.decisions) == (3, 5)
    assert restore(tmp_path / "backup", tmp_path / "file", bytes(32)) == summary
    first_reviews.check(Reviews(ServiceFolder(tmp_path / "file").reviews, bytes(32)))
    address = empty.url.render_as_string(hide_password=False)
    assert restore(tmp_path / "backup", tmp_path / "server", bytes(32), address) == summary
    first_reviews.check(Reviews(address, bytes(32)))
    assert not (tmp_path / "server" / "reviews.sqlite").exists()
    with pytest.raises(UsageError, match="name an empty one"):
        restore(tmp_path / "backup", tmp_path / "again", bytes(32), address)
    assert not (tmp_path / "again").exists()
