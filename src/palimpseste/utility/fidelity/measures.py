"""The measures, by what they are of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["AgeFidelity", "DateFidelity", "Fidelity", "PlaceFidelity"]


@dataclass(frozen=True, slots=True)
class DateFidelity:
    """Dates of the original and what the new text says of them; nan where there is nothing to measure.

    A date told several times in the same way counts once in a document. Shares and errors are means over the pairs of a
    document, then over the documents that have such pairs.

    Parameters
    ----------
    dates, unreadable : int
        Spans of dates that could be read in the original, and those among them that cannot in the new text.
    pairs, documents : int
        Pairs of dates of one document of which one was over before the other began, and documents with such a pair.
    in_order, tied, out_of_order, lost : float
        Shares of these pairs: told in the same order, overlapping, told the other way round, not both readable; they
        sum to 1.
    interval_pairs, interval_documents : int
        All pairs of dates of one document that are both readable, and documents with such a pair.
    interval_error_days : float
        Mean absolute error of the days between the two dates; the middle stands for a month, season or year.
    """

    dates: int
    unreadable: int
    pairs: int
    documents: int
    in_order: float
    tied: float
    out_of_order: float
    lost: float
    interval_pairs: int
    interval_documents: int
    interval_error_days: float


@dataclass(frozen=True, slots=True)
class PlaceFidelity:
    """Towns and postal codes and what the new text has in their place; means over spans, nan where there are none.

    Parameters
    ----------
    unknown : int
        Spans that are no French commune in the original: foreign, or not in the table. Nothing is measured of them.
    towns : int
        The other spans.
    not_compared : float
        Share of these whose surrogate is no French commune.
    same : float
        Of those compared, the share that stays the same town.
    distance_km : float
        Great-circle distance of original and surrogate. Positions that the table estimates count too.
    size_ratio : float
        Geometric mean of the larger population over the smaller, at least 1; towns without a population are left out.
    feature_errors : mapping of str to float
        For each feature joined to the table, the mean absolute error in standard deviations of its column over the
        communes; towns without a value are left out. nan also where the column is the same for all.
    """

    unknown: int
    towns: int
    not_compared: float
    same: float
    distance_km: float
    size_ratio: float
    feature_errors: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class AgeFidelity:
    """Ages and what the new text says of them; means over spans, nan where there are none.

    Parameters
    ----------
    ages : int
        Spans of ages that could be read in the original.
    unreadable : float
        Share of these that cannot be read in the new text, or that name another number of ages there.
    error_years : float
        Mean absolute error of the others.
    """

    ages: int
    unreadable: float
    error_years: float


@dataclass(frozen=True, slots=True)
class Fidelity:
    """How much of what the originals said the new texts still say.

    Parameters
    ----------
    documents : int
        How many were compared.
    bleu : float
        Corpus BLEU-4 of the new texts against the originals, in [0, 1]; nan where no new text has four tokens. A mask
        is one token, a tag several.
    dates : DateFidelity
        Of spans of dates.
    places : PlaceFidelity
        Of spans of towns.
    ages : AgeFidelity
        Of spans of ages.
    """

    documents: int
    bleu: float
    dates: DateFidelity
    places: PlaceFidelity
    ages: AgeFidelity
