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

__all__ = ["begins_with_head", "with_heads"]

_IMAGING = "centre(?:[ ][a-z]{4,20})?[ ]d[ ]{1,2}imagerie(?:[ ]medicale)?"
# Behind « cabinet infirmier » a first name begins who signs, unless none follows: « cabinet IDEL Darcy ».
_FIRST_ALONE: Sequence[Label] = ("FIRSTNAME",)
# Lists of heads, what the model found behind them, and what both are together.
_BEFORE: Sequence[tuple[tuple[str, ...], Sequence[Label], str, Label]] = (
    (("hospitals", "care"), ("CITY", "LOCATION", "HOSPITAL"), LINK, "HOSPITAL"),
    (("before_names",), ("CITY", "LOCATION"), "", "ORGANIZATION"),
    (("before_names",), ("LOCATION", "ORGANIZATION"), LINK, "ORGANIZATION"),
    (("of_places",), ("CITY", "LOCATION", "ORGANIZATION"), LINK, "ORGANIZATION"),
    # « USMP - maison d'arrêt de Rouen »
    (("inside_bodies",), ("ORGANIZATION",), "[ –—]{0,2}", "HOSPITAL"),
    (("rescue",), ("CITY", "LOCATION"), "", "ORGANIZATION"),
    (("before_families",), ("LASTNAME",), "", "ORGANIZATION"),
    (("before_doctors",), OF_PEOPLE, "", "HOSPITAL"),
    (("practices",), ("LASTNAME",), "", "HOSPITAL"),
    (("practices",), _FIRST_ALONE, "", "HOSPITAL"),
)
_HEADED = (*OF_BODIES, "CITY", "LOCATION", *OF_PEOPLE)
_ABBREVIATED = frozenset({"amb", "ambu", "lab", "phar", "pharm", "phcie", "phie"})
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
            is_alone = behind is None or behind.start > span.end + 1
            span = _with_head(folded, span, [each for each in heads if is_alone or each.behind != _FIRST_ALONE], before)
            while headed and headed[-1].start >= span.start:
                headed.pop()
            headed.append(_with_letter(folded, span, behind.start if behind is not None else len(folded)))
    return headed


@cache
def _before(names: tuple[str, ...], link: str) -> re.Pattern[str]:
    """Return what finds an entry of some lists and the words that link it to a name."""
    return re.compile(
        rf"(?<![a-z0-9_])(?:{_IMAGING}|{one_of(entries_of(*names))})(?P<space>[ ]{{1,2}}){link}(?=[a-z0-9])"
    )


def begins_with_head(folded: str, start: int) -> bool:
    """Tell whether a word that begins the name of a place of care stands there."""
    word = WORD.match(folded, start)
    return word is not None and bool(alphabet().lexicon.get(word[0], 0) & Trait.CARE_HEAD)


def _with_head(folded: str, span: Span, heads: Sequence[_Heads], known: Span | None) -> Span:
    """Return a span, and the words right before it that say what it is the name of; `known` is the span before it."""
    for each in heads:
        head = each.before(span) if span.label in each.behind else None
        if head is None or not _is_free(head, known) or _ends_sentence(folded, head):
            continue
        if span.start < head.start("space") or not begins_with_head(folded, span.start) or span.label == "ORGANIZATION":
            return replace(span, start=head.start(), label=each.label)
    return span


def _is_free(head: re.Match[str], known: Span | None) -> bool:
    """Tell whether a span before a head is no part of it, or nothing but words of it."""
    return (
        known is None or known.end <= head.start() or (known.start >= head.start() and known.end <= head.start("space"))
    )


def _ends_sentence(folded: str, head: re.Match[str]) -> bool:
    """Tell whether a stop behind a head ends a sentence, and no abbreviation: « phcie. du Cygne »."""
    stop = head.start("space")
    return folded[stop] == "." and folded[head.start() : stop] not in _ABBREVIATED


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
        and not begins_with_head(folded, span.start)
    )
