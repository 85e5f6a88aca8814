"""Numbers of the record found in the text: social security, patient and stay numbers, postal codes, telephones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from palimpseste.detection.record.compact import CompactText, compact
from palimpseste.document import Patient, Span
from palimpseste.labels import Label

__all__ = ["identifier_spans", "phone_spans", "zip_spans"]

_SEPARATORS: Final = " .-/_\n\t:,"
_WIDEST_GAP: Final = 3
_SHORTEST_IDENTIFIER: Final = 4
_SSN_LENGTH: Final = 13

# Calling codes of France and of its overseas parts, then those of the neighbours; the record's own is kept besides.
_CALLING_CODES: Final = (b"33", b"590", b"594", b"596", b"262", b"508", b"687", b"689")
_SIX_DIGIT_CODES: Final = (b"687", b"508")  # of New Caledonia, of Saint-Pierre-et-Miquelon
_SIGNIFICANT_DIGITS: Final = 9
_SHORTEST_PHONE: Final = 6
# What stands between two telephone numbers of one field, or is said of one: « / », « fille », « poste ».
_BETWEEN_PHONES: Final = re.compile(r"[/;,|\n]|[^\W\d_]+")

_ZIP_AFTER_COUNTRY: Final = re.compile(r"[A-Z]{1,2}[ -]*(\d{4,5})")


def _runs(compact_text: CompactText, needle: bytes, separators: str = _SEPARATORS) -> Iterator[tuple[int, int, int]]:
    """Yield index, start and end of each writing of a run of letters and digits with nothing but separators inside."""
    length = len(needle)
    for index in compact_text.misread_occurrences(needle):
        start, end = compact_text.extent(index, length)
        if end - start == length or all(
            len(gap) <= _WIDEST_GAP and not gap.strip(separators)
            for gap in map(compact_text.gap, (index + place for place in compact_text.breaks(index, length)))
        ):
            yield index, start, end


def identifier_spans(compact_text: CompactText, patient: Patient) -> Iterator[Span]:
    """Yield the social security, patient and stay numbers, whatever their spacing and leading zeros."""
    if patient.ssn:
        yield from _ssn_spans(compact_text, compact(patient.ssn))
    if patient.patient_id:
        yield from _number_spans(compact_text, compact(patient.patient_id), "PATIENT_ID", "record.patient_id")
    if patient.visit_id:
        yield from _number_spans(compact_text, compact(patient.visit_id), "VISIT_ID", "record.visit_id")


def _number_spans(compact_text: CompactText, number: bytes, label: Label, source: str) -> Iterator[Span]:
    core = number.lstrip(b"0")
    # A record may say that there is none, in words.
    if len(core) < _SHORTEST_IDENTIFIER or core.isalpha():
        return
    text, letters = compact_text.view.text, compact_text.letters
    for index, start, end in _runs(compact_text, core):
        # Zeros that stand directly before belong to the number.
        while index and letters[index - 1] == 0x30 and compact_text.positions[index - 1] == start - 1:
            index, start = index - 1, start - 1
        if text[end : end + 1].isalnum() and not (
            len(core) > 5 and text[end - 1].isdecimal() and text[end : end + 2].isupper()
        ):
            continue
        # Before it, a digit makes it another number, and so does a letter unless it ends a label: IPP8004312557.
        before = text[max(0, start - 2) : start]
        if before[-1:].isdecimal() or (before[-1:].isalpha() and not (before.isalpha() and text[start].isdecimal())):
            continue
        # As digits alone, a short number may be the part of another or a measure.
        if len(core) <= 5 and _within_a_number(text, start, end):
            continue
        yield Span(start, end, label, source)


def _within_a_number(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return (len(before) == 2 and before[0].isdecimal() and before[1] in ".,-/ ") or (
        len(after) == 2 and after[1].isdecimal() and after[0] in ".,-/ "
    )


def _ssn_spans(compact_text: CompactText, number: bytes) -> Iterator[Span]:
    """Yield the number with its key where the text has one, known to the record or not."""
    if len(number) < _SSN_LENGTH:
        return
    text, letters, positions = compact_text.view.text, compact_text.letters, compact_text.positions
    for index, start, end in _runs(compact_text, number[:_SSN_LENGTH], _SEPARATORS + "|"):
        if start and text[start - 1].isdecimal():
            continue
        tail = index + _SSN_LENGTH
        for word in (b"cle", b"k"):
            if letters.startswith(word, tail):
                tail += len(word)
        key = letters[tail : tail + 2]
        if len(key) == 2 and key.isdigit() and positions[tail + 1] - end <= 10:
            further = positions[tail + 1] + 1
            if further == len(text) or not text[further].isdecimal():
                end = further
        if end < len(text) and text[end].isdecimal():
            continue
        yield Span(start, end, "SSN", "record.ssn")


def phone_spans(compact_text: CompactText, patient: Patient) -> Iterator[Span]:
    """Yield the telephone numbers, national or international, whatever separates their digits."""
    for phone in _phones_of(patient.phone):
        yield from _spans_of_phone(compact_text, phone)


def _phones_of(field: str) -> list[str]:
    """Return the telephone numbers that a field holds: « 06 62 91 40 37 / 03 80 11 22 33 (fille) » holds two."""
    parts = [part.strip(" ().:-") for part in _BETWEEN_PHONES.split(field)]
    phones = [part for part in parts if sum(map(str.isdecimal, part)) >= _SHORTEST_PHONE]
    # A number written with such marks inside: 06/62/91/40/37.
    return phones or [field]


def _spans_of_phone(compact_text: CompactText, phone: str) -> Iterator[Span]:
    national = compact(phone).lstrip(b"0")
    if len(national) < _SHORTEST_PHONE or not national.isdigit():
        return
    significant = national[-_SIGNIFICANT_DIGITS:]
    if phone.startswith(("+", "00")) and national.startswith(_SIX_DIGIT_CODES) and len(national) == 9:
        significant = national[-6:]
    prefix = national[: -len(significant)].removesuffix(b"0")
    codes = (prefix, *_CALLING_CODES) if prefix else _CALLING_CODES
    text, letters, positions = compact_text.view.text, compact_text.letters, compact_text.positions
    for index, start, end in _runs(compact_text, significant, _SEPARATORS + "()+·|"):
        if end < len(text) and text[end].isdecimal():
            continue
        first = _number_start(letters, index, codes)
        while index > first and positions[index] - positions[index - 1] <= _WIDEST_GAP + 1:
            index -= 1
        start = positions[index]
        if start and text[start - 1].isdecimal():
            continue
        opening = text[max(0, start - 2) : start]
        if opening == "+(" or (opening == "(+" and ")" in text[start:end]):
            start -= 2
        elif start and (text[start - 1] == "+" or (text[start - 1] == "(" and ")" in text[start:end])):
            start -= 1
        yield Span(start, end, "PHONE", "record.phone")


def _number_start(letters: bytes, index: int, codes: tuple[bytes, ...]) -> int:
    """Return where a telephone number starts, given where its significant digits do: its zero, its calling code."""
    before = letters[max(0, index - 8) : index]
    trunk = before.endswith((b"0", b"o"))
    for zeros in (b"00", b""):
        for code in codes:
            for tail in (b"0", b"o", b""):
                written = zeros + code + tail
                if before.endswith(written):
                    return index - len(written)
    return index - 1 if trunk else index


def zip_spans(compact_text: CompactText, patient: Patient) -> Iterator[Span]:
    """Yield the postal code where a town, a mark or the end of the line follows, not a unit."""
    for code in _zips_of(patient.zip):
        yield from _spans_of_zip(compact_text, compact(code), compact(patient.city)[:2])


def _zips_of(field: str) -> tuple[str, ...]:
    """Return how a postal code may be written: a table of numbers drops the zero of Ain to Ariège."""
    named = _ZIP_AFTER_COUNTRY.fullmatch(field.strip())
    code = named[1] if named else field
    return (code, "0" + code) if re.fullmatch("[1-9][0-9]{3}", code.strip()) and not named else (code,)


def _spans_of_zip(compact_text: CompactText, code: bytes, town: bytes) -> Iterator[Span]:
    if len(code) < _SHORTEST_IDENTIFIER:
        return
    text = compact_text.view.text
    for _, start, end in _runs(compact_text, code, " "):
        if not compact_text.is_whole_number(start, end):
            continue
        after = text[end : end + 3].lstrip(" -")
        if end < len(text) and (text[end].islower() or text[end] in "/%"):
            continue
        if after[:1].islower() and town != after[:2].encode("ascii", "replace"):
            continue
        if after[:1].isdecimal() or (after[:1] in (",", ".") and after[1:2].isdecimal()):
            continue
        yield Span(start, end, "ZIP", "record.zip")
