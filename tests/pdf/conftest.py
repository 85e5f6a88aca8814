from __future__ import annotations

import pytest

from palimpseste.pdf.options import Limits, PdfOptions
from palimpseste.pdf.reader import PdfReader

pytest.importorskip("pypdfium2", reason="PDF files need pypdfium2")


@pytest.fixture(autouse=True)
def always_light_processes(light_processes: None) -> None:
    """All readers of files that are started here."""


@pytest.fixture(scope="module")
def options():
    return PdfOptions(limits=Limits(seconds=10, memory_bytes=1 << 30, pages=500, file_bytes=8 << 20))


@pytest.fixture(scope="module")
def reader(options):
    reader = PdfReader(options)
    yield reader
    reader.close()


@pytest.fixture
def read(reader, tmp_path):
    """Return a function that reads the bytes of a file."""

    def read(content: bytes):
        path = tmp_path / "note.pdf"
        path.write_bytes(content)
        return reader.read(path)

    return read
