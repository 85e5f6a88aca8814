"""Names and numbers found once are looked for in the rest of the note.

The same name, folded, is masked wherever it stands with a capital; without one, only if it is no ordinary word, or, if
it is one of the dictionary, stands elsewhere so as a name; and, however ordinary it is, beside the other part of a full
name of the note (« petit rose a vomi », of a Mme Petit Rose). A number is masked wherever nothing touches it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from palimpseste.detection.lexicon import alphabet, in_dictionary, word_list
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import DATES, NUMBERS, Label
from palimpseste.rendering.screen import shown_without_values

__all__ = ["OF_THE_MODEL", "propagate"]

# How the source of a span begins that the model found, here or elsewhere in the note.
OF_THE_MODEL = ("model", "propagation")

_PROPAGATED: frozenset[Label] = frozenset({"FIRSTNAME", "LASTNAME", "CITY", "HOSPITAL", "ORGANIZATION", "LOCATION"})
_PERSONAL: frozenset[Label] = frozenset({"FIRSTNAME", "LASTNAME"})
_NUMERIC: frozenset[Label] = frozenset({*DATES, *NUMBERS, "PHONE", "SSN", "ZIP"})
# Folded words.
_Surface = tuple[str, ...]
_SHORTEST = 3
# Tokens of a name; longer ones are looked for at a cost that grows with their length, and never stand twice.
_LONGEST = 24
# Where in so many characters no capital stands, small letters tell nothing.
_AROUND = 60
# Fewer figures say nothing of what they are: a year, a day, an extension.
_FEWEST_FIGURES = 4
_WORDLIKE = (
    Trait.COMMON | Trait.MEDICAL | Trait.FUNCTION | Trait.UNIT | Trait.ROLE | Trait.KIN | Trait.MONTH | Trait.TITLE
)
# No initial of a given name, and no way of giving a drug.
_NUMERALS = frozenset({"ii", "iii", "vi"})


def propagate(tokens: Tokens, spans: Sequence[Span]) -> list[Span]:
    """Return the further occurrences of the names and numbers among the spans.

    Parameters
    ----------
    tokens : Tokens
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    intervals = _token_intervals(tokens, spans)
    known = _surfaces(tokens, intervals)
    if not known:
        return []
    told: tuple[_Halves, set[_Surface]] | None = None  # asked for in few notes
    words = tokens.words
    inside = {index for first, last, _ in intervals for index in range(first, last)}
    lengths: dict[str, list[int]] = {}
    found = []
    free_from = 0
    for index in tokens.places_of(known):
        if index < free_from or index in inside:
            continue
        labels = known[words[index]]
        if words[index] not in lengths:
            lengths[words[index]] = sorted(set(map(len, labels)), reverse=True)
        for length in lengths[words[index]]:
            last = index + length
            surface = tuple(words[index:last])
            label = labels.get(surface)
            if label is None or last > len(words) or not inside.isdisjoint(range(index, last)):
                continue
            told = told or (_halves(tokens, intervals), _in_small_letters(tokens, intervals))
            halves, in_small_letters = told
            if _is_other_half(tokens, index, last, halves) or (
                _stands(tokens, index, last, label)
                and not (_is_ordinary(tokens, index, last) and surface not in in_small_letters)
            ):
                found.append(Span(tokens.starts[index], tokens.end(last - 1), label, "propagation"))
                free_from = last
                break
    return found


def _surfaces(tokens: Tokens, intervals: Iterable[tuple[int, int, Span]]) -> dict[str, dict[_Surface, Label]]:
    """Return the names and numbers to look for, under their first word."""
    surfaces: dict[_Surface, Label] = {}
    for first, last, span in intervals:
        if last - first > _LONGEST:
            continue
        surface = tuple(tokens.words[first:last])
        if span.label in _NUMERIC and _tells(surface, span.label):
            surfaces.setdefault(surface, span.label)
        if span.label not in _PROPAGATED:
            continue
        if sum(map(len, surface)) >= _SHORTEST or (span.label in _PERSONAL and _may_be_short_name(surface[0])):
            surfaces.setdefault(surface, span.label)
            # Each word of a compound name is the name's again when it stands alone.
            is_compound = span.label in _PERSONAL and len(surface) > 1
            for word in filter(_is_long, surface if is_compound else ()):
                surfaces.setdefault((word,), span.label)
    by_first: dict[str, dict[_Surface, Label]] = defaultdict(dict)
    for surface, label in surfaces.items():
        by_first[surface[0]][surface] = label
    return by_first


def _is_long(word: str) -> bool:
    return len(word) > _SHORTEST


@shown_without_values
class _Halves(NamedTuple):
    """The parts of full names: which stand beside which, and those that end or begin at a token."""

    beside: Mapping[_Surface, frozenset[_Surface]]
    ending: Mapping[int, _Surface]
    beginning: Mapping[int, _Surface]


def _halves(tokens: Tokens, intervals: Sequence[tuple[int, int, Span]]) -> _Halves:
    """Return the parts of the full names of a note."""
    parts = [
        (first, last, span.label, tuple(tokens.words[first:last]))
        for first, last, span in intervals
        if span.label in _PERSONAL and last - first <= _LONGEST
    ]
    beside: dict[_Surface, set[_Surface]] = defaultdict(set)
    for (_, last, label, one), (first, _, other_label, other) in pairwise(parts):
        if first == last and label != other_label:
            beside[one].add(other)
            beside[other].add(one)
    return _Halves(
        {one: frozenset(others) for one, others in beside.items()},
        {last: surface for _, last, _, surface in parts},
        {first: surface for first, _, _, surface in parts},
    )


def _is_other_half(tokens: Tokens, first: int, last: int, halves: _Halves) -> bool:
    """Tell whether these words, and a name right before or behind them, are a full name of the note."""
    others = halves.beside.get(tuple(tokens.words[first:last]))
    return others is not None and (halves.ending.get(first) in others or halves.beginning.get(last) in others)


def _in_small_letters(tokens: Tokens, intervals: Iterable[tuple[int, int, Span]]) -> set[_Surface]:
    """Return what was found in small letters too, and each of its words."""
    found: set[_Surface] = set()
    for first, last, span in intervals:
        if last - first <= _LONGEST and not tokens.view.text[span.start].isupper():
            found.update([tuple(tokens.words[first:last]), *((word,) for word in tokens.words[first:last])])
    return found


def _may_be_short_name(word: str) -> bool:
    """Tell whether a word may be a name of two letters: "Lê", never "de"."""
    return len(word) == 2 and not alphabet().lexicon.get(word, 0) & Trait.FUNCTION


def _tells(surface: tuple[str, ...], label: Label) -> bool:
    """Tell whether a number is long enough to be itself wherever it stands; a date needs a day and a month."""
    figures = sum(len(word) for word in surface if word[0] in "0123456789")
    if label in DATES:
        return figures >= _FEWEST_FIGURES and len(surface) >= 3
    return figures > _FEWEST_FIGURES


def _token_intervals(tokens: Tokens, spans: Iterable[Span]) -> list[tuple[int, int, Span]]:
    """Return each span with the tokens it begins and ends with."""
    starts = tokens.starts
    found = []
    last = 0
    for span in spans:
        first = bisect_left(starts, span.start, last)
        last = bisect_left(starts, span.end, first)
        if first < last:
            found.append((first, last, span))
    return found


def _stands(tokens: Tokens, first: int, last: int, label: Label) -> bool:
    """Tell whether these words stand there as a name: all in capitals or titles, or no ordinary words."""
    if label in _NUMERIC:
        return _is_apart(tokens, first, last)
    described = [
        alphabet().describe(tokens.symbols[index])
        for index in range(first, last)
        if "a" <= tokens.words[index][0] <= "z"
    ]
    if not described or _is_eponym(tokens, first, label) or _is_classified(tokens, last):
        return False
    if all(shape is Shape.LOWER for _, shape in described):
        # "le hir", "de la tour": the particles of a name are ordinary words.
        telling = [traits for traits, _ in described if not traits & Trait.PARTICLE]
        long_enough = max(map(len, tokens.words[first:last])) > 2
        return label in _PERSONAL and long_enough and bool(telling) and not any(t & _WORDLIKE for t in telling)
    if len(described) == 1 and described[0][0] & _WORDLIKE and not described[0][0] & Trait.COMMON:
        return described[0][0] & (Trait.FIRST | Trait.FAMILY) != 0
    if len(described) == 1 and described[0][0] & Trait.COMMON:
        return first > 0 and (
            not _begins_sentence(tokens, first) or _acts(tokens, last) or _is_set_apart(tokens, first, last)
        )
    return True


def _is_ordinary(tokens: Tokens, first: int, last: int) -> bool:
    """Tell whether this is one word of the dictionary in small letters, behind capitals: « Olive : huile d'olive »."""
    if last - first > 1 or _described(tokens, first)[1] is not Shape.LOWER or not in_dictionary(tokens.words[first]):
        return False
    start = tokens.starts[first]
    return any(map(str.isupper, tokens.view.text[max(0, start - _AROUND) : start]))


def _is_apart(tokens: Tokens, first: int, last: int) -> bool:
    """Tell whether no letter, figure or joining mark touches these tokens: they are no part of a longer number."""
    folded = tokens.view.folded
    start, end = tokens.starts[first], tokens.end(last - 1)
    before, after = folded[max(0, start - 1) : start], folded[end : end + 2]
    joined = after[:1] in ("/", "-", ".", ",") and after[1:].isalnum()
    return not (before.isalnum() or before in ("/", "-", ".", ",") or after[:1].isalnum() or joined)


def _is_eponym(tokens: Tokens, index: int, label: Label) -> bool:
    """Tell whether a word such as maladie or drain stands before, with "de" or, if no given name, without."""
    place = index - 1
    while place >= 0 and tokens.words[place] in ("de", "d", "du", "'"):
        place -= 1
    if place < 0 or (label == "FIRSTNAME" and place == index - 1):
        return False
    return bool(alphabet().lexicon.get(tokens.words[place], 0) & Trait.EPONYM_HEAD)


def _is_classified(tokens: Tokens, index: int) -> bool:
    """Tell whether the token is the numeral of a class, as in « Allen III »; an initial is none."""
    return index < len(tokens.words) and tokens.words[index] in _NUMERALS


@cache
def _acts_of_persons() -> frozenset[str]:
    return frozenset(word_list("record/act.txt"))


def _acts(tokens: Tokens, index: int) -> bool:
    """Tell whether the word at this token says what a person does: "Petit se plaint"."""
    return index < len(tokens.words) and tokens.words[index] in _acts_of_persons()


def _is_set_apart(tokens: Tokens, first: int, last: int) -> bool:
    """Tell whether a word at the head of a sentence is a name all the same.

    It is behind an initial (``B. Wagon``) or a list's head (``Présents : Iris``), alone on its line as a signature,
    before a given name (``PETIT Honoré``) or what the person says (``Iris : « j'ai mal »``).
    """
    before, after = tokens.words[first - 1], tokens.words[last] if last < len(tokens.words) else "\n"
    traits_before, shape_before = _described(tokens, first - 2)
    if before == "." and shape_before is Shape.INITIAL:
        return True
    if before == ":" and traits_before & (Trait.LINK | Trait.ROLE | Trait.KIN):
        return True
    if "\n" in before and "\n" in after:
        return True
    if after == ":" and last + 1 < len(tokens.words) and tokens.words[last + 1] in ("«", '"'):
        return True
    traits_after, shape_after = _described(tokens, last)
    return shape_after in (Shape.TITLE, Shape.UPPER) and bool(traits_after & Trait.FIRST)


def _described(tokens: Tokens, index: int) -> tuple[int, Shape]:
    if 0 <= index < len(tokens.words) and "a" <= tokens.words[index][0] <= "z":
        return alphabet().describe(tokens.symbols[index])
    return 0, Shape.LOWER


def _begins_sentence(tokens: Tokens, index: int) -> bool:
    """Tell whether a capital at this token may be a sentence's own."""
    before = tokens.words[index - 1]
    return before in ".!?:-*>•(" or before.isspace()
