"""Under a mechanism countries are drawn among those that words which stay tell, whichever the true ones are."""

from __future__ import annotations

from collections import Counter

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan, alone
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.birth_codes import birth_code_abroad, birth_country_of
from palimpseste.writings.towns.countries import land_words, lands_told

ATLAS = atlas_of(PlaceTable.bundled())


def replacer_of(number: int, policy: str = "dp") -> Replacer:
    return Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named(policy))


def countries(marked: str, number: int) -> list[str]:
    """Return the ISO codes of what stands for the countries of a note, in the order of its text."""
    text, spans = parse_markup(marked)
    result = replacer_of(number)(Document("note", text), spans)
    written = [result.text[span.start : span.end] for span in result.spans if span.label == "LOCATION"]
    return [code for code in map(ATLAS.country_code, written) if code]


@pytest.mark.parametrize(
    ("marked", "lands"),
    [
        ("de nationalité malgache, née à <LOCATION>Madagascar</LOCATION>", {"MG"}),
        ("famille kurde, partie d'<LOCATION>Irak</LOCATION> l'an dernier", {"TR", "IQ", "IR", "SY"}),
        ("famille kurde, interprète arabophone, partie d'<LOCATION>Irak</LOCATION>", {"IQ", "SY"}),
        # What is spoken is no people, but where no other language has the word.
        ("ne parle que roumain, née en <LOCATION>Italie</LOCATION>", {"RO"}),
        ("famille anglaise, parle anglais, née en <LOCATION>Italie</LOCATION>", {"GB"}),
        # None of them takes « au ».
        ("Kurde arrivé du <LOCATION>Liban</LOCATION>", {"TR", "IQ", "IR", "SY"}),
    ],
)
def test_a_country_is_one_that_words_tell(marked: str, lands: set[str]) -> None:
    found = Counter(country for number in range(24) for country in countries(marked, number))
    assert set(found) == lands
    assert found.total() == 24


@pytest.mark.parametrize("words", ["parle très bien anglais", "parle français et anglais", "interprète anglais"])
def test_a_language_tells_no_people(words: str) -> None:
    marked = f"{words}, passé par l'<LOCATION>Italie</LOCATION>"
    found = {country for number in range(24) for country in countries(marked, number)}
    assert len(found) > 3
    assert found <= {
        land for row in land_words() if row.kind == "language" and "anglais" in row.words for land in row.lands
    }


@pytest.mark.parametrize("country", ["Irak", "Italie", "Algérie"])
def test_what_comes_out_hangs_on_no_true_country(country: str) -> None:
    # All of one class: each of the four comes out as often, within 4 standard deviations, for whichever is true.
    marked = f"famille kurde, partie d'<LOCATION>{country}</LOCATION>"
    found = Counter(code for number in range(240) for code in countries(marked, number))
    assert set(found) == {"TR", "IQ", "IR", "SY"}
    assert all(abs(count - 60) < 4 * (240 * 0.25 * 0.75) ** 0.5 for count in found.values())


def test_without_words_any_of_the_preposition_comes_out() -> None:
    text, spans = parse_markup("né au <LOCATION>Maroc</LOCATION>")
    found = {replacer_of(number)(Document("note", text), spans).text for number in range(40)}
    assert len(found) > 20
    assert all(written.startswith("né au ") for written in found)


def test_of_several_countries_no_two_are_one_that_words_tell_alone() -> None:
    marked = "née en <LOCATION>Italie</LOCATION>, élevée en <LOCATION>Espagne</LOCATION>, nationalité algérienne"
    pairs = {tuple(countries(marked, number)) for number in range(12)}
    assert {first for first, _ in pairs} == {"DZ"}
    assert len(pairs) > 6
    marked = "née en <LOCATION>Italie</LOCATION>, élevée en <LOCATION>Espagne</LOCATION>, famille kurde"
    for number in range(12):
        both = countries(marked, number)
        assert len(set(both)) == 2
        assert set(both) <= {"TR", "IQ", "IR", "SY"}


def test_a_town_abroad_goes_with_what_words_tell() -> None:
    text, spans = parse_markup("née à <CITY>Lisbonne</CITY>, famille algérienne")
    for number in range(8):
        result = replacer_of(number)(Document("note", text), spans)
        (span,) = (span for span in result.spans if span.label == "CITY" and span.end - span.start > 2)
        assert ATLAS.foreign_in(result.text[span.start : span.end], "DZ")


LETTERS = (
    "Famille kurde, vue le <DATE>3 mars 2021</DATE>.",
    "Né en <LOCATION>Italie</LOCATION>, revu le <DATE>4 mars 2021</DATE>.",
    "Retour d'<LOCATION>Italie</LOCATION> le <DATE>9 mars 2021</DATE>.",
)


def of_patient(letters: tuple[str, ...], number: int, *, read_first: bool) -> list[str]:
    several = [
        (Document(str(place), text, patient=Patient(patient_id="7")), spans)
        for place, (text, spans) in enumerate(map(parse_markup, letters))
    ]
    replacer, plan = replacer_of(number), DatesPlan()
    for document, spans in several:
        plan.add(document, replacer.dates_of(document, [span for span in spans if span.label == "DATE"]))
    found = []
    for document, spans in several:
        result = replacer(plan.joined(document) if read_first else document, spans)
        found += [result.text[span.start : span.end] for span in result.spans if span.label == "LOCATION"]
    return [code for code in map(ATLAS.country_code, found) if code]


def test_one_letter_tells_the_countries_of_all_alike() -> None:
    for number in range(8):
        found = of_patient(LETTERS, number, read_first=True)
        assert len(found) == 2
        assert len(set(found)) == 1
        assert set(found) <= {"TR", "IQ", "IR", "SY"}


def test_letters_that_are_not_read_first_look_at_no_words() -> None:
    silent = (LETTERS[0].replace("kurde", "nombreuse"), *LETTERS[1:])
    for number in range(4):
        assert of_patient(LETTERS, number, read_first=False) == of_patient(silent, number, read_first=False)


@pytest.mark.parametrize("word", ["Allemand", "Turc", "Gallois", "Haïtien"])
def test_what_may_be_a_name_tells_nothing_where_values_are_not_known(word: str) -> None:
    bare = Passages.at(Document("note", f"Chez Mme {word}."), [])
    assert lands_told(bare)
    assert not lands_told(bare, may_be_names=False)


def test_words_spend_nothing(key: CohortKey) -> None:
    spent = []
    for story in ("kurde", "nombreuse"):
        text, spans = parse_markup(f"famille {story}, née en <LOCATION>Iran</LOCATION>, vue à <CITY>Dole</CITY>")
        spent.append(Replacer(key, Policy.named("dp"))(Document("note", text), spans).ledger)
    assert spent[0] == spent[1]


@pytest.mark.parametrize("place", ["<CITY>Antsirabe</CITY> (<LOCATION>Madagascar</LOCATION>)", "<CITY>Porto</CITY>"])
def test_who_was_born_abroad_has_the_number_of_that_country_in_the_only_document(place: str) -> None:
    text, spans = parse_markup(
        f"née le <BIRTHDATE>27/01/1994</BIRTHDATE> à {place}, NIR <SSN>2 94 01 99 333 112 92</SSN>"
    )
    document = alone(Document("note", text, patient=Patient(patient_id="1", birthdate="1994-01-27")))
    for number in range(16):
        result = replacer_of(number)(document, spans)
        written = {span.label: result.text[span.start : span.end] for span in result.spans}
        born_in = birth_country_of(written["SSN"])
        land = ATLAS.country_code(written["LOCATION"]) if "LOCATION" in written else born_in
        # Some lands have no code of birth.
        if birth_code_abroad(land):
            assert born_in == land
            assert fold_name(written["CITY"]) in {
                fold_name(town.name) for town in choices_of(ATLAS).abroad.towns_of(land)
            }
