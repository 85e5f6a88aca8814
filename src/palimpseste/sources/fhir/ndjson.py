"""Newline-delimited FHIR R4, as Bulk Data exports are: one resource a line, or one bundle.

`DocumentReference`, `DiagnosticReport` and `Composition` are written, `Patient` where asked for; each is one document,
done as a whole or not at all. So is a bundle of type ``document``; the resources of any other bundle, which is but an
envelope, are written one a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from palimpseste.debugging import kind_of
from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.result import Result
from palimpseste.sources.columns import Columns
from palimpseste.sources.entry import Entry, Origin, Place, make_entry
from palimpseste.sources.fhir.allowed import OTHER_TYPES, WRITTEN_TYPES
from palimpseste.sources.fhir.attachments import PdfText, no_pdf
from palimpseste.sources.fhir.layout import Layout
from palimpseste.sources.fhir.lines import bundled
from palimpseste.sources.fhir.opening import shared_by
from palimpseste.sources.fhir.people import People, objects_of
from palimpseste.sources.fhir.pseudonyms import ID, Pseudonyms, target_of_reference
from palimpseste.sources.fhir.resource import ResourceReader
from palimpseste.sources.fhir.slots import DaySlot, filled
from palimpseste.sources.jsonl import MOST_BYTES, bounded_lines, json_line, object_of_line
from palimpseste.sources.listing import Input
from palimpseste.sources.source import Opening, SourceDefaults

__all__ = ["FhirLines"]

_BASE = "https://palimpseste.invalid/fhir"
_KNOWN_TYPES = WRITTEN_TYPES | OTHER_TYPES
_DATES = ("date", "effectiveDateTime", "issued")


@dataclass(frozen=True, slots=True, repr=False)
class _Form:
    """What a result is written from."""

    tree: Mapping[str, Any]
    layout: Layout


@dataclass(frozen=True, slots=True)
class FhirLines(SourceDefaults):
    """A file of resources as a source.

    Parameters
    ----------
    people : People
        Who is known in all files of the run.
    pseudonyms : Pseudonyms
        For logical identifiers; the same for all files of the run.
    pdf : callable
        Reads the text of attachments in PDF.
    """

    position: int
    input: Input
    columns: Columns = field(default_factory=Columns)
    people: People = field(default_factory=People)
    pseudonyms: Pseudonyms = field(default_factory=Pseudonyms)
    pdf: PdfText = no_pdf
    _dropped: set[str] = field(default_factory=set, repr=False)

    @classmethod
    def open(cls, position: int, input: Input, opening: Opening) -> FhirLines:
        """Return the source of a file, read as the run says."""
        return cls(position, input, opening.columns, *shared_by(opening))

    def check(self) -> None:
        """Raise UsageError if something else than patients is to be kept."""
        unknown = next((name for name in self.columns.kept if name != "Patient"), None)
        if unknown:
            raise UsageError(f"{self.input.path}: of FHIR resources only 'Patient' can be kept, not {unknown!r}")

    def entries(self) -> Iterator[Entry]:
        """Yield one entry for each document, in the order of the lines."""
        file = str(self.input.path)
        number = 0
        try:
            with self.input.opened() as stream:
                lines = ((at, line) for at, line in enumerate(bounded_lines(stream), start=1) if line.strip())
                for at, line in lines:
                    for entry in self.entries_of_line(number, Place(file, at), line):
                        yield entry
                        number += 1
        except OSError as error:
            yield Entry(self.position, number, Place(file), None, f"cannot be read: {error.strerror}")

    def entries_of_line(self, number: int, place: Place, line: bytes) -> Iterator[Entry]:
        """Yield the entries of a resource or bundle; whatever nobody foresaw in it is one that cannot be read.

        Parameters
        ----------
        number : int
            Position of the first entry, from 0.
        place : Place
            Where it stands.
        line : bytes
            The resource as JSON.
        """
        try:
            for entry in self._entries_of(number, place, line):
                yield entry
                number += 1
        except Exception as error:
            reason = f"a resource that cannot be read ({kind_of(error)})"
            yield Entry(self.position, number, place, None, reason)

    def _entries_of(self, number: int, place: Place, line: bytes) -> Iterator[Entry]:
        try:
            if len(line) > MOST_BYTES:
                raise UsageError(f"a line of more than {MOST_BYTES >> 20} MiB")
            resource = object_of_line(line.removeprefix(b"\xef\xbb\xbf") if place.line == 1 else line)
            kind = resource.get("resourceType")
            if kind == "Bundle" and resource.get("type") == "document":
                yield self._entry(number, place, resource, "", People(), {})
                return
            if not (kind == "Bundle" or _is_known(resource)):
                raise UsageError("no FHIR R4 resource: --format jsonl reads other JSON lines")
            if kind == "Bundle" and not isinstance(resource.get("entry", []), list):
                raise UsageError("a Bundle whose entries are no list")
        except UsageError as error:
            yield Entry(self.position, number, place, None, str(error))
            return
        people, targets = People(), {}
        if kind == "Bundle":
            people, targets = _people_of(resource), _targets_of(resource)
        for inner, id in bundled(resource):
            if not _is_known(inner):
                reason = "a Bundle with a resource that is none of FHIR R4"
                yield Entry(self.position, number, place, None, reason)
                number += 1
            elif self._is_written(inner):
                own = inner.get("id")
                yield self._entry(number, place, inner, own if isinstance(own, str) else id, people, targets)
                number += 1
        inside = resource.get("entry", [])
        if kind == "Bundle" and isinstance(inside, list) and any(map(_is_odd, inside)):
            yield Entry(self.position, number, place, None, "a Bundle with an entry whose resource is no object")

    def _is_written(self, resource: Mapping[str, Any]) -> bool:
        kind = resource.get("resourceType")
        if kind in WRITTEN_TYPES or (kind == "Patient" and "Patient" in self.columns.kept):
            return True
        self._dropped.add(f"{kind} resources")
        return False

    def _entry(
        self,
        number: int,
        place: Place,
        resource: Mapping[str, Any],
        id: str,
        people: People,
        targets: Mapping[str, tuple[str, str]],
    ) -> Entry:
        """Return the entry of a resource; whatever nobody foresaw in it, those behind it are read."""
        reader = ResourceReader([people, self.people], self.pseudonyms, targets, self._dropped, self.pdf)
        try:
            return self._entry_of(number, place, resource, id, people, reader)
        except UsageError as error:
            reason = str(error)
        except RecursionError:
            reason = "objects nested too deep"
        except Exception as error:
            reason = f"a resource that cannot be read ({kind_of(error)})"
        return Entry(self.position, number, place, None, reason)

    def _entry_of(
        self,
        number: int,
        place: Place,
        resource: Mapping[str, Any],
        id: str,
        people: People,
        reader: ResourceReader,
    ) -> Entry:
        if resource["resourceType"] == "Bundle":
            id = str(resource.get("id") or "")
            tree = self._document_bundle(resource, reader)
        else:
            if id and not ID.fullmatch(id):
                raise UsageError("an id that FHIR does not allow")
            tree = reader.read(resource, id)
        if resource["resourceType"] == "Patient":
            own = self.people.patient(("Patient", id)) or people.patient(("Patient", id)) or Patient()
            reader.patients.setdefault(id, own)
        if len(reader.patients) > 1:
            raise UsageError("resources about several patients in one document")
        reader.add_known_names()
        name = f"{resource['resourceType']}/{id}" if id and ID.fullmatch(id) else f"{place}#{number}"
        layout = reader.layout
        document = Document(
            id=name,
            text=layout.text,
            type=_code_of(resource),
            date=_date_of(resource),
            patient=next(iter(reader.patients.values()), Patient()),
            entities=tuple(layout.given),
        )
        return make_entry(self.position, number, place, lambda: document, _Form(tree, layout))

    def _document_bundle(self, bundle: Mapping[str, Any], reader: ResourceReader) -> dict[str, Any]:
        reader.people = [_people_of(bundle), *reader.people]
        tree: dict[str, Any] = {"resourceType": "Bundle"}
        if isinstance(bundle.get("id"), str) and ID.fullmatch(bundle["id"]):
            tree["id"] = self.pseudonyms(bundle["id"])
        tree |= {"meta": reader.meta({}), "type": "document", "entry": []}
        timestamp = bundle.get("timestamp")
        if isinstance(timestamp, str) and isinstance(day := reader.instant(timestamp), DaySlot):
            tree["timestamp"] = day
        for entry in objects_of(bundle.get("entry")):
            resource = entry.get("resource", {"resourceType": "Basic"})
            if not isinstance(resource, Mapping) or not _is_known(resource):
                raise UsageError("a Bundle with a resource that is none of FHIR R4")
            if not self._is_written(resource):
                continue
            own = resource.get("id")
            id = own if isinstance(own, str) else ""
            if id and not ID.fullmatch(id):
                raise UsageError("an id that FHIR does not allow")
            new: dict[str, Any] = {}
            if target := target_of_reference(entry.get("fullUrl")):
                new_id = self.pseudonyms(target[1])
                new["fullUrl"] = f"{_BASE}/{resource['resourceType']}/{new_id}" if target[0] else f"urn:uuid:{new_id}"
            tree["entry"].append({**new, "resource": reader.read(resource, id)})
        return tree

    def dropped(self) -> tuple[str, ...]:
        """Return the fields and resources met that results do not have."""
        return tuple(sorted(self._dropped))

    def written(self, origin: Origin, result: Result) -> bytes:
        """Return the line of a resource.

        Raises
        ------
        ValueError
            If the de-identified text cannot be laid back, or a narrative is no longer well-formed.
        """
        form = origin.form
        if not isinstance(form, _Form):
            raise TypeError("the entry of a resource carries its tree")
        try:
            return json_line(filled(form.tree, form.layout.written(result)))
        except UsageError as error:
            raise ValueError(str(error)) from None


def _is_known(resource: Mapping[str, Any]) -> bool:
    kind = resource.get("resourceType")
    return isinstance(kind, str) and kind in _KNOWN_TYPES


def _is_odd(entry: object) -> bool:
    """Tell whether an entry of a Bundle is none, or its resource is none."""
    return not isinstance(entry, Mapping) or not isinstance(entry.get("resource", {}), Mapping)


def _people_of(bundle: Mapping[str, Any]) -> People:
    people = People()
    for resource, id in bundled(bundle):
        people.add(resource, resource.get("id"))
        people.add(resource, id)
    return people


def _targets_of(bundle: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    targets = {}
    for resource, uuid in bundled(bundle):
        kind, id = resource.get("resourceType"), resource.get("id")
        if uuid and isinstance(kind, str):
            targets[uuid.lower()] = (kind, id if isinstance(id, str) and ID.fullmatch(id) else uuid)
    return targets


def _code_of(resource: Mapping[str, Any]) -> str:
    """Return the LOINC code of a document's type."""
    concept = resource.get("type") or resource.get("code")
    for coding in objects_of(concept.get("coding")) if isinstance(concept, Mapping) else ():
        code = coding.get("code")
        if coding.get("system") == "http://loinc.org" and isinstance(code, str) and ID.fullmatch(code):
            return code
    return ""


def _date_of(resource: Mapping[str, Any]) -> date | None:
    for name in _DATES:
        value = resource.get(name)
        if isinstance(value, str):
            with suppress(ValueError):
                return date.fromisoformat(value[:10])
    return None
