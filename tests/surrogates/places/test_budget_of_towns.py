"""What towns that are released spend, and how their draws hang together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from releases import policy_of, replaced

from palimpseste.corpus.markup import parse_markup
from palimpseste.corpus.notes import read_notes
from palimpseste.document import Document
from palimpseste.places import PlaceTable
from palimpseste.privacy.accountant import Contribution
from palimpseste.risk.places.checks import check_towns
from palimpseste.risk.places.inference import TOWN_LAWS
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.places.released import town_contributions
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.steady import SteadyTownsRead

NOTES = Path(__file__).parents[3] / "corpus" / "notes"

Release = Callable[..., list[str]]


def test_the_order_in_which_towns_are_drawn_does_not_hang_on_which_they_are(key: CohortKey) -> None:
    # « Doubs » tells of the second town here, of none there.
    marked = "<LOCATION>Doubs</LOCATION> <CITY>Dijon</CITY> <CITY>{}</CITY> <HOSPITAL>CH de Dole</HOSPITAL>"
    for second in ("Pontarlier", "Beaune"):
        text, spans = parse_markup(marked.format(second))
        setting = Setting.of(Document("note", text), spans, key, towns_released=True)
        read = SteadyTownsRead(setting, atlas_of(PlaceTable.bundled()), is_alone=True)
        told = [town.commune.name for town in read.told_by_all(range(4)) if town.commune]
        assert told == ["Dijon", second, "Dole"]


def test_releases_of_two_documents_are_independent_and_those_of_a_value_are_one(release: Release) -> None:
    def towns(policy: Policy) -> list[str]:
        return [release("<CITY>Dijon</CITY>", policy, id=str(number), patient_id="7")[0] for number in range(12)]

    assert len(set(towns(policy_of("exponential", Fraction(1, 16))))) > 3
    assert len(set(towns(policy_of("exponential", Fraction(1, 16), "value")))) == 1
    other = policy_of("exponential", Fraction(1, 17), "value")
    several = {release("<CITY>Dijon</CITY>", other, patient_id=str(n))[0] for n in range(12)}
    assert len(several) > 3


def test_releases_with_different_epsilons_are_independent(release: Release) -> None:
    # With one stream of noise for both, nearly every document would get one town twice.
    for strategy in ("exponential", "exponential-knn", "planar-laplace"):
        once, other = (
            [release("<CITY>Dijon</CITY>", policy_of(strategy, epsilon), id=str(n))[0] for n in range(30)]
            for epsilon in (Fraction(100, 1601), Fraction(101, 1601))
        )
        assert sum(map(str.__eq__, once, other)) < 10, strategy


@pytest.mark.parametrize(
    ("marked", "patient", "count"),
    [
        ("<CITY>Dijon</CITY>, <CITY>DIJON</CITY>, <ZIP>21000</ZIP>, <HOSPITAL>CHU de Dijon</HOSPITAL>", {}, 1),
        ("<CITY>Dijon</CITY> et <CITY>Beaune</CITY>", {}, 2),
        ("<HOSPITAL>CHU de Tours</HOSPITAL> et <ORGANIZATION>mairie de Nantes</ORGANIZATION>", {}, 2),
        ("en <LOCATION>Côte-d'Or</LOCATION>", {"city": "Dijon", "zip": "21000"}, 1),
        # Home is drawn first, since others lie around it, even where no word tells it.
        ("à <CITY>Nantes</CITY>", {"city": "Dijon", "zip": "21000"}, 2),
        ("en <LOCATION>Bretagne</LOCATION>", {"city": "Dijon", "zip": "21000"}, 1),
        ("en <LOCATION>Côte-d'Or</LOCATION> et à <CITY>Milan</CITY>, <CITY>Zzyrqville</CITY>", {}, 0),
    ],
    ids=[
        "one town",
        "two towns",
        "towns of bodies",
        "a town of the record",
        "home beside a town",
        "home beside a region",
        "nothing of the table",
    ],
)
def test_every_town_is_counted_once(key: CohortKey, marked: str, patient: dict[str, str], count: int) -> None:
    result = replaced(key, policy_of("exponential", Fraction(1)), marked, **patient)
    assert result.ledger is not None
    assert sum(entry[-1] for entry in result.ledger.entries) == count
    assert result.ledger.epsilon == (1 if count else 0)


def test_the_chance_of_each_surrogate_of_a_document_is_bounded_by_the_distance() -> None:
    # Two neighbouring documents over 3,000 keys each, one in Beaune and one in Nuits-Saint-Georges: no ratio of two
    # frequencies exceeds exp(ε·d) by more than 5 standard deviations of its logarithm.
    policy = policy_of("uniform", Fraction(1, 16), zone=("21",))
    policy = replace(policy, strategies={**policy.strategies, "CITY": "exponential", "ZIP": "exponential"})
    territory = territory_of(PlaceTable.bundled(), policy.places)
    beaune, nuits = (PlaceTable.bundled().named(name)[0] for name in ("Beaune", "Nuits-Saint-Georges"))
    distance = int(
        territory.distances(beaune, "consonant")[territory.candidates("consonant") == territory.place_of(nuits)][0]
    )

    def histogram(town: str) -> Counter[str]:
        text, spans = parse_markup(f"vit à <CITY>{town}</CITY>")
        found: Counter[str] = Counter()
        for number in range(3000):
            key = MasterKey(number.to_bytes(32, "big")).cohort("test")
            found[Replacer(key, policy)(Document("note", text), spans).text] += 1
        return found

    first, second = histogram("Beaune"), histogram("Nuits-Saint-Georges")
    for town in set(first) & set(second):
        low = min(first[town], second[town])
        ratio = max(first[town], second[town]) / low
        assert ratio <= 2.718281828 ** (distance / 16 + 5 * (2 / low) ** 0.5)


@pytest.mark.parametrize("strategy", ["exponential", "uniform"])
def test_no_neighbour_is_told_better_for_what_lies_around_home(strategy: Strategy) -> None:
    # All pairs of homes and all pairs of other towns of a small zone: the chance of both surrogates together changes
    # by exp(ε·d) of the one that differs, and by no more.
    territory = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("90",), kilometres=5, around_km=10))
    law = TOWN_LAWS[strategy]
    epsilon = Fraction(1, 2)
    homes = [territory.communes[place] for place in territory.candidates("consonant")]
    assert len(homes) > 50
    for home in homes[::7]:
        around = territory.around(home)
        assert territory.place_of(home) not in around.candidates("consonant")
        assert len(around.candidates("consonant")) >= 10
        left = around.without([territory.communes[place] for place in around.candidates("consonant")[:3]])
        assert len(left.candidates("consonant")) == len(around.candidates("consonant")) - 3
        for each in (around, left):
            for check in check_towns(law(each), homes, epsilon):
                assert check.worst.holds


@pytest.mark.skipif(not NOTES.is_dir(), reason="no corpus of notes beside the package")
@pytest.mark.parametrize("policy", ["dp", "exponential-knn"])
def test_no_note_of_the_corpus_asks_for_what_was_not_set_aside(key: CohortKey, policy: str) -> None:
    chosen = Policy.named("dp") if policy == "dp" else policy_of("exponential-knn")
    chosen = replace(
        chosen, strategies={**chosen.strategies, "DATE": "plausible", "BIRTHDATE": "plausible", "AGE": "plausible"}
    )
    replacer = Replacer(key, chosen)
    kept = {"CITY", "ZIP", "LOCATION", "HOSPITAL", "ORGANIZATION"}
    notes = [note for path in sorted(NOTES.glob("*.notes")) for note in read_notes(path)]
    assert notes
    for note in notes[:: 6 if policy == "dp" else 12]:
        ledger = replacer(note, tuple(span for span in note.entities if span.label in kept)).ledger
        assert ledger is not None
        # All that was set aside is spent: nothing was counted that was not asked for, either.
        if chosen.privacy.per == "document":
            assert ledger.epsilon in (0, chosen.privacy.epsilon)


def test_the_town_of_the_record_is_set_aside_for_a_code_behind_any_body(release: Release) -> None:
    policy = policy_of("exponential-knn")
    (written,) = release("<ORGANIZATION>CLAT 31</ORGANIZATION>", policy, city="Toulouse", zip="31000")
    assert written.startswith("CLAT")


def test_streams_of_released_places_are_those_of_the_budget(write: Callable[..., Any]) -> None:
    # Under another name of its stream a value would get another surrogate than last year.
    for strategy, marked, asked in (
        (
            "exponential",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "exponential 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        (
            "exponential-knn",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "exponential-knn 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        (
            "planar-laplace",
            "<CITY>Dijon</CITY>",
            [("CITY", "21231", "planar-laplace 1 france|population|(500, 100000) 20|40 500 3 6 6 sum")],
        ),
        ("uniform", "<CITY>Dijon</CITY>", [("CITY", "21231", "uniform")]),
        (
            "exponential",
            "<CITY>Zzyrqville</CITY>",
            [("CITY", "", "centre"), ("CITY", "zzyrqville", "uniform 40 km around 21231")],
        ),
        (
            "exponential",
            "<CITY>ROME</CITY>",
            [("LOCATION", "IT", "uniform country"), ("CITY", "IT rome", "uniform foreign")],
        ),
        (
            "exponential",
            "<LOCATION>Côte-d'Or</LOCATION>",
            [("CITY", "", "centre")],
        ),
        (
            "exponential",
            "<LOCATION>Bretagne</LOCATION>",
            [("CITY", "", "centre")],
        ),
        ("exponential", "<LOCATION>ITALIE</LOCATION>", [("LOCATION", "IT", "uniform country")]),
        ("uniform", "<CITY>Lens cedex 9</CITY>", [("CITY", "62498", "uniform"), ("CITY", "62498", "cedex")]),
        ("uniform", "<ZIP>1000</ZIP>", [("ZIP", "1000", "shape")]),
    ):
        found = write(marked, strategy)
        assert list(dict.fromkeys(found.noise.asked)) == asked
        assert not found.draws.asked


def test_each_town_of_the_table_is_set_aside_once(key: CohortKey, small_table: PlaceTable) -> None:
    text, spans = parse_markup("<CITY>Dijon</CITY> <CITY>Lens</CITY> <CITY>Zzyr</CITY> <ZIP>21000</ZIP>")
    read = SteadyTownsRead(Setting.of(Document("note", text), spans, key), atlas_of(small_table))
    assert list(town_contributions(read, range(4))) == [Contribution("CITY", "21231"), Contribution("CITY", "62498")]
    assert list(town_contributions(read, [1])) == [Contribution("CITY", "62498")]
    assert list(town_contributions(read, [2])) == []
