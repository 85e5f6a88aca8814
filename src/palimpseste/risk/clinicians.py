"""What the surrogates of one clinician, over the notes of many patients, tell of the clinician's name.

A clinician has another surrogate for every patient. An attacker who knows which notes are by one hand, from the place
of the name or the words around it, sees as many draws for one name as there are patients. He owns the tool: he writes
notes of clinicians he made up, under a key of his own, learns how often each surrogate follows each original, and names
what makes the surrogates he sees most likely (naive Bayes). What he guesses without any note is chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from palimpseste.document import Document, Patient, Span
from palimpseste.folding import fold_name
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.surrogates.values import drawable

__all__ = ["Clinician", "ClinicianRisk", "Seen", "clinician_risks", "made_up_clinicians", "seen_of"]

_BEFORE = "Adressé par le Dr "
# How many observations the distribution over all originals counts for, where few of one original were learned from.
_PRIOR = 20.0


@dataclass(frozen=True, slots=True)
class Clinician:
    """The name of somebody who stands in the notes of many patients.

    Parameters
    ----------
    given, family : str
        First and last name.
    """

    given: str
    family: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A clinician, and what an attacker sees in place of the name.

    Parameters
    ----------
    clinician : Clinician
        As the original notes name him.
    surrogates : tuple of Clinician
        What is written in the note of each patient, in the order of the patients.
    """

    clinician: Clinician
    surrogates: tuple[Clinician, ...]


@dataclass(frozen=True, slots=True)
class ClinicianRisk:
    """How often an attacker is right about one thing that a name tells.

    Parameters
    ----------
    told : str
        What he guesses.
    right : int
        Clinicians he is right about.
    clinicians : int
        Whom he attacks.
    chance : float
        The share he is right about without having seen any note, in [0, 1].
    """

    told: str
    right: int
    clinicians: int
    chance: float

    @property
    def share(self) -> float:
        """The share he is right about, in [0, 1]."""
        return self.right / self.clinicians


def made_up_clinicians(count: int, seed: int) -> list[Clinician]:
    """Return clinicians with names of the lists of France, each as likely."""
    random = Random(seed)  # noqa: S311 # made-up clinicians
    given = [name for gender in ("f", "m") for name in drawable.given_names(gender)[0]]
    family = drawable.family_names()[0]
    return [Clinician(random.choice(given), random.choice(family)) for _ in range(count)]


def seen_of(clinician: Clinician, patients: int, key: CohortKey, policy: Policy) -> Seen:
    """Return a clinician with the surrogates that a policy writes in one note of each of so many patients.

    Parameters
    ----------
    clinician : Clinician
        Who is named in all of the notes.
    patients : int
        How many notes, each of another patient.
    key : CohortKey
        Of the cohort they are written in.
    policy : Policy
        How.
    """
    replacer = Replacer(key, policy)
    text = f"{_BEFORE}{clinician.given} {clinician.family}."
    start = len(_BEFORE)
    end = start + len(clinician.given)
    spans = [Span(start, end, "FIRSTNAME"), Span(end + 1, len(text) - 1, "LASTNAME")]
    drafts = (
        replacer(Document(str(number), text, patient=Patient(patient_id=str(number))), spans)
        for number in range(patients)
    )
    written = ([draft.text[span.start : span.end] for span in draft.spans] for draft in drafts)
    return Seen(clinician, tuple(Clinician(given, family) for given, family in written))


def clinician_risks(attacked: Sequence[Seen], learned: Sequence[Seen]) -> Iterator[ClinicianRisk]:
    """Yield how often an attacker who learned from some clinicians is right about others.

    Parameters
    ----------
    attacked : sequence of Seen
        Whose names he guesses.
    learned : sequence of Seen
        People he made up, under a key of his own.
    """
    for told, tells in _TOLD.items():
        guess = _Guess.learned_from(learned, tells)
        right = sum(guess.of([tells(each) for each in seen.surrogates]) == tells(seen.clinician) for seen in attacked)
        blind = sum(guess.of([]) == tells(seen.clinician) for seen in attacked)
        yield ClinicianRisk(told, right, len(attacked), blind / len(attacked))


@dataclass(frozen=True, slots=True)
class _Guess:
    """Logarithms of how likely an original is, and each observation with it."""

    originals: Mapping[str, float]
    given_original: Mapping[str, Mapping[str, float]]
    overall: Mapping[str, float]

    @classmethod
    def learned_from(cls, learned: Sequence[Seen], tells: Callable[[Clinician], str]) -> _Guess:
        originals = Counter(tells(seen.clinician) for seen in learned)
        observed: dict[str, Counter[str]] = {original: Counter() for original in originals}
        for seen in learned:
            observed[tells(seen.clinician)].update(map(tells, seen.surrogates))
        every = sum(observed.values(), Counter())
        values = {*every, *originals}
        overall = {value: (every[value] + 1) / (every.total() + len(values)) for value in values}
        return cls(
            {original: math.log(count / originals.total()) for original, count in originals.items()},
            {
                original: {
                    value: math.log((counts[value] + _PRIOR * share) / (counts.total() + _PRIOR))
                    for value, share in overall.items()
                }
                for original, counts in observed.items()
            },
            overall,
        )

    def of(self, observed: Sequence[str]) -> str:
        """Return the most likely original; what was never learned of tells nothing."""
        counts = Counter(value for value in observed if value in self.overall)

        def likelihood(original: str) -> float:
            logs = self.given_original[original]
            return self.originals[original] + sum(count * logs[value] for value, count in counts.items())

        return max(sorted(self.originals), key=likelihood)


def _length(name: str) -> str:
    return "short" if len(name) <= 5 else "middle" if len(name) <= 8 else "long"


_TOLD: Mapping[str, Callable[[Clinician], str]] = MappingProxyType(
    {
        "initial of the last name": lambda clinician: fold_name(clinician.family)[0],
        "initial of the first name": lambda clinician: fold_name(clinician.given)[0],
        "length of the last name": lambda clinician: _length(clinician.family),
        "accents in the last name": lambda clinician: str(clinician.family.isascii()),
    }
)
