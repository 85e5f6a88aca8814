from __future__ import annotations

import json
import re
from pathlib import Path

NOTE = """=== id: n1
patient: {"lastname": "Durand"}
---
M. <LASTNAME>DURAND</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> vu le <DATE>12/03/2021</DATE> à <CITY>Dijon</CITY>
"""


def test_synthesise_writes_the_same_copies_again(palimpseste):
    Path("n.notes").write_text(NOTE, encoding="utf-8")
    arguments = ("corpus", "synthesise", "n.notes", "--copies", "3", "--seed", "5", "--sheet-share", "0")
    status, out, err = palimpseste(*arguments, "-o", "a.jsonl")
    assert (status, out) == (0, "")
    assert "3 documents, " in err
    palimpseste(*arguments, "-o", "b.jsonl")
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    lines = [json.loads(line) for line in Path("a.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["n1#0", "n1#1", "n1#2"]
    assert {entity["label"] for line in lines for entity in line["entities"]} >= {"LASTNAME", "CITY"}


def test_synthesise_writes_other_formats_and_draws_from_lists_and_carriers(palimpseste):
    Path("n.notes").write_text(NOTE, encoding="utf-8")
    Path("lists").mkdir()
    Path("lists/lastnames.tsv").write_text("name\tbirths\nQUILLERVEC\t40\n", encoding="utf-8")
    Path("c.jsonl").write_text(json.dumps({"text": "La nuit a été calme. Le bilan est normal ce matin."}) + "\n")
    options = ("--lists", "lists", "--carriers", "c.jsonl", "--carrier-share", "1", "--progress")
    status, _, err = palimpseste("corpus", "synthesise", "n.notes", "-o", "out.notes", "--copies", "8", *options)
    assert status == 0, err
    written = Path("out.notes").read_text(encoding="utf-8")
    assert "quillervec" in written.lower()
    assert written.count("-carrier\n") == 8


def test_synthesise_refuses_what_it_cannot_do(palimpseste):
    Path("n.notes").write_text(NOTE, encoding="utf-8")
    assert palimpseste("corpus", "synthesise", "n.notes", "n.notes", "-o", "a.jsonl")[0] == 2
    status, _, err = palimpseste("corpus", "synthesise", "n.notes", "-o", "a.jsonl", "--lists", "none")
    assert (status, "no such folder" in err) == (2, True)
    status, _, err = palimpseste("corpus", "synthesise", "n.notes", "-o", "a.jsonl", "--carriers", "none.jsonl")
    assert (status, "none.jsonl" in err) == (2, True)
    assert not Path("a.jsonl").exists()


def test_agree_compares_two_annotations(palimpseste):
    Path("a.notes").write_text(NOTE, encoding="utf-8")
    Path("b.notes").write_text(re.sub("</?CITY>", "", NOTE), encoding="utf-8")
    written = ("--json", "r.json", "--html", "r.html", "--markdown", "r.md", "--bootstrap", "20")
    status, out, err = palimpseste("corpus", "agree", "a.notes", "b.notes", *written)
    assert status == 0, err
    assert "kappa" in out
    changes = json.loads(Path("r.json").read_text(encoding="utf-8"))["changes"]
    assert changes["CITY"]["removed"] == changes["CITY"]["first"] == changes["all"]["removed"] > 0
    assert "| CITY |" in Path("r.md").read_text(encoding="utf-8")
    assert Path("r.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_agree_refuses_other_notes(palimpseste):
    Path("a.notes").write_text(NOTE, encoding="utf-8")
    Path("b.notes").write_text(NOTE.replace("=== id: ", "=== id: x"), encoding="utf-8")
    assert palimpseste("corpus", "agree", "a.notes", "b.notes")[0] == 2
    Path("b.notes").write_text(NOTE, encoding="utf-8")
    status, _, err = palimpseste("corpus", "agree", "a.notes", "b.notes", "--html", "none/r.html")
    assert (status, "none/r.html" in err) == (2, True)


def test_labels_of_ones_own_are_renamed_whatever_the_format(palimpseste):
    text = "M. DURAND vu à Dijon\n"
    spans = [(3, 9, "NOM"), (15, 20, "Ville")]
    folder = Path("brat")
    folder.mkdir()
    (folder / "n.txt").write_text(text, encoding="utf-8")
    marks = [
        f"T{number}\t{label} {start} {end}\t{text[start:end]}\n" for number, (start, end, label) in enumerate(spans)
    ]
    (folder / "n.ann").write_text("".join(marks), encoding="utf-8")
    entities = [{"start": start, "end": end, "label": label} for start, end, label in spans]
    Path("n.jsonl").write_text(json.dumps({"id": "n", "text": text, "entities": entities}), encoding="utf-8")
    doccano = {"id": "n", "text": text, "label": [list(span) for span in spans]}
    Path("d.doccano.jsonl").write_text(json.dumps(doccano), encoding="utf-8")
    renaming = ("--rename", "NOM=LASTNAME", "--rename", "Ville=CITY")
    for source in ("brat", "n.jsonl", "d.doccano.jsonl"):
        status, _, err = palimpseste("convert", source, "out.jsonl", *renaming, "--force")
        assert status == 0, err
        found = json.loads(Path("out.jsonl").read_text(encoding="utf-8"))["entities"]
        assert [entity["label"] for entity in found] == ["LASTNAME", "CITY"]
    status, _, err = palimpseste("convert", "brat", "more.jsonl", "--rename", "Ville=CITY")
    assert status == 2
    assert "n.ann:1: unknown label 'NOM'; labels: FIRSTNAME" in err
    assert "palimpseste convert --rename NOM=LABEL gives it one of these" in err
    assert not Path("more.jsonl").exists()


def test_a_renaming_that_says_nothing_or_two_things_is_refused(palimpseste):
    Path("n.notes").write_text(NOTE, encoding="utf-8")
    for wrong, told in (
        (("--rename", "NOM"), "write THEIRS=OURS"),
        (("--rename", "=LASTNAME"), "write THEIRS=OURS"),
        (("--rename", "NOM=NAME"), "unknown label 'NAME'"),
        (("--rename", "NOM=LASTNAME", "--rename", "NOM=CITY"), "NOM becomes LASTNAME already"),
        (("--rename", "NOM=LASTNAME", "--labels", "hcl"), "give one of them"),
    ):
        status, _, err = palimpseste("convert", "n.notes", "out.jsonl", *wrong)
        assert (status, told in err) == (2, True)
