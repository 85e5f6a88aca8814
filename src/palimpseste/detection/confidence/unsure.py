"""Names, towns and hospitals of the model's own that are dropped because it would hardly mask them at all.

The network reads what rules and lists find before it says anything, so that what they say adds little to what it says
of a word under any label. It operates far below one half, which initials, firms, lands and ages need; others need less,
and what is asked of each was read off notes that it had not learned:

- a person of four letters or more that no title and no rule tells that is told who it is, no name beside it and no
  surer mask of the same word: « Eau gélifiée Rose », « Divers : le chariot Guéridon est réparé »; most of a word of the
  dictionary that begins a sentence before a preposition: « Parfait pour vendredi »;
- in a note that is told by its capitals a town that no rule and no list tells: « un moteur de Panhard »;
- « M. » before a word with a capital, which is a title far more often: « contact M. Blanc »;
- there a place of care that no word tells as one, and no surer mask of its name: « Débit au Transonic ».

Of days in figures no more is asked: one in ten of those that would go, in training notes, was right.

Odds are told in times those of the operating point, so that whoever asks for more masks keeps more of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from palimpseste.detection.confidence.evidence import evidence_for
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.tokens import Trait
from palimpseste.labels import OF_PEOPLE

if TYPE_CHECKING:
    from palimpseste.detection.confidence.judge import Judge
    from palimpseste.detection.view import TextView
    from palimpseste.document import Span

__all__ = ["unsure"]

# Where names are found from 0.15 on, these are 0.35, 0.4 and 0.5.
_PERSON: Final = 3.0
_HOSPITAL: Final = 34 / 9
_HALF: Final = 17 / 3
_OF_ALL: Final = dict.fromkeys(OF_PEOPLE, _PERSON)
_OF_CAPITALS: Final = {**_OF_ALL, "CITY": _HALF, "HOSPITAL": _HOSPITAL}
# Rules that are told whose name it is, whatever word it is.
_TOLD: Final = (
    "record",
    *(f"rules.name.{name}" for name in ("title", "form", "born", "link", "signed", "secretary", "called", "typist")),
)
_SHORTEST: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
# « USMP 08 »
_LETTERS: Final = re.compile(r"[A-Z]{3,}(?:[ ][0-9]+)?")
# « lu par Printemps », « dit « Coco » »
_BY: Final = re.compile(r"(?<![a-z])par[ ]\Z")
_CALLED: Final = re.compile(r"(?<![a-z])(?:dite?s?|alias|surnom|surnommee?|appelee?)[ ](?:[«\"“][ ]?)?\Z")
# « Vendredi. Parfait pour nous »
_SENTENCE_BEFORE: Final = re.compile(r"(?:[.!?…][ ]|\n)[ ]?\Z")
_WORD_BEHIND: Final = re.compile(r"[ ](?:pour|de|d['’]|en|avec|sur|selon|chez)(?![^\W\d_])")
# « CH 203 BASSIN : à jeun »
_ROOM: Final = re.compile(r"[0-9][ ]{1,3}\Z")
_FEW: Final = 12
# « M. Ziane », whose title the model takes for an initial; in capitals, as operators have them, it often is one.
_TITLE: Final = re.compile(r"[Mm]\.?")
_CAPITAL_BEHIND: Final = re.compile(r"\.?[ \n]?(?:[DL]['’])?[A-ZÀ-Ý][a-zà-ÿ]")
# « Morand, Cidre »
_BETWEEN_NAMES: Final = re.compile(r"[-,/ ]{0,3}")
_NEAR: Final = 5


def unsure(spans: Sequence[Span], view: TextView, judge: Judge, *, has_capitals: bool) -> set[Span]:
    """Return those of the spans that the model would hardly mask, and that nothing else tells.

    Parameters
    ----------
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    view : TextView
        Of the note.
    judge : Judge
        With an opinion.
    has_capitals : bool
        Whether the note is told by its capitals.
    """
    assert judge.opinion is not None  # noqa: S101 # for types: whoever asks looked
    asked = _OF_CAPITALS if has_capitals else _OF_ALL
    own = [(place, span) for place, span in enumerate(spans) if span.source == "model" and span.label in asked]
    odds = judge.threshold / (1.0 - judge.threshold)
    # No more than _HALF is asked of any.
    low = [
        (place, span)
        for (place, span), masked in zip(own, judge.opinion.masked([span for _, span in own]), strict=True)
        if masked < (1.0 - masked) * odds * _HALF and masked < (1.0 - masked) * odds * _times(view, span)
    ]
    if not low:
        return set()
    evidence = evidence_for([span for _, span in low], judge.found)
    left = {
        span
        for (place, span), (sources, _) in zip(low, evidence, strict=True)
        if not _is_told(spans, place, view, sources)
    }
    again = (*OF_PEOPLE, "HOSPITAL")
    sure = {word for span in spans if span.label in again and span not in left for word in _names(view, span)}
    return {span for span in left if span.label not in again or sure.isdisjoint(_names(view, span))}


def _times(view: TextView, span: Span) -> float:
    """Return how many times the odds of the operating point are asked of a span."""
    return _times_of_person(view, span) if span.label in OF_PEOPLE else _OF_CAPITALS[span.label]


def _times_of_person(view: TextView, span: Span) -> float:
    """Return how many times the odds are asked of a person: none of letters, most of a word that begins a sentence."""
    if _is_title(view, span):
        return _PERSON
    value = view.text[span.start : span.end]
    if sum(map(str.isalpha, value)) < _SHORTEST:
        return 0.0
    if _WORD_BEHIND.match(view.text, span.end) is None:
        return _PERSON
    is_first = _SENTENCE_BEFORE.search(view.text, max(0, span.start - _FEW), span.start) is not None
    return _HALF if is_first and value.isalpha() and in_dictionary(view.folded[span.start : span.end]) else _PERSON


def _is_title(view: TextView, span: Span) -> bool:
    """Tell whether a given name may be the title of the name behind it: « psychiatre : M. Ziane »."""
    return (
        span.label == "FIRSTNAME"
        and _TITLE.fullmatch(view.text, span.start, span.end) is not None
        and (_CAPITAL_BEHIND.match(view.text, span.end) is not None)
    )


def _is_told(spans: Sequence[Span], place: int, view: TextView, sources: Sequence[str]) -> bool:
    """Tell whether something else than the model tells a span: another source, or what stands beside it."""
    span = spans[place]
    if span.label == "CITY":
        return len(sources) > 1 or (view.text[span.start].isupper() and _has(view, span, Trait.CITY))
    if span.label == "HOSPITAL":
        return any(source.endswith(":CITY") for source in sources) or _is_of_care(view, span)
    if _is_title(view, span):
        return False
    if any(source.startswith(_TOLD) for source in sources):
        return True
    before = max(0, span.start - _FEW), span.start
    if _CALLED.search(view.folded, *before) or _ROOM.search(view.folded, *before):
        return True
    if view.text[span.start].isupper() and _BY.search(view.folded, *before):
        return True
    return any(
        other.label in OF_PEOPLE
        and _BETWEEN_NAMES.fullmatch(view.text, min(other.end, span.end), max(other.start, span.start))
        for other in _beside(spans, place, _NEAR)
    )


def _beside(spans: Sequence[Span], place: int, near: int) -> Iterator[Span]:
    """Yield the spans right before and behind one, so many characters away at most."""
    if place and spans[place].start - spans[place - 1].end <= near:
        yield spans[place - 1]
    if place + 1 < len(spans) and spans[place + 1].start - spans[place].end <= near:
        yield spans[place + 1]


def _is_of_care(view: TextView, span: Span) -> bool:
    """Tell whether a word of a span says a place of care or what is in one, begins the names of some, or is letters."""
    if _LETTERS.fullmatch(view.text, span.start, span.end):
        return True
    heads = Trait.CARE_HEAD | Trait.UNIT | Trait.SITE | Trait.HOSPITAL_WORD
    return _has(view, span, heads | Trait.HOSPITAL_START if view.text[span.start].isupper() else heads)


def _has(view: TextView, span: Span, traits: int) -> bool:
    """Tell whether a word of a span that is no function word has one of the traits."""
    return any(alphabet().lexicon.get(word, 0) & traits for word in _names(view, span))


def _names(view: TextView, span: Span) -> Iterator[str]:
    """Yield the words of a span that are no function words."""
    return (word for word in _words(view, span) if not alphabet().lexicon.get(word, 0) & Trait.FUNCTION)


def _words(view: TextView, span: Span) -> list[str]:
    return _WORD.findall(view.folded, span.start, span.end)
