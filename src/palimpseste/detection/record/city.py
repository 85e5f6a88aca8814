"""The town of the record found in the text, its CEDEX and its arrondissement included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.compact import CompactText, folded_words
from palimpseste.detection.record.name_forms import is_ordinary, saints_swapped
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.document import Patient, Span

__all__ = ["city_spans"]

_ARTICLES: Final = frozenset(("le", "la", "les", "l"))
_SHORTENED: Final = {"sur": "s", "sous": "ss", "les": "lez", "lez": "les"}
_LONGEST_GAP: Final = 4
# CEDEX 09; 13e, (13e arr.); after a town that has them, the bare number of an arrondissement.
_SUFFIX: Final = re.compile(
    r"[ ,-]{0,2}cedex(?: ?\d{1,2})?(?![0-9a-z])"
    r"|[ -]{1,2}\(?\d{1,2} ?(?:e|er|eme|ieme)(?![a-z])(?: arr(?:ondissement|dt|t)?\b\.?)?"
)
_BARE_NUMBER: Final = re.compile(r" (?:0[1-9]|1\d|20|[1-9])(?=[,.;:)]|$|\n)(?!,\d)")
_DIVIDED: Final = frozenset((b"paris", b"lyon", b"marseille"))
_PLACE: Final = int(Trait.PLACE_PREPOSITION | Trait.LIVES | Trait.STRONG_PREPOSITION)


def city_spans(tokens: Tokens, compact: CompactText, patient: Patient) -> Iterator[Span]:
    """Yield where the town stands, with or without its article, saint written short or in full.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    compact : CompactText
        Its letters and figures alone.
    patient : Patient
        With the town.
    """
    words = folded_words(patient.city)
    while words and (words[-1].isdigit() or words[-1] in ("cedex", "e", "er", "eme", "arrondissement")):
        words.pop()
    if not words:
        return
    seen: set[bytes] = set()
    reached: list[tuple[int, int]] = []
    for parts in _writings(words):
        letters = "".join(parts).encode("ascii")
        if letters in seen or len(letters) < 2:
            continue
        seen.add(letters)
        ordinary = is_ordinary(parts) or len(letters) < 4
        for index in compact.occurrences(letters):
            start, end = compact.extent(index, len(letters))
            if any(a <= start and end <= b for a, b in reached[-2:]) or not _stands(
                tokens, compact, index, parts, ordinary
            ):
                continue
            reached.append((start, end))
            folded = compact.view.folded
            suffix = _SUFFIX.match(folded, end) or (letters in _DIVIDED and _BARE_NUMBER.match(folded, end)) or None
            yield Span(start, suffix.end() if suffix else end, "CITY", "record.city")


def _writings(words: list[str]) -> Iterator[list[str]]:
    yield words
    yield from saints_swapped(words)
    if len(words) > 1:
        if words[0] in _ARTICLES:
            yield words[1:]
        shortened = [_SHORTENED.get(word, word) for word in words]
        if shortened != words:
            yield shortened
            yield from saints_swapped(shortened)


def _stands(tokens: Tokens, compact: CompactText, index: int, parts: list[str], ordinary: bool) -> bool:
    """Tell whether a run of letters is the town: broken only between its words, and with a capital if it is a word."""
    length = sum(map(len, parts))
    start, end = compact.extent(index, length)
    text = compact.view.text
    if (start and text[start - 1].isalpha()) or (end < len(text) and text[end].isalpha()):
        return False
    if end - start > length:
        joints = set()
        place = 0
        for part in parts:
            place += len(part)
            joints.add(place)
        for k in compact.breaks(index, length):
            gap = compact.gap(index + k)
            if gap.strip(" -'./\n") or (len(gap) > _LONGEST_GAP and "\n" not in gap):
                return False
            if k not in joints and "\n" not in gap:
                return False
    if not ordinary:
        return True
    if not text[start].isupper():
        return False
    if len(parts) > 1:
        return True
    if text[end : end + 4] == ", le" or _after_place_word(tokens, start):
        return True
    before = text[max(0, start - 7) : start].rstrip()
    if text[start:end].isupper():
        return before[-5:].isdigit() or before.endswith(("(", ":")) or text[end : end + 6].upper() == " CEDEX"
    return before != "" and before[-1] not in ".!?" and "\n" not in text[max(0, start - 2) : start]


def _after_place_word(tokens: Tokens, start: int) -> bool:
    before = tokens.index_at(start) - 1
    return before >= 0 and bool(alphabet().lexicon.get(tokens.words[before], 0) & _PLACE)
