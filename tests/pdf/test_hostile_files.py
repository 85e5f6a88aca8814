"""Whatever a file is, reading it ends, in bounds, with a layout or a reason; and the next file is read."""

from __future__ import annotations

import io
import os
import random
from contextlib import suppress

import pikepdf
import pytest
from pdf_files import (
    NOTE,
    annotated,
    by_hand,
    cyclic_tree,
    encrypted,
    filled_form,
    flate_bomb,
    made_by_acrobat,
    many_pages,
    outlined,
    portfolio,
    printed,
    restricted,
    saved,
    scan,
    sized,
    slip,
    undrawn_form,
    with_second_page,
    with_secrets,
    without_pages,
)
from reportlab.pdfgen.canvas import Canvas

from palimpseste.pdf.extraction import EXTRACTORS
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.options import Limits, PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.text import text_of


def text(layout, extractor="full"):
    return text_of(EXTRACTORS[extractor](layout).body).text


GOOD = printed()
DEEP = by_hand([b"<< /Type /Catalog /Pages 2 0 R >>", b"[" * 100_000 + b"]" * 100_000])


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"", "not a PDF file", id="empty"),
        pytest.param(random.Random(5).randbytes(20_000), "not a PDF file", id="random bytes"),
        pytest.param(b"%PDF-1.7\n" + random.Random(6).randbytes(20_000), "truncated", id="random bytes after a head"),
        pytest.param(
            b"%PDF-1.7\n" + random.Random(7).randbytes(20_000) + b"%%EOF", "damaged", id="random bytes in between"
        ),
        pytest.param(GOOD[: len(GOOD) // 2], "truncated", id="cut in half"),
        pytest.param(GOOD[:-30], "truncated", id="its last bytes cut"),
        pytest.param(encrypted(), "encrypted", id="encrypted"),
        pytest.param(without_pages(), "without pages", id="no pages"),
        pytest.param(cyclic_tree(), "damaged|cannot be read|without pages|no text", id="cyclic page tree"),
        pytest.param(many_pages(501), "501 pages; at most 500 are read", id="too many pages"),
        pytest.param(printed([[]]), "no text on any page", id="no text"),
        pytest.param(scan(), "page 1 is a picture without text", id="a scan"),
        pytest.param(portfolio(), "a portfolio: what it holds are other files", id="a portfolio"),
        pytest.param(made_by_acrobat(), "a form in XFA", id="a form that Acrobat draws"),
        pytest.param(annotated("Mme DURANVILLE"), "page 1 bears a text that it does not draw", id="words undrawn"),
        pytest.param(with_second_page(outlined), "page 2 draws its letters as lines", id="letters drawn as lines"),
        pytest.param(with_second_page(slip), "page 2 is a picture without text", id="a slip on the glass"),
        pytest.param(GOOD + b" " * (9 << 20), "larger than 8 MiB", id="too large"),
        pytest.param(DEEP, "damaged|ended the process", id="nested too deep"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_reason(read, content, reason):
    with pytest.raises(PdfError, match=reason):
        read(content)
    assert "DURANVILLE" in text(read(GOOD))


def test_content_that_does_not_end_is_refused_in_time_and_memory(tmp_path):
    reader = PdfReader(PdfOptions(limits=Limits(seconds=2, memory_bytes=500 << 20)))
    bomb, good = tmp_path / "bomb.pdf", tmp_path / "good.pdf"
    bomb.write_bytes(flate_bomb(400))
    good.write_bytes(GOOD)
    assert bomb.stat().st_size < 100_000
    with pytest.raises(PdfError, match=r"ended the process|more than 2 seconds|no text|needs more than|cannot be"):
        reader.read(bomb)
    assert "DURANVILLE" in text(reader.read(good))
    reader.close()


def test_a_process_that_dies_takes_one_file_with_it(reader, read, tmp_path):
    assert "DURANVILLE" in text(read(GOOD))
    os.kill(reader._child.process.pid, 9)
    with pytest.raises(PdfError, match="SIGKILL"):
        read(GOOD)
    assert "DURANVILLE" in text(read(GOOD))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(restricted(), id="printing forbidden"),
        pytest.param(with_secrets("CANARI"), id="scripts and attachments"),
        pytest.param(sized(14_400, 14_400), id="a page of five metres"),
        pytest.param(sized(1e5, 1e5), id="a page of thirty-five metres"),
        pytest.param(b"\n\n" + GOOD + b"\r\nend of transmission", id="more before and after"),
        pytest.param(many_pages(40), id="forty times one page"),
        pytest.param(annotated("", 4), id="a frame for words, without any"),
        pytest.param(annotated("Mme DURANVILLE", 2), id="words that are hidden"),
        pytest.param(with_second_page(lambda canvas: None), id="an empty verso"),
        pytest.param(with_second_page(lambda canvas: outlined(canvas, 2)), id="a drawn logo alone"),
        pytest.param(with_second_page(lambda canvas: slip(canvas, 90.0)), id="a banner alone"),
    ],
)
def test_a_strange_file_with_a_text_is_read(read, content):
    assert NOTE[0] in text(read(content))


def test_what_is_filled_in_a_form_is_read(read):
    assert "DURANVILLE" in text(read(filled_form("DURANVILLE")))
    assert "KERVOAZ" in text(read(undrawn_form("M. Yann KERVOAZ")), "body")


@pytest.mark.parametrize("turn", [90, 180, 270])
@pytest.mark.parametrize("extractor", ["body", "full"])
def test_a_page_that_lies_on_its_side_or_upside_down_is_read_whole(read, extractor, turn):
    others = [[f"{line} ({place})" for line in NOTE] for place in ("le matin", "le soir")]
    content = printed([NOTE, *others])
    with pikepdf.open(io.BytesIO(content)) as file:
        file.pages[1].Rotate = turn
        lying = read(saved(file))
    assert text(lying, extractor) == text(read(content), extractor)
    assert all(word.is_upright for page in lying.pages for word in page.words)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_note_on_its_side_in_a_margin_stays_one(read, turn):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for row, line in enumerate(NOTE):
        canvas.drawString(60, 700 - 14 * row, line)
    canvas.rotate(90)
    canvas.drawString(100, -20, "Imprimé par le service")
    canvas.save()
    with pikepdf.open(io.BytesIO(buffer.getvalue())) as file:
        file.pages[0].Rotate = turn
        layout = read(saved(file))
    assert "".join(word.text for word in layout.pages[0].words if not word.is_upright) == "Impriméparleservice"
    assert "Imprimé" not in text(layout, "body")
    assert "\nImprimé par le service\n" in text(layout)


@pytest.mark.parametrize("seed", range(30))
def test_a_file_with_wrong_bytes_is_read_or_refused(read, seed):
    chance = random.Random(seed)
    content = bytearray(GOOD)
    for _ in range(chance.choice((1, 5, 50))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    with suppress(PdfError):
        assert read(bytes(content)).pages
