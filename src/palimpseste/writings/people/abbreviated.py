"""Which name of a document initials stand for, by the names beside them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache, cached_property

from palimpseste.writings.names import Kind, NameWord, ParsedName
from palimpseste.writings.people.known import NamesKnown
from palimpseste.writings.people.mended import KINDS, Full, NamesRead

__all__ = ["NamesAbbreviated"]

_MOST_WORDS = 4
_TITLE = re.compile(r"(?<!\w)(?P<title>dr|pr|mr|m|mme|mlle)\.?\s$")
_LONGEST_TITLE = 8


class NamesAbbreviated:
    """The names of a document, abbreviated ones by those they stand for.

    Parameters
    ----------
    read : NamesRead
        The names.
    known : NamesKnown
        Which writings of them are one.
    """

    def __init__(self, read: NamesRead, known: NamesKnown) -> None:
        self._passages, self._names, self._record = read.passages, read.names, read.record
        self._known = known

    def identity_of(self, index: int) -> str:
        """Return what is equal for two name spans of the same kind that stand for the same name."""
        name = self._names[index]
        if name.full:
            return " ".join(self._known.keys_of(name))
        letters = tuple(word.key for word in name.initials)
        found = self.name_of(KINDS[self._passages.spans[index].label], letters, self._known.partner_of.get(index))
        return " ".join(found or letters)

    def name_of(self, kind: Kind, letters: tuple[str, ...], partner: int | None) -> Full | None:
        """Return the one name that initials beside a name can stand for; None where there is none, or several.

        Parameters
        ----------
        kind : {"family", "given"}
            What the initials abbreviate.
        letters : tuple of str
            Folded abbreviations, one a word.
        partner : int or None
            The span of the other kind beside them.
        """
        if not letters:
            return None
        beside = self._known.full_of(partner)
        if partner is None:
            fits = self._fits(kind, letters)
        elif beside:
            # Who stands beside nobody may be who stands here; who stands beside somebody else is not.
            fits = self._fits_beside(kind, letters, beside) or self._fits_alone(kind, letters)
            # A family name is shared: « Timéo Z. » is of the Zeller of the note.
            if not fits and kind == "family":
                fits = self._fits(kind, letters)
        else:
            initials = tuple(word.key for word in self._names[partner].initials)
            fits = self._fits_beside_initials(kind, letters, initials) or self._fits(kind, letters)
        if not fits and len(letters) == 1:
            fits = self._begun_by_particle.get((kind, letters[0]), fits)
        return next(iter(fits)) if len(fits) == 1 else None

    def last_of(self, kind: Kind, letters: tuple[str, ...], index: int) -> Full | None:
        """Return the name that initials stand for of several that they fit: the last before them, else the next.

        Of those with the same title where there are such: « Mme M. » is « Mme Morel », though « Dr Martin » is nearer.

        Parameters
        ----------
        kind : Kind
            ``given`` or ``family``.
        letters : tuple of str
            The initials.
        index : int
            Of the span that holds them.
        """
        title = self._title_of(index)
        places, names = self._places_fitting(kind, letters, title)
        if not names:
            places, names = self._places_fitting(kind, letters, "")
        before = bisect_left(places, index)
        return names[max(before - 1, 0)] if names else None

    @cached_property
    def _places_fitting(self) -> Callable[[Kind, Full, str], tuple[Sequence[int], Sequence[Full]]]:
        """What tells the spans of the names that letters can abbreviate, behind a title if one is asked for."""
        all_fits, places_of = self._fits, self._places_of

        @cache
        def fitting(kind: Kind, letters: Full, title: str) -> tuple[Sequence[int], Sequence[Full]]:
            fits = all_fits(kind, letters) if letters else ()
            found = sorted((place, name) for name in fits for place in places_of.get((kind, name), ()))
            found = [(place, name) for place, name in found if not title or self._title_of(place) == title]
            return [place for place, _ in found], [name for _, name in found]

        return fitting

    def _title_of(self, index: int) -> str:
        found = _TITLE.search(self._passages.before(index, _LONGEST_TITLE).casefold())
        return found["title"] if found else ""

    @cached_property
    def _places_of(self) -> dict[tuple[Kind, Full], list[int]]:
        """The spans in which each whole name is written."""
        found: dict[tuple[Kind, Full], list[int]] = {}
        for index, name in self._names.items():
            for kind in ("given", "family"):
                words = tuple(self._known.key_of(word) for word in name.full if word.kind == kind)
                if words:
                    found.setdefault((kind, words), []).append(index)
        return found

    def rest_of(self, kind: Kind, name: ParsedName) -> Full | None:
        """Return what the initials behind the whole words of a name stand for: « Frémont-K. », Frémont-Kaboré.

        None where no name of the document or the record goes on so, or several do.
        """
        words, letters = self._known.keys_of(name), tuple(word.key for word in name.initials)
        first = next((piece for piece in name.pieces if isinstance(piece, NameWord)), None)
        if first is None or first.role == "initial":
            return None
        rests = self._rests.get((kind, words), set())
        fits = {rest for rest in rests if len(rest) == len(letters) and _abbreviates(letters, rest)}
        return fits.pop() if len(fits) == 1 else None

    @cached_property
    def _rests(self) -> dict[tuple[Kind, Full], set[Full]]:
        """The last words of the names of several words, by their kind and their first words."""
        found: dict[tuple[Kind, Full], set[Full]] = {}
        for name in (*self._record, *self._names.values()):
            keys = self._known.keys_of(name)
            is_of_one_kind = len({word.kind for word in name.full}) == 1
            for count in range(1, min(len(keys), _MOST_WORDS) if is_of_one_kind else 1):
                found.setdefault((name.full[0].kind, keys[:count]), set()).add(keys[count:])
        return found

    @cached_property
    def _fits(self) -> Callable[[Kind, Full], frozenset[Full]]:
        """What tells the names that letters can abbreviate."""
        every = self._full_names

        @cache
        def fits(kind: Kind, letters: Full) -> frozenset[Full]:
            names = every.get((kind, _first_letters(letters)), set())
            return frozenset(name for name in names if _abbreviates(letters, name))

        return fits

    @cached_property
    def _fits_alone(self) -> Callable[[Kind, Full], frozenset[Full]]:
        """What tells those of them that stand beside no name."""
        all_fits, others = self._fits, self._others_of

        @cache
        def fits(kind: Kind, letters: Full) -> frozenset[Full]:
            return frozenset(name for name in all_fits(kind, letters) if (kind, name) not in others)

        return fits

    @cached_property
    def _fits_beside(self) -> Callable[[Kind, Full, Full], frozenset[Full]]:
        """What tells those of them that stand beside a name."""
        every, others = self._full_names, self._others_of

        @cache
        def fits(kind: Kind, letters: Full, beside: Full) -> frozenset[Full]:
            known = every.get((kind, _first_letters(letters)), set())
            names = others.get(("given" if kind == "family" else "family", beside), set())
            return frozenset(name for name in names if name in known and _abbreviates(letters, name))

        return fits

    @cached_property
    def _fits_beside_initials(self) -> Callable[[Kind, Full, Full], frozenset[Full]]:
        """What tells those of them that stand beside a name of some initials."""
        every = self._full_names
        pairs: dict[tuple[Kind, str, str], list[tuple[Full, Full]]] = {}
        for (kind, name), others in self._others_of.items():
            if name in every.get((kind, name[0][:1]), ()):
                for other in others:
                    pairs.setdefault((kind, name[0][:1], other[0][:1]), []).append((name, other))

        @cache
        def fits(kind: Kind, letters: Full, initials: Full) -> frozenset[Full]:
            alike = pairs.get((kind, letters[0][:1], initials[0][:1]), ()) if initials else ()
            return frozenset(
                name for name, other in alike if _abbreviates(letters, name) and _abbreviates(initials, other)
            )

        return fits

    @cached_property
    def _full_names(self) -> dict[tuple[Kind, str], set[Full]]:
        """Whole names of the document and the record, by kind and first letter, and by those of the first two words."""
        found: dict[tuple[Kind, str], set[Full]] = {}
        for name in (*self._record, *self._names.values()):
            for kind in ("given", "family"):
                words = tuple(self._known.key_of(word) for word in name.full if word.kind == kind)
                if words:
                    for begin in {words[:1], words[:2]}:
                        found.setdefault((kind, _first_letters(begin)), set()).add(words)
        return found

    @cached_property
    def _begun_by_particle(self) -> dict[tuple[Kind, str], frozenset[Full]]:
        """Whole names by the first letter of the particle before them: « Monsieur T. » is « Ter Minassian »."""
        found: dict[tuple[Kind, str], frozenset[Full]] = {}
        for name in (*self._record, *self._names.values()):
            first = next((piece for piece in name.pieces if isinstance(piece, NameWord)), None)
            if first is not None and first.role == "particle" and name.full:
                key = (first.kind, first.key[0])
                found[key] = found.get(key, frozenset()) | {self._known.keys_of(name)}
        return found

    @cached_property
    def _others_of(self) -> dict[tuple[Kind, Full], set[Full]]:
        """The names of the other kind that stand beside each name."""
        found: dict[tuple[Kind, Full], set[Full]] = {}
        for given, family in self._known.pairs:
            found.setdefault(("given", given), set()).add(family)
            found.setdefault(("family", family), set()).add(given)
        return found


def _first_letters(words: Full) -> str:
    return "".join(word[:1] for word in words[:2])


def _abbreviates(letters: tuple[str, ...], name: Full) -> bool:
    return bool(letters) and len(letters) <= len(name) and all(map(str.startswith, name, letters))
