"""What found something where a span stands, and whether it says the same."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from palimpseste.document import Span

__all__ = ["Agreement", "Evidence", "as_told", "evidence_for"]

# What other sources say of a span: its label and edges, its label at other edges, only other labels, nothing at all.
Agreement = Literal["same", "near", "other", "none"]
_AGREEMENTS: tuple[Agreement, ...] = get_args(Agreement)
# As spans are sorted, where all have one source.
_PLACE = attrgetter("start", "end", "label")


class Evidence(NamedTuple):
    """What speaks for a span.

    Parameters
    ----------
    sources : tuple of str
        As :attr:`palimpseste.document.Span.evidence`.
    agreement : str
        The most that any source but its own says for it.
    """

    sources: tuple[str, ...]
    agreement: Agreement


def as_told(spans: Sequence[Span], found: Sequence[Span]) -> list[list[Span]]:
    """Return, for each span, what the model told there: what it settles or joins is as sure as what was told.

    A span of the model that holds others of its own whole, whose label or extent what stands beside them settled, is
    these; any other span is itself.

    Parameters
    ----------
    spans : sequence of Span
        Sorted and disjoint.
    found : sequence of Span
        All that detectors found, in the same offsets.
    """
    own = sorted([each for each in found if each.source == "model"], key=_PLACE)
    starts = [each.start for each in own]
    told = []
    for span in spans:
        first = bisect_left(starts, span.start)
        parts = own[first : bisect_left(starts, span.end, first)] if span.source == "model" else []
        told.append(parts if parts and parts[-1].end <= span.end else [span])
    return told


def evidence_for(spans: Sequence[Span], found: Sequence[Span]) -> list[Evidence]:
    """Return the evidence for each span.

    Parameters
    ----------
    spans : sequence of Span
        Sorted and disjoint.
    found : sequence of Span
        All that detectors found, in order of trust and the same offsets.
    """
    starts, ends = [span.start for span in spans], [span.end for span in spans]
    sources: list[dict[str, None]] = [{span.source: None} for span in spans]
    ranks = [3] * len(spans)
    for each in found:
        start, end, label, source = each.start, each.end, each.label, each.source
        for place in range(bisect_right(ends, start), bisect_left(starts, end)):
            span = spans[place]
            if label == span.label:
                rank = 0 if start == span.start and end == span.end else 1
                sources[place][source] = None
            else:
                rank = 2
                sources[place][f"{source}:{label}"] = None
            if rank < ranks[place] and source != span.source:
                ranks[place] = rank
    return [Evidence(tuple(names), _AGREEMENTS[rank]) for names, rank in zip(sources, ranks, strict=True)]
