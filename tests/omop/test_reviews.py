"""Reviews in PostgreSQL: versions, several at once, a server that logs everything, and one that goes away."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("cryptography", reason="reviews need pip install 'palimpseste[service]'")

from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.service.reviews import Reviews

NOTE = {"id": "durand-1", "text": "Mme Durand, vue le 3 mai.", "entities": []}


def test_reviews_are_kept_in_postgresql_which_learns_nothing(server, new_postgresql):
    address = new_postgresql().url.render_as_string(hide_password=False)
    start = len(server.log)
    reviews = Reviews(address, bytes(32))
    assert reviews.add([NOTE]) == 1
    name = reviews.next_of("reader")

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
