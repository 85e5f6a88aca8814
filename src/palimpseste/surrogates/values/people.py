"""The surrogate of each name of a document, and the initials of the surrogates of its people.

Names are replaced word by word: « Colin-Brault » becomes « Mercier-Lopez », and « Brault » alone « Lopez ». A name is
drawn whatever the letters of the original are. A word keeps its surrogate in all documents of its scope, up to five
rare exceptions decided by the document: a surrogate that is itself an original name of the document, already stands for
another one, begins with no vowel after « d' », or is not spelt as the text says of it (« avec deux n »), is passed over
for the next draw; and a given name that both sexes bear is drawn for the one that the words beside it tell. A name is
passed over, too, that is not of the time that an age behind it or a word of kinship before it tells, where it is told
which. A short form of one given name of the document becomes one of its surrogate, what the text calls another spelling
a misspelling.
A double given name (« Jean-Luc ») is one name that becomes another; a half alone follows it where the record holds it,
or the document is alone in its scope, and is drawn as any name is elsewhere. So does a word that is first and last
name, and so do names that are nearly one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain, permutations

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
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.namesakes import counterparts, namesakes, near_names
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName
from palimpseste.writings.people import KINDS, Full, Halves, PeopleRead
from palimpseste.writings.spelt import Spelling

__all__ = ["People"]

_ELISION = re.compile(r"(?<![^\W_])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’]\Z", re.IGNORECASE)
_LONGEST_ELISION = 8
_ACCENT = re.compile("[à-öø-ÿ]")
# Many draws are passed over where a class of names is small and the note holds many of them.
_MOST_DRAWS = 200
# Of a name with a near one on the lists, as one in four to six has.
_MOST_NEAR_DRAWS = 50

_Word = tuple[Kind, str]
_Asked = tuple[bool, tuple[Spelling, ...], int | None]
_Class = tuple[Kind, lists.Gender, _Asked, str, int | None]


class People:
    """The names of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    birth_year : int, optional
        The year of birth that the new text tells of the patient, the same in all documents of the scope: the patient
        gets a given name of that time, everybody else one that grown people bear.
    births_told : callable, optional
        Gives the years of birth that the text tells of others, by the keys of their given names: what names are drawn
        is passed over where hardly anybody born then bears it.

    Attributes
    ----------
    read : PeopleRead
        The names as they are read.
    """

    def __init__(
        self,
        setting: Setting,
        birth_year: int | None = None,
        births_told: Callable[[PeopleRead], Mapping[str, int]] = lambda read: {},
    ) -> None:
        self._setting = setting
        self._born = None if birth_year is None else drawable.class_of_birth(birth_year)
        self._free: dict[tuple[Kind, lists.Gender], tuple[str, ...]] = {}
        self._lots: dict[_Class, Lot[str]] = {}
        self.read = PeopleRead(setting)
        self._births_told = births_told

    @cached_property
    def are_among_accents(self) -> bool:
        """Whether the text has accents in small letters beside its values."""
        return any(map(_ACCENT.search, self._setting.outside()))

    def surrogates_of_name(self, name: ParsedName) -> Full:
        """Return the surrogate of each whole word of a name, in its own case: a short form for a short form."""
        words = [(word.kind, self.read.key_of(word)) for word in name.full]
        rest = self.read.rest_abbreviated(words[0][0], name) if words and name.initials else None
        drawn = self._stands_for([*words, *((words[0][0], key) for key in rest or ())])
        return tuple(
            (self._shortened.get(word.key) if word.kind == "given" else None) or new
            for word, new in zip(name.full, drawn, strict=False)
        )

    def misspelling_of_word(self, word: NameWord, whole: str) -> str:
        """Return the surrogate of a word with one error, drawn for this writing of it; as it is if none may stand."""
        stream = self._draws_of(word.kind, self.read.key_of(word)).stream("NAME", word.text.lower(), "misspelling")
        every = all_from_a_drawn_place(drawable.misspellings(whole), stream)
        return next((drawn for drawn in every if drawable.folded(drawn) not in self._setting.originals), whole)

    def _stands_for(self, words: Sequence[_Word]) -> Full:
        """Return what stands for the words of a name, one after another."""
        found: list[str] = []
        for each in _each_name(words, self._compounds):
            found += self._compounds[each[0][1], each[1][1]] if len(each) == 2 else (self._surrogates[each[0]],)
        return tuple(found)

    @cached_property
    def _shortened(self) -> Mapping[str, str]:
        """What stands for each short form of a given name: one of its surrogate's that is no name here, if there is."""
        found: dict[str, str] = {}
        taken = {drawable.folded(drawn) for drawn in self._surrogates.values()} if self.read.short_forms else set()
        for key, whole in sorted(self.read.short_forms.items()):
            for form in drawable.short_forms(self._surrogates["given", self.read.known_as("given", whole)]):
                folded = drawable.folded(form)
                if folded not in taken and folded not in self._setting.originals:
                    found[key] = form
                    taken.add(folded)
                    break
        return found

    def surrogate_of(self, folded: str) -> str | None:
        """Return the surrogate of a name of the document or record by its folded word, of either kind."""
        for kind in ("family", "given"):
            found = self._surrogates.get((kind, self.read.known_as(kind, folded)))
            if found is not None:
                return found
        return None

    def may_name_a_body(self, folded: str) -> bool:
        """Tell whether a folded word is a last name that bodies follow in every document: one of the record if any."""
        key = "family", self.read.known_as("family", folded)
        if not self._setting.is_of_patient:
            return key in self._surrogates
        return any((word.kind, self.read.key_of(word)) == key for name in self.read.record for word in name.full)

    def last_name_drawn(self, folded: str) -> str:
        """Return what stands for a folded last name, of the document or not."""
        key = self.read.known_as("family", folded)
        return self._surrogates.get(("family", key)) or self._drawn("family", key, "x", set())

    @cached_property
    def run_together(self) -> Mapping[str, tuple[Kind, str]]:
        """Names of several words as addresses run them together, and what stands for them: « desaintamand »."""
        found: dict[str, tuple[Kind, str]] = {}
        for name in (*self.read.record, *self.read.names.values()):
            words = [piece for piece in name.pieces if isinstance(piece, NameWord) and piece.role != "initial"]
            if len(words) > 1 and len({word.kind for word in words}) == 1 and name.full:
                stands = "".join(self.surrogates_of_name(name))
                for writing in (words, name.full):
                    found.setdefault("".join(word.key for word in writing), (words[0].kind, stands))
        return found

    def words(self) -> Iterator[tuple[Kind, str]]:
        """Yield every whole word known as a name here, record first."""
        yield from self._surrogates

    def initials_of(self, index: int, letters: tuple[str, ...]) -> tuple[str, ...]:
        """Return the surrogates of the initials of a name span: those of the one name they can stand for.

        Parameters
        ----------
        index : int
            The span.
        letters : tuple of str
            Folded abbreviations, one a word: ``("p",)``, ``("j", "f")``, ``("ph",)``.
        """
        kind = KINDS[self._setting.spans[index].label]
        partner = self.read.partner_of.get(index)
        own = self.read.names[index]
        rest = self.read.rest_abbreviated(kind, own)
        begun = self.read.keys_of(own) if rest else ()
        found = rest or self.read.name_abbreviated(kind, letters, partner)
        if found is not None:
            drawn = self._stands_for([(kind, key) for key in (*begun, *found)])[len(begun) :]
            return tuple(word[: len(letter)] for word, letter in zip(drawn, letters, strict=False))
        if kind == "family" and len(letters) > 1:
            pair = self.pair_abbreviated("".join(letters))
            if pair is not None:
                return pair
        return tuple(self.drawn_initial(kind, letter, self.read.full_of(partner)) for letter in letters)

    def pair_abbreviated(self, letters: str) -> tuple[str, ...] | None:
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

    def pair_with_particles(self, letters: str) -> tuple[str, ...] | None:
        """Return the surrogate initials of the one person whose folded initials, particles included, are these."""
        found = self._pairs_with_particles.get(letters, set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _pairs_with_particles(self) -> dict[str, set[tuple[str, ...]]]:
        """Surrogate initials by those of persons whose last name has a particle: « GLB », Gaël Le Borgne."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for index, other in self.read.partner_of.items():
            name, given = self.read.names[index], self.read.full_of(other)
            words = [piece for piece in name.pieces if isinstance(piece, NameWord)]
            if not name.full or not given or self._setting.spans[index].label != "LASTNAME":
                continue
            if any(word.role == "particle" for word in words):
                letters = "".join((*(word[0] for word in given), *(word.key[0] for word in words)))
                new = (*self._first_letters("given", given), *self._first_letters("family", self.read.full_of(index)))
                found.setdefault(letters, set()).add(new)
        return found

    @cached_property
    def _families_by_letters(self) -> dict[str, set[tuple[str, ...]]]:
        """The surrogate initials of both family names of the record by those that they stand for, in both orders."""
        family = [self.read.keys_of(name) for name in self.read.record if name.full and name.full[0].kind == "family"]
        found: dict[str, set[tuple[str, ...]]] = {}
        for words in permutations(family, 2):
            old = "".join(word[0] for name in words for word in name)
            new = tuple(letter for name in words for letter in self._first_letters("family", name))
            found.setdefault(old, set()).add(new)
        return found

    def letters_stand_for(self, letters: str) -> str:
        """Return as many letters as folded initials, those of the new name where they are told to be one person's."""
        known = self.pair_abbreviated(letters)
        if known is None:
            found = self.read.name_abbreviated("family", tuple(letters), None)
            known = self._first_letters("family", found) if found is not None and len(found) == len(letters) else None
        return "".join(known or (self.drawn_initial("family", letter) for letter in letters))

    def given_initials(self, family: str, letters: str) -> str | None:
        """Return the surrogates of the initials of the given names of the one person of a family name they begin."""
        found = {
            "".join(self._first_letters("given", given))[: len(letters)]
            for given, names in self.read.pairs
            if family in names and "".join(word[0] for word in given).startswith(letters)
        }
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _initial_pairs(self) -> list[tuple[tuple[Full, Full], tuple[Full, Full]]]:
        """Initials of the first and last names of each person, the original ones and those of the surrogates."""
        pairs: list[tuple[tuple[Full, Full], tuple[Full, Full]]] = []
        for given, family in self.read.pairs:
            old = (tuple(word[0] for word in given), tuple(word[0] for word in family))
            pairs.append((old, (self._first_letters("given", given), self._first_letters("family", family))))
        for index, other in self.read.partner_of.items():
            abbreviated, family = self.read.names[index], self.read.full_of(other)
            if (
                self._setting.spans[index].label == "FIRSTNAME"
                and abbreviated.initials
                and not abbreviated.full
                and family
            ):
                letters = tuple(word.key for word in abbreviated.initials)
                new = tuple(written[0] for written in self.initials_of(index, letters))
                old = (tuple(letter[0] for letter in letters), tuple(word[0] for word in family))
                pairs.append((old, (new, self._first_letters("family", family))))
        return pairs

    def _first_letters(self, kind: Kind, words: Full) -> Full:
        # What stands as a family name may hold a given name glued to it: such a word has its surrogate as what it is.
        other: Kind = "given" if kind == "family" else "family"
        known = [(kind if (kind, word) in self._surrogates else other, word) for word in words]
        return tuple(drawn[0] for drawn in self._stands_for(known))

    def drawn_initial(self, kind: str, letter: str, beside: Full = ()) -> str:
        """Return the initial of a drawn name for an initial that stands for no known name, whatever it was."""
        draws = self._draws_of("given" if kind == "family" else "family", *beside)
        stream = draws.stream("INITIAL", f"{kind}:{letter}:{' '.join(beside)}", "initial")
        if kind == "family":
            return drawable.draw_family_name(stream)[0]
        return drawable.draw_given_name(stream, stream.choice(("f", "m")))[0]

    def _draws_of(self, kind: Kind, *keys: str) -> Draws:
        """Return the draws of the names that begin with some words: those of the cohort for a carer where it shares."""
        if self._setting.options.carer_scope == "patient" or not keys:
            return self._setting.draws
        return self._setting.shared if (kind, keys[0]) in self.read.carers else self._setting.draws

    @property
    def _surrogates(self) -> Mapping[_Word, str]:
        """The surrogate of each word that is a name by itself, and of the halves of double names that are not."""
        return self._drawn_names[0]

    @property
    def _compounds(self) -> Mapping[Halves, Halves]:
        """The double given name that stands for each double one."""
        return self._drawn_names[1]

    @cached_property
    def _drawn_names(self) -> tuple[Mapping[_Word, str], Mapping[Halves, Halves]]:
        """All surrogates: those of the record first, then carers whom the cohort shares, then by alphabet."""
        found: dict[_Word, str] = {}
        compounds: dict[Halves, Halves] = {}
        taken: set[str] = set()
        names = self.read.names
        shares = self._setting.options.carer_scope == "cohort"
        carers = [names[index] for index in self.read.carer_spans] if shares else []
        for group in (self.read.record, carers, names.values()):
            alone, double = self._wanted(group)
            for halves in sorted(double - compounds.keys()):
                drawn = self._drawn_compound(halves, taken)
                compounds[halves] = drawn
                taken.update((*map(drawable.folded, drawn), " ".join(map(drawable.folded, drawn))))
                if group is self.read.record:
                    found.update((("given", key), half) for key, half in zip(halves, drawn, strict=True))
            wanted = {word: gender for word, gender in sorted(alone.items()) if word not in found}
            if group is self.read.record:
                self._draw_apart(wanted, found, taken)
                recorded = tuple(found)
            else:
                self._draw_together(wanted, recorded, compounds, found, taken)
        for halves, drawn in compounds.items():
            for key, half in zip(halves, drawn, strict=True):
                found.setdefault(("given", key), half)
        return found, compounds

    def _draw_apart(self, wanted: Mapping[_Word, lists.Gender], found: dict[_Word, str], taken: set[str]) -> None:
        """Draw what is not found yet, each for itself."""
        for (kind, key), gender in wanted.items():
            if (kind, key) not in found:
                found[kind, key] = drawn = self._drawn(kind, key, gender, taken)
                taken.add(drawable.folded(drawn))

    def _draw_together(
        self,
        wanted: Mapping[_Word, lists.Gender],
        recorded: Collection[_Word],
        compounds: Mapping[Halves, Halves],
        found: dict[_Word, str],
        taken: set[str],
    ) -> None:
        """Draw what is not found yet, names that belong together as such.

        In the documents of a patient each follows names of the record alone: the next document may not hold another.
        """
        is_alone = not self._setting.is_of_patient
        free = {word: gender for word, gender in wanted.items() if not self._is_shared(word)}
        if is_alone:
            self._draw_halves(free, compounds, found, taken)
            self._draw_namesakes(free, found, taken)
        left = [word for word in free if word not in found]
        listed = {word for word in left if is_alone and lists.is_listed(*word)}
        same = counterparts(left, listed.union(recorded))
        apart = [word for word in left if word not in same]
        near = {} if self._keeps_length else near_names(apart, recorded, among_words=is_alone)
        for word, base in near.items():
            self._draw_near(word, base, wanted, found, taken)
        self._draw_apart({word: gender for word, gender in wanted.items() if word not in same}, found, taken)
        found.update((word, found[base]) for word, base in same.items())

    def _is_shared(self, word: _Word) -> bool:
        """Tell whether a word is a carer's and has one surrogate in the cohort."""
        return self._setting.options.carer_scope == "cohort" and word in self.read.carers

    @property
    def _keeps_length(self) -> bool:
        return "length" in self._setting.options.keep_of_names

    def _draw_halves(
        self,
        wanted: Mapping[_Word, lists.Gender],
        compounds: Mapping[Halves, Halves],
        found: dict[_Word, str],
        taken: set[str],
    ) -> None:
        """Let a half alone of one double name be that half of its surrogate, where its sex allows."""
        halves: dict[str, set[str]] = {}
        for old, new in compounds.items():
            for key, half in zip(old, new, strict=True):
                halves.setdefault(key, set()).add(half)
        for (kind, key), gender in wanted.items():
            stands = halves.get(key, set()) if kind == "given" else set()
            if len(stands) == 1:
                tells, _ = self._suits(kind, key, gender, ())
                found.update(((kind, key), half) for half in stands if tells(half))

    def _draw_namesakes(self, wanted: Mapping[_Word, lists.Gender], found: dict[_Word, str], taken: set[str]) -> None:
        """Draw one name that people bear as first and last name for each word that stands as both."""
        for key in () if self._keeps_length else namesakes(word for word in wanted if word not in found):
            with suppress(NothingLeftError):
                drawn = self._drawn_as_both(key, wanted["given", key], taken)
                found["given", key] = found["family", key] = drawn
                taken.add(drawable.folded(drawn))

    def _drawn_as_both(self, key: str, gender: lists.Gender, taken: set[str]) -> str:
        tells, _ = self._suits("given", key, gender, taken)
        _, is_new = self._suits("family", key, "x", taken)
        stream = self._draws_of("given", key).stream("NAME", key, f"given:{gender}")
        return first_fitting(
            partial(drawable.draw_given_name, stream, gender, born=self._born_of("given", key)),
            lambda drawn: tells(drawn) and is_new(drawn) and lists.is_family_name(drawable.folded(drawn)),
            _MOST_DRAWS,
        )

    def _draw_near(
        self,
        word: _Word,
        base: _Word,
        genders: Mapping[_Word, lists.Gender],
        found: dict[_Word, str],
        taken: set[str],
    ) -> None:
        """Draw for a word a name that is near what stands for another, and that one where it is not drawn yet."""
        tells, _ = self._suits(*word, genders[word], taken)
        stream = self._draws_of(*word).stream("NAME", word[1], "near")

        def near(drawn: str) -> str | None:
            every = [each for each in drawable.variants(drawn, word[0], genders[word]) if tells(each)]
            return next(all_from_a_drawn_place(every, stream), None)

        if base not in found:
            with suppress(NothingLeftError):
                kind, key, gender = *base, genders[base]
                suits, _ = self._suits(kind, key, gender, taken)
                own = self._draws_of(kind, key).stream("NAME", key, f"{kind}:{gender}")
                draw = partial(self._draw_one, own, kind, gender, self._born_of(kind, key))
                found[base] = first_fitting(draw, lambda name: suits(name) and near(name) is not None, _MOST_NEAR_DRAWS)
                taken.add(drawable.folded(found[base]))
        drawn = near(found[base]) if base in found else None
        if drawn is not None:
            found[word] = drawn
            taken.add(drawable.folded(drawn))

    def _wanted(self, names: Iterable[ParsedName]) -> tuple[dict[_Word, lists.Gender], set[Halves]]:
        """Return the words that are names by themselves, with their genders, and the double given names."""
        alone: dict[_Word, lists.Gender] = {}
        double: set[Halves] = set()
        for name in names:
            given = tuple(word for word in name.full if word.kind == "given")
            gender = self.read.gender_of(given) if given else "x"
            words = [(word.kind, self.read.key_of(word)) for word in name.full]
            for each in _each_name(words, self.read.compounds):
                if len(each) == 2:
                    double.add((each[0][1], each[1][1]))
                else:
                    alone.setdefault(each[0], gender if each[0][0] == "given" else "x")
        return alone, double

    @cached_property
    def _times(self) -> Mapping[str, int]:
        """The years of birth told of others than the patient."""
        told = self._births_told(self.read)
        return {key: year for key, year in told.items() if self._born is None or key not in self.read.patient_given}

    def _drawn_compound(self, halves: Halves, taken: set[str]) -> Halves:
        """Return a double name that people bear; where none is free, one of two names."""
        gender = self.read.compounds[halves]
        stream = self._draws_of("given", halves[0]).stream("NAME", "-".join(halves), f"compound:{gender}")
        refused = self._setting.originals.union(halves)
        born = self._born if self.read.patient_given.issuperset(halves) else None
        time = self._times.get(halves[0])
        keeps_length = "length" in self._setting.options.keep_of_names
        lengths = tuple(map(drawable.class_of_length, halves))
        is_elided = ("given", halves[0]) in self._elided

        def fits(drawn: str) -> bool:
            new, whole = drawn.split("-"), drawable.folded(drawn)
            return (
                whole not in taken
                and refused.isdisjoint((whole, *map(drawable.folded, new)))
                and (time is None or drawable.is_of_time(drawn, time))
                and (not is_elided or drawable.may_follow_elision(drawn))
                and (not keeps_length or tuple(map(drawable.class_of_length, new)) == lengths)
            )

        with suppress(NothingLeftError):
            first, second = drawable.draw_compound(stream, gender, born, fits).split("-")
            return first, second
        first = self._drawn("given", halves[0], gender, taken)
        return first, self._drawn("given", halves[1], gender, taken | {drawable.folded(first)})

    @cached_property
    def _elided(self) -> frozenset[tuple[Kind, str]]:
        """The words that a « d' » or « qu' » of the text stands before, which shows that they begin with a vowel."""
        keeps_particles = "particles" in self._setting.options.keep_of_names
        found: set[tuple[Kind, str]] = set()
        for index, name in self.read.names.items():
            before = self._setting.before(index, _LONGEST_ELISION)
            for piece in name.pieces:
                if isinstance(piece, str):
                    before = (before + piece)[-_LONGEST_ELISION:]
                    continue
                if piece.role == "full" and _ELISION.search(before):
                    found.add((piece.kind, self.read.key_of(piece)))
                if piece.role != "particle" or keeps_particles:
                    before = (before + piece.text)[-_LONGEST_ELISION:]
        return frozenset(found)

    def _free_names(self, kind: Kind, gender: lists.Gender) -> tuple[str, ...]:
        """Return all names that may be drawn and are none of the document's; the lists are gone through once."""
        if (kind, gender) not in self._free:
            every = drawable.every_family_name() if kind == "family" else drawable.every_given_name(gender)
            self._free[kind, gender] = tuple(
                name for name in every if drawable.folded(name) not in self._setting.originals
            )
        return self._free[kind, gender]

    def _drawn(self, kind: Kind, key: str, gender: lists.Gender, taken: set[str]) -> str:
        stream = self._draws_of(kind, key).stream("NAME", key, f"{kind}:{gender}")
        like = key if self._keeps_length else None
        # Where hardly a name is left, one that both sexes bear will do.
        refused = self._suits(kind, key, gender, taken)
        lots = self._lots_of(kind, gender, like, self._born_of(kind, key), self._asked_of(kind, key))
        for fits, lot in zip(refused, lots, strict=True):
            with suppress(NothingLeftError):
                return lot.first_fitting(fits, stream)
        # Two names may share a surrogate; none may be a name of the note.
        return first_of(all_from_a_drawn_place(self._free_names(kind, gender), stream), lambda drawn: True)

    def _born_of(self, kind: Kind, key: str) -> int | None:
        """Return the class of the year of birth of who bears a name, where it is the patient's."""
        return self._born if kind == "given" and key in self.read.patient_given else None

    def _asked_of(self, kind: Kind, key: str) -> _Asked:
        """Return what the text asks of the surrogate of a name: a vowel, a spelling, a time."""
        spelt = tuple(self.read.spellings.get((kind, key), ()))
        return (kind, key) in self._elided, spelt, self._times.get(key) if kind == "given" else None

    def _suits(
        self, kind: Kind, key: str, gender: lists.Gender, taken: Collection[str]
    ) -> tuple[Callable[[str], bool], Callable[[str], bool]]:
        """Return what tells whether a drawn name may stand for one, and whether it may but for its sex and time."""
        is_elided, spelt, time = self._asked_of(kind, key)

        def is_new(drawn: str) -> bool:
            folded = drawable.folded(drawn)
            is_taken = folded in self._setting.originals or folded in taken
            is_spelt = all(spelling.suits(drawn) for spelling in spelt)
            return not is_taken and is_spelt and (not is_elided or drawable.may_follow_elision(drawn))

        def tells(drawn: str) -> bool:
            if kind == "family":
                return is_new(drawn) and not drawable.reads_as_word(drawn)
            is_of_time = time is None or drawable.is_of_time(drawn, time)
            return is_new(drawn) and is_of_time and drawable.tells(drawn, gender)

        return tells, is_new

    @staticmethod
    def _draw_one(stream: BitStream, kind: Kind, gender: lists.Gender, born: int | None) -> str:
        if kind == "family":
            return drawable.draw_family_name(stream)
        return drawable.draw_given_name(stream, gender, born=born)

    def _lots_of(
        self,
        kind: Kind,
        gender: lists.Gender,
        like: str | None,
        born: int | None,
        asked: _Asked,
    ) -> Iterator[Lot[str]]:
        """Yield the names to draw for all of a kind, a gender, a length and a time, then those of any class."""
        length = "" if like is None else str(drawable.class_of_length(like))
        # A lot forgets what it refused: each way to refuse has one of its own.
        refusing = (kind, gender, asked)
        own, any_class = (*refusing, length, born), (*refusing, "any", None)
        if own not in self._lots:
            if kind == "family":
                parts, draw = drawable.family_names(like), partial(drawable.draw_family_name, like=like)
            else:
                parts = drawable.given_names(gender, like)
                draw = partial(drawable.draw_given_name, gender=gender, like=like, born=born)
            self._lots[own] = Lot(partial(chain, *parts), draw, _MOST_DRAWS)
        yield self._lots[own]
        if any_class not in self._lots:
            free = self._free_names(kind, gender)
            self._lots[any_class] = Lot(lambda: free, lambda stream: stream.choice(free), _MOST_DRAWS if free else 0)
        yield self._lots[any_class]


def _each_name(words: Sequence[_Word], compounds: Collection[Halves]) -> Iterator[Sequence[_Word]]:
    """Yield the words that are names by themselves, and the two of each double given name together."""
    if not compounds:
        yield from ([word] for word in words)
        return
    at = 0
    while at < len(words):
        kinds, keys = zip(*words[at : at + 2], strict=True)
        size = 2 if kinds == ("given", "given") and keys in compounds else 1
        yield words[at : at + size]
        at += size
