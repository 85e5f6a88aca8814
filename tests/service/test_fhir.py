"""FHIR's operation: a bundle in, the same de-identified out, and never a word of what cannot be read."""

from __future__ import annotations

import base64
import json

import pytest

PATIENT = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"use": "official", "family": "QVISTGAARD", "given": ["Zéphyrine"]}],
    "birthDate": "1950-03-12",
}


def letter(id="d1", text="Mme Qvistgaard Zéphyrine, née le 12/03/1950, va bien.", kind="text/plain"):
    data = base64.b64encode(text.encode()).decode()
    return {
        "resourceType": "DocumentReference",
        "id": id,
        "status": "current",
        "subject": {"reference": "Patient/p1"},
        "content": [{"attachment": {"contentType": kind, "data": data}}],
    }


def bundle(*resources, type="collection"):
    return {"resourceType": "Bundle", "type": type, "entry": [{"resource": each} for each in resources]}


def asked(service, sent, **options):
    content = sent if isinstance(sent, bytes) else json.dumps(sent, indent=1).encode()
    headers = {"content-type": "application/fhir+json"}
    with service.client(options.get("user", "ward")) as client:
        return client.post("/fhir/$de-identify", content=content, headers=headers)


def text_of(resource):
    return base64.b64decode(resource["content"][0]["attachment"]["data"]).decode()


def test_a_resource_comes_back_as_one(service):
    answer = asked(service, letter())
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/fhir+json")
    resource = answer.json()
    assert resource["resourceType"] == "DocumentReference"
    assert resource["meta"]["security"][0]["code"] == "PSEUDED"
    assert "va bien" in text_of(resource)
    for word in ("Qvistgaard", "Zéphyrine", "12/03/1950", "d1", "p1"):
        assert word not in answer.text + text_of(resource)


def test_a_bundle_comes_back_with_what_is_not_written_said(service):
    answer = asked(service, bundle(PATIENT, letter(), letter("d2", "Vu.", "image/png"), letter("d3")))
    assert answer.status_code == 200
    told = [entry["resource"] for entry in answer.json()["entry"]]
    assert [each["resourceType"] for each in told] == ["DocumentReference", "DocumentReference", "OperationOutcome"]
    assert told[0]["id"] != told[1]["id"]
    assert told[0]["subject"]["reference"] == told[1]["subject"]["reference"]
    said = [issue["diagnostics"] for issue in told[2]["issue"]]
    assert sum(each.startswith("not written: ") for each in said) == 1
    assert "left out: Patient resources" in said
    assert "Qvistgaard" not in answer.text.title()
    assert all("Qvistgaard" not in text_of(each) for each in told[:2])


def test_a_bundle_that_is_a_document_comes_back_as_one(service):
    composition = {
        "resourceType": "Composition",
        "id": "c1",
        "status": "final",
        "type": {"coding": [{"system": "http://loinc.org", "code": "34105-7"}]},
        "subject": {"reference": "Patient/p1"},
        "title": "Lettre de Mme Qvistgaard",
    }
    answer = asked(service, bundle(composition, PATIENT, type="document"))
    assert answer.status_code == 200
    assert answer.json()["type"] == "document"
    assert "Qvistgaard" not in answer.text


def test_one_patient_has_the_same_pseudonym_in_every_request_and_another_none_of_them(service):
    one, other = (asked(service, letter(id)).json() for id in ("d1", "d9"))
    assert one["subject"] == other["subject"]
    assert one["id"] != other["id"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"{", ""),
        (b"[]", ""),
        (b"\xff\xfe", "not UTF-8"),
        ({"resourceType": "Qvistgaard"}, "no FHIR R4 resource"),
        ({"resourceType": "Observation", "id": "o"}, "no resource of a type that is written"),
        (letter(kind="image/png"), "not written"),
        (letter(id="Qvistgaard é"), "an id that FHIR does not allow"),
        (bundle({"resourceType": ["Qvistgaard"]}), ""),
        (b'{"resourceType": "Composition", "section": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", ""),
        (PATIENT, "no resource of a type that is written"),
    ],
)
def test_what_cannot_be_read_is_refused_without_a_word_of_it(service, sent, said):
    answer = asked(service, sent)
    assert answer.status_code == 422
    assert said in answer.text
    assert "vistgaard" not in answer.text
    if said != "not UTF-8":
        assert answer.json()["resourceType"] == "OperationOutcome"
        assert answer.json()["issue"][0]["severity"] == "error"


def test_a_birth_that_cannot_be_read_is_told_and_not_quoted(service):
    answer = asked(service, bundle({**PATIENT, "birthDate": "Qvistgaard"}, letter()))
    assert answer.status_code == 422
    assert "not written: a date of birth that cannot be read" in answer.text
    assert "vistgaard" not in answer.text


def test_the_role_is_needed_and_the_log_counts(service):
    assert asked(service, letter(), user="reader").status_code == 403
    lines = service.folder.audit.read_text().splitlines()
    last = next(json.loads(line) for line in reversed(lines) if "de-identify" in line)
    assert "Qvist" not in json.dumps(last)
    with service.client() as client:
        assert "/fhir/$de-identify" in client.get("/openapi.json").text
        assert "$de-identify" in client.get("/docs").text
