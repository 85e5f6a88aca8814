"""Who is who in a document: the names it holds, what each writing of a name stands for, and the surrogate of each name.

Names are replaced word by word: « Colin-Brault » becomes « Mercier-Lopez », and « Brault » alone « Lopez ». A word
keeps its surrogate in all documents of its scope, up to two rare exceptions decided by the document: a surrogate that
is itself an original name of the document, or already stands for another one, is passed over for the next draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from palimpseste.folding import fold, one_error_apart
from palimpseste.surrogates.draws import NothingLeftError, all_from_a_drawn_place, first_fitting, first_of
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, NameWord, ParsedName, parse_name

__all__ = ["People"]

_KINDS: dict[str, Kind] = {"FIRSTNAME": "given", "LASTNAME": "family"}
_TITLE = re.compile(r"(?:^|\W)(?:(mme|madame|mlle|melle|mademoiselle|mrs|ms)|(m|mr|monsieur))\.?\s*$")
_NAME_GAP = re.compile(r"[\s.,/-]{0,3}")
# Many draws are passed over where a class of names is small and the note holds many of them; then as many of any class.
_MOST_DRAWS = 200
# What is longer is no name: it is kept out of the comparisons between names.
LONGEST_NAME = 500

Full = tuple[str, ...]


class People:
    """The names of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._free: dict[tuple[Kind, lists.Gender], tuple[str, ...]] = {}
        self.names: dict[int, ParsedName] = {
            index: parse_name(setting.values[index], _KINDS[span.label])
            for index, span in enumerate(setting.spans)
            if span.label in _KINDS and len(span) <= LONGEST_NAME
        }
        patient = setting.document.patient
        self._record = [
            parse_name(value, kind)
            for value, kind in (
                (patient.lastname, "family"),
                (patient.birth_lastname, "family"),
                (patient.firstname, "given"),
            )
            if value
        ]

    def surrogate_of_word(self, word: NameWord) -> str:
        """Return the surrogate of a whole word of a name, in its own case."""
        return self._surrogates[word.kind, self._key_of(word)]

    def surrogate_of(self, folded: str) -> str | None:
        """Return the surrogate of a name of the document or record by its folded word, of either kind."""
        for kind in ("family", "given"):
            found = self._surrogates.get((kind, self._aliases.get((kind, folded), folded)))
            if found is not None:
                return found
        return None

    def words(self) -> Iterator[tuple[Kind, str]]:
        """Yield every whole word known as a name here, record first."""
        yield from self._surrogates

    def identity_of(self, index: int) -> str:
        """Return what is equal for two name spans of the same kind that stand for the same name."""
        name = self.names[index]
        if name.full:
            return " ".join(self._keys_of(name))
        letters = tuple(word.key for word in name.initials)
        found = self._name_abbreviated(_KINDS[self._setting.spans[index].label], letters, self._partner_of.get(index))
        return " ".join(found or letters)

    def initials_of(self, index: int, letters: tuple[str, ...]) -> tuple[str, ...]:
        """Return the surrogates of the initials of a name span: those of the one name they can stand for.

        Parameters
        ----------
        index : int
            The span.
        letters : tuple of str
            Folded abbreviations, one a word: ``("p",)``, ``("j", "f")``, ``("ph",)``.
        """
        kind = _KINDS[self._setting.spans[index].label]
        partner = self._partner_of.get(index)
        found = self._name_abbreviated(kind, letters, partner)
        if found is not None:
            return tuple(
                self._surrogates[kind, word][: len(letter)] for word, letter in zip(found, letters, strict=False)
            )
        if kind == "family" and len(letters) > 1:
            pair = self.pair_abbreviated("".join(letters))
            if pair is not None:
                return pair
        return tuple(self.drawn_initial(kind, letter, self._key_of_partner(partner)) for letter in letters)

    def pair_abbreviated(self, letters: str) -> tuple[str, ...] | None:
        """Return the surrogate initials of the one person, both names known, whose folded initials are these."""
        found = self._pairs_by_letters.get(letters, set())
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _pairs_by_letters(self) -> dict[str, set[tuple[str, ...]]]:
        """Surrogate initials by the folded initials of the persons they stand for, in both orders."""
        found: dict[str, set[tuple[str, ...]]] = {}
        for old, new in self._initial_pairs:
            for first in (0, 1):
                letters = "".join((*old[first], *old[1 - first]))
                found.setdefault(letters, set()).add((*new[first], *new[1 - first]))
        return found

    @cached_property
    def _initial_pairs(self) -> list[tuple[tuple[Full, Full], tuple[Full, Full]]]:
        """Initials of the first and last names of each person, the original ones and those of the surrogates."""
        pairs: list[tuple[tuple[Full, Full], tuple[Full, Full]]] = []
        for given, family in self._pairs:
            old = (tuple(word[0] for word in given), tuple(word[0] for word in family))
            pairs.append((old, (self._first_letters("given", given), self._first_letters("family", family))))
        for index, other in self._partner_of.items():
            abbreviated, family = self.names[index], self._full_of(other)
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
        return tuple(self._surrogates[kind, word][0] for word in words)

    def drawn_initial(self, kind: str, letter: str, beside: str = "") -> str:
        """Return a drawn capital for an initial that stands for no known name."""
        stream = self._setting.draws.stream("INITIAL", f"{kind}:{letter}:{beside}", "initial")
        others = [c for c in "ABCDEFGHIJKLMNOPRSTV" if c.lower() != letter[:1]]
        return stream.choice(others)

    def _name_abbreviated(self, kind: Kind, letters: tuple[str, ...], partner: int | None) -> Full | None:
        candidates = self._full_names.get((kind, letters[0][:1]), set()) if letters else set()
        fits = {name for name in candidates if _abbreviates(letters, name)}
        beside = self._full_of(partner)
        others = {name: self._others_of.get((kind, name), set()) for name in fits}
        if partner is not None and beside:
            paired = {name for name in fits if beside in others[name]}
            elsewhere = {name for name in fits if others[name] - {beside}}
            fits = paired or (fits - elsewhere)
        elif partner is not None and partner in self.names:
            initials = tuple(word.key for word in self.names[partner].initials)
            paired = {name for name in fits if any(_abbreviates(initials, other) for other in others[name])}
            fits = paired or fits
        return fits.pop() if len(fits) == 1 else None

    def _full_of(self, index: int | None) -> Full:
        return self._keys_of(self.names[index]) if index is not None else ()

    def _key_of_partner(self, partner: int | None) -> str:
        return " ".join(self._full_of(partner))

    def _keys_of(self, name: ParsedName) -> Full:
        return tuple(self._key_of(word) for word in name.full)

    def _key_of(self, word: NameWord) -> str:
        return self._aliases.get((word.kind, word.key), word.key)

    @cached_property
    def _full_names(self) -> dict[tuple[Kind, str], set[Full]]:
        """Whole names of the document and the record, by kind and first letter."""
        found: dict[tuple[Kind, str], set[Full]] = {}
        for name in (*self._record, *self.names.values()):
            for kind in ("given", "family"):
                words = tuple(self._key_of(word) for word in name.full if word.kind == kind)
                if words:
                    found.setdefault((kind, words[0][:1]), set()).add(words)
        return found

    @cached_property
    def _others_of(self) -> dict[tuple[Kind, Full], set[Full]]:
        """The names of the other kind that stand beside each name."""
        found: dict[tuple[Kind, Full], set[Full]] = {}
        for given, family in self._pairs:
            found.setdefault(("given", given), set()).add(family)
            found.setdefault(("family", family), set()).add(given)
        return found

    @cached_property
    def _pairs(self) -> list[tuple[Full, Full]]:
        """First and last names that stand side by side in the document or in the record."""
        found = []
        for index, other in self._partner_of.items():
            if self._setting.spans[index].label == "FIRSTNAME" and self._full_of(index) and self._full_of(other):
                found.append((self._full_of(index), self._full_of(other)))
        given = [self._keys_of(name) for name in self._record if name.full and name.full[0].kind == "given"]
        family = [self._keys_of(name) for name in self._record if name.full and name.full[0].kind == "family"]
        found += [(g, f) for g in given for f in family]
        return list(dict.fromkeys(found))

    @cached_property
    def _partner_of(self) -> dict[int, int]:
        """The span of the other kind beside each name span, the next one first."""
        partners: dict[int, int] = {}
        indices = sorted(self.names)
        for index, following in pairwise(indices):
            spans = self._setting.spans
            if spans[index].label == spans[following].label or index in partners:
                continue
            if spans[following].start - spans[index].end <= 3 and _NAME_GAP.fullmatch(
                self._setting.between(index, following)
            ):
                partners[index], partners[following] = following, index
        return partners

    @cached_property
    def _aliases(self) -> dict[tuple[Kind, str], str]:
        """Words one typing error away from a name of the record, taken for it, where no list knows them as names."""
        known = {(word.kind, word.key) for name in self._record for word in name.full if len(word.key) >= 5}
        aliases: dict[tuple[Kind, str], str] = {}
        if not known:
            return aliases
        for name in self.names.values():
            for word in name.full:
                if (word.kind, word.key) in known or len(word.key) < 5 or _is_listed(word.kind, word.key):
                    continue
                for kind, key in sorted(known):
                    if kind == word.kind and one_error_apart(word.key, key):
                        aliases[word.kind, word.key] = key
                        break
        return aliases

    @cached_property
    def _genders(self) -> dict[str, lists.Gender]:
        """Gender of each given name of the document that the list does not tell, from the titles before it."""
        told: dict[str, set[lists.Gender]] = {}
        for index, name in self.names.items():
            keys = [word.key for word in name.full if word.kind == "given"]
            if not keys or lists.gender_of(keys[0]) is not None:
                continue
            first = min(index, self._partner_of.get(index, index))
            title = _TITLE.search(fold(self._setting.before(first, 16)))
            if title:
                told.setdefault(keys[0], set()).add("f" if title.group(1) else "m")
        return {key: genders.pop() for key, genders in told.items() if len(genders) == 1}

    def _gender(self, words: tuple[NameWord, ...]) -> lists.Gender:
        keys = [word.key for word in words]
        for candidate in (" ".join(keys), *keys):
            gender = lists.gender_of(candidate) or self._genders.get(candidate)
            if gender:
                return gender
        return "x"

    @cached_property
    def _surrogates(self) -> dict[tuple[Kind, str], str]:
        """The surrogate of each word: words of the record first, then the others in alphabetical order."""
        found: dict[tuple[Kind, str], str] = {}
        taken: set[str] = set()
        for group in (self._record, self.names.values()):
            wanted: dict[tuple[Kind, str], lists.Gender] = {}
            for name in group:
                given = tuple(word for word in name.full if word.kind == "given")
                for word in name.full:
                    wanted.setdefault((word.kind, self._key_of(word)), self._gender(given) if word in given else "x")
            for (kind, key), gender in sorted(wanted.items()):
                if (kind, key) not in found:
                    found[kind, key] = self._drawn(kind, key, gender, taken)
        return found

    def _free_names(self, kind: Kind, gender: lists.Gender) -> tuple[str, ...]:
        """Return all names that may be drawn and are none of the document's; the lists are gone through once."""
        if (kind, gender) not in self._free:
            every = drawable.every_family_name() if kind == "family" else drawable.every_given_name(gender)
            self._free[kind, gender] = tuple(
                name for name in every if drawable.folded(name) not in self._setting.originals
            )
        return self._free[kind, gender]

    def _drawn(self, kind: Kind, key: str, gender: lists.Gender, taken: set[str]) -> str:
        candidates = drawable.family_names_like(key) if kind == "family" else drawable.given_names_like(key, gender)
        stream = self._setting.draws.stream("NAME", key, f"{kind}:{gender}")

        def begins_otherwise(drawn: str) -> bool:
            return drawable.folded(drawn)[0] != key[:1]

        def is_new(drawn: str) -> bool:
            folded = drawable.folded(drawn)
            return folded[0] != key[:1] and folded not in self._setting.originals and folded not in taken

        def of_any_class() -> Iterator[str]:
            free = self._free_names(kind, gender)
            return (stream.choice(free) for _ in range(_MOST_DRAWS if free else 0))

        try:
            drawn = first_fitting(
                lambda: drawable.draw_name(candidates, stream), is_new, _MOST_DRAWS, otherwise=of_any_class
            )
        except NothingLeftError:
            # Two names may share a surrogate; none may be a name of the note.
            free = self._free_names(kind, gender)
            drawn = first_of(all_from_a_drawn_place(free, stream), begins_otherwise)
        taken.add(drawable.folded(drawn))
        return drawn


def _abbreviates(letters: tuple[str, ...], name: Full) -> bool:
    return bool(letters) and len(letters) <= len(name) and all(map(str.startswith, name, letters))


def _is_listed(kind: Kind, key: str) -> bool:
    return lists.is_family_name(key) if kind == "family" else lists.gender_of(key) is not None
