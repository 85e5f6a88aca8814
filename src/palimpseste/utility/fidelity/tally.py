"""The measures of documents and what became of them, added up."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from palimpseste.document import BESIDE, Document, Span
from palimpseste.evaluation.bleu import ORDERS, bleu_counts, bleu_of, masked_tokens
from palimpseste.places import PlaceTable
from palimpseste.result import Result
from palimpseste.surrogates.policy.strategies import PLACES
from palimpseste.utility.fidelity.date_pairs import DatePairs
from palimpseste.utility.fidelity.measures import AgeFidelity, DateFidelity, Fidelity, PlaceFidelity
from palimpseste.utility.fidelity.towns import Towns, kilometres
from palimpseste.utility.values import ValuesRead, read_values

__all__ = ["FidelityTally", "fidelity_of"]

_BLEU_FIGURES = 2 * ORDERS + 2


class FidelityTally:
    """Adds up what documents kept; sums only, no text and no value.

    Sums are exact: the order of documents, and how they were shared out, change nothing. A pickled tally leaves its
    place table behind: it can be summed and measured, but takes no further document.

    Parameters
    ----------
    places : PlaceTable, optional
        Where towns are known from, with the features to measure; the table of the package by default.

    Examples
    --------
    >>> from palimpseste.surrogates import MasterKey, Policy, Replacer
    >>> document = Document("1", "Né le 3 mars 1960, vu le 12/04/2021.")
    >>> spans = [Span(6, 17, "BIRTHDATE"), Span(25, 35, "DATE")]
    >>> tally = FidelityTally()
    >>> replacer = Replacer(MasterKey(bytes(range(32))).cohort("study"), Policy.named("plausible"))
    >>> tally.add(document, replacer(document, spans))
    >>> tally.measured().dates.interval_error_days
    0.0
    """

    def __init__(self, places: PlaceTable | None = None) -> None:
        self._towns: Towns | None = Towns(places or PlaceTable.bundled())
        self._sums = _Sums(features={name: _Mean() for name in self._towns.scales})

    def add(self, document: Document, result: Result, spans: Sequence[Span] | None = None) -> None:
        """Count a document and what became of it.

        Parameters
        ----------
        document : Document
            As it came.
        result : Result
            What the replacer made of it.
        spans : sequence of Span, optional
            The values to measure, sorted and disjoint, in offsets of the original; those that were replaced, by
            default. Values that a policy keeps, and those that detection missed, are measured only if they are given.

        Raises
        ------
        ValueError
            If the result is of another document, or the tally was pickled.
        """
        if result.document_id != document.id:
            raise ValueError("a document is measured against the result of the same document")
        if self._towns is None:
            raise ValueError("a tally that was pickled has no place table left: it can be summed, not added to")
        replaced = [span for span in result.original_spans if span.source != BESIDE]
        old = dict(enumerate(replaced if spans is None else spans))
        carried = {number: result.offsets.to_new(span.start, span.end) for number, span in old.items()}
        new = {number: Span(*ends, old[number].label) for number, ends in carried.items() if ends[0] < ends[1]}
        said = read_values(document, old, self._towns.table)
        told = read_values(Document(document.id, result.text, date=result.date), new, self._towns.table)
        self._sums.counts["documents"] += 1
        self._sums.add_words(document.text, result.text)
        self._add_dates(said, told)
        self._add_towns(self._towns, old, said, told)
        self._add_ages(said, told)

    def measured(self) -> Fidelity:
        """Return the measures over all documents added."""
        sums = self._sums
        counts, means = sums.counts, sums.means
        return Fidelity(
            documents=counts["documents"],
            bleu=_bleu(sums.bleu),
            dates=DateFidelity(
                dates=counts["dates"],
                unreadable=counts["unreadable dates"],
                pairs=counts["ordered pairs"],
                documents=means["in order"].count,
                in_order=means["in order"].value,
                tied=means["tied"].value,
                out_of_order=means["out of order"].value,
                lost=means["lost"].value,
                interval_pairs=counts["intervals"],
                interval_documents=means["interval error"].count,
                interval_error_days=means["interval error"].value,
            ),
            places=PlaceFidelity(
                unknown=counts["unknown towns"],
                towns=means["not compared"].count,
                not_compared=means["not compared"].value,
                same=means["same town"].value,
                distance_km=means["distance"].value,
                size_ratio=math.exp(means["log size ratio"].value),
                feature_errors={name: mean.value for name, mean in sums.features.items()},
            ),
            ages=AgeFidelity(
                ages=means["unreadable age"].count,
                unreadable=means["unreadable age"].value,
                error_years=means["age error"].value,
            ),
        )

    def __add__(self, other: FidelityTally) -> FidelityTally:
        both = FidelityTally.__new__(FidelityTally)
        both._towns = self._towns or other._towns
        both._sums = self._sums + other._sums
        return both

    def __getstate__(self) -> dict[str, Any]:
        return {"_towns": None, "_sums": self._sums}

    def __repr__(self) -> str:
        return f"FidelityTally(<{self._sums.counts['documents']} documents>)"

    def _add_dates(self, said: ValuesRead, told: ValuesRead) -> None:
        counts, means = self._sums.counts, self._sums.means
        counts["dates"] += len(said.dates)
        counts["unreadable dates"] += len(said.dates.keys() - told.dates.keys())
        pairs = DatePairs.of({(value, told.dates.get(number)) for number, value in said.dates.items()})
        orders = pairs.orders()
        if orders:
            counts["ordered pairs"] += orders.total()
            for name in ("in order", "tied", "out of order", "lost"):
                means[name].add(orders[name] / orders.total())
        errors = pairs.interval_errors()
        if len(errors):
            counts["intervals"] += len(errors)
            means["interval error"].add(float(errors.mean()))

    def _add_towns(self, towns: Towns, spans: Mapping[int, Span], said: ValuesRead, told: ValuesRead) -> None:
        means = self._sums.means
        asked = sum(span.label in PLACES for span in spans.values())
        self._sums.counts["unknown towns"] += asked - len(said.towns)
        for number, one in said.towns.items():
            other = told.towns.get(number)
            means["not compared"].add(other is None)
            if other is None:
                continue
            means["same town"].add(one.insee == other.insee)
            means["distance"].add(kilometres(one, other))
            if one.population and other.population:
                means["log size ratio"].add(abs(math.log(one.population / other.population)))
            for name, error in towns.feature_errors(one, other):
                self._sums.features[name].add(error)

    def _add_ages(self, said: ValuesRead, told: ValuesRead) -> None:
        means = self._sums.means
        for number, ages in said.ages.items():
            new = told.ages.get(number, ())
            means["unreadable age"].add(len(new) != len(ages))
            if len(new) == len(ages):
                errors = [abs(one - other) for one, other in zip(ages, new, strict=True)]
                means["age error"].add(sum(errors) / len(errors))


def fidelity_of(pairs: Iterable[tuple[Document, Result]], places: PlaceTable | None = None) -> Fidelity:
    """Return the measures over documents and what the replacer made of them.

    Parameters
    ----------
    pairs : iterable of Document and Result
        See :meth:`FidelityTally.add`.
    places : PlaceTable, optional
        See :class:`FidelityTally`.
    """
    tally = FidelityTally(places)
    for document, result in pairs:
        tally.add(document, result)
    return tally.measured()


@dataclass(slots=True)
class _Mean:
    """A mean; its sum is exact, since every float is a fraction."""

    total: Fraction = Fraction(0)
    count: int = 0

    def add(self, value: float) -> None:
        self.total += Fraction(value)
        self.count += 1

    def __add__(self, other: _Mean) -> _Mean:
        return _Mean(self.total + other.total, self.count + other.count)

    @property
    def value(self) -> float:
        return float(self.total / self.count) if self.count else math.nan


@dataclass
class _Sums:
    """All that a tally holds: counts and means by what they are of, means by feature, the figures BLEU is made of."""

    counts: Counter[str] = field(default_factory=Counter)
    means: defaultdict[str, _Mean] = field(default_factory=lambda: defaultdict(_Mean))
    features: dict[str, _Mean] = field(default_factory=dict)
    bleu: list[int] = field(default_factory=lambda: [0] * _BLEU_FIGURES)

    def add_words(self, original: str, new: str) -> None:
        """Count the n-grams of a new text and those it shares with the original."""
        reference, candidate = masked_tokens(original, ()), masked_tokens(new, ())
        matches, totals = bleu_counts(reference, candidate)
        figures = (*matches, *totals, len(reference), len(candidate))
        self.bleu = [known + figure for known, figure in zip(self.bleu, figures, strict=True)]

    def __add__(self, other: _Sums) -> _Sums:
        means = defaultdict(_Mean, _added(self.means, other.means))
        features = _added(self.features, other.features)
        bleu = [one + another for one, another in zip(self.bleu, other.bleu, strict=True)]
        return _Sums(Counter(self.counts) + Counter(other.counts), means, features, bleu)


def _added(ones: Mapping[str, _Mean], others: Mapping[str, _Mean]) -> dict[str, _Mean]:
    return {name: ones.get(name, _Mean()) + others.get(name, _Mean()) for name in {**ones, **others}}


def _bleu(figures: Sequence[int]) -> float:
    sums = np.array(figures, dtype=np.float64)
    return float(bleu_of(sums[:ORDERS], sums[ORDERS : 2 * ORDERS], sums[-2], sums[-1]))
