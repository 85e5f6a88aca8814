"""What each strategy guarantees, in words for the report of a run."""

from __future__ import annotations

from collections.abc import Mapping

from palimpseste.labels import Label
from palimpseste.surrogates.options import Options, Privacy
from palimpseste.surrogates.strategies import MECHANISMS, Strategy

__all__ = ["guarantee_of", "statement_of"]

_SHIFT = "shifted by one secret number of days per {0}, {1} to {2} either way: intervals survive, no proof of privacy"
_CHANGED_AGE = (
    "kept where the birth date is known and shifted alike, else moved by {0} to {1} units: no proof of privacy"
)
_SENTENCES: Mapping[Strategy, str] = {
    "plausible": "replaced by a surrogate drawn with the secret key; who lacks the key learns only its written form",
    "tag": "replaced by the name of its label",
    "numbered-tag": "replaced by its label and a number; equal values of a document keep equal numbers",
    "mask": "replaced by the same mark whatever its label and length",
    "keep": "kept as it is: no protection",
    "metric-laplace": "released with exact discrete Laplace noise, {budget}, in the unit it is written in; "
    "whatever follows from other surrogates is computed from them",
    "bounded-laplace": "durations released with Laplace noise within their class (two months, two years, beyond), "
    "{budget}; the class itself, and the dates as a whole under a secret shift, without proof",
    "exponential": "drawn among all communes by an exact exponential mechanism, {budget}, per kilometre and per tenth "
    "of a change in size",
    "exponential-knn": "drawn among its nearest communes as published in 2023: the published proof does not hold, the "
    "candidates tell the original; for comparison only",
    "planar-laplace": "moved by exact planar Laplace noise to the nearest commune, {budget}, per kilometre",
    "uniform": "drawn among all communes whatever the original: nothing of it is released but its form",
}


def guarantee_of(label: Label, strategy: Strategy, options: Options, privacy: Privacy) -> str:
    """Return what a strategy guarantees for a label."""
    if strategy == "shift" or (strategy == "plausible" and label in ("DATE", "BIRTHDATE")):
        return _SHIFT.format(options.shift_scope, *options.date_shift_days)
    if strategy == "plausible" and label == "AGE":
        return _CHANGED_AGE.format(*options.age_change_units)
    return _SENTENCES[strategy].format(budget=_budget(privacy))


def statement_of(strategies: Mapping[Label, Strategy], privacy: Privacy) -> str:
    """Return in one paragraph what is guaranteed of the values that mechanisms release; empty where none does."""
    used = set(strategies.values())
    if used.isdisjoint(MECHANISMS):
        return ""
    proved = sorted(used & {"metric-laplace", "exponential", "planar-laplace"})
    names = [str(label) for label, strategy in strategies.items() if strategy in proved]
    if not names:
        return "No strategy of this policy has a proof of differential privacy."
    scope = (
        f"Each document spends at most ε = {privacy.epsilon}, split over its distinct values; documents of one patient "
        "add up"
        if privacy.per == "document"
        else f"Each distinct value of a patient is released once with ε = {privacy.epsilon}; distinct values add up"
    )
    return (
        f"Values of {', '.join(names)} are released with metric differential privacy. {scope}. Take two documents with "
        "the same words, the same order of dates and the same links between their values, one of whose values differs "
        "by d (days, weeks, months or years as it is written; for towns kilometres plus ten times the logarithm of the "
        "ratio of populations): whoever lacks the key sees either de-identified document with probabilities whose "
        "ratio is at most exp(ε'·d), ε' being that value's share of ε. Not protected by this: the words themselves, "
        "how a value is written, rare diseases, and whatever detection missed."
    )


def _budget(privacy: Privacy) -> str:
    return f"ε = {privacy.epsilon} per {privacy.per}"
