"""How many stays, words and codes there are, and how rare the codes: Table 5 of Tchouka et al., the journal paper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from palimpseste.coding.stays.stay import Stay, with_families

__all__ = ["COMMON", "CodeCounts", "StayStatistics", "statistics_of"]

# Stays of a code: below the first it is rare, from the second on common, as the paper counts.
_RARE, COMMON = 10, 100
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class CodeCounts:
    """The codes of some stays.

    Parameters
    ----------
    total : int
        Pairs of stay and code.
    different : int
        Codes, each once.
    rare, common : int
        Of these, the codes of fewer than `_RARE` and of `COMMON` stays or more.
    """

    total: int
    different: int
    rare: int
    common: int


@dataclass(frozen=True, slots=True)
class StayStatistics:
    """What stays hold.

    Parameters
    ----------
    stays, documents, words : int
        Words are runs of letters, digits and underscores.
    codes, families : CodeCounts
        The codes as they are, and cut to three characters.
    """

    stays: int
    documents: int
    words: int
    codes: CodeCounts
    families: CodeCounts

    @property
    def mean_words(self) -> float:
        """Words of a stay, the mean; nan where there is no stay."""
        return self.words / self.stays if self.stays else float("nan")


def statistics_of(stays: Iterable[Stay]) -> StayStatistics:
    """Return what stays hold; they are gone through once and not kept."""
    count = documents = words = 0
    codes: Counter[str] = Counter()
    families: Counter[str] = Counter()
    for stay in stays:
        count += 1
        documents += len(stay.documents)
        words += sum(1 for text in stay.documents for _ in _WORD.finditer(text))
        codes.update(stay.codes)
        families.update(with_families(stay).codes)
    return StayStatistics(count, documents, words, _counts(codes), _counts(families))


def _counts(stays: Counter[str]) -> CodeCounts:
    rare = sum(count < _RARE for count in stays.values())
    common = sum(count >= COMMON for count in stays.values())
    return CodeCounts(stays.total(), len(stays), rare, common)
