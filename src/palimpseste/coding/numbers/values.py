"""What the dates and ages of a stay say, told beside them in words that a model of any kind can read.

Codes turn on delays (an infarction of four weeks or more is an old one) and on ages (a newborn is 28 days or less), and
a model of some thousand stays does not learn to subtract dates. So they are subtracted for it: « 12/03/2021 » becomes
« 12/03/2021 delay_before_28_days » where the stay is of the 2nd of April, and a date of birth is followed by the age.
Where dates are tags nothing is told; where they are surrogates, what the surrogates say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span
from palimpseste.writings.ages.written import read_age
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.dated import DatedSpan
from palimpseste.writings.passages import Passages

__all__ = ["as_read", "with_values"]

_RULES = (*figures.RULES, *ages.RULES)
_READ = ("DATE", "BIRTHDATE", "AGE")
_DAYS_IN_YEAR = 365.25
_DAYS_OF = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": _DAYS_IN_YEAR / 12, "year": _DAYS_IN_YEAR}


def _bands(days: Iterable[int], years: Iterable[int]) -> dict[int, str]:
    return {day: f"{day}_days" for day in days} | {round(year * _DAYS_IN_YEAR): f"{year}_years" for year in years}


# The last day of each band and its name. ICD-10 draws lines at 2, 28 and 42 days, six months and a year.
_DELAYS = _bands((2, 7, 14, 28, 42, 91, 183), (1, 2, 5, 10))
_AGES = _bands((28,), (1, 2, 5, 10, 15, 18, *range(25, 95, 5)))


def as_read(stays: Iterable[Stay], settings: CodingSettings) -> Iterable[Stay]:
    """Return stays as a model of these settings reads them."""
    return map(with_values, stays) if settings.tell_values else stays


def with_values(stay: Stay) -> Stay:
    """Return a stay as one document, with a word behind every date and age that can be read.

    A delay is that from the day the stay names most often, the last of them on a tie; behind that day stands its month.

    Examples
    --------
    >>> with_values(Stay("1", ("Né le 04/05/1950, entré le 02/04/2021, vu le 02/04/2021, IDM le 12/03/2021.",))).text
    'Né le 04/05/1950 age_75_years, entré le 02/04/2021 in_month_4, vu le 02/04/2021 in_month_4, IDM le 12/03/2021 \
delay_before_28_days.'
    """
    return replace(stay, documents=(_told(stay.text),))


def _told(text: str) -> str:
    document = Document("", text)
    spans = list(_spans_in(text))
    calendar = Calendar(Passages.at(document, spans))
    dated = calendar.dated
    days = Counter(
        found.value.number
        for found in dated.values()
        if found.value.unit == "day" and spans[found.index].label == "DATE"
    )
    today = max(days, key=lambda day: (days[day], day)) if days else None
    parts, last = [], 0
    for index, span in enumerate(spans):
        word = (
            _age_word(text[span.start : span.end]) if span.label == "AGE" else _date_word(span, dated.get(index), today)
        )
        if word:
            parts += [text[last : span.end], f" {word}"]
            last = span.end
    return "".join((*parts, text[last:]))


def _spans_in(text: str) -> Iterator[Span]:
    """Yield dates and ages, disjoint and in order, as the rules find them."""
    view = TextView.of(text)
    found = sorted(
        (span for rule in _RULES for span in rule.spans(view) if span.label in _READ),
        key=lambda span: (span.start, -span.end),
    )
    end = 0
    for span in found:
        if span.start >= end:
            end = span.end
            yield span.at(*view.to_original(span.start, span.end))


def _date_word(span: Span, found: DatedSpan | None, today: int | None) -> str:
    if found is None or today is None:
        return ""
    days = found.value.middle - today
    if span.label == "BIRTHDATE":
        return _band("age", -days, _AGES)
    if not days:
        return f"in_month_{found.day.month}"
    return _band("delay_after" if days > 0 else "delay_before", abs(days), _DELAYS)


def _age_word(written: str) -> str:
    found = read_age(written)
    if found is None or not found.values:
        return ""
    age = found.values[0]
    return _band("age", age.number * _DAYS_OF[age.units[-1]], _AGES)


def _band(what: str, days: float, bounds: Mapping[int, str]) -> str:
    """Return the word for the first band that a number of days falls in."""
    bound = next((bound for bound in bounds if days <= bound), None)
    return f"{what}_{bounds[bound]}" if bound is not None else f"{what}_more"
