"""Spans that hold a town beside something else, or two days, or a day and what is glued to it, are parted.

A town behind the street and before its code or the end of the line is a span of its own (« 36 bd Joffre,
Curis-au-Mont-d'Or 69250 »), and so is the name on a bell (« 5e gauche — interphone MOREL »); the letters of a country
belong to the code behind them; a word
that is no body is none of its name (« la maison de Maripasoula »); « 5-01/12-01 » are two days; a number and an hour
stand glued to a day (« E230044121/03/202306:10 »), and « 24h/24 » to a telephone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from palimpseste.detection.lexicon import alphabet, place_names, words_of
from palimpseste.detection.merge import trimmed
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import DATES, OF_BODIES

__all__ = ["parted"]

_BEFORE_CODE = re.compile(r"[ ](?:-[ ])?")
_TOWN = re.compile(r",[ ](?P<town>[^\W\d_][^\d,\n]{1,60})\Z")
# « 21 bd de Cessole, 5e gauche — interphone MOREL »
_BELL = re.compile(
    r"(?:,|[ ][–—-])[ ](?:[Ii]nterphone|INTERPHONE|[Ss]onnette|SONNETTE)[ ]?:?[ ]"
    r"(?P<name>[A-ZÀ-Ý][^\W\d_]{2,20}(?:-[A-ZÀ-Ý][^\W\d_]{1,20})?)\Z"
)
# « 110 boulevard Joly – DUMBÉA », and on the next line where letters go
_OTHER_ADDRESS = re.compile(r"\n[ ]{0,20}(?:Adresse[ ][a-z]{3,12}|Courrier)[ ]?:[ ]{0,4}")
_TOWN_BEHIND_DASH = re.compile(r"[ ][–—-][ ](?P<town>[A-ZÀ-Ý][^\d,\n–—]{1,40})\Z")
_COUNTRY = re.compile(r"(?<!\w)(?:A|B|CH|D|E|F|I|L|MC|NL)-\Z")
_DAY = r"[0-9]{1,2}-[0-9]{1,2}(?:-(?:[0-9]{2}){1,2})?"
_TWO_DAYS = re.compile(f"{_DAY}(?P<mark>/){_DAY}")
_GLUED_DAY = re.compile(
    r"(?P<number>[0-9]{4,12})(?P<day>(?:0[1-9]|[12][0-9]|3[01])/(?:0[1-9]|1[0-2])/(?:19|20)[0-9]{2})"
    r"(?:[0-2][0-9](?=:[0-5][0-9]))?"
)
_ROUND_THE_CLOCK = re.compile(r"(?:24[ ]?[hH]?[ ]?/[ ]?24[ ]?[hH]?|24(?<=[hH/]24))[ ,:]{1,3}(?=[0+(])")
_NO_BODY = re.compile(r"(?:depot|maison)[ ](?:de[ ]|du[ ]|d'[ ]?)(?P<town>.{2,60})")


def parted(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return spans of the model with towns apart from addresses and from words that are no body, and days from days.

    Time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    return _with_countries(
        view.text, [part for span, behind in zip_longest(spans, spans[1:]) for part in _parts(view, span, behind)]
    )


def _with_countries(text: str, spans: list[Span]) -> list[Span]:
    """Return the spans, the letters of a country with the postal code behind them: « Romagny, | F-74100 »."""
    told: list[Span] = []
    for span in spans:
        country = (
            _COUNTRY.search(text, max(0, span.start - 4), _first_figure(text, span)) if span.label == "ZIP" else None
        )
        if country is not None:
            if told and told[-1].end > country.start():
                start, end = trimmed(text, told[-1].start, country.start())
                if start == end:
                    told.append(span)
                    continue
                told[-1] = told[-1].at(start, end)
            span = span.at(country.start(), span.end)
        told.append(span)
    return told


def _first_figure(text: str, span: Span) -> int:
    return span.start + text.startswith("-", span.start)


def _parts(view: TextView, span: Span, behind: Span | None) -> Iterator[Span]:
    is_of_model = span.source.startswith("model")
    if is_of_model and span.label in DATES:
        span = _within_boxes(view.text, span)
    if is_of_model and span.label == "PHONE" and (hours := _ROUND_THE_CLOCK.match(view.text, span.start, span.end)):
        span = span.at(hours.end(), span.end)
    days = _TWO_DAYS.fullmatch(view.text, span.start, span.end) if is_of_model and span.label == "DATE" else None
    if days is not None:
        yield span.at(span.start, days.start("mark"))
        yield span.at(days.end("mark"), span.end)
        return
    glued = _GLUED_DAY.match(view.text, span.start) if is_of_model and span.label == "DATE" else None
    if glued is not None and glued.end() == span.end:
        yield replace(span.at(*glued.span("number")), label="OTHER_ID")
        yield span.at(*glued.span("day"))
        return
    bell = _BELL.search(view.text, span.start, span.end) if is_of_model and span.label == "ADDRESS" else None
    if bell is not None and bell.start() > span.start:
        yield span.at(span.start, bell.start())
        yield Span(*bell.span("name"), "LASTNAME", span.source, span.probability)
        return
    if (
        not span.source.startswith("record")
        and span.label == "ADDRESS"
        and (line := _OTHER_ADDRESS.search(view.text, span.start, span.end))
    ):
        behind_dash = _TOWN_BEHIND_DASH.search(view.text, span.start, line.start())
        if behind_dash is not None and _is_town(behind_dash["town"]):
            yield span.at(span.start, behind_dash.start())
            yield Span(*behind_dash.span("town"), "CITY", span.source)
        else:
            yield span.at(span.start, line.start())
        yield span.at(line.end(), span.end)
        return
    town = _town_in(view, span, behind) if is_of_model else None
    if town is None:
        yield span
        return
    start, end = town
    if span.label == "ADDRESS":
        yield span.at(*trimmed(view.text, span.start, start))
    yield Span(start, end, "CITY", span.source)


def _within_boxes(text: str, span: Span) -> Span:
    """Return a date without the rules of the boxes of a form at its edges (« |2|0|0|2|2|3| »)."""
    start = span.start + len(text[span.start : span.end]) - len(text[span.start : span.end].lstrip("|"))
    end = span.start + len(text[span.start : span.end].rstrip("|"))
    return span.at(start, end) if start < end else span


def _town_in(view: TextView, span: Span, behind: Span | None) -> tuple[int, int] | None:
    """Return where the town of a span begins and ends that is to be parted."""
    found = None
    if span.label == "ADDRESS" and behind is not None and behind.label == "ZIP":
        if _BEFORE_CODE.fullmatch(view.text, span.end, behind.start):
            comma = view.text.rfind(",", span.start, span.end)
            found = _TOWN.match(view.text, comma, span.end) if comma >= 0 else None
    elif span.label == "ADDRESS" and view.text.startswith("\n", span.end):
        found = _TOWN_BEHIND_DASH.search(view.text, span.start, span.end)
    elif span.label in OF_BODIES and view.text[span.start].islower():
        found = _NO_BODY.fullmatch(view.folded, span.start, span.end)
    if found is None or not view.text[found.start("town")].isupper() or not _is_town(found["town"]):
        return None
    return found.span("town")


def _is_town(name: str) -> bool:
    """Tell whether a name is that of a municipality, of one word or several."""
    words = words_of(name)
    if len(words) == 1:
        return bool(alphabet().lexicon.get(words[0], 0) & (Trait.CITY | Trait.CITY_WORD))
    return bool(words) and place_names().get(words[0], {}).get(" ".join(words)) == "CITY"
