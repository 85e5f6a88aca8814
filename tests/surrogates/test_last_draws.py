"""What is refused is never written, however many values of one kind a note holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.folding import fold_name
from palimpseste.labels import Label
from palimpseste.places import PlaceTable
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.draws import BitStream, Draws, Lot, NothingLeftError, all_from_a_drawn_place, first_fitting
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.places_named import place_surrogate
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.addresses import _drawn as drawn_line
from palimpseste.surrogates.values.people import People
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of


@pytest.fixture(scope="module")
def deidentifier(key: CohortKey) -> Deidentifier:
    return Deidentifier((), Replacer(key, Policy.named("plausible")))


def note_of(values: list[str], label: Label) -> tuple[Document, list[Span]]:
    """Return a note that holds values, a line each, and their spans."""
    text, spans = "", []
    for value in values:
        spans.append(Span(len(text), len(text) + len(value), label))
        text += value + "\n"
    return Document("note", text), spans


def surrogates_of(deidentifier: Deidentifier, values: list[str], label: Label) -> list[str]:
    document, spans = note_of(values, label)
    result = deidentifier.replace(document, spans)
    return [result.text[span.start : span.end] for span in result.spans]


def names_of_one_class() -> list[str]:
    """Return all women's names that stand for each other, but for those that may be short for another."""
    halves = drawable.given_names("f")
    short = {line.split("\t")[0] for line in lists.entries("short_names.tsv")}
    return sorted({"Alexandrine", *(name for half in halves for name in half if fold_name(name) not in short)})


def test_all_womens_names_of_a_class_in_one_note_stand_for_none_of_them(deidentifier: Deidentifier) -> None:
    names = names_of_one_class()
    assert len(names) >= 150
    written = surrogates_of(deidentifier, names, "FIRSTNAME")
    originals = set(map(fold_name, names))
    assert not originals & set(map(fold_name, written))
    assert len(set(written)) == len(names)


def people_of(key: CohortKey, names: list[str], free: set[str]) -> People:
    """Return the people of a note that holds names, and all others of the lists but the free ones."""
    document, spans = note_of(names, "FIRSTNAME")
    held = frozenset(fold_name(name) for name in drawable.every_given_name("x") if name not in free)
    setting = Setting.of(document, spans, key)
    return People(replace(setting, originals=setting.originals | held))


def test_names_that_outnumber_those_left_share_them(key: CohortKey) -> None:
    people = people_of(key, ["Marie", "Jeanne", "Louise"], {"Yvonnick", "Thibaud"})
    assert {people.surrogate_of(name) for name in ("marie", "jeanne", "louise")} == {"Yvonnick", "Thibaud"}


def test_a_name_gets_none_where_the_note_holds_them_all(key: CohortKey) -> None:
    with pytest.raises(NothingLeftError):
        people_of(key, ["Marie"], set()).surrogate_of("marie")


def test_a_note_that_holds_every_country_is_refused_by_label_and_offset(deidentifier: Deidentifier) -> None:
    document, spans = note_of(list(choices_of(atlas_of(PlaceTable.bundled())).abroad.countries), "LOCATION")
    with pytest.raises(DocumentError) as caught:
        deidentifier.replace(document, spans)
    assert str(caught.value) == "note: no surrogate is left for the LOCATION at 0"


def test_all_towns_like_one_in_a_note_stand_for_none_of_them(deidentifier: Deidentifier) -> None:
    table = PlaceTable.bundled()
    dijon = next(commune for commune in table.communes if commune.name == "Dijon")
    towns = [commune.name for commune in choices_of(atlas_of(table)).like(dijon, "consonant")]
    written = surrogates_of(deidentifier, towns, "CITY")
    assert not set(map(fold_name, towns)) & set(map(fold_name, written))


def test_all_countries_of_a_kind_in_a_note_stand_for_none_of_them(deidentifier: Deidentifier) -> None:
    countries = list(choices_of(atlas_of(PlaceTable.bundled())).abroad.countries_like("Italie"))
    written = surrogates_of(deidentifier, countries, "LOCATION")
    assert not set(map(fold_name, countries)) & set(map(fold_name, written))


@pytest.mark.parametrize("name", ["streets.txt", "houses.txt", "hamlets.txt"])
def test_a_street_line_takes_another_list_where_its_own_is_all_in_the_note(key: CohortKey, name: str) -> None:
    own = lists.entries(name)
    originals = frozenset(fold_name(entry) for entry in own)
    drawn = drawn_line(own, "Lilas", Draws(key, "note").stream("ADDRESS", "lilas", "line"), originals)
    assert fold_name(drawn) not in originals


def test_a_named_place_takes_another_list_where_its_own_is_all_in_the_note(key: CohortKey) -> None:
    originals = frozenset(fold_name(saint) for saint in lists.entries("saints.txt"))
    stream = Draws(key, "note").stream("LOCATION", "stade", "place")
    written = place_surrogate("stade Saint-Marc", "stade Saint-Marc", stream, originals, lambda town: town)
    assert fold_name(written.removeprefix("stade ")) not in originals


def test_the_first_fitting_draw_is_returned_and_nothing_refused_ever() -> None:
    numbers = iter(range(10))
    assert first_fitting(lambda: next(numbers), lambda n: n == 3, 5) == 3
    assert first_fitting(lambda: 0, lambda n: n == 7, 5, lambda: range(10)) == 7
    with pytest.raises(NothingLeftError):
        first_fitting(lambda: 0, lambda n: n > 0, 5, lambda: [0, 0])


def test_candidates_are_tried_once_each_from_a_drawn_place() -> None:
    key = MasterKey(bytes(range(32))).cohort("tests")
    starts = set()
    for value in map(str, range(40)):
        tried = list(all_from_a_drawn_place("abcd", Draws(key, "note").stream("CITY", value, "walk")))
        assert sorted(tried) == list("abcd")
        starts.add(tried[0])
    assert starts == set("abcd")
    assert list(all_from_a_drawn_place("", Draws(key, "note").stream("CITY", "", "walk"))) == []


def test_a_lot_gives_each_candidate_once_and_asks_no_more_often_as_they_run_out(key: CohortKey) -> None:
    draws, every, taken = Draws(key, "note"), range(2_000), set()
    asked = 0

    def is_new(number: int) -> bool:
        nonlocal asked
        asked += 1
        return number not in taken

    def drawn(stream: BitStream) -> int:
        return stream.choice(every)

    lot, nothing_left = Lot(lambda: every, drawn, 200), 0
    for value in map(str, range(20_000)):
        try:
            taken.add(lot.first_fitting(is_new, draws.stream("NAME", value, "lot")))
        except NothingLeftError:
            nothing_left += 1
    assert taken == set(every)
    assert nothing_left == 18_000
    # Two hundred for each that finds nothing would be millions.
    assert asked < 20_000


def test_family_names_that_are_nearly_all_in_the_note_stand_by_those_left(key: CohortKey) -> None:
    free = ("Morel", "Durand")
    document, spans = note_of(["Petit", "Leroy", "Simon"], "LASTNAME")
    held = frozenset(fold_name(name) for name in drawable.every_family_name() if name not in free)
    setting = Setting.of(document, spans, key)
    people = People(replace(setting, originals=setting.originals | held))
    assert {people.surrogate_of(name) for name in ("petit", "leroy", "simon")} == set(free)


def test_a_name_may_stand_for_one_that_begins_as_it_does(key: CohortKey) -> None:
    assert people_of(key, ["Marie"], {"Martine"}).surrogate_of("marie") == "Martine"
