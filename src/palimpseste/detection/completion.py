"""What becomes of what detectors found: merged, found again elsewhere in the note, carried back to the text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from palimpseste.detection.announced import of_announcements
from palimpseste.detection.beside.extents import with_extents
from palimpseste.detection.beside.signatures import of_hands, of_signatures
from palimpseste.detection.called import of_forms, of_initials, of_sayings
from palimpseste.detection.columns import of_columns
from palimpseste.detection.edges import with_edges
from palimpseste.detection.headed import HeadWords, of_heads, with_heads
from palimpseste.detection.merge import merge, of_both
from palimpseste.detection.parted import parted
from palimpseste.detection.propagation import propagate
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.series import of_days, of_series, of_weekdays
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label
from palimpseste.writings import lists

__all__ = ["completed"]

_TO_A_TOWN = re.compile(r"(?<![a-z])(?:a|ville|commune|hopital|chu|ch|clinique|maternite)(?:[ ]d(?:e[ ]|'))?[ ]?\Z")
_OF_A_TOWN = re.compile(r"(?<![a-z])d(?:e[ ]|'[ ]?)\Z")
# « née à Rosalie », « vit au Marin »: nobody's name.
_LIVES = re.compile(
    r"(?<![a-z])(?:nee?(?:\(e\))?|vit|vivant|habite|habitant|reside|residant|domiciliee?)[ ](?:a|aux?)[ ]\Z"
)
_ENDS_OF_LIVES = (" a ", " au ", " aux ")
# « Mariée à Hervé »: no town, but where a date or another place follows
_WEDS = re.compile(r"(?<![a-z])(?:mariee?|pacsee?|fiancee?|remariee?)(?:\(e\))?[ ](?:a|avec)[ ]\Z")
# « Excusés : Mroz, Saint-Léger »
_ATTENDING = re.compile(r"(?<![a-z])(?:absent|excuse|participant|present)e?s?[ ]?:[ ](?:[^\n:;(,]{2,30},[ ]){1,8}\Z")
# « Lucien, dit Petit-Lu »
_CALLED = re.compile(r",?[ ](?:dite?|surnommee?|appelee?)[ ](?:[«\"][ ]?)?")
_PARTED = (("LASTNAME", "FIRSTNAME"), ("LASTNAME", "LASTNAME"))
_PLACES = ("ZIP", "LOCATION", "ADDRESS")
_WIDEST_BESIDE = 3
_REACH = 24
_FARTHEST_HEAD = 160
_BRACKET = re.compile(r"[ ]?\([ ]?")
_DEPARTMENT = re.compile(r"0[1-9]|[1-8][0-9]|9[0-5]|2[ab]|97[1-6]")
_OF = re.compile(r"\s(?:d['’]|d(?:e|u|es)\s|de\sla\s|de\sl['’])", re.IGNORECASE)


def completed(
    tokens: Tokens,
    found: Sequence[Span],
    given: Sequence[Span] = (),
    judged: Callable[[list[Span]], list[Span]] = lambda spans: spans,
) -> list[Span]:
    """Return disjoint, sorted spans in the offsets of the text as it came.

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
    again = [
        *propagate(tokens, spans),
        *of_series(view, spans),
        *of_signatures(view, spans),
        *of_days(view, spans),
        *of_weekdays(view, spans),
        *of_hands(view, spans),
    ]
    heads = HeadWords.of(tokens)
    headed = without_refused(view, [*of_heads(heads, spans), *of_forms(view, spans)])
    if again or headed:
        spans = merge([*headed, *spans, *without_refused(view, again)], view.text)
    spans = parted(view, of_columns(view.folded, of_announcements(view.folded, spans)))
    spans = with_heads(_with_towns(_with_double_names(_settled(spans, view), view), view.text), heads)
    spans = judged(spans)
    if not view.shares_offsets:
        spans = [span.at(*view.to_original(span.start, span.end)) for span in spans]
        # What is read backwards, and two letters that are one character of the text.
        if any(after.start < before.end for before, after in pairwise(spans)):
            spans = merge(spans, view.original)
    return _around(spans, given) if given else spans


def _settled(spans: Sequence[Span], view: TextView) -> list[Span]:
    """Return the spans with labels of the model that another span contradicts settled.

    A town that bears a given name of the note is a given name (« l'état de Noé »), or a family name, unless anything
    says that it is a town: a preposition before it, a place beside it, more mentions as a town, or another source; a
    family name is also one behind a name in a list of who was there. What somebody is born or lives in is a town; what
    a given name is called by is another one, and so is a listed one that somebody is married to. Figures in brackets
    right behind a town are the code of its department (« Brest (29) »).
    """
    folded = view.folded
    written = Counter(
        (span.label, folded[span.start : span.end]) for span in spans if span.label in ("CITY", *OF_PEOPLE)
    )
    settled: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        if span.source.startswith("model"):
            before = settled[-1] if settled else None
            label = _settled_label(folded, span, (before, behind), written)
            settled.append(span if label == span.label else replace(span, label=label))
        else:
            settled.append(span)
    return settled


def _settled_label(
    folded: str, span: Span, beside: tuple[Span | None, Span | None], written: Mapping[tuple[Label, str], int]
) -> Label:
    """Return the label of a span of the model between two others; `written` counts the names of the note by label."""
    before, _ = beside
    if span.label == "CITY":
        return _label_of_town(folded, span, beside, written)
    if span.label in OF_PEOPLE and _is_where_somebody_lives(folded, span):
        return "CITY"
    if before is None:
        return span.label
    if span.label == "LASTNAME" and before.label == "FIRSTNAME" and _CALLED.fullmatch(folded, before.end, span.start):
        return "FIRSTNAME"
    return "LOCATION" if _is_department(folded, span, before) else span.label


def _label_of_town(
    folded: str, span: Span, beside: tuple[Span | None, Span | None], written: Mapping[tuple[Label, str], int]
) -> Label:
    """Return the label of what the model takes for a town."""
    if _attends(folded, span, beside[0]):
        return "LASTNAME"
    if _is_wed(folded, span):
        return "FIRSTNAME"
    name = folded[span.start : span.end]
    label = next((label for label in OF_PEOPLE if written[label, name] >= written["CITY", name]), None)
    return span.label if label is None or _is_told_as_town(folded, span, label, beside) else label


def _is_department(folded: str, span: Span, before: Span) -> bool:
    """Tell whether figures in brackets right behind a town are the code of its department: « Brest (29) »."""
    return (
        span.label in ("DATE", "AGE", "BIRTHDATE")
        and before.label in ("CITY", "HOSPITAL")
        and _BRACKET.fullmatch(folded, before.end, span.start) is not None
        and _DEPARTMENT.fullmatch(folded, span.start, span.end) is not None
        and folded.startswith(")", span.end)
    )


def _is_where_somebody_lives(folded: str, span: Span) -> bool:
    """Tell whether somebody is said to be born or to live there."""
    start = max(0, span.start - _REACH)
    return folded.endswith(_ENDS_OF_LIVES, start, span.start) and _LIVES.search(folded, start, span.start) is not None


def _is_wed(folded: str, span: Span) -> bool:
    """Tell whether a town is a given name that somebody is said to be married to."""
    if _WEDS.search(folded, max(0, span.start - _REACH), span.start) is None:
        return False
    return lists.is_listed("given", folded[span.start : span.end]) and not folded.startswith(" en ", span.end)


def _attends(folded: str, span: Span, before: Span | None) -> bool:
    """Tell whether a town stands behind a name in a list of who was there: « Excusés : Mroz, Saint-Léger »."""
    if before is None or before.label not in OF_PEOPLE or folded[before.end : span.start] != ", ":
        return False
    return _ATTENDING.search(folded, max(0, span.start - _FARTHEST_HEAD), span.start) is not None


def _is_told_as_town(folded: str, span: Span, label: Label, beside: Sequence[Span | None]) -> bool:
    """Tell whether what stands around a town says that it is one, and none of the names of a label."""
    start = max(0, span.start - _REACH)
    if _TO_A_TOWN.search(folded, start, span.start) is not None or _is_where_somebody_lives(folded, span):
        return True
    if label == "LASTNAME" and _OF_A_TOWN.search(folded, start, span.start) is not None:
        return True
    return any(
        other is not None
        and other.label in _PLACES
        and max(other.start - span.end, span.start - other.end) <= _WIDEST_BESIDE
        for other in beside
    )


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


def _with_towns(spans: Sequence[Span], text: str) -> list[Span]:
    """Return the spans, a body and the town it is said to be of as one: « clinique des Lilas de Dijon »."""
    joined: list[Span] = []
    for span in spans:
        body = joined[-1] if joined else None
        if (
            body is not None
            and span.label == "CITY"
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
