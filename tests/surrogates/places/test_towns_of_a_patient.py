"""Under `dp` a town of a patient has one surrogate in all his documents, and what is written beside it agrees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.corpus.notes import read_notes
from palimpseste.document import BESIDE, Document, Patient, Span
from palimpseste.folding import fold, fold_name
from palimpseste.places import Commune, PlaceTable, codes_abroad
from palimpseste.privacy.empirical import empirical_epsilon
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.writings import lists
from palimpseste.writings.atlas import Atlas, atlas_of, canonical_name

NOTES = Path(__file__).parents[3] / "corpus" / "notes"
POLICY = Policy.named("dp")
Release = Callable[..., list[str]]

# One town in many writings and under many labels, among other towns, people and bodies that change.
LETTERS = (
    "vit à <CITY>Dijon</CITY>",
    "<HOSPITAL>CHU de Dijon</HOSPITAL>, <ZIP>21000</ZIP> <CITY>DIJON</CITY>",
    "<LASTNAME>Beaune</LASTNAME>, née à <CITY>Beaune</CITY>, vit à <CITY>dijon</CITY> (<LOCATION>Côte-d'Or</LOCATION>)",
    "<CITY>Nevers</CITY>, <CITY>Auxerre</CITY>, <CITY>Mâcon</CITY>, <CITY>Dijon cedex 9</CITY>",
    "près de la <LOCATION>gare de Dijon</LOCATION>, <ORGANIZATION>mairie de Dijon</ORGANIZATION>",
    "<LOCATION>Dijon</LOCATION>",
    "<ZIP>21000</ZIP>",
)


@pytest.fixture(scope="module")
def table() -> PlaceTable:
    return PlaceTable.bundled()


@pytest.fixture(scope="module")
def atlas(table: PlaceTable) -> Atlas:
    return atlas_of(table)


@pytest.fixture(scope="module")
def release(key: CohortKey) -> Release:
    """Return the surrogates of the marked spans of a document of a patient."""
    replacer = Replacer(key, POLICY)

    def run(marked: str, patient: str = "7", id: str = "letter", **record: str) -> list[str]:
        text, spans = parse_markup(marked)
        result = replacer(Document(id, text, patient=Patient(patient_id=patient, **record)), spans)
        return [result.text[span.start : span.end] for span in result.spans]

    return run


def test_a_town_is_one_in_all_documents_and_writings_of_a_patient(release: Release, table: PlaceTable) -> None:
    for patient in ("7", "8", "9"):
        (home,) = release(LETTERS[0], patient, id="0")
        # Communes may bear one name.
        drawn = [commune for commune in table.named(home) if commune.type == "commune"]
        for number, letter in enumerate(LETTERS):
            marks = parse_markup(letter)
            values = [marks[0][span.start : span.end] for span in marks[1]]
            for value, surrogate in zip(values, release(letter, patient, id=str(number)), strict=True):
                if "dijon" in fold(value):
                    assert fold_name(home) in fold_name(surrogate), letter
                elif value == "21000":
                    assert surrogate in {code for commune in drawn for code in commune.zips}
                elif value == "Côte-d'Or":
                    assert surrogate in {table.department_of(commune).name for commune in drawn}


def test_the_order_of_the_documents_does_not_count(key: CohortKey) -> None:
    def written(order: tuple[int, ...]) -> dict[int, str]:
        replacer = Replacer(key, POLICY)
        found = {}
        for number in order:
            text, spans = parse_markup(LETTERS[number])
            found[number] = replacer(Document(str(number), text, patient=Patient(patient_id="7")), spans).text
        return found

    first, *others = (written(order) for order in permutations((1, 2, 3)))
    assert all(other == first for other in others)


def test_patients_are_independent_whatever_their_documents_are_called(release: Release) -> None:
    # Two draws meet where a town is likely: of 200 patients' Dijons the commonest surrogate is Dijon, with 14 %; that
    # it comes 60 times or more has a chance below 1e-7 where they are independent.
    towns = [release(LETTERS[0], str(number))[0] for number in range(200)]
    assert max(map(towns.count, towns)) < 60
    assert len(set(towns)) > 80
    # Each on its own, the towns of a patient are independent too.
    pairs = [release("<CITY>Nancy</CITY>, <CITY>Metz</CITY>", str(number)) for number in range(60)]
    assert sum(first == second for first, second in pairs) < 30


def test_nothing_of_a_town_hangs_on_what_else_stands_in_the_document(release: Release) -> None:
    # Names of the document that other surrogates may not take: of towns that are released, none.
    for number in range(12):
        alone = release("suivi au <HOSPITAL>CHU de Dijon</HOSPITAL>", str(number))[0]
        drawn = alone.split(" de ")[-1].split(" d'")[-1]
        held = f"<LASTNAME>{drawn}</LASTNAME> <CITY>{drawn}</CITY> <ADDRESS>rue de {drawn}</ADDRESS>"
        assert release(f"{held} <HOSPITAL>CHU de Dijon</HOSPITAL>", str(number))[-1] == alone


def test_a_body_that_holds_no_town_is_one_in_all_documents(release: Release) -> None:
    for number in range(6):
        alone = release("<HOSPITAL>clinique des Cèdres</HOSPITAL>", str(number))[0]
        other = alone.split()[-1]
        beside = f"<LASTNAME>{other}</LASTNAME>, <ADDRESS>{alone}</ADDRESS>, <HOSPITAL>clinique des Cèdres</HOSPITAL>"
        assert release(beside, str(number))[-1] == alone


def lies_in(town: str, country: str, atlas: Atlas) -> bool:
    code = atlas.country_code(country)
    listed = (line.split("\t") for line in lists.entries_abroad("towns.tsv"))
    return (atlas.foreign_in(town, code) or codes_abroad.town_in(code, town)) is not None or any(
        land == code and canonical_name(town) in map(canonical_name, towns.split("|")) for land, towns in listed
    )


@pytest.mark.parametrize(
    "marked",
    [
        "<CITY>Bamako</CITY> (<LOCATION>Mali</LOCATION>)",
        "<CITY>Bamako</CITY>, puis, des années après, au <LOCATION>Mali</LOCATION>",
        "<CITY>Kouroussaba</CITY>, <LOCATION>Mali</LOCATION>",
        "<CITY>Valence</CITY> (<LOCATION>Espagne</LOCATION>)",
        "<CITY>Oran</CITY> en <LOCATION>Algérie</LOCATION>",
        "<CITY>Londres</CITY>, au <LOCATION>Royaume-Uni</LOCATION>",
    ],
)
def test_a_foreign_town_moves_with_its_country(release: Release, atlas: Atlas, marked: str) -> None:
    countries = set()
    for number in range(25):
        town, country = release(marked, str(number))
        assert lies_in(town, country, atlas), (town, country)
        countries.add(country)
    assert len(countries) > 3


def test_a_country_is_one_in_all_its_writings_and_with_all_its_towns(release: Release, atlas: Atlas) -> None:
    for number in range(8):
        (town,) = release("née à <CITY>Manchester</CITY>", str(number))
        written = release(
            "<LOCATION>Angleterre</LOCATION>, <LOCATION>Royaume-Uni</LOCATION>, <CITY>Londres</CITY>", str(number)
        )
        assert written[0] == written[1]
        assert lies_in(town, written[0], atlas)
        assert lies_in(written[2], written[0], atlas)


def test_france_stays_where_its_towns_stay(release: Release, table: PlaceTable) -> None:
    for number in range(4):
        town, country = release("<CITY>Dijon</CITY> (<LOCATION>France</LOCATION>)", str(number))
        assert table.named(town)
        assert country == "France"


def test_a_department_beside_a_town_is_that_of_its_surrogate(release: Release, table: PlaceTable) -> None:
    def departments(town: str) -> set[str]:
        return {table.department_of(commune).name for commune in table.named(town) if isinstance(commune, Commune)}

    for number in range(8):
        first, one, second, other = release(
            "<CITY>Dijon</CITY> (<LOCATION>Côte-d'Or</LOCATION>), <CITY>Beaune</CITY> (<LOCATION>Côte-d'Or</LOCATION>)",
            str(number),
        )
        assert one in departments(first)
        assert other in departments(second)
        hamlet, third = release("<CITY>Zzyrqville</CITY> (<LOCATION>Nièvre</LOCATION>)", str(number))
        assert third in departments(hamlet)


def test_a_foreign_code_is_none_of_france(release: Release) -> None:
    for number in range(4):
        code, town = release("<ZIP>10117</ZIP> <CITY>Berlin</CITY>", str(number))
        assert re.fullmatch(r"\d{5}", code)
        assert town


@pytest.mark.skipif(not NOTES.is_dir(), reason="no corpus of notes beside the package")
def test_places_of_the_corpus_come_out_alone_as_in_their_notes(key: CohortKey) -> None:
    replacer = Replacer(key, POLICY)
    counts: Counter[tuple[str, bool]] = Counter()
    notes = [note for path in sorted(NOTES.glob("*.notes")) for note in read_notes(path)][::30]
    for note in notes:
        patient = replace(note.patient, patient_id=note.id)
        spans = tuple(span for span in note.entities if span.label in ("CITY", "HOSPITAL", "ORGANIZATION"))
        whole = replacer(Document(note.id, note.text, patient=patient), spans)
        drawn = [new for new in whole.spans if new.source != BESIDE]
        for span, new in zip(spans, drawn, strict=True):
            value = note.text[span.start : span.end]
            alone = replacer(Document("alone", value, patient=patient), (Span(0, len(value), span.label),)).text
            counts[span.label, fold_name(alone) == fold_name(whole.text[new.start : new.end])] += 1
    assert counts["HOSPITAL", True] > 100
    assert not counts["HOSPITAL", False]
    assert not counts["ORGANIZATION", False]
    # A code or a country beside a town tells which of its homonyms is meant: alone it is the largest.
    assert counts["CITY", False] < 0.02 * counts["CITY", True]


def test_five_letters_tell_no_more_of_a_town_than_one_may() -> None:
    # Neighbouring patients, one of Beaune and one of Seurre, five letters each, over 600 keys: what stands in all
    # five is one town, and how often it is either of the two differs by no more than ε·d, but for a chance of 1e-6.
    policy = replace(POLICY, places=replace(POLICY.places, zone=("21",)))
    table = PlaceTable.bundled()
    beaune, seurre = (table.named(name)[0] for name in ("Beaune", "Seurre"))
    territory = territory_of(table, policy.places)
    places = np.array([territory.place_of(seurre)], dtype=np.int32)
    distance = int(territory.metric.distances(territory.place_of(beaune), places)[0])
    letters = ("vit à <CITY>{}</CITY>", "<CITY>{}</CITY>, née à <CITY>Nevers</CITY>", "<HOSPITAL>CH de {}</HOSPITAL>")

    def histogram(town: str) -> np.ndarray:
        counts = np.zeros(3, dtype=np.int64)
        for number in range(600):
            replacer = Replacer(MasterKey(bytes(range(32))).cohort(f"{town} {number}"), policy)
            seen = set()
            for place, letter in enumerate((*letters, *letters[:2])):
                text, spans = parse_markup(letter.format(town))
                result = replacer(Document(f"{place}", text, patient=Patient(patient_id="7")), spans)
                first = result.spans[0]
                seen.add(fold_name(result.text[first.start : first.end]).split(" de ")[-1].split(" d ")[-1])
            (drawn,) = seen
            counts[["beaune", "seurre"].index(drawn) if drawn in ("beaune", "seurre") else 2] += 1
        return counts

    epsilon = Budget(policy.privacy, tuple).most_of("CITY")
    assert empirical_epsilon(histogram("Beaune"), histogram("Seurre"), 1 - 1e-6) <= float(epsilon) * distance
