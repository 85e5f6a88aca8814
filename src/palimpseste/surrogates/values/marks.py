"""Marks that stand for values without imitating them: ``[XXXXX]``, ``[LASTNAME]``, ``[LASTNAME_1]``."""

from __future__ import annotations

import re

from palimpseste.folding import fold_name
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.passages import alphanumeric
from palimpseste.writings.people.read import PeopleRead

__all__ = ["MASK", "Marks", "is_mark"]

MASK = "[XXXXX]"
_MARK = re.compile(r"\[[A-Z]+(?:_[A-Z]+)*(?:_\d+)?\]")
_WORDED = frozenset({"CITY", "LOCATION", "HOSPITAL", "ORGANIZATION", "ADDRESS"})


def is_mark(text: str, start: int, end: int) -> bool:
    """Tell whether a mark stands there, which says nothing, whatever figures are in it: « [DATE_3] » is no third.

    Parameters
    ----------
    text : str
        Any.
    start, end : int
        Half-open interval of code points.
    """
    return _MARK.fullmatch(text, start, end) is not None


class Marks:
    """Numbered tags of one document, numbered by label in the order values first appear.

    Parameters
    ----------
    setting : Setting
        The document.
    people : PeopleRead
        Tells which name an initial or a part of a compound stands for.
    """

    def __init__(self, setting: Setting, people: PeopleRead) -> None:
        self._numbers: dict[int, int] = {}
        seen: dict[str, dict[str, int]] = {}
        for index, span in enumerate(setting.spans):
            if span.label in ("FIRSTNAME", "LASTNAME"):
                value = people.abbreviated.identity_of(index)
            elif span.label in _WORDED:
                value = fold_name(setting.values[index])
            else:
                value = alphanumeric(setting.values[index])
            numbers = seen.setdefault(span.label, {})
            self._numbers[index] = numbers.setdefault(value, len(numbers) + 1)
        self._setting = setting

    def numbered_tag(self, index: int) -> str:
        """Return the tag of a span: its label and the number of its value."""
        return f"[{self._setting.spans[index].label}_{self._numbers[index]}]"
