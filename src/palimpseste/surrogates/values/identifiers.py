"""Identifiers of the same shape: figures for figures, letters for letters, separators kept, real checksums failing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cached_property
from types import MappingProxyType

from palimpseste.checksums import has_ean_key, has_iban_key, has_luhn_key, has_niss_key, nir_key
from palimpseste.folding import fold
from palimpseste.surrogates.draws import BitStream, NothingLeftError, first_fitting
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.number_parts import NumberParts
from palimpseste.writings.case import in_case_of, laid_over
from palimpseste.writings.number_words import read_number, write_number
from palimpseste.writings.numbers import Part, in_figures, numbers_read
from palimpseste.writings.passages import alphanumeric
from palimpseste.writings.series import Link, links_between_numbers
from palimpseste.writings.towns.birth_codes import codes_abroad

__all__ = [
    "Identifiers",
    "changed_shape",
    "dictated_surrogate",
    "identifier_surrogate",
    "shape_surrogate",
    "ssn_surrogate",
]

_CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_WORD = re.compile(r"[^\W\d_]+")
# Lengths of identifiers that real registers check by Luhn's algorithm: FINESS and SIREN, RPPS, SIRET.
_SHORTEST_CHECKED = 8
_MOST_DRAWS = 100
# Letters and figures of an account number, by the country that it begins with (ISO 13616).
_ACCOUNT_LENGTHS = {
    **{"AD": 24, "AT": 20, "BE": 16, "CH": 21, "CZ": 24, "DE": 22, "DK": 18, "ES": 24, "FI": 18, "FR": 27, "GB": 22},
    **{"GR": 27, "HU": 28, "IE": 22, "IT": 27, "LB": 28, "LU": 20, "MC": 27, "MR": 27, "MU": 30, "NL": 18, "NO": 15},
    **{"PL": 28, "PT": 25, "RO": 24, "SE": 24, "TN": 24, "TR": 26, "DZ": 26, "MA": 28, "SN": 28, "CI": 28, "BF": 28},
}
_KEY_WORD = re.compile(r"cl[ée]", re.IGNORECASE)
_ACCOUNT = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
_ACCOUNT_BEGUN = re.compile(r"[A-Z]{2}\d{2}(?![a-z])")
_ACCOUNT_FIELD = re.compile(r"\bIBAN\b[^\w\n]{0,20}\Z", re.IGNORECASE)
_LONGEST_FIELD = 25
# How much farther a number may count on so that it is none of a register.
_MOST_FURTHER = 20
# With what every RPPS and every Swiss insurance number begins, and how many figures they have.
_RPPS, _RPPS_FIGURES = "10", 11
_AVS, _AVS_FIGURES = "756", 13
_NISS_FIELD = re.compile(r"\b(?:niss|insz|national)\b[^\d\n]{0,12}\Z", re.IGNORECASE)
# « matricule CNS 1973 0611 204 57 », of Luxembourg, begins with a date of birth and is as long as a Swiss number.
_MATRICULE_FIELD = re.compile(r"\b(?:matricule|cns)\b[^\d\n]{0,12}\Z", re.IGNORECASE)
_MONTH_AND_DAY = r"(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
_BIRTH = re.compile(rf"(?P<year>\d\d){_MONTH_AND_DAY}")
_BIRTH_OF_CENTURY = re.compile(rf"(?P<year>(?:19|20)\d\d){_MONTH_AND_DAY}")
# The check digits of accounts run from 02 to 98.
_NO_CHECK_DIGITS = "00"
# Years of birth of who bears a NIR that follows no birth of the note: a parent of somebody young, or anybody grown up.
_YOUNG_SINCE, _YEARS_OLDER = 1990, (42, 22)
_YEARS_OF_ADULTS = (1950, 1994)
# What a NIR says in the place of the department of who was born abroad.
_ABROAD = "99"


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
    """

    def __init__(
        self,
        setting: Setting,
        practices: Mapping[str, str] = MappingProxyType({}),
        birth_for: Callable[[int, int, int], date | None] | None = None,
        date_in: Callable[[Part, str], str | None] | None = None,
    ) -> None:
        self._setting = setting
        self._practices = practices
        self._birth_for = birth_for
        self._numbers = numbers_read(setting)
        self._parts = NumberParts(setting, self._numbers, self.surrogate, date_in)
        self._going_on: dict[str, str] = {}

    def told(self, index: int) -> Mapping[int, str]:
        """Return the letters and figures of a number or reference that are not drawn, by their places among all."""
        return self._parts.told(index)

    @cached_property
    def tell_a_birth(self) -> bool:
        """Whether some number begins with a date of birth that is written anew as dates move."""
        begun = (_birth_begun(index, self._setting) for index in range(len(self._setting.spans)))
        born = ((int(told["year"]), int(told["month"]), int(told["day"])) for told in begun if told is not None)
        return self._birth_for is not None and any(self._birth_for(*day) is not None for day in born)

    @cached_property
    def _links(self) -> Mapping[str, Link]:
        return links_between_numbers(self._setting)

    def surrogate(self, index: int) -> str:
        """Return the surrogate of an identifier: same shape, not the original, and none that its register may hold.

        The same letters and figures get the same surrogate, however they are spaced.
        """
        waiting = [index]
        while (link := self._links.get(self._number(waiting[-1]))) and self._number(waiting[-1]) not in self._going_on:
            waiting.append(link.other)
        written = self._written(waiting.pop())
        while waiting:
            written = self._written(waiting.pop(), _characters(written))
        return written

    def _number(self, index: int) -> str:
        return self._numbers.get(index) or alphanumeric(self._setting.values[index])

    def _written(self, index: int, before: str = "") -> str:
        """Return a surrogate, given the letters and figures of that of the number that it goes on from."""
        source, number = self._setting.source(index), self._number(index)
        link = self._links.get(number)
        if link is None:
            beginning = self._practices.get(number) or _beginning(index, self._setting, self._birth_for)
            return self._drawn(index, beginning)
        if number not in self._going_on:
            counted = _counted_on(before, link, number) if link.tail else None
            begun = before[: -link.tail] if link.tail else before
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


def _counted_on(before: str, link: Link, number: str) -> str | None:
    """Return a number that counts on from another surrogate: as far as the old did, else nearly, else in its order.

    None where none of so many figures may be written.
    """
    head, tail = before[: -link.tail], before[-link.tail :]
    for step in _steps_like(link.step):
        counted = int(tail) + step
        written = f"{head}{counted:0{link.tail}d}"
        if 0 <= counted < 10**link.tail and written.lower() != number and not _may_be_real(written):
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
    if not any(c.isdigit() for c in source) and _is_dictated(source):
        return dictated_surrogate(source, setting.draws.stream("ID", normal, "dictated"))
    stream = setting.draws.stream("ID", normal, "shape")
    if _is_account(index, setting):
        return first_fitting(lambda: _account(source, stream), lambda drawn: not _may_be_real(drawn), _MOST_DRAWS)
    return first_fitting(
        lambda: _holding(changed_shape(source, stream), told),
        lambda drawn: not _may_be_real(drawn) and not (told and _are_alike(source, drawn, told)),
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


def _beginning(index: int, setting: Setting, birth_for: Callable[[int, int, int], date | None] | None) -> str:
    """Return what the new number begins with by its register alone; empty where it may be drawn."""
    number = alphanumeric(setting.values[index])
    if setting.spans[index].label != "OTHER_ID" or not number.isdecimal():
        return ""
    for register, length in ((_AVS, _AVS_FIGURES), (_RPPS, _RPPS_FIGURES)):
        if len(number) == length and number.startswith(register) and _birth_begun(index, setting) is None:
            return register
    return _birth_figures(index, setting, birth_for)


def _birth_begun(index: int, setting: Setting) -> re.Match[str] | None:
    """Return the date of birth that a number begins with, by its register; None where it holds none.

    In a Belgian number the year has two figures, in one of Luxembourg four.
    """
    if setting.spans[index].label != "OTHER_ID":
        return None
    number = alphanumeric(setting.values[index])
    if not number.isdecimal():
        return None
    before = setting.before(index, _LONGEST_FIELD)
    if len(number) == _AVS_FIGURES:
        return _BIRTH_OF_CENTURY.match(number) if _MATRICULE_FIELD.search(before) else None
    if len(number) != _RPPS_FIGURES:
        return None
    is_belgian = _NISS_FIELD.search(before) or (has_niss_key(number) and not number.startswith(_RPPS))
    return _BIRTH.match(number) if is_belgian else None


def _birth_figures(index: int, setting: Setting, birth_for: Callable[[int, int, int], date | None] | None) -> str:
    """Return with which figures of a new date of birth a number begins; empty where the old one holds none."""
    told = _birth_begun(index, setting)
    if told is None:
        return ""
    birth = birth_for(int(told["year"]), int(told["month"]), int(told["day"])) if birth_for is not None else None
    if birth is None:
        # A stream of the number alone: it is the same in every document, whatever ages these tell.
        stream = setting.draws.stream("ID", told.string, "birth")
        year, month, day = stream.between(*_YEARS_OF_ADULTS), stream.between(1, 12), stream.between(1, 28)
        birth = date(year, month, day)
    return f"{birth:%Y%m%d}"[-len(told.group()) :]


def _is_account(index: int, setting: Setting) -> bool:
    """Tell whether an identifier is an IBAN: by its country and length, or, also of a part, by the word before it."""
    compact = alphanumeric(setting.values[index]).upper()
    if _ACCOUNT.fullmatch(compact) and len(compact) == _ACCOUNT_LENGTHS.get(compact[:2]):
        return True
    is_begun = _ACCOUNT_BEGUN.match(compact) and compact[:2] in _ACCOUNT_LENGTHS
    return bool(is_begun and _ACCOUNT_FIELD.search(setting.before(index, _LONGEST_FIELD)))


def _account(source: str, stream: BitStream) -> str:
    """Return an IBAN of the same country and length whose check digits no bank ever computes."""
    places = [i for i, character in enumerate(source) if character.isalnum()]
    country, rest = places[1] + 1, places[3] + 1
    between = source[country : places[2]]
    gap = source[places[2] + 1 : places[3]]
    figures = gap.join(_NO_CHECK_DIGITS)
    return source[:country] + between + figures + (shape_surrogate(source[rest:], stream) if source[rest:] else "")


def _may_be_real(identifier: str) -> bool:
    """Tell whether a register may hold an identifier: its checksum is right."""
    digits = "".join(c for c in identifier if c.isdecimal())
    is_of_neighbours = has_niss_key(digits) or (digits.startswith(_AVS) and has_ean_key(digits))
    return (len(digits) >= _SHORTEST_CHECKED and has_luhn_key(digits)) or is_of_neighbours or _is_iban(identifier)


def changed_shape(source: str, stream: BitStream, *, figures_only: bool = False) -> str:
    """Return a drawn shape that differs from the source wherever the source holds a letter or a figure."""

    def drawn() -> str:
        return shape_surrogate(source, stream, figures_only=figures_only)

    try:
        return first_fitting(drawn, lambda shape: shape != source, _MOST_DRAWS)
    except NothingLeftError:
        # A zero alone, which a shape keeps as a leading one; or nothing to draw for.
        return source.replace("0", str(stream.between(1, 9)))


def shape_surrogate(source: str, stream: BitStream, *, figures_only: bool = False) -> str:
    """Return the source with its figures, and its letters unless `figures_only`, drawn.

    A number keeps a leading zero, and gets none where it has none. Equal letters and figures get equal ones, however
    they are spaced.
    """
    written = []
    leading = True
    for character in source:
        if character.isdecimal():
            drawn = str(stream.between(1, 9) if leading and character != "0" else stream.below(10))
            written.append("0" if leading and character == "0" else drawn)
        elif character.isalpha() and not figures_only:
            letter = stream.choice(_CAPITALS)
            written.append(letter if character.isupper() else letter.lower())
        else:
            written.append(character)
        leading = leading and not character.isalnum()
    return "".join(written)


def dictated_surrogate(source: str, stream: BitStream) -> str:
    """Return number words for number words, of like size, and letters for single letters; other words stay.

    A source without any of them gets letters for all its letters.
    """

    def drawn(match: re.Match[str]) -> str:
        word = fold(match.group())
        number = read_number((word,))
        if number is not None and number < 10:
            return in_case_of(match.group(), write_number((number + stream.between(1, 9)) % 10))
        if number is not None and number < 17:
            return in_case_of(match.group(), write_number(stream.between(11, 16)))
        if number is not None and number < 70:
            return in_case_of(match.group(), write_number(stream.between(2, 6) * 10))
        if len(word) == 1:
            return in_case_of(match.group(), stream.choice(_CAPITALS))
        return match.group()

    try:
        return first_fitting(
            lambda: _WORD.sub(drawn, source), lambda written: fold(written) != fold(source), _MOST_DRAWS
        )
    except NothingLeftError:
        return changed_shape(source, stream)


def _is_dictated(source: str) -> bool:
    return any((read_number((fold(word),)) or 70) < 70 or fold(word) == "zero" for word in _WORD.findall(source))


def ssn_surrogate(
    index: int,
    setting: Setting,
    birth_for: Callable[[int, int], date | None] | None = None,
    birth_place: Callable[[], str] | None = None,
    birth_year: Callable[[], int | None] | None = None,
) -> str:
    """Return the surrogate of a NIR, with or without its key: plausible to the eye and impossible in the register.

    The sex stays, as in given names; year and month are those of the new date of birth where they were those of the old
    one, and drawn else, as those of somebody grown up when the patient was born; department and town are those of what
    stands for the town of birth, and where no table knows it drawn, from another department. Who was born abroad stays
    so. The key is never the right one; the order number is 000, which the register never gives, so that a number
    without key is wrong as well.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    birth_for : callable, optional
        Gives the new date of birth of who was born in a month of a year, two figures each.
    birth_place : callable, optional
        Gives the INSEE code of the town that stands for the town of birth; empty where no table knows it.
    birth_year : callable, optional
        Gives the new year of birth of the patient, the same in all documents; None where it may differ.
    """
    source = setting.source(index)
    body = _KEY_WORD.sub("", setting.values[index])
    normal = alphanumeric(body).replace("o", "0").replace("l", "1")
    if len(normal) not in (13, 15) or not normal[:6].isdigit():
        return identifier_surrogate(index, setting)
    stream = setting.draws.stream("SSN", normal[:13], "number")

    birth = birth_for(int(normal[1:3]), int(normal[3:5])) if birth_for is not None else None
    sex = normal[0] if normal[0] in "12" else str(stream.between(1, 2))
    place = birth_place() if birth_place is not None else ""
    abroad = normal[5:7] == _ABROAD
    told = slice(7, 10) if abroad else slice(5, 7)
    if birth is not None and normal[:13] == f"{sex}{birth.year % 100:02d}{birth.month:02d}{place.lower()}000":
        place = ""

    years = _years_of_birth(birth_year() if birth_year is not None and birth is None else None)

    def drawn() -> str:
        born = f"{stream.between(*years) % 100:02d}{stream.between(1, 12):02d}"
        if birth is not None:
            born = f"{birth.year % 100:02d}{birth.month:02d}"
        department = f"{stream.between(1, 95):02d}"
        if abroad and not place:
            return f"{sex}{born}{stream.choice(codes_abroad())}000"
        return f"{sex}{born}{place or f'{department}{stream.between(1, 600):03d}'}000"

    def differs(number: str) -> bool:
        # "000" may be the order of a broken original; what is drawn differs from it.
        is_born_then = birth is not None or (number[1:3] != normal[1:3] and number[3:5] != normal[3:5])
        return is_born_then and (bool(place) or number[told] != normal[told])

    number = first_fitting(drawn, differs, _MOST_DRAWS)
    # Keys run from 1 to 97: going round by 1 to 96 never comes back to the right one.
    right = nir_key(number)
    assert right is not None  # noqa: S101 # for types: it was drawn in the shape of a NIR
    key = (right - 1 + stream.between(1, 96)) % 97 + 1
    filling = iter(f"{number}{key:02d}")
    keep = {i for match in _KEY_WORD.finditer(source) for i in range(*match.span())}
    return "".join(c if i in keep or not c.isalnum() else next(filling, "") for i, c in enumerate(source))


def _years_of_birth(patient: int | None) -> tuple[int, int]:
    """Return between which years somebody was born who is grown up, or may be a parent of who was born in a year."""
    if patient is None or patient < _YOUNG_SINCE:
        return _YEARS_OF_ADULTS
    oldest, youngest = _YEARS_OLDER
    return patient - oldest, patient - youngest


def _is_iban(text: str) -> bool:
    compact = alphanumeric(text).upper()
    is_shaped = 15 <= len(compact) <= 34 and compact[:2].isalpha() and compact[2:4].isdigit()
    return is_shaped and has_iban_key(compact)
