"""Whether spans said to be right nine times in ten are: reliability and expected calibration error.

A span is right when some annotation has its two edges and its label. The expected calibration error is the mean
distance between what was said and what was right, over bins of probability, each weighed by its spans (Guo et al.
2017, 2; Naeini et al. 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from palimpseste.document import Document
from palimpseste.labels import LABELS
from palimpseste.rendering.tables import markdown_table

__all__ = ["BINS", "Bin", "Reliability", "calibration_tables", "reliability_of", "system_calibration_table"]

# Upper edges of the bins: most spans are near 1, where what is said matters most.
BINS = (0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
Judged = tuple[float, bool]


@dataclass(frozen=True, slots=True)
class Bin:
    """Spans of similar probability.

    Parameters
    ----------
    least, most : float
        The bin is ``(least, most]``, the first with its lower edge.
    spans, right : int
        How many there are, and how many are right.
    said : float
        The mean of what was said of them; 0 where there is none.
    """

    least: float
    most: float
    spans: int
    right: int
    said: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """What was said of spans against what was so.

    Parameters
    ----------
    bins : tuple of Bin
        By rising probability.
    log_loss : float
        Mean of minus the logarithm of the probability given to what was so, in nats; 0 without spans.
    """

    bins: tuple[Bin, ...]
    log_loss: float

    @classmethod
    def of(cls, judged: Iterable[Judged]) -> Reliability:
        """Return the reliability of pairs of a probability and whether the span was right."""
        pairs = sorted(judged)
        bins, place, least = [], 0, 0.0
        for most in BINS:
            inside = []
            while place < len(pairs) and pairs[place][0] <= most:
                inside.append(pairs[place])
                place += 1
            said = sum(probability for probability, _ in inside) / len(inside) if inside else 0.0
            bins.append(Bin(least, most, len(inside), sum(is_right for _, is_right in inside), said))
            least = most
        losses = [-log(max(p if is_right else 1.0 - p, 1e-12)) for p, is_right in pairs]
        return cls(tuple(bins), sum(losses) / len(losses) if losses else 0.0)

    @property
    def spans(self) -> int:
        """How many spans there are."""
        return sum(each.spans for each in self.bins)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(each.right for each in self.bins)

    @property
    def said(self) -> float:
        """The mean of what was said."""
        return sum(each.said * each.spans for each in self.bins) / self.spans if self.spans else 0.0

    @property
    def error(self) -> float:
        """The expected calibration error."""
        distances = (abs(each.said * each.spans - each.right) for each in self.bins)
        return sum(distances) / self.spans if self.spans else 0.0


def judged_spans(gold: Document, found: Document) -> list[tuple[str, str, Judged]]:
    """Return label, source and judgement of each span that bears a probability."""
    right = {(span.start, span.end, span.label) for span in gold.entities}
    return [
        (span.label, span.source, (span.probability, (span.start, span.end, span.label) in right))
        for span in found.entities
        if span.probability is not None
    ]


def reliability_of(
    gold: Sequence[Document], found: Sequence[Document], by: Callable[[str, str], str] = lambda label, source: label
) -> dict[str, Reliability]:
    """Return the reliability of the spans found, by label unless another kind is asked for; all of them under ``all``.

    Parameters
    ----------
    gold, found : sequence of Document
        The same notes in the same order: annotated, and with what was found.
    by : callable
        From label and source of a span to what it is counted under.
    """
    groups: dict[str, list[Judged]] = {"all": []}
    for one, other in zip(gold, found, strict=True):
        for label, source, judged in judged_spans(one, other):
            groups["all"].append(judged)
            groups.setdefault(by(label, source), []).append(judged)
    return {name: Reliability.of(groups[name]) for name in ("all", *sorted(groups.keys() - {"all"}, key=_order))}


def _order(name: str) -> tuple[int, str]:
    return (list[str](LABELS).index(name) if name in LABELS else len(LABELS), name)


def calibration_tables(by_label: Mapping[str, Reliability], by_family: Mapping[str, Reliability]) -> str:
    """Return three tables in Markdown: the bins of all spans, then labels, then what found them."""
    bins = [
        [f"{b.least:g} – {b.most:g}", str(b.spans), f"{b.said:.3f}", f"{b.right / b.spans:.3f}"]
        for b in by_label["all"].bins
        if b.spans
    ]
    return (
        markdown_table(("said", "spans", "mean said", "right"), bins)
        + "\n"
        + markdown_table(_HEAD, [_row(name, each) for name, each in by_label.items()])
        + "\n"
        + markdown_table(("found by", *_HEAD[1:]), [_row(name, each) for name, each in by_family.items()])
    )


def system_calibration_table(systems: Mapping[str, Reliability]) -> str:
    """Return one row a system in Markdown, of all its spans."""
    return markdown_table(("system", *_HEAD[1:]), [_row(name, each) for name, each in systems.items()])


_HEAD = ("label", "spans", "mean said", "right", "calibration error", "log loss")


def _row(name: str, each: Reliability) -> list[str]:
    share = each.right / each.spans if each.spans else 0.0
    return [name, str(each.spans), f"{each.said:.3f}", f"{share:.3f}", f"{each.error:.3f}", f"{each.log_loss:.3f}"]
