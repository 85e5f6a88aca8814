"""Spans that hold a town beside something else, or two days, or a day and what is glued to it, are parted.

A town behind the street and before its code or the end of the line is a span of its own (« 36 bd Joffre,
Curis-au-Mont-d'Or 69250 »), and so is the name on a bell (« 5e gauche — interphone MOREL »); the letters of a country
belong to the code behind them; a word that is no body is none of its name (« la maison de Maripasoula »);
« 5-01/12-01 » are two days; a number and an hour stand glued to a day (« E230044121/03/202306:10 »), and « 24h/24 » to
a telephone, and a body gave a number (« CAF du Doubs 0471826 »). An address ends before an hour, an empty line, or the
next column that holds another (« 12 rue Haute | 4 place Basse »), and a day before the country where somebody was born
(« 22/07/1995 Turquie »).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from palimpseste.detection.lexicon import alphabet, place_names, word_list, words_of
from palimpseste.detection.merge import trimmed
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, Label

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
# « CAF du Doubs 0471826 »; five figures are a postal code.
_NUMBER_OF_BODY = re.compile(r"[ ](?:n°[ ]?)?(?P<number>[0-9]{6,15})\Z")
_ROUND_THE_CLOCK = re.compile(r"(?:24[ ]?[hH]?[ ]?/[ ]?24[ ]?[hH]?|24(?<=[hH/]24))[ ,:]{1,3}(?=[0+(])")
# An hour; an empty line, the rule of a table, a gap: what stands behind these is the next column.
_END_OF_ADDRESS = re.compile(
    r"[ ,;–-]{0,4}(?<![0-9])(?P<hour>(?:[01]?[0-9]|2[0-3])[ ]?[:hH][ ]?[0-5][0-9](?![0-9]))"
    r"|(?P<apart>[ ]{0,8}\n[ ]{0,8}\n\s{0,80}|[ ]{0,80}\|[ ]{0,80}|(?<![\n ])[ ]{3,160}|\t[ \t]{0,80})"
)
_STREET = f"{one_of({fold_same_length(word) for word in word_list('rules/addresses/street.txt')})}(?![a-z])"
_STREET_BEGINS = re.compile(rf"(?:[0-9l][0-9o]{{0,3}}(?:[ ]?(?:bis|ter|quater|[a-e](?![a-z])))?,?[ ]{{1,2}})?{_STREET}")
_STREET_WITHIN = re.compile(rf"(?<![a-z]){_STREET}")
_LINK_AT_END = re.compile(r"(?<![a-z])(?:(?:d[eu]|des|de[ ]la|et|l[ea]|les|sur)|(?:d|l)'|,)[ ]?\Z")
_DAY_THEN_PLACE = re.compile(
    r"(?P<day>[0-9]{1,2}[/.-][0-9]{1,2}[/.-](?:[0-9]{2}){1,2}),?[ ](?P<place>[^\W\d_][^\d\n]{2,40})"
)
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
                before = _trimmed(text, told[-1], told[-1].start, country.start())
                if not before:
                    told.append(span)
                    continue
                told[-1:] = before
            span = span.at(country.start(), span.end)
        told.append(span)
    return told


def _first_figure(text: str, span: Span) -> int:
    return span.start + text.startswith("-", span.start)


def _parts(view: TextView, span: Span, behind: Span | None) -> Sequence[Span]:
    """Return the parts that the first way that parts a span makes of it, or the span."""
    if span.source.startswith("model"):
        ways = _WAYS.get(span.label, ())
    else:
        ways = () if span.source.startswith("record") else _WAYS_OF_RULES.get(span.label, ())
    return next((parts for way in ways if (parts := way(view, span, behind))), (span,))


def _without_boxes(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    """Return a date without the rules of the boxes of a form at its edges (« |2|0|0|2|2|3| »)."""
    value = view.text[span.start : span.end]
    start, end = span.end - len(value.lstrip("|")), span.start + len(value.rstrip("|"))
    return (span.at(start, end),) if start < end and end - start < len(value) else ()


def _without_hours(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    hours = _ROUND_THE_CLOCK.match(view.text, span.start, span.end)
    return () if hours is None else (span.at(hours.end(), span.end),)


def _two_days(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    days = _TWO_DAYS.fullmatch(view.text, span.start, span.end)
    if days is None:
        return ()
    return span.at(span.start, days.start("mark")), span.at(days.end("mark"), span.end)


def _number_and_day(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    glued = _GLUED_DAY.match(view.text, span.start)
    if glued is None or glued.end() != span.end:
        return ()
    return replace(span.at(*glued.span("number")), label="OTHER_ID"), span.at(*glued.span("day"))


def _body_and_number(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    number = _NUMBER_OF_BODY.search(view.text, span.start + 1, span.end)
    if number is None:
        return ()
    return span.at(span.start, number.start()), replace(span.at(*number.span("number")), label="OTHER_ID")


def _columns_of_address(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    """Return what an address holds before and behind an hour, an empty line or the gap between two columns."""
    parts: list[Span] = []
    start = span.start
    for end in _END_OF_ADDRESS.finditer(view.text, span.start + 1, span.end):
        if end["hour"] is None and not _parts_two(view.folded, start, end, span.end):
            continue
        before = _trimmed(view.text, span, start, end.start())
        if end["hour"] is not None or "\n" in end[0] or not all(_is_heading(view, part) for part in before):
            parts += before
        start = end.end()
    if start == span.start:
        return ()
    # « rue Pasteur 22:10 appel du fils »: what goes on in small letters tells what was done.
    if any(map(str.isupper, view.text[start : span.end])):
        parts += _trimmed(view.text, span, start, span.end)
    return parts


def _trimmed(text: str, span: Span, start: int, end: int) -> Sequence[Span]:
    """Return the part of a span between two offsets without what is no word at its edges; none if it holds none."""
    start, end = trimmed(text, start, end)
    return (span.at(start, end),) if start < end else ()


def _parts_two(folded: str, start: int, gap: re.Match[str], end: int) -> bool:
    """Tell whether a gap stands before a street and behind one or its heading, or an empty line behind no open name."""
    if "\n" in gap[0]:
        return _LINK_AT_END.search(folded, start, gap.start()) is None
    if not _STREET_BEGINS.match(folded, gap.end(), end):
        return False
    return _STREET_WITHIN.search(folded, start, gap.start()) is not None


def _is_heading(view: TextView, span: Span) -> bool:
    """Tell whether a part of an address is but the word of a form that it stands behind: « rue »."""
    is_word = view.text[span.start : span.end].isalpha()
    return is_word and _STREET_WITHIN.fullmatch(view.folded, span.start, span.end) is not None


def _day_and_place(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    found = _DAY_THEN_PLACE.fullmatch(view.text, span.start, span.end)
    if found is None:
        return ()
    label = _label_of_place(found["place"])
    if label is None:
        return ()
    return span.at(*found.span("day")), replace(span.at(*found.span("place")), label=label)


def _label_of_place(name: str) -> Label | None:
    """Return what a name is by the lists of places, or None."""
    words = words_of(name)
    if len(words) == 1:
        traits = alphabet().lexicon.get(words[0], 0)
        return "LOCATION" if traits & Trait.LOCATION else "CITY" if traits & Trait.CITY else None
    return place_names().get(words[0], {}).get(" ".join(words)) if words else None


def _address_and_bell(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    bell = _BELL.search(view.text, span.start, span.end)
    if bell is None or bell.start() == span.start:
        return ()
    return span.at(span.start, bell.start()), Span(*bell.span("name"), "LASTNAME", span.source, span.probability)


def _two_addresses(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    line = _OTHER_ADDRESS.search(view.text, span.start, span.end)
    if line is None:
        return ()
    behind_dash = _TOWN_BEHIND_DASH.search(view.text, span.start, line.start())
    if behind_dash is None or not _is_town(behind_dash["town"]):
        return *_trimmed(view.text, span, span.start, line.start()), *_trimmed(view.text, span, line.end(), span.end)
    town = Span(*behind_dash.span("town"), "CITY", span.source)
    before = _trimmed(view.text, span, span.start, behind_dash.start())
    return *before, town, *_trimmed(view.text, span, line.end(), span.end)


def _address_and_town(view: TextView, span: Span, behind: Span | None) -> Sequence[Span]:
    found = None
    if behind is not None and behind.label == "ZIP":
        if _BEFORE_CODE.fullmatch(view.text, span.end, behind.start):
            comma = view.text.rfind(",", span.start, span.end)
            found = _TOWN.match(view.text, comma, span.end) if comma >= 0 else None
    elif view.text.startswith("\n", span.end):
        found = _TOWN_BEHIND_DASH.search(view.text, span.start, span.end)
    town = _town_of(view, span, found)
    return (*_trimmed(view.text, span, span.start, town[0].start), *town) if town else ()


def _town_alone(view: TextView, span: Span, _: Span | None) -> Sequence[Span]:
    """Return the town behind a word that is no body."""
    if not view.text[span.start].islower():
        return ()
    return _town_of(view, span, _NO_BODY.fullmatch(view.folded, span.start, span.end))


def _town_of(view: TextView, span: Span, found: re.Match[str] | None) -> Sequence[Span]:
    """Return the town that was found in a span, if it is one and has a capital."""
    if found is None or not view.text[found.start("town")].isupper() or not _is_town(found["town"]):
        return ()
    return (Span(*found.span("town"), "CITY", span.source),)


def _is_town(name: str) -> bool:
    """Tell whether a name is that of a municipality, of one word or several."""
    words = words_of(name)
    if len(words) == 1:
        return bool(alphabet().lexicon.get(words[0], 0) & (Trait.CITY | Trait.CITY_WORD))
    return bool(words) and place_names().get(words[0], {}).get(" ".join(words)) == "CITY"


_Way = Callable[[TextView, Span, "Span | None"], Sequence[Span]]
# Ways of parting a span of the model, tried in turn: each returns the parts, or nothing.
_WAYS: Mapping[Label, Sequence[_Way]] = {
    "BIRTHDATE": (_without_boxes, _day_and_place),
    "DATE": (_without_boxes, _two_days, _number_and_day, _day_and_place),
    "PHONE": (_without_hours,),
    "ADDRESS": (_columns_of_address, _address_and_bell, _two_addresses, _address_and_town),
    **dict.fromkeys(OF_BODIES, (_body_and_number, _town_alone)),
}
_WAYS_OF_RULES: Mapping[Label, Sequence[_Way]] = {"ADDRESS": (_two_addresses,)}
