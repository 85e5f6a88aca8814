"""Resources: what of them is written, what is left out, and whom they are about."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest
from exports import PATIENT, PRACTITIONER, encoded, narrative, reference, report

from palimpseste.document import Patient
from palimpseste.errors import UsageError
from palimpseste.folding import fold_name
from palimpseste.sources.fhir.people import record_of_patient
from palimpseste.sources.fhir.resource import ResourceReader

CANARIES = ("querville", "zamboukas", "mireille", "kervelladec", "8004312557", "280037512345606", "pat-1", "prac-1")
SUBJECT = {"reference": "Patient/pat-1", "display": "QUERVILLE Mireille"}
AUTHOR = {"reference": "Practitioner/prac-1", "display": "Dr Sophie KERVELLADEC"}


def text_of(attachment) -> str:
    return base64.b64decode(attachment["data"]).decode("utf-8")


def test_a_patient_is_a_record():
    assert record_of_patient(PATIENT) == Patient(
        lastname="ZAMBOUKAS",
        birth_lastname="QUERVILLE",
        firstname="Mireille",
        birthdate="1980-03-12",
        address="12 rue des Lilas",
        zip="35000",
        city="Rennes",
        phone="06 12 34 56 78",
        email="mq@orange.fr",
        ssn="280037512345606",
        patient_id="8004312557",
    )


@pytest.mark.parametrize(
    ("names", "lastname", "birth_lastname"),
    [
        ([{"use": "official", "family": "A"}], "A", ""),
        ([{"use": "official", "family": "A"}, {"use": "maiden", "family": "B"}], "A", "B"),
        ([{"use": "usual", "family": "A"}, {"use": "official", "family": "B"}], "A", "B"),
        ([{"family": "A"}], "A", ""),
        ([{"text": "Paul DURAND"}], "DURAND", ""),
        ([], "", ""),
    ],
)
def test_names_of_a_patient_are_told_by_their_use(names, lastname, birth_lastname):
    record = record_of_patient({"resourceType": "Patient", "name": names})
    assert (record.lastname, record.birth_lastname) == (lastname, birth_lastname)


@pytest.mark.parametrize("policy", ["plausible", "tag", "mask"])
def test_nothing_that_identifies_is_left(export, policy):
    note = "Mme Mireille QUERVILLE-ZAMBOUKAS, IPP 8004312557, NIR 2 80 03 75 123 456 06. Vue par Kervelladec."
    lines = [
        PATIENT,
        PRACTITIONER,
        reference(
            {"contentType": "text/plain", "data": encoded(note), "title": "Mme QUERVILLE", "creation": "2024-05-12"},
            identifier=[{"system": "urn:pat-1", "value": "8004312557"}],
            masterIdentifier={"value": "8004312557"},
            extension=[{"url": "http://x", "valueString": "QUERVILLE"}],
            contained=[{"resourceType": "Patient", "id": "pat-1", "name": [{"family": "QUERVILLE"}]}],
            description="Mme Querville",
            author=[AUTHOR],
            authenticator=AUTHOR,
            custodian={"display": "CHU de Rennes", "identifier": {"value": "8004312557"}},
            date="2024-05-12T10:30:00+02:00",
            context={"sourcePatientInfo": SUBJECT, "period": {"start": "2024-05-01", "end": "2024-05-12"}},
            QUERVILLE="x",
            status="querville",
            language="querville",
        ),
        report(
            meta={"source": "querville", "tag": [{"code": "pat-1"}], "profile": ["http://hl7.org/fhir/x"]},
            code={"coding": [{"system": "urn:querville", "code": "querville"}], "text": "IRM"},
            conclusion=note,
            performer=[AUTHOR],
            presentedForm=[{"contentType": "text/html", "data": encoded(f"<p>{note}<!--querville--></p>")}],
        ),
        {
            "resourceType": "Composition",
            "id": "c1",
            "title": "Mme QUERVILLE",
            "subject": SUBJECT,
            "author": [AUTHOR],
            "date": "2024-05-12",
            "text": narrative(f"<p title='QUERVILLE' id='querville'>{note}</p>"),
            "section": [{"title": "A", "section": [{"title": "Querville", "text": narrative(f"<i>{note}</i>")}]}],
        },
    ]  # fmt: skip
    resources, reasons = export(*lines, policy=policy, kept=("Patient",))
    assert reasons == []
    assert [r["resourceType"] for r in resources] == ["Patient", "DocumentReference", "DiagnosticReport", "Composition"]
    for resource in resources:
        written = json.dumps(resource)
        for data in re.findall(r'"data": "([^"]*)"', written):
            written += base64.b64decode(data).decode("utf-8")
        found = [canary for canary in CANARIES if canary in written.lower()]
        assert found == [], resource["resourceType"]
        assert {"PSEUDED"} == {label["code"] for label in resource["meta"]["security"]}
    assert not any("querville" in name.lower() for name in export.source.dropped())


def test_all_names_of_a_patient_who_is_there_twice_are_looked_for(export):
    married = PATIENT | {"name": [{"use": "official", "family": "CANARIDA", "given": ["Mireille"]}]}
    data = encoded("Vu querville, puis canarida.")
    note = reference({"contentType": "text/plain", "data": data}, subject={"reference": "Patient/pat-1"})
    for order in ([PATIENT, note, married], [married, note, PATIENT]):
        for lines in (order, [{"resourceType": "Bundle", "entry": [{"resource": each} for each in order]}]):
            (document,), _ = export(*lines)
            text = text_of(document["content"][0]["attachment"]).lower()
            assert [name for name in ("querville", "canarida") if name in text] == []


@pytest.mark.parametrize("profile", [5, True, "querville", [["querville"]]])
def test_metadata_of_a_wrong_type_are_left_out(export, profile):
    (document,), reasons = export(report(meta={"profile": profile}, conclusion="Vu ce jour."))
    assert (reasons, "profile" in document["meta"]) == ([], False)


def test_a_resource_that_nobody_foresaw_hides_none_behind_it(export, monkeypatch):
    read = ResourceReader.read

    def fails(reader, resource, id):
        if id == "r2":
            raise TypeError("querville")
        return read(reader, resource, id)

    monkeypatch.setattr(ResourceReader, "read", fails)
    entries = [{"resource": report(id=id, conclusion="Vu ce jour.")} for id in ("r1", "r2", "r3")]
    resources, reasons = export({"resourceType": "Bundle", "entry": entries})
    assert (len(resources), reasons) == (2, ["a resource that cannot be read (TypeError)"])


def test_names_agree_over_the_fields_and_texts_of_a_patient(export):
    data = encoded("Mme Querville a été vue par le Dr Kervelladec.")
    (patient, document, conclusion), _ = export(
        PATIENT,
        PRACTITIONER,
        reference({"contentType": "text/plain", "data": data}, subject=SUBJECT, author=[AUTHOR]),
        report(conclusion="Mme Querville va bien."),
        kept=("Patient",),
    )
    family = patient["name"][0]["family"]
    assert document["subject"]["display"].split()[0] == family
    # Capitals are written without accents, as the field is.
    assert fold_name(conclusion["conclusion"]) == fold_name(f"Mme {family} va bien.")
    doctor = document["author"][0]["display"].split()[-1]
    text = text_of(document["content"][0]["attachment"])
    assert fold_name(text) == fold_name(f"Mme {family} a été vue par le Dr {doctor}.")


def test_a_name_known_from_a_reference_alone_is_found_in_the_text(export):
    (result,), _ = export(
        PRACTITIONER, report(conclusion="Avis : kervelladec.", performer=[{"reference": AUTHOR["reference"]}])
    )
    assert "kervelladec" not in result["conclusion"].lower()
    assert result["conclusion"].startswith("Avis : ")


def test_references_resolve_and_identifiers_keep_their_kind(export):
    uuid = "0F5A4B1E-1111-4222-8333-444455556666"
    patient = {**PATIENT, "id": uuid}
    subject = {"reference": f"https://chu.example/fhir/Patient/{uuid}/_history/2", "type": "Patient"}
    (written, first, second), _ = export(
        patient,
        report(subject=subject),
        report("r2", subject={"reference": f"Patient/{uuid.lower()}"}),
        kept=("Patient",),
    )
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", written["id"])
    assert written["id"] != uuid.lower()
    assert first["subject"] == {"reference": f"Patient/{written['id']}", "type": "Patient"}
    assert second["subject"] == {"reference": f"Patient/{written['id']}"}
    assert re.fullmatch(r"[a-z2-7]{26}", first["id"])
    assert first["id"] != second["id"]


def test_an_attachment_keeps_its_charset_and_says_its_new_size_and_digest(export):
    content = "Née le 12/03/1980, Mme Querville dîne.\r\n".encode("cp1252")
    (result,), _ = export(
        PATIENT,
        reference({"contentType": "text/plain;charset=Windows-1252", "data": encoded(content), "size": 1, "hash": ""}),
    )
    attachment = result["content"][0]["attachment"]
    new = base64.b64decode(attachment["data"])
    assert attachment["contentType"] == "text/plain; charset=windows-1252"
    assert new.decode("cp1252").startswith("Née le ")
    assert new.endswith("dîne.\r\n".encode("cp1252"))
    assert b"Querville" not in new
    assert attachment["size"] == len(new)
    assert base64.b64decode(attachment["hash"]) == hashlib.sha1(new).digest()


def test_dates_move_together_and_those_that_are_masked_say_so(export):
    dated = report(
        effectivePeriod={"start": "2024-05-01", "end": "2024-05-11T10:00:00Z"}, issued="2024-05-12T08:00:00Z"
    )
    (moved,), _ = export(PATIENT, dated)
    days = [int(d[8:10]) for d in (moved["effectivePeriod"]["start"], moved["effectivePeriod"]["end"])]
    assert moved["issued"].endswith("T00:00:00Z")
    assert (days[1] - days[0]) % 30 in (9, 10, 11)
    assert moved["effectivePeriod"]["start"] != "2024-05-01"
    (masked,), _ = export(PATIENT, dated, policy="tag")
    assert "issued" not in masked
    assert masked["_issued"]["extension"][0]["valueCode"] == "masked"


def test_a_bundle_of_type_document_stays_one(export):
    urn = "urn:uuid:0f5a4b1e-1111-4222-8333-444455556666"
    composition = {
        "resourceType": "Composition",
        "id": "c1",
        "subject": {"reference": urn},
        "text": narrative("Mme <b>QUER</b>VILLE"),
    }
    entries = [
        {"fullUrl": "http://chu.fr/fhir/Composition/c1", "resource": composition},
        {"fullUrl": urn, "resource": PATIENT},
    ]
    bundle = {
        "resourceType": "Bundle",
        "id": "b",
        "type": "document",
        "timestamp": "2024-05-12T08:00:00Z",
        "entry": entries,
    }
    (result,), _ = export(bundle, kept=("Patient",))
    new, patient = (entry["resource"] for entry in result["entry"])
    assert result["type"] == "document"
    assert result["entry"][1]["fullUrl"] == new["subject"]["reference"] != urn
    assert new["text"]["div"].endswith(f">Mme <b>{patient['name'][0]['family']}</b></div>")


def test_the_resources_of_another_bundle_are_written_one_a_line(export):
    urn = "urn:uuid:0f5a4b1e-1111-4222-8333-444455556666"
    inner = report(conclusion="Mme Querville va bien.", subject={"reference": urn})
    bundle = {
        "resourceType": "Bundle",
        "type": "searchset",
        "entry": [{"resource": inner}, {"fullUrl": urn, "resource": PATIENT}],
    }
    (result, patient), _ = export(bundle, kept=("Patient",))
    assert result["subject"]["reference"] == f"Patient/{patient['id']}"
    assert "Querville" not in result["conclusion"]


def test_resources_of_other_types_are_left_out_and_told(export):
    resources, reasons = export(PATIENT, {"resourceType": "Observation", "id": "o"}, report())
    assert [r["resourceType"] for r in resources] == ["DiagnosticReport"]
    assert reasons == []
    assert set(export.source.dropped()) >= {"Observation resources", "Patient resources"}


def test_a_contained_patient_is_a_record(export):
    contained = [{"resourceType": "Patient", "id": "p", "name": [{"family": "Wxyzville"}]}]
    (result,), _ = export(report(contained=contained, subject={"reference": "#p"}, conclusion="Pour Wxyzville, rien."))
    assert "Wxyzville" not in json.dumps(result)
    assert "subject" not in result


GOOD = report("good", conclusion="Mme Querville va bien.")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(b'{"resourceType": "DiagnosticReport", ', "not JSON", id="broken JSON"),
        pytest.param(b'"DiagnosticReport"', "one JSON object", id="no object"),
        pytest.param(b"\xff\xfe{}", "not UTF-8", id="no UTF-8"),
        pytest.param(b'{"a":' * 60_000, "not JSON", id="deep JSON"),
        pytest.param({"id": "x"}, "no FHIR R4 resource", id="no type"),
        pytest.param({"resourceType": "Querville"}, "no FHIR R4 resource", id="an unknown type"),
        pytest.param({"resourceType": ["Patient"]}, "no FHIR R4 resource", id="a type that is a list"),
        pytest.param(report("a/b"), "an id", id="an id with a slash"),
        pytest.param(report("x" * 65), "an id", id="a long id"),
        pytest.param(reference({"contentType": "text/plain", "data": "@@@"}), "not base64", id="no base64"),
        pytest.param(reference({"contentType": "text/plain", "data": 5}), "base64", id="data that are a number"),
        pytest.param(reference({"data": encoded("x")}), "without a content type", id="no content type"),
        pytest.param(
            reference({"contentType": "text/plain; charset=klingon", "data": encoded("x")}), "charset", id="charset"
        ),
        pytest.param(
            reference({"contentType": "text/plain; charset=zlib", "data": encoded("x")}), "charset", id="a codec"
        ),
        pytest.param(
            reference({"contentType": "text/plain; charset=utf-8", "data": encoded(b"\xff\xff")}), "charset", id="bytes"
        ),
        pytest.param(reference({"contentType": "image/png", "data": encoded("x")}), "content type", id="an image"),
        pytest.param(
            reference({"contentType": "text/plain", "data": encoded(b"\x1f\x8b\x08")}), "gzip", id="gzip as text"
        ),
        pytest.param(reference({"contentType": "text/plain", "data": encoded(b"Un mot.\0b")}), "NUL", id="NUL"),
        pytest.param(reference({"contentType": "text/plain", "url": "http://x/1"}), "not fetched", id="elsewhere"),
        pytest.param(
            reference({"contentType": "application/pdf", "data": encoded(b"%PDF-1.4 broken")}), "PDF", id="PDF"
        ),
        pytest.param(
            reference({"contentType": "application/xhtml+xml", "data": encoded("<html>")}), "well-formed", id="XHTML"
        ),
        pytest.param(reference({"contentType": "text/html", "data": encoded("a <b")}), "not closed", id="bad HTML"),
        pytest.param(report(text={"status": "generated", "div": "<div>"}), "well-formed", id="bad narrative"),
        pytest.param(
            report(text={"status": "generated", "div": '<!DOCTYPE d [<!ENTITY a "b">]><div>&a;</div>'}),
            "entities",
            id="a bomb",
        ),
        pytest.param({"resourceType": "Bundle", "entry": "x"}, "no list", id="a bundle without list"),
        pytest.param(
            {
                "resourceType": "Bundle",
                "type": "document",
                "entry": [{"resource": report(subject={"reference": f"Patient/{i}0000"})} for i in range(2)],
            },
            "several patients",
            id="a document about two patients",
        ),
    ],
)  # fmt: skip
def test_a_hostile_line_is_refused_and_the_others_are_done(export, line, reason):
    resources, reasons = export(PATIENT, GOOD, line, {**GOOD, "id": "good2"})
    assert [r["resourceType"] for r in resources] == ["DiagnosticReport"] * 2
    (found,) = reasons
    assert reason in found
    assert "uerville" not in found


def test_one_failing_attachment_refuses_the_whole_resource(export):
    good, bad = {"contentType": "text/plain", "data": encoded("a")}, {"contentType": "text/plain", "data": "@"}
    resources, reasons = export(report(presentedForm=[good, bad]), GOOD)
    assert len(resources) == len(reasons) == 1


def test_sections_nested_too_deep_are_refused(export):
    section: dict = {"title": "a"}
    for _ in range(80):
        section = {"section": [section]}
    assert export({"resourceType": "Composition", "id": "c", "section": [section]}) == (
        [],
        ["sections nested too deep"],
    )


def test_wrong_kinds_of_values_are_left_out(export):
    odd = report(
        status=5, code="x", subject=[[]], conclusion=["a", 3], issued={}, text=[], performer="x", presentedForm=3
    )
    (result,), _ = export(odd)
    assert set(result) == {"resourceType", "id", "meta", "conclusion"}


def test_of_resources_only_patients_can_be_kept(export):
    export(GOOD, kept=("zorglub",))
    with pytest.raises(UsageError, match="only 'Patient'"):
        export.source.check()


def test_of_profiles_only_those_of_public_hosts_are_kept(export):
    kept = ["http://hl7.org/fhir/x", "https://interop.esante.gouv.fr/ig/y", "http://interopsante.org/fhir/z"]
    others = [
        "http://chu-querville.fr/fhir/x",
        "https://nothl7.org/x",
        "http://hl7.org.querville.fr/x",
        "urn:querville",
    ]
    ((resource,), reasons) = export(report(meta={"profile": [*kept, *others]}))
    assert (reasons, resource["meta"]["profile"]) == ([], kept)
    assert "profiles of DiagnosticReport" in export.source.dropped()


@pytest.mark.parametrize(
    ("system", "code", "is_kept"),
    [
        ("http://loinc.org", "11502-2", True),
        ("http://loinc.org", "querville", False),
        ("http://loinc.organisation.querville.fr", "11502-2", False),
        ("http://snomed.info/sct/900000000000207008", "73211009", True),
        ("urn:oid:2.16.840.1.113883.6.1", "11502-2", True),
        ("http://snomed.info/sct", "73211009", True),
        ("http://snomed.info/sct", "Querville", False),
        ("http://hl7.org/fhir/sid/icd-10", "E11.9", True),
        ("http://hl7.org/fhir/sid/icd-10", "A00-A09", True),
        ("http://hl7.org/fhir/sid/icd-10", "QUERVILLE", False),
    ],
)
def test_a_code_that_has_not_the_form_of_its_system_is_left_out(export, system, code, is_kept):
    ((resource,), reasons) = export(report(code={"coding": [{"system": system, "code": code}], "text": "IRM"}))
    assert reasons == []
    assert ("coding" in resource["code"]) is is_kept
