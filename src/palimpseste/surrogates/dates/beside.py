"""What stands beside a date and follows from it: its weekday, and the time that is counted to it.

« lundi 15 mars », « jeu. 15/3 » and « 15/03 (jeudi) » have the weekday of their new day, « dans 6 mois, soit début août
2025 » the time from the new day of the document to the new month. Both are outside the date's span, and are written
anew with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from palimpseste.surrogates.beside import Beside
from palimpseste.writings.ages import AgeUnit, age_at, read_age
from palimpseste.writings.dates import words

__all__ = ["beside", "weekday_behind"]

# How far before a date is looked.
_REACH = 60
_COUNTED = re.compile(
    r"(?<!\w)(?:dans|il y a|d'ici|d’ici|depuis)[ \u00a0]{1,3}"
    r"(?P<counted>[\w-]{1,12}(?:[ \u00a0][\w-]{1,12}){0,3}?[ \u00a0](?:jours?|semaines?|mois|ans?|années?))"
    r"[ \u00a0]?[,(:]?[ \u00a0]?(?:soit|c'est[- ]à[- ]dire|c’est[- ]à[- ]dire)[ \u00a0]"
    r"(?:(?:le|la|en|au|à|vers|début|fin|mi|courant|depuis)[ \u00a0-]){0,3}$",
    re.IGNORECASE,
)


def beside(before: str, day: date, today: date | None, *, to_the_day: bool) -> Iterator[Beside]:
    """Yield what before a date is written anew, in the order of the text.

    Parameters
    ----------
    before : str
        The text from the last span to the date.
    day : date
        The new day of the date; the middle of its new month or year.
    today : date, optional
        The new day of the document.
    to_the_day : bool
        Whether the date is written to the day, and so has a weekday.
    """
    shown = before[-_REACH:]
    skipped = len(before) - len(shown)
    weekday = words.weekday_before(shown) if to_the_day else None
    counted = _COUNTED.search(shown, 0, weekday.start() if weekday else len(shown))
    if counted is not None and today is not None:
        text = _counted(counted.group("counted"), day, today)
        if text is not None:
            yield Beside(counted.start("counted") + skipped, counted.end("counted") + skipped, text)
    if weekday is not None:
        text = words.write_weekday(day.weekday(), weekday.group("weekday"))
        yield Beside(weekday.start("weekday") + skipped, weekday.end("weekday") + skipped, text)


def weekday_behind(after: str, day: date) -> Beside | None:
    """Return the weekday in brackets that a text behind a date begins with, as that of the new day; None for none."""
    found = words.weekday_behind(after)
    if found is None:
        return None
    return Beside(*found.span("weekday"), words.write_weekday(day.weekday(), found.group("weekday")))


def _counted(source: str, day: date, today: date) -> str | None:
    """Return the time between two days in the writing of a time; None where it is none that can be read."""
    written = read_age(source)
    if written is None or len(written.values) != 1:
        return None
    units: tuple[AgeUnit, ...] = written.values[0].units
    number = age_at(max(day, today), min(day, today), units)
    return written.write([number]) if number is not None else None
