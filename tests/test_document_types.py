"""Of the types of documents only those are released that are made of words such types are made of."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from palimpseste import Deidentifier
from palimpseste.document import Document
from palimpseste.document_types import released_type


@pytest.mark.parametrize(
    "type",
    ["", "CRH-HOSPI", "CR-ACTE-DIAG-AUTRE", "Compte rendu d'hospitalisation", "Lettre de sortie", "LT_ORDO", "11488-4"],
)
def test_a_type_made_of_known_words_is_released(type: str) -> None:
    assert released_type(type) == type


@pytest.mark.parametrize(
    "type", ["CR Mme DURAND Paulette", "DURAND", "CR-DURAND", "CR 12/03/2021", "lettre\u200bDurand", "CRH 0612345678"]
)
def test_any_other_is_not_unless_the_site_says_so(type: str) -> None:
    assert released_type(type) == ""
    assert released_type(type, (type,)) == type


@pytest.mark.parametrize("further", [(), ("CR de Zorglub",)], ids=["known", "the site's"])
def test_a_result_bears_no_type_that_is_not_released(further: tuple[str, ...]) -> None:
    deidentify = Deidentifier.default(policy="tag", detectors=("rules",), document_types=further)
    assert deidentify(Document("a", "vu", type="CR de Zorglub")).type == (further[0] if further else "")
    assert deidentify(Document("a", "vu", type="CR-CONS")).type == "CR-CONS"


def test_no_format_writes_a_type_that_is_not_released(palimpseste, tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [
        {"id": "a", "text": "vu", "type": "CR Mme DURAND Paulette"},
        {"id": "b", "text": "vu", "type": "CR-CONS"},
        {"id": "c", "text": "vu", "type": "CR de Zorglub"},
    ]
    (tmp_path / "site.toml").write_text('document-types = ["CR de Zorglub"]\n')
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "j.jsonl").write_text("".join(json.dumps({**row, "id": "j" + row["id"]}) + "\n" for row in rows))
    with (folder / "c.csv").open("w", newline="") as stream:
        writer = csv.DictWriter(stream, ["id", "text", "type"])
        writer.writeheader()
        writer.writerows({**row, "id": "c" + row["id"]} for row in rows)
    parquet.write_table(pyarrow.Table.from_pylist(rows), folder / "p.parquet")
    status, _, said = palimpseste(
        "deid", folder, "-o", "out", "--config", "site.toml", "--detectors", "rules", "--workers", 1, "--report", "rep"
    )
    assert status == 0, said
    assert "types        3 not written" in said
    assert json.loads(Path("rep/report.json").read_text())["types_withheld"] == 3
    kept = ["CR-CONS", "CR de Zorglub"]
    assert [json.loads(line).get("type") for line in Path("out/j.jsonl").read_text().splitlines()] == [None, *kept]
    with Path("out/c.csv").open(newline="") as stream:
        assert [row["type"] for row in csv.DictReader(stream)] == ["", *kept]
    assert parquet.read_table("out/p.parquet").column("type").to_pylist() == [None, *kept]
