from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.errors import UsageError
from palimpseste.sources.encodings import Encoding, decode, encoding_named, encoding_of_file

NOTE = "Mme Hélène Lefèvre, née à Nîmes : 37°2, œdème.\r\nSortie le 3/02.\r\n"


@pytest.mark.parametrize(
    ("written", "codec"),
    [
        pytest.param(NOTE.encode("utf-8"), "utf-8", id="utf-8"),
        pytest.param(codecs.BOM_UTF8 + NOTE.encode("utf-8"), "utf-8", id="utf-8 with mark"),
        pytest.param(codecs.BOM_UTF16_LE + NOTE.encode("utf-16-le"), "utf-16-le", id="utf-16 little endian with mark"),
        pytest.param(codecs.BOM_UTF16_BE + NOTE.encode("utf-16-be"), "utf-16-be", id="utf-16 big endian with mark"),
        pytest.param(NOTE.encode("utf-16-le"), "utf-16-le", id="utf-16 little endian without mark"),
        pytest.param(NOTE.encode("utf-16-be"), "utf-16-be", id="utf-16 big endian without mark"),
        pytest.param(NOTE.encode("cp1252"), "cp1252", id="cp1252"),
        pytest.param(b"", "utf-8", id="empty"),
    ],
)
def test_bytes_come_back_as_they_were(written, codec, tmp_path):
    text, encoding = decode(written)
    assert encoding.codec == codec
    assert text == (NOTE if written else "")
    assert encoding.bom + encoding.encode(text) == written
    file = tmp_path / "note"
    file.write_bytes(written)
    assert encoding_of_file(file) == encoding


def test_bytes_of_no_known_encoding_are_refused(tmp_path):
    content = b"Mme L\xe9a \x81\x8d"
    with pytest.raises(UsageError, match=r"unknown encoding.*--encoding"):
        decode(content)
    (tmp_path / "note").write_bytes(content)
    with pytest.raises(UsageError, match="unknown encoding"):
        encoding_of_file(tmp_path / "note")
    assert decode(content, encoding_named("latin-1"))[0] == "Mme Léa \x81\x8d"


@pytest.mark.parametrize("filling", ["", "Rien à signaler.\n" * 100_000], ids=["short", "of several blocks"])
def test_the_line_that_spoils_an_encoding_is_told(tmp_path, filling):
    content = f"{filling}Revue.\nANAÏS ".encode() + b"L\xe9a\n"
    line = content[: content.index(b"L\xe9a")].count(b"\n") + 1
    (tmp_path / "note").write_bytes(content)
    for read in (lambda: decode(content), lambda: encoding_of_file(tmp_path / "note")):
        with pytest.raises(UsageError, match=rf"or mend line {line:,}, the first that is not UTF-8"):
            read()
    for read in (
        lambda: decode(content, encoding_named("ascii")),
        lambda: encoding_of_file(tmp_path / "note", encoding_named("utf-8")),
    ):
        with pytest.raises(UsageError, match=r"bytes that this encoding lacks, the first in line [0-9,]+"):
            read()


def test_an_encoding_python_lacks_is_refused():
    with pytest.raises(UsageError, match="unknown encoding 'klingon'"):
        encoding_named("klingon")


@pytest.mark.parametrize(
    ("surrogate", "written"),
    [
        pytest.param("Łukasz ŁĘCKI", "Lukasz LECKI", id="stroke and ogonek"),
        pytest.param("Đặng", "Dang", id="accents two by two"),
        pytest.param("Œuvre", "Œuvre", id="a letter the encoding has"),
        pytest.param("Иван", "????", id="another script"),
    ],
)
def test_a_surrogate_the_encoding_lacks_is_written_with_the_nearest_letters(surrogate, written):
    assert Encoding("cp1252").encode(surrogate).decode("cp1252") == written


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\ufeff"), max_size=40))
def test_any_text_in_utf_8_comes_back(text):
    written = text.encode("utf-8")
    decoded, encoding = decode(written)
    assert (decoded, encoding.codec) == (text, "utf-8")
    assert encoding.encode(decoded) == written
