"""The street line of the record found in the text, whatever its abbreviations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet, word_list
from palimpseste.detection.record.compact import folded_words
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.document import Patient, Span

__all__ = ["address_spans"]

_STREET: Final = int(Trait.STREET)
_FREE: Final = int(Trait.STREET | Trait.PARTICLE | Trait.LINKING)
_NUMBER_SIGNS: Final = frozenset((".", "n", "no", "°"))
_ORDINALS: Final = frozenset(("e", "er", "eme", "ieme"))
_FLOORS: Final = frozenset(("etage", "etages", "etg", "et"))
_MARKS: Final = frozenset(".,-'/\"")
_LONGEST: Final = 40  # tokens of a street line
_HOUSEHOLD: Final = frozenset(("chez", "mme", "m", "mr", "monsieur", "madame"))


@cache
def _street_words() -> frozenset[str]:
    return frozenset(word_list("record/street_word.txt"))


@cache
def _parts() -> frozenset[str]:
    return frozenset(word_list("record/line_part.txt"))


def address_spans(tokens: Tokens, patient: Patient) -> Iterator[Span]:
    """Yield the stretches made of the address's words that hold all its distinctive ones.

    A stretch begins with a number, a word for street, or a distinctive word; a building, floor or flat that the record
    does not know is part of it.
    """
    own = folded_words(patient.address)
    lexicon = alphabet().lexicon
    distinctive = {
        w for w in own if w.isalpha() and len(w) > 2 and not lexicon.get(w, 0) & _FREE and w not in _street_words()
    }
    distinctive -= _HOUSEHOLD
    if not distinctive:
        return
    vocabulary = set(own) | _street_words() | {number.lstrip("0") for number in own if number.isdigit()}
    street = {w for w in distinctive if not _is_building_part(own, w)} or distinctive
    anchor = max(street, key=lambda word: (len(word), word))
    reached = 0
    for index in [index for index, word in enumerate(tokens.words) if word == anchor]:
        if index < reached:
            continue
        first, last = _stretch(tokens.words, index, vocabulary, own[-1])
        first = max(first, reached)
        if len(street.intersection(tokens.words[first:last])) * 3 < len(street) * 2:
            continue
        first = _start(tokens.words, first, index, distinctive | {own[0]})
        if _is_a_line(tokens, first, last, own):
            reached = _with_parts(tokens, last)
            yield Span(tokens.starts[first], tokens.end(reached - 1), "ADDRESS", "record.address")


def _is_building_part(own: list[str], word: str) -> bool:
    place = own.index(word)
    return place > 0 and own[place - 1] in _parts()


def _stretch(words: Sequence[str], index: int, vocabulary: set[str], final: str) -> tuple[int, int]:
    """Return the longest interval of tokens around one that the address may be made of."""
    first = index
    while first > 0 and index - first < _LONGEST and _belongs_before(words, first, vocabulary):
        first -= 1
    last = index + 1
    while last < len(words) and last - index < _LONGEST and (taken := _taken(words, last, vocabulary)):
        last += taken
    while last > index + 1 and _joins(words[last - 1], final):  # what joins words ends no line
        last -= 1
    return first, last


def _belongs(word: str, vocabulary: set[str]) -> bool:
    return word in vocabulary or bool(alphabet().lexicon.get(word, 0) & _FREE)


def _belongs_before(words: Sequence[str], first: int, vocabulary: set[str]) -> bool:
    """Tell whether the token before an interval is a word of the address, or a mark behind one."""
    before = words[first - 1]
    return _belongs(before, vocabulary) or (before in _MARKS and first > 1 and _belongs(words[first - 2], vocabulary))


def _taken(words: Sequence[str], last: int, vocabulary: set[str]) -> int:
    """Return how many tokens from there on are of the address: a word, or marks and the word behind them."""
    word, behind = words[last], words[last + 1 : last + 3]
    if _belongs(word, vocabulary):
        return 1
    is_mark = word in _MARKS
    if (is_mark or word.count("\n") == 1) and behind and behind[0] in vocabulary and (is_mark or behind[0] in _parts()):
        return 2
    return 3 if is_mark and len(behind) == 2 and behind[0].isspace() and behind[1] in _parts() else 0


def _joins(word: str, final: str) -> bool:
    """Tell whether a token joins words, and is not the last word of the address."""
    return word in _MARKS or word.isspace() or bool(alphabet().lexicon.get(word, 0) & _FREE and word != final)


def _start(words: Sequence[str], first: int, anchor: int, distinctive: set[str]) -> int:
    """Return the first token from there on that a street line may begin with."""
    lexicon = alphabet().lexicon
    while first < anchor:
        word = words[first]
        if word in distinctive or word[0].isdecimal() or lexicon.get(word, 0) & _STREET or word == "r":
            break
        first += 1
    return first


def _is_a_line(tokens: Tokens, first: int, last: int, own: list[str]) -> bool:
    """Tell whether a number or a word for street stands in it, or all of a short address that has neither."""
    words, lexicon = tokens.words[first:last], alphabet().lexicon
    if any(lexicon.get(word, 0) & _STREET or word == "r" for word in words):
        return len(words) > 1
    capital = any(letter.isupper() for letter in tokens.view.text[tokens.starts[first] : tokens.end(last - 1)])
    if any(word.isdigit() for word in words):
        return capital and len(words) > 1
    needed = [word for word in own if len(word) > 3]
    return capital and all(word in words for word in needed)


def _with_parts(tokens: Tokens, last: int) -> int:
    """Return the end of the line with the buildings, floors and flats behind it."""
    words, count = tokens.words, len(tokens.words)
    while True:
        index = last
        while (
            index < count
            and index - last < 2
            and (words[index] in _MARKS or words[index].isspace())
            and "\n\n" not in words[index]
        ):
            index += 1
        if index < count and words[index] in _parts():
            index += 1
            while index < count and words[index] in _NUMBER_SIGNS:
                index += 1
            if index == count or len(words[index]) > 3 or not words[index].isalnum():
                return last
            last = index + 1
            # C2 is two tokens.
            if last < count and words[last].isdigit() and tokens.end(index) == tokens.starts[last]:
                last += 1
        elif index + 1 < count and words[index].isdigit() and len(words[index]) < 3 and words[index + 1] in _ORDINALS:
            last = index + 2
            if last < count and words[last] in _FLOORS:
                last += 1
        else:
            return last
