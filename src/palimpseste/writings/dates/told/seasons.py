"""Words that say a season, a feast or an epoch in a note: when they are written, and of which date they are said."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.told.said import NEEDED, Said, said_in
from palimpseste.writings.dates.told.table import SEASONS, Season, is_epoch
from palimpseste.writings.dates.values import DateValue
from palimpseste.writings.dates.words import feast_behind
from palimpseste.writings.passages import Passages

__all__ = ["SeasonTold", "seasons_told"]


@shown_without_values
class SeasonTold(NamedTuple):
    """A date of which words say a season or epoch.

    The season is told by its number, the epoch by its, counted on
    (:class:`~palimpseste.writings.dates.told.table.Way`).
    """

    value: DateValue
    season: int


# « Vaccins : pneumo 10/2014, grippe nov. 2015 » is said of the date behind.
_OF_FLU_VACCINE = SEASONS.index(Season((9, 20), (3, 1)))
# « Vaccins : grippe oct. 2023 », « Beyfortus (VRS) »
_VACCINE = re.compile(r"vacc|beyfortus|prevenar|pneumovax", re.IGNORECASE)
_NEAR = 60
_WITH_MONTH = frozenset({"day", "month"})
# « grippe (2019) »
_BESIDE = 12
# « Medtronic Azure XT, implanté le 03/09/2018 », « Prolia débuté en »
_BEGUN = re.compile(
    r"(?:implantée?|posée?|débutée?|instaurée?|introduite?|mise? en place|depuis)(?: le| en)? ?$", re.IGNORECASE
)
# « décédée en 2021 (covid) », « mort en 2021 du covid », « 2021 : covid »
_OF_DATE_BEFORE = re.compile(r"\s?(?:\((?:du |de la )?|(?:du|de la|d['’]une?|d['’]|par|avec) ?(?:le |la |une? )?|: ?)")
# « comme chaque Noël », « née le jour de Pâques », « il y a trois ans à Noël »: of another time than the note's.
_OTHER_TIME_BEFORE = re.compile(
    r"(?<!\w)(?:(?:chaque|tou(?:s|tes) les(?: ans| années)?) (?:à |au |pour |pendant )?"
    r"|née?s? (?:un |le |à |le jour de |la nuit de |la veille de )?"
    r"|(?:il y a \w{1,8} an(?:s|nées)?|l['’]an(?:née)? (?:dernière?|passée?)|autrefois|jadis)[^,;:]{0,24})"
    r"(?:les? |la |l['’])?$",
    re.IGNORECASE,
)
_OTHER_TIME_BEHIND = re.compile(
    r"[^,;:]{0,24}(?:tous les ans|chaque année|toutes les années|['’ ]il y a \w{1,8} ans"
    r"|l['’]an(?:née)? (?:dernière?|passée?))",
    re.IGNORECASE,
)
_FAR_BEFORE = 64
_SENTENCE_END = re.compile(r"[.;!?\n](?:(?<=\n)|(?=\s))")


def seasons_told(passages: Passages, calendar: Calendar) -> Iterator[SeasonTold]:
    """Yield the dates of a document of which words outside its spans say a season or an epoch.

    A season is said of the nearest day or month of the sentence, births left out, where that has any; else, and an
    epoch always, of the date of the document; else of its latest day. Right beside a year a season says nothing; right
    before a date an epoch is said of this date alone (« covid en 03/2020 »), and so is a vaccine against the flu. A
    feast behind a date, which does not stay in the text, says nothing (« 16 mai (lundi de Pentecôte) »), nor does what
    its sentence says to be of another year or of all of them (« comme chaque Noël »). What is looked at of a date is
    its place between the words, what it is written in, and the order.

    What was begun or implanted on a date of its line was known then (« Eliquis débuté le 3/4 »), as was what a date was
    the date of (« décédée en 2021 (covid) »).

    Parameters
    ----------
    passages : Passages
        Of the document.
    calendar : Calendar
        Its dates.
    """
    needed = NEEDED.among(passages.beginnings)
    if not needed:
        return
    said, places = passages.squeezed
    found = said_in(said, needed)
    if not found:
        return
    left_out = [feast.span() for place in places if (feast := feast_behind(said, place + 1)) is not None]
    found = [each for each in found if not _is_within(each.start, left_out)]
    if not found:
        return
    sentences = [0, *(end.end() for end in _SENTENCE_END.finditer(said)), len(said)]
    dates = {places[index]: dated.value for index, dated in calendar.dated.items() if _is_date(passages, index)}
    months = sorted(place for place, value in dates.items() if value.unit in _WITH_MONTH)
    years = sorted(dates.keys() - months)
    day = _day_of(passages, calendar)
    every = sorted(dates)
    for words in found:
        season = words.season
        is_of_vaccine = _is_of_vaccine(said, words)
        behind = _right_behind(words, every, said) if is_epoch(season) or is_of_vaccine else None
        if is_of_vaccine:
            if (
                behind is not None
                and dates[behind].unit in _WITH_MONTH
                and said[words.start : words.end].lower() == "grippe"
            ):
                yield SeasonTold(dates[behind], _OF_FLU_VACCINE)
            continue
        if behind is not None:
            yield SeasonTold(dates[behind], season)
        begun = _begun_behind(words, every, said) if is_epoch(season) and behind is None else None
        if begun is not None:
            yield SeasonTold(dates[begun], season)
        before = _right_before(words, every, said) if is_epoch(season) and behind is None else None
        if before is not None:
            yield SeasonTold(dates[before], season)
        if behind is not None or any(_gap(words, place) <= _BESIDE for place in _around(words, years)):
            continue
        sentence = bisect_right(sentences, words.start)
        if not is_epoch(season) and _is_of_other_time(said, words, sentences[sentence - 1], sentences[sentence]):
            continue
        within = [place for place in _around(words, months) if sentences[sentence - 1] <= place < sentences[sentence]]
        value = dates[min(within, key=partial(_gap, words))] if within and not is_epoch(season) else day
        if value is not None:
            yield SeasonTold(value, season)


def _is_within(place: int, stretches: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a place lies in one of some stretches, which are in order."""
    index = bisect_right(stretches, place, key=itemgetter(0)) - 1
    return index >= 0 and place < stretches[index][1]


def _is_of_vaccine(said: str, words: Said) -> bool:
    """Tell whether words may be of a vaccine, and one is named near them on their line."""
    season = SEASONS[words.season] if not is_epoch(words.season) else None
    if not isinstance(season, Season) or not season.has_vaccine:
        return False
    since, until = max(0, words.start - _NEAR), words.end + _NEAR
    since = said.rfind("\n", since, words.start) + 1 or since
    end = said.find("\n", words.end, until)
    return _VACCINE.search(said, since, end if end >= 0 else until) is not None


def _is_of_other_time(said: str, words: Said, since: int, until: int) -> bool:
    """Tell whether a sentence says of the words of a season that they are of another year, or of all."""
    before = _OTHER_TIME_BEFORE.search(said, max(since, words.start - _FAR_BEFORE), words.start)
    return before is not None or _OTHER_TIME_BEHIND.match(said, words.end, until) is not None


def _around(words: Said, places: Sequence[int]) -> Sequence[int]:
    """Return the last place before words and the first behind them, of those in order."""
    behind = bisect_left(places, words.start)
    return places[max(0, behind - 1) : behind + 1]


def _right_behind(words: Said, places: Sequence[int], said: str) -> int | None:
    """Return the place of the date that stands right behind words on their line, if one does."""
    behind = bisect_left(places, words.end)
    if behind == len(places) or places[behind] - words.end > _BESIDE:
        return None
    return None if _SENTENCE_END.search(said, words.end, places[behind]) else places[behind]


def _right_before(words: Said, places: Sequence[int], said: str) -> int | None:
    """Return the place of the date that stands right before words, if these say what was then."""
    before = bisect_left(places, words.start) - 1
    if before < 0 or words.start - places[before] > _BESIDE:
        return None
    return places[before] if _OF_DATE_BEFORE.fullmatch(said, places[before] + 1, words.start) else None


def _begun_behind(words: Said, places: Sequence[int], said: str) -> int | None:
    """Return the place of the next date of the line behind words, if something was begun or implanted then."""
    behind = bisect_left(places, words.end)
    if behind == len(places) or places[behind] - words.end > _NEAR:
        return None
    is_begun = _BEGUN.search(said, words.end, places[behind])
    return places[behind] if is_begun and "\n" not in said[words.end : places[behind]] else None


def _gap(words: Said, place: int) -> int:
    """Return how many characters lie between words and a span."""
    return max(words.start - place - 1, place - words.end)


def _day_of(passages: Passages, calendar: Calendar) -> DateValue | None:
    """Return the date of a document if it says a month, else its latest day where it has none; None where neither."""
    reference = calendar.reference_value
    if reference is not None:
        return reference if reference.unit in _WITH_MONTH else None
    days = (dated.value for index, dated in calendar.dated.items() if _is_date(passages, index))
    return max((value for value in days if value.unit == "day"), default=None)


def _is_date(passages: Passages, index: int) -> bool:
    """Tell whether a span is a date and no birth."""
    return passages.spans[index].label == "DATE"
