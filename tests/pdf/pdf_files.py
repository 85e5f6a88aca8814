"""PDF files for the tests: printed by ReportLab, spoilt by pikepdf and by hand."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence

import pikepdf
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = A4
NOTE = (
    "Mme Colette DURANVILLE, née le 12/03/1950, a été vue ce jour en consultation.",
    "Elle habite 4 rue des Lilas, 81000 Albi, et se plaint de douleurs anciennes.",
    "Son numéro est le 06 39 98 41 07. Sa fille, Mme Odile BRANCHEFORT, l'accompagne.",
    "Au total : pas d'argument pour une récidive, traitement inchangé, revue dans six mois.",
)


def printed(
    pages: Sequence[Sequence[str]] = (NOTE,), header: str = "", footer: str = "", team: Sequence[str] = ()
) -> bytes:
    """Return a file of some pages of lines, with a header, a footer and a column of small letters."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for number, lines in enumerate(pages, start=1):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(60, HEIGHT - 30, header)
        canvas.drawString(60, 30, footer)
        if footer:
            canvas.drawString(WIDTH - 60, 30, f"{number}/{len(pages)}")
        canvas.setFont("Helvetica", 7)
        for row, line in enumerate(team):
            canvas.drawString(20, HEIGHT - 90 - 9.5 * row, line)
        canvas.setFont("Helvetica", 10)
        for row, line in enumerate(lines):
            canvas.drawString(150 if team else 60, HEIGHT - 90 - 14 * row, line)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def saved(file: pikepdf.Pdf, **options: object) -> bytes:
    """Return the bytes of an open file."""
    buffer = io.BytesIO()
    file.save(buffer, **options)  # type: ignore[arg-type] # as given
    return buffer.getvalue()


def with_secrets(secret: str) -> bytes:
    """Return a file that keeps a word wherever a file can: metadata, scripts, attachments, annotations, layers, ..."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        with file.open_metadata() as metadata:
            metadata["dc:title"] = secret
        file.docinfo["/Author"] = secret
        file.attachments["note.txt"] = secret.encode()
        file.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=f"app.alert('{secret}')")
        layer = file.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=secret))
        file.Root.OCProperties = pikepdf.Dictionary(
            OCGs=pikepdf.Array([layer]), D=pikepdf.Dictionary(OFF=pikepdf.Array([layer]))
        )
        page = file.pages[0]
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[10, 10, 20, 20], Contents=secret
        )
        page.obj.Annots = pikepdf.Array([file.make_indirect(note)])
        page.obj.PieceInfo = pikepdf.Dictionary(Old=pikepdf.Dictionary(Private=secret))
        page.obj.Thumb = file.make_stream(secret.encode())
        return saved(file)


def encrypted() -> bytes:
    """Return a file that opens with a password only."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        return saved(file, encryption=pikepdf.Encryption(user="secret", owner="owner"))


def restricted() -> bytes:
    """Return a file anybody may open, but not print."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        return saved(file, encryption=pikepdf.Encryption(user="", owner="owner"))


def flate_bomb(megabytes: int) -> bytes:
    """Return a small file whose page is drawn by so much content."""
    compressor = zlib.compressobj(1)
    block = b"q Q " * (1 << 18)
    content = b"".join(compressor.compress(block) for _ in range(megabytes)) + compressor.flush()
    # Compressed twice, thousands of megabytes are some kilobytes.
    body = zlib.compress(content, 9)
    return by_hand(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
            b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream" % (len(body), body),
        ]
    )


def cyclic_tree() -> bytes:
    """Return a file whose tree of pages holds itself."""
    return by_hand(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 7 >>",
            b"<< /Type /Pages /Kids [2 0 R] /Count 3 /Parent 2 0 R >>",
        ]
    )


def without_pages() -> bytes:
    """Return a file of no page."""
    return by_hand([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"])


def sized(width: float, height: float) -> bytes:
    """Return a note on one page of a size."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        file.pages[0].MediaBox = pikepdf.Array([0, 0, width, height])
        return saved(file)


def many_pages(count: int) -> bytes:
    """Return a file that shows one page so many times."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        file.pages.extend([file.pages[0]] * (count - 1))
        return saved(file)


def scan(text: str = "", size: int = 40) -> bytes:
    """Return a page that is a picture, of some words drawn large, or of nothing."""
    from PIL import Image, ImageDraw, ImageFont
    from reportlab.lib.utils import ImageReader

    picture = Image.new("L", (1654, 2339), 255)
    if text:
        font = ImageFont.load_default(size)
        ImageDraw.Draw(picture).multiline_text((150, 200), text, fill=0, font=font, spacing=20)
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.drawImage(ImageReader(picture), 0, 0, WIDTH, HEIGHT)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def filled_form(value: str) -> bytes:
    """Return a form with a field filled in."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.drawString(60, 700, "Nom de la patiente :")
    canvas.acroForm.textfield(name="nom", value=value, x=200, y=690, width=200, height=22)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def undrawn_form(value: str) -> bytes:
    """Return a note with a field filled in, as programs do that leave it to others to draw it."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        field = _annotation(file, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="nom", V=value, F=4)
        file.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([field]), NeedAppearances=True)
        return saved(file)


def annotated(words: str, flags: int = 4) -> bytes:
    """Return a note with words written beside it, which nothing draws."""
    with pikepdf.open(io.BytesIO(printed())) as file:
        _annotation(file, Subtype=pikepdf.Name.FreeText, Contents=words, DA="/Helv 10 Tf 0 g", F=flags)
        return saved(file)


def _annotation(file: pikepdf.Pdf, **entries: object) -> pikepdf.Object:
    made = file.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Annot, Rect=[60, 400, 400, 430], **entries))
    file.pages[0].obj.Annots = pikepdf.Array([made])
    return made


def portfolio() -> bytes:
    """Return a cover over other files."""
    with pikepdf.open(io.BytesIO(printed([["Ouvrez ce porte-documents dans Adobe Reader."]]))) as file:
        file.attachments["note.pdf"] = printed()
        file.Root.Collection = pikepdf.Dictionary(View=pikepdf.Name.D)
        return saved(file, object_stream_mode=pikepdf.ObjectStreamMode.generate)


def made_by_acrobat() -> bytes:
    """Return a form whose page says that another program shows it."""
    with pikepdf.open(io.BytesIO(printed([["Please wait..."]]))) as file:
        form = file.make_stream(b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><nom>DURANVILLE</nom></xdp:xdp>")
        file.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(), XFA=form)
        file.Root.NeedsRendering = True
        return saved(file)


def with_second_page(draw: Callable[[Canvas], object]) -> bytes:
    """Return a note whose second page is drawn without text."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    for row, line in enumerate(NOTE):
        canvas.drawString(60, HEIGHT - 90 - 14 * row, line)
    canvas.showPage()
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def outlined(canvas: Canvas, rows: int = 12) -> None:
    """Draw rows of letters as lines."""
    for row in range(rows):
        for column in range(40):
            x, y = 60 + 10 * column, HEIGHT - 90 - 20 * row
            canvas.ellipse(x, y, x + 7, y + 9)
            canvas.bezier(x, y, x + 3, y + 9, x + 5, y - 4, x + 8, y + 9)


def slip(canvas: Canvas, height: float = 260.0) -> None:
    """Draw what was laid on the glass of a scanner."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas.drawImage(ImageReader(Image.new("L", (900, 520), 240)), 60, 400, 450, height)


def by_hand(objects: Sequence[bytes]) -> bytes:
    """Return a file of some objects, numbered from 1, the first of them the catalog."""
    content = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(content))
    return content + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + trailer
