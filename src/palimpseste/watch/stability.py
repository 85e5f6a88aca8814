"""Whether a run is made of the same things as those before: the population stability index, and what is usual for it.

The index of two distributions p and q is the sum of (p - q) log(p / q). By chance alone it is about
(bins - 1) (1 / n + 1 / m) for n and m things counted (Yurdakul 2018), so that the customary 0.1 and 0.25 say nothing of
small runs. Here each reference run is compared with the other ones in the same way, and the run's own index is read in
Student's predictive distribution of the logarithms.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from palimpseste.watch.exact import student_two_sided
from palimpseste.watch.record import RunRecord
from palimpseste.watch.window import Window, summed

__all__ = ["FEW", "Stability", "stabilities_of", "stability_index"]

# Added to the count of each bin: a bin that is new must not make the index infinite.
_SMOOTHING = 0.5
# Bins of fewer things, in the run and in the reference runs on average, are one: their logarithms would be noise.
_LEAST_COUNT = 10
FEW = "(few)"


@dataclass(frozen=True, slots=True)
class Stability:
    """How far the mix of a run is from that of its reference.

    Parameters
    ----------
    name : str
        What is mixed.
    index : float
        Population stability index, 0 or more.
    usual : float
        Median of the reference runs, each against the others.
    p_value : float
        That an index as large is one of the reference, before any correction.
    shares : mapping
        Each bin to its share in the reference and in the run.
    """

    name: str
    index: float
    usual: float
    p_value: float
    shares: Mapping[str, tuple[float, float]]


def stabilities_of(window: Window) -> list[Stability]:
    """Return the stability of labels, document types and lengths."""
    mixes: dict[str, Callable[[RunRecord], Counter[str]]] = {
        "labels": _labels_of,
        "document types": lambda record: record.profile.documents,
        "document lengths": lambda record: Counter(
            {_interval(digits): count for digits, count in record.profile.lengths.items()}
        ),
    }
    return [
        _stability_of(name, [mix(record) for record in window.reference], mix(window.run))
        for name, mix in mixes.items()
    ]


def stability_index(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    """Return the population stability index of two counts; the same whichever comes first."""
    bins = {*one, *other}
    size = sum(one.values()) + _SMOOTHING * len(bins)
    other_size = sum(other.values()) + _SMOOTHING * len(bins)
    index = 0.0
    for name in sorted(bins):
        share = (one.get(name, 0) + _SMOOTHING) / size
        other_share = (other.get(name, 0) + _SMOOTHING) / other_size
        index += (share - other_share) * math.log(share / other_share)
    return index


def _stability_of(name: str, reference: Sequence[Counter[str]], run: Counter[str]) -> Stability:
    reference, run = _without_small_bins(reference, run)
    pooled = summed(reference)
    index = stability_index(pooled, run)
    against_others = [
        (stability_index(others := pooled - counts, counts), _scale(others, counts))
        for counts in reference
        if counts.total()
    ]
    usual = statistics.median(each for each, _ in against_others) if against_others else 0.0
    bins = sorted({*pooled, *run})
    shares = {each: (_share(pooled, each), _share(run, each)) for each in bins}
    degrees = len(bins) - 1
    if degrees == 0 or len(against_others) < 2 or not run.total():
        return Stability(name, index, usual, 1.0, shares)
    # In units of chance an index is about chi-squared; its mean is added so that an index of 0 has a logarithm.
    logarithms = [math.log(each / scale + degrees) for each, scale in against_others]
    chance = math.sqrt(1 / (2 * degrees))
    spread = max(statistics.stdev(logarithms), chance) * math.sqrt(1 + 1 / len(logarithms))
    t = (math.log(index / _scale(pooled, run) + degrees) - statistics.mean(logarithms)) / spread
    beyond = student_two_sided(t, len(logarithms) - 1) / 2
    return Stability(name, index, usual, beyond if t > 0 else 1 - beyond, shares)


def _without_small_bins(
    reference: Sequence[Counter[str]], run: Counter[str]
) -> tuple[list[Counter[str]], Counter[str]]:
    pooled = summed(reference)
    bins = {*pooled, *run}
    kept = {name for name in bins if max(run[name], pooled[name] / max(1, len(reference))) >= _LEAST_COUNT}

    def merged(counts: Counter[str]) -> Counter[str]:
        few = sum(count for name, count in counts.items() if name not in kept)
        return Counter({name: counts[name] for name in kept} | ({FEW: few} if bins - kept else {}))

    return [merged(counts) for counts in reference], merged(run)


def _scale(one: Counter[str], other: Counter[str]) -> float:
    return 1 / max(1, one.total()) + 1 / max(1, other.total())


def _share(counts: Counter[str], name: str) -> float:
    return counts[name] / counts.total() if counts.total() else 0.0


def _labels_of(record: RunRecord) -> Counter[str]:
    labels: Counter[str] = Counter()
    for (_, label, _), count in record.profile.spans.items():
        labels[label] += count
    return labels


def _interval(digits: int) -> str:
    return f"{2**digits // 2:>9,} to {2**digits - 1:,}" if digits else f"{0:>9}"
