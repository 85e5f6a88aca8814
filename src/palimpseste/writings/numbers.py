"""Numbers as a reader sees them: their parts, and the letters that tell what kind of number they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from palimpseste.folding import FIGURES_MISREAD
from palimpseste.labels import IDENTIFIERS
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings.case import laid_over
from palimpseste.writings.passages import Passages, alphanumeric

__all__ = ["Part", "in_figures", "numbers_read", "parts_of", "with_parts_replaced"]

# Figures of which recognition put letters for some; S for 5 where another number of the note says so.
_MISREAD = re.compile(r"\d+(?:[OoIl]+\d+)+")
_MAYBE_MISREAD = re.compile(r"(?=\D*\d)[\dOoIlS]+")
_SHORTEST_MISREAD, _LONGEST = 8, 60
_PART = re.compile(r"[^\W\d_]+|\d+")
_GROUPED = re.compile(r"\d\s\d")
# Public abbreviations of registers, papers, units and examinations, from general knowledge.
_KIND = re.compile(
    r"(?:AAH|ADELI|AEEH|ALD|AMM|AMP|ANAPATH|APA|ARS|ASE|AT|BIO|BU|CAF|CDU|CGR|CMU|CNIL|CPAM|CRIP|CRO|CSS|CT"
    r"|DALO|DDASS|DICT|DMP|DPI|ECBU|ECG|EEG|EFR|EFS|EI|EIG|EMG|ETO|ETT|EVASAN|FEI|FIV|FINESS|FISH|GDS|HAD"
    r"|HDJ|HLA|IJ|INS|IPP|IRM|IVG|MDPH|MSA|MT|NDA|NIP|NIR|OPP|PACS|PASS|PCH|PCR|PMA|PMI|PMSI|PPS|PSL|PTI"
    r"|PV|RCP|RDV|REF|RG|RPPS|RQTH|SAMU|SAU|SDIS|SIAO|SMUR|SPDRE|SPDT|SDRE|SDT|TDM|TEP|UHCD|UHTCD|UMJ|USLD"
    r"|BAC|CARD|CARDIO|CYTO|DERM|DIG|GYN|HEM|HEMATO|HISTO|MED|NEO|NEPH|NEURO|OBS|ONCO|OPH|ORL|PARA|PED"
    r"|PNEUMO|PSY|RADIO|REA|SENO|URG|URO|VIRO)",
    re.IGNORECASE,
)


@shown_without_values
class Part(NamedTuple):
    """A run of letters or of figures in a number.

    Parameters
    ----------
    start : int
        How many letters and figures stand before it.
    text : str
        It itself.
    is_apart : bool
        Whether separators or ends stand on both sides of it.
    is_grouped : bool
        Whether it is figures that a space alone parts from others, and no word for the kind of number stands before.
    """

    start: int
    text: str
    is_apart: bool
    is_grouped: bool

    @property
    def is_kind(self) -> bool:
        """Whether it is a public abbreviation of a kind of register, paper, unit or examination."""
        return _KIND.fullmatch(self.text) is not None


def parts_of(value: str) -> list[Part]:
    """Return the parts of a number in their order.

    Examples
    --------
    >>> [(part.start, part.text, part.is_apart) for part in parts_of("EFR24-3308")]
    [(0, 'EFR', False), (3, '24', False), (5, '3308', True)]
    """
    parts: list[Part] = []
    start = 0
    for match in _PART.finditer(value):
        first, end = match.span()
        around = value[max(first - 1, 0) : first] + value[end : end + 1]
        grouped = match.group()[0].isdecimal() and _GROUPED.search(value[max(first - 2, 0) : end + 2]) is not None
        if len(parts) == 1 and parts[0].is_kind:  # « MED 24 20917 »
            grouped = False
        parts.append(Part(start, match.group(), not any(map(str.isalnum, around)), grouped))
        start += end - first
    return parts


def with_parts_replaced(value: str, replaced: Callable[[Part], str]) -> str:
    """Return a number with something written over each of its parts, its separators kept.

    Parameters
    ----------
    value : str
        The number.
    replaced : callable
        Gives what is written over a part.
    """
    written = iter([replaced(part) for part in parts_of(value)])
    return _PART.sub(lambda _: next(written), value)


def in_figures(value: str, number: str) -> str:
    """Return a value in its figures where letters were misread for some, as its number tells."""
    is_misread = number.isdecimal() and any(map(str.isalpha, value))
    return laid_over(value, str.isalnum, number) if is_misread else value


def numbers_read(passages: Passages) -> dict[int, str]:
    """Return the letters and figures of each number of a document, by its span, as what they were before recognition.

    Letters that recognition puts for figures are figures between these in a long number, and in one that so reads as
    another of the document.

    Parameters
    ----------
    passages : Passages
        The passages of the document.
    """
    found = {
        index: alphanumeric(passages.values[index])
        for index, span in enumerate(passages.spans)
        if span.label in IDENTIFIERS and len(span) <= _LONGEST
    }
    plain = {number for number in found.values() if number.isdecimal()}
    for index, number in found.items():
        written = "".join(filter(str.isalnum, passages.values[index]))
        if number.isdecimal() or not _MAYBE_MISREAD.fullmatch(written):
            continue
        read = written.translate(FIGURES_MISREAD).replace("S", "5")
        if read in plain or (len(read) >= _SHORTEST_MISREAD and _MISREAD.fullmatch(written)):
            found[index] = read
    return found
