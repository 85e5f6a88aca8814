"""What the model found, made one with the words right before it that begin its name: « csnp de la haute bruche ».

A pavilion takes the letter behind it, carers of two towns or people are of both (« HAD Béarn et Soule »).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import zip_longest

from palimpseste.detection.headed.words import LINK, WORD, HeadWords, entries_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import of_both
from palimpseste.detection.propagation import OF_THE_MODEL
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.tokens import Trait
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label

__all__ = ["with_heads"]

_IMAGING = "centre(?:[ ][a-z]{4,20})?[ ]d[ ]{1,2}imagerie(?:[ ]medicale)?"
# Lists of heads, what the model found behind them, and what both are together.
_BEFORE: Sequence[tuple[tuple[str, ...], Sequence[Label], str, Label]] = (
    (("hospitals", "care"), ("CITY", "LOCATION", "HOSPITAL"), LINK, "HOSPITAL"),
    (("before_names",), ("CITY", "ORGANIZATION"), "", "ORGANIZATION"),
    (("rescue",), ("CITY", "LOCATION"), "", "ORGANIZATION"),
    (("before_doctors",), OF_PEOPLE, "", "HOSPITAL"),
    # Behind « cabinet infirmier » a first name begins who signs.
    (("practices",), ("LASTNAME",), "", "HOSPITAL"),
)
_HEADED = (*OF_BODIES, "CITY", "LOCATION", *OF_PEOPLE)
_PAVILION = re.compile(r"(?<![a-z])pav(?:illon|\.)?\Z")
_LETTER = re.compile(r"[ ](?:[a-z]|[0-9]{1,2})(?![a-z0-9'’])")
_OF_TERRITORIES = re.compile(r"(?:had|ssiad|spasad|esa|cabinet[ ](?:infirmier|idel)|cab[ ]idel)(?![a-z])")
_TERRITORIES: Sequence[Label] = ("CITY", "LOCATION", "HOSPITAL", "LASTNAME")


@dataclass(frozen=True, slots=True, repr=False)
class _Heads:
    """The heads of a kind that stand in a note, what may be a name behind them, and what both are together."""

    found: Sequence[re.Match[str]]
    behind: Sequence[Label]
    label: Label

    def before(self, span: Span) -> re.Match[str] | None:
        """Return the head that a span stands right behind, or begins in."""
        place = bisect_left(self.found, span.start, key=re.Match.end)
        head = self.found[place] if place < len(self.found) else None
        return head if head is not None and head.start() < span.start and head.end() < span.end else None


def with_heads(spans: Sequence[Span], words: HeadWords) -> list[Span]:
    """Return the spans of a note, what the model found made one with the words that begin its name.

    Parameters
    ----------
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    words : HeadWords
        Of the note.
    """
    folded = words.folded
    if not any(span.label in _HEADED for span in spans):
        return list(spans)
    found = words.found(*(_before(names, link) for names, _, link, _ in _BEFORE))
    kinds = zip(found, _BEFORE, strict=True)
    heads = [_Heads(those, behind, label) for those, (_, behind, _, label) in kinds if those]
    headed: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        before = headed[-1] if headed else None
        if not span.source.startswith(OF_THE_MODEL):
            headed.append(span)
        elif before is not None and _is_of_both(folded, before, span):
            headed[-1] = replace(before, end=span.end, probability=of_both(before, span))
        else:
            span = _with_head(folded, span, heads, before.end if before is not None else 0)
            headed.append(_with_letter(folded, span, behind.start if behind is not None else len(folded)))
    return headed


@cache
def _before(names: tuple[str, ...], link: str) -> re.Pattern[str]:
    """Return what finds an entry of some lists and the words that link it to a name."""
    return re.compile(
        rf"(?<![a-z0-9_])(?:{_IMAGING}|{one_of(entries_of(*names))})(?P<space>[ ]{{1,2}}){link}(?=[a-z0-9])"
    )


def _is_headed(folded: str, start: int) -> bool:
    """Tell whether a word that begins the name of a place of care stands there."""
    word = WORD.match(folded, start)
    return word is not None and bool(alphabet().lexicon.get(word[0], 0) & Trait.CARE_HEAD)


def _with_head(folded: str, span: Span, heads: Sequence[_Heads], first: int) -> Span:
    """Return a span, and the words right before it, from `first` on, that say what it is the name of."""
    for each in heads:
        head = each.before(span) if span.label in each.behind else None
        if head is None or head.start() < first or folded[head.start("space")] == ".":
            continue
        if span.start < head.start("space") or not _is_headed(folded, span.start):
            return replace(span, start=head.start(), label=each.label)
    return span


def _with_letter(folded: str, span: Span, last: int) -> Span:
    """Return a span, and the letter or number, before `last`, of the pavilion that it ends in: « heh pav n »."""
    if span.label != "HOSPITAL" or _PAVILION.search(folded, span.start, span.end) is None:
        return span
    letter = _LETTER.match(folded, span.end, last)
    return span if letter is None else replace(span, end=letter.end())


def _is_of_both(folded: str, before: Span, span: Span) -> bool:
    """Tell whether carers are of what follows too: « HAD Béarn et Soule »."""
    return (
        before.label == "HOSPITAL"
        and span.label in _TERRITORIES
        and folded[before.end : span.start] == " et "
        and _OF_TERRITORIES.match(folded, before.start) is not None
        and not _is_headed(folded, span.start)
    )
