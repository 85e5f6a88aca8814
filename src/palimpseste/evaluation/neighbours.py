"""How often one changed value changes what is found elsewhere: the premise of what is guaranteed of dates, ages, towns.

Differential privacy of a release is promised to patients in whose notes detection finds the same spans. Here one value
of a note, wherever it stands, becomes a neighbouring one (a date the next or the last in its unit, an age one more or
less, a town another of its size and department), and detection reads the note again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.folding import fold
from palimpseste.places import Commune, PlaceTable
from palimpseste.rendering.tables import markdown_table, share
from palimpseste.writings.ages.origins import AgesRead
from palimpseste.writings.atlas import atlas_of, grammar_of
from palimpseste.writings.case import like
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.dates.reading import read_date
from palimpseste.writings.passages import Passages
from palimpseste.writings.towns.read import TownsRead

__all__ = ["KINDS", "Neighbour", "PairCounts", "compared", "neighbours_of", "neighbours_table"]

KINDS = ("BIRTHDATE", "DATE", "AGE", "CITY")


class Neighbour(NamedTuple):
    """A note in which one value is another.

    Parameters
    ----------
    kind : str
        The label of the value.
    document : Document
        With the new text and, where the record or the day of the note hold the value, with these changed too.
    unchanged, changed : tuple of Span
        Where the spans of the note stand in the new text: those of the value, and all others.
    """

    kind: str
    document: Document
    unchanged: tuple[Span, ...]
    changed: tuple[Span, ...]


@dataclass
class PairCounts:
    """What was counted of pairs of notes that differ in one value.

    Parameters
    ----------
    pairs : int
        How many there were.
    there : int
        Those in which the value itself was found otherwise: not at all, with other edges, under another label.
    elsewhere : int
        Those in which something else was found otherwise.
    sources : Counter
        What found the spans that stand on one side only, by name, with the label.
    """

    pairs: int = 0
    there: int = 0
    elsewhere: int = 0
    sources: Counter[str] = field(default_factory=Counter)


def neighbours_of(
    document: Document, spans: Iterable[Span], table: PlaceTable, chance: random.Random
) -> Iterator[Neighbour]:
    """Yield, for each date, age and town of a note, the note in which it is a neighbouring one.

    Left out are values whose writing cannot be given back as it stands, ages that follow from a date of birth, which
    are not released, values whose neighbour the note holds too, and towns after which something else is named: the
    order and the links of values are public.

    Parameters
    ----------
    document : Document
        As it came.
    spans : iterable of Span
        What was found in it, sorted and disjoint.
    table : PlaceTable
        Where neighbouring towns are drawn.
    chance : random.Random
        Says to which side a value moves, and which town is drawn.
    """
    passages = Passages.at(document, tuple(spans))
    calendar = Calendar(passages)
    yield from _dates(passages, calendar, chance)
    yield from _ages(passages, calendar, chance)
    yield from _towns(passages, table, chance)


def compared(
    deidentifier: Deidentifier, documents: Iterable[Document], table: PlaceTable, seed: int = 0
) -> Iterator[Mapping[str, PairCounts]]:
    """Yield the counts so far by kind of value after each note; the same mapping each time.

    Parameters
    ----------
    deidentifier : Deidentifier
        Whose detection is asked.
    documents : iterable of Document
        Their annotations play no part.
    table : PlaceTable
        As of `neighbours_of`.
    seed : int
        Of what is drawn for each note; of a note it does not depend on the others.

    Raises
    ------
    DocumentError
        If detection fails over a note.
    """
    counts = {kind: PairCounts() for kind in KINDS}
    for document in documents:
        found = deidentifier.detect(document)
        chance = random.Random(f"{seed} {document.id}")  # noqa: S311 # a measurement that a seed repeats
        pairs = list(neighbours_of(document, found, table, chance))
        for pair, again in zip(pairs, deidentifier.detect_all([pair.document for pair in pairs]), strict=True):
            if isinstance(again, DocumentError):
                raise again
            _count(counts[pair.kind], pair, again)
        yield counts


def neighbours_table(counts: Mapping[str, PairCounts], show: int = 0) -> str:
    """Return the counts as a table in Markdown, and a list of what most often finds other spans.

    Parameters
    ----------
    counts : mapping of str to PairCounts
        By kind of value.
    show : int
        Length of that list; 0 for none.
    """
    rows = []
    every = PairCounts(
        *(sum(getattr(each, name) for each in counts.values()) for name in ("pairs", "there", "elsewhere"))
    )
    for name, each in (*counts.items(), ("all", every)):
        shares = [share(part / each.pairs if each.pairs else None) for part in (each.there, each.elsewhere)]
        rows.append([name, str(each.pairs), str(each.there), shares[0], str(each.elsewhere), shares[1]])
    titles = ("value", "pairs", "found otherwise itself", "share", "something else found otherwise", "share")
    sources = sum((each.sources for each in counts.values()), Counter[str]()).most_common(show)
    return (
        markdown_table(titles, rows)
        + "".join(f"\n{count:6} {source}" for source, count in sources)
        + "\n" * bool(sources)
    )


def _count(counts: PairCounts, pair: Neighbour, again: Iterable[Span]) -> None:
    wanted = {_place(span): span for span in (*pair.unchanged, *pair.changed)}
    found = {_place(span): span for span in again}
    counts.pairs += 1
    sides = [spans[place] for spans, other in ((wanted, found), (found, wanted)) for place in spans.keys() - other]
    is_there = [any(map(span.overlaps, pair.changed)) for span in sides]
    counts.there += any(is_there)
    counts.elsewhere += not all(is_there)
    counts.sources.update({f"{span.label} by {span.source or 'the model'}" for span in sides})


def _place(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.label


def _dates(passages: Passages, calendar: Calendar, chance: random.Random) -> Iterator[Neighbour]:
    document = passages.document
    taken = {dated.value for dated in calendar.dated.values()}
    for value in sorted(taken):
        new = value.at(value.number + chance.choice((-1, 1)))
        if new in taken or new == value:
            continue
        day = date.fromordinal(new.middle)
        written: dict[int, str] = {}
        for index, dated in calendar.dated.items():
            if dated.value == value:
                if dated.written.write(dated.day.day, dated.day.month, dated.day.year) != passages.source(index):
                    break  # it cannot be written as it stands
                written[index] = dated.written.write(day.day, day.month, day.year)
        else:
            changed = document
            recorded = read_date(document.patient.birthdate, year_alone=True) if document.patient.birthdate else None
            if recorded is not None and value in calendar.births and recorded.is_full:
                birthdate = recorded.write(day.day, day.month, day.year)
                changed = replace(changed, patient=replace(changed.patient, birthdate=birthdate))
            if document.date is not None and value.unit == "day" and document.date.toordinal() == value.number:
                changed = replace(changed, date=day)
            labels = {passages.spans[index].label for index in written}
            yield _changed("BIRTHDATE" if "BIRTHDATE" in labels else "DATE", changed, passages.spans, written)


def _ages(passages: Passages, calendar: Calendar, chance: random.Random) -> Iterator[Neighbour]:
    ages = AgesRead(passages, calendar, follow_dates=True)
    taken = {value for written in ages.written.values() for value in written.values}
    for value in sorted(taken):
        new = value._replace(number=value.number + chance.choice((-1, 1)))
        if new in taken or new.number < 1 or ages.origin_of[value] is not None:
            continue
        written: dict[int, str] = {}
        for index, age in ages.written.items():
            if value in age.values:
                if age.write([each.number for each in age.values]) != passages.source(index):
                    break
                written[index] = age.write([(new if each == value else each).number for each in age.values])
        else:
            yield _changed("AGE", passages.document, passages.spans, written)


def _towns(passages: Passages, table: PlaceTable, chance: random.Random) -> Iterator[Neighbour]:
    document = passages.document
    towns = TownsRead(passages, atlas_of(table)).by_span
    taken = {town.key for town in towns.values()}
    for commune in {town.key: town.commune for town in towns.values() if town.commune is not None}.values():
        new = _near(commune, table, taken, chance)
        own = [index for index, town in towns.items() if town.key == commune.insee]
        written = {index: like(passages.source(index), new.name) for index in own} if new is not None else {}
        if new is None or any(like(passages.source(index), commune.name) != passages.source(index) for index in own):
            continue
        if fold(document.text).count(fold(commune.name)) > len(own):
            continue  # a hospital or a street bears its name: these are linked to it
        changed = document
        if document.patient.city and like(document.patient.city, commune.name) == document.patient.city:
            city = like(document.patient.city, new.name)
            changed = replace(changed, patient=replace(changed.patient, city=city))
        yield _changed("CITY", changed, passages.spans, written)


def _near(commune: Commune, table: PlaceTable, taken: set[str], chance: random.Random) -> Commune | None:
    """Return a town of the department and of the class of grammar, among those whose size is the nearest."""
    others = [
        each
        for each in table.in_department(commune.department)
        if each.type == "commune" and each.insee not in taken and grammar_of(each.name) == grammar_of(commune.name)
    ]
    nearest = sorted(others, key=lambda each: (abs(each.population - commune.population), each.insee))[:5]
    return chance.choice(nearest) if nearest else None


def _changed(kind: str, document: Document, spans: tuple[Span, ...], written: Mapping[int, str]) -> Neighbour:
    text: list[str] = []
    unchanged: list[Span] = []
    changed: list[Span] = []
    position, shift = 0, 0
    for index, span in enumerate(spans):
        text.append(document.text[position : span.start])
        value = written.get(index, document.text[span.start : span.end])
        text.append(value)
        moved = replace(span, start=span.start + shift, end=span.start + shift + len(value))
        (changed if index in written else unchanged).append(moved)
        shift += len(value) - len(span)
        position = span.end
    text.append(document.text[position:])
    new = replace(document, text="".join(text), entities=())
    return Neighbour(kind, new, tuple(unchanged), tuple(changed))
