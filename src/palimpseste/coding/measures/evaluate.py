"""Measure predicted codes against those stays have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.measures.counts import PRECISION_AT, CodeCounts, CodeSums, count_codes
from palimpseste.coding.measures.scores import CodeLine, CodingEvaluation, GroupScores, Shares
from palimpseste.coding.numbers.label_space import BANDS, band_of
from palimpseste.coding.predictions import Prediction
from palimpseste.coding.stays.stay import Stay
from palimpseste.evaluation.bootstrap import Samples, ratio
from palimpseste.evaluation.scores import Estimate
from palimpseste.icd10 import chapter_of, chapters

__all__ = ["evaluate_codes"]

Array = NDArray[np.float64]
_NO_CHAPTER = "outside the chapters"


def evaluate_codes(
    gold: Iterable[Stay],
    predictions: Iterable[Prediction],
    *,
    training_stays: Mapping[str, int] | None = None,
    bootstrap: int = 1000,
    seed: int = 20240305,
) -> CodingEvaluation:
    """Return every measure of predicted codes.

    A code that no training stay had counts as missed like any other.

    Parameters
    ----------
    gold : iterable of Stay
        Stays with the codes that are right.
    predictions : iterable of Prediction
        Of the same stays, matched by identifier.
    training_stays : mapping of str to int, optional
        How many training stays had each code: what the frequency bands are made of.
    bootstrap : int
        Samples of stays behind the 95 % intervals; 0 for none.
    seed : int
        Of the samples.

    Raises
    ------
    UsageError
        If a stay is on one side only or comes twice, or there is none.

    Examples
    --------
    >>> stays = [Stay("1", ("Toux.",), ("R05",)), Stay("2", ("HTA.",), ("I10", "E11.9"))]
    >>> found = [Prediction("1", ("R05",), {}), Prediction("2", ("I10",), {})]
    >>> f"{evaluate_codes(stays, found, bootstrap=0).overall.micro.recall}"
    '0.667'
    """
    counts = count_codes(gold, predictions)
    samples = Samples(counts, bootstrap, seed)
    groups = {name: _columns(counts, name, _chapter_name) for name in (*(c.name for c in chapters()), _NO_CHAPTER)}
    bands: dict[str, list[int]] = {}
    if training_stays is not None:
        known = training_stays
        bands = {name: _columns(counts, name, lambda code: band_of(known.get(code, 0))) for name in BANDS}
    return CodingEvaluation(
        stays=len(counts.documents),
        bootstrap=bootstrap,
        seed=seed,
        overall=_group(samples, range(len(counts.codes))),
        precision_at=_precision_at(samples),
        bands={name: _group(samples, columns) for name, columns in bands.items() if columns},
        chapters={name: _group(samples, columns) for name, columns in groups.items() if columns},
        codes=_lines(counts, samples.total, training_stays),
    )


def _chapter_name(code: str) -> str:
    chapter = chapter_of(code)
    return chapter.name if chapter else _NO_CHAPTER


def _columns(counts: CodeCounts, name: str, name_of: Callable[[str], str]) -> list[int]:
    return [column for column, code in enumerate(counts.codes) if name_of(code) == name]


def _group(samples: Samples[CodeSums], columns: Sequence[int]) -> GroupScores:
    chosen = np.asarray(columns, dtype=np.int64)

    def micro(part: Callable[[CodeSums], Array], whole: Callable[[CodeSums], Array]) -> Callable[[CodeSums], Array]:
        return lambda sums: ratio(part(sums)[..., chosen].sum(-1), whole(sums)[..., chosen].sum(-1))

    def macro(part: Callable[[CodeSums], Array], whole: Callable[[CodeSums], Array]) -> Callable[[CodeSums], Array]:
        return lambda sums: _mean_ratio(
            part(sums)[..., chosen], whole(sums)[..., chosen], (sums.gold + sums.given)[..., chosen]
        )

    measures = (
        (lambda sums: sums.right, lambda sums: sums.given),
        (lambda sums: sums.right, lambda sums: sums.gold),
        (lambda sums: 2 * sums.right, lambda sums: sums.gold + sums.given),
    )
    total = samples.total
    return GroupScores(
        codes=len(chosen),
        gold=int(total.gold[chosen].sum()),
        given=int(total.given[chosen].sum()),
        right=int(total.right[chosen].sum()),
        micro=Shares(*(samples.estimate(micro(part, whole)) for part, whole in measures)),
        macro=Shares(*(samples.estimate(macro(part, whole)) for part, whole in measures)),
    )


def _precision_at(samples: Samples[CodeSums]) -> Mapping[int, Estimate]:
    found = samples.estimates(lambda sums: sums.hits / (sums.stays[..., None] * np.array(PRECISION_AT)))
    return dict(zip(PRECISION_AT, found, strict=True))


def _lines(counts: CodeCounts, total: CodeSums, training_stays: Mapping[str, int] | None) -> dict[str, CodeLine]:
    order = sorted(range(len(counts.codes)), key=lambda column: (-total.gold[column], counts.codes[column]))
    return {
        counts.codes[column]: CodeLine(
            int(total.gold[column]),
            int(total.given[column]),
            int(total.right[column]),
            None if training_stays is None else training_stays.get(counts.codes[column], 0),
        )
        for column in order
    }


def _mean_ratio(part: Array, whole: Array, met: Array) -> Array:
    """Return the mean ratio over the codes that were met, shape (...); 0 for one whose whole is 0."""
    shares = np.where(met > 0, np.nan_to_num(ratio(part, whole)), 0.0)
    return ratio(shares.sum(-1), (met > 0).sum(-1).astype(float))
