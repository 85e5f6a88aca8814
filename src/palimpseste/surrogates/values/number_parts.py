"""What of a number is not drawn: the letters that tell its kind, and the years and dates that stand in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from palimpseste.surrogates.setting import Setting
from palimpseste.writings.numbers import Part, in_figures, parts_of
from palimpseste.writings.passages import alphanumeric

__all__ = ["NumberParts"]

# So many figures of a number are drawn at least.
_FEWEST_DRAWN = 2
_SHORTEST_IN_REFERENCE = 3
_SHORTEST_HELD = 4
_PLATE = re.compile(r"[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}", re.IGNORECASE)


class NumberParts:
    """The parts of the numbers of one document that are not drawn.

    Parameters
    ----------
    setting : Setting
        The document.
    numbers : mapping of int to str
        The letters and figures of its numbers, as :func:`~palimpseste.writings.numbers.numbers_read` has them.
    written_at : callable
        Gives the surrogate of the number at a span.
    date_in : callable, optional
        Gives what is written for a part that holds a year or a date, as
        :class:`~palimpseste.surrogates.values.identifiers.Identifiers` takes it.
    """

    def __init__(
        self,
        setting: Setting,
        numbers: Mapping[int, str],
        written_at: Callable[[int], str],
        date_in: Callable[[Part, str], str | None] | None = None,
    ) -> None:
        self._setting = setting
        self._numbers = numbers
        self._written_at = written_at
        self._date_in = date_in
        self._told: dict[str, Mapping[int, str]] = {}

    def told(self, index: int) -> Mapping[int, str]:
        """Return the letters and figures of a number that are not drawn, by their places among all.

        They are those of the first writing of the number that shows any; one that would be left without figures to draw
        keeps its letters alone, one without figures nothing. Of a ``REFERENCE`` two letters may be those of a person.
        """
        value, number = self._value(index), self.number(index)
        if len(number) != sum(map(str.isalnum, self._setting.source(index))):
            return {}
        if self._setting.spans[index].label == "REFERENCE":
            parts = parts_of(value)
            return {**self._kinds(value, parts, _SHORTEST_IN_REFERENCE), **self._dates(value, parts)}
        if number not in self._told:
            writings = (self._read(self._value(each)) for each in self._spans_of[number])
            self._told[number] = next(filter(None, writings), {})
        return self._told[number]

    @cached_property
    def _spans_of(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index in range(len(self._setting.spans)):
            found.setdefault(self.number(index), []).append(index)
        return found

    def number(self, index: int) -> str:
        """Return the letters and figures of a number, misread ones mended."""
        return self._numbers.get(index) or alphanumeric(self._setting.values[index])

    def _value(self, index: int) -> str:
        return in_figures(self._setting.values[index], self.number(index))

    def _read(self, value: str) -> dict[int, str]:
        parts = parts_of(value)
        kinds, dates, others = self._kinds(value, parts), self._dates(value, parts), self._others(parts)
        figures = {place for place, character in enumerate(alphanumeric(value)) if character.isdecimal()}
        if len(figures) < _FEWEST_DRAWN:
            return {}
        has_enough = len(figures - dates.keys()) >= _FEWEST_DRAWN
        return {**kinds, **(dates if has_enough else {}), **others}

    def _others(self, parts: Sequence[Part]) -> dict[int, str]:
        """Return the figures that are another number of the document, as what stands for that."""
        held: dict[int, str] = {}
        if len(parts) < 2:
            return held
        for part in [part for part in parts if len(part.text) >= _SHORTEST_HELD and part.text in self._first]:
            held.update(enumerate(filter(str.isalnum, self._written_at(self._first[part.text])), part.start))
        return held

    @cached_property
    def _first(self) -> Mapping[str, int]:
        """The first span of each number of figures."""
        found: dict[str, int] = {}
        for index, number in self._numbers.items():
            if number.isdecimal():
                found.setdefault(number, index)
        return found

    def _kinds(self, value: str, parts: Sequence[Part], shortest: int = 0) -> dict[int, str]:
        if _PLATE.fullmatch(value):
            return {}
        kinds = (part for part in parts if len(part.text) >= shortest and part.is_kind)
        return {place: letter for part in kinds for place, letter in enumerate(part.text, part.start)}

    def _dates(self, value: str, parts: Sequence[Part]) -> dict[int, str]:
        if self._date_in is None:
            return {}
        number = alphanumeric(value)
        written = ((part.start, self._date_in(part, number) or "") for part in parts)
        return {place: figure for start, figures in written for place, figure in enumerate(figures, start)}
