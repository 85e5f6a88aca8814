"""Streets, days and numbers in the languages of the neighbours of France, told by how they are written.

« Gentsesteenweg 214 », « Bahnhofstrasse 9 », « Via Garibaldi 12 », « carrer Major, 8 », « Rua das Flores 31 »,
« 14 King Street »; « 14 de febrer », « 3 marzo 2021 », « 7. Januar »; « CIP PUDO 0 701011 004 ».
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from palimpseste.detection.refusals.atoms import TITLE
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.document import Span

__all__ = ["of_neighbours"]

_STREET: Final = "rules.address.formed"
_DAY: Final = "rules.date.formed"
_NUMBER: Final = "rules.number.formed"

# What is counted or measured, and no number of a house: « Mme Steenweg, 45 ans », « Via Garibaldi 12 h ».
# Nor is a day or a telephone number: « Mme Laan 12/03/1950 ».
_NO_UNIT: Final = (
    r"(?![\w°%]|[.,:/-][0-9]|[ .-][0-9]{2}[ .-][0-9]{2}(?![0-9])"
    r"|[ ]?(?:ans?|mois|jours?|kg|g|mg|ml|cm|mm|h|min|x|fois|%)(?!\w))"
)
_HOUSE: Final = rf"[0-9]{{1,4}}(?:[ ]?[A-Za-z](?!\w)|/[0-9]{{1,3}})?{_NO_UNIT}"

# Dutch and German write the kind of a street and its name as one word.
_KINDS_BEHIND: Final = (
    *("dreef", "gracht", "kaai", "kade", "laan", "markt", "plein", "singel", "steenweg", "straat"),
    *("gasse", "platz", "strase", "strasse", "ufer", "weg"),
)
_ENDS_OF_KINDS: Final = ("str. ", *_KINDS_BEHIND)
_NUMBERED_BEHIND: Final = re.compile(
    rf"(?:{'|'.join(_KINDS_BEHIND)}|str\.)[ ]{_HOUSE}(?:,?[ ](?:bus|boite|bte)[ ][0-9]{{1,4}}(?!\w))?"
)
_COMPOUND: Final = re.compile(r"(?<![\w'’.-])[A-ZÀ-Ý][\w'’-]{2,24}\Z")
_REACH: Final = 30
_TITLE_WITHIN: Final = re.compile(r"(?<![a-z])(?:mme|mlle|mr|dr|pr|madame|monsieur|docteur)(?![a-z])")

_NAME: Final = r"(?:[A-ZÀ-Ý][\w'’-]{1,24}|[0-9]{1,2}(?=[ ]d[aei]))"
_OF: Final = (
    r"(?:d[aeio][ ]|d[aeo]s[ ]|dels?[ ]|dell[ae][ ]|degli[ ]|dei[ ]|dell['’]|d['’])?(?:l[aeo]s?[ ]|els?[ ]|l['’])?"
)
_KINDS_BEFORE: Final = (
    *("Via", "Viale", "Corso", "Piazza", "Piazzale", "Vicolo", "Strada", "Contrada", "Lungomare"),
    *("Calle", "Avenida", "Paseo", "Plaza", "Camino", "Carretera"),
    *("Carrer", "Camí", "Passeig", "Plaça", "Avinguda", "Rambla"),
    *("Rua", "Travessa", "Praça", "Estrada", "Alameda"),
    *("Ulica", "Bulevardul"),
)
# « via » is a word of French too.
_SMALL_KINDS: Final = tuple(kind.lower() for kind in _KINDS_BEFORE if kind not in ("Via", "Corso", "Plaza", "Rambla"))
_KIND_WORDS: Final = tuple(map(fold_same_length, _KINDS_BEFORE))
_NUMBERED_BEFORE: Final = re.compile(
    rf"(?<![\w'’-])(?:{'|'.join((*_KINDS_BEFORE, *_SMALL_KINDS))})[ ]{_OF}{_NAME}"
    rf"(?:[ ](?:[yei][ ])?{_OF}{_NAME}){{0,3}},?[ ](?:n(?:[º°.]|\.[º°])[ ]?)?{_HOUSE}"
    r"(?:,?[ ][0-9]{1,2}[ºª°](?:[ ](?:[A-Z]|izq|dcha?|esq|dto)(?!\w)\.?)?)?"
)
_ENGLISH: Final = re.compile(
    r"(?<![\w.,/-])[0-9]{1,4}[A-Z]?,?[ ](?:[A-Z][\w'’-]{1,20}[ ]){1,3}"
    r"(?:Road|Street|Lane|Gardens|Crescent|Terrace|Grove)(?!\w)"
)
_ENGLISH_KINDS: Final = ("road", "street", "lane", "gardens", "crescent", "terrace", "grove")

# Months that French has not, folded: Spanish, Catalan, Italian, Portuguese, German, Dutch.
_MONTHS: Final = (
    *("enero", "febrero", "marzo", "abril", "junio", "julio", "agosto", "septiembre", "setiembre", "octubre"),
    *("noviembre", "diciembre", "gener", "febrer", "maig", "juny", "juliol", "agost", "setembre"),
    *("desembre", "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre"),
    *("janeiro", "fevereiro", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro"),
    *("januar", "janner", "februar", "marz", "juni", "juli", "oktober", "dezember", "januari", "februari"),
    *("maart", "augustus", "december"),
)
# Of these a year or « de » makes a month.
_WORDS_TOO: Final = ("mayo", "marc", "marco", "mei", "august")
_DAY_OF: Final = r"(?<![\w.,/-])(?:0?[1-9]|[12][0-9]|3[01])(?:[.º°])?[ ]"
_YEAR: Final = r"[ ,.]{1,2}(?:de[ ]l'any[ ]|del?[ ])?(?:19|20)[0-9]{2}(?![0-9])"
_DATE: Final = re.compile(
    rf"{_DAY_OF}(?:de[ ]|d'|di[ ]|del[ ])?(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})(?![a-z])(?:{_YEAR})?"
    rf"|{_DAY_OF}(?:de[ ]|d'|di[ ]|del[ ])(?:{'|'.join(_WORDS_TOO)})(?![a-z])(?:{_YEAR})?"
    rf"|{_DAY_OF}(?:{'|'.join(_WORDS_TOO)})(?![a-z]){_YEAR}"
)

_MONTH_WORDS: Final = (*_MONTHS, *_WORDS_TOO)

# Catalonia's number of health: four letters, the sex, the date of birth, three figures more.
_HEALTH: Final = re.compile(
    r"(?<![A-Z0-9])[A-Z]{4}[ ]?[01][ ]?[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[ ]?[0-9]{3}(?![0-9])"
)


def of_neighbours(view: TextView, words: frozenset[str]) -> Iterator[Span]:
    """Yield streets, days and numbers as neighbours of France write them; time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    words : frozenset of str
        Its folded tokens.
    """
    text, folded = view.text, view.folded
    if any(map(folded.__contains__, _ENDS_OF_KINDS)):
        for found in _NUMBERED_BEHIND.finditer(folded):
            word = _COMPOUND.search(text, max(0, found.start() - _REACH), _end_of_kind(folded, found))
            if word is not None and not _is_of_somebody(folded, word.start(), found.end()):
                yield Span(word.start(), found.end(), "ADDRESS", _STREET)
    if not words.isdisjoint(_KIND_WORDS):
        for found in _NUMBERED_BEFORE.finditer(text):
            if not _is_of_somebody(folded, *found.span()):
                yield Span(*found.span(), "ADDRESS", _STREET)
    if not words.isdisjoint(_ENGLISH_KINDS):
        for found in _ENGLISH.finditer(text):
            if not _is_of_somebody(folded, *found.span()):
                yield Span(*found.span(), "ADDRESS", _STREET)
    if not words.isdisjoint(_MONTH_WORDS):
        for found in _DATE.finditer(folded):
            yield Span(*found.span(), "DATE", _DAY)
    if "cip" in words:
        for found in _HEALTH.finditer(text):
            yield Span(*found.span(), "OTHER_ID", _NUMBER)


def _is_of_somebody(folded: str, start: int, end: int) -> bool:
    """Tell whether a title stands before a stretch or within it: « Mme Estrada Maria 12 », « 12 Mme Lane »."""
    return bool(TITLE.search(folded, max(0, start - _REACH), start) or _TITLE_WITHIN.search(folded, start, end))


def _end_of_kind(folded: str, found: re.Match[str]) -> int:
    """Return where the word ends that a kind of street ends, without the full stop of « str. »."""
    end = folded.index(" ", found.start())
    return end - 1 if folded[end - 1] == "." else end
