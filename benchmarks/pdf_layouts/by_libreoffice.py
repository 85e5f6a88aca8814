"""Layouts by LibreOffice Writer: flat OpenDocument files, turned to PDF all at once."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from pdf_layouts.content import Aside, Sheet, cells_of

__all__ = ["LAYOUTS", "print_all"]

_NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
    for name, urn in (
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("fo", "xsl-fo-compatible"),
        ("draw", "drawing"),
        ("svg", "svg-compatible"),
    )
)
_PAGE = '<text:page-number text:select-page="current"/>'


@dataclass(frozen=True, slots=True)
class Sheets:
    """A page style: what stands above and below the body, on the first page and on the others."""

    font: str
    size: float
    header: str
    footer: str
    first_header: str | None = None
    columns: int = 1
    margins: str = 'fo:margin-top="1.2cm" fo:margin-bottom="1.2cm" fo:margin-left="2.2cm" fo:margin-right="2cm"'


def _paragraphs(aside: Aside, style: str) -> str:
    return "".join(f'<text:p text:style-name="{style}">{_text(line)}</text:p>' for line in aside.lines)


def _text(line: str) -> str:
    return escape(line).replace("\t", "<text:tab/>")


def _spaced(line: str) -> str:
    """Return a line with its spaces kept."""
    out: list[str] = []
    run = 0
    for character in line:
        if character == " ":
            run += 1
            continue
        if run:
            out.append(" " if run == 1 else f' <text:s text:c="{run - 1}"/>')
            run = 0
        out.append("<text:tab/>" if character == "\t" else escape(character))
    return "".join(out)


def _body(sheet: Sheet) -> str:
    return "".join(f'<text:p text:style-name="Body">{_spaced(line)}</text:p>' for line in sheet.lines)


def _body_with_tables(sheet: Sheet) -> str:
    parts: list[str] = []
    rows: list[list[str]] = []

    def close() -> None:
        if rows:
            width = max(map(len, rows))
            parts.append(f'<table:table><table:table-column table:number-columns-repeated="{width}"/>')
            for row in rows:
                cells = [*row, *[""] * (width - len(row))]
                filled = "".join(
                    f'<table:table-cell><text:p text:style-name="Body">{_text(c)}</text:p></table:table-cell>'
                    for c in cells
                )
                parts.append(f"<table:table-row>{filled}</table:table-row>")
            parts.append("</table:table>")
            rows.clear()

    for line in sheet.lines:
        cells = list(cells_of(line))
        if len(cells) > 1:
            rows.append(cells)
            continue
        close()
        parts.append(f'<text:p text:style-name="Body">{_text(line)}</text:p>')
    close()
    return "".join(parts)


def _document(page: Sheets, body: str) -> str:
    columns = f'<style:columns fo:column-count="{page.columns}" fo:column-gap="0.8cm"/>' if page.columns > 1 else ""
    first_header = first_footer = ""
    if page.first_header:
        first_header = f"<style:header-first>{page.first_header}</style:header-first>"
        first_footer = f"<style:footer-first>{page.footer}</style:footer-first>"
    style = f'style:font-name="{page.font}" fo:font-family="{page.font}"'
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document {_NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>
<style:style style:name="Body" style:family="paragraph"><style:paragraph-properties fo:orphans="0" fo:widows="0"/>
<style:text-properties {style} fo:font-size="{page.size}pt" fo:language="fr" fo:country="FR"/></style:style>
<style:style style:name="Small" style:family="paragraph">
<style:text-properties {style} fo:font-size="7.5pt"/></style:style>
<style:style style:name="Tiny" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/>
<style:text-properties {style} fo:font-size="6.5pt"/></style:style>
<style:style style:name="Large" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/>
<style:text-properties {style} fo:font-size="{page.size + 1}pt" fo:font-weight="bold"/></style:style>
</office:styles>
<office:automatic-styles><style:style style:name="F" style:family="graphic">
<style:graphic-properties style:wrap="run-through" style:horizontal-pos="from-left" style:horizontal-rel="page"
 style:vertical-pos="from-top" style:vertical-rel="page" fo:border="none"/></style:style>
<style:page-layout style:name="L">
<style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" {page.margins}>{columns}
</style:page-layout-properties>
<style:header-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-bottom="0.5cm"/>
</style:header-style>
<style:footer-style><style:header-footer-properties fo:min-height="0.8cm" fo:margin-top="0.4cm"/>
</style:footer-style>
</style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L">
<style:header>{page.header}</style:header>{first_header}
<style:footer>{page.footer}</style:footer>{first_footer}
</style:master-page></office:master-styles>
<office:body><office:text>{body}</office:text></office:body></office:document>"""


def header_and_number(sheet: Sheet) -> str:
    """Return a report: the patient above each page, a page number below."""
    page = Sheets(
        "Liberation Serif",
        11,
        _paragraphs(sheet.patient, "Small"),
        f'<text:p text:style-name="Tiny">Page {_PAGE}</text:p>',
    )
    return _document(page, _body(sheet))


def letterhead_and_tables(sheet: Sheet) -> str:
    """Return a report: a letterhead above the first page, tables, an address below each page."""
    page = Sheets(
        "Liberation Sans",
        10,
        _paragraphs(sheet.patient, "Small"),
        _paragraphs(sheet.footer, "Tiny") + f'<text:p text:style-name="Tiny">{_PAGE}</text:p>',
        first_header=_paragraphs(sheet.letterhead, "Small"),
    )
    return _document(page, _body_with_tables(sheet))


def large_letterhead(sheet: Sheet) -> str:
    """Return a letter: a letterhead in large centred letters above the first page, two small lines below each."""
    page = Sheets(
        "Liberation Sans",
        10,
        _paragraphs(sheet.patient, "Small"),
        _paragraphs(sheet.footer, "Tiny") + _paragraphs(sheet.legal, "Tiny"),
        first_header=_paragraphs(sheet.letterhead, "Large"),
    )
    return _document(page, _body(sheet))


def columns_with_header(sheet: Sheet) -> str:
    """Return a report in two columns, the patient and the hospital above each page, an address and a number below."""
    page = Sheets(
        "Liberation Serif",
        9.5,
        _paragraphs(sheet.letterhead, "Small") + _paragraphs(sheet.patient, "Small"),
        _paragraphs(sheet.footer, "Small") + f'<text:p text:style-name="Tiny">{_PAGE}</text:p>',
        columns=2,
    )
    return _document(page, _body(sheet))


def header_in_cells(sheet: Sheet) -> str:
    """Return a report: the hospital and the patient side by side above each page, an address and a number below."""
    cells = "".join(
        f'<table:table-cell><text:p text:style-name="Small">{_text(line)}</text:p></table:table-cell>'
        for line in (sheet.team.lines[0], sheet.patient.text)
    )
    header = (
        '<table:table><table:table-column table:number-columns-repeated="2"/>'
        f'<table:table-row>{cells}</table:table-row></table:table><text:p text:style-name="Small"/>'
    )
    page = Sheets(
        "Liberation Serif",
        12,
        header,
        f'<text:p text:style-name="Small">{_text(sheet.footer.text)} — {_PAGE}</text:p>',
    )
    return _document(page, _body(sheet))


def frame_in_the_margin(sheet: Sheet) -> str:
    """Return a letter: the team in a frame in the left margin of the first page, a line below each page."""
    frame = (
        '<text:p text:style-name="Body"><draw:frame draw:style-name="F" text:anchor-type="page" '
        'text:anchor-page-number="1" '
        'svg:x="1cm" svg:y="2.5cm" svg:width="4.4cm" svg:height="16cm"><draw:text-box>'
        f"{_paragraphs(sheet.team, 'Small')}</draw:text-box></draw:frame></text:p>"
    )
    page = Sheets(
        "Liberation Sans",
        10,
        "<text:p/>",
        _paragraphs(sheet.legal, "Tiny") + f'<text:p text:style-name="Tiny">- {_PAGE} -</text:p>',
        margins='fo:margin-top="1.2cm" fo:margin-bottom="1.2cm" fo:margin-left="6cm" fo:margin-right="1.8cm"',
    )
    return _document(page, frame + _body(sheet))


def letterhead_once(sheet: Sheet) -> str:
    """Return a report: a letterhead above the first page, nothing above the others, three lines below each, tables."""
    number = f'<text:p text:style-name="Small">{_text(sheet.patient.text)} — page {_PAGE}</text:p>'
    page = Sheets(
        "Liberation Serif",
        10.5,
        '<text:p text:style-name="Small"/>',
        _paragraphs(sheet.footer, "Tiny") + _paragraphs(sheet.legal, "Tiny") + number,
        first_header=_paragraphs(sheet.letterhead, "Small"),
        margins='fo:margin-top="1.5cm" fo:margin-bottom="1cm" fo:margin-left="3cm" fo:margin-right="1.5cm"',
    )
    return _document(page, _body_with_tables(sheet))


LAYOUTS: dict[str, tuple[str, Callable[[Sheet], str]]] = {
    "header-and-number": ("design", header_and_number),
    "letterhead-and-tables": ("design", letterhead_and_tables),
    "large-letterhead": ("second design", large_letterhead),
    "columns-with-header": ("second design", columns_with_header),
    "header-in-cells": ("third design", header_in_cells),
    "frame-in-the-margin": ("third design", frame_in_the_margin),
    "letterhead-once": ("held-out", letterhead_once),
}


def print_all(sources: Mapping[Path, str]) -> None:
    """Write the PDF file of each source."""
    with tempfile.TemporaryDirectory() as folder:
        flat = []
        for number, (path, source) in enumerate(sources.items()):
            name = Path(folder, f"{number}.fodt")
            name.write_text(source, encoding="utf-8")
            flat.append((name, path))
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "pdf"]
        names = [str(name) for name, _ in flat]
        subprocess.run([*command, "--outdir", folder, *names], check=True, capture_output=True, timeout=900)
        for name, path in flat:
            path.write_bytes(name.with_suffix(".pdf").read_bytes())
