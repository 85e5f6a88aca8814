"""Stays of a user's own: what is read, and what is refused with its line and without its text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from palimpseste.coding import Stay, StayFiles, read_stays
from palimpseste.coding.measures.descriptions import read_descriptions
from palimpseste.coding.stays.reading import StayColumns
from palimpseste.errors import UsageError

CANARY = "Zorglubine"
EXPECTED = [Stay("1", ("Toux fébrile.",), ("J18.9", "R05")), Stay("2", ("HTA.",), ("I10",))]


def written(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("semicolons in a cell.csv", 'id,text,codes\n1,Toux fébrile.,"J18.9;R05"\n2,HTA.,I10\n'),
        ("commas in a cell.csv", 'id,text,codes\n1,Toux fébrile.,"J18.9,R05"\n2,HTA.,I10\n'),
        ("bars.csv", "codes;id;text\nJ18.9|R05;1;Toux fébrile.\nI10;2;HTA.\n"),
        ("tabs.tsv", "id\ttext\tcodes\n1\tToux fébrile.\tJ189 R05\n2\tHTA.\ti10\n"),
        (
            "lists.jsonl",
            '{"id": 1, "text": "Toux fébrile.", "codes": ["J18.9", "R05"]}\n\n'
            '{"id": "2", "documents": [{"text": "HTA.", "type": "CRH"}], "codes": "I10", "patient": {}}\n',
        ),
    ],
)
def test_stays_of_every_format_are_read_alike(name: str, content: str, tmp_path: Path) -> None:
    assert list(read_stays([written(tmp_path / name, content)])) == EXPECTED


def test_stays_are_read_from_parquet(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = {"id": ["1", "2"], "text": ["Toux fébrile.", "HTA."], "codes": ["J18.9|R05", "I10"]}
    parquet.write_table(pyarrow.table(columns), tmp_path / "cells.parquet")
    parquet.write_table(pyarrow.table({**columns, "codes": [["J18.9", "R05"], ["I10"]]}), tmp_path / "lists.parquet")
    for name in ("cells", "lists"):
        assert list(read_stays([tmp_path / f"{name}.parquet"])) == EXPECTED
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "cells.parquet").read_bytes()[:-20])
    with pytest.raises(UsageError, match=r"cut\.parquet: not a whole Parquet file"):
        list(read_stays([tmp_path / "cut.parquet"]))


def test_an_encoding_is_told_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "stays.csv"
    path.write_bytes("id;text;codes\r\n1;Toux fébrile.;J18.9,R05\r\n2;HTA.;I10\r\n".encode("cp1252"))
    assert list(read_stays([path])) == EXPECTED


def test_the_rows_of_a_stay_are_joined_in_order(tmp_path: Path) -> None:
    one = written(tmp_path / "one.csv", "id,text,codes\n1,Entrée.,R05\n1,Sortie.,R05;J18.9\n2,A.,I10\n")
    other = written(tmp_path / "two.csv", "id,text,codes\n2,B.,\n")
    first, second = read_stays([one, other])
    assert (first.documents, first.codes, first.text) == (
        ("Entrée.", "Sortie."),
        ("R05", "J18.9"),
        "Entrée.\n\nSortie.",
    )
    assert (second.documents, second.codes) == (("A.", "B."), ("I10",))


def test_codes_are_cut_to_families_where_asked(tmp_path: Path) -> None:
    path = written(tmp_path / "stays.csv", "id,text,codes\n1,Toux.,E11.9;E11.6;R05\n")
    assert [stay.codes for stay in StayFiles((path,), families=True)] == [("E11", "R05")]


def test_a_split_is_chosen(tmp_path: Path) -> None:
    lines = [{"id": str(i), "text": "a", "codes": ["R05"], "split": "dev" if i % 2 else "train"} for i in range(4)]
    path = written(tmp_path / "stays.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    assert [stay.id for stay in StayFiles((path,), split="dev")] == ["1", "3"]


def test_columns_may_have_other_names(tmp_path: Path) -> None:
    path = written(tmp_path / "stays.csv", "sejour,texte,cim,unite\n1,Toux.,R05,4\n")
    columns = StayColumns("sejour", "texte", "cim", ("unite",))
    assert list(read_stays([path], columns)) == [Stay("1", ("Toux.",), ("R05",))]


def test_codes_may_be_missing_where_they_are_to_be_found(tmp_path: Path) -> None:
    path = written(tmp_path / "stays.csv", "id,text\n1,Toux.\n")
    assert list(read_stays([path], codes_required=False)) == [Stay("1", ("Toux.",))]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", f"id,text,codes\n1,{CANARY},R05\n2,{CANARY},R05;grippe\n", "a.csv:3: code 2 of 2 is not of the form"),
        ("a.csv", f'id,text,codes\n1,"{CANARY}\nfin",R05\n2,b,{CANARY}\n', "a.csv:4: code 1 of 1 is not of the form"),
        ("a.csv", "id,text,codes\n1,  ,R05\n", "a.csv:2: stay '1' has no text"),
        ("a.csv", f"id,text,codes\n1,{CANARY},\n", "a.csv:2: stay '1' has no code"),
        ("a.csv", f"id,text,codes\n,{CANARY},R05\n", "a.csv:2: the stay has no identifier"),
        (
            "a.csv",
            f"id,text,code\n1,{CANARY},R05\n",
            "a.csv:1: unknown column code; columns: id, text or documents, codes",
        ),
        ("a.csv", f"{CANARY} est venue hier avec une toux qui dure,x\n1,R05\n", "a.csv:1: unknown column x, 1 more;"),
        ("a.csv", "id,codes\n1,R05\n", "a.csv:1: no column 'text'"),
        ("a.csv", f"text,codes\n{CANARY},R05\n", "a.csv:1: no column 'id'"),
        ("a.csv", f"id,text\n1,{CANARY}\n", "a.csv:1: no column 'codes'"),
        ("a.csv", f"id,text,codes\n1,{CANARY},R05,x\n", "a.csv:2: a row of 4 columns under a header of 3"),
        ("a.csv", f'id,text,codes\n1,"{CANARY},R05\n', "a.csv:2: not a CSV row"),
        ("a.csv", f"id,text,codes\n1,{CANARY},R05\n2,b,R05\n1,c,R05\n", "a.csv:4: stay '1' comes back after another"),
        ("a.csv", "", "a.csv:1: no header line"),
        ("a.jsonl", f'{{"id": "1", "text": "{CANARY}"', "a.jsonl:1: not a line of JSON"),
        ("a.jsonl", "[" * 100_000, "a.jsonl:1: not a line of JSON"),
        ("a.jsonl", f'["{CANARY}"]\n', "a.jsonl:1: not a JSON object"),
        ("a.jsonl", f'{{"id": "1", "text": ["{CANARY}"], "codes": []}}\n', "a.jsonl:1: a text is not text"),
        ("a.jsonl", f'{{"id": "1", "documents": "{CANARY}", "codes": []}}\n', "a.jsonl:1: 'documents' is not a list"),
        ("a.jsonl", f'{{"id": "1", "text": "{CANARY}", "codes": [5]}}\n', "a.jsonl:1: a code is not text"),
        ("a.jsonl", f'{{"id": "1", "text": "{CANARY}", "codes": 5}}\n', "a.jsonl:1: codes are neither text nor a list"),
        ("a.jsonl", f'{{"id": null, "text": "{CANARY}", "codes": []}}\n', "a.jsonl:1: the stay has no identifier"),
        ("a.jsonl", f'{{"id": "1", "txt": "{CANARY}", "codes": []}}\n', "a.jsonl:1: unknown column txt"),
        ("a.txt", CANARY, "a.txt: stays are read from .csv, .tsv, .parquet, .jsonl"),
        ("a.parquet", CANARY, "a.parquet: not a whole Parquet file"),
    ],
    ids=lambda value: value.split(": ", 1)[-1][:50] if isinstance(value, str) and ": " in value else "",
)
def test_what_is_wrong_is_told_by_its_line(name: str, content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        list(read_stays([written(tmp_path / name, content)]))
    assert message in str(refused.value)
    assert CANARY not in str(refused.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.csv: no such file"):
        list(read_stays([tmp_path / "none.csv"]))


def test_a_stay_does_not_show_its_text() -> None:
    assert repr(Stay("1", (CANARY,), ("R05",))) == "Stay('1', <1 documents>, <1 codes>)"


def test_descriptions_are_read_and_checked(tmp_path: Path) -> None:
    path = written(tmp_path / "codes.csv", "code,description\nE119,Diabète\n")
    assert read_descriptions(path) == {"E11.9": "Diabète"}
    with pytest.raises(UsageError, match=r"codes\.csv:2: the code is not of the form"):
        read_descriptions(written(path, "code,description\ntoux,Diabète\n"))
    with pytest.raises(UsageError, match="'code' and 'description'"):
        read_descriptions(written(path, "code,titre\nE119,Diabète\n"))


def test_one_code_makes_a_question_that_every_stay_answers(tmp_path: Path) -> None:
    path = written(tmp_path / "stays.csv", 'id,text,codes\n1,Fièvre.,"J18.9,Y95"\n2,Toux.,J18.9\n3,HTA.,"Y95,I10"\n')
    assert [stay.codes for stay in StayFiles((path,), only=("y95",))] == [("Y95",), (), ("Y95",)]
    assert [stay.codes for stay in StayFiles((path,), only=("J18", "I10"), families=True)] == [
        ("J18",),
        ("J18",),
        ("I10",),
    ]
    with pytest.raises(UsageError, match="not of the form of an ICD-10 code"):
        StayFiles((path,), only=("nosocomial",))
    # A stay that was never coded is none that answers no.
    path = written(tmp_path / "uncoded.csv", "id,text,codes\n1,Fièvre.,\n")
    with pytest.raises(UsageError, match="has no code"):
        list(StayFiles((path,), only=("Y95",)))
