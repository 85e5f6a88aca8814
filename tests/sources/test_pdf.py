"""A folder with PDF files is de-identified like any other: named results, a quarantine, the run goes on."""

from __future__ import annotations

import json
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest
from pdf_files import NOTE, encrypted, printed, scan, with_secrets

from palimpseste.cli import main
from palimpseste.errors import UsageError
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.sources import listed_inputs, open_sources
from palimpseste.sources.target import target_of

pytest.importorskip("pypdfium2", reason="PDF files need pypdfium2")

VALUES = ("DURANVILLE", "12/03/1950", "06 39 98 41 07", "BRANCHEFORT")


@pytest.fixture(autouse=True)
def always_light_processes(light_processes: None) -> None:
    """All readers of files that are started here."""


@pytest.fixture
def folder(tmp_path):
    notes = tmp_path / "notes"
    files = {
        "a.pdf": printed(),
        "b.pdf": encrypted(),
        "c.pdf": printed()[:900],
        "d.pdf": scan(),
        "sub/e.PDF": with_secrets("CANARI"),
        "f.txt": NOTE[0].encode(),
    }
    for name, content in files.items():
        path = notes / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return notes


def deid(*arguments: object) -> int:
    # Under a mechanism a date may be released as it is.
    options = ("--policy", "plausible", "--workers", "1", "--detectors", "rules", "--no-progress")
    with pytest.raises(SystemExit) as ended:
        main(["deid", *map(str, arguments), *options])
    return int(ended.value.code or 0)


def test_each_file_becomes_a_text_and_those_that_cannot_be_read_are_named(folder, tmp_path):
    out = tmp_path / "out"
    assert deid(folder, "-o", out) == 3
    made = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert made == ["a.pdf.txt", "f.txt", "sub/e.PDF.txt"]
    text = (out / "a.pdf.txt").read_text("utf-8")
    assert "a été vue ce jour en consultation." in text
    assert not [value for value in VALUES if value in text]
    refused = [json.loads(line) for line in (tmp_path / "out.quarantine.jsonl").read_text().splitlines()]
    reasons = {line["file"].rsplit("/", 1)[1]: line["reason"] for line in refused}
    assert "encrypted" in reasons["b.pdf"]
    assert "truncated" in reasons["c.pdf"]
    assert "--pdf-ocr" in reasons["d.pdf"]
    assert len(reasons) == 3


def test_a_name_in_jsonl_takes_the_texts_of_all(folder, tmp_path):
    out = tmp_path / "out.jsonl"
    assert deid(folder, "-o", out) == 3
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["a.pdf", "f.txt", "sub/e.PDF"]
    for line in lines:
        for entity in line["entities"]:
            assert line["text"][entity["start"] : entity["end"]].strip()


def test_each_file_becomes_a_new_pdf_when_asked(folder, tmp_path):
    pytest.importorskip("reportlab", reason="new PDF files need ReportLab")
    out = tmp_path / "out"
    assert deid(folder, "-o", out, "--pdf-output", "surrogates") == 3
    made = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert made == ["a.pdf", "f.txt", "sub/e.PDF"]
    content = (out / "a.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    reader = PdfReader(PdfOptions())
    words = [word.text for page in reader.read_again(content).pages for word in page.words]
    reader.close()
    assert "consultation." in words
    assert not [value for value in VALUES if value in " ".join(words)]


@pytest.mark.parametrize(
    ("output", "becomes", "is_right"),
    [
        pytest.param("a.txt", "text", True, id="a text"),
        pytest.param("a", "text", True, id="a text without suffix"),
        pytest.param("a.jsonl", "text", True, id="JSON lines"),
        pytest.param("new.pdf", "pdf", True, id="a PDF"),
        pytest.param("a.csv", "text", False, id="a table"),
        pytest.param("new.pdf", "text", False, id="a text with the suffix of a PDF"),
        pytest.param("new.txt", "pdf", False, id="a PDF with the suffix of a text"),
    ],
)
def test_a_single_file_becomes_what_its_name_says(tmp_path, output, becomes, is_right):
    path = tmp_path / "in" / "a.pdf"
    path.parent.mkdir()
    path.write_bytes(b"%PDF-")
    inputs = listed_inputs([path], becomes={"pdf": becomes})
    with nullcontext() if is_right else pytest.raises(UsageError, match="this PDF file becomes"):
        target_of(str(tmp_path / output), [path], inputs)


def test_a_text_and_a_pdf_whose_results_bear_one_name_are_refused(tmp_path):
    for name in ("a.pdf", "a.pdf.txt"):
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(UsageError, match="two results of one name"):
        listed_inputs([tmp_path])
    assert len(listed_inputs([tmp_path], becomes={"pdf": "pdf"})) == 2


def test_one_pdf_goes_to_standard_output_as_a_text(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(printed())
    assert not target_of("-", [path], listed_inputs([path])).merged


def text_of(path: Path, options: PdfOptions) -> str:
    (source,) = open_sources(listed_inputs([path]), pdf=options)
    source.check()
    (entry,) = source.entries()
    assert entry.document is not None, entry.reason
    return entry.document.text


def test_what_stands_aside_follows_when_asked_for(tmp_path):
    pages = [[f"Ligne {row} de la page {page} du compte rendu clinique." for row in range(20)] for page in range(3)]
    path = tmp_path / "a.pdf"
    path.write_bytes(printed(pages, header="Service de cardiologie", footer="Unité trois"))
    assert "cardiologie" not in text_of(path, PdfOptions())
    body, _, aside = text_of(path, PdfOptions(keeps_aside=True)).partition("\f")
    assert "cardiologie" not in body
    assert "cardiologie" in aside
    assert "cardiologie" in text_of(path, PdfOptions(extractor="full"))


def test_a_file_that_is_all_margin_is_refused_with_what_to_do(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(printed([[], []], footer="Unité trois"))
    (source,) = open_sources(listed_inputs([path]))
    (entry,) = source.entries()
    assert entry.document is None
    assert "--pdf-extractor full" in entry.reason


def test_scans_are_read_by_tesseract_when_asked_for(tmp_path):
    if shutil.which("tesseract") is None:
        pytest.skip("Tesseract is not installed (Debian: tesseract-ocr tesseract-ocr-fra)")
    path = tmp_path / "a.pdf"
    path.write_bytes(scan("Compte rendu de consultation\nMme DURANVILLE vue ce jour\nTension normale"))
    text = text_of(path, PdfOptions(reads_scans=True))
    assert " ".join(text.split()) == "Compte rendu de consultation Mme DURANVILLE vue ce jour Tension normale"
