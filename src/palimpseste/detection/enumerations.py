"""Lists of lettered choices, as questions of examinations and forms have them: « a. Furosémide », « b. Mannitol ».

Letters that follow each other at the beginning of lines, three at least from the first on, are no initials where none
of the choices, or one of five, begins with a name; and a word of such a list that no list of names holds is none.
Four small letters from the first on are no initials whatever stands behind them. Nor is a Roman figure at the head of a
part that stands behind the part before it: « IV. Santé », « V. Demande ».
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.tokens import Trait

__all__ = ["choices_in", "is_listed_name", "lettered_lists", "numbered_headings", "small_letters"]

_ITEM = re.compile(r"\n[ ]{0,8}(?P<letter>[a-j])[.)][ ]{0,3}(?P<first>[a-z]*)")
_FIRST_ITEM = re.compile(_ITEM.pattern.removeprefix(r"\n"))
_FEWEST, _OF_EACH_NAME = 3, 5
_FEWEST_LETTERS = 4
# From one item to the next, and to the end of the last.
_LONGEST_ITEM = 400
_HEADING = re.compile(r"(?:\A|\n)[ ]{0,8}(?P<figure>[ivx]{1,4})[ ]?[.)][ ]{1,3}(?P<first>[a-z]{2,30})")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_NAME = Trait.FIRST | Trait.FAMILY | Trait.CITY | Trait.CITY_WORD | Trait.LOCATION


def choices_in(folded: str) -> Sequence[Sequence[re.Match[str]]]:
    """Return the runs of items with letters from the first on, in order; time is linear in the text."""
    return list(_runs(folded))


def lettered_lists(choices: Iterable[Sequence[re.Match[str]]]) -> Sequence[tuple[int, int]]:
    """Return where each list of choices that are no names begins and ends, in order."""
    return [
        (run[0].start("letter"), _end_of_line(run[-1].string, run[-1].end()))
        for run in choices
        if len(run) >= _FEWEST and sum(is_listed_name(item["first"]) for item in run) * _OF_EACH_NAME <= len(run)
    ]


def small_letters(text: str, choices: Iterable[Sequence[re.Match[str]]]) -> frozenset[int]:
    """Return where the letters of each list of four choices or more stand, all small."""
    runs = ([item.start("letter") for item in run] for run in choices if len(run) >= _FEWEST_LETTERS)
    return frozenset(start for run in runs if all(text[start].islower() for start in run) for start in run)


def numbered_headings(folded: str) -> Sequence[tuple[int, int]]:
    """Return where the figures and first words of numbered parts stand, from the first part on.

    Figures are Roman; what stands in the parts does not matter. One whose first word is a name is no part.
    """
    found = []
    awaited = 0
    for heading in _HEADING.finditer(folded):
        if awaited < len(_ROMAN) and heading["figure"] == _ROMAN[awaited] and not is_listed_name(heading["first"]):
            found.append(heading.span("figure")[:1] + heading.span("first")[1:])
            awaited += 1
    return found if len(found) > 1 else []


def is_listed_name(word: str) -> bool:
    """Tell whether a folded word is a name of somebody or of a place, and no ordinary word beside."""
    traits = alphabet().lexicon.get(word, 0)
    return bool(traits & _NAME) and not (traits & (Trait.COMMON | Trait.MEDICAL) and in_dictionary(word))


def _runs(folded: str) -> Iterator[list[re.Match[str]]]:
    run: list[re.Match[str]] = []
    first = _FIRST_ITEM.match(folded)
    for item in chain(() if first is None else (first,), _ITEM.finditer(folded)):
        follows = run and ord(item["letter"]) - ord(run[-1]["letter"]) == 1
        if not follows or item.start() - run[-1].end() > _LONGEST_ITEM:
            if run:
                yield run
            run = []
        if run or item["letter"] == "a":
            run.append(item)
    if run:
        yield run


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start, start + _LONGEST_ITEM)
    return end if end >= 0 else min(len(text), start + _LONGEST_ITEM)
