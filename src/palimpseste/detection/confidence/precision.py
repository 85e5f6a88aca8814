"""How often what rules and record find is right, counted on annotated notes without a model.

What is kept are counts, by label, source and what other sources said; what few of them tell is drawn towards what more
of them tell, step by step: all spans, a label, a source of that label, that source with such an agreement.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from palimpseste.detection.confidence.evidence import Agreement

__all__ = ["COUNTS", "PrecisionTable", "bundled_precision"]

COUNTS = "precision.json"
# A step is believed as if so many spans had been seen at the one before.
_PRIOR_SPANS = 10.0
Key = tuple[str, ...]


class PrecisionTable:
    """Precision of sources, drawn towards that of what they are part of.

    Parameters
    ----------
    counts : mapping
        From (label, source, agreement) to how many spans were right and how many there were.
    """

    def __init__(self, counts: Mapping[tuple[str, str, str], tuple[int, int]]) -> None:
        right: Counter[Key] = Counter()
        total: Counter[Key] = Counter()
        for whole, (good, all_) in counts.items():
            for length in range(4):
                right[whole[:length]] += good
                total[whole[:length]] += all_
        self._shares: dict[Key, float] = {(): (right[()] + 1.0) / (total[()] + 2.0)}
        for key in sorted(total, key=len)[1:]:
            before = self._shares[key[:-1]]
            self._shares[key] = (right[key] + _PRIOR_SPANS * before) / (total[key] + _PRIOR_SPANS)

    def of(self, label: str, source: str, agreement: Agreement) -> float:
        """Return the share of spans like this one that are right: of the narrowest kind that was seen.

        Parameters
        ----------
        label : str
            Of the span.
        source : str
            What found it.
        agreement : Agreement
            What else found something there.
        """
        key: Key = (label, source, agreement)
        while key not in self._shares:
            key = key[:-1]
        return self._shares[key]

    @staticmethod
    def from_json(text: str) -> PrecisionTable:
        """Read what is nested by label, source and agreement in a file."""
        values = json.loads(text)["counts"]
        return PrecisionTable(
            {
                (label, source, agreement): (good, all_)
                for label, sources in values.items()
                for source, agreements in sources.items()
                for agreement, (good, all_) in agreements.items()
            }
        )


@cache
def bundled_precision() -> PrecisionTable:
    """Return the table that ships with the package, counted on training notes (``make confidence``)."""
    return PrecisionTable.from_json((files("palimpseste") / "data" / "confidence" / COUNTS).read_text("utf-8"))
