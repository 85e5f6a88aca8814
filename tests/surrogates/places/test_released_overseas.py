"""Under a mechanism words that stay bring a patient's towns overseas, whichever the true ones are, at no cost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient, Span
from palimpseste.places import PlaceTable
from palimpseste.privacy.verification import largest_log_ratio
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns
from palimpseste.surrogates.places.mechanisms.territory import Territory, territory_of
from palimpseste.surrogates.policy.place_options import PlaceOptions

PLACER = "orpailleur sur un placer"


@pytest.fixture(scope="module")
def country() -> Territory:
    return territory_of(PlaceTable.bundled(), PlaceOptions())


def departments_of(name: str) -> set[str]:
    return {town.department for town in PlaceTable.bundled().named(name)}


def towns(replacer: Replacer, document: Document, spans: list[Span]) -> list[str]:
    result = replacer(document, spans)
    return [result.text[span.start : span.end] for span in result.spans]


def replacer_of(number: int, policy: str = "dp") -> Replacer:
    return Replacer(MasterKey(number.to_bytes(32, "big")).cohort("test"), Policy.named(policy))


@pytest.mark.parametrize("home", ["Maripasoula", "Dijon"])
def test_towns_of_a_note_come_out_where_its_words_are_said(home: str) -> None:
    text, spans = parse_markup(
        f"<CITY>{home}</CITY>, {PLACER}, passé par <CITY>Cayenne</CITY>, né à <CITY>Belfort</CITY>."
    )
    for number in range(15):
        found = towns(replacer_of(number), Document("note", text), spans)
        assert all("973" in departments_of(name) for name in found)
        assert len(set(found)) == 3


def test_without_such_words_nothing_changes() -> None:
    text, spans = parse_markup("<CITY>Maripasoula</CITY>, maçon, opéré à <CITY>Cayenne</CITY>.")
    mainland = [
        name
        for number in range(30)
        for name in towns(replacer_of(number), Document("note", text), spans)
        if "973" not in departments_of(name)
    ]
    assert len(mainland) > 10


def test_which_towns_may_come_out_tells_no_town(country: Territory) -> None:
    # All outcomes of a small zone, computed: home is drawn among all of it, and what does not lie in Guyane there once
    # more. Every pair of true homes, of Belfort's department and of Guyane.
    zone = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("90", "973")))
    guyane = zone.within({"973"})
    assert guyane is not None
    epsilon, members = Fraction(1, 4), zone.candidates("consonant")
    homes = [zone.communes[place] for place in members]
    law, again = ExponentialTowns(zone), ExponentialTowns(guyane)
    own = guyane.candidates("consonant")
    written = np.array(
        [
            (own == place) if home.department == "973" else np.exp(again.log_probabilities(home, Fraction(2)))
            for place, home in zip(members, homes, strict=True)
        ],
        dtype=np.float64,
    )
    chances = np.array([np.exp(law.log_probabilities(home, epsilon)) @ written for home in homes])
    assert {home.department for home in homes} == {"90", "973"}
    assert (chances > 0).all()
    distances = np.stack([zone.distances(home, "consonant") for home in homes])
    worst = largest_log_ratio(np.log(chances), distances, epsilon)
    assert worst.holds
    assert worst.share > 0.3


def test_the_chance_of_each_town_written_is_bounded_by_the_distance() -> None:
    # Two neighbours over 400 keys each, one in Cayenne and one in Belfort, both said to be on a placer: both may
    # become any town of Guyane, and no ratio of frequencies exceeds exp(ε·d) by more than 5 standard deviations.
    policy = replace(Policy.named("dp"), places=PlaceOptions(zone=("90", "973"), kilometres=400))
    zone = territory_of(PlaceTable.bundled(), policy.places)
    cayenne, belfort = (PlaceTable.bundled().named(name)[0] for name in ("Cayenne", "Belfort"))
    far = int(zone.distances(cayenne, "consonant")[zone.candidates("consonant") == zone.place_of(belfort)][0])

    def histogram(town: str) -> Counter[str]:
        text, spans = parse_markup(f"{PLACER}, vit à <CITY>{town}</CITY>")
        found: Counter[str] = Counter()
        for number in range(400):
            key = MasterKey(number.to_bytes(32, "big")).cohort("test")
            found.update(towns(Replacer(key, policy), Document("note", text), spans))
        return found

    first, second = histogram("Cayenne"), histogram("Belfort")
    assert set(first) | set(second) <= {town.name for town in PlaceTable.bundled().in_department("973")}
    often = {town for found in (first, second) for town, count in found.items() if count > 30}
    assert often <= set(first) & set(second)
    for town in often:
        low = min(first[town], second[town])
        ratio = max(first[town], second[town]) / low
        assert ratio <= np.exp(float(policy.privacy.epsilon) * far + 5 * (2 / low) ** 0.5)


def letters(*texts: str, patient: Patient) -> list[tuple[Document, list[Span]]]:
    marked = map(parse_markup, texts)
    return [(Document(str(place), text, patient=patient), spans) for place, (text, spans) in enumerate(marked)]


LETTERS = (
    f"Le <DATE>12/03/2021</DATE>, {PLACER}, vu à <CITY>Kourou</CITY>.",
    "Consultation à <CITY>Kourou</CITY>, revu à <CITY>Mana</CITY>.",
    "Sorti le <DATE>18/03/2021</DATE> de <CITY>Mana</CITY>.",
)


@pytest.mark.parametrize("record", [{}, {"city": "Mana", "zip": "97360"}, {"city": "Dole", "zip": "39100"}])
def test_what_one_letter_says_is_told_to_all(record: dict[str, str]) -> None:
    several = letters(*LETTERS, patient=Patient(patient_id="7", **record))
    for number in range(8):
        replacer, plan = replacer_of(number), DatesPlan()
        for document, spans in several:
            plan.add(document, replacer.dates_of(document, [span for span in spans if span.label == "DATE"]))
        first, second, third = (towns(replacer, plan.joined(document), spans) for document, spans in several)
        assert first[1] == second[0]
        assert second[1] == third[1]
        assert {"973"} == departments_of(first[1]) & departments_of(second[1]) & {"973"}


def test_letters_that_are_not_read_first_look_at_no_words() -> None:
    several = letters(*LETTERS, patient=Patient(patient_id="7"))
    silent = letters(*(text.replace(PLACER, "maçon") for text in LETTERS), patient=Patient(patient_id="7"))
    for (document, spans), (other, others) in zip(several, silent, strict=True):
        assert towns(replacer_of(3), document, spans) == towns(replacer_of(3), other, others)


def test_words_spend_nothing(key: CohortKey) -> None:
    replacer = Replacer(key, Policy.named("dp"))
    spent = []
    for story in (PLACER, "maçon"):
        text, spans = parse_markup(f"{story}, <CITY>Mana</CITY>, puis <CITY>Dole</CITY>")
        spent.append(replacer(Document("note", text), spans).ledger)
    assert spent[0] == spent[1]


def test_a_class_with_no_two_towns_has_those_of_all_parts(country: Territory) -> None:
    caledonia = country.within({"988"})
    assert caledonia is not None
    found = [caledonia.communes[place] for place in caledonia.candidates("le")]
    assert len(found) > 5
    assert {town.department for town in found} > {"988"}
    own = [caledonia.communes[place].department for place in caledonia.candidates("consonant")]
    assert set(own) == {"988"}


def test_a_zone_on_the_mainland_brings_nothing_overseas() -> None:
    assert territory_of(PlaceTable.bundled(), PlaceOptions(zone=("21",))).within({"973"}) is None
    policy = replace(Policy.named("dp"), places=PlaceOptions(zone=("21",)))
    text, spans = parse_markup(f"{PLACER}, <CITY>Cayenne</CITY>")
    for number in range(5):
        key = MasterKey(number.to_bytes(32, "big")).cohort("test")
        assert departments_of(towns(Replacer(key, policy), Document("note", text), spans)[0]) & {"21"}
