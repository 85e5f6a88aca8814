"""Two neighbouring documents through the replacer: what a reader without the key can tell of them, over many keys.

Claimed is the share of ε of the value that differs, as the ledger has it, times how much it differs. The bound that
draws give is none too high with probability 1 - `FALSE_ALARM`, over the keys; the keys are fixed, and were not chosen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

import numpy as np
import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.places import PlaceTable
from palimpseste.privacy.accountant import Ledger
from palimpseste.privacy.empirical import empirical_epsilon
from palimpseste.privacy.gradual import GradualLaplace
from palimpseste.surrogates import MasterKey, Policy, Replacer
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.dates.plan import DatesPlan
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.policy.options import Kind
from palimpseste.surrogates.policy.place_options import PlaceOptions

FALSE_ALARM = 1e-6
KEYS = 2_500
PUBLISHED = Policy.from_mapping(
    {
        "name": "dp as published",
        "default": "plausible",
        "labels": {
            **dict.fromkeys(("DATE", "BIRTHDATE", "AGE"), "metric-laplace"),
            **dict.fromkeys(("CITY", "ZIP"), "exponential"),
        },
        "privacy": {"epsilon": "1", "per": "document", "weights": {"AGE": 4}},
    }
)
CLOCKED = Policy.named("dp")


@dataclass(frozen=True)
class Neighbours:
    """Two documents that differ in one value.

    Parameters
    ----------
    first, second : str
        Their text, spans marked.
    kind : str
        Of the value.
    distance : int
        Of the two values.
    outcome : callable
        What is looked at in the new text: an integer.
    outcomes : range
        Of its histogram; what lies outside is counted at the ends.
    policy : Policy
        Under which they are de-identified.
    """

    first: str
    second: str
    kind: str
    distance: int
    outcome: Callable[[list[str]], int]
    outcomes: range
    policy: Policy = PUBLISHED


def day(written: str) -> int:
    numbers = [int(number) for number in re.findall(r"\d+", written)]
    return date(numbers[2], numbers[1], numbers[0]).toordinal()


NOON = date(2021, 3, 12).toordinal()
FIRST_DATE = Neighbours(
    "Vu le <DATE>12/03/2021</DATE>, revu le <DATE>20/06/2021</DATE>.",
    "Vu le <DATE>13/03/2021</DATE>, revu le <DATE>20/06/2021</DATE>.",
    "DATE",
    1,
    lambda values: day(values[0]) - NOON,
    range(-8, 10),
)
CASES = {
    "one of two dates, by a day": FIRST_DATE,
    "the interval of two dates, by a day": replace(FIRST_DATE, outcome=lambda values: day(values[1]) - day(values[0]),
                                                   outcomes=range(90, 111)),
    "two dates that noise puts out of order": Neighbours(
        "Vu le <DATE>12/03/2021</DATE>, revu le <DATE>14/03/2021</DATE>.",
        "Vu le <DATE>11/03/2021</DATE>, revu le <DATE>14/03/2021</DATE>.",
        "DATE",
        1,
        lambda values: min(max(day(values[0]) - NOON, -6), 6) * 4 + min(day(values[1]) - day(values[0]), 4),
        range(-24, 29),
    ),
    "a date written twice, by two days": Neighbours(
        "Vu le <DATE>12/03/2021</DATE> (compte rendu du <DATE>12 mars 2021</DATE>).",
        "Vu le <DATE>14/03/2021</DATE> (compte rendu du <DATE>14 mars 2021</DATE>).",
        "DATE",
        2,
        lambda values: day(values[0]) - NOON,
        range(-6, 9),
    ),
    "an age beside a date, by a year": Neighbours(
        "Âgé de <AGE>45 ans</AGE>, vu le <DATE>12/03/2021</DATE>.",
        "Âgé de <AGE>46 ans</AGE>, vu le <DATE>12/03/2021</DATE>.",
        "AGE",
        1,
        lambda values: int(re.findall(r"\d+", values[0])[0]),
        range(37, 55),
    ),
}  # fmt: skip


def histogram(marked: str, case: Neighbours, series: str) -> tuple[np.ndarray, Ledger]:
    text, spans = parse_markup(marked)
    master = MasterKey(bytes(range(32)))
    document = Document("note", text)
    counts: Counter[int] = Counter()
    for number in range(KEYS):
        result = Replacer(master.cohort(f"{series} {number}"), case.policy)(document, spans)
        outcome = case.outcome([result.text[span.start : span.end] for span in result.spans])
        counts[min(max(outcome, case.outcomes[0]), case.outcomes[-1])] += 1
    assert result.ledger is not None
    return np.array([counts[outcome] for outcome in case.outcomes]), result.ledger


def measured_and_claimed(case: Neighbours) -> tuple[float, float]:
    # Other keys for the other document: its draws are independent of the first's.
    (first, ledger), (second, other) = histogram(case.first, case, "first"), histogram(case.second, case, "second")
    assert ledger == other
    assert ledger.epsilon == sum(each * count for _, _, each, count in ledger.entries) == PUBLISHED.privacy.epsilon
    share = next(each for kind, _, each, _ in ledger.entries if kind == case.kind)
    return empirical_epsilon(first, second, 1 - FALSE_ALARM), float(share * case.distance)


@pytest.fixture
def doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mechanisms that use twice the ε that the ledger says."""
    honest = Budget.spend

    def spend(self: Budget, kind: str, value: object, mechanism: str) -> Fraction:
        return 2 * honest(self, kind, value, mechanism)

    monkeypatch.setattr(Budget, "spend", spend)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_document_tells_no_more_than_its_share_of_epsilon(case: Neighbours) -> None:
    found, claimed = measured_and_claimed(case)
    assert 0 < found <= claimed


@pytest.mark.usefixtures("doubled")
@pytest.mark.parametrize("name", ["one of two dates, by a day", "an age beside a date, by a year"])
def test_an_epsilon_doubled_in_secret_is_caught(name: str) -> None:
    found, claimed = measured_and_claimed(CASES[name])
    assert found > claimed


def towns() -> Neighbours:
    """Two towns of like size, the first the largest of its surroundings: it stays often, and tells itself by that.

    The metric is finer than that of the policy, under which either stays so seldom that draws show no difference.
    """
    table = PlaceTable.bundled()
    first, second = table.named("Meaux")[0], table.named("Chelles")[0]
    fine = PlaceOptions(kilometres=5, reach_km=0, size=5, hospital=0, hospital_weight=1, populations=(1, 1_000_000_000))
    policy = replace(PUBLISHED, places=fine)
    territory = territory_of(table, policy.places)
    places = np.array([territory.place_of(second)], dtype=np.int32)
    distance = int(territory.metric.distances(territory.place_of(first), places)[0])
    return Neighbours(
        "Habite à <CITY>Meaux</CITY>, vu le <DATE>12/03/2021</DATE>.",
        "Habite à <CITY>Chelles</CITY>, vu le <DATE>12/03/2021</DATE>.",
        "CITY",
        distance,
        lambda values: ["Meaux", "Chelles"].index(values[0]) if values[0] in ("Meaux", "Chelles") else 2,
        range(3),
        policy,
    )


def test_a_town_tells_no_more_than_its_share_of_epsilon() -> None:
    found, claimed = measured_and_claimed(towns())
    assert 0 < found <= claimed


@pytest.mark.usefixtures("doubled")
def test_an_epsilon_of_towns_doubled_in_secret_is_caught() -> None:
    found, claimed = measured_and_claimed(towns())
    assert found > claimed


@dataclass(frozen=True)
class NeighbouringPatients:
    """Two patients of several documents that differ in one value, wherever it stands.

    Parameters
    ----------
    documents : tuple of str
        Spans marked, the value at ``{}``.
    values : tuple of str
        The value of either patient.
    distance : int
        Of the two values.
    kind : str
        What the budget calls it.
    outcome : callable
        What is looked at in the new spans of all documents: an integer.
    outcomes : range
        Of its histogram.
    """

    documents: tuple[str, ...]
    values: tuple[str, str]
    distance: int
    kind: Kind
    outcome: Callable[[list[list[str]]], int]
    outcomes: range


PATIENTS = {
    "a date in three letters, by three days": NeighbouringPatients(
        (
            "Opéré le <DATE>{}</DATE>, sorti le <DATE>18/03/2021</DATE>.",
            "Vu le <DATE>02/09/2021</DATE> après l'opération du <DATE>{}</DATE>.",
            "Entré le <DATE>11/03/2021</DATE>, opéré le <DATE>{}</DATE>, revu le <DATE>02/09/2021</DATE>.",
        ),
        ("12/03/2021", "15/03/2021"),
        3,
        "DATE",
        lambda letters: min(day(letters[0][1]) - day(letters[0][0]), 8) // 3 * 3
        + min(day(letters[2][1]) - day(letters[2][0]), 8) // 3,
        range(9),
    ),
    "a date from which another is counted, by three days": NeighbouringPatients(
        (
            "Le <DATE>18/03/2021</DATE>\nOpéré le <DATE>{}</DATE>. Sort ce jour à J4.",
            "Opéré le <DATE>{}</DATE>, revu le <DATE>20/03/2021</DATE>.",
        ),
        ("12/03/2021", "15/03/2021"),
        3,
        "DATE",
        lambda letters: min(day(letters[1][1]) - day(letters[1][0]), 12),
        range(13),
    ),
    "a date in two letters, by three days": NeighbouringPatients(
        (
            "Né le <BIRTHDATE>02/05/2021</BIRTHDATE>, vu le <DATE>{}</DATE>.",
            "Vu le <DATE>{}</DATE>, puis le <DATE>01/07/2021</DATE>.",
        ),
        ("10/05/2021", "13/05/2021"),
        3,
        "DATE",
        lambda letters: day(letters[0][1]) - day(letters[0][0]),
        range(0, 32),
    ),
    "a year in two letters, by a year": NeighbouringPatients(
        (
            "Suivi depuis <DATE>{}</DATE>, vu le <DATE>20/06/2021</DATE>.",
            "Dialysé depuis <DATE>{}</DATE>; avis du <DATE>03/02/2022</DATE>.",
        ),
        ("2014", "2015"),
        1,
        "YEAR",
        lambda letters: int(letters[1][1][-4:]) - int(letters[1][0]),
        range(0, 14),
    ),
}  # fmt: skip


def histogram_of_patients(case: NeighbouringPatients, value: str, series: str, *, is_planned: bool) -> np.ndarray:
    master = MasterKey(bytes(range(32)))
    counts: Counter[int] = Counter()
    letters = [
        (Document(str(place), text, patient=Patient(patient_id="7")), spans)
        for place, (text, spans) in enumerate(parse_markup(document.format(value)) for document in case.documents)
    ]
    if is_planned:
        replacer, plan = Replacer(master.cohort("plan"), CLOCKED), DatesPlan()
        for document, spans in letters:
            plan.add(document, replacer.dates_of(document, spans))
        letters = [(plan.joined(document), spans) for document, spans in letters]
    for number in range(KEYS):
        replacer = Replacer(master.cohort(f"{series} {number}"), CLOCKED)
        results = [replacer(document, spans) for document, spans in letters]
        outcome = case.outcome([[r.text[span.start : span.end] for span in r.spans] for r in results])
        counts[min(max(outcome, case.outcomes[0]), case.outcomes[-1])] += 1
    return np.array([counts[outcome] for outcome in case.outcomes])


def measured_of_patients(case: NeighbouringPatients, *, is_planned: bool = False) -> tuple[float, float]:
    first, second = (
        histogram_of_patients(case, value, series, is_planned=is_planned)
        for value, series in zip(case.values, ("first", "second"), strict=True)
    )
    claimed = CLOCKED.privacy.epsilon * CLOCKED.privacy.weights.get(case.kind, 1) * case.distance
    return empirical_epsilon(first, second, 1 - FALSE_ALARM), float(claimed)


@pytest.mark.parametrize("is_planned", [False, True], ids=["each alone", "after a plan"])
@pytest.mark.parametrize("case", PATIENTS.values(), ids=PATIENTS)
def test_all_letters_of_a_patient_tell_no_more_than_epsilon_of_the_value(
    case: NeighbouringPatients, is_planned: bool
) -> None:
    found, claimed = measured_of_patients(case, is_planned=is_planned)
    assert 0 < found <= claimed


@pytest.mark.parametrize("is_planned", [False, True], ids=["each alone", "after a plan"])
def test_a_clock_that_shows_dates_without_noise_is_caught(monkeypatch: pytest.MonkeyPatch, is_planned: bool) -> None:
    monkeypatch.setattr(GradualLaplace, "release", lambda self, value, halvings, bits_of: value)
    # Near the birth, where what the clock and working days do to an interval hides least of it.
    near = replace(PATIENTS["a date in two letters, by three days"], values=("03/05/2021", "06/05/2021"))
    found, claimed = measured_of_patients(near, is_planned=is_planned)
    assert found > claimed
