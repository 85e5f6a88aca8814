"""What each format looks like on disk, what other tools write, and how mistakes are told: by file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.convert import command
from palimpseste.corpus import marked_text, parse_markup, read_documents, write_documents
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError

NOTE = Document("n-1", "Mme 👩 Durand\nPetit, vue", entities=(Span(6, 18, "LASTNAME"),))


def refused(path: Path, content: str, format: str, match: str) -> None:
    path.write_bytes(content.encode("utf-8"))
    with pytest.raises(UsageError, match=match) as error:
        list(read_documents(path, format))
    assert "Durand" not in str(error.value)


class TestMarkup:
    @pytest.mark.parametrize(
        ("marked", "reason"),
        [
            ("ok\n<LASTNAME>Durand", ":2: <LASTNAME> is never closed"),
            ("ok\nDurand</CITY>", ":2: </CITY> closes nothing"),
            ("<CITY>a\n<AGE>Durand</AGE></CITY>", ":2: <AGE> opened inside <CITY>"),
            ("<CITY>Durand</AGE>", ":1: </AGE> closes nothing"),
            ("<CITY></CITY>Durand", ":1: <CITY> encloses nothing"),
            ("\n\n<LASTNAM>Durand</LASTNAM>", ":3: a tag that is no label"),
        ],
    )
    def test_mistakes_are_told_by_line(self, marked: str, reason: str) -> None:
        with pytest.raises(UsageError, match=reason) as error:
            parse_markup(marked)
        assert "Durand" not in str(error.value)

    def test_any_other_bracket_is_text(self) -> None:
        assert parse_markup("CRP < 5, Na > 3 <b> <TA>") == ("CRP < 5, Na > 3 <b> <TA>", ())

    def test_goes_both_ways(self) -> None:
        marked = "<ZIP>21000</ZIP><CITY>Dijon</CITY>"
        assert marked_text(*parse_markup(marked)) == marked


class TestNotes:
    CONTENT = '=== id: c-1\ntype: IAO\npatient: {"zip": 21000}\n---\nà <CITY>Dijon</CITY>\n\n=== id: c-2\n---\n\nfin\n'

    @pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with BOM"])
    def test_reads_the_format_of_the_guidelines(self, tmp_path: Path, mark: str) -> None:
        (tmp_path / "a.notes").write_text(mark + self.CONTENT, encoding="utf-8")
        one, two = read_documents(tmp_path / "a.notes")
        assert (one.text, one.type, one.patient.zip, one.entities) == ("à Dijon", "IAO", "21000", (Span(2, 7, "CITY"),))
        assert (two.id, two.text, two.type) == ("c-2", "fin", "")

    def test_reads_windows_files(self, tmp_path: Path) -> None:
        (tmp_path / "a.notes").write_bytes(b"=== id: c-1\r\ntype: IAO\r\n---\r\nun\r\ndeux\r\n\r\n")
        assert [(d.id, d.type, d.text) for d in read_documents(tmp_path / "a.notes")] == [("c-1", "IAO", "un\r\ndeux")]

    @pytest.mark.parametrize(
        ("content", "match"),
        [
            ("Durand\n=== id: 1\n---\nok", ":1: a document opens"),
            ("\n=== id: 1\nDurand", ":2: no '---' line"),
            ("=== id: 1\n---\nok\n\n=== id: 2\nage: Durand\n---\nok", ":6: a header line"),
            ("=== id: 1\npatient: {Durand}\n---\nok", ":2: 'patient' is not JSON"),
            ("=== id: 1\npatient: " + "9" * 5000 + "\n---\nok", ":2: a number too long"),
            ('=== id: 1\npatient: {"Durand_": 1}\n---\nok', ":1: unknown patient field"),
            ("=== id: 1\ntype: X\n---\n\nok\n<CITY>Durand", ":6: <CITY> is never closed"),
            ("=== id: 1\n---\n\n", ":1: a document needs an id and a text"),
        ],
    )
    def test_mistakes_are_told_by_line(self, tmp_path: Path, content: str, match: str) -> None:
        if "Durand_" in content:  # names of fields are configuration and are quoted
            content = content.replace("Durand_", "surname")
        refused(tmp_path / "a.notes", content, "notes", match)


class TestJsonLines:
    @pytest.mark.parametrize(
        ("content", "match"),
        [
            ('{"id": 1, "text": "ok"}\n{"id": 2, "text": "Durand', r":2: not JSON: Unterminated string"),
            ('["Durand"]', ":1: a line must hold one JSON object"),
            ('\n\n{"id": 1}', ":3: document field 'text' must be a string"),
            ('{"id": 1, "text": "Durand", "entities": [{"start": 0, "end": 9, "label": "CITY"}]}', ":1: entity 0"),
            ('{"id": ' + "9" * 5000 + ', "text": ""}', ":1: not JSON this program reads: a number too long"),
        ],
    )
    def test_mistakes_are_told_by_line(self, tmp_path: Path, content: str, match: str) -> None:
        refused(tmp_path / "a.jsonl", content, "jsonl", match)

    def test_other_encodings_are_told(self, tmp_path: Path) -> None:
        (tmp_path / "a.jsonl").write_bytes('{"id": 1, "text": "né"}'.encode("cp1252"))
        with pytest.raises(UsageError, match=":1: not UTF-8 at byte 20"):
            list(read_documents(tmp_path / "a.jsonl"))


class TestBrat:
    def test_offsets_are_code_points_and_line_ends_cut_fragments(self, tmp_path: Path) -> None:
        write_documents([NOTE], tmp_path / "b")
        assert (tmp_path / "b" / "n-1.ann").read_text(encoding="utf-8") == "T1\tLASTNAME 6 12;13 18\tDurand Petit\n"
        assert (tmp_path / "b" / "n-1.txt").read_text(encoding="utf-8") == NOTE.text
        assert "LASTNAME" in (tmp_path / "b" / "annotation.conf").read_text(encoding="utf-8")

    def test_a_folder_of_brat_itself_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "x.txt").write_text("né à Dijon", encoding="utf-8")
        (tmp_path / "x.ann").write_text("T1\tCITY 5 10\tDijon\n#1\tAnnotatorNotes T1\tsûr ?\n", encoding="utf-8")
        assert list(read_documents(tmp_path)) == [Document("x", "né à Dijon", entities=(Span(5, 10, "CITY"),))]

    @pytest.mark.parametrize(
        ("line", "match"),
        [
            ("T1\tLASTNAME 0 3;7 13\tMme Durand", "x.ann:1: a discontinuous span"),
            ("R1\tKin Arg1:T1 Arg2:T2", "x.ann:1: not a text-bound annotation"),
            ("T1\tLASTNAME 7 13\tDurand", "x.ann:1: the text at 7 is not the one"),  # UTF-16 offsets
            ("T1\tPERSON 6 12\tDurand", "x.ann:1: unknown label 'PERSON'"),
            (f"T1\tLASTNAME 6 {'9' * 5000}\tDurand", "x.ann:1: not a text-bound annotation"),
            ("T1\tLASTNAME 6 99\tDurand", "x.ann:1: a span must have 0 <= start < end <= 23"),
        ],
    )
    def test_mistakes_are_told_by_line(self, tmp_path: Path, line: str, match: str) -> None:
        (tmp_path / "x.txt").write_text(NOTE.text, encoding="utf-8")
        (tmp_path / "x.ann").write_text(line + "\n", encoding="utf-8")
        with pytest.raises(UsageError, match=match):
            list(read_documents(tmp_path))

    def test_a_note_without_annotations_is_no_silence(self, tmp_path: Path) -> None:
        write_documents([NOTE], tmp_path / "b")
        (tmp_path / "b" / "new.txt").write_text("ok", encoding="utf-8")
        with pytest.raises(UsageError, match=r"the \.txt or \.ann of 'new' is missing"):
            list(read_documents(tmp_path / "b"))

    def test_identifiers_that_are_no_file_names_come_back(self, tmp_path: Path) -> None:
        notes = [Document(name, "ok") for name in ("a/b", "a_b", "A_B", "..", "é" * 300, "")]
        write_documents(notes, tmp_path / "b")
        assert list(read_documents(tmp_path / "b")) == notes


class TestDoccano:
    def test_offsets_are_utf16_units_as_doccano_counts(self, tmp_path: Path) -> None:
        write_documents([NOTE], tmp_path / "a.doccano.jsonl")
        values = json.loads((tmp_path / "a.doccano.jsonl").read_text(encoding="utf-8"))
        # The emoji is one code point and two units: 6 becomes 7, 18 becomes 19.
        assert values == {"document_id": "n-1", "text": NOTE.text, "label": [[7, 19, "LASTNAME"]]}

    @pytest.mark.parametrize(
        "labels",
        [
            {"label": [[7, 19, "LASTNAME"]]},
            {"labels": [[7, 19, "LASTNAME"]]},
            {"entities": [{"id": 3, "label": "LASTNAME", "start_offset": 7, "end_offset": 19}], "relations": []},
        ],
        ids=["label", "labels", "entities"],
    )
    def test_exports_of_every_version_are_read(self, tmp_path: Path, labels: dict[str, object]) -> None:
        line = json.dumps({"id": 812, "text": NOTE.text, **labels, "Comments": ["ok"]})
        (tmp_path / "e.jsonl").write_text(line, encoding="utf-8")
        assert list(read_documents(tmp_path / "e.jsonl", "doccano")) == [
            Document("812", NOTE.text, entities=NOTE.entities)
        ]

    @pytest.mark.parametrize(
        ("label", "match"),
        [([5, 7, "AGE"], "inside a character"), ([0, 99, "AGE"], "outside the text"), ([0, 3], "must be")],
    )
    def test_mistakes_are_told_by_line(self, tmp_path: Path, label: list[object], match: str) -> None:
        line = json.dumps({"id": 1, "text": NOTE.text, "label": [label]})
        refused(tmp_path / "a.jsonl", "\n" + line, "doccano", f":2: .*{match}")


class TestConll:
    CONTENT = (
        '# id = "n-1"\n# text = "Mme 👩 Durand\\nPetit, vue"\n'
        "Mme\t0\t3\tO\n👩\t4\t5\tO\nDurand\t6\t12\tB-LASTNAME\nPetit\t13\t18\tI-LASTNAME\n,\t18\t19\tO\nvue\t20\t23\tO\n\n"
    )

    def test_one_token_a_line_with_its_offsets(self, tmp_path: Path) -> None:
        write_documents([NOTE], tmp_path / "a.conll")
        assert (tmp_path / "a.conll").read_text(encoding="utf-8") == self.CONTENT

    def test_touching_spans_stay_apart_and_tokens_are_cut_at_edges(self, tmp_path: Path) -> None:
        note = Document("1", "DURANDPaul", entities=(Span(0, 6, "LASTNAME"), Span(6, 10, "LASTNAME")))
        write_documents([note], tmp_path / "a.conll")
        rows = (tmp_path / "a.conll").read_text(encoding="utf-8").splitlines()[2:4]
        assert rows == ["DURAND\t0\t6\tB-LASTNAME", "Paul\t6\t10\tB-LASTNAME"]

    @pytest.mark.parametrize(
        ("old", "new", "match"),
        [
            ("# text = ", "# said = ", ":1: no '# text = ' comment"),
            ("Mme\t0\t3\tO", "Mme O", ":3: a row is token, start, end and tag"),
            ("Durand\t6", "Durand\t7", ":5: the text does not hold this token at 7"),
            ("Durand\t6", "Durand\t" + "9" * 5000, ":5: a row is token, start, end and tag"),
            ("B-LASTNAME", "O", ":6: a tag is O, B-label, or I-label"),
            ("I-LASTNAME", "I-CITY", ":6: a tag is O, B-label, or I-label"),
            ("B-LASTNAME", "B-PER", ":6: a tag is O"),
            ('# id = "n-1"', "# id = n-1", ":1: 'id' is not JSON"),
            ('# id = "n-1"', "# id = " + "9" * 5000, ":1: a number too long"),
            ('# id = "n-1"', "", ":2: document field 'id'"),
        ],
    )
    def test_mistakes_are_told_by_line(self, tmp_path: Path, old: str, new: str, match: str) -> None:
        refused(tmp_path / "a.conll", self.CONTENT.replace(old, new), "conll", match)


class TestLabelsOfPapers:
    """Notes annotated in a paper's labels are read under its view, and only under it."""

    TEXT = "M. Durand, 3 rue Verte"
    SPANS = (Span(3, 9, "LASTNAME"), Span(11, 22, "ADDRESS"))

    def hcl_files(self, folder: Path) -> list[Path]:
        entities = [{"start": 3, "end": 9, "label": "Nom/Prénom"}, {"start": 11, "end": 22, "label": "Voie"}]
        jsonl, doccano, conll, brat = (folder / name for name in ("a.jsonl", "b.doccano.jsonl", "c.conll", "d"))
        jsonl.write_text(json.dumps({"id": "1", "text": self.TEXT, "entities": entities}), encoding="utf-8")
        rows = [[3, 9, "NomPrenom"], [11, 22, "Voie"]]
        doccano.write_text(json.dumps({"id": 1, "text": self.TEXT, "label": rows}), encoding="utf-8")
        tokens = ["M\t0\t1\tO", ".\t1\t2\tO", "Durand\t3\t9\tB-Nom/Prénom", ",\t9\t10\tO", "3\t11\t12\tB-Voie"]
        tokens += ["rue\t13\t16\tI-Voie", "Verte\t17\t22\tI-Voie"]
        conll.write_text("\n".join(['# id = "1"', f"# text = {json.dumps(self.TEXT)}", *tokens]), encoding="utf-8")
        brat.mkdir()
        (brat / "1.txt").write_text(self.TEXT, encoding="utf-8")
        annotations = "T1\tNom_Prenom 3 9\tDurand\nT2\tVoie 11 22\t3 rue Verte\n"
        (brat / "1.ann").write_text(annotations, encoding="utf-8")
        return [jsonl, doccano, conll, brat]

    def test_every_format_reads_them(self, tmp_path: Path) -> None:
        for path in self.hcl_files(tmp_path):
            (document,) = read_documents(path, view="hcl")
            assert (document.id, document.text, document.entities) == ("1", self.TEXT, self.SPANS), path

    def test_under_another_view_they_are_refused(self, tmp_path: Path) -> None:
        for path in self.hcl_files(tmp_path):
            for view in ("canonical", "hnfc"):
                with pytest.raises(UsageError, match=r"its label is none of|unknown label 'Nom") as error:
                    list(read_documents(path, view=view))
                assert "Durand" not in str(error.value)

    def test_notes_hold_canonical_tags_only(self, tmp_path: Path) -> None:
        (tmp_path / "a.notes").write_text("=== id: 1\n---\nà <Ville>Dijon</Ville>\n", encoding="utf-8")
        with pytest.raises(UsageError, match="canonical labels, not those of the view 'hcl'"):
            list(read_documents(tmp_path / "a.notes", view="hcl"))

    def test_convert_makes_canonical_ones_of_them(self, tmp_path: Path) -> None:
        for number, path in enumerate(self.hcl_files(tmp_path)):
            target = tmp_path / f"{number}.notes"
            run = CliRunner().invoke(command, [str(path), str(target), "--labels", "hcl"])
            assert run.exit_code == 0, run.output
            (document,) = read_documents(target)
            assert document.entities == self.SPANS
