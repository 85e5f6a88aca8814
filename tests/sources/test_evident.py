"""What evidently is no note is told from what may be one."""

from __future__ import annotations

import base64
import json
import random

import pytest

from palimpseste.sources import listed_inputs, open_sources
from palimpseste.sources.evident import evident_kind

NOTE = "Mme DURAND, vue le 12/03/2021. Na < 130 et K > 5,1 ; TA 12/8 & pouls 70. <tel bureau> [cf. annexe] {sic} | OK |"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Vu ce jour <b>DUR</b>AND", "HTML"),
        ("<!DOCTYPE html>\n<p>vu", "XML or HTML"),
        ('<?xml version="1.0"?><a/>', "XML or HTML"),
        ('<ClinicalDocument xmlns="urn:hl7-org:v3">', "XML or HTML"),
        ("<nom>A</nom><prenom>B</prenom><date>C</date>", "XML"),
        ("N&eacute;e &agrave; Orl&eacute;ans", "text with HTML entities"),
        ("&#68;&#85;&#82;", "text with HTML entities"),
        ("MSH|^~\\&|LABO|CHU\rPID|1||DURAND", "HL7 version 2"),
        ("Reçu:\nPID|1||DURAND\nOBX|1|NM|GLU||5.1", "HL7 version 2"),
        (json.dumps({"nom": "DURAND"}, indent=1), "JSON"),
        (base64.b64encode(random.Random(1).randbytes(600)).decode(), "data in base64"),
        (base64.encodebytes(random.Random(1).randbytes(600)).decode(), "data in base64"),
    ],
)
def test_signs_of_another_format_are_seen(tmp_path, text, kind):
    assert evident_kind(text) == kind
    path = tmp_path / "n.txt"
    path.write_text(text)
    ((entry,),) = [list(source.entries()) for source in open_sources(listed_inputs([path]))]
    assert entry.document is None
    assert entry.reason.startswith(f"not plain text, but {kind}; --format text reads it as text")
    ((entry,),) = [list(source.entries()) for source in open_sources(listed_inputs([path], "text"))]
    assert entry.document.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        NOTE,
        "R&D, HDJ & HDS; soins&suivi;",
        "[1] vu",
        "{ à revoir }",
        "_" * 900,
        "a" * 900,
        "1" * 900,
        "=" * 900 + "Aa1",
        "OBX|un seul segment",
        NOTE + "\nOBX|1|NM|GLU||5.1\nOBX|2|NM|NA||130\nOBX|3|NM|K||4\n" + "vu\n" * 3,
        "Voir https://exemple.fr/" + "Aa1" * 60,
        "</" * 1000 + "<!" * 1000 + "&" * 1000,
    ],
)
def test_what_may_be_a_note_is_read(text):
    assert evident_kind(text) == ""
