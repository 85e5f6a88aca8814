"""The form of a written date as a format of ``strftime``, or of Java, by which another date is written alike."""

from __future__ import annotations

from typing import Literal

from palimpseste.writings.dates.forms import Field
from palimpseste.writings.dates.reading import read_date

__all__ = ["Syntax", "date_format"]

Syntax = Literal["strftime", "java"]

_CODES: dict[str, tuple[str, str]] = {
    "day": ("%-d", "d"),
    "day 2": ("%d", "dd"),
    "weekday": ("%A", "EEEE"),
    "short weekday": ("%a", "EEE"),
    "month": ("%-m", "M"),
    "month 2": ("%m", "MM"),
    "month name": ("%B", "MMMM"),
    "short month name": ("%b", "MMM"),
    "year": ("%Y", "yyyy"),
    "year 2": ("%y", "yy"),
}
_SHORT = 3  # letters; of months « mai » alone has as few and is whole


def date_format(text: str, syntax: Syntax = "strftime") -> str:
    """Return the format of a written date; figures that are no part of it become ``?``, so that no format holds one.

    Parameters
    ----------
    text : str
        The date alone.
    syntax : {"strftime", "java"}
        Of the format.

    Examples
    --------
    >>> date_format("mardi 3 janv. 21"), date_format("le 03/01/2021", "java")
    ('%A %-d %b %y', "'le 'dd/MM/yyyy")
    """
    written = read_date(text)
    if written is None:
        return _literal(text, syntax)
    return "".join(
        _literal(piece, syntax) if isinstance(piece, str) else _field(piece, syntax) for piece in written.pieces
    )


def _field(field: Field, syntax: Syntax) -> str:
    code = _code(field)
    return _CODES[code][syntax == "java"] if code else _literal(field.source, syntax)


def _code(field: Field) -> str:
    """Return which of the codes writes a part as it is written; none for a feast or a season."""
    letters = sum(map(str.isalpha, field.source))
    if field.writing == "weekday":
        return "short weekday" if letters <= _SHORT else "weekday"
    if field.writing in ("feast", "season", "next-year"):
        return ""
    if field.part == "month" and field.writing not in ("digits", "words"):
        is_short = field.writing == "short" or (letters <= _SHORT and field.source.lower() != "mai")
        return "short month name" if is_short else "month name"
    figures = sum(map(str.isdigit, field.source)) or field.width
    is_two = field.writing == "digits" and figures == 2
    return f"{field.part} 2" if is_two else field.part


def _literal(text: str, syntax: Syntax) -> str:
    hidden = "".join("?" if character.isdigit() else character for character in text)
    if syntax == "strftime":
        return hidden.replace("%", "%%")
    if any(character.isalpha() or character in "'[]#{}" for character in hidden):
        return "'" + hidden.replace("'", "") + "'"
    return hidden
