"""What each strategy guarantees, in words for the report of a run."""

from __future__ import annotations

from collections.abc import Mapping

from palimpseste.labels import DATES, Label
from palimpseste.surrogates.policy.options import ClockOptions, Kind, Options, Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import MECHANISMS, PLACES, SHIFTS, Strategy

__all__ = ["guarantee_of", "statement_of"]

_DAYS_IN_A_WEEK = 7
_WORKING_DAYS = "; a day on which nobody plans is written as the nearest working day of its {0}"
_SEASONS = "; where words that stay say a season, an epoch or a class of school, {0}"
_SHIFT_IN_SEASON, _CLOCK_IN_SEASON = (
    "the shift is drawn among those that agree with it",
    "a life moves by weeks or years, computed from what was released, until its dates agree",
)
_KIND_WORDS: Mapping[Kind, str] = {
    "DATE": "a date",
    "MONTH": "a month",
    "YEAR": "a year or season",
    "AGE": "an age",
    "CITY": "a town",
}
_SHIFT = "shifted by one secret number of {3} per {0}, {1} to {2} either way{5}: {4} survive, no proof of privacy"
_CHANGED_AGE = (
    "kept where the birth date is known and shifted alike, and below two years where it is in months, weeks or days, "
    "else moved by {0} to {1} units: no proof of privacy"
)
_NAME = (
    "replaced by a name drawn with the secret key, whatever its letters; who lacks the key learns its gender, its case "
    "and how its words are joined{0}: no proof of privacy"
)
_CARERS = "; a carer has one name in all notes of the cohort, which tells what notes are by one hand"
_AROUND = (
    "; all but that of the patient's record within {} km of what stands for it, large ones or with a hospital within "
    "{}, or the nearest of their class"
)
_SENTENCES: Mapping[Strategy, str] = {
    "plausible": "replaced by a surrogate drawn with the secret key; who lacks the key learns only its written form",
    "tag": "replaced by the name of its label",
    "numbered-tag": "replaced by its label and a number; equal values of a document keep equal numbers",
    "mask": "replaced by the same mark whatever its label and length",
    "keep": "kept as it is: no protection",
    "metric-laplace": "released with exact discrete Laplace noise, {budget}, in the unit it is written in; "
    "whatever follows from other surrogates is computed from them",
    "clock-laplace": "read on the patient's secret clock ({clock}), then released once for all documents with exact "
    "discrete Laplace noise, {budget}; intervals are hidden by the clock, which is measured and not proved",
    "bounded-laplace": "durations released with Laplace noise within their class (two months, two years, beyond), "
    "{budget}; the class itself, and the dates as a whole under a secret shift, without proof",
    "exponential": "drawn among all towns of {zone} whose names take the same words by an exact exponential mechanism, "
    "{budget} a step of the metric: {metric}{around}",
    "exponential-knn": "drawn among its nearest towns as published in 2023: the published proof does not hold, the "
    "candidates tell the original; for comparison only",
    "planar-laplace": "moved by exact planar Laplace noise to the nearest town of {zone} whose name takes the same "
    "words, {budget} for each {kilometres} km",
    "uniform": "drawn among all towns of {zone} whose names take the same words, whatever the original: nothing else "
    "of it is released but its form{around}",
}


def guarantee_of(
    label: Label, strategy: Strategy, options: Options, privacy: Privacy, places: PlaceOptions, clock: ClockOptions
) -> str:
    """Return what a strategy guarantees for a label.

    Parameters
    ----------
    label : Label
        The label.
    strategy : Strategy
        What becomes of it.
    options : Options
        Of the policy.
    privacy : Privacy
        Its budget.
    places : PlaceOptions
        Its options for places.
    clock : ClockOptions
        Its options for the secret clock.
    """
    guarantee = _guarantee_of(label, strategy, options, privacy, places, clock) + _seasons(label, strategy, options)
    moves = strategy in SHIFTS or strategy in MECHANISMS
    if not (options.working_days and label == "DATE" and moves):
        return guarantee
    keeps_weekdays = strategy not in MECHANISMS and options.date_shift_step % _DAYS_IN_A_WEEK == 0
    return guarantee + _WORKING_DAYS.format("week" if keeps_weekdays else "month")


def _guarantee_of(
    label: Label, strategy: Strategy, options: Options, privacy: Privacy, places: PlaceOptions, clock: ClockOptions
) -> str:
    if strategy == "shift" or (strategy == "plausible" and label in DATES):
        return _shift(options)
    if strategy == "plausible" and label == "AGE":
        return _CHANGED_AGE.format(*options.age_change_units)
    if strategy == "plausible" and label in ("FIRSTNAME", "LASTNAME"):
        carers = _CARERS if options.carer_scope == "cohort" else ""
        return _NAME.format("".join(f", its {form}" for form in options.keep_of_names)) + carers
    return _SENTENCES[strategy].format(
        budget=_budget(label, strategy, privacy),
        zone=_zone(places),
        metric=_metric(places),
        kilometres=places.kilometres,
        around=_AROUND.format(places.around_km, 3 * places.around_km // 2) if places.around_km else "",
        clock=_clock(clock),
    )


def _seasons(label: Label, strategy: Strategy, options: Options) -> str:
    if not options.seasons or label != "DATE":
        return ""
    if strategy == "clock-laplace":
        return _SEASONS.format(_CLOCK_IN_SEASON)
    return _SEASONS.format(_SHIFT_IN_SEASON) if strategy in SHIFTS else ""


def _shift(options: Options) -> str:
    step = options.date_shift_step
    number = "days" if step == 1 else f"days, a multiple of {step},"
    kept = "intervals and weekdays" if step % _DAYS_IN_A_WEEK == 0 else "intervals"
    latest = options.date_shift_latest
    back = "" if latest is None else f", earlier where one would come out after {latest}"
    return _SHIFT.format(options.shift_scope, *options.date_shift_days, number, kept, back)


def statement_of(
    strategies: Mapping[Label, Strategy], privacy: Privacy, places: PlaceOptions, clock: ClockOptions
) -> str:
    """Return in one paragraph what is guaranteed of the values that mechanisms release; empty where none does.

    Parameters
    ----------
    strategies : mapping
        By label.
    privacy : Privacy
        The budget.
    places : PlaceOptions
        Options for places.
    clock : ClockOptions
        Options for the secret clock.
    """
    used = set(strategies.values())
    if used.isdisjoint(MECHANISMS):
        return ""
    proved = sorted(used & {"metric-laplace", "clock-laplace", "exponential", "planar-laplace"})
    names = [str(label) for label, strategy in strategies.items() if strategy in proved]
    if not names:
        return "No strategy of this policy has a proof of differential privacy."
    towns = (
        f"kilometres between points of a grid divided by {places.kilometres}"
        if "planar-laplace" in proved
        else f"steps, {_metric(places)}"
    )
    unit = "patients, with all their documents" if privacy.per == "value" else "documents"
    whole = (
        f" Dates to the day that all move together by d days are besides d/{clock.shift_days}-private."
        if "clock-laplace" in proved and not clock.keep_season
        else ""
    )
    hidden = ", intervals between dates beyond what was said" if "clock-laplace" in proved else ""
    return (
        f"Values of {', '.join(names)} are released with metric differential privacy. {_scope(privacy)} Take two "
        f"{unit}, with the same words, in which detection finds the same spans, with the same order of dates and the "
        "same links between their values, one of whose values differs by d (days, weeks, months or years as it is "
        f"written; for towns of one class of grammar, {towns}): whoever lacks the key sees either of them "
        "de-identified with probabilities whose ratio is at most exp(ε'·d), ε' being that value's."
        f"{whole} Not protected by this: the words themselves, durations and weekdays among them, how a value is "
        "written, whether a town is one of the table and the class of grammar of its name (au Havre, d'Orléans), rare "
        f"diseases{hidden}, and whatever detection missed."
    )


def _scope(privacy: Privacy) -> str:
    if privacy.per == "document":
        return (
            f"Each document spends at most ε = {privacy.epsilon}, split over its distinct values; documents of one "
            "patient add up."
        )
    each = ", ".join(f"{privacy.epsilon * privacy.weights.get(kind, 1)} {words}" for kind, words in _KIND_WORDS.items())
    return (
        f"Each distinct value of a patient is released once, the same in all documents, with ε = {each}; distinct "
        "values add up."
    )


def _zone(places: PlaceOptions) -> str:
    if isinstance(places.zone, tuple):
        return f"departments {', '.join(places.zone)}"
    return {"france": "France", "metropolitan": "metropolitan France"}[places.zone]


def _metric(places: PlaceOptions) -> str:
    parts = []
    if places.kilometres:
        reach = f", {places.reach_km} km at most" if places.reach_km else ""
        parts.append(f"one for each {places.kilometres} km begun{reach}")
    if places.size:
        fewest, most = (f"{each:,}".replace(",", " ") for each in places.populations)
        largest = f", the {places.largest} largest of a class alike" if places.largest else ""
        parts.append(f"{places.size} for each factor of 2.7 in population between {fewest} and {most}{largest}")
    if places.hospital:
        parts.append(f"{places.hospital} between a town with a hospital and one without")
    parts += [
        f"{column.steps} for the whole span of {column.name}"
        for column in (places.features.columns if places.features else ())
    ]
    return ", ".join(parts) + ("" if places.norm == "sum" else ", put together as in Pythagoras' theorem")


def _clock(clock: ClockOptions) -> str:
    moved = (
        f"a life moves by whole years, {clock.shift_days} days on average, and six weeks; intervals are not hidden"
        if clock.keep_season
        else f"a life moves by {clock.shift_days} days on average, and parts of it are stretched"
    )
    if clock.latest is None:
        return moved
    return f"{moved}; where it would end after {clock.latest}, it is moved back by whole years"


def _budget(label: Label, strategy: Strategy, privacy: Privacy) -> str:
    if privacy.per == "document":
        return f"ε = {privacy.epsilon} per document"
    kinds: tuple[Kind, ...] = ("AGE",) if label == "AGE" else ("CITY",) if label in PLACES else ("DATE",)
    if strategy == "clock-laplace":
        kinds = ("DATE", "MONTH", "YEAR")
    words = [f"{privacy.epsilon * privacy.weights.get(kind, 1)} {_KIND_WORDS[kind]}" for kind in kinds]
    return f"ε = {', '.join(words)}"
