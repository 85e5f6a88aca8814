"""The initials of the surrogates of the people of a document."""

from __future__ import annotations

from functools import cached_property
from itertools import permutations

from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import by_births
from palimpseste.surrogates.values.drawn_names import DrawnNames
from palimpseste.surrogates.values.name_draws import NameDraws
from palimpseste.writings.names import Kind, NameWord
from palimpseste.writings.people.mended import KINDS, Full
from palimpseste.writings.people.read import PeopleRead

__all__ = ["Initials"]


class Initials:
    """The initials of the names of one document, and those of what stands for them.

    Parameters
    ----------
    setting : Setting
        The document.
    read : PeopleRead
        Its names.
    draws : NameDraws
        What draws names.
    names : DrawnNames
        What stands for those of the document.
    """

    def __init__(self, setting: Setting, read: PeopleRead, draws: NameDraws, names: DrawnNames) -> None:
        self._setting = setting
        self._read, self._known = read, read.known
        self._draws = draws
        self._names = names

    def of(self, index: int, letters: tuple[str, ...]) -> tuple[str, ...]:
        """Return the surrogates of the initials of a name span: those of the one name they can stand for.

        Parameters
        ----------
        index : int
            The span.
        letters : tuple of str
            Folded abbreviations, one a word: ``("p",)``, ``("j", "f")``, ``("ph",)``.
        """
        kind = KINDS[self._setting.spans[index].label]
        partner = self._known.partner_of.get(index)
        own = self._read.names[index]
        rest = self._read.abbreviated.rest_of(kind, own)
        begun = self._known.keys_of(own) if rest else ()
        found = rest or self._read.abbreviated.name_of(kind, letters, partner)
        if found is not None:
            drawn = self._names.stand_for([(kind, key) for key in (*begun, *found)])[len(begun) :]
            return tuple(word[: len(letter)] for word, letter in zip(drawn, letters, strict=False))
        if kind == "family" and len(letters) > 1:
            pair = self.of_pair("".join(letters))
            if pair is not None:
                return pair
            pair = self.with_particles("".join(letters))
            if pair is not None:
                # No letter stands for a particle that the new name has not.
                return (*pair, *("" for _ in letters))[: len(letters)]
        last = self._read.abbreviated.last_of(kind, letters, index) if partner is None else None
        if last is not None:
            drawn = self._names.stand_for([(kind, key) for key in last])
            return tuple(word[: len(letter)] for word, letter in zip(drawn, letters, strict=False))
        return tuple(self.of_unknown(kind, letter, self._known.full_of(partner)) for letter in letters)

    def of_pair(self, letters: str) -> tuple[str, ...] | None:
        """Return the surrogate initials of the one person, both names known, whose folded initials are these."""
        found = self._pairs_by_letters.get(letters) or self._families_by_letters.get(letters)
        found = found or self._pairs_by_first_letters.get(letters, set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _pairs_by_letters(self) -> dict[str, set[tuple[str, ...]]]:
        """Surrogate initials by the folded initials of the persons they stand for, in both orders."""
        return self._by_letters(None)

    @cached_property
    def _pairs_by_first_letters(self) -> dict[str, set[tuple[str, ...]]]:
        """Surrogate initials by the first letters of the names of the persons: « NG » of Nathan Graillon-Costa."""
        return self._by_letters(1)

    def _by_letters(self, most: int | None) -> dict[str, set[tuple[str, ...]]]:
        """Return surrogate initials by those of persons, of at most so many words of each name, in both orders."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for old, new in self._initial_pairs:
            for first in (0, 1):
                letters = "".join((*old[first][:most], *old[1 - first][:most]))
                found.setdefault(letters, set()).add((*new[first][:most], *new[1 - first][:most]))
        return found

    def with_particles(self, letters: str) -> tuple[str, ...] | None:
        """Return the surrogate initials of the one person whose folded initials, particles included, are these."""
        found = self._pairs_with_particles.get(letters, set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _pairs_with_particles(self) -> dict[str, set[tuple[str, ...]]]:
        """Surrogate initials by those of persons whose last name has a particle: « GLB », Gaël Le Borgne."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for index, other in self._known.partner_of.items():
            name, given = self._read.names[index], self._known.full_of(other)
            words = [piece for piece in name.pieces if isinstance(piece, NameWord)]
            begun = tuple(word.key for word in self._read.names[other].initials)
            if not name.full or not (given or begun) or self._setting.spans[index].label != "LASTNAME":
                continue
            if any(word.role == "particle" for word in words):
                letters = "".join((*(word[0] for word in given or begun), *(word.key[0] for word in words)))
                of_given = (
                    self._first_letters("given", given)
                    if given
                    else tuple(letter[0] for letter in self.of(other, begun))
                )
                new = (*of_given, *self._first_letters("family", self._known.full_of(index)))
                found.setdefault(letters, set()).add(new)
        return found

    @cached_property
    def _families_by_letters(self) -> dict[str, set[tuple[str, ...]]]:
        """The surrogate initials of both family names of the record by those that they stand for, in both orders."""
        family = [
            self._known.keys_of(name) for name in self._read.record if name.full and name.full[0].kind == "family"
        ]
        found: dict[str, set[tuple[str, ...]]] = {}
        for words in permutations(family, 2):
            old = "".join(word[0] for name in words for word in name)
            new = tuple(letter for name in words for letter in self._first_letters("family", name))
            found.setdefault(old, set()).add(new)
        return found

    def of_one(self, letters: str) -> str:
        """Return as many letters as folded initials, those of the new name where they are told to be one person's."""
        known = self.of_pair(letters)
        if known is None:
            found = self._read.abbreviated.name_of("family", tuple(letters), None)
            known = self._first_letters("family", found) if found is not None and len(found) == len(letters) else None
        return "".join(known or (self.of_unknown("family", letter) for letter in letters))

    def of_given_names(self, family: str, letters: str) -> str | None:
        """Return the surrogates of the initials of the given names of the one person of a family name they begin."""
        found = {
            "".join(self._first_letters("given", given))[: len(letters)]
            for given, names in self._known.pairs
            if family in names and "".join(word[0] for word in given).startswith(letters)
        }
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _initial_pairs(self) -> list[tuple[tuple[Full, Full], tuple[Full, Full]]]:
        """Initials of the first and last names of each person, the original ones and those of the surrogates."""
        pairs: list[tuple[tuple[Full, Full], tuple[Full, Full]]] = []
        for given, family in self._known.pairs:
            old = (tuple(word[0] for word in given), tuple(word[0] for word in family))
            pairs.append((old, (self._first_letters("given", given), self._first_letters("family", family))))
        for index, other in self._known.partner_of.items():
            abbreviated, family = self._read.names[index], self._known.full_of(other)
            if (
                self._setting.spans[index].label == "FIRSTNAME"
                and abbreviated.initials
                and not abbreviated.full
                and family
            ):
                letters = tuple(word.key for word in abbreviated.initials)
                new = tuple(written[0] for written in self.of(index, letters))
                old = (tuple(letter[0] for letter in letters), tuple(word[0] for word in family))
                pairs.append((old, (new, self._first_letters("family", family))))
        return pairs

    def _first_letters(self, kind: Kind, words: Full) -> Full:
        # What stands as a family name may hold a given name glued to it: such a word has its surrogate as what it is.
        other: Kind = "given" if kind == "family" else "family"
        known = [(kind if (kind, word) in self._names.surrogates else other, word) for word in words]
        return tuple(drawn[0] for drawn in self._names.stand_for(known))

    def of_unknown(self, kind: str, letter: str, beside: Full = ()) -> str:
        """Return the initial of a drawn name for an initial that stands for no known name, whatever it was.

        Parameters
        ----------
        kind : str
            ``given`` or ``family``.
        letter : str
            The old initial.
        beside : Full
            The name beside it, which the drawn one goes with.
        """
        draws = self._draws.of("given" if kind == "family" else "family", *beside)
        stream = draws.stream("INITIAL", f"{kind}:{letter}:{' '.join(beside)}", "initial")
        if kind == "family":
            return by_births.draw_family_name(stream)[0]
        return by_births.draw_given_name(stream, stream.choice(("f", "m")))[0]
