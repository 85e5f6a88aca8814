"""One law for all formats: what is written is read back the same, or refused; it never comes back different."""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import is_of_a_record

from palimpseste.corpus import FORMATS, read_documents, write_documents
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS

# Letters, all sorts of space and line ends, decomposed accents, astral characters, marks of every format.
ALPHABET = tuple("aÉz09 \t\r\n\x0b\x1c\x85\u00a0\u2028\ufeff\u0301\0#<>/=-_;:,\"'\\[]{}👩🏽𝔘œ")
PIECES = [*ALPHABET, "<LASTNAME>", "</CITY>", "=== id: ", "---", "# text = ", "T1\t", "\r\n", "\n\n"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
FIELDS = st.text(st.sampled_from(ALPHABET), max_size=8)
OF_A_RECORD = FIELDS.filter(is_of_a_record)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(TEXTS)
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    spans = [Span(a, b, draw(st.sampled_from(LABELS))) for a, b in zip(edges[::2], edges[1::2], strict=False)]
    if spans and draw(st.booleans()):
        spans.append(Span(spans[-1].start, spans[-1].end, "AGE"))
    dates = st.none() | st.dates(datetime.date(1, 1, 1))
    patient = Patient.from_mapping({"lastname": draw(OF_A_RECORD), "zip": draw(OF_A_RECORD)})
    return Document(draw(FIELDS), text, draw(FIELDS), draw(dates), patient, tuple(sorted(set(spans))))


CLEAN_TEXTS = st.lists(
    st.sampled_from([*"aÉz09 \t,-", "e\u0301", "👩🏽", "𝔘", "\r\n", "\n", "\u00a0", "\ufeff"]), max_size=30
)


@st.composite
def ordinary_documents(draw: st.DrawFn) -> Document:
    """Return a document as hospitals have them, which every format must hold."""
    text = "Mme " + "".join(draw(CLEAN_TEXTS)) + " fin"
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    spans = []
    for start, end in zip(edges[::2], edges[1::2], strict=False):
        surface = text[start:end]
        start += len(surface) - len(surface.lstrip())
        end -= len(surface) - len(surface.rstrip())
        if start < end:
            spans.append(Span(start, end, draw(st.sampled_from(LABELS))))
    date = draw(st.none() | st.dates(datetime.date(1900, 1, 1)))
    return Document(f"n-{draw(st.integers(0, 99))}", text, "CRH-HOSPI", date, Patient(lastname="É 👩"), tuple(spans))


def carried(original: list[Document], format: str) -> list[Document]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus"
        write_documents(original, path, format)
        return list(read_documents(path, format))


@pytest.mark.parametrize("format", FORMATS)
@settings(deadline=None, max_examples=60)
@given(original=st.lists(ordinary_documents(), min_size=1, max_size=3))
def test_ordinary_documents_come_back_the_same(format: str, original: list[Document]) -> None:
    assert carried(original, format) == original


@pytest.mark.parametrize("format", FORMATS)
@settings(deadline=None, max_examples=150)
@given(original=documents())
def test_any_document_comes_back_the_same_or_is_refused(format: str, original: Document) -> None:
    try:
        found = carried([original], format)
    except UsageError:
        if format not in ("notes", "conll", "inception-xmi"):
            raise
        return
    assert found == [original]
