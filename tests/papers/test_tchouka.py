"""Tables of both papers of Tchouka et al. on small worlds, and the digits that they print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from made_tables import rows_of

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.papers.experiment import Material
from palimpseste.papers.registry import EXPERIMENTS, experiment_named
from palimpseste.papers.tchouka import codes
from palimpseste.papers.tchouka.labels import LABELS
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
Run = Callable[..., tuple[int, str]]
NOTE = Document(
    "a",
    "Vu le 12/03/2021, 40 ans, tél. 05 56 79 56 79. Du sel.",
    entities=(Span(6, 16, "DATE"), Span(18, 24, "AGE"), Span(31, 45, "PHONE"), Span(50, 53, "LASTNAME")),
)


@pytest.fixture(autouse=True)
def few_processes(monkeypatch):
    """One process at a time, and two of the four architectures."""
    monkeypatch.setattr(codes, "_JOBS", 1)
    monkeypatch.setattr(codes, "_MODELS", ("truncated", "laat"))


@pytest.fixture
def run(papers_run: Run, one_thread: None) -> Run:
    return lambda name, *options: papers_run(name, "--bootstrap", "0", "--device", "cpu", *options)


def test_every_label_is_listed_with_what_is_under_it(run: Run) -> None:
    write_documents([NOTE], Path("notes.jsonl"))
    assert run("tchouka-table-2", "notes.jsonl")[0] == 0
    rows = {row["label"]: row for row in rows_of("tchouka-table-2.csv")}
    assert [*rows] == [*LABELS, "**all**"]
    assert (rows["PER"]["our labels"], rows["PER"]["our entities"]) == ("FIRSTNAME, LASTNAME", "1")
    assert rows["**all**"]["our entities"] == "4"


def test_table_3_has_all_systems_printed_and_three_of_ours(run: Run) -> None:
    write_documents([NOTE], Path("notes.jsonl"))
    assert run("tchouka-table-3", "notes.jsonl")[0] == 0
    printed = {row["label"]: row for row in rows_of("tchouka-table-3-printed.csv")}
    assert (printed["AGE"]["F1, proposal"], printed["AGE"]["F1, CamemBERT on WikiNER"]) == ("0.950", "–")
    hybrid = {row["label"]: row for row in rows_of("tchouka-table-3-hybrid.csv")}
    # Nobody finds the invented name.
    assert [hybrid[label]["R, exact spans"] for label in ("DATE", "AGE", "TEL", "PER")] == ["1.000"] * 3 + ["0.000"]
    assert (hybrid["micro"]["R, exact spans"], hybrid["micro"]["R, printed"]) == ("0.750", "0.964")


@pytest.mark.parametrize("name", ["tchouka-table-4", "healthinf-figure-6"])
def test_every_printed_digit_of_the_towns_is_given(run: Run, name: str) -> None:
    assert run(name)[0] == 0
    rows = rows_of(f"{name}.csv")
    assert len(rows) == 10
    for row in rows:
        for column in ("distance", "score", "probability"):
            assert row[f"{column}, printed"] in ("–", row[f"{column}, ours"])
    assert sum(float(row["probability, ours"]) for row in rows) == pytest.approx(1, abs=1e-5)


def test_the_example_is_drawn_and_notes_keep_what_is_measured(run: Run) -> None:
    assert run("tchouka-figure-6")[0] == 0
    rows = rows_of("tchouka-figure-6.csv")
    assert [row["printed"] for row in rows] == ["37", "02/20/2020", "March 01, 2020", "Besançon"]
    assert all(row["ours, one draw"] for row in rows)
    write_documents([NOTE], Path("notes.jsonl"))
    assert run("tchouka-figure-6", "notes.jsonl")[0] == 0
    assert {row[""]: row["ours"] for row in rows_of("tchouka-figure-6-notes.csv")}["ages"] == "1"


def stays(count: int) -> Path:
    """Stays of which a word tells the code, in all three splits."""
    words = {"asthme": "J45.9", "fracture": "S72.0", "grippe": "J11.1"}
    splits = ["train", "train", "train", "dev", "test"]
    lines = []
    for number in range(count):
        word, code = list(words.items())[number % 3]
        text = f"Vu le 1{number % 9}/03/2021 pour {word}. Suites simples, sortie à domicile."
        row = {"id": f"s{number}", "text": text, "codes": [code], "split": splits[number // 3 % 5]}
        lines.append(json.dumps(row))
    Path("stays.jsonl").write_text("\n".join(lines) + "\n")
    return Path("stays.jsonl")


def test_table_5_counts_stays_and_codes(run: Run) -> None:
    assert run("tchouka-table-5", "--stays", stays(30))[0] == 0
    rows = {row[""]: row for row in rows_of("tchouka-table-5.csv")}
    assert (rows["different codes"]["codes"], rows["different codes"]["codes, printed"]) == ("3", "6,160")
    assert rows["codes of all stays"]["three characters, printed"] == "415,830"


def test_table_6_learns_the_same_codes_from_three_versions(run: Run) -> None:
    status, err = run("tchouka-table-6", "--stays", stays(30), "--repeats", 1)
    assert status == 0, err
    rows = {row["version"]: row for row in rows_of("tchouka-table-6.csv")}
    assert [*rows] == ["original", "surrogates", "tags"]
    assert (rows["tags"]["F1, printed"], rows["original"]["F1, ours"]) == ("0.42", "1.000")
    assert "30 stays (18 train, 6 dev, 6 test)" in Path("out/tchouka-table-6.md").read_text()


def test_an_encoder_learns_codes_and_labels(run: Run, tmp_path: Path) -> None:
    notes = list(read_documents(NOTES / "names.notes"))[:12]
    write_documents(notes, tmp_path / "notes.jsonl")
    settings = SmallEncoderSettings(vocabulary=300, hidden_size=32, positions=160)
    make_small_encoder((note.text for note in notes), tmp_path / "small", settings)
    status, err = run("healthinf-table-2", "notes.jsonl", "--encoder", "small", "--steps", 1, "--repeats", 1)
    assert status == 0, err
    rows = {row["label"]: row for row in rows_of("healthinf-table-2.csv")}
    assert rows["AGE"]["F1, printed: hybrid of 2022"] == "0.773"
    assert [*rows] == [*LABELS, "micro"]
    status, err = run("tchouka-table-7", "--stays", stays(30), "--encoder", "small", "--steps", 1, "--repeats", 1)
    assert status == 0, err
    ours = [(row["model"], row["labels"]) for row in rows_of("tchouka-table-7.csv") if row["model"].startswith("ours")]
    assert ours[-1] == ("ours: laat", "3")
    assert len(ours) == 3


@pytest.mark.parametrize("name", [name for name, each in EXPERIMENTS.items() if each.of_stays])
def test_coded_stays_are_asked_for(name: str) -> None:
    with pytest.raises(UsageError, match=r"needs --stays"):
        experiment_named(name).run(Material((NOTE,), Path()))


def test_notes_are_asked_for(run: Run) -> None:
    status, err = run("tchouka-table-3")
    assert (status, "tchouka-table-3 needs annotated notes" in err) == (2, True)
