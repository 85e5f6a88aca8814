"""What stands for all names of a document, names that belong together drawn as such."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from palimpseste.surrogates.draws import NothingLeftError
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.name_draws import NameDraws, Word
from palimpseste.surrogates.values.namesakes import counterparts, namesakes, near_names
from palimpseste.writings import lists
from palimpseste.writings.names import ParsedName
from palimpseste.writings.people.mended import Full
from palimpseste.writings.people.read import Halves, PeopleRead

__all__ = ["DrawnNames"]


class DrawnNames:
    """The names of one document and what is drawn for each.

    Parameters
    ----------
    setting : Setting
        The document.
    read : PeopleRead
        Its names.
    draws : NameDraws
        What draws each of them.
    """

    def __init__(self, setting: Setting, read: PeopleRead, draws: NameDraws) -> None:
        self._setting = setting
        self._read = read
        self._draws = draws

    @property
    def surrogates(self) -> Mapping[Word, str]:
        """The surrogate of each word that is a name by itself, and of the halves of double names that are not."""
        return self._drawn[0]

    @property
    def compounds(self) -> Mapping[Halves, Halves]:
        """The double given name that stands for each double one."""
        return self._drawn[1]

    def stand_for(self, words: Sequence[Word]) -> Full:
        """Return what stands for the words of a name, one after another."""
        found: list[str] = []
        for each in _each_name(words, self.compounds):
            found += self.compounds[each[0][1], each[1][1]] if len(each) == 2 else (self.surrogates[each[0]],)
        return tuple(found)

    @cached_property
    def _drawn(self) -> tuple[Mapping[Word, str], Mapping[Halves, Halves]]:
        """All surrogates: those of the record first, then carers whom the cohort shares, then by alphabet."""
        found: dict[Word, str] = {}
        compounds: dict[Halves, Halves] = {}
        taken: set[str] = set()
        names = self._read.names
        shares = self._setting.options.carer_scope == "cohort"
        carers = [names[index] for index in self._read.carer_spans] if shares else []
        for group in (self._read.record, carers, names.values()):
            alone, double = self._wanted(group)
            for halves in sorted(double - compounds.keys()):
                drawn = self._draws.drawn_compound(halves, taken)
                compounds[halves] = drawn
                taken.update((*map(drawable.folded, drawn), " ".join(map(drawable.folded, drawn))))
                if group is self._read.record:
                    found.update((("given", key), half) for key, half in zip(halves, drawn, strict=True))
            wanted = {word: gender for word, gender in sorted(alone.items()) if word not in found}
            if group is self._read.record:
                self._draw_apart(wanted, found, taken)
                recorded = tuple(found)
            else:
                self._draw_together(wanted, recorded, compounds, found, taken)
        for halves, drawn in compounds.items():
            for key, half in zip(halves, drawn, strict=True):
                found.setdefault(("given", key), half)
        return found, compounds

    def _draw_apart(self, wanted: Mapping[Word, lists.Gender], found: dict[Word, str], taken: set[str]) -> None:
        """Draw what is not found yet, each for itself."""
        for (kind, key), gender in wanted.items():
            if (kind, key) not in found:
                found[kind, key] = drawn = self._draws.drawn(kind, key, gender, taken)
                taken.add(drawable.folded(drawn))

    def _draw_together(
        self,
        wanted: Mapping[Word, lists.Gender],
        recorded: Collection[Word],
        compounds: Mapping[Halves, Halves],
        found: dict[Word, str],
        taken: set[str],
    ) -> None:
        """Draw what is not found yet, names that belong together as such.

        In the documents of a patient each follows names of the record alone: the next document may not hold another.
        """
        is_alone = not self._setting.is_of_patient
        free = {word: gender for word, gender in wanted.items() if not self._draws.is_shared(*word)}
        if is_alone:
            self._draw_halves(free, compounds, found, taken)
            self._draw_namesakes(free, found, taken)
        left = [word for word in free if word not in found]
        listed = {word for word in left if is_alone and lists.is_listed(*word)}
        same = counterparts(left, listed.union(recorded))
        apart = [word for word in left if word not in same]
        near = {} if self._draws.keeps_length else near_names(apart, recorded, among_words=is_alone)
        for word, base in near.items():
            self._draw_near(word, base, wanted, found, taken)
        self._draw_apart({word: gender for word, gender in wanted.items() if word not in same}, found, taken)
        found.update((word, found[base]) for word, base in same.items())

    def _draw_halves(
        self,
        wanted: Mapping[Word, lists.Gender],
        compounds: Mapping[Halves, Halves],
        found: dict[Word, str],
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
                tells = self._draws.suits_at_any_time(kind, key, gender, ())
                found.update(((kind, key), half) for half in stands if tells(half))

    def _draw_namesakes(self, wanted: Mapping[Word, lists.Gender], found: dict[Word, str], taken: set[str]) -> None:
        """Draw one name that people bear as first and last name for each word that stands as both."""
        for key in () if self._draws.keeps_length else namesakes(word for word in wanted if word not in found):
            with suppress(NothingLeftError):
                drawn = self._draws.drawn_as_both(key, wanted["given", key], taken)
                found["given", key] = found["family", key] = drawn
                taken.add(drawable.folded(drawn))

    def _draw_near(
        self,
        word: Word,
        base: Word,
        genders: Mapping[Word, lists.Gender],
        found: dict[Word, str],
        taken: set[str],
    ) -> None:
        """Draw for a word a name that is near what stands for another, and that one where it is not drawn yet."""
        near = self._draws.near(word, genders[word], taken)
        if base not in found:
            with suppress(NothingLeftError):
                found[base] = self._draws.drawn_with_near(base, genders[base], taken, near)
                taken.add(drawable.folded(found[base]))
        drawn = near(found[base]) if base in found else None
        if drawn is not None:
            found[word] = drawn
            taken.add(drawable.folded(drawn))

    def _wanted(self, names: Iterable[ParsedName]) -> tuple[dict[Word, lists.Gender], set[Halves]]:
        """Return the words that are names by themselves, with their genders, and the double given names."""
        alone: dict[Word, lists.Gender] = {}
        double: set[Halves] = set()
        for name in names:
            given = tuple(word for word in name.full if word.kind == "given")
            gender = self._read.gender_of(given) if given else "x"
            words = [(word.kind, self._read.known.key_of(word)) for word in name.full]
            for each in _each_name(words, self._read.compounds):
                if len(each) == 2:
                    double.add((each[0][1], each[1][1]))
                else:
                    alone.setdefault(each[0], gender if each[0][0] == "given" else "x")
        return alone, double


def _each_name(words: Sequence[Word], compounds: Collection[Halves]) -> Iterator[Sequence[Word]]:
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
