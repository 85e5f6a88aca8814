"""Layouts by ReportLab."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import BaseDocTemplate, Frame, NextPageTemplate, PageTemplate, Paragraph, Spacer, Table

from pdf_layouts.content import Aside, Sheet, cells_of

__all__ = ["LAYOUTS"]

_FOLDER = Path("/usr/share/fonts/truetype/dejavu")
_WIDTH, _HEIGHT = A4
Draw = Callable[[Any, Any], None]


def _fonts() -> None:
    for name, file in (("Sans", "DejaVuSans"), ("Bold", "DejaVuSans-Bold"), ("Serif", "DejaVuSerif")):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(_FOLDER / f"{file}.ttf")))


def _story(sheet: Sheet, font: str, size: float, lead: float) -> list[Any]:
    style = ParagraphStyle("body", fontName=font, fontSize=size, leading=lead, splitLongWords=0)
    story: list[Any] = []
    for line in sheet.lines:
        if line.strip():
            text = escape(line.strip()).replace("   ", "\u00a0\u00a0 ").replace("\t", "\u00a0\u00a0 ")
            story.append(Paragraph(text, style))
        else:
            story.append(Spacer(1, lead * 0.8))
    return story


def _build(path: Path, first: PageTemplate, later: PageTemplate, story: list[Any]) -> None:
    document = BaseDocTemplate(str(path), pagesize=A4, pageTemplates=[first, later], invariant=1)
    document.build([NextPageTemplate(later.id), *story])


def _lines(canvas: Any, aside: Aside, x: float, y: float, font: str, size: float, *, centred: bool = False) -> None:
    canvas.setFont(font, size)
    for number, line in enumerate(aside.lines):
        draw = canvas.drawCentredString if centred else canvas.drawString
        draw(x, y - number * size * 1.25, line)


def letter_with_column(sheet: Sheet, path: Path) -> None:
    """Print a letter: the team in a column of small letters to the left of the first page, an address below."""
    _fonts()

    def foot(canvas: Any, document: Any) -> None:
        _lines(canvas, sheet.footer, _WIDTH / 2, 34, "Sans", 6.5, centred=True)
        canvas.drawCentredString(_WIDTH / 2, 20, f"Page {document.page}")

    def first(canvas: Any, document: Any) -> None:
        canvas.setFont("Sans", 7.5)
        y = _HEIGHT - 60
        for line in sheet.team.lines:
            words, row = line.split(), ""
            for word in words:
                if row and canvas.stringWidth(f"{row} {word}") > 125:
                    canvas.drawString(28, y, row)
                    y, row = y - 10, ""
                row = f"{row} {word}".strip()
            canvas.drawString(28, y, row)
            y -= 14
        foot(canvas, document)

    narrow = Frame(170, 60, _WIDTH - 215, _HEIGHT - 115, 0, 0, 0, 0)
    wide = Frame(56, 60, _WIDTH - 112, _HEIGHT - 115, 0, 0, 0, 0)
    story = _story(sheet, "Sans", 9.5, 12.5)
    _build(path, PageTemplate("first", [narrow], first), PageTemplate("later", [wide], foot), story)


def two_columns(sheet: Sheet, path: Path) -> None:
    """Print a report in two columns, under a line that names the patient and a rule."""
    _fonts()

    def both(canvas: Any, document: Any) -> None:
        _lines(canvas, sheet.patient, 50, _HEIGHT - 36, "Bold", 8)
        canvas.line(50, _HEIGHT - 44, _WIDTH - 50, _HEIGHT - 44)
        canvas.setFont("Sans", 8)
        canvas.drawRightString(_WIDTH - 50, 28, f"{document.page}")

    width = (_WIDTH - 100 - 22) / 2
    frames = [Frame(50 + i * (width + 22), 50, width, _HEIGHT - 115, 0, 0, 0, 0, id=f"c{i}") for i in (0, 1)]
    story = _story(sheet, "Sans", 8.5, 11)
    _build(path, PageTemplate("first", frames, both), PageTemplate("later", frames, both), story)


def column_on_the_right(sheet: Sheet, path: Path) -> None:
    """Print a letter: the team to the right of every page, a large centred name above, two lines below."""
    _fonts()

    def every(canvas: Any, document: Any) -> None:
        canvas.setFont("Bold", 15)
        canvas.drawCentredString(_WIDTH / 2, _HEIGHT - 42, sheet.team.lines[0])
        y = _HEIGHT - 105
        canvas.setFont("Sans", 8)
        for line in sheet.team.lines[1:]:
            canvas.drawString(_WIDTH - 150, y, line[:34])
            y -= 11.5
        _lines(canvas, sheet.footer, 50, 40, "Sans", 7)
        _lines(canvas, sheet.legal, 50, 30, "Sans", 7)
        canvas.drawRightString(_WIDTH - 40, 30, f"{document.page}/…")

    frame = Frame(50, 70, _WIDTH - 220, _HEIGHT - 160, 0, 0, 0, 0)
    story = _story(sheet, "Serif", 10, 13)
    _build(path, PageTemplate("first", [frame], every), PageTemplate("later", [frame], every), story)


def notes_in_the_margin(sheet: Sheet, path: Path) -> None:
    """Print a report with side notes in its left margin, a turned reference, and the patient below each page."""
    _fonts()

    def every(canvas: Any, document: Any) -> None:
        for number, note in enumerate(sheet.notes[:3] if document.page == 1 else sheet.notes[3:]):
            for offset, line in enumerate(_wrapped(note.text, 17)):
                canvas.setFont("Serif", 7)
                canvas.drawString(18, _HEIGHT - 150 - 170 * number - 9 * offset, line)
        canvas.saveState()
        canvas.translate(_WIDTH - 14, 200)
        canvas.rotate(90)
        _lines(canvas, sheet.legal, 0, 0, "Sans", 6)
        canvas.restoreState()
        _lines(canvas, sheet.patient, 110, 36, "Sans", 8)
        canvas.drawRightString(_WIDTH - 60, 36, f"page {document.page}")

    frame = Frame(110, 64, _WIDTH - 165, _HEIGHT - 120, 0, 0, 0, 0)
    story = _story(sheet, "Serif", 9.5, 12.5)
    _build(path, PageTemplate("first", [frame], every), PageTemplate("later", [frame], every), story)


def ruled_tables(sheet: Sheet, path: Path) -> None:
    """Print a laboratory's report: ruled tables, the patient in a box above each page, two lines below."""
    _fonts()

    def every(canvas: Any, document: Any) -> None:
        canvas.rect(_WIDTH - 290, _HEIGHT - 62, 250, 34)
        for number, part in enumerate(sheet.patient.text.split(" - ")):
            canvas.setFont("Sans", 7)
            canvas.drawString(_WIDTH - 284, _HEIGHT - 38 - 9.5 * number, part)
        _lines(canvas, Aside(sheet.team.lines[0], ()), 40, _HEIGHT - 40, "Bold", 10)
        _lines(canvas, sheet.footer, 40, 38, "Sans", 6.5)
        _lines(canvas, sheet.legal, 40, 28, "Sans", 6.5)
        canvas.drawRightString(_WIDTH - 40, 28, f"{document.page} / 9")

    style = ParagraphStyle("cell", fontName="Sans", fontSize=9, leading=11.5, splitLongWords=0)
    story: list[Any] = []
    rows: list[list[Any]] = []

    def close() -> None:
        if rows:
            width = max(map(len, rows))
            grid = [[*row, *[""] * (width - len(row))] for row in rows]
            story.append(Table(grid, [(_WIDTH - 80) / width] * width, style=[("GRID", (0, 0), (-1, -1), 0.5, black)]))
            rows.clear()

    for line in sheet.lines:
        cells = [Paragraph(escape(cell), style) for cell in cells_of(line)]
        if len(cells) > 1:
            rows.append(cells)
            continue
        close()
        story.append(cells[0] if line.strip() else Spacer(1, 8))
    close()
    frame = Frame(40, 60, _WIDTH - 80, _HEIGHT - 140, 0, 0, 0, 0)
    _build(path, PageTemplate("first", [frame], every), PageTemplate("later", [frame], every), story)


def fax(sheet: Sheet, path: Path) -> None:
    """Print a letter as a fax shows it: a line of the machine on top, a letterhead as large as the body over a rule."""
    _fonts()

    def later(canvas: Any, document: Any) -> None:
        canvas.setFont("Sans", 6)
        canvas.drawString(20, _HEIGHT - 12, f"{sheet.notes[1].text}  {sheet.notes[3].text}  P.{document.page:02}")

    def first(canvas: Any, document: Any) -> None:
        later(canvas, document)
        _lines(canvas, sheet.letterhead, 60, _HEIGHT - 50, "Serif", 10)
        canvas.line(60, _HEIGHT - 122, _WIDTH - 60, _HEIGHT - 122)

    short = Frame(60, 50, _WIDTH - 120, _HEIGHT - 190, 0, 0, 0, 0)
    long = Frame(60, 50, _WIDTH - 120, _HEIGHT - 100, 0, 0, 0, 0)
    story = _story(sheet, "Serif", 10, 12.5)
    _build(path, PageTemplate("first", [short], first), PageTemplate("later", [long], later), story)


def team_below(sheet: Sheet, path: Path) -> None:
    """Print a letter: a label of the patient above to the right, the team in three columns under a rule at the foot."""
    _fonts()

    def later(canvas: Any, document: Any) -> None:
        canvas.setFont("Sans", 7)
        canvas.drawCentredString(_WIDTH / 2, 18, f"- {document.page} -")

    def first(canvas: Any, document: Any) -> None:
        later(canvas, document)
        for number, part in enumerate(sheet.patient.text.split(" - ")):
            _lines(canvas, Aside(part, ()), _WIDTH - 190, _HEIGHT - 40 - 11 * number, "Serif", 8)
        canvas.line(45, 108, _WIDTH - 45, 108)
        for column in range(3):
            part = Aside("\n".join(line[:36] for line in sheet.team.lines[column * 6 : column * 6 + 6]), ())
            _lines(canvas, part, 45 + 175 * column, 98, "Sans", 6.5)

    short = Frame(45, 120, _WIDTH - 90, _HEIGHT - 205, 0, 0, 0, 0)
    long = Frame(45, 50, _WIDTH - 90, _HEIGHT - 100, 0, 0, 0, 0)
    story = _story(sheet, "Sans", 9, 12)
    _build(path, PageTemplate("first", [short], first), PageTemplate("later", [long], later), story)


def _wrapped(text: str, width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


LAYOUTS: dict[str, tuple[str, Callable[[Sheet, Path], None]]] = {
    "letter-with-column": ("design", letter_with_column),
    "two-columns": ("design", two_columns),
    "column-on-the-right": ("second design", column_on_the_right),
    "notes-in-the-margin": ("second design", notes_in_the_margin),
    "ruled-tables": ("third design", ruled_tables),
    "fax": ("third design", fax),
    "team-below": ("held-out", team_below),
}
