"""The people of one document, recast: every name redrawn, the same in all its spellings.

A name that shares no word with another is redrawn whole, and may change its structure (« Durand » becomes « Le Goff »
or « Martin-Dupont »); otherwise word by word, so that « Colin-Brault » and « Brault » still agree. One typing error
apart from another name, a word becomes a mistyped writing of that one's new value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.slips import mistyped
from palimpseste.folding import fold, one_error_apart
from palimpseste.writings import lists as own
from palimpseste.writings.case import broken_like, in_case_of, like, plain
from palimpseste.writings.names import FOREIGN_PARTICLES, Kind, NameWord, ParsedName, parse_name

__all__ = ["KINDS", "Cast", "NamesRead"]

KINDS: Mapping[str, Kind] = {"FIRSTNAME": "given", "LASTNAME": "family"}
_KEPT = 0.12
_RESTRUCTURED = 0.3
_PARTICLES = ("de", "Le", "Di", "Van", "Ben", "El", "Da", "Del", "Al", "Abou", "Von", "Dos")
_LETTERS = "AABBCCDDEFFGGHIJJKLLNNOPPQRRSSTTUVVWXYZ"  # no M: before a family name it is a title

_SHORTENED = ("Ch", "Ph", "Th", "Cl", "Fr", "Fl", "Br", "Chr", "Gh", "Ste", "Jo", "Al", "Mo")

Words = tuple[str, ...]


@dataclass(frozen=True)
class NamesRead:
    """The names a document and its record hold, read once for all copies.

    Parameters
    ----------
    names : mapping of str to ParsedName by kind and text
        In the order they occur.
    alone : frozenset
        Kind and words of the names that share no word with another.
    aliases : mapping
        Kind and word of mistyped names, to the right word.
    by_initial : mapping
        Words of the whole names, by kind and first letter.
    """

    names: Mapping[tuple[Kind, str], ParsedName]
    alone: frozenset[tuple[Kind, Words]]
    aliases: Mapping[tuple[Kind, str], str]
    by_initial: Mapping[tuple[Kind, str], tuple[Words, ...]]

    @classmethod
    def of(cls, values: list[tuple[Kind, str]]) -> NamesRead:
        """Return what is read in names of one line, each with its kind."""
        names = {(kind, value): parse_name(value, kind) for kind, value in dict.fromkeys(values)}
        keys: dict[tuple[Kind, Words], None] = {}
        words: dict[tuple[Kind, str], int] = {}
        for name in names.values():
            for kind in ("family", "given"):
                key = tuple(word.key for word in name.full if word.kind == kind)
                if key and (kind, key) not in keys:
                    keys[kind, key] = None
                    for word in set(key):
                        words[kind, word] = words.get((kind, word), 0) + 1
        aliases = _aliases(words)
        alone = frozenset(
            (kind, key)
            for kind, key in keys
            if all(words[kind, word] == 1 and (kind, word) not in aliases for word in key)
            and not any((kind, word) in aliases.values() for word in key)
        )
        by_initial: dict[tuple[Kind, str], tuple[Words, ...]] = {}
        for kind, key in keys:
            by_initial[kind, key[0][:1]] = (*by_initial.get((kind, key[0][:1]), ()), key)
        return cls(names, alone, {k: v[1] for k, v in aliases.items()}, by_initial)


class Cast:
    """The new names of one copy of a document.

    Parameters
    ----------
    read : NamesRead
        Its names.
    chance : Chance
        Where they are drawn from.
    lists : Lists
        What they are drawn from.
    """

    def __init__(self, read: NamesRead, chance: Chance, lists: Lists) -> None:
        self._read = read
        self._chance = chance
        self._lists = lists
        self._whole: dict[tuple[Kind, Words], str | None] = {}
        self._words: dict[tuple[Kind, str], str | None] = {}
        self._initials: dict[tuple[Kind, str], str] = {}

    def redrawn(self, source: str, kind: Kind) -> str:
        """Return the new name for a name as it is written, in its writing."""
        value = plain(source)
        name = self._read.names.get((kind, value)) or parse_name(value, kind)
        whole = self._whole_name(name, kind)
        if whole is not None:
            return like(source, whole) or source
        written = []
        for piece in name.pieces:
            if isinstance(piece, str):
                written.append(piece)
            elif piece.role == "initial":
                written.append(in_case_of(piece.text, self._initial(piece)))
            elif piece.role == "particle":
                written.append(self._particle(piece))
            else:
                written.append(like(piece.text, self._word(piece.kind, piece.key) or piece.text))
        surrogate = "".join(written)
        if source == value or surrogate == value:
            return source if surrogate == value else surrogate
        return broken_like(source, surrogate) if "\n" in source else like(source, surrogate)

    def known(self, word: str) -> str | None:
        """Return the new value of a folded word that is a name here, folded and in letters only; None for others."""
        for kind in ("family", "given"):
            if (kind, word) in self._words:
                return _letters(self._words[kind, word] or word)
            if (kind, (word,)) in self._whole:
                return _letters(self._whole[kind, (word,)] or word)
        return None

    def words(self) -> list[str]:
        """Return the folded words known as names so far."""
        return [word for _, word in self._words] + [key[0] for _, key in self._whole if len(key) == 1]

    def _whole_name(self, name: ParsedName, kind: Kind) -> str | None:
        """Return the new whole name of one that may change its structure; None where it goes word by word."""
        if name.initials or not name.full or any(word.kind != kind for word in name.full):
            return None
        key = tuple(word.key for word in name.full)
        if (kind, key) not in self._read.alone:
            return None
        self._new_name(kind, key)
        return self._whole[kind, key]

    def _drawn_whole(self, kind: Kind, key: Words, count: int) -> str | None:
        if self._chance.odds(_KEPT):
            for word in key:
                self._words[kind, word] = None
            return None
        if count > 1 and not self._chance.odds(_RESTRUCTURED):
            return None
        if kind == "family":
            return self._lists.family_name(self._chance)
        return self._lists.given_name(self._chance, _gender(key))

    def _word(self, kind: Kind, key: str) -> str | None:
        if (kind, key) not in self._words:
            right = self._read.aliases.get((kind, key))
            if right is not None:
                new = self._word(kind, right)
                drawn = mistyped(new, self._chance) if new else None
            elif self._chance.odds(_KEPT):
                drawn = None
            elif kind == "family":
                drawn = self._lists.family_name(self._chance, single=True)
            else:
                drawn = self._lists.given_name(self._chance, _gender((key,)), single=True)
            self._words[kind, key] = drawn
        return self._words[kind, key]

    def _initial(self, piece: NameWord) -> str:
        candidates = self._read.by_initial.get((piece.kind, piece.key[:1]), ())
        if len(candidates) == 1:
            new = self._new_name(piece.kind, candidates[0])
            if new is None:
                return piece.text
            return new[: len(piece.text)].capitalize() if len(piece.text) > 1 else new[0].upper()
        memo = (piece.kind, piece.key)
        if memo not in self._initials:
            self._initials[memo] = self._chance.choice(_SHORTENED if len(piece.key) > 1 else _LETTERS)
        return self._initials[memo]

    def _new_name(self, kind: Kind, key: Words) -> str | None:
        """Return the new name, or its first word, for the words of a name; None where it is kept."""
        if (kind, key) in self._read.alone:
            if (kind, key) not in self._whole:
                self._whole[kind, key] = self._drawn_whole(kind, key, len(key))
            if self._whole[kind, key] is not None:
                return self._whole[kind, key]
        return self._word(kind, key[0])

    def _particle(self, piece: NameWord) -> str:
        if piece.key not in FOREIGN_PARTICLES or self._chance.odds(0.5):
            return piece.text
        return in_case_of(piece.text, self._chance.choice(_PARTICLES))


def _gender(key: Words) -> str:
    for candidate in (" ".join(key), *key):
        gender = own.gender_of(candidate)
        if gender:
            return gender
    return "x"


def _letters(name: str) -> str:
    return "".join(c for c in fold(name) if c.isalpha())


def _aliases(words: Mapping[tuple[Kind, str], int]) -> dict[tuple[Kind, str], tuple[Kind, str]]:
    """Words of five letters or more that one typing error parts from a word of the same kind that stands before."""
    found: dict[tuple[Kind, str], tuple[Kind, str]] = {}
    earlier: list[tuple[Kind, str]] = []
    for kind, word in words:
        if len(word) < 5:
            continue
        for other in earlier:
            if other[0] == kind and other not in found and word[0] == other[1][0] and one_error_apart(word, other[1]):
                found[kind, word] = other
                break
        earlier.append((kind, word))
    return found
