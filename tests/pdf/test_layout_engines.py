"""Files of other programs are read as ours are: WeasyPrint and LibreOffice, by the layouts of the bench."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.document import Document
from palimpseste.pdf.extraction import body
from palimpseste.pdf.text import text_of

BENCHMARKS = Path(__file__).parent.parent.parent / "benchmarks"
NOTE = """COMPTE RENDU DE CONSULTATION

La patiente est vue ce jour pour le suivi de son hypertension, équilibrée sous traitement depuis plusieurs mois.
Elle ne se plaint de rien, sinon d'une toux sèche apparue après le changement de traitement de l'automne.

Tension      135/82
Pouls        72

L'examen est sans particularité, l'auscultation cardiaque et pulmonaire est normale, il n'y a pas d'œdème.
Conclusion : arrêt de l'inhibiteur de l'enzyme de conversion, contrôle de la tension dans un mois."""


@pytest.fixture
def sheet(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from pdf_layouts.content import sheet_of

    return sheet_of(Document("note", NOTE), Lists.of(None), "tests")


def check(read, path):
    text = text_of(body(read(path.read_bytes())).body).text
    assert text.split() == NOTE.split()


@pytest.mark.parametrize("layout", ["letter-with-column", "column-on-the-right"])
def test_the_body_of_a_file_by_reportlab(sheet, read, tmp_path, layout):
    if not Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf").exists():
        pytest.skip("the fonts of the layouts are not installed (Debian: fonts-dejavu)")
    from pdf_layouts.by_reportlab import LAYOUTS

    LAYOUTS[layout][1](sheet, tmp_path / "a.pdf")
    check(read, tmp_path / "a.pdf")


# A later WeasyPrint will need one library more than the machine may have; this one does without.
@pytest.mark.filterwarnings("ignore:HarfBuzz-Subset:DeprecationWarning")
@pytest.mark.parametrize("layout", ["floating-column", "letterhead-and-rule", "columns-and-notes"])
def test_the_body_of_a_file_by_weasyprint(sheet, read, tmp_path, layout):
    try:
        import weasyprint  # noqa: F401 # its own imports look for Pango
    except (ImportError, OSError):
        pytest.skip("WeasyPrint or Pango is not installed (Debian: libpango-1.0-0 libpangoft2-1.0-0)")
    from pdf_layouts.by_weasyprint import LAYOUTS

    LAYOUTS[layout][1](sheet, tmp_path / "a.pdf")
    check(read, tmp_path / "a.pdf")


def test_the_body_of_files_by_libreoffice(sheet, read, tmp_path):
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not installed (Debian: libreoffice-writer-nogui)")
    from pdf_layouts.by_libreoffice import LAYOUTS, print_all

    names = ("header-and-number", "letterhead-and-tables", "header-in-cells")
    print_all({tmp_path / f"{name}.pdf": LAYOUTS[name][1](sheet) for name in names})
    for name in names:
        check(read, tmp_path / f"{name}.pdf")
