"""A resource read as the allow-list says: a tree to write, with slots for what is de-identified first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.sources.fhir.allowed import (
    BODY_TYPES,
    OTHER_TYPES,
    PERSON_TYPES,
    PUBLIC_SYSTEMS,
    RESOURCES,
    Codes,
    Field,
    Kind,
    Treatment,
    Value,
)
from palimpseste.sources.fhir.attachments import PdfText, attachment_slot, no_pdf
from palimpseste.sources.fhir.layout import Layout
from palimpseste.sources.fhir.markup import add_markup, check_xml
from palimpseste.sources.fhir.names import parts_of_name
from palimpseste.sources.fhir.people import Known, People, identifier_label, objects_of, record_of_reference
from palimpseste.sources.fhir.pseudonyms import Pseudonyms, target_of_reference
from palimpseste.sources.fhir.slots import DaySlot, MarkupSlot, TextSlot

__all__ = ["ResourceReader"]

_DATE = re.compile(r"(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:T[0-9:.+Z-]{1,40})?")
_CODE = re.compile(r"[A-Za-z0-9._:^/-]{1,40}")
_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Z]{2})?")
_PROFILE = re.compile(r"(https?://|urn:)[!-~]{1,200}")
_PUBLIC_PROFILE = re.compile(r"https?://(?:[a-z0-9-]+\.)*(?:hl7\.org|interopsante\.org|esante\.gouv\.fr)/[!-~]{1,200}")
# The form of the codes of systems that have one; of what is none nobody knows what it says.
_ICD_10 = re.compile(r"[A-Z][0-9]{2}(?:-[A-Z][0-9]{2}|\.?[0-9+*-]{1,6})?")
_FORMS = {
    "http://loinc.org": re.compile(r"(?:[0-9]{1,7}|L[AGP][0-9]{1,7})-[0-9]"),
    "http://snomed.info/sct": re.compile(r"[0-9]{6,18}"),
    "http://hl7.org/fhir/sid/icd-10": _ICD_10,
    "https://smt.esante.gouv.fr/terminologie-cim-10": _ICD_10,
}
# A system whose host ends there is public, not one of a host that goes on: « http://loinc.organisation.example ».
_BEGINS_PUBLIC = re.compile("|".join(re.escape(begin) + r"(?:(?<=[/:.])|(?=[/|]|\Z))" for begin in PUBLIC_SYSTEMS))
_DEEPEST = 50
_LEFT_OUT: Any = object()
_PSEUDONYMIZED = {
    "system": "http://terminology.hl7.org/CodeSystem/v3-ObservationValue",
    "code": "PSEUDED",
    "display": "pseudonymized",
}
# Where a reference does not say what it refers to.
_BODY_FIELDS = frozenset(("custodian", "managingOrganization"))
_TYPES = frozenset(RESOURCES) | OTHER_TYPES | {""}
_CONTENT = frozenset(("contentType", "data", "url", "size", "hash"))
# Fields of FHIR that may be told to be left out; a name of another kind may itself identify.
_TOLD = frozenset(
    (
        *("contained", "display", "extension", "fullUrl", "identifier", "implicitRules", "lastUpdated"),
        *(
            "masterIdentifier",
            "modifierExtension",
            "source",
            "tag",
            "targetIdentifier",
            "versionId",
            "photo",
            "contact",
        ),
        *("contact", "photo", "communication", "generalPractitioner", "link", "maritalStatus", "multipleBirthBoolean"),
    )
)


@dataclass(slots=True, repr=False)
class ResourceReader:
    """Reads the resources of one document into one layout.

    Parameters
    ----------
    people : sequence of People
        Who is known, the nearest first: of the bundle, of the run.
    pseudonyms : Pseudonyms
        For logical identifiers.
    targets : mapping
        Type and identifier of the resources that ``urn:uuid:`` references of a bundle mean, where its resources are
        written one by one.
    left_out : set of str
        Gathers the names of the fields that are not written.
    pdf : callable
        Reads PDF files.
    """

    people: Sequence[People]
    pseudonyms: Pseudonyms
    targets: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)
    pdf: PdfText = no_pdf
    layout: Layout = field(default_factory=Layout)
    patients: dict[str | Patient, Patient] = field(default_factory=dict)
    _known: dict[Known, None] = field(default_factory=dict)
    _type: str = ""

    def read(self, resource: Mapping[str, Any], id: str) -> dict[str, Any]:
        """Return the tree of a resource of a type the allow-list has.

        Raises
        ------
        UsageError
            If a narrative or an attachment cannot be read.
        """
        self._type = str(resource["resourceType"])
        contained = People()
        for inner in objects_of(resource.get("contained")):
            contained.add(inner, inner.get("id"))
        outer, self.people = self.people, (contained, *self.people)
        tree: dict[str, Any] = {"resourceType": self._type}
        if id:
            tree["id"] = self.pseudonyms(id)
        tree["meta"] = self.meta(resource.get("meta"))
        rest = {name: value for name, value in resource.items() if name not in ("resourceType", "id", "meta")}
        tree |= self._object(rest, RESOURCES[self._type], 0)
        self.people = outer
        return tree

    def add_known_names(self) -> None:
        """Add the names of whom the resources refer to, so that the texts are searched for them; none is written."""
        for line, parts in self._known:
            self.layout.separate()
            for start, end, label in parts:
                self.layout.give(start, end, label)
            self.layout.add_apart(line)

    def _object(self, values: Mapping[str, Any], fields: Field, depth: int) -> dict[str, Any]:
        if depth > _DEEPEST:
            raise UsageError("sections nested too deep")
        tree = {}
        for name, value in values.items():
            treatment = fields.get(name)
            part = _LEFT_OUT if treatment is None else self._treated(name, value, treatment, depth)
            if part is _LEFT_OUT:
                self._count(name, is_known=treatment is not None)
            else:
                tree[name] = part
        return tree

    def _count(self, name: str, *, is_known: bool) -> None:
        # A name that FHIR does not have may be a value: it is not told.
        self.left_out.add(f"{self._type}.{name}" if is_known or name in _TOLD else f"unknown fields of {self._type}")

    def _treated(self, name: str, value: object, treatment: Treatment, depth: int) -> Any:
        if isinstance(value, list):
            parts = [self._one(name, item, treatment, depth) for item in value]
            if any(part is _LEFT_OUT for part in parts):
                self._count(name, is_known=True)
            return [part for part in parts if part is not _LEFT_OUT] or _LEFT_OUT
        return self._one(name, value, treatment, depth)

    def _one(self, name: str, value: object, treatment: Treatment, depth: int) -> Any:
        if isinstance(treatment, Mapping):
            return self._object(value, treatment, depth + 1) if isinstance(value, Mapping) else _LEFT_OUT
        if isinstance(treatment, Codes):
            return value if isinstance(value, str) and value in treatment.values else _LEFT_OUT
        if treatment is Kind.BOOLEAN:
            return value if isinstance(value, bool) else _LEFT_OUT
        if isinstance(value, str) and value.strip():
            return self._string(name, value, treatment)
        return self._structure(name, value, treatment) if isinstance(value, Mapping) else _LEFT_OUT

    def _string(self, name: str, value: str, treatment: Value | Kind) -> Any:
        if isinstance(treatment, Value):
            return self._value(value, [(0, len(value), treatment.label)])
        if treatment is Kind.TEXT:
            return TextSlot(self.layout.add_value(value))
        if treatment is Kind.NAME:
            return self._value(value, parts_of_name(value))
        if treatment is Kind.NARRATIVE:
            check_xml(value, frozenset(("div",)))
            return MarkupSlot(add_markup(self.layout, value))
        if treatment in (Kind.DAY, Kind.INSTANT):
            return self._day(
                value, "BIRTHDATE" if name == "birthDate" else "DATE", is_instant=treatment is Kind.INSTANT
            )
        if treatment is Kind.LANGUAGE and _LANGUAGE.fullmatch(value):
            return value
        return _LEFT_OUT

    def _structure(self, name: str, value: Mapping[str, Any], treatment: Value | Kind) -> Any:
        if treatment is Kind.CONCEPT:
            return self._object(value, {"coding": Kind.CODING, "text": Kind.TEXT}, 0) or _LEFT_OUT
        if treatment is Kind.CODING:
            return self._coding(value)
        if treatment is Kind.REFERENCE:
            return self._reference(name, value)
        if treatment is Kind.ATTACHMENT:
            fields = {"language": Kind.LANGUAGE, "title": Kind.TEXT, "creation": Kind.DAY}
            others = {field: said for field, said in value.items() if field not in _CONTENT}
            beside = self._object(others, fields, 0)
            return attachment_slot(value, beside, self.layout, self.pdf)
        if treatment is Kind.IDENTIFIER:
            return self._identifier(value)
        return self._telecom(value) if treatment is Kind.TELECOM else _LEFT_OUT

    def _value(self, value: str, given: Iterable[tuple[int, int, Label]]) -> Any:
        given = list(given)
        return TextSlot(self.layout.add_value(value, given)) if given else _LEFT_OUT

    def _day(self, value: str, label: Label, *, is_instant: bool) -> Any:
        match = _DATE.fullmatch(value)
        if match is None:
            return _LEFT_OUT
        number = self.layout.add_value(match[1], [(0, len(match[1]), label)])
        return DaySlot(number, "T00:00:00Z" if is_instant else "")

    def _coding(self, value: Mapping[str, Any]) -> Any:
        if not _is_public(value):
            return _LEFT_OUT
        tree: dict[str, Any] = {"system": value["system"], "code": value["code"]}
        if isinstance(value.get("display"), str) and value["display"].strip():
            tree["display"] = TextSlot(self.layout.add_value(value["display"]))
        return tree

    def instant(self, value: str) -> Any:
        """Return the slot of an instant; what is no instant is left out."""
        return self._day(value, "DATE", is_instant=True)

    def meta(self, meta: object) -> dict[str, Any]:
        """Return the metadata: profiles of public hosts, public security labels, and that it is pseudonymised."""
        values = meta if isinstance(meta, Mapping) else {}
        given = values.get("profile") or ()
        given = given if isinstance(given, list) else [given]
        profiles = [p for p in given if isinstance(p, str) and _PUBLIC_PROFILE.fullmatch(p)]
        if len(profiles) < len(given):
            self.left_out.add(f"profiles of {self._type}")
        labels = [
            {"system": label["system"], "code": label["code"]}
            for label in objects_of(values.get("security"))
            if _is_public(label) and label.get("code") not in ("ANONYED", "PSEUDED")
        ]
        for name in values.keys() - {"profile", "security"}:
            self._count(name, is_known=False)
        return {**({"profile": profiles} if profiles else {}), "security": [*labels, _PSEUDONYMIZED]}

    def _reference(self, name: str, value: Mapping[str, Any]) -> Any:
        text = value.get("reference")
        target = target_of_reference(text)
        if target is None and isinstance(text, str) and text.startswith("#"):
            target = ("", text[1:])
        elif target and not target[0]:
            target = self.targets.get(target[1].lower(), target)
        tree: dict[str, Any] = {}
        if target and not str(text).startswith("#") and target[0] in _TYPES:
            new = self.pseudonyms(target[1])
            tree["reference"] = f"{target[0]}/{new}" if target[0] else f"urn:uuid:{new}"
        elif text is not None:
            self.left_out.add(f"references of {self._type}")
        kind = (target and target[0]) or value.get("type")
        if isinstance(kind, str) and kind in _TYPES:
            tree |= {"type": kind} if "type" in value else {}
        self._learn(name, value, target)
        display = value.get("display")
        if isinstance(display, str) and display.strip():
            if kind in BODY_TYPES or (not kind and name in _BODY_FIELDS):
                tree["display"] = self._value(display, [(0, len(display), "HOSPITAL")])
            elif kind in PERSON_TYPES or not kind:
                tree["display"] = self._value(display, parts_of_name(display))
        for dropped in value.keys() - tree.keys() - {"reference"}:
            self._count(dropped, is_known=False)
        return {key: part for key, part in tree.items() if part is not _LEFT_OUT} or _LEFT_OUT

    def _learn(self, name: str, value: Mapping[str, Any], target: tuple[str, str] | None) -> None:
        """Remember whom a reference means: the patient the document is about, or somebody it names."""
        if target:
            for people in self.people:
                if known := people.known(target):
                    self._known.update(dict.fromkeys(known))
                    break
        if name != "subject" or (target and target[0] not in ("", "Patient")):
            return
        id = target[1] if target else ""
        record = next((found for people in self.people if target and (found := people.patient(target))), None)
        if record is None:
            record = record_of_reference(value, id)
        elif not (record.patient_id or (record.lastname and (record.firstname or record.birthdate))):
            record = replace(record, patient_id=id)
        if record:
            self.patients.setdefault(record.patient_id or record, record)

    def _identifier(self, value: Mapping[str, Any]) -> Any:
        label, text = identifier_label(value), value.get("value")
        if label == "OTHER_ID" or not isinstance(text, str) or not text.strip():
            return _LEFT_OUT
        tree = self._object({"type": value.get("type")}, {"type": Kind.CONCEPT}, 0) if "type" in value else {}
        if label == "SSN" and "1.2.250.1.213.1.4." in str(value.get("system")):
            tree["system"] = "urn:oid:" + str(value["system"]).removeprefix("urn:oid:")
        return {**tree, "value": self._value(text, [(0, len(text), label)])}

    def _telecom(self, value: Mapping[str, Any]) -> Any:
        labels: dict[str, Label] = {"phone": "PHONE", "fax": "PHONE", "email": "EMAIL"}
        system, text = value.get("system"), value.get("value")
        if not isinstance(system, str) or system not in labels or not isinstance(text, str) or not text.strip():
            return _LEFT_OUT
        return {"system": system, "value": self._value(text, [(0, len(text), labels[system])])}


def _is_public(coding: Mapping[str, Any]) -> bool:
    system, code = coding.get("system"), coding.get("code")
    return (
        isinstance(system, str)
        and isinstance(code, str)
        and _BEGINS_PUBLIC.match(system) is not None
        and _PROFILE.fullmatch(system) is not None
        and _FORMS.get(system, _CODE).fullmatch(code) is not None
    )
