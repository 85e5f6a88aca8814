"""A drawn name that suits what the text tells of the name it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain

from palimpseste.surrogates.draws import (
    BitStream,
    Draws,
    Lot,
    NothingLeftError,
    all_from_a_drawn_place,
    first_fitting,
    first_of,
)
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import by_births, drawable
from palimpseste.surrogates.values.variants import variants
from palimpseste.writings import lists
from palimpseste.writings.names import Kind
from palimpseste.writings.people.read import Halves, PeopleRead
from palimpseste.writings.spelt import Remark

__all__ = ["NameDraws", "Word"]

_ELISION = re.compile(r"(?<![^\W_])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’]\Z", re.IGNORECASE)
_LONGEST_ELISION = 8
# Many draws are passed over where a class of names is small and the note holds many of them.
_MOST_DRAWS = 200
# Of a name with a near one on the lists, as one in four to six has.
_MOST_NEAR_DRAWS = 50
# Stands for all classes of length in a lot of last resort.
_ANY_LENGTH = -1

Word = tuple[Kind, str]
_Asked = tuple[bool, tuple[Remark, ...], int | None]
_Class = tuple[Kind, lists.Gender, _Asked, int | None, int | None]


class NameDraws:
    """Draws what stands for the names of one document, each for itself.

    Parameters
    ----------
    setting : Setting
        The document.
    read : PeopleRead
        Its names.
    born : int, optional
        The class of the year of birth that the new text tells of the patient.
    births_told : callable
        Gives the years of birth that the text tells of others, by the keys of their given names.
    """

    def __init__(
        self,
        setting: Setting,
        read: PeopleRead,
        born: int | None,
        births_told: Callable[[PeopleRead], Mapping[str, int]],
    ) -> None:
        self._setting = setting
        self._read = read
        self._born = born
        self._births_told = births_told
        self._free: dict[tuple[Kind, lists.Gender], tuple[str, ...]] = {}
        self._lots: dict[_Class, Lot[str]] = {}

    def of(self, kind: Kind, *keys: str) -> Draws:
        """Return the draws of the names that begin with some words: those of the cohort for a carer where it shares."""
        return self._setting.shared if keys and self.is_shared(kind, keys[0]) else self._setting.draws

    def is_shared(self, kind: Kind, key: str) -> bool:
        """Tell whether a word is a carer's and has one surrogate in the cohort."""
        return self._setting.options.carer_scope == "cohort" and (kind, key) in self._read.carers

    def drawn(self, kind: Kind, key: str, gender: lists.Gender, taken: Collection[str]) -> str:
        """Return a name that stands for a word of a kind and sex, none that is taken while others are left.

        Parameters
        ----------
        kind : Kind
            ``given`` or ``family``.
        key : str
            The word, folded.
        gender : Gender
            Of who bears it; ``x`` where nothing tells.
        taken : collection of str
            Folded names that stand for others.
        """
        stream = self.of(kind, key).stream("NAME", key, f"{kind}:{gender}")
        length = drawable.class_of_length(key) if self.keeps_length else None
        # Where hardly a name is left, one that both sexes bear will do.
        asked = self._asked_of(kind, key)
        refused = self._suiting(kind, gender, asked, taken)
        lots = self._lots_of(kind, gender, length, self._born_of(kind, key), asked)
        for fits, lot in zip(refused, lots, strict=True):
            with suppress(NothingLeftError):
                return lot.first_fitting(fits, stream)
        # Two names may share a surrogate; none may be a name of the note.
        return first_of(all_from_a_drawn_place(self._free_names(kind, gender), stream), lambda drawn: True)

    def drawn_compound(self, halves: Halves, taken: set[str]) -> Halves:
        """Return a double name that people bear; where none is free, one of two names."""
        gender = self._read.compounds[halves]
        stream = self.of("given", halves[0]).stream("NAME", "-".join(halves), f"compound:{gender}")
        refused = self._setting.originals.union(halves)
        time = self._time_of(halves)
        born = None if time is None else by_births.class_of_birth(time)
        lengths = tuple(map(drawable.class_of_length, halves))
        is_elided = ("given", halves[0]) in self._elided
        # « Lily-Rose, 87 ans » : of who is of an unknown age the text may yet say a great one.

        def fits(drawn: str) -> bool:
            new, whole = drawn.split("-"), drawable.folded(drawn)
            return (
                whole not in taken
                and refused.isdisjoint((whole, *map(drawable.folded, new)))
                and (by_births.is_of_grown(drawn) if time is None else by_births.is_of_time(drawn, time))
                and (not is_elided or drawable.may_follow_elision(drawn))
                and (not self.keeps_length or tuple(map(drawable.class_of_length, new)) == lengths)
            )

        with suppress(NothingLeftError):
            first, second = by_births.draw_compound(stream, gender, born, fits).split("-")
            return first, second
        first = self.drawn("given", halves[0], gender, taken)
        return first, self.drawn("given", halves[1], gender, taken | {drawable.folded(first)})

    def drawn_as_both(self, key: str, gender: lists.Gender, taken: Collection[str]) -> str:
        """Return a name that stands for a word as first and as last name; `NothingLeftError` where none is drawn.

        Parameters
        ----------
        key : str
            The word, folded.
        gender : Gender
            Of who bears it; ``x`` where nothing tells.
        taken : collection of str
            Folded names that stand for others.
        """
        tells, _ = self.suits("given", key, gender, taken)
        _, is_new = self.suits("family", key, "x", taken)
        stream = self.of("given", key).stream("NAME", key, f"given:{gender}")
        return first_fitting(
            partial(by_births.draw_given_name, stream, gender, born=self._born_of("given", key)),
            lambda drawn: tells(drawn) and is_new(drawn) and lists.is_family_name(drawable.folded(drawn)),
            _MOST_DRAWS,
        )

    def near(self, word: Word, gender: lists.Gender, taken: Collection[str]) -> Callable[[str], str | None]:
        """Return what gives the name for a word that is near the one that stands for another; None where none is.

        Parameters
        ----------
        word : Word
            Its kind and the word, folded.
        gender : Gender
            Of who bears it; ``x`` where nothing tells.
        taken : collection of str
            Folded names that stand for others.
        """
        tells = self.suits_at_any_time(*word, gender, taken)
        stream = self.of(*word).stream("NAME", word[1], "near")

        def near(drawn: str) -> str | None:
            every = [each for each in variants(drawn, word[0], gender) if tells(each)]
            return next(all_from_a_drawn_place(every, stream), None)

        return near

    def drawn_with_near(
        self, word: Word, gender: lists.Gender, taken: Collection[str], near: Callable[[str], str | None]
    ) -> str:
        """Return a name that stands for a word and has another near it; `NothingLeftError` where none is drawn.

        Parameters
        ----------
        word : Word
            Its kind and the word, folded.
        gender : Gender
            Of who bears it; ``x`` where nothing tells.
        taken : collection of str
            Folded names that stand for others.
        near : callable
            Gives the name near a drawn one, or None.
        """
        suits, _ = self.suits(*word, gender, taken)
        stream = self.of(*word).stream("NAME", word[1], f"{word[0]}:{gender}")
        draw = partial(self._draw_one, stream, word[0], gender, self._born_of(*word))
        return first_fitting(draw, lambda name: suits(name) and near(name) is not None, _MOST_NEAR_DRAWS)

    def suits(
        self, kind: Kind, key: str, gender: lists.Gender, taken: Collection[str]
    ) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
        """Return what tells whether a drawn name may stand for one, and whether it may but for its sex and time.

        Parameters
        ----------
        kind : Kind
            ``given`` or ``family``.
        key : str
            The word, folded.
        gender : Gender
            Of who bears it; ``x`` where nothing tells.
        taken : collection of str
            Folded names that stand for others.
        """
        return self._suiting(kind, gender, self._asked_of(kind, key), taken)

    def suits_at_any_time(
        self, kind: Kind, key: str, gender: lists.Gender, taken: Collection[str]
    ) -> Callable[[str], bool]:
        """Return what tells whether a name that follows another one's surrogate may stand for one, as :meth:`suits`."""
        is_elided, remarks, _ = self._asked_of(kind, key)
        return self._suiting(kind, gender, (is_elided, remarks, None), taken)[0]

    def _suiting(
        self, kind: Kind, gender: lists.Gender, asked: _Asked, taken: Collection[str]
    ) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
        is_elided, remarks, time = asked

        def is_new(drawn: str) -> bool:
            folded = drawable.folded(drawn)
            is_taken = folded in self._setting.originals or folded in taken
            if is_taken or (is_elided and not drawable.may_follow_elision(drawn)):
                return False
            return not remarks or all(remark.suits(drawn) for remark in remarks)

        def tells(drawn: str) -> bool:
            if kind == "family":
                return is_new(drawn) and not drawable.reads_as_word(drawn)
            is_of_time = time is None or by_births.is_of_time(drawn, time)
            return is_new(drawn) and is_of_time and by_births.tells(drawn, gender)

        return tells, is_new

    def _asked_of(self, kind: Kind, key: str) -> _Asked:
        """Return what the text asks of the surrogate of a name: a vowel, what is said of it, a time."""
        remarks = tuple(self._read.remarks.get((kind, key), ()))
        return (kind, key) in self._elided, remarks, self._time_of((key,)) if kind == "given" else None

    def _born_of(self, kind: Kind, key: str) -> int | None:
        """Return the class of the year of birth of who bears a name, where it is told."""
        time = self._time_of((key,)) if kind == "given" else None
        return None if time is None else by_births.class_of_birth(time)

    def _time_of(self, keys: Sequence[str]) -> int | None:
        """Return about when who bears a given name was born, or a double one: as is told, else as is kept of the name.

        Of a carer whom the cohort shares a single note tells nothing.
        """
        if not self.is_shared("given", keys[0]):
            if self._born is not None and self._read.patient_given.issuperset(keys):
                return self._born
            if keys[0] in self._told:
                return self._told[keys[0]]
        return by_births.generation_of(keys) if "generation" in self._setting.options.keep_of_names else None

    @cached_property
    def _told(self) -> Mapping[str, int]:
        """The years of birth told of others than the patient."""
        return self._births_told(self._read)

    @cached_property
    def _elided(self) -> frozenset[tuple[Kind, str]]:
        """The words that a « d' » or « qu' » of the text stands before, which shows that they begin with a vowel."""
        keeps_particles = "particles" in self._setting.options.keep_of_names
        found: set[tuple[Kind, str]] = set()
        for index, name in self._read.names.items():
            before = self._setting.before(index, _LONGEST_ELISION)
            for piece in name.pieces:
                if isinstance(piece, str):
                    before = (before + piece)[-_LONGEST_ELISION:]
                    continue
                if piece.role == "full" and _ELISION.search(before):
                    found.add((piece.kind, self._read.known.key_of(piece)))
                if piece.role != "particle" or keeps_particles:
                    before = (before + piece.text)[-_LONGEST_ELISION:]
        return frozenset(found)

    @property
    def keeps_length(self) -> bool:
        """Whether what stands for a name is of like length."""
        return "length" in self._setting.options.keep_of_names

    def _lots_of(
        self,
        kind: Kind,
        gender: lists.Gender,
        length: int | None,
        born: int | None,
        asked: _Asked,
    ) -> Iterator[Lot[str]]:
        """Yield the names to draw for all of a kind, a gender, a length and a time, then those of any class."""
        # A lot forgets what it refused: each way to refuse has one of its own.
        refusing = (kind, gender, asked)
        own, any_class = (*refusing, length, born), (*refusing, _ANY_LENGTH, None)
        if own not in self._lots:
            if kind == "family":
                parts, draw = drawable.family_names(length), partial(by_births.draw_family_name, length_class=length)
            else:
                parts = drawable.given_names(gender, length)
                draw = partial(by_births.draw_given_name, gender=gender, length_class=length, born=born)
            self._lots[own] = Lot(partial(chain, *parts), draw, _MOST_DRAWS)
        yield self._lots[own]
        if any_class not in self._lots:
            free = self._free_names(kind, gender)
            self._lots[any_class] = Lot(lambda: free, lambda stream: stream.choice(free), _MOST_DRAWS if free else 0)
        yield self._lots[any_class]

    @staticmethod
    def _draw_one(stream: BitStream, kind: Kind, gender: lists.Gender, born: int | None) -> str:
        if kind == "family":
            return by_births.draw_family_name(stream)
        return by_births.draw_given_name(stream, gender, born=born)

    def _free_names(self, kind: Kind, gender: lists.Gender) -> tuple[str, ...]:
        """Return all names that may be drawn and are none of the document's; the lists are gone through once."""
        if (kind, gender) not in self._free:
            every = drawable.every_family_name() if kind == "family" else drawable.every_given_name(gender)
            self._free[kind, gender] = tuple(
                name for name in every if drawable.folded(name) not in self._setting.originals
            )
        return self._free[kind, gender]
