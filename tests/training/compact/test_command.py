"""``palimpseste train compact``, and its folder in other commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from palimpseste.corpus import write_documents
from palimpseste.detection.neural.compact import CompactSettings
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.document import Document, Span
from palimpseste.training.compact import trainer

NOTES = Path(__file__).parents[3] / "corpus" / "notes"
CANARY = "Zorglubine"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def few_files(few: tuple[list[Document], list[Document]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = f"Mme {CANARY} va mieux."
    canary = Document("canary", text, entities=(Span(4, 4 + len(CANARY), "LASTNAME"),))
    write_documents([*few[0][:6], *few[1][:2], canary], tmp_path / "notes.jsonl")
    monkeypatch.chdir(tmp_path)
    # The pace of the command is that of a model to ship: here all but its options is smaller.
    tiny = partial(trainer.CompactPace, width=16, dilations=(1, 2), batch_tokens=600)
    monkeypatch.setattr(trainer, "CompactPace", tiny)
    return tmp_path


def test_a_model_is_trained_told_of_and_used(palimpseste: Run, few_files: Path) -> None:
    asked = ("train", "compact", "notes.jsonl", "-o", "model", "--copies", "1", "--steps", "4", "--no-progress")
    status, *said = palimpseste(*asked)
    assert status == 0, said
    settings = CompactSettings.read(Path("model/settings.json"))
    told = "".join(said)
    assert f"default threshold {settings.threshold:g}" in told
    assert told.count("over-redaction") == len(settings.operating_points)
    assert CANARY not in told
    kept = [path for path in Path("model").iterdir() if CANARY.encode() in path.read_bytes()]
    assert kept == []

    status, _, refused = palimpseste(*asked[:-3], "--steps", "5", "--no-progress")
    assert (status, "model holds another training" in refused) == (2, True)

    status, *said = palimpseste(*asked[:4], "on", *asked[5:], "--start", "model", "--learning-rate", "0.001")
    assert status == 0, said
    assert json.loads(Path("on/training.json").read_text())["begun_with_sha256"]

    Path("new.jsonl").write_text(json.dumps({"id": "1", "text": f"Mme {CANARY} vue le 12/03/2021"}) + "\n")
    detect = [sys.executable, "-m", "palimpseste", "detect", "new.jsonl", "-o", "found.jsonl", "--model", "model"]
    done = subprocess.run([*detect, "--workers", "1", "--no-progress"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (line,) = Path("found.jsonl").read_text().splitlines()
    found = json.loads(line)
    assert found["text"].startswith("Mme ")
    assert CANARY not in done.stdout + done.stderr


def test_networks_of_two_halves_go_on_side_by_side(palimpseste: Run, few_files: Path) -> None:
    asked = ("train", "compact", "notes.jsonl", "--copies", "0", "--steps", "2", "--no-progress", "-o")
    for half in ("0", "1"):
        status, *said = palimpseste(*asked, f"half-{half}", "--half", half)
        assert status == 0, said
        assert Path(f"half-{half}", "rules.json").exists()
    status, *said = palimpseste(*asked, "both", "--start", "half-0", "--start", "half-1")
    assert status == 0, said
    record = json.loads(Path("both/training.json").read_text())
    assert (record["pace"]["members"], len(record["begun_with_sha256"])) == (2, 2)


def test_a_training_may_go_on_from_the_bundled_model(palimpseste: Run, few_files: Path) -> None:
    status, *said = palimpseste(
        "train", "compact", "notes.jsonl", "-o", "on", "--copies", "0", "--steps", "1", "--learning-rate", "0.001",
        "--start", "bundled", "--no-progress",
    )  # fmt: skip
    assert status == 0, said
    record = json.loads(Path("on/training.json").read_text())
    card = json.loads((BUNDLED / "training.json").read_text())
    assert record["begun_with_sha256"] == [card["weights_sha256"]]
    assert record["pace"]["width"] == card["pace"]["width"]

    status, _, refused = palimpseste(
        "train", "compact", "notes.jsonl", "-o", "off", "--start", "nowhere", "--no-progress"
    )
    assert (status, "nowhere" in refused) == (2, True)


def test_a_table_of_splits_says_which_notes_are_for_what(
    palimpseste: Run, few_files: Path, few: tuple[list[Document], list[Document]]
) -> None:
    rows = [(d.id, "train") for d in few[0][:6]] + [(d.id, "dev") for d in few[1][:2]] + [("canary", "test")]
    Path("split.tsv").write_text("document\tsplit\n" + "".join(f"{id}\t{split}\n" for id, split in rows))
    status, *said = palimpseste(
        "train", "compact", "notes.jsonl", "--split", "split.tsv", "-o", "model", "--copies", "0", "--steps", "2",
        "--no-progress",
    )  # fmt: skip
    assert status == 0, said
    record = json.loads(Path("model/training.json").read_text())
    assert record["documents"] == {"training": 6, "development": 2, "examples": 6}


def test_notes_without_spans_are_refused(palimpseste: Run, few_files: Path) -> None:
    documents = [Document(str(number), f"Mme {CANARY} va bien") for number in range(4)]
    write_documents(documents, Path("bare.jsonl"))
    status, _, said = palimpseste("train", "compact", "bare.jsonl", "-o", "model", "--no-progress")
    assert (status, "no annotated span in the training notes" in said) == (2, True)
    assert CANARY not in said
