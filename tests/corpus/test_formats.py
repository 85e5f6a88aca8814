from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.convert import command
from palimpseste.corpus import FORMATS, read_documents, write_documents, write_results
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError

# "Mme É." decomposed, then a Windows line end, a family of astral characters, and the span after them all.
TEXT = "Mme E\u0301.\r\nok 👩🏽 𝔘 à Dijon"
NOTE = Document("n/1", TEXT, "LT-SOR", entities=(Span(4, 6, "LASTNAME"), Span(19, 24, "CITY")))


def test_the_span_stands_after_everything_that_moves_offsets() -> None:
    assert [TEXT[span.start : span.end] for span in NOTE.entities] == ["E\u0301", "Dijon"]


@pytest.mark.parametrize("first", FORMATS)
@pytest.mark.parametrize("second", FORMATS)
def test_any_format_to_any_other_by_the_command(tmp_path: Path, first: str, second: str) -> None:
    write_documents([NOTE], tmp_path / "one", first)
    names = [str(tmp_path / "one"), str(tmp_path / "two"), "--from", first, "--to", second]
    result = CliRunner().invoke(command, names, catch_exceptions=False)
    assert result.exit_code == 0
    assert list(read_documents(tmp_path / "two", second)) == [NOTE]


@pytest.mark.parametrize("format", FORMATS)
def test_results_are_written_with_their_spans(tmp_path: Path, format: str) -> None:
    result = Deidentifier.default(policy="tag").replace(NOTE, NOTE.entities)
    write_results([result], tmp_path / "one", format)
    (read,) = read_documents(tmp_path / "one", format)
    assert (read.id, read.text, read.type) == ("n/1", "Mme [LASTNAME].\r\nok 👩🏽 𝔘 à [CITY]", "LT-SOR")
    assert [read.text[span.start : span.end] for span in read.entities] == ["[LASTNAME]", "[CITY]"]


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.notes", "notes"), ("a.jsonl", "jsonl"), ("a.doccano.jsonl", "doccano"), ("a.conll", "conll"), ("a", "brat")],
)
def test_the_suffix_tells_the_format(tmp_path: Path, name: str, format: str) -> None:
    write_documents([NOTE], tmp_path / name)
    assert list(read_documents(tmp_path / name)) == list(read_documents(tmp_path / name, format)) == [NOTE]


@pytest.mark.parametrize("name", ["a.xml", "a.txt"])
def test_a_suffix_that_tells_nothing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="formats: notes, doccano, jsonl, conll, label-studio, brat, inception"):
        write_documents([NOTE], tmp_path / name)


def test_a_folder_is_read_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    write_documents([Document("2", "deux")], tmp_path / "sub" / "a.notes")
    write_documents([Document("1", "un")], tmp_path / "b.jsonl")
    (tmp_path / "README.md").write_text("not a note", encoding="utf-8")
    assert {document.id for document in read_documents(tmp_path)} == {"1", "2"}


def test_a_folder_without_annotations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no annotated file"):
        list(read_documents(tmp_path))


class TestWriting:
    def test_leaves_what_is_there_alone_unless_forced(self, tmp_path: Path) -> None:
        write_documents([NOTE], tmp_path / "a.jsonl")
        before = (tmp_path / "a.jsonl").read_bytes()
        arguments = [str(tmp_path / "a.jsonl"), str(tmp_path / "a.jsonl")]
        refused = CliRunner().invoke(command, arguments)
        assert isinstance(refused.exception, UsageError)
        assert (tmp_path / "a.jsonl").read_bytes() == before
        assert CliRunner().invoke(command, [*arguments, "--force"]).exit_code == 0

    @pytest.mark.parametrize("name", ["a.notes", "a.conll", "a"])
    def test_writes_nothing_when_a_document_fails(self, tmp_path: Path, name: str) -> None:
        bad = Document("bad", "\ud800" if name == "a" else "ab", entities=(Span(0, 1, "AGE"), Span(0, 1, "CITY")))
        with pytest.raises(UsageError):
            write_documents([NOTE, bad], tmp_path / name)
        assert list(tmp_path.iterdir()) == []

    def test_replaces_a_brat_folder_whole(self, tmp_path: Path) -> None:
        write_documents([NOTE, Document("old", "vieux")], tmp_path / "a")
        write_documents([NOTE], tmp_path / "a", overwrite=True)
        assert list(read_documents(tmp_path / "a")) == [NOTE]
        assert [file.name for file in tmp_path.iterdir()] == ["a"]

    def test_never_replaces_another_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "thesis.odt").write_bytes(b"years of work")
        with pytest.raises(UsageError, match="holds more than annotated documents"):
            write_documents([NOTE], tmp_path / "a", overwrite=True)
        assert (tmp_path / "a" / "thesis.odt").read_bytes() == b"years of work"


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"], ids=["empty", "blank", "a mark of the encoding"])
@pytest.mark.parametrize("suffix", [".notes", ".doccano.jsonl", ".jsonl", ".ndjson", ".conll", ".bio"])
def test_a_file_without_a_document_holds_none(tmp_path: Path, suffix: str, content: str) -> None:
    file = tmp_path / f"none{suffix}"
    file.write_text(content, encoding="utf-8")
    assert list(read_documents(file)) == []


def test_a_field_that_is_there_twice_is_refused_and_a_mark_of_byte_order_is_no_field(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": "a", "text": "Vue."}\n\n{"id": "b", "text": "Revue.", "text": "Lue."}\n')
    with pytest.raises(UsageError, match=r"a\.jsonl:3: two fields of one name"):
        list(read_documents(path))
    path.write_bytes(path.read_bytes().splitlines()[0])
    assert [each.text for each in read_documents(path)] == ["Vue."]
