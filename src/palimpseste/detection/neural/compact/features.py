"""What the compact model is told of each token: rows of one table of vectors, to be summed.

A token is described by how it is written (its word, its affixes and trigrams, hashed; its shape; its digits) and by
what the word lists and a spelling dictionary say of it. All of this depends on the piece of text alone, so a piece met
before costs a look-up. Beside it stands the evidence: what the other detectors found on this token, and under which
labels they found the same word anywhere in the note, and the names of places of care that the lists know.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from zlib import crc32

from palimpseste.detection.lexicon import in_dictionary
from palimpseste.detection.listed_names import care_names_in
from palimpseste.detection.tokens import Alphabet, Shape, Tokens
from palimpseste.document import Span

__all__ = ["Evidence", "piece_rows"]

# The table, part after part. A part's size is also what its hashes are reduced by.
_WORDS, _AFFIXES, _TRIGRAMS, _TRAIT_SETS = 1 << 15, 1 << 14, 1 << 14, 1 << 11
_WORD = 0
_AFFIX = _WORD + _WORDS
_TRIGRAM = _AFFIX + _AFFIXES
_TRAIT_SET = _TRIGRAM + _TRIGRAMS
_TRAIT = _TRAIT_SET + _TRAIT_SETS  # one row a trait
_DICTIONARY = _TRAIT + 64  # a spelling dictionary has the word, or not
_SHAPE = _DICTIONARY + 2  # 8 shapes by 8 classes of length
_MARK = _SHAPE + 64  # punctuation and white space, hashed
_LOOSE = _MARK + 256  # a space follows, or not
_ACCENT = _LOOSE + 2
_DIGITS = _ACCENT + 2  # number of digits up to 24, with or without a leading zero
_SMALL = _DIGITS + 50  # numbers of one or two digits
_YEAR = _SMALL + 110  # 1880 to 2079
_FIRST_TWO = _YEAR + 200  # first two digits of a longer number
_EVIDENCE = _FIRST_TWO + 100  # `Evidence`: what depends on the labels comes last

WORD_ROWS = range(_WORD, _AFFIX)
LIST_ROWS = range(_TRAIT_SET, _SHAPE)

_LONGEST_AFFIX = 4
_BEGINS, _ENDS = crc32(b"<"), crc32(b">")  # a digest goes on from that of what comes before
_LAST_TRIGRAM = 64  # of a longer run of letters, which is no word; also what keeps the sum of its rows small
_SHORTEST_WORD_ELSEWHERE = 3
_FINDERS = 512  # names of what found something are hashed to so many rows
_MOST_FINDERS = 1 << 10  # names of a site's own rules are many, and those of the package some hundred


class Evidence:
    """The rows of what stands beside the pieces, laid out for the labels that a model was trained with.

    Parameters
    ----------
    labels : sequence of str
        In the order of the table, which is never that of the day: a label that was added or moved since would give
        every later row another meaning.
    """

    __slots__ = ("_care_name", "_elsewhere", "_found", "_found_by", "_index", "rows")

    def __init__(self, labels: Sequence[str]) -> None:
        self._index = {label: index for index, label in enumerate(labels)}
        self._found = _EVIDENCE  # a detector found this label here: first token of its span, or a later one
        self._found_by = self._found + 2 * len(labels)  # the same by the name of what found it, hashed
        self._elsewhere = self._found_by + _FINDERS  # a detector found this word in the note, under this label
        self._care_name = self._elsewhere + len(labels)  # a known place of care: first token or later, known alone
        self.rows = self._care_name + 4

    def of(self, tokens: Tokens, found: Iterable[Span]) -> dict[int, list[int]]:
        """Return what stands beside the pieces: under the index of a token, the rows it gets.

        It is what detectors found, and the names of places of care that the lists know.

        Parameters
        ----------
        tokens : Tokens
            The note.
        found : iterable of Span
            Spans of the view, overlapping or not.
        """
        starts, words = tokens.starts, tokens.words
        beside: dict[int, list[int]] = {}
        seen: dict[str, set[int]] = {}
        for span in found:
            label = self._index[span.label]
            first = bisect_right(starts, span.start) - 1
            found_here, by = self._found + 2 * label, self._found_by + _finder(span.source)
            elsewhere_too = self._elsewhere + label
            for index in range(first, bisect_left(starts, span.end, first)):
                here, word = found_here + (index > first), words[index]
                rows = beside.get(index)
                if rows is None:
                    beside[index] = [here, by]
                else:
                    if here not in rows:
                        rows.append(here)
                    if by not in rows:
                        rows.append(by)
                if word in seen:
                    seen[word].add(elsewhere_too)
                # Longer than a mark, and behind blanks and figures in their order: a word.
                elif len(word) >= _SHORTEST_WORD_ELSEWHERE and word[0] >= "a":
                    seen[word] = {elsewhere_too}
        elsewhere = {word: sorted(labels) for word, labels in seen.items()}
        for index in tokens.places_of(elsewhere):
            beside.setdefault(index, []).extend(elsewhere[words[index]])
        for first, last, alone in care_names_in(tokens):
            for index in range(first, last):
                beside.setdefault(index, []).append(self._care_name + 2 * alone + (index > first))
        return beside


def piece_rows(piece: str, alphabet: Alphabet) -> list[int]:
    """Return the rows of the table that describe a piece of text, whatever stands around it."""
    word, symbol, _ = alphabet.pieces[piece]
    loose = piece[-1] == " " and len(piece) > 1
    rows = [_LOOSE + loose]
    first = word[0]
    if "a" <= first <= "z":
        rows += _word_rows(word)
        traits, shape = alphabet.describe(symbol)
        rows += _list_rows(traits, shape, in_dictionary(word))
        rows.append(_SHAPE + 8 * shape + min(7, len(word) - 1))
        rows.append(_ACCENT + (not piece.isascii()))
    elif first.isdecimal():
        rows += _number_rows(word)
    else:
        rows.append(_MARK + crc32((word if word.strip() else _blank(word)).encode("utf-8", "surrogatepass")) % 256)
    return rows


@lru_cache(_MOST_FINDERS)
def _finder(source: str) -> int:
    return crc32(source.encode()) % _FINDERS


@cache  # there are a few hundred sets of traits
def _list_rows(traits: int, shape: Shape, known: bool) -> tuple[int, ...]:
    """Return the rows of what the word lists and the spelling dictionary say of a word, and how it is written."""
    each = [_TRAIT + bit for bit in range(traits.bit_length()) if traits >> bit & 1]
    together = _TRAIT_SET + crc32(b"%d %d %d" % (traits, shape, known)) % _TRAIT_SETS
    return (*each, _DICTIONARY + known, together)


def _word_rows(word: str) -> list[int]:
    letters = word.encode("utf-8", "surrogatepass")  # a byte each: a word is folded
    rows = [_WORD + crc32(letters) % _WORDS]
    for length in range(1, min(_LONGEST_AFFIX, len(letters)) + 1):
        rows.append(_AFFIX + crc32(letters[:length], _BEGINS) % _AFFIXES)
        rows.append(_AFFIX + crc32(letters[-length:], _ENDS) % _AFFIXES)
    rows += [_TRIGRAM + crc32(letters[at : at + 3]) % _TRIGRAMS for at in range(min(len(letters) - 2, _LAST_TRIGRAM))]
    return rows


def _number_rows(digits: str) -> list[int]:
    length = min(24, len(digits))
    rows = [_DIGITS + 2 * length + (digits[0] == "0")]
    if length <= 2:
        rows.append(_SMALL + (int(digits) if length == 2 else 100 + int(digits)))
    else:
        rows.append(_FIRST_TWO + int(digits[:2]))
        if length == 4 and 1880 <= int(digits) < 2080:
            rows.append(_YEAR + int(digits) - 1880)
    return rows


def _blank(word: str) -> str:
    """Return white space reduced to its kind: line breaks up to three, or a gap up to four wide."""
    breaks = word.count("\n")
    return "\n" * min(3, breaks) + (">" if breaks and word[-1] == " " else "") if breaks else " " * min(4, len(word))
