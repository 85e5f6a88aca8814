"""A new file shows what was kept and what stands for the rest; nothing of what was replaced is anywhere in it."""

from __future__ import annotations

import io
import sys

import pikepdf
import pytest
from pdf_files import NOTE, filled_form, printed, saved, scan, with_secrets

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.pdf.extraction import EXTRACTORS, full
from palimpseste.pdf.failure import PdfError
from palimpseste.pdf.layout import Box
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.redaction import composed, redacted
from palimpseste.pdf.replacing import Writing
from palimpseste.pdf.text import text_of
from palimpseste.pdf.verification import verify
from palimpseste.result import Result
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.replacer import Replacer

pytest.importorskip("reportlab")

VALUES = ("DURANVILLE", "Colette", "12/03/1950", "4 rue des Lilas", "81000", "Albi", "06 39 98 41 07", "BRANCHEFORT")
LABELS = ("LASTNAME", "FIRSTNAME", "BIRTHDATE", "ADDRESS", "ZIP", "CITY", "PHONE", "LASTNAME")
KEY = MasterKey(b"k" * 32).cohort("tests")


def deidentified(text: str, policy: str = "plausible") -> Result:
    spans = [
        Span(text.index(value), text.index(value) + len(value), label)
        for value, label in zip(VALUES, LABELS, strict=True)
        if value in text
    ]
    return Deidentifier((), Replacer(KEY, Policy.named(policy))).replace(Document("note", text), sorted(spans))


@pytest.fixture
def made(reader, tmp_path):
    """Return a function that makes a new file of an old one."""

    def made(content: bytes, **options) -> bytes:
        path = tmp_path / "note.pdf"
        path.write_bytes(content)
        wanted = PdfOptions(**{"output": "surrogates", "extractor": "full", **options})
        layout = reader.read(path)
        extraction = EXTRACTORS[wanted.extractor](layout)
        text = text_of(extraction.body, extraction.aside if wanted.keeps_aside else ())
        return redacted(layout, text, deidentified(text.text), wanted, path, reader)

    return made


def text_in(reader, content: bytes) -> str:
    return text_of(full(reader.read_again(content)).body).text


def everything_in(content: bytes) -> bytes:
    """Return the file and all its streams, decompressed."""
    with pikepdf.open(io.BytesIO(content)) as file:
        streams = [thing.read_bytes() for thing in file.objects if isinstance(thing, pikepdf.Stream)]
    return b"\n".join([content, *streams])


@pytest.mark.parametrize("output", ["surrogates", "boxes"])
def test_no_value_stands_in_the_text_of_the_new_file(made, reader, output):
    text = text_in(reader, made(printed(), output=output))
    for value in VALUES:
        assert value not in text
    assert "a été vue ce jour en consultation." in text
    assert "revue dans six mois." in text


def test_kept_words_stand_where_they_stood(made, reader):
    old, new = reader.read_again(printed()), reader.read_again(made(printed()))
    places = {word.text: word.box for word in new.pages[0].words}
    for word in old.pages[0].words:
        if word.text in ("consultation.", "douleurs", "récidive,"):
            assert abs(places[word.text].left - word.box.left) < 1
            assert abs(places[word.text].right - word.box.right) < 1
            assert abs(places[word.text].bottom - word.box.bottom) < 1


def test_black_boxes_cover_the_place_of_each_value_and_hold_no_text(made, reader):
    new = made(printed(), output="boxes")
    expected = " ".join(NOTE)
    for value in VALUES:
        expected = expected.replace(value, "")
    assert "".join(text_in(reader, new).split()) == "".join(expected.split())
    pypdfium2 = pytest.importorskip("pypdfium2")
    word = next(w for w in reader.read_again(printed()).pages[0].words if w.text == "DURANVILLE,")
    with pypdfium2.PdfDocument(new) as file:
        picture = file[0].render(scale=2).to_pil().convert("L")
    x, y = 2 * (word.box.left + 20), 2 * (word.box.top + word.box.bottom) / 2
    assert picture.getpixel((int(x), int(y))) == 0


@pytest.mark.parametrize("canary", ["CANARI", "Épiphanie", "0612345678"])
def test_nothing_that_a_file_hides_is_carried_over(made, canary):
    content = everything_in(made(with_secrets(canary)))
    for codec in ("utf-8", "latin-1", "utf-16-be"):
        assert canary.encode(codec) not in content


def test_earlier_revisions_are_gone(made, reader):
    first = printed([("Patiente : Mme Zénobie VAUQUELIN, suivie depuis longtemps.",)])
    with pikepdf.open(io.BytesIO(first)) as file:
        place = len(first)
        number = file.pages[0].Contents.objgen[0]
    body = b"BT /F1 10 Tf 60 700 Td (Texte corrige sans nom) Tj ET"
    update = b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (number, len(body), body)
    old = first.rindex(b"startxref")
    previous = int(first[old:].split()[1])
    with pikepdf.open(io.BytesIO(first)) as file:
        root, size = file.trailer.Root.objgen[0], int(file.trailer.Size)
    revised = first + update + b"xref\n%d 1\n%010d 00000 n \n" % (number, place)
    revised += b"trailer << /Size %d /Root %d 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        root,
        previous,
        place + len(update),
    )
    assert b"corrige" in revised
    new = made(revised)
    assert "Texte corrige sans nom" in text_in(reader, new)
    assert "VAUQUELIN" not in text_in(reader, new)
    assert new.count(b"startxref") == 1


def test_what_stands_aside_is_left_out_unless_asked_for(made, reader):
    pages = [[f"Ligne {row} de la page {page} du compte rendu clinique." for row in range(20)] for page in range(3)]
    content = printed(pages, header="CENTRE HOSPITALIER DE PORT-CANARI", footer="Dr Aldebert CANARILLE")
    body = text_in(reader, made(content, extractor="body"))
    assert "CANARI" not in body
    assert "Ligne 19 de la page 2" in body
    kept = text_in(reader, made(content, extractor="body", keeps_aside=True))
    assert "PORT-CANARI" in kept


def test_pictures_are_dropped_unless_asked_for(made):
    with pikepdf.open(io.BytesIO(printed())) as file, pikepdf.open(io.BytesIO(scan())) as other:
        picture = file.copy_foreign(next(iter(dict(other.pages[0].Resources.XObject).values())))
        file.pages[0].Resources.XObject = pikepdf.Dictionary(Logo=picture)
        file.pages[0].contents_add(b"q 80 0 0 40 400 60 cm /Logo Do Q")
        content = saved(file)

    def pictures(content: bytes) -> int:
        with pikepdf.open(io.BytesIO(content)) as file:
            return sum(isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image" for o in file.objects)

    assert pictures(content) == 1
    assert pictures(made(content)) == 0
    assert pictures(made(content, keeps_images=True)) == 1


def test_forms_are_flattened_into_text(made, reader):
    new = made(filled_form("DURANVILLE"))
    assert "DURANVILLE" not in text_in(reader, new)
    assert b"/AcroForm" not in new


def test_the_same_file_is_made_twice(made):
    assert made(printed()) == made(printed())


def test_a_file_that_holds_more_than_was_written_is_refused(reader):
    layout = reader.read_again(printed())
    with pytest.raises(PdfError, match="page 1 holds characters that were not written"):
        verify(printed(), layout, [], [], reader)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        pytest.param(lambda f: f.docinfo.__setitem__("/Title", "x"), "an entry /Info", id="metadata"),
        pytest.param(lambda f: f.attachments.__setitem__("a", b"x"), "an entry /", id="attachment"),
        pytest.param(lambda f: setattr(f.pages[0].obj, "Annots", pikepdf.Array()), "/Annots", id="annotations"),
        pytest.param(
            lambda f: setattr(f.pages[0].obj, "Other", f.make_stream(b"Mme DURANVILLE")),
            "a replaced value stands in one of its objects",
            id="a value in a stream",
        ),
    ],
)
def test_a_file_with_a_place_to_hide_something_is_refused(reader, spoil, reason):
    layout = reader.read_again(printed())
    pieces = [Writing(1, Box(60, 80, 160, 92), 90, 10, "Bonjour")]
    content = composed(layout.pages, pieces)
    verify(content, layout, pieces, ["DURANVILLE"], reader)
    with pikepdf.open(io.BytesIO(content)) as file:
        spoil(file)
        spoilt = saved(file)
    with pytest.raises(PdfError, match=reason):
        verify(spoilt, layout, pieces, ["DURANVILLE"], reader)


@pytest.mark.parametrize("name", ["Conte", "Parent", "Count", "stream"])
def test_a_name_that_the_format_uses_too_is_no_reason_to_refuse(reader, name):
    layout = reader.read_again(printed())
    pieces = [Writing(1, Box(60, 80, 160, 92), 90, 10, "Bonjour")]
    verify(composed(layout.pages, pieces), layout, pieces, [name], reader)


def test_characters_the_font_lacks_show_as_squares(reader):
    layout = reader.read_again(printed())
    content = composed(layout.pages, [Writing(1, Box(60, 80, 160, 92), 90, 10, "dose ≥ 5 µg 漢")])
    assert "≥" in text_in(reader, content)
    assert "□" in text_in(reader, content)


def test_missing_libraries_are_named(monkeypatch):
    from palimpseste.pdf.redaction import require_writers

    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(UsageError, match=r"palimpseste\[pdf\]"):
        require_writers()
