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
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from palimpseste.surrogates.draws import all_from_a_drawn_place
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import by_births, drawable
from palimpseste.surrogates.values.drawn_names import DrawnNames
from palimpseste.surrogates.values.initials import Initials
from palimpseste.surrogates.values.known_words import KnownWords
from palimpseste.surrogates.values.name_draws import NameDraws
from palimpseste.surrogates.values.variants import misspellings, short_forms
from palimpseste.writings.names import Kind, NameWord, ParsedName
from palimpseste.writings.people.mended import Full
from palimpseste.writings.people.read import PeopleRead

__all__ = ["People"]

_ACCENT = re.compile("[à-öø-ÿ]")


class People:
    """The names of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    birth_year : int, optional
        The year of birth that the new text tells of the patient, the same in all documents of the scope: the patient
        gets a given name of that time, everybody else one of the time of the old name where that is kept, else one that
        grown people bear.
    births_told : callable, optional
        Gives the years of birth that the text tells of others, by the keys of their given names: what names are drawn
        is passed over where hardly anybody born then bears it.

    Attributes
    ----------
    read : PeopleRead
        The names as they are read.
    initials : Initials
        The initials of what stands for them.
    """

    def __init__(
        self,
        setting: Setting,
        birth_year: int | None = None,
        births_told: Callable[[PeopleRead], Mapping[str, int]] = lambda read: {},
    ) -> None:
        self._setting = setting
        self.read = PeopleRead(setting)
        born = None if birth_year is None else by_births.class_of_birth(birth_year)
        self._draws = NameDraws(setting, self.read, born, births_told)
        self._names = DrawnNames(setting, self.read, self._draws)
        self.initials = Initials(setting, self.read, self._draws, self._names)

    @cached_property
    def are_among_accents(self) -> bool:
        """Whether the text has accents in small letters beside its values."""
        return any(map(_ACCENT.search, self._setting.outside()))

    def surrogates_of_name(self, name: ParsedName) -> Full:
        """Return the surrogate of each whole word of a name, in its own case: a short form for a short form."""
        words = [(word.kind, self.read.known.key_of(word)) for word in name.full]
        rest = self.read.abbreviated.rest_of(words[0][0], name) if words and name.initials else None
        drawn = self._names.stand_for([*words, *((words[0][0], key) for key in rest or ())])
        return tuple(
            (self._shortened.get(word.key) if word.kind == "given" else None) or new
            for word, new in zip(name.full, drawn, strict=False)
        )

    def misspelling_of_word(self, word: NameWord, whole: str) -> str:
        """Return the surrogate of a word with one error, drawn for this writing of it; as it is if none may stand."""
        draws = self._draws.of(word.kind, self.read.known.key_of(word))
        stream = draws.stream("NAME", word.text.lower(), "misspelling")
        every = all_from_a_drawn_place(misspellings(whole), stream)
        return next((drawn for drawn in every if drawable.folded(drawn) not in self._setting.originals), whole)

    @cached_property
    def _shortened(self) -> Mapping[str, str]:
        """What stands for each short form of a given name: one of its surrogate's that is no name here, if there is."""
        found: dict[str, str] = {}
        surrogates = self._names.surrogates if self.read.known.short_forms else {}
        taken = set(map(drawable.folded, surrogates.values()))
        for key, whole in sorted(self.read.known.short_forms.items()):
            for form in short_forms(surrogates["given", self.read.known.taken_for("given", whole)]):
                folded = drawable.folded(form)
                if folded not in taken and folded not in self._setting.originals:
                    found[key] = form
                    taken.add(folded)
                    break
        return found

    def surrogate_of(self, folded: str) -> str | None:
        """Return the surrogate of a name of the document or record by its folded word, of either kind."""
        for kind in ("family", "given"):
            found = self._names.surrogates.get((kind, self.read.known.taken_for(kind, folded)))
            if found is not None:
                return found
        return None

    def may_name_a_body(self, folded: str) -> bool:
        """Tell whether a folded word is a last name that bodies follow in every document: one of the record if any."""
        key = "family", self.read.known.taken_for("family", folded)
        if not self._setting.is_of_patient:
            return key in self._names.surrogates
        return any((word.kind, self.read.known.key_of(word)) == key for name in self.read.record for word in name.full)

    def last_name_drawn(self, folded: str) -> str:
        """Return what stands for a folded last name, of the document or not."""
        key = self.read.known.taken_for("family", folded)
        return self._names.surrogates.get(("family", key)) or self._draws.drawn("family", key, "x", set())

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
        yield from self._names.surrogates

    @cached_property
    def known_words(self) -> KnownWords:
        """Every whole word known as a name here, record first."""
        return KnownWords(name for _, name in self.words())

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Of each of these words the kind of name that it is first."""
        return {name: kind for kind, name in reversed(tuple(self.words()))}

    @cached_property
    def known_or_run_together(self) -> KnownWords:
        """Names of several words as addresses run them together, then every word known as a name."""
        return KnownWords((*self.run_together, *(name for _, name in self.words())))

    @cached_property
    def first_letters(self) -> Mapping[tuple[Kind, str], frozenset[str]]:
        """The first letters of what stands for the names of a kind that begin with a letter."""
        found: dict[tuple[Kind, str], set[str]] = {}
        for kind, name in self.words():
            found.setdefault((kind, name[:1]), set()).add((self.surrogate_of(name) or "?")[0])
        return {key: frozenset(letters) for key, letters in found.items()}
