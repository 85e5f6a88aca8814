"""Results that too few people fit say less, or are refused; those that many fit stay as they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.document import Document, Patient
from palimpseste.engines.coarser import Coarser
from palimpseste.engines.least_k import AtLeastK
from palimpseste.engines.task import Deidentification
from palimpseste.errors import DocumentError
from palimpseste.labels import Label
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.replacer import Replacer

KEY = CohortKey(b"k" * 32)
RULES = DetectorChoice(("rules", "record"))
PATIENT = Patient(lastname="DURAND", firstname="Lucie", birthdate="1954-03-12", city="Beaune")
TEXT = (
    "Mme Lucie DURAND, née le 12/03/1954, domiciliée à Beaune. Hospitalisée du 02/03/2021 au 09/03/2021 "
    "au CHU de Dijon."
)


def made(policy: str, k: int) -> AtLeastK:
    task = Deidentification(KEY.to_bytes(), Policy.named(policy).to_mapping(), RULES, least_k=k)
    process = task.make()
    assert isinstance(process, AtLeastK)
    return process


def plain(policy: str, document: Document) -> str:
    return Deidentifier.default(key=KEY, policy=policy, detectors=RULES)(document).text


def test_a_result_that_many_fit_is_the_same_as_without() -> None:
    document = Document("n1", TEXT, patient=PATIENT)
    for policy in ("tag", "dp"):
        assert made(policy, 2)(document).text == plain(policy, document)


def test_what_makes_a_patient_alone_is_left_out_until_enough_fit() -> None:
    keep = Policy.named("plausible").to_mapping()
    keep["labels"] = {**keep["labels"], **dict.fromkeys(("CITY", "ZIP", "DATE", "BIRTHDATE", "HOSPITAL"), "keep")}
    task = Deidentification(KEY.to_bytes(), keep, RULES)
    deidentifier = task.deidentifier()
    document = Document("n1", TEXT, patient=PATIENT)
    few, many = (AtLeastK(deidentifier, k, KEY, Policy.from_mapping(keep))(document).text for k in (5, 10_000_000))
    assert "1954" in deidentifier(document).text
    # A woman of that birthday and age is one of a thousand in France, and nearly alone in Beaune.
    assert "12/03/1954" in few
    assert "à Côte-d'Or" in few
    assert few.count("[") < many.count("[")
    for value in ("1954", "Beaune", "2021", "Dijon"):
        assert value not in many


def test_what_no_label_can_hide_goes_to_the_quarantine_and_stops_no_other() -> None:
    rare = Document("n2", "Patiente hospitalisée. Codes E84.0, Q87.1, G71.0. Profession : notaire.")
    process = made("tag", 11)
    with pytest.raises(DocumentError, match="fewer than 11 people") as error:
        process(rare)
    assert "E84" not in str(error.value)
    good, refused = process.many([Document("n1", TEXT, patient=PATIENT), rare])
    assert not isinstance(good, DocumentError)
    assert isinstance(refused, DocumentError)


def test_the_command_line_asks_for_it(palimpseste: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    notes = [
        {"id": "n1", "text": TEXT, "patient": PATIENT.known()},
        {"id": "n2", "text": "Codes E84.0, Q87.1, G71.0. Profession : notaire."},
    ]
    (tmp_path / "notes.jsonl").write_text("".join(json.dumps(note) + "\n" for note in notes), encoding="utf-8")
    status, _, _ = palimpseste(
        *("deid", "notes.jsonl", "-o", "out.jsonl", "--detectors", "rules,record", "--policy", "keep-hospitals"),
        *("--least-k", "11", "--workers", "1", "--report", "report"),
    )
    assert status == 3
    written = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert "n1" in written
    assert "n2" not in written


def test_values_are_written_more_coarsely_than_the_policy_writes_them() -> None:
    text, spans = parse_markup(
        "M. <LASTNAME>DURAND</LASTNAME>, <AGE>63 ans</AGE>, né le <BIRTHDATE>12/03/1954</BIRTHDATE>, "
        "<ZIP>21200</ZIP> <CITY>Beaune</CITY>, <CITY>Zzz</CITY>, né en <BIRTHDATE>1954</BIRTHDATE>, "
        "au <HOSPITAL>CHU</HOSPITAL>."
    )
    keep = Policy.named("plausible").to_mapping()
    keep["labels"] = dict.fromkeys(keep["labels"], "keep") | {"LASTNAME": "mask"}
    policy = Policy.from_mapping(keep)
    labels: frozenset[Label] = frozenset(("AGE", "BIRTHDATE", "CITY", "ZIP"))
    deidentify = Deidentifier((), Coarser(Replacer(KEY, policy), labels), policy.kept - labels)
    result = deidentify.replace(Document("n", text), spans)
    # A year that is written as such, and a town that nobody knows, can only be left out.
    assert result.text == ("M. [XXXXX], 60-69 ans, né le 1954, 21 Côte-d'Or, [CITY], né en [BIRTHDATE], au CHU.")
    assert [result.text[each.start : each.end] for each in result.kept] == ["CHU"]
    assert [each.label for each in result.spans] == [each.label for each in spans if each.label != "HOSPITAL"]
    start, end = result.offsets.to_original(*result.offsets.to_new(*[text.index("63"), text.index("63") + 2]))
    assert text[start:end] == "63 ans"
