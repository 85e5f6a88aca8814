"""What becomes of what detectors found: merged, found again elsewhere in the note, carried back to the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import pairwise

from palimpseste.detection.beside.announced import of_announcements
from palimpseste.detection.beside.extents import with_extents
from palimpseste.detection.beside.particles import with_particles
from palimpseste.detection.beside.settling import settled
from palimpseste.detection.beside.signatures import of_hands, of_signatures
from palimpseste.detection.called import of_forms, of_initials, of_sayings
from palimpseste.detection.columns import of_columns
from palimpseste.detection.edges import with_edges
from palimpseste.detection.headed.alone import of_heads
from palimpseste.detection.headed.joined import begins_with_head, with_heads
from palimpseste.detection.headed.words import HeadWords
from palimpseste.detection.merge import merge, of_both
from palimpseste.detection.parted import parted
from palimpseste.detection.propagation import propagate
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.series import of_ages, of_days, of_series, of_weekdays
from palimpseste.detection.steps import Way, end_of
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES

__all__ = ["completed", "completing"]

_PARTED = (("LASTNAME", "FIRSTNAME"), ("LASTNAME", "LASTNAME"))
# « Saint-Côme et Saint-Damien »
_SAINT = re.compile("(?<![a-z])sainte?[ -]")
_AND = " et "
_OF_ONE_BODY = frozenset({*OF_BODIES, "CITY", "LASTNAME", "LOCATION"})
# « ENTREPRISES DU HAVRE ET DE L ESTUAIRE »
_IN_CAPITALS = re.compile("[ ](?:ET[ ])?(?:DE[ ]LA[ ]|DE[ ]L['’ ]|DE[ ]|DU[ ]|DES[ ]|D['’ ])?")
# « IAE de La Réunion »
_ACRONYM = re.compile("[A-Z]{2,6}")
_OF = re.compile(r"\s(?:d['’]|d(?:e|u|es)\s|de\sla\s|de\sl['’])", re.IGNORECASE)


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
    spans = with_extents(view, with_edges(view, merge([*known, *found], view.text)))
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
    headed = without_refused(view, [*of_heads(heads, spans), *of_forms(view, spans)])
    if again or headed:
        spans = merge([*headed, *spans, *without_refused(view, again)], view.text)
    yield
    spans = parted(view, of_columns(view.folded, of_announcements(view.folded, spans)))
    spans = with_particles(view, _with_double_names(settled(view, spans), view))
    spans = with_heads(_with_towns(_of_one_body(spans, view), view.text), heads)
    yield
    spans = judged(spans)
    if not view.shares_offsets:
        spans = [span.at(*view.to_original(span.start, span.end)) for span in spans]
        # What is read backwards, and two letters that are one character of the text.
        if any(after.start < before.end for before, after in pairwise(spans)):
            spans = merge(spans, view.original)
    return _around(spans, given) if given else spans


def _with_double_names(spans: Sequence[Span], view: TextView) -> list[Span]:
    """Return the spans, two words as one family name where the note has them as one elsewhere: « Saïd Omar »."""
    folded = view.folded
    names = {folded[span.start : span.end] for span in spans if span.label == "LASTNAME"}
    double = {name for name in names if name.count(" ") == 1}
    joined: list[Span] = []
    for span in spans:
        first = joined[-1] if joined and double else None
        if (
            first is not None
            and (first.label, span.label) in _PARTED
            and first.source.startswith("model")
            and span.source.startswith("model")
            and folded[first.start : span.end] in double
        ):
            joined[-1] = Span(first.start, span.end, "LASTNAME", first.source, of_both(first, span))
        else:
            joined.append(span)
    return joined


def _of_one_body(spans: Sequence[Span], view: TextView) -> list[Span]:
    """Return the spans, parts of the name of one body as one: of two saints, or in capitals."""
    joined: list[Span] = []
    for span in spans:
        body = joined[-1] if joined and span.label in _OF_ONE_BODY else None
        if body is not None and body.label in OF_BODIES and _goes_on(view, body, span):
            joined[-1] = Span(body.start, span.end, body.label, body.source, of_both(body, span))
        else:
            joined.append(span)
    return joined


def _goes_on(view: TextView, body: Span, behind: Span) -> bool:
    """Tell whether the name of a body goes on in what is behind it."""
    folded = view.folded
    if folded[body.end : behind.start] == _AND and folded.startswith("saint", behind.start):
        return _SAINT.search(folded, body.start, body.end) is not None
    if behind.label not in OF_BODIES or _IN_CAPITALS.fullmatch(view.text, body.end, behind.start) is None:
        return False
    is_written_so = view.text[body.start : body.end].isupper() and view.text[behind.start : behind.end].isupper()
    return is_written_so and not begins_with_head(folded, behind.start)


def _with_towns(spans: Sequence[Span], text: str) -> list[Span]:
    """Return the spans, a body and the town or hospital that it is of as one: « clinique des Lilas de Dijon »."""
    joined: list[Span] = []
    for span in spans:
        body = joined[-1] if joined else None
        if (
            body is not None
            and (
                span.label == "CITY"
                or span.label == body.label == "HOSPITAL"
                or (span.label == "LOCATION" and _ACRONYM.fullmatch(text, body.start, body.end) is not None)
            )
            and body.label in OF_BODIES
            and _OF.fullmatch(text, body.end, span.start)
        ):
            joined[-1] = Span(body.start, span.end, body.label, body.source, of_both(body, span))
        else:
            joined.append(span)
    return joined


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
