"""Layouts by WeasyPrint: HTML and CSS for paged media."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

from pdf_layouts.content import Aside, Sheet, cells_of

__all__ = ["LAYOUTS"]


def _print(html: str, css: str, path: Path) -> None:
    from weasyprint import CSS, HTML

    HTML(string=html).write_pdf(path, stylesheets=[CSS(string=css)])


def _quoted(aside: Aside) -> str:
    return '"' + aside.text.replace("\\", "").replace('"', "”").replace("\n", "\\A ") + '"'


def _block(aside: Aside, name: str) -> str:
    return f'<div class="{name}">' + "".join(f"<div>{escape(line)}</div>" for line in aside.lines) + "</div>"


def _body(sheet: Sheet) -> str:
    lines = (f"<p>{escape(line)}</p>" if line.strip() else '<p class="gap"></p>' for line in sheet.lines)
    return "".join(lines)


def _body_with_tables(sheet: Sheet) -> str:
    """Return the body; lines with wide spaces become rows of tables."""
    parts: list[str] = []
    in_table = False
    for line in sheet.lines:
        cells = cells_of(line)
        is_row = len(cells) > 1
        if is_row != in_table:
            parts.append("<table>" if is_row else "</table>")
            in_table = is_row
        if is_row:
            parts.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
        else:
            parts.append(f"<p>{escape(line)}</p>" if line.strip() else '<p class="gap"></p>')
    return "".join([*parts, "</table>" if in_table else ""])


def floating_column(sheet: Sheet, path: Path) -> None:
    """Print a letter: the hospital in the page's margin box, the team in a floating column of the first page."""
    css = f"""
    @page {{ size: A4; margin: 28mm 18mm 22mm 18mm;
      @top-left {{ content: {_quoted(sheet.patient)}; font: 8pt 'DejaVu Sans'; }}
      @bottom-center {{ content: "Page " counter(page) " / " counter(pages); font: 8pt 'DejaVu Sans'; }} }}
    body {{ font: 10pt/1.35 'Liberation Sans'; }} p {{ margin: 0; white-space: pre-wrap; }} .gap {{ height: 9pt; }}
    .team {{ float: left; width: 44mm; margin-right: 8mm; font-size: 7.5pt; }}
    .main {{ margin-left: 52mm; }}"""
    _print(f"{_block(sheet.team, 'team')}<div class=main>{_body(sheet)}</div>", css, path)


def letterhead_and_rule(sheet: Sheet, path: Path) -> None:
    """Print a report: a letterhead of small letters over a rule, tables in the body, two lines below each page."""
    css = f"""
    @page {{ size: A4; margin: 18mm 20mm 25mm 20mm;
      @bottom-left {{ content: {_quoted(sheet.footer)} "\\A" {_quoted(sheet.legal)}; white-space: pre;
                      font: 6.5pt 'DejaVu Sans'; }}
      @bottom-right {{ content: counter(page) "/" counter(pages); font: 7pt 'DejaVu Sans'; }} }}
    body {{ font: 10.5pt/1.3 'Liberation Serif'; }} p {{ margin: 0; }} .gap {{ height: 9pt; }}
    td {{ padding: 1pt 8pt 1pt 0; vertical-align: top; }}
    .head {{ font: 8pt 'DejaVu Sans'; border-bottom: 0.6pt solid; padding-bottom: 4pt; margin-bottom: 12pt; }}"""
    _print(f"{_block(sheet.letterhead, 'head')}{_body_with_tables(sheet)}", css, path)


def column_in_a_grid(sheet: Sheet, path: Path) -> None:
    """Print a letter: the team to the left in letters nearly as large as the body's, the patient above to the right."""
    css = f"""
    @page {{ size: A4; margin: 25mm 15mm 20mm 70mm;
      @top-right {{ content: {_quoted(sheet.patient)}; font: 7.5pt 'Liberation Sans'; }}
      @bottom-right {{ content: "- " counter(page) " -"; font: 8pt 'Liberation Sans'; }} }}
    body {{ font: 10pt/1.4 'Liberation Sans'; }} p {{ margin: 0; white-space: pre-wrap; }} .gap {{ height: 9pt; }}
    .team {{ position: absolute; left: -58mm; top: 0; width: 50mm; font-size: 9pt; line-height: 1.25; }}"""
    _print(f"{_block(sheet.team, 'team')}{_body(sheet)}", css, path)


def columns_and_notes(sheet: Sheet, path: Path) -> None:
    """Print a report in two columns: a centred letterhead above each page, notes in the margin, an address below."""
    notes = "".join(
        f'<div class="note" style="top: {30 + 55 * number}mm">{escape(note.text)}</div>'
        for number, note in enumerate(sheet.notes)
    )
    css = f"""
    @page {{ size: A4; margin: 42mm 14mm 22mm 34mm;
      @top-center {{ content: {_quoted(sheet.letterhead)}; white-space: pre; font: 8.5pt 'Liberation Serif'; }}
      @bottom-center {{ content: {_quoted(sheet.footer)}; font: 7pt 'Liberation Serif'; }} }}
    body {{ font: 9pt/1.3 'Liberation Serif'; columns: 2; column-gap: 8mm; hyphens: manual; }}
    p {{ margin: 0; }} .gap {{ height: 8pt; }}
    .note {{ position: absolute; left: -28mm; width: 24mm; font: italic 7pt 'Liberation Serif'; }}"""
    _print(f"{notes}{_body(sheet)}", css, path)


def window_letter(sheet: Sheet, path: Path) -> None:
    """Print a letter for a window envelope: small letterhead to the left, a turned line in the margin, a footer."""
    css = f"""
    @page {{ size: A4; margin: 20mm 20mm 24mm 25mm;
      @left-middle {{ content: {_quoted(sheet.legal)}; font: 6pt 'DejaVu Sans'; writing-mode: vertical-rl; }}
      @bottom-center {{ content: {_quoted(sheet.footer)}; font: 7pt 'DejaVu Sans'; vertical-align: top; }}
      @bottom-right {{ content: counter(page); font: 7pt 'DejaVu Sans'; }} }}
    body {{ font: 11pt/1.3 'Liberation Sans'; }} p {{ margin: 0; white-space: pre-wrap; }} .gap {{ height: 9pt; }}
    .head {{ font: 8pt/1.2 'DejaVu Sans'; width: 80mm; margin-bottom: 14mm; }}"""
    _print(f"{_block(sheet.letterhead, 'head')}{_body(sheet)}", css, path)


def fixed_sidebar(sheet: Sheet, path: Path) -> None:
    """Print a report: the team in a tinted bar to the left of every page, the number of the page at its foot."""
    css = """
    @page { size: A4; margin: 16mm 14mm 16mm 62mm;
      @left-bottom { content: "Page " counter(page); font: 8pt 'Liberation Sans'; } }
    body { font: 9.5pt/1.35 'Liberation Sans'; } p { margin: 0; white-space: pre-wrap; } .gap { height: 8pt; }
    .team { position: fixed; left: -56mm; top: 0; width: 46mm; font-size: 8pt; background: #eef; }"""
    _print(f"{_block(sheet.team, 'team')}{_body_with_tables(sheet)}", css, path)


def floating_right(sheet: Sheet, path: Path) -> None:
    """Print a letter: the team floating to the right of the first page, the hospital's name above, numbers below."""
    css = f"""
    @page {{ size: A4; margin: 24mm 16mm 20mm 20mm;
      @top-left {{ content: {_quoted(Aside(sheet.team.lines[0], ()))}; font: bold 9pt 'Liberation Serif'; }}
      @top-right {{ content: {_quoted(sheet.notes[3])}; font: 8pt 'Liberation Serif'; }}
      @bottom-right {{ content: "Page " counter(page) " sur " counter(pages); font: 8pt 'Liberation Serif'; }} }}
    body {{ font: 10.5pt/1.35 'Liberation Serif'; text-align: justify; }}
    p {{ margin: 0; white-space: pre-wrap; }} .gap {{ height: 9pt; }} .main {{ margin-right: 52mm; }}
    .team {{ float: right; width: 44mm; font-size: 7.5pt; text-align: left; overflow-wrap: anywhere; }}"""
    _print(f"{_block(sheet.team, 'team')}<div class=main>{_body(sheet)}</div>", css, path)


LAYOUTS: dict[str, tuple[str, Callable[[Sheet, Path], None]]] = {
    "floating-column": ("design", floating_column),
    "letterhead-and-rule": ("design", letterhead_and_rule),
    "column-in-a-grid": ("second design", column_in_a_grid),
    "columns-and-notes": ("second design", columns_and_notes),
    "window-letter": ("third design", window_letter),
    "fixed-sidebar": ("third design", fixed_sidebar),
    "floating-right": ("held-out", floating_right),
}
