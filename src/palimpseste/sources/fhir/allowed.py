"""What of each resource is written, and how: the only place that says so.

A field that is not named here is left out and counted. FHIR R4 (4.0.1): https://hl7.org/fhir/R4/
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Union

from palimpseste.detection.lexicon import word_list
from palimpseste.labels import Label

__all__ = [
    "BODY_TYPES",
    "OTHER_TYPES",
    "PERSON_TYPES",
    "PUBLIC_SYSTEMS",
    "RESOURCES",
    "WRITTEN_TYPES",
    "Codes",
    "Field",
    "Kind",
    "Treatment",
    "Value",
]


class Kind(Enum):
    """How a field is treated."""

    META = auto()  # profiles of public hosts kept, security labels set
    NARRATIVE = auto()  # XHTML, de-identified
    TEXT = auto()  # a string, de-identified
    ATTACHMENT = auto()  # decoded, de-identified, encoded
    DAY = auto()  # a date of any precision; its time is left out
    INSTANT = auto()  # a date whose time FHIR requires: midnight
    CONCEPT = auto()  # codings of public systems, and text
    CODING = auto()
    REFERENCE = auto()  # a keyed identifier; the display of a person or body is a value
    LANGUAGE = auto()
    BOOLEAN = auto()
    IDENTIFIER = auto()  # of a patient, by its national system
    TELECOM = auto()
    NAME = auto()  # one line, names of a person


@dataclass(frozen=True, slots=True)
class Codes:
    """A code of a closed set."""

    values: frozenset[str]


@dataclass(frozen=True, slots=True)
class Value:
    """A string that is a value of a label."""

    label: Label


# A union of a forward reference, which the bar cannot write in Python 3.10.
Treatment = Union[Kind, Codes, Value, Mapping[str, "Treatment"]]  # noqa: UP007 # the line above
Field = Mapping[str, Treatment]


def _codes(values: str) -> Codes:
    return Codes(frozenset(values.split()))


_PERIOD: Field = {"start": Kind.DAY, "end": Kind.DAY}
_COMMON: Field = {
    "meta": Kind.META,
    "language": Kind.LANGUAGE,
    "text": {"status": _codes("generated extensions additional empty"), "div": Kind.NARRATIVE},
}

_DOCUMENT_REFERENCE: Field = {
    **_COMMON,
    "status": _codes("current superseded entered-in-error"),
    "docStatus": _codes("preliminary final amended entered-in-error"),
    "type": Kind.CONCEPT,
    "category": Kind.CONCEPT,
    "subject": Kind.REFERENCE,
    "date": Kind.INSTANT,
    "author": Kind.REFERENCE,
    "authenticator": Kind.REFERENCE,
    "custodian": Kind.REFERENCE,
    "relatesTo": {"code": _codes("replaces transforms signs appends"), "target": Kind.REFERENCE},
    "description": Kind.TEXT,
    "securityLabel": Kind.CONCEPT,
    "content": {"attachment": Kind.ATTACHMENT, "format": Kind.CODING},
    "context": {
        "encounter": Kind.REFERENCE,
        "event": Kind.CONCEPT,
        "period": _PERIOD,
        "facilityType": Kind.CONCEPT,
        "practiceSetting": Kind.CONCEPT,
        "sourcePatientInfo": Kind.REFERENCE,
        "related": Kind.REFERENCE,
    },
}

_DIAGNOSTIC_REPORT: Field = {
    **_COMMON,
    "basedOn": Kind.REFERENCE,
    "status": _codes(
        "registered partial preliminary final amended corrected appended cancelled entered-in-error unknown"
    ),
    "category": Kind.CONCEPT,
    "code": Kind.CONCEPT,
    "subject": Kind.REFERENCE,
    "encounter": Kind.REFERENCE,
    "effectiveDateTime": Kind.DAY,
    "effectivePeriod": _PERIOD,
    "issued": Kind.INSTANT,
    "performer": Kind.REFERENCE,
    "resultsInterpreter": Kind.REFERENCE,
    "specimen": Kind.REFERENCE,
    "result": Kind.REFERENCE,
    "imagingStudy": Kind.REFERENCE,
    "media": {"comment": Kind.TEXT, "link": Kind.REFERENCE},
    "conclusion": Kind.TEXT,
    "conclusionCode": Kind.CONCEPT,
    "presentedForm": Kind.ATTACHMENT,
}

_SECTION: dict[str, Treatment] = {
    "title": Kind.TEXT,
    "code": Kind.CONCEPT,
    "author": Kind.REFERENCE,
    "focus": Kind.REFERENCE,
    "text": _COMMON["text"],
    "mode": _codes("working snapshot changes"),
    "orderedBy": Kind.CONCEPT,
    "entry": Kind.REFERENCE,
    "emptyReason": Kind.CONCEPT,
}
_SECTION["section"] = _SECTION

_COMPOSITION: Field = {
    **_COMMON,
    "status": _codes("preliminary final amended entered-in-error"),
    "type": Kind.CONCEPT,
    "category": Kind.CONCEPT,
    "subject": Kind.REFERENCE,
    "encounter": Kind.REFERENCE,
    "date": Kind.DAY,
    "author": Kind.REFERENCE,
    "title": Kind.TEXT,
    "confidentiality": _codes("U L M N R V"),
    "attester": {
        "mode": _codes("personal professional legal official"),
        "time": Kind.DAY,
        "party": Kind.REFERENCE,
    },
    "custodian": Kind.REFERENCE,
    "relatesTo": {"code": _codes("replaces transforms signs appends"), "targetReference": Kind.REFERENCE},
    "event": {"code": Kind.CONCEPT, "period": _PERIOD, "detail": Kind.REFERENCE},
    "section": _SECTION,
}

_PATIENT: Field = {
    **_COMMON,
    "identifier": Kind.IDENTIFIER,
    "active": Kind.BOOLEAN,
    "name": {
        "use": _codes("usual official temp nickname anonymous old maiden"),
        "text": Kind.NAME,
        "family": Value("LASTNAME"),
        "given": Value("FIRSTNAME"),
    },
    "telecom": Kind.TELECOM,
    "gender": _codes("male female other unknown"),
    "birthDate": Kind.DAY,
    "deceasedBoolean": Kind.BOOLEAN,
    "deceasedDateTime": Kind.DAY,
    "address": {
        "use": _codes("home work temp old billing"),
        "type": _codes("postal physical both"),
        "line": Value("ADDRESS"),
        "city": Value("CITY"),
        "postalCode": Value("ZIP"),
    },
    "managingOrganization": Kind.REFERENCE,
}

RESOURCES: Mapping[str, Field] = {
    "DocumentReference": _DOCUMENT_REFERENCE,
    "DiagnosticReport": _DIAGNOSTIC_REPORT,
    "Composition": _COMPOSITION,
    "Patient": _PATIENT,
}
WRITTEN_TYPES = frozenset(("DocumentReference", "DiagnosticReport", "Composition"))
PERSON_TYPES = frozenset(("Patient", "Practitioner", "PractitionerRole", "RelatedPerson", "Person"))
BODY_TYPES = frozenset(("Organization", "Location", "HealthcareService", "CareTeam"))
OTHER_TYPES = frozenset(word_list("fhir/other_types.txt")) - WRITTEN_TYPES
PUBLIC_SYSTEMS = tuple(word_list("fhir/public_systems.txt"))
