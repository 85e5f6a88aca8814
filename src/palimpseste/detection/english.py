"""Words of English passages: quoted abstracts, letters from abroad.

The model reads French; of an English sentence it takes what it does not know for names. In a passage of
English function words one of the commonest words is no name where it begins a sentence or stands in small letters, and
neither is a small word that ends as English words do and that no list of names holds. Names in such passages stay
masked: « seen by Dr. John Smith ».
"""

from __future__ import annotations

import re
from functools import cache

from palimpseste.detection.lexicon import alphabet, word_list
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["is_english_word"]

# So many characters on either side tell the language of a passage.
_AROUND = 90
_FEWEST = 3
_ENGLISH = re.compile(
    r"(?<![^\W_])(?:the|of|and|was|were|with|for|is|are|by|we|that|this|from|had|has|been|to|in|she|he|his|her|at|be)(?![^\W_])"
)
_FRENCH = re.compile(
    r"(?<![^\W_])(?:l[ae]|les|d[eu]|des|et|un|une|dans|est|pour|par|que|qui|au|aux|sur|avec|il|elle|ce|cette)(?![^\W_])"
)
_WORDS = re.compile(r"[a-z]+(?:[ ][a-z]+)*")
_ENDING = re.compile(r"[a-z]{2,}(?:ed|ing|tion|tions|ly|ness|ity|ies|ous|ive|ical|ly|ance|ence)")
# Words that are also names, though rarer than in this sense at the beginning of a sentence.
_CLOSED = frozenset({"a", "an", "had", "in", "no", "per", "some", "than", "that", "the", "to"})
_SENTENCE = re.compile(r"(?:^|[.:;!?\n(]\s{0,3})\Z")


def is_english_word(view: TextView, span: Span) -> bool:
    """Tell whether a span holds but ordinary words of an English passage.

    Parameters
    ----------
    view : TextView
        Of the note.
    span : Span
        In offsets of the view.
    """
    folded, written = view.folded[span.start : span.end], view.text[span.start : span.end]
    is_small = written.islower()
    if not is_small:
        is_title = written[:1].isupper() and written[1:].islower()
        if not is_title or not _SENTENCE.search(view.text, max(0, span.start - 4), span.start):
            return False
    if not _WORDS.fullmatch(folded) or not all(map(_is_ordinary, folded.split())):
        return False
    if not is_small and not all(
        word in _common() and (word in _CLOSED or not _is_name(word)) for word in folded.split()
    ):
        return False
    around = view.folded[max(0, span.start - _AROUND) : span.start] + " " + view.folded[span.end : span.end + _AROUND]
    english = len(_ENGLISH.findall(around))
    return english >= _FEWEST and english > 2 * len(_FRENCH.findall(around))


def _is_ordinary(word: str) -> bool:
    return word in _common() or (_ENDING.fullmatch(word) is not None and not _is_name(word))


def _is_name(word: str) -> bool:
    return bool(alphabet().lexicon.get(word, 0) & (Trait.FIRST | Trait.FAMILY | Trait.CITY | Trait.LOCATION))


@cache
def _common() -> frozenset[str]:
    return frozenset(word_list("refusals/english_words.txt"))
