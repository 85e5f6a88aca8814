"""Who a resource is about, and whom it names: `Patient` resources as records, others as known names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.files import open_to_read
from palimpseste.folding import fold_name
from palimpseste.labels import Label
from palimpseste.sources.fhir.lines import bundled
from palimpseste.sources.fhir.names import parts_of_name
from palimpseste.sources.jsonl import bounded_lines, object_of_line

__all__ = ["People", "identifier_label", "objects_of", "record_of_patient", "record_of_reference"]

# The national identifiers and their test ranges: 1.2.250.1.213.1.4.8 is the INS-NIR, .9 the INS-NIA.
_INS = ("1.2.250.1.213.1.4.8", "1.2.250.1.213.1.4.9", "1.2.250.1.213.1.4.10", "1.2.250.1.213.1.4.11")
_INS_CODES = frozenset(("INS-NIR", "INS-NIA", "INS-C", "NIR", "NH", "SS"))
_PERMANENT_CODES = frozenset(("PI", "MR", "IPP"))
_MARKS = (b'"Patient"', b'"Practitioner', b'"Organization"', b'"RelatedPerson"')
Known = tuple[str, tuple[tuple[int, int, Label], ...]]


@dataclass(slots=True, repr=False)
class People:
    """Persons and bodies by reference: of the files of a run, or of one bundle before these.

    Parameters
    ----------
    files : sequence of Path
        Newline-delimited resources, read once, when somebody is first looked for.
    """

    files: Sequence[Path] = ()
    _patients: dict[tuple[str, str], Patient | UsageError] = field(default_factory=dict)
    _known: dict[tuple[str, str], list[Known]] = field(default_factory=dict)
    _is_read: bool = False

    def patient(self, target: tuple[str, str]) -> Patient | None:
        """Return the record of a patient by type and logical identifier.

        Raises
        ------
        UsageError
            If the resource is there and no record can be made of it: with its file and line.
        """
        self._read()
        found = self._patients.get(target)
        if isinstance(found, UsageError):
            raise UsageError(str(found))
        return found

    def known(self, target: tuple[str, str]) -> Sequence[Known]:
        """Return lines that name a person or a body, with what of them is a value."""
        self._read()
        return self._known.get(target, ())

    def add(self, resource: Mapping[str, Any], id: object, place: str = "the Bundle") -> None:
        """Add a resource under its type and an identifier, and without type for ``urn:uuid:``.

        Parameters
        ----------
        resource : mapping
            Whatever it is.
        id : object
            Its identifier.
        place : str
            Where it stands, for errors.
        """
        kind = resource.get("resourceType")
        if not isinstance(id, str) or not isinstance(kind, str):
            return
        keys = ((kind, id), ("", id))
        if kind == "Patient":
            record: Patient | UsageError
            try:
                record = record_of_patient(resource)
            except UsageError as error:
                record = UsageError(f"{error} in the Patient resource of {place}")
            self._patients.update(dict.fromkeys(keys, record))
        # An export may hold somebody twice, under the name before a correction and under the one after.
        for key, known in product(keys, _known_of(resource, kind)):
            if known not in (there := self._known.setdefault(key, [])):
                there.append(known)

    def _read(self) -> None:
        if self._is_read:
            return
        self._is_read = True
        for file in self.files:
            for resource, id, line in _resources_of(file):
                place = f"{file.name}:{line}"
                self.add(resource, resource.get("id"), place)
                self.add(resource, id, place)


def _resources_of(file: Path) -> Iterator[tuple[Mapping[str, Any], str, int]]:
    """Yield the resources of a file that may name somebody, with their line, counted from 1.

    Lines that cannot be read are for the source to tell.
    """
    try:
        with os.fdopen(open_to_read(file, follow=True), "rb") as stream:
            for number, line in enumerate(bounded_lines(stream), start=1):
                # Most lines of an export name nobody: the types are looked for before JSON is read.
                if not any(mark in line for mark in _MARKS):
                    continue
                try:
                    resource = object_of_line(line)
                except UsageError:
                    continue
                for inner, id in bundled(resource):
                    yield inner, id, number
    except OSError:
        return


def record_of_patient(resource: Mapping[str, Any]) -> Patient:
    """Return the record that a `Patient` resource holds.

    The official name is the birth name where a usual one of another family stands beside it, as in French profiles.

    Raises
    ------
    UsageError
        If a field is none that a record takes.
    """
    names = {str(name.get("use")): name for name in reversed(list(objects_of(resource.get("name"))))}
    official = names.get("official") or next(iter(objects_of(resource.get("name"))), {})
    usual, maiden = names.get("usual", {}), names.get("maiden", {})
    lastname = _text(usual.get("family")) or _text(official.get("family"))
    birth = _text(maiden.get("family")) or (_text(official.get("family")) if usual.get("family") else "")
    given = [_text(part) for part in _list(official.get("given") or usual.get("given"))]
    if not lastname and not any(given):
        lastname, given = _names_of_line(_text(official.get("text")))
    telecom = [(item.get("system"), _text(item.get("value"))) for item in objects_of(resource.get("telecom"))]
    address = next(iter(objects_of(resource.get("address"))), {})
    identifiers: dict[Label, str] = {}
    for identifier in objects_of(resource.get("identifier")):
        identifiers.setdefault(identifier_label(identifier), _text(identifier.get("value")))
    return Patient(
        lastname=lastname,
        birth_lastname=birth if fold_name(birth) != fold_name(lastname) else "",
        firstname=" ".join(filter(None, given)),
        birthdate=_text(resource.get("birthDate")),
        address=", ".join(filter(None, map(_text, _list(address.get("line"))))),
        zip=_text(address.get("postalCode")),
        city=_text(address.get("city")),
        phone=next((value for system, value in telecom if system == "phone"), ""),
        email=next((value for system, value in telecom if system == "email"), ""),
        ssn=identifiers.get("SSN", ""),
        patient_id=identifiers.get("PATIENT_ID", "") or identifiers.get("OTHER_ID", ""),
    )


def record_of_reference(reference: Mapping[str, Any], id: str) -> Patient:
    """Return what a reference to a patient says by itself: display, identifier, or the logical identifier.

    Raises
    ------
    UsageError
        If one of them is none that a record takes.
    """
    lastname, given = _names_of_line(_text(reference.get("display")))
    identifier = next(iter(objects_of(reference.get("identifier"))), {})
    value, label = _text(identifier.get("value")), identifier_label(identifier)
    return Patient(
        lastname=lastname,
        firstname=" ".join(given),
        ssn=value if label == "SSN" else "",
        patient_id=(value if label != "SSN" else "") or id,
    )


def identifier_label(identifier: Mapping[str, Any]) -> Label:
    """Return what an identifier of a patient is: by its system, then by the codes of its type."""
    system = _text(identifier.get("system")).removeprefix("urn:oid:")
    kinds = identifier.get("type")
    codings = objects_of(kinds.get("coding")) if isinstance(kinds, Mapping) else ()
    codes = {coding.get("code") for coding in codings if isinstance(coding.get("code"), str)}
    if system in _INS or codes & _INS_CODES:
        return "SSN"
    return "PATIENT_ID" if codes & _PERMANENT_CODES else "OTHER_ID"


def _known_of(resource: Mapping[str, Any], kind: str) -> Iterator[Known]:
    if kind in ("Practitioner", "RelatedPerson", "Patient", "Person"):
        for name in objects_of(resource.get("name")):
            given = [(_text(part), "FIRSTNAME") for part in _list(name.get("given"))]
            parts: list[tuple[str, Label]] = [
                *((text, "FIRSTNAME") for text, _ in given if text),
                *((text, "LASTNAME") for text in [_text(name.get("family"))] if text),
            ]
            if parts:
                yield _line_of(parts)
            elif line := _text(name.get("text")):
                yield line, tuple(parts_of_name(line))
    elif kind == "Organization" and (line := _text(resource.get("name"))):
        yield line, ((0, len(line), "HOSPITAL"),)
    elif kind == "PractitionerRole":
        practitioner = resource.get("practitioner")
        if isinstance(practitioner, Mapping) and (line := _text(practitioner.get("display"))):
            yield line, tuple(parts_of_name(line))


def _line_of(parts: Iterable[tuple[str, Label]]) -> Known:
    line, spans = "", []
    for text, label in parts:
        line += " " if line else ""
        spans.append((len(line), len(line) + len(text), label))
        line += text
    return line, tuple(spans)


def _names_of_line(line: str) -> tuple[str, list[str]]:
    parts = parts_of_name(line)
    last = " ".join(line[start:end] for start, end, label in parts if label == "LASTNAME")
    return last, [line[start:end] for start, end, label in parts if label == "FIRSTNAME"]


def objects_of(value: object) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a field that holds one or a list of them."""
    yield from (item for item in _list(value) if isinstance(item, Mapping))


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
