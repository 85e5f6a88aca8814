"""What a whole note says of spans anywhere in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from palimpseste.detection.citations import citations_in
from palimpseste.detection.columns import measured_in
from palimpseste.detection.enumerations import choices_in, lettered_lists, numbered_headings, small_letters
from palimpseste.detection.nomenclature import letters_in, species_in
from palimpseste.detection.refusals.drugs import dosed_in, doses_in, made_in
from palimpseste.detection.refusals.places import set_phrases_in
from palimpseste.detection.refusals.refusal import AROUND
from palimpseste.detection.tokens import is_told_by_capitals
from palimpseste.detection.view import TextView
from palimpseste.document import Span

__all__ = ["Passages", "is_within"]

_DRUG_BEFORE: Final = re.compile(r"(?<![a-z])[a-z]{4,30}[ ]\Z")


@dataclass(frozen=True, slots=True, repr=False)
class Passages:
    """What is looked for once in a text. Intervals are half-open and in order; words are folded.

    Parameters
    ----------
    citations : sequence of tuple of 2 int
        Where articles are cited.
    lists : sequence of tuple of 2 int
        Where lettered lists of choices stand that are no names.
    headings : sequence of tuple of 2 int
        The figures and first words of numbered parts.
    dosed : frozenset of str
        Words that the text gives doses of.
    made : frozenset of str
        Drugs with their makers that a dose stands behind.
    letters : frozenset of int
        Where the letters of lists of small letters stand.
    species : sequence of tuple of 2 int
        Species and families of them.
    terms : sequence of tuple of 2 int
        Terms written in letters.
    measured : frozenset of int
        Where that begins which stands in a column of measures.
    phrases : sequence of tuple of 2 int
        Phrases with a name in them that is nobody's and no place's.
    has_low_lines : bool
        Whether low lines join words, as in names of columns.
    has_capitals : bool
        Whether the text is written with capitals, so that small letters tell a word from a name.
    """

    citations: Sequence[tuple[int, int]]
    lists: Sequence[tuple[int, int]]
    headings: Sequence[tuple[int, int]]
    dosed: frozenset[str]
    made: frozenset[str]
    letters: frozenset[int]
    species: Sequence[tuple[int, int]]
    terms: Sequence[tuple[int, int]]
    measured: frozenset[int]
    phrases: Sequence[tuple[int, int]]
    has_low_lines: bool
    has_capitals: bool

    @classmethod
    def of(cls, view: TextView) -> Passages:
        """Look through a note."""
        doses = doses_in(view.folded)
        choices = choices_in(view.folded)
        return cls(
            citations_in(view.text),
            lettered_lists(choices),
            numbered_headings(view.folded),
            dosed_in(view.folded, doses),
            made_in(doses),
            small_letters(view.text, choices),
            species_in(view),
            letters_in(view),
            measured_in(view.folded),
            set_phrases_in(view.folded),
            "_" in view.original,
            is_told_by_capitals(view.text, view.text.count(" ")),
        )

    def has_maker(self, folded: str, span: Span) -> bool:
        """Tell whether a span is the maker behind a drug that a dose stands behind elsewhere: « Olanzapine Teva »."""
        if not self.made:
            return False
        before = _DRUG_BEFORE.search(folded, max(0, span.start - AROUND), span.start)
        return before is not None and before[0] + folded[span.start : span.end] in self.made


def is_within(span: Span, passages: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a span lies within one of the passages."""
    if not passages:
        return False
    place = bisect_right(passages, (span.start, span.end)) - 1
    near = passages[max(0, place) : place + 2]
    return any(start <= span.start and span.end <= end for start, end in near)
