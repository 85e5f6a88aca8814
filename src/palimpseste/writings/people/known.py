"""Which writings of a document are one name: partners, typing errors, short forms, particles glued to a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from palimpseste.folding import fold, one_error_apart
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName
from palimpseste.writings.people.mended import Full, NamesRead

__all__ = ["NamesKnown"]

# What somebody is called by, before it.
_CALLED = re.compile(r"(?:\W(?:dite?|surnommee?|appelee?|alias)\s{1,2}[«\"“]?|\([«\"“])\s?$")
_LONGEST_CALLED = 16
_NAME_GAP = re.compile(r"[\s.,/-]{0,3}")
# « Jo » is short for too many.
_SHORTEST_FORM = 3
_LONGEST_WITH_FORMS = 12


class NamesKnown:
    """The names of a document by what is alike in all writings of one.

    Parameters
    ----------
    read : NamesRead
        The names.
    """

    def __init__(self, read: NamesRead) -> None:
        self._passages, self._names, self._record = read.passages, read.names, read.record

    def full_of(self, index: int | None) -> Full:
        """Return the whole words of a name span, by their keys; none for no span."""
        return self.keys_of(self._names[index]) if index is not None else ()

    def key_of(self, word: NameWord) -> str:
        """Return what is equal for all writings of a word, typing errors in names of the record included."""
        return self.taken_for(word.kind, word.key)

    def taken_for(self, kind: Kind, folded: str) -> str:
        """Return the key of a folded word of a name: that of the record's name it is a typing error of, or itself."""
        aliases = self._aliases
        return aliases.get((kind, folded), folded) if aliases else folded

    def keys_of(self, name: ParsedName) -> Full:
        """Return the keys of the whole words of a name."""
        aliases = self._aliases
        return tuple([aliases.get((word.kind, word.key), word.key) if aliases else word.key for word in name.full])

    @cached_property
    def pairs(self) -> list[tuple[Full, Full]]:
        """First and last names that stand side by side in the document or in the record."""
        found = []
        for index, other in self.partner_of.items():
            if self._passages.spans[index].label == "FIRSTNAME" and self.full_of(index) and self.full_of(other):
                found.append((self.full_of(index), self.full_of(other)))
        given = [self.keys_of(name) for name in self._record if name.full and name.full[0].kind == "given"]
        family = [self.keys_of(name) for name in self._record if name.full and name.full[0].kind == "family"]
        found += [(g, f) for g in given for f in family]
        return list(dict.fromkeys(found))

    @cached_property
    def partner_of(self) -> dict[int, int]:
        """The span of the other kind beside each name span, the next one first."""
        partners: dict[int, int] = {}
        indices = sorted(self._names)
        for index, following in pairwise(indices):
            spans = self._passages.spans
            if spans[index].label == spans[following].label or index in partners:
                continue
            if spans[following].start - spans[index].end <= 3 and _NAME_GAP.fullmatch(
                self._passages.between(index, following)
            ):
                partners[index], partners[following] = following, index
        return partners

    @cached_property
    def _aliases(self) -> dict[tuple[Kind, str], str]:
        """Words one typing error away from a name of the record, taken for it, where no list knows them as names."""
        known = {(word.kind, word.key) for name in self._record for word in name.full if len(word.key) >= 5}
        aliases = dict(self._glued_particles())
        aliases.update((("given", key), whole) for key, whole in self.short_forms.items())
        if not known:
            return aliases
        for name in self._names.values():
            for word in name.full:
                if (
                    (word.kind, word.key) in known
                    or (word.kind, word.key) in aliases
                    or len(word.key) < 5
                    or lists.is_listed(word.kind, word.key)
                ):
                    continue
                for kind, key in sorted(known):
                    if kind == word.kind and one_error_apart(word.key, key):
                        aliases[word.kind, word.key] = key
                        break
        return aliases

    @cached_property
    def short_forms(self) -> Mapping[str, str]:
        """The given names alone that are each short for one other: « Manue », Emmanuelle; « Max », Maxence."""
        every = (*self._record, *self._names.values())
        given = {word.key for name in every for word in name.full if word.kind == "given"}
        beside = {key for index in self.partner_of for key in _given_alone(self._names[index])}
        alone = dict.fromkeys(
            key for index, name in self._names.items() if index not in self.partner_of for key in _given_alone(name)
        )
        called = self._called
        usual = {key: lists.usual_short_forms().get(key, frozenset()) & given for key in alone if key not in beside}
        short = {key: set(usual.get(key, ())) for key in alone if key in called or not _is_own_name(key)}
        for key in given if short else ():
            for form in _forms_of(key[:_LONGEST_WITH_FORMS]):
                if form in short and form != key:
                    short[form].add(key)
        return {key: next(iter(whole)) for key, whole in (usual | short).items() if len(whole) == 1}

    @cached_property
    def _called(self) -> frozenset[str]:
        """The given names alone that the words before them say somebody is called by: « dit Bob », « (« Théo ») »."""
        return frozenset(
            key
            for index, name in self._names.items()
            for key in _given_alone(name)
            if _CALLED.search(fold(self._passages.before(index, _LONGEST_CALLED)))
        )

    def _glued_particles(self) -> Iterator[tuple[tuple[Kind, str], str]]:
        """Yield each family name that is also written with its particle glued: « Lebihan », with « LE BIHAN ».

        The writing of the record stands for both, else the one with the particle apart.
        """
        recorded = {word.key for name in self._record for word in name.full}
        written = recorded | {word.key for name in self._names.values() for word in name.full if word.kind == "family"}
        for name in (*self._record, *self._names.values()):
            glued = ""
            for piece in name.pieces:
                if isinstance(piece, NameWord) and piece.kind == "family":
                    glued += piece.key
                    if piece.role != "particle":
                        break
            else:
                continue
            if piece.role == "full" and glued != piece.key and glued in written:
                if glued in recorded and piece.key not in recorded:
                    yield ("family", piece.key), glued
                else:
                    yield ("family", glued), piece.key


def _given_alone(name: ParsedName) -> Full:
    """Return the key of a name that is one whole given name; none of any other."""
    return tuple([word.key for word in name.full if word.kind == "given"]) if len(name.pieces) == 1 else ()


def _forms_of(key: str) -> Iterator[str]:
    """Yield what a given name is shortened to: its beginnings, stretches of it, its first syllable twice."""
    yield from (key[:end] for end in range(_SHORTEST_FORM, len(key)))
    yield from (
        key[start:end] for start in range(1, len(key)) for end in range(start + _SHORTEST_FORM + 1, len(key) + 1)
    )
    yield key[:2] * 2


def _is_own_name(key: str) -> bool:
    """Tell whether a list knows a given name that is no syllable said twice: « Lou », not « Juju »."""
    return lists.is_listed("given", key) and key != key[:2] * 2
