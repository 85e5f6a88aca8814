"""What stands beside a date and follows from it: its weekday, and the time that is counted to it.

« lundi 15 mars », « jeu. 15/3 » and « 15/03 (jeudi) » have the weekday of their new day, « dans 6 mois, soit début août
2025 » the time from the new day of the document to the new month. Both are outside the date's span, and are written
anew with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from palimpseste.folding import fold
from palimpseste.surrogates.beside import Beside, folded_joint
from palimpseste.writings.ages.reckoned import age_at
from palimpseste.writings.ages.written import AgeUnit, read_age
from palimpseste.writings.dates import words
from palimpseste.writings.dates.counts_in_words import counts_told

__all__ = ["beside", "feast_behind", "feast_joined", "season_joined", "weekday_behind", "weeks_of_year"]

# How far before a date is looked.
_REACH = 60
_ARTICLE = re.compile(r"(?<!\w)(?:la[ \u00a0]|l['’])$", re.IGNORECASE)
_SEASON_JOINT = re.compile(r"(?<!\w)(?:(?:au|du|le|cet?|en)[ \u00a0]|(?:à[ \u00a0]|de[ \u00a0])?l['’])$", re.IGNORECASE)
_BEFORE_SPRING = {"a l'": "au ", "de l'": "du ", "l'": "le ", "cet ": "ce ", "en ": "au "}
_BEFORE_OTHER_SEASONS = {"au ": "à l'", "du ": "de l'", "le ": "l'", "ce ": "cet "}
_UNIT = re.compile(r"[ \u00a0](?:jour|semaine|mois|an)", re.IGNORECASE)
_TIME = r"(?P<counted>[\w-]{1,12}(?:[ \u00a0][\w-]{1,12}){0,3}?[ \u00a0](?:jours?|semaines?|mois|ans?|années?))"
_TO_DATE = r"(?:(?:le|la|en|au|à|vers|début|fin|mi|courant|depuis)[ \u00a0-]){0,3}$"
_COUNTED = re.compile(
    rf"(?<!\w)(?:dans|il y a|d'ici|d’ici|depuis)[ \u00a0]{{1,3}}{_TIME}"
    rf"[ \u00a0]?[,(:]?[ \u00a0]?(?:soit|c'est[- ]à[- ]dire|c’est[- ]à[- ]dire)[ \u00a0]{_TO_DATE}",
    re.IGNORECASE,
)
# « contrôle à 3 ans, en 2027 », « revoir à 1 mois (4 déc.) »
_PLANNED = re.compile(
    r"(?<!\w)(?:contr[oô]le|revoir|revue?|rever(?:rai|rons|ra)|consultation|rdv|rendez-vous|scanner|irm|échographie|bilan)"
    rf"(?:[ \u00a0][^.;:\n()]{{1,30}})?[ \u00a0](?:à|dans)[ \u00a0]{_TIME}[ \u00a0]?[,(:][ \u00a0]?{_TO_DATE}",
    re.IGNORECASE,
)


# « semaine 14 - 01/04 », « sem. 23 (lundi 3 »: a week of the year, neither of treatment nor of pregnancy.
_WEEK = re.compile(
    r"(?<!\w)(?:semaine|sem\.?)[ \u00a0](?:n[°º][ \u00a0]?)?(?P<week>\d{1,2})"
    r"[ \u00a0]?[(:,–—-]?\s{0,3}(?:du[ \u00a0])?(?:[a-z]{3,8}\.?[ \u00a0]{1,3})?$",
    re.IGNORECASE,
)
# « semaines 6 et 7, 2023 », « S06 – 2023 »: weeks of that year.
_WEEKS_OF_YEAR = re.compile(
    r"(?<!\w)(?:semaines?|sem\.?|s)[ \u00a0]?(?P<first>\d{1,2})"
    r"(?:[ \u00a0]?(?:et|à|au|/|–|-)[ \u00a0]?(?:s[ \u00a0]?)?(?P<last>\d{1,2}))?"
    r"[ \u00a0]?[(,/–-]?[ \u00a0]?(?:de[ \u00a0])?$",
    re.IGNORECASE,
)


def beside(
    before: str, day: date, today: date | None, *, to_the_day: bool, meant: date, shifted: bool = False
) -> Iterator[Beside]:
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
    meant : date
        The day that was meant: a number beside it that is not that of its week counts something else, and stays.
    shifted : bool
        Whether days move alike: the weekday then moves as its date does, from whatever it is told to be.
    """
    shown = before[-_REACH:]
    skipped = len(before) - len(shown)
    weekday = words.weekday_before(shown) if to_the_day else None
    end = weekday.start() if weekday else len(shown)
    may_count = today is not None and _UNIT.search(shown, 0, end) is not None
    counted = (_COUNTED.search(shown, 0, end) or _PLANNED.search(shown, 0, end)) if may_count else None
    if counted is not None and today is not None:
        text = _counted(counted.group("counted"), day, today)
        stays = any(told.least <= (day - today).days <= told.most for told in counts_told(shown[counted.start() : end]))
        if text is not None and not stays:
            yield Beside(counted.start("counted") + skipped, counted.end("counted") + skipped, text)
    week = _WEEK.search(shown) if to_the_day else None
    if week is not None and int(week.group("week")) == meant.isocalendar().week:
        yield Beside(week.start("week") + skipped, week.end("week") + skipped, str(day.isocalendar().week))
    if weekday is not None:
        text = _weekday(weekday.group("weekday"), day, meant if shifted else None)
        yield Beside(weekday.start("weekday") + skipped, weekday.end("weekday") + skipped, text)


def weeks_of_year(before: str, weeks: Mapping[int, tuple[date, date]]) -> Iterator[Beside]:
    """Yield the numbers of weeks before a year that are those of dates of the text, as those of their new days.

    None where one of them is that of none.

    Parameters
    ----------
    before : str
        The text from the last span to the year.
    weeks : mapping of int to tuple of date
        The first and the last new day of those that lie in each week of the year.

    Examples
    --------
    >>> weeks = {6: (date(2023, 11, 27), date(2023, 11, 30)), 7: (date(2023, 12, 4), date(2023, 12, 4))}
    >>> [piece.text for piece in weeks_of_year("transmissions semaines 6 et 7, ", weeks)]
    ['48', '49']
    """
    shown = before[-_REACH:]
    found = _WEEKS_OF_YEAR.search(shown)
    if found is None:
        return
    skipped = len(before) - len(shown)
    pieces = []
    for end, name in enumerate(("first", "last")):
        number = found[name]
        if number is None:
            continue
        if int(number) not in weeks:
            return
        week = f"{weeks[int(number)][end].isocalendar().week:0{len(number)}}"
        pieces.append(Beside(found.start(name) + skipped, found.end(name) + skipped, week))
    yield from pieces


def feast_joined(before: str, feast: str) -> Beside | None:
    """Return the article that a text before a feast ends in, as that which the feast takes; None for none, or the same.

    Examples
    --------
    >>> feast_joined("revu à la ", "Ascension").text, feast_joined("depuis l'", "Noël").text
    ("l'", '')
    """
    found = _ARTICLE.search(before)
    return _changed(found, words.article_of(feast)) if found is not None else None


def season_joined(before: str, season: str) -> Beside | None:
    """Return the word that a text before a season ends in, as the season asks; None for none, or the same.

    Examples
    --------
    >>> season_joined("revu au ", "été").text, season_joined("en ", "printemps").text
    ("à l'", 'au ')
    """
    found = _SEASON_JOINT.search(before)
    if found is None:
        return None
    joints = _BEFORE_SPRING if season == "printemps" else _BEFORE_OTHER_SEASONS
    return _changed(found, joints.get(folded_joint(found.group()), found.group()))


def _changed(found: re.Match[str], text: str) -> Beside | None:
    """Return a text over what was found, in its case; None where it is the same."""
    written = found.group()
    if folded_joint(written) == fold(text):
        return None
    if written.isupper() and sum(map(str.isalpha, written)) > 1:
        text = text.upper()
    elif written[:1].isupper():
        text = text[:1].upper() + text[1:]
    return Beside(*found.span(), text)


def weekday_behind(after: str, day: date, meant: date | None = None) -> Beside | None:
    """Return the weekday in brackets that a text behind a date begins with, as that of the new day; None for none.

    Where the day that was meant is given, it moves as that does.

    Parameters
    ----------
    after : str
        What stands behind the date.
    day : date
        The new one.
    meant : date, optional
        The old one.
    """
    found = words.weekday_behind(after)
    if found is None:
        return None
    return Beside(*found.span("weekday"), _weekday(found.group("weekday"), day, meant))


def _weekday(told: str, day: date, meant: date | None) -> str:
    """Return the weekday of a day as another is written, or as far from that as the day is from the one meant.

    « mardi 9 » of a month that nothing tells stays a Tuesday where days move by whole weeks.
    """
    weekday = (
        day.weekday() if meant is None else (words.weekday_number(told) + (day - meant).days) % len(words.WEEKDAYS)
    )
    return words.write_weekday(weekday, told)


def feast_behind(after: str) -> Beside | None:
    """Return nothing over the feast that a text behind a date says it was, in brackets or commas; None for none.

    Examples
    --------
    >>> feast_behind(" (lundi de Pâques) 10:52").text, feast_behind(" (le Dr Noël)")
    ('', None)
    """
    found = words.feast_behind(after)
    return Beside(*found.span(), "") if found is not None else None


def _counted(source: str, day: date, today: date) -> str | None:
    """Return the time between two days in the writing of a time; None where it is none that can be read."""
    written = read_age(source)
    if written is None or len(written.values) != 1:
        return None
    units: tuple[AgeUnit, ...] = written.values[0].units
    number = age_at(max(day, today), min(day, today), units)
    return written.write([number]) if number is not None else None
