"""Resources to make exports of, and what becomes of their lines."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from palimpseste import Deidentifier
from palimpseste.errors import DocumentError
from palimpseste.sources import Columns, listed_inputs, open_sources
from palimpseste.surrogates.keys import CohortKey

KEY = CohortKey(bytes(range(32)))


def encoded(text: str | bytes, charset: str = "utf-8") -> str:
    return base64.b64encode(text if isinstance(text, bytes) else text.encode(charset)).decode("ascii")


def narrative(inner: str) -> dict[str, str]:
    return {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{inner}</div>'}


PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "pat-1",
    "identifier": [
        {"system": "urn:oid:1.2.250.1.213.1.4.8", "value": "280037512345606"},
        {
            "type": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "PI"}]},
            "system": "urn:oid:1.2.250.1.999.1",
            "value": "8004312557",
        },
    ],
    "name": [
        {"use": "official", "family": "QUERVILLE", "given": ["Mireille"]},
        {"use": "usual", "family": "ZAMBOUKAS"},
    ],
    "birthDate": "1980-03-12",
    "telecom": [{"system": "phone", "value": "06 12 34 56 78"}, {"system": "email", "value": "mq@orange.fr"}],
    "address": [{"line": ["12 rue des Lilas"], "postalCode": "35000", "city": "Rennes"}],
}
PRACTITIONER: dict[str, Any] = {
    "resourceType": "Practitioner",
    "id": "prac-1",
    "name": [{"family": "KERVELLADEC", "given": ["Sophie"], "prefix": ["Dr"]}],
}


def report(id: str = "r1", **fields: Any) -> dict[str, Any]:
    return {
        "resourceType": "DiagnosticReport",
        "id": id,
        "status": "final",
        "subject": {"reference": "Patient/pat-1"},
        **fields,
    }


def reference(attachment: dict[str, Any], id: str = "d1", **fields: Any) -> dict[str, Any]:
    return {
        "resourceType": "DocumentReference",
        "id": id,
        "status": "current",
        "subject": {"reference": "Patient/pat-1"},
        "content": [{"attachment": attachment}],
        **fields,
    }


class Export:
    """Lines of a file, and what becomes of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.deidentifiers: dict[str, Deidentifier] = {}

    def __call__(
        self, *lines: Any, policy: str = "plausible", kept: tuple[str, ...] = ()
    ) -> tuple[list[dict[str, Any]], list[str]]:
        """Return the resources written and the reasons why others were not."""
        path = self.folder / "export.ndjson"
        written = [line if isinstance(line, bytes) else json.dumps(line).encode("ascii") for line in lines]
        path.write_bytes(b"\n".join(written))
        (self.source,) = open_sources(listed_inputs([path]), Columns(kept=kept), key=KEY)
        deidentify = self.deidentifiers.setdefault(
            policy, Deidentifier.default(key=KEY, policy=policy, detectors=("rules", "record"))
        )
        resources, reasons = [], []
        for entry in self.source.entries():
            try:
                if entry.document is None:
                    raise DocumentError(entry.id, entry.reason)
                resources.append(json.loads(self.source.written(entry, deidentify(entry.document))))
            except DocumentError as error:
                reasons.append(error.reason)
        return resources, reasons
