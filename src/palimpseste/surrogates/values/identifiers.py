"""Identifiers of the same shape: figures for figures, letters for letters, separators kept, real checksums failing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cached_property
from types import MappingProxyType

from palimpseste.surrogates.draws import NothingLeftError, first_fitting
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.number_parts import NumberParts
from palimpseste.surrogates.values.registers import (
    account_surrogate,
    birth_begun,
    is_account,
    may_be_real,
    register_beginning,
)
from palimpseste.surrogates.values.shapes import changed_shape, dictated_surrogate, is_dictated
from palimpseste.writings.case import laid_over
from palimpseste.writings.numbers import Part, in_figures, numbers_read
from palimpseste.writings.passages import alphanumeric
from palimpseste.writings.series import Link, links_between_numbers

__all__ = ["Identifiers", "identifier_surrogate"]

_MOST_DRAWS = 100
# A plate of a vehicle registered since 2009, in the order of its letters: E came in 2015. No plate bears the last ones.
_PLATE = re.compile(r"[A-HJ-NP-TV-Z]{2}[ -]?\d{3}[ -]?[A-HJ-NP-TV-Z]{2}", re.IGNORECASE)
_FIRST_OF_PLATES, _ON_NO_PLATE = "ABCDE", "IOU"
# How much farther a number may count on so that it is none of a register.
_LETTERS = 26
_MOST_FURTHER = 20


class Identifiers:
    """The identifiers of one document and their surrogates.

    An RPPS and a Swiss insurance number begin as all of them do, the number of a practice with its new department, a
    Belgian national number and one of Luxembourg with a date of birth; the check digits of all are wrong. A number that
    goes on from another one of the document goes on from the surrogate of that.

    Parameters
    ----------
    setting : Setting
        The document.
    practices : mapping of str to str, optional
        How the new number of each practice begins, by the letters and figures of the old one.
    birth_for : callable, optional
        Gives the new date of birth of who was born on a day: the year or its last two figures, month, day.
    date_in : callable, optional
        Gives what is written for a part of a number that holds a year or a date, given the letters and figures of the
        whole; None for a part that holds none.
    year_for : callable, optional
        Gives the year of birth of who is as old as the new text tells and was born in a month, on a day; None where it
        tells no age.
    """

    def __init__(
        self,
        setting: Setting,
        practices: Mapping[str, str] = MappingProxyType({}),
        birth_for: Callable[[int, int, int], date | None] | None = None,
        date_in: Callable[[Part, str], str | None] | None = None,
        year_for: Callable[[int, int], int | None] | None = None,
    ) -> None:
        self._setting = setting
        self._practices = practices
        self._birth_for = birth_for
        self._year_for = year_for
        self._numbers = numbers_read(setting)
        self._parts = NumberParts(setting, self._numbers, self.surrogate, date_in)
        self._going_on: dict[str, str] = {}

    def told(self, index: int) -> Mapping[int, str]:
        """Return the letters and figures of a number or reference that are not drawn, by their places among all."""
        return self._parts.told(index)

    @cached_property
    def tell_a_birth(self) -> bool:
        """Whether some number begins with a date of birth that is written anew as dates move."""
        begun = (birth_begun(index, self._setting) for index in range(len(self._setting.spans)))
        born = ((int(told["year"]), int(told["month"]), int(told["day"])) for told in begun if told is not None)
        return self._birth_for is not None and any(self._birth_for(*day) is not None for day in born)

    @cached_property
    def _links(self) -> Mapping[str, Link]:
        return links_between_numbers(self._setting)

    def surrogate(self, index: int) -> str:
        """Return the surrogate of an identifier: same shape, not the original, and none that its register may hold.

        The same letters and figures get the same surrogate, however they are spaced.
        """
        waiting, number = [index], self._parts.number
        while (link := self._links.get(number(waiting[-1]))) and number(waiting[-1]) not in self._going_on:
            waiting.append(link.other)
        written = self._written(waiting.pop())
        while waiting:
            written = self._written(waiting.pop(), _characters(written))
        return written

    def _written(self, index: int, before: str = "") -> str:
        """Return a surrogate, given the letters and figures of that of the number that it goes on from."""
        source, number = self._setting.source(index), self._parts.number(index)
        link = self._links.get(number)
        if link is None:
            beginning = self._practices.get(number) or register_beginning(
                index, self._setting, self._birth_for, self._year_for
            )
            return self._drawn(index, beginning)
        if number not in self._going_on:
            counted = _counted_on(before, link, number) if link.tail else None
            begun = before[: -link.tail] if link.tail else before + _piece_of(number[len(before) :])
            drawn = counted or self._drawn(index, begun)
            self._going_on[number] = _characters(drawn)
        return laid_over(source, str.isalnum, self._going_on[number])

    def _drawn(self, index: int, beginning: str) -> str:
        """Return the surrogate of a number that begins so, and else holds the parts that follow from the document."""
        begun, number = dict(enumerate(beginning)), self._numbers.get(index)
        try:
            return identifier_surrogate(index, self._setting, {**self._parts.told(index), **begun}, number)
        except NothingLeftError:  # what little is left to draw always gives a right check digit
            return identifier_surrogate(index, self._setting, begun, number)


def _piece_of(rest: str) -> str:
    """Return what a number goes on with if it is the letter of a block or slide, which the text may name; else nothing.

    « bloc A, n° 16A02977-A »
    """
    return rest if len(rest) == 1 and rest.isalpha() else ""


def _counted_on(before: str, link: Link, number: str) -> str | None:
    """Return a number that counts on from another surrogate: as far as the old did, else nearly, else in its order.

    None where none of so many figures may be written.
    """
    head, tail = before[: -link.tail], before[-link.tail :]
    if tail.isalpha():
        first = ord("A" if tail.isupper() else "a")
        return head + chr(first + (ord(tail) - first + link.step) % _LETTERS)
    for step in _steps_like(link.step):
        counted = int(tail) + step
        written = f"{head}{counted:0{link.tail}d}"
        if 0 <= counted < 10**link.tail and written.lower() != number and not may_be_real(written):
            return written
    return None


def _steps_like(step: int) -> Iterator[int]:
    """Yield a step, some longer ones the same way, short ones, and those the other way."""
    forward = 1 if step > 0 else -1
    yield from (step + forward * more for more in range(_MOST_FURTHER))
    yield from (forward * short for short in range(1, _MOST_FURTHER))
    yield from (-forward * short for short in range(1, _MOST_FURTHER))


def identifier_surrogate(
    index: int, setting: Setting, told: Mapping[int, str] = MappingProxyType({}), number: str | None = None
) -> str:
    """Return the surrogate of an identifier taken alone: same shape, not the original, and no valid one of a register.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    told : mapping of int to str, optional
        Its letters and figures that are not drawn, by their places among all.
    number : str, optional
        Its letters and figures where some were misread.
    """
    normal = number or alphanumeric(setting.values[index])
    source = in_figures(setting.source(index), normal)
    if not any(c.isdigit() for c in source) and is_dictated(source):
        return dictated_surrogate(source, setting.draws.stream("ID", normal, "dictated"))
    stream = setting.draws.stream("ID", normal, "shape")
    if is_account(index, setting):
        return first_fitting(
            lambda: account_surrogate(source, stream), lambda drawn: not may_be_real(drawn), _MOST_DRAWS
        )
    if not told and _PLATE.fullmatch(source):
        told = {0: stream.choice(_FIRST_OF_PLATES), len(normal) - 1: stream.choice(_ON_NO_PLATE)}
    return first_fitting(
        lambda: _holding(changed_shape(source, stream), told),
        lambda drawn: not may_be_real(drawn) and not (told and _are_alike(source, drawn, told)),
        _MOST_DRAWS,
    )


def _characters(identifier: str) -> str:
    """Return the letters and figures of an identifier, as `laid_over` takes them."""
    return "".join(filter(str.isalnum, identifier))


def _holding(written: str, told: Mapping[int, str]) -> str:
    """Return an identifier with some letters and figures at their places, letters in the case of what they replace."""
    if not told:
        return written
    held = (_cased(old, told.get(place, old)) for place, old in enumerate(_characters(written)))
    return laid_over(written, str.isalnum, "".join(held))


def _cased(old: str, new: str) -> str:
    return new.upper() if old.isupper() else new.lower() if old.islower() else new


def _are_alike(one: str, other: str, told: Mapping[int, str]) -> bool:
    """Tell whether two identifiers of one shape differ nowhere but in what is told, or nowhere if all is."""
    pairs = list(enumerate(zip(_characters(one), _characters(other), strict=True)))
    drawn = [pair for place, pair in pairs if place not in told]
    return all(old == new for old, new in drawn or [pair for _, pair in pairs])
