"""What a new text still says, against documents worked by hand."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from pathlib import Path
from statistics import pstdev

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.corpus.notes import read_notes
from palimpseste.document import Document, Span
from palimpseste.places import Commune, Feature, PlaceTable
from palimpseste.result import OffsetMap, Replacement, Result
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.utility.fidelity.tally import FidelityTally, fidelity_of

NOTES = Path(__file__).parents[2] / "data" / "surrogates.notes"
KEY = MasterKey(bytes(range(32))).cohort("tests")
NOTE = (
    "Né le <BIRTHDATE>3 mars 1960</BIRTHDATE> à <ZIP>21000</ZIP> <CITY>Dijon</CITY>, <AGE>61 ans</AGE>, entré le "
    "<DATE>12/04/2021</DATE>, opéré le <DATE>15/04</DATE>, sorti le <DATE>20 avril 2021</DATE>."
)

Pair = tuple[Document, Result]


def read(marked: str, id: str = "note") -> Document:
    text, spans = parse_markup(marked)
    return Document(id, text, entities=spans)


def replaced(document: Document, policy: Policy) -> Pair:
    return document, Replacer(KEY, policy)(document, document.entities)


def rewritten(marked: str, *surrogates: str, id: str = "note") -> Pair:
    """Write surrogates by hand over the marked spans."""
    document = read(marked, id)
    text, end = "", 0
    replacements = []
    for span, surrogate in zip(document.entities, surrogates, strict=True):
        text += document.text[end : span.start]
        replacements.append(Replacement(span.start, span.end, len(text), len(text) + len(surrogate)))
        text += surrogate
        end = span.end
    text += document.text[end:]
    spans = tuple(
        Span(made.new_start, made.new_end, span.label)
        for made, span in zip(replacements, document.entities, strict=True)
        if made.new_start < made.new_end
    )
    return document, Result(id, text, spans, document.entities, OffsetMap(replacements))


@pytest.fixture
def table(tmp_path: Path) -> PlaceTable:
    """Three towns one degree apart on a meridian; the last has no dose."""
    communes = [
        Commune("01001", "Alphaville", ("01100",), "01", "84", 1_000, 45.0, 5.0, "exact", "commune", ""),
        Commune("01002", "Bethaville", ("01200",), "01", "84", 4_000, 46.0, 5.0, "exact", "commune", ""),
        Commune("01003", "Gammaville", ("01300",), "01", "84", 16_000, 47.0, 5.0, "exact", "commune", ""),
    ]
    path = tmp_path / "features.csv"
    path.write_text("insee,dose,same\n01001,2,7\n01002,5,7\n01003,,7\n", encoding="utf-8")
    return PlaceTable(communes).join(
        path, columns=[Feature("dose", unit="mSv", missing="nan"), Feature("same", unit="")]
    )


@pytest.mark.parametrize("policy", ["tag", "numbered-tags", "mask"])
def test_under_marks_every_value_is_lost(policy: str) -> None:
    found = fidelity_of([replaced(read(NOTE), Policy.named(policy))])
    assert (found.dates.dates, found.dates.unreadable, found.dates.pairs) == (4, 4, 6)
    assert (found.dates.lost, found.dates.in_order) == (1.0, 0.0)
    assert math.isnan(found.dates.interval_error_days)
    assert (found.places.towns, found.places.not_compared) == (2, 1.0)
    assert (found.ages.ages, found.ages.unreadable) == (1, 1.0)


def test_a_shift_keeps_order_and_intervals() -> None:
    found = fidelity_of([replaced(read(NOTE), Policy.named("plausible"))])
    assert (found.dates.pairs, found.dates.in_order, found.dates.lost) == (6, 1.0, 0.0)
    assert (found.dates.interval_pairs, found.dates.interval_error_days) == (6, 0.0)
    assert (found.ages.unreadable, found.ages.error_years) == (0.0, 0.0)
    assert (found.places.not_compared, found.places.same) == (0.0, 0.0)
    assert found.places.distance_km > 1
    assert found.places.size_ratio > 1


def test_order_and_intervals_are_those_worked_by_hand() -> None:
    three = (
        "<DATE>01/03/2021</DATE>, <DATE>11/03/2021</DATE>, <DATE>21/03/2021</DATE>, dont le <DATE>11 mars 2021</DATE>."
    )
    found = fidelity_of([rewritten(three, "01/03/2021", "31/03/2021", "26/03/2021", "31 mars 2021")]).dates
    assert (found.dates, found.pairs, found.interval_pairs) == (4, 3, 3)
    assert found.in_order == pytest.approx(2 / 3)
    assert found.out_of_order == pytest.approx(1 / 3)
    assert found.interval_error_days == pytest.approx((20 + 5 + 15) / 3)


def test_a_month_that_holds_the_day_it_preceded_is_tied() -> None:
    found = fidelity_of([rewritten("<DATE>février 2021</DATE>, <DATE>03/03/2021</DATE>.", "mars 2021", "03/03/2021")])
    assert (found.dates.pairs, found.dates.tied, found.dates.in_order) == (1, 1.0, 0.0)
    # From the 15th of February to the 3rd of March, from the 15th of March to the 3rd.
    assert found.dates.interval_error_days == 28


def test_dates_that_overlap_have_an_interval_but_no_order() -> None:
    found = fidelity_of([rewritten("<DATE>mars 2021</DATE>, <DATE>13/03/2021</DATE>.", "mars 2021", "20/03/2021")])
    assert (found.dates.pairs, found.dates.documents, found.dates.interval_pairs) == (0, 0, 1)
    assert math.isnan(found.dates.in_order)
    assert found.dates.interval_error_days == 7


def test_dates_whose_year_nothing_tells_are_not_read() -> None:
    marked = "du <DATE>12</DATE> au <DATE>15/12</DATE>, puis le <DATE>03/01</DATE>"
    undated = rewritten(f"{marked}.", "2", "5/03", "24/03")
    assert fidelity_of([undated]).dates.dates == 0
    dated = rewritten(f"{marked}, revu le <DATE>20/01/2022</DATE>.", "2", "5/03", "24/03", "10/04/2023")
    found = fidelity_of([dated]).dates
    assert (found.dates, found.in_order, found.interval_error_days) == (4, 1.0, 0.0)


def test_documents_weigh_alike_whatever_their_dates() -> None:
    two = "<DATE>01/03/2021</DATE>, <DATE>11/03/2021</DATE>."
    many = "<DATE>01/03/2021</DATE>, <DATE>11/03/2021</DATE>, <DATE>21/03/2021</DATE>."
    kept = rewritten(many, "01/03/2021", "11/03/2021", "21/03/2021", id="kept")
    found = fidelity_of(
        [kept, rewritten(two, "11/03/2021", "01/03/2021"), rewritten(two, "[DATE]", "01/03/2021")]
    ).dates
    assert (found.pairs, found.documents) == (5, 3)
    assert found.in_order == found.out_of_order == found.lost == pytest.approx(1 / 3)
    assert (found.interval_documents, found.interval_error_days) == (2, 10.0)


def test_towns_are_compared_by_distance_size_and_features(table: PlaceTable) -> None:
    marked = "<ZIP>01100</ZIP> <CITY>ALPHAVILLE</CITY>, <CITY>Gammaville</CITY>, <CITY>Bethaville</CITY>"
    marked += ", <CITY>Genève</CITY>."
    pair = rewritten(marked, "01200", "BETHAVILLE", "Gammaville", "Nulle-Part", "Bâle")
    found = fidelity_of([pair], table).places
    assert (found.unknown, found.towns, found.not_compared) == (1, 4, 0.25)
    assert found.same == pytest.approx(1 / 3)
    assert found.distance_km == pytest.approx(2 / 3 * 111.195, abs=0.001)
    assert found.size_ratio == pytest.approx(4 ** (2 / 3))
    assert found.feature_errors["dose"] == pytest.approx(3 / pstdev([2, 5]))
    assert math.isnan(found.feature_errors["same"])


def test_ages_are_compared_in_years() -> None:
    marked = "<AGE>78 ans</AGE>, <AGE>8 mois</AGE>, <AGE>40-45 ans</AGE>, <AGE>soixante ans</AGE>."
    found = fidelity_of([rewritten(marked, "80 ans", "14 mois", "50 ans", "[AGE_1]")]).ages
    assert (found.ages, found.unreadable) == (4, 0.5)
    assert found.error_years == pytest.approx((2 + 0.5) / 2)


def test_bleu_is_that_of_the_new_text_against_the_original() -> None:
    found = fidelity_of([rewritten("un deux trois quatre <LASTNAME>Roux</LASTNAME>", "Blanc")])
    assert found.bleu == pytest.approx((4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)


def test_an_emptied_span_is_lost() -> None:
    found = fidelity_of([rewritten("<DATE>01/03/2021</DATE>, <DATE>11/03/2021</DATE>.", "", "11/03/2021")])
    assert (found.dates.unreadable, found.dates.lost) == (1, 1.0)


def test_kept_values_count_where_they_are_given() -> None:
    document = read(NOTE)
    _, result = replaced(document, Policy.from_mapping({"default": "keep", "labels": {"AGE": "tag"}}))
    tally = FidelityTally()
    tally.add(document, result, document.entities)
    found = tally.measured()
    assert (found.dates.in_order, found.dates.interval_error_days) == (1.0, 0.0)
    assert (found.places.same, found.places.distance_km, found.ages.unreadable) == (1.0, 0.0, 1.0)


def test_tallies_of_two_processes_add_up_to_that_of_one() -> None:
    replacer = Replacer(KEY, Policy.named("dp"))
    pairs = [(note, replacer(note, note.entities)) for note in read_notes(NOTES)]
    halves = [FidelityTally(), FidelityTally()]
    for number, pair in enumerate(pairs):
        halves[number % 2].add(*pair)
    before = repr(halves[0].measured())
    first, second = (pickle.loads(pickle.dumps(half)) for half in halves)
    whole = fidelity_of(pairs)
    assert whole.documents == len(pairs)
    assert whole.dates.pairs > 10
    assert (first + second).measured() == (second + first).measured() == whole
    taken_up = halves[0] + second
    taken_up.add(*pairs[0])
    assert repr(halves[0].measured()) == before
    assert taken_up.measured().documents == len(pairs) + 1


def test_a_tally_holds_neither_text_nor_value() -> None:
    pair = rewritten(
        "<CITY>Dijon</CITY>, le <DATE>12 mars 2021</DATE>, <AGE>61 ans</AGE>.", "Nantes", "3 mai 2021", "62 ans"
    )
    tally = FidelityTally()
    tally.add(*pair)
    held = pickle.dumps(tally)
    assert len(held) < 5_000
    for value in ("Dijon", "21231", "Nantes", "mars", "note"):
        assert value.encode() not in held


def test_a_pickled_tally_takes_no_document() -> None:
    tally = pickle.loads(pickle.dumps(FidelityTally()))
    with pytest.raises(ValueError, match="pickled"):
        tally.add(*rewritten("<CITY>Dijon</CITY>.", "Nantes"))


def test_a_result_of_another_document_is_refused() -> None:
    document, result = rewritten("<CITY>Dijon</CITY>.", "Nantes")
    with pytest.raises(ValueError, match="same document"):
        FidelityTally().add(document, replace(result, document_id="other"))


def test_nothing_is_measured_of_nothing() -> None:
    found = fidelity_of([])
    assert found.documents == found.dates.pairs == found.places.towns == found.ages.ages == 0
    figures = (
        found.bleu,
        found.dates.in_order,
        found.places.distance_km,
        found.places.size_ratio,
        found.ages.error_years,
    )
    assert all(math.isnan(figure) for figure in figures)
