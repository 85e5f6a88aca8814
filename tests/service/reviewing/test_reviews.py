"""What people decided of notes: versions, order, two windows at once, and a database that is not ours or not there."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import first_reviews
import pytest
import sqlalchemy as sql

from palimpseste.corpus.disputes import Dispute, disputes_of
from palimpseste.document import Span
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.service.reviewing.reviews import Reviews

SECRET = bytes(32)
TEXT = "Mme Durand, vue le 3 mai. "


def note(id, probability, text=TEXT):
    return {
        "id": id,
        "text": text,
        "entities": [{"start": 4, "end": 10, "label": "LASTNAME", "source": "rules", "probability": probability}],
    }


class Opened(Reviews):
    """Reviews asked by the identifiers of documents."""

    def note(self, note):
        return super().note(self.name_of(note))

    def next_of(self, user, order="doubt", readers=0):
        names = {self.name_of(id): id for id in ("sure", "doubtful", "none")}
        return names.get(self.turns.next_of(user, order, readers))

    def keep(self, note, *rest):
        return super().keep(self.name_of(note), *rest)

    def latest_of(self, note, user):
        return super().latest_of(self.name_of(note), user)


@pytest.fixture
def address(tmp_path):
    return f"sqlite:///{tmp_path / 'reviews.sqlite'}"


@pytest.fixture
def reviews(address):
    opened = Opened(address, SECRET)
    assert opened.add([note("sure", 0.999), note("doubtful", 0.4), note("none", None)]) == 3
    return opened


def test_the_least_sure_comes_first_or_they_come_as_they_were_added(reviews):
    assert reviews.next_of("reader") == "doubtful"
    assert reviews.next_of("reader", "arrival") == "sure"
    assert reviews.next_of("reader", "random") == reviews.next_of("other", "random")
    reviews.keep("doubtful", "reader", [], 0, 5)
    assert reviews.next_of("reader") == "sure"
    assert reviews.next_of("other") == "doubtful"
    assert (reviews.progress_of("reader"), reviews.progress_of("other")) == ((1, 3), (0, 3))


@pytest.mark.parametrize("order", ["doubt", "margin", "random"])
def test_each_note_is_reviewed_by_as_many_people_as_are_asked_for(reviews, order):
    users = [f"user {number}" for number in range(5)]
    first = [reviews.next_of(user, order, 2) for user in users]
    assert [first.count(note) for note in dict.fromkeys(first)] == [2, 2, 1]
    assert first == [reviews.next_of(user, order, 2) for user in users]  # the page is loaded again
    rounds = 0
    while any(given := {user: reviews.next_of(user, order, 2) for user in users if reviews.next_of(user, order, 2)}):
        for user, note in given.items():
            reviews.keep(note, user, [], 0, 1)
        rounds += 1
    assert rounds <= 2
    assert [len(reviews.sides_of(reviews.name_of(note))) for note in ("sure", "doubtful", "none")] == [2, 2, 2]


def test_notes_that_are_there_stay_as_they_are(reviews):
    assert reviews.add([note("sure", 0.1, "Another text."), note("new", 0.5)]) == 1
    assert reviews.note("sure")["text"] == TEXT
    assert reviews.note("nothing") is None


def test_notes_of_another_text_under_an_identifier_that_is_there_are_counted(reviews, address):
    assert (
        Reviews(address, SECRET).other_texts(
            [note("sure", 0.1), note("none", 0.2, "Another text."), note("new", 0.5, "New.")]
        )
        == 1
    )


def test_notes_whose_spans_overlap_are_not_added(reviews):
    spans = [{"start": 4, "end": 10, "label": "LASTNAME"}, {"start": 8, "end": 12, "label": "CITY"}]
    with pytest.raises(UsageError, match="two spans overlap, from 4 to 10 and from 8 to 12"):
        reviews.add([{"id": "x", "text": TEXT, "entities": spans}])
    assert reviews.note("x") is None


def test_the_latest_version_stands_and_each_person_has_their_own(reviews):
    assert reviews.keep("sure", "reader", [Span(19, 24, "DATE"), Span(4, 10, "LASTNAME")], 0, 30) == 1
    assert reviews.keep("sure", "reader", [Span(4, 10, "FIRSTNAME")], 1, 9) == 2
    assert reviews.keep("sure", "other", [], 0, 4) == 1
    latest = reviews.latest_of("sure", "reader")
    assert (latest.version, latest.seconds) == (2, 9)
    assert [(s.start, s.end, s.label) for s in latest.document.entities] == [(4, 10, "FIRSTNAME")]
    assert [each.document.entities for each in reviews.all_of("other")] == [()]
    assert reviews.users() == ["other", "reader"]
    assert "Durand" not in repr(latest)


def test_of_two_windows_one_keeps(reviews, address):
    windows = [Opened(address, SECRET) for _ in range(8)]

    def keep(window):
        try:
            return window.keep("sure", "reader", [], 0, 1)
        except UsageError as error:
            return str(error)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(keep, windows))
    assert answers.count(1) == 1
    assert answers.count("another window kept this note meanwhile: load it again") == 7
    with pytest.raises(UsageError, match="there is no such note"):
        reviews.keep("nothing", "reader", [], 0, 1)


def test_what_is_no_note_is_not_added(reviews):
    with pytest.raises(UsageError):
        reviews.add([note("fine", 0.5), {"id": "x"}])
    assert reviews.note("fine") is None


def test_a_database_of_another_version_or_none_is_refused_and_not_quoted(tmp_path, address, reviews):
    with sqlite3.connect(tmp_path / "reviews.sqlite") as connection:
        connection.execute("update palimpseste_reviews_version set version_num = '99'")
    with pytest.raises(UsageError, match="a later version of palimpseste made the reviews"):
        Reviews(address, SECRET)
    (tmp_path / "other").write_bytes(b"no database, but long enough to be looked into " * 100)
    with pytest.raises(UsageError, match="the reviews cannot be opened"):
        Reviews(f"sqlite:///{tmp_path / 'other'}", SECRET)
    for nowhere in (
        "sqlite:////nowhere/at/all",
        "mysql://x",
        "no address",
        "postgresql+psycopg://u:canary@127.0.0.1:9/d",
    ):
        with pytest.raises(UsageError) as caught:
            Reviews(nowhere, SECRET)
        assert "canary" not in str(caught.value)


def test_a_database_of_the_first_version_is_brought_forward_without_loss(tmp_path, address):
    engine = sql.create_engine(address, poolclass=sql.NullPool)
    first_reviews.fill(engine)
    assert first_reviews.differences(engine)
    with ThreadPoolExecutor(4) as threads:
        opened = list(threads.map(lambda _: Reviews(address, SECRET), range(4)))
    for each in opened:
        first_reviews.check(each)
    assert first_reviews.differences(engine) == []
    Reviews(f"sqlite:///{tmp_path / 'new'}", SECRET)
    assert first_reviews.differences(sql.create_engine(f"sqlite:///{tmp_path / 'new'}")) == []
    with sqlite3.connect(tmp_path / "reviews.sqlite") as connection:
        assert connection.execute("select schema from palimpseste_reviews").fetchall() == [(2,)]


def test_a_script_that_fails_leaves_the_database_as_it_was(tmp_path, address):
    engine = sql.create_engine(address, poolclass=sql.NullPool)
    first_reviews.fill(engine)
    with sqlite3.connect(tmp_path / "reviews.sqlite") as connection:
        connection.execute("create index review_user on note (position)")  # what the second script makes by its name
    before = list(sqlite3.connect(tmp_path / "reviews.sqlite").iterdump())
    with pytest.raises(UsageError, match="cannot be opened"):
        Reviews(address, SECRET)
    assert list(sqlite3.connect(tmp_path / "reviews.sqlite").iterdump()) == before


def test_a_database_that_breaks_meanwhile_is_said_without_a_word_of_a_note(tmp_path, reviews):
    with sqlite3.connect(tmp_path / "reviews.sqlite") as connection:
        connection.execute("drop table review")
    with pytest.raises(PalimpsesteError) as caught:
        reviews.keep("sure", "reader", [], 0, 1)
    assert "Durand" not in str(caught.value)
    assert caught.value.__context__ is None or "Durand" not in str(caught.value.__context__)


def test_the_database_holds_no_word_and_no_identifier_and_opens_with_its_secret_alone(tmp_path, address, reviews):
    reviews.keep("sure", "reader", [Span(4, 10, "LASTNAME")], 0, 1)
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for word in (b"Durand", b"doubtful", b"LASTNAME", b"vue le"):
        assert word not in content
    with pytest.raises(UsageError, match="another service's secret"):
        list(Reviews(address, bytes(31) + b"1").all_of("reader"))
    with sqlite3.connect(tmp_path / "reviews.sqlite") as connection:
        connection.execute("update review set version = 2")
    with pytest.raises(UsageError, match="or changed since"):
        reviews.latest_of("sure", "reader")


def test_what_two_decided_differently_is_settled_by_a_third_and_gold_is_what_holds(reviews):
    name, date = Span(4, 10, "LASTNAME"), Span(19, 24, "DATE")
    for id, spans in (("sure", [name, date]), ("doubtful", [name]), ("none", [])):
        reviews.keep(id, "one", spans, 0, 1)
    assert (reviews.disputed(), list(reviews.gold())) == ([], [])
    reviews.keep("sure", "other", [date, name], 0, 1)
    reviews.keep("doubtful", "other", [date], 0, 1)
    assert reviews.disputed() == reviews.disputed("third") == [reviews.name_of("doubtful")]
    assert reviews.disputed("other") == []
    assert [each.document.id for each in reviews.gold()] == ["sure"]
    disputed = reviews.name_of("doubtful")
    assert [each.user for each in reviews.sides_of(disputed)] == ["one", "other"]
    with pytest.raises(UsageError, match="a third person does"):
        reviews.settle(disputed, "other", [date], 0, 7)
    assert reviews.settle(disputed, "third", [name, date], 0, 7) == 1
    with pytest.raises(UsageError, match="another window"):
        reviews.settle(disputed, "fourth", [], 0, 7)
    assert reviews.disputed() == []
    assert [(each.document.id, each.user) for each in reviews.gold()] == [("sure", "one"), ("doubtful", "third")]
    assert reviews.verdict_of(disputed).document.entities == (name, date)


def test_places_that_differ_are_apart_from_what_all_marked_alike():
    name, whole, date, town = (
        Span(4, 10, "LASTNAME"),
        Span(0, 10, "LASTNAME"),
        Span(19, 24, "DATE"),
        Span(30, 34, "CITY"),
    )
    alike, disputes = disputes_of([[name, date], [whole, date, town]])
    assert alike == [date]
    assert disputes == [Dispute(0, 10, ((name,), (whole,))), Dispute(30, 34, ((), (town,)))]
    assert disputes_of([]) == ([], [])
    assert disputes_of([[name], [name], [Span(4, 10, "CITY")]])[1] == [
        Dispute(4, 10, ((name,), (name,), (Span(4, 10, "CITY"),)))
    ]
