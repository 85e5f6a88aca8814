"""Words that a site never masks: a ward, a device, its own name where that may stay.

They stand beside the words that it always masks, and are searched in the same way, as one trie in linear time. What is
found wholly within an occurrence is dropped, and a place of care or another body that reaches beyond it is cut around
it. A name or an address that reaches beyond it stays whole. What the patient's record, a site's own pattern or word
that is always masked, or the structure of the source tells stays masked: a patient who is named like a ward is hidden
there too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from palimpseste.detection.rules.identifiers import SITE, pattern_of_words
from palimpseste.detection.view import TextView
from palimpseste.document import STRUCTURE, Patient, Span
from palimpseste.folding import fold_name
from palimpseste.labels import Label
from palimpseste.writings import lists
from palimpseste.writings.names import Kind, parse_name

__all__ = ["Keeping", "KeptWords", "frequent_names"]

_NAMES: Final[frozenset[Label]] = frozenset({"FIRSTNAME", "LASTNAME"})
_CUT: Final[frozenset[Label]] = frozenset({"HOSPITAL", "ORGANIZATION", "LOCATION"})
_SURE: Final = ("record", f"rules.{SITE}", STRUCTURE)
# So many people born in France under a name make it a frequent one.
_FREQUENT: Final = 2000
_WORD: Final = re.compile("[a-z0-9]+")


class KeptWords:
    """The words that a site never masks, and where they stand in a note.

    Parameters
    ----------
    words : sequence of str
        Words or phrases, in any case, with or without accents; a space stands for one or two.
    where : str
        Where they are named, for the message.

    Raises
    ------
    UsageError
        If there is none, or one of them is too short or begins or ends with another character than a letter or digit.
    """

    def __init__(self, words: Sequence[str], where: str = "kept-words") -> None:
        self._words = tuple(" ".join(word.split()) for word in words)
        self._pattern = re.compile(pattern_of_words(self._words, where))

    def __reduce__(self) -> tuple[type[KeptWords], tuple[tuple[str, ...]]]:
        return type(self), (self._words,)

    def keeping(self, view: TextView, patient: Patient) -> Keeping:
        """Return where the words stand in a note about a patient."""
        return Keeping(view, [match.span() for match in self._pattern.finditer(view.folded)], patient)


class Keeping:
    """The occurrences in one note of words that are never masked.

    Parameters
    ----------
    view : TextView
        Of the note.
    occurrences : list of tuple of int
        Disjoint and sorted, in offsets of the view.
    patient : Patient
        What is a name by these words, and one of the record, stays masked.

    Attributes
    ----------
    kept : set of int
        Numbers of the occurrences that would have been masked.
    """

    def __init__(self, view: TextView, occurrences: list[tuple[int, int]], patient: Patient) -> None:
        self._view = view
        self._occurrences = occurrences
        self._sure_words: set[str] = set()
        self._names = _words_of_names(patient)
        self.kept: set[int] = set()

    def of_found(self, spans: Sequence[Span]) -> list[Span]:
        """Return what detectors found, in offsets of the view, without what is never masked."""
        if not self._occurrences:
            return list(spans)
        folded = self._view.folded
        for span in spans:
            if span.source.startswith(_SURE):
                self._sure_words.update(_WORD.findall(folded, span.start, span.end))
        return self._without(spans, self._occurrences, self._view.text)

    def of_completed(self, spans: Sequence[Span]) -> list[Span]:
        """Return the spans that were left in the end, in offsets of the text as it came, without the same."""
        if not self._occurrences:
            return list(spans)
        view = self._view
        places = self._occurrences
        if not view.shares_offsets:
            places = [view.to_original(start, end) for start, end in places]
            if any(before[1] > after[0] for before, after in pairwise(places)):
                return list(spans)  # read backwards: whatever is masked stays so
        left = self._without(spans, places, view.original)
        starts = [start for start, _ in places]
        for span in left:
            masked = range(bisect_right(starts, span.start) - 1, bisect_right(starts, span.end - 1))
            self.kept -= {number for number in masked if number >= 0 and places[number][1] > span.start}
        return left

    def _without(self, spans: Sequence[Span], places: Sequence[tuple[int, int]], text: str) -> list[Span]:
        starts = [start for start, _ in places]
        left: list[Span] = []
        for span in spans:
            if self._is_sure(span, text):
                left.append(span)
                continue
            left += self._cut(span, places, starts, text)
        return left

    def _is_sure(self, span: Span, text: str) -> bool:
        """Tell whether the record, the site or the source says it, or it is said again of such a word."""
        if span.source.startswith(_SURE):
            return True
        words = fold_name(text[span.start : span.end]).split()
        if span.label in _NAMES and not self._names.isdisjoint(words):
            return True
        return span.source == "propagation" and not self._sure_words.isdisjoint(words)

    def _cut(self, span: Span, places: Sequence[tuple[int, int]], starts: Sequence[int], text: str) -> list[Span]:
        first = bisect_right(starts, span.start) - 1
        if first >= 0 and span.end <= places[first][1]:
            self.kept.add(first)
            return []
        if span.label not in _CUT:
            return [span]
        pieces: list[Span] = []
        start = span.start
        for number in range(max(first, 0), len(places)):
            place_start, place_end = places[number]
            if place_start >= span.end:
                break
            if place_end <= span.start:
                continue
            self.kept.add(number)
            pieces += _piece(span, start, place_start, text)
            start = place_end
        if start == span.start:
            return [span]
        return [*pieces, *_piece(span, start, span.end, text)]


def _words_of_names(patient: Patient) -> frozenset[str]:
    """Return the folded words of the names of a record, but for particles and letters alone."""
    names: tuple[tuple[str, Kind], ...] = (
        (patient.lastname, "family"),
        (patient.birth_lastname, "family"),
        (patient.firstname, "given"),
    )
    full = [word.text for name, kind in names for word in parse_name(" ".join(name.split()), kind).full]
    return frozenset(word for text in full for word in fold_name(text).split() if len(word) > 1)


def _piece(span: Span, start: int, end: int, text: str) -> list[Span]:
    """Return what lies between two places, without spaces and marks at its edges; none if nothing else is there."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return [span.at(start, end)] if start < end else []


def frequent_names(words: Sequence[str]) -> tuple[str, ...]:
    """Return those of the words or phrases that are frequent names, in every part: people bear them too.

    Examples
    --------
    >>> frequent_names(["Mercier", "unité Mercier", "Sonopet"])
    ('Mercier',)
    """
    names = {fold_name(name) for name, births in lists.family_births().items() if births >= _FREQUENT}
    names |= {fold_name(name) for name, (male, female, _) in lists.given_births().items() if male + female >= _FREQUENT}
    return tuple(word for word in words if fold_name(word) in names or set(fold_name(word).split()) <= names)
