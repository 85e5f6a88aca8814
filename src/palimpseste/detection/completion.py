"""What becomes of what detectors found: merged, found again elsewhere in the note, carried back to the text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from palimpseste.detection.beside.announced import of_announcements
from palimpseste.detection.beside.extents import with_extents
from palimpseste.detection.beside.handles import with_handles
from palimpseste.detection.beside.particles import with_particles
from palimpseste.detection.beside.settling import settled
from palimpseste.detection.beside.signatures import of_hands, of_signatures
from palimpseste.detection.beside.united import with_doors, with_double_names, with_one_body, with_towns
from palimpseste.detection.columns import of_columns
from palimpseste.detection.edges import with_edges
from palimpseste.detection.headed.alone import of_heads
from palimpseste.detection.headed.joined import with_heads
from palimpseste.detection.headed.words import HeadWords
from palimpseste.detection.merge import merge
from palimpseste.detection.parted import parted
from palimpseste.detection.propagation import propagate
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.steps import Way, end_of
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.told.abroad import of_neighbours
from palimpseste.detection.told.called import of_sayings, taken_back
from palimpseste.detection.told.formed import of_forms, of_initials
from palimpseste.detection.told.located import of_kinds
from palimpseste.detection.told.mistyped import of_slips
from palimpseste.detection.told.series import of_ages, of_days, of_series, of_weekdays
from palimpseste.document import Span

__all__ = ["completed", "completing"]


def completed(
    tokens: Tokens,
    found: Sequence[Span],
    given: Sequence[Span] = (),
    judged: Callable[[list[Span]], list[Span]] = lambda spans: spans,
) -> list[Span]:
    """Return what `completing` comes to.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    found : sequence of Span
        By the detectors, in offsets of its view.
    given : sequence of Span
        Spans of the document that are values by where they stand.
    judged : callable
        Leaves out what is doubted.
    """
    return end_of(completing(tokens, found, given, judged))


def completing(
    tokens: Tokens,
    found: Sequence[Span],
    given: Sequence[Span] = (),
    judged: Callable[[list[Span]], list[Span]] = lambda spans: spans,
) -> Way[list[Span]]:
    """Yield between steps; return disjoint, sorted spans in the offsets of the text as it came.

    Parameters
    ----------
    tokens : Tokens
        The note.
    found : sequence of Span
        In offsets of the view and in order of trust; they may overlap.
    given : sequence of Span
        What is known without detectors, disjoint and sorted, in offsets of the text as it came: it stands as it is, and
        is found again elsewhere like the rest.
    judged : callable
        Takes the disjoint, sorted spans in offsets of the view and returns them with probability and evidence.
    """
    view = tokens.view
    known = [
        span.at(start, end)
        for span in given
        for start, end in [view.from_original(span.start, span.end)]
        if start < end
    ]
    words = frozenset(tokens.words)
    spans = with_extents(view, with_edges(view, merge([*known, *found], view.text)))
    spans = with_handles(view, spans, words)
    said = [*of_initials(view, spans), *of_sayings(view, spans)]
    spans = merge([*spans, *said], view.text) if said else spans
    yield
    again = [
        *propagate(tokens, spans),
        *of_series(view, spans),
        *of_signatures(view, spans),
        *of_days(view, spans),
        *of_ages(view, spans),
        *of_weekdays(view, spans),
        *of_hands(view, spans),
    ]
    yield
    heads = HeadWords.of(tokens)
    told = [
        *of_heads(heads, spans),
        *of_forms(view, spans, words),
        *taken_back(view, spans),
        *of_kinds(view, spans, words),
        *of_neighbours(view, words),
        *of_slips(view, spans, words),
    ]
    headed = without_refused(view, told)
    if again or headed:
        spans = merge([*headed, *spans, *without_refused(view, again)], view.text)
    yield
    spans = parted(view, of_columns(view.folded, of_announcements(view.folded, spans)))
    spans = with_particles(view, with_double_names(view, settled(view, spans)))
    spans = with_heads(with_towns(view, with_one_body(view, with_doors(view, spans))), heads)
    yield
    spans = judged(spans)
    if not view.shares_offsets:
        spans = [span.at(*view.to_original(span.start, span.end)) for span in spans]
    # Two spans may go on to the same words; what is read backwards, and two letters that are one character of the text.
    if any(after.start < before.end for before, after in pairwise(spans)):
        spans = merge(spans, view.original)
    return _around(spans, given) if given else spans


def _around(spans: Sequence[Span], given: Sequence[Span]) -> list[Span]:
    """Return the given spans and what the others cover beside them, sorted."""
    starts = [span.start for span in given]
    ends = [span.end for span in given]
    kept = list(given)
    for span in spans:
        start = span.start
        for index in range(bisect_right(ends, span.start), bisect_left(starts, span.end)):
            if start < starts[index]:
                kept.append(span.at(start, starts[index]))
            start = max(start, ends[index])
        if start < span.end:
            kept.append(span.at(start, span.end))
    return sorted(kept)
