"""How often something is found, against how often it was found in the same kinds of documents before.

For each label, and each label with each source:

1. *Expected count.* The reference gives a rate for each document type; the run's expected count is the sum over its
   types of tokens times rate. A day with more discharge letters is not a day with more names.
2. *Spread.* Runs differ by more than chance: a ward closes, a letter is copied to ten colleagues. The dispersion is the
   Pearson statistic of the reference runs over their number less one, and never below 1 (McCullagh and Nelder 1989,
   6.2.3).
3. *Test.* Counts divided by the dispersion go through the exact test of two Poisson rates. Since the dispersion is an
   estimate from R runs, the normal score of that p-value is read in Student's t of R - 1 degrees of freedom.

The reference's expected count for the run is itself uncertain; it enters the test as a count of its own precision:
mean squared over variance, which is the reference's plain count where there is one document type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from palimpseste.watch.exact import log_rate_difference, normal_score, student_two_sided
from palimpseste.watch.record import RunRecord
from palimpseste.watch.window import Window, summed

__all__ = ["Rate", "history_of", "rates_of"]

# What is counted in documents, beside the labels counted in tokens.
WITHOUT_SPAN = "documents in which nothing was found"
QUARANTINED = "documents in quarantine"
# A rarer source has shown too little of its spread; that of its whole label stands for it.
_LEAST_COUNT = 50


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something was found in a run, and how often it was to be expected.

    Parameters
    ----------
    name : str
        A label, or what is counted in documents.
    source : str
        What found it; empty for all sources.
    count : int
        In the run.
    expected : float
        At the rates of the reference, in the run's own document types.
    exposure : int
        Tokens of the run, or documents.
    unit : int
        What rates are given in: 1000 tokens, or 100 documents.
    dispersion : float
        Of the reference runs, 1 or more.
    p_value : float
        That the run is one of the reference, before any correction.
    """

    name: str
    source: str
    count: int
    expected: float
    exposure: int
    unit: int
    dispersion: float
    p_value: float

    @property
    def ratio(self) -> float:
        """Count over expected count; infinite where nothing was expected."""
        return self.count / self.expected if self.expected else float("inf")

    @property
    def rate(self) -> float:
        """Count in a unit of the run."""
        return self.count / self.exposure * self.unit

    @property
    def expected_rate(self) -> float:
        """Expected count in a unit of the run."""
        return self.expected / self.exposure * self.unit

    def has_changed(self, least_change: float) -> bool:
        """Tell whether the ratio is `least_change` below 1, or its inverse is."""
        return min(self.ratio, 1 / self.ratio if self.ratio else 0.0) <= 1 - least_change


@dataclass(frozen=True, slots=True)
class _Measure:
    """What is counted, in each run: counts and exposures by stratum."""

    name: str
    source: str
    unit: int
    counts: Sequence[Mapping[str, int]]
    exposures: Sequence[Mapping[str, int]] = field(repr=False)


def rates_of(window: Window) -> list[Rate]:
    """Return all that is counted in the run or its reference, labels before sources."""
    runs = (*window.reference, window.run)
    spreads: dict[str, float] = {}
    rates = []
    for measure in _measures(runs):
        if not any(measure.exposures[-1].values()):
            continue
        rate = _rate_of(measure, spreads.get(measure.name, 1.0))
        if not measure.source:
            spreads[measure.name] = rate.dispersion
        rates.append(rate)
    return rates


def history_of(rate: Rate, window: Window) -> list[float]:
    """Return what a rate was in each run of the reference, and last in the run itself."""
    runs = (*window.reference, window.run)
    measure = next(each for each in _measures(runs) if (each.name, each.source) == (rate.name, rate.source))
    return [
        sum(counts.values()) / max(1, sum(exposures.values())) * rate.unit
        for counts, exposures in zip(measure.counts, measure.exposures, strict=True)
    ]


def _measures(runs: Sequence[RunRecord]) -> Iterable[_Measure]:
    tables = [record.by_source for record in runs]
    tokens = [record.profile.tokens for record in runs]
    for label, source in sorted({key for table in tables for key in table}):
        counts = [table.get((label, source), Counter()) for table in tables]
        yield _Measure(label, source, 1000, counts, tokens)
    documents = [{"": record.documents} for record in runs]
    yield _Measure(WITHOUT_SPAN, "", 100, [{"": record.without_span} for record in runs], documents)
    read = [{"": record.documents + record.quarantined} for record in runs]
    yield _Measure(QUARANTINED, "", 100, [{"": record.quarantined} for record in runs], read)


def _rate_of(measure: _Measure, least_dispersion_of_rare: float) -> Rate:
    *past_counts, counts = measure.counts
    *past_exposures, exposures = measure.exposures
    pooled_counts, pooled_exposures = summed(past_counts), summed(past_exposures)
    total, past_total = sum(counts.values()), pooled_counts.total()
    exposure, past_exposure = sum(exposures.values()), pooled_exposures.total()

    # A type the reference hardly knows is given the rate of all.
    known = {type for type, amount in pooled_exposures.items() if amount and amount >= exposures.get(type, 0)}
    rate_of = {type: pooled_counts[type] / pooled_exposures[type] for type in known}
    overall = past_total / past_exposure

    def expected_in(amounts: Mapping[str, int]) -> float:
        return sum(amount * rate_of.get(type, overall) for type, amount in amounts.items())

    expected = expected_in(exposures)
    pairs = [
        (sum(seen.values()), expected_in(amounts)) for seen, amounts in zip(past_counts, past_exposures, strict=True)
    ]
    degrees = len(past_counts) - 1
    dispersion = max(1.0, sum((seen - usual) ** 2 / usual for seen, usual in pairs if usual) / degrees)
    if past_total < _LEAST_COUNT:
        dispersion = max(dispersion, least_dispersion_of_rare)

    if past_total and expected:
        variance = sum(
            amount**2 * (rate_of[type] / pooled_exposures[type] if type in known else overall / past_exposure)
            for type, amount in exposures.items()
        )
        precision = expected**2 / variance
        log_p = log_rate_difference(total / dispersion, expected, precision / dispersion, precision)
    else:  # nothing of it was ever counted, or nothing in documents of these types
        alike = sum(pooled_exposures[type] for type in exposures) if past_total else past_exposure
        log_p = log_rate_difference(total / dispersion, exposure, 0, alike)
    p_value = student_two_sided(normal_score(log_p), degrees)
    return Rate(measure.name, measure.source, total, expected, exposure, measure.unit, dispersion, p_value)
