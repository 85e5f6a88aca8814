"""What a note has in series: numbers of one form, days in a row, and ages.

« S-25-0036 » identifies where « S-25-0031 » does. Before a day, a smaller number is one too (« puis 12, 13 et 16 »,
« revoir 20 puis 27/2 »), and so is one behind the weekday that the days of the note give it (« S 2 ... D 3 »). Behind
an age a number is one where « et » joins it (« des fils de 6 ans et de 3 »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from palimpseste.detection.merge import meets
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import NUMBERS, Label

__all__ = ["of_ages", "of_days", "of_series", "of_weekdays"]

_NUMBER = re.compile(
    r"[a-z0-9](?<![a-z0-9_./-].)(?=[a-z./-]*[0-9]|(?<=[0-9]))[a-z0-9]*(?:[-./][a-z0-9]+)*(?![a-z0-9_])"
)
_FIGURE = re.compile("[0-9]")
_LETTER = re.compile("[a-z]")
_TIME = re.compile("[0-9]{1,2}h[0-9]{2}")
# Fewer figures, or no letter, are a form that values and drugs have too.
_FEWEST_FIGURES = 4
_DAY = re.compile("(?P<day>[0-9]{1,2})")
_DAY_BEFORE = re.compile(r"(?<![\w/.,:+-])(?P<day>[0-9]{1,2})(?:,|[ ](?:et|ou|puis))[ ]\Z")
_JOINED_BEFORE = re.compile(r"(?<![\w/.,:+-])(?P<day>[0-9]{1,2})[ ](?:et|ou|puis)[ ]\Z")
_WHOLE_DAY = re.compile("(?P<day>[0-9]{1,2})(?:/[0-9]{1,2}(?:/[0-9]{2,4})?|[ ][a-z]{3,9}\\.?(?:[ ][0-9]{4})?)")
_WIDEST_BETWEEN = 9
_LAST_DAY = 31
# « L 9 », « me 11 », « sam. 14 »
_WEEKDAY_AND_DAY = re.compile(
    # Led by a class, which the engine skips to.
    r"(?P<weekday>[djlmsv](?<![\w'’.-].)(?:(?<=[djlsv])|(?<=m)(?:[ae](?:r\.?)?)?|(?<=l)u(?:n\.?)?|(?<=j)e(?:u\.?)?"
    r"|(?<=v)e(?:n\.?)?|(?<=s)a(?:m\.?)?|(?<=d)i(?:m\.?)?))[ ]{1,2}"
    r"(?P<day>[0-9]{1,2})(?![\w°%]|[.,/:+-][0-9]|[ ](?:h|mg|ml|cp|g|cm|mm|x|ans|mois|jours?)(?![a-z]))"
)
_WEEKDAYS = {name: {place} for place, name in enumerate(("lu", "ma", "me", "je", "ve", "sa", "di"))}
_BY_LETTER = {**{name[0]: days for name, days in _WEEKDAYS.items() if name[0] != "m"}, "m": {1, 2}}
# « 6 ans | et de 3 », « 6 ans | et une petite-fille de 3 »; what is counted is none.
_AGE_BEHIND = re.compile(
    r"[ ]et[ ](?:(?:une?|sa|son|d'une?)[ ](?:petite?-)?(?:enfant|fille|fils|frere|garcon|soeur)[ ])?de[ ]"
    r"(?P<age>[0-9]{1,2})(?=[ ]*(?:[.;)\n]|,[ ]|\Z))"
)
_WEEK = 7
_FEWEST_BY_LETTER = 2


def of_series(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield further numbers that have the letters, marks and figures of one of the spans, each in its place.

    The figures themselves may be others. In 4,989 notes of `corpus/notes` every such number identifies as well. Time is
    linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    folded = view.folded
    forms: dict[str, Label] = {}
    for span in spans:
        if span.label in NUMBERS and _tells(number := folded[span.start : span.end]):
            forms.setdefault(_form(number), span.label)
    if not forms:
        return
    lengths = set(map(len, forms))
    for found in _NUMBER.finditer(folded):
        label = forms.get(_form(found[0])) if found.end() - found.start() in lengths else None
        if label is not None and not meets(spans, *found.span()):
            yield Span(found.start(), found.end(), label, "propagation")


def of_days(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield numbers that a comma, « et », « ou » or « puis » joins to a greater one that is a day, and to these.

    In 5,106 notes of `corpus/notes` all 107 such numbers identify. Time is linear in the number of spans.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    folded = view.folded
    days = [span for span in spans if span.label == "DATE"]
    for last in days:
        day = _day_before(folded, last)
        while day is not None and not meets(spans, day.start, day.end):
            yield day
            day = _day_before(folded, day)


def of_ages(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the numbers that « et » joins to an age as further ages; time is linear in the number of spans.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    ages = [span for span in spans if span.label == "AGE" and view.folded.endswith(("ans", "mois"), 0, span.end)]
    for known in ages:
        behind = _AGE_BEHIND.match(view.folded, known.end)
        if behind is not None and not meets(spans, *behind.span("age")):
            yield Span(*behind.span("age"), "AGE", "propagation")


def of_weekdays(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield numbers behind short weekdays that are days if those of the note are: « S 2 » where « D 3 » is one.

    Weekdays of one letter need two days that agree. Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    days = {span.start for span in spans if span.label == "DATE"}
    if not days:
        return
    written = [found for found in _WEEKDAY_AND_DAY.finditer(view.folded) if 0 < int(found["day"]) <= _LAST_DAY]
    for is_letter in (True, False):
        alike = [found for found in written if (len(found["weekday"]) == 1) == is_letter]
        known = [_first_weekdays(found) for found in alike if found.start("day") in days]
        if len(known) < (_FEWEST_BY_LETTER if is_letter else 1) or not (agreed := set.intersection(*known)):
            continue
        for found in alike:
            if agreed & _first_weekdays(found) and not meets(spans, *found.span("day")):
                yield Span(*found.span("day"), "DATE", "propagation")


def _first_weekdays(found: re.Match[str]) -> set[int]:
    """Return which weekday a day zero of the month may have been by a weekday and a day."""
    name = found["weekday"]
    weekdays = _BY_LETTER[name] if len(name) == 1 else _WEEKDAYS[name[:2]]
    return {(weekday - int(found["day"])) % _WEEK for weekday in weekdays}


def _day_before(folded: str, day: Span) -> Span | None:
    """Return the smaller number that is joined to a day from before, as a day."""
    before, joined = _DAY.fullmatch(folded, day.start, day.end), _DAY_BEFORE
    if before is None:
        before, joined = _WHOLE_DAY.fullmatch(folded, day.start, day.end), _JOINED_BEFORE
    found = None if before is None else joined.search(folded, max(0, day.start - _WIDEST_BETWEEN), day.start)
    if before is None or found is None or not 0 < int(found["day"]) < int(before["day"]) <= _LAST_DAY:
        return None
    return Span(*found.span("day"), "DATE", "propagation")


def _tells(number: str) -> bool:
    """Tell whether a number has letters, and figures enough, to be known by its form; a time of day has not."""
    if _LETTER.search(number) is None or len(_FIGURE.findall(number)) < _FEWEST_FIGURES or _TIME.fullmatch(number):
        return False
    return _NUMBER.fullmatch(number) is not None


def _form(number: str) -> str:
    return _FIGURE.sub("0", number)
