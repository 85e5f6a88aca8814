"""``palimpseste train compact``, and its folder in other commands."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from palimpseste.cli import main
from palimpseste.corpus import write_documents
from palimpseste.detection.neural.compact import CompactSettings
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.document import Document, Span
from palimpseste.training.compact import trainer

NOTES = Path(__file__).parents[3] / "corpus" / "notes"
CANARY = "Zorglubine"


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


def palimpseste(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    return int(caught.value.code or 0)


def test_a_model_is_trained_told_of_and_used(few_files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ("train", "compact", "notes.jsonl", "-o", "model", "--copies", "1", "--steps", "4", "--no-progress")
    status = palimpseste(*asked)
    said = "".join(capfd.readouterr())
    assert status == 0, said
    settings = CompactSettings.read(Path("model/settings.json"))
    assert f"default threshold {settings.threshold:g}" in said
    assert said.count("over-redaction") == len(settings.operating_points)
    assert CANARY not in said
    kept = [path for path in Path("model").iterdir() if CANARY.encode() in path.read_bytes()]
    assert kept == []

    status = palimpseste(*(*asked[:-3], "--steps", "5", "--no-progress"))
    said = "".join(capfd.readouterr())
    assert (status, "model holds another training" in said) == (2, True)

    status = palimpseste(*asked[:4], "on", *asked[5:], "--start", "model", "--learning-rate", "0.001")
    assert status == 0, "".join(capfd.readouterr())
    assert json.loads(Path("on/training.json").read_text())["begun_with_sha256"]
    capfd.readouterr()

    Path("new.jsonl").write_text(json.dumps({"id": "1", "text": f"Mme {CANARY} vue le 12/03/2021"}) + "\n")
    detect = [sys.executable, "-m", "palimpseste", "detect", "new.jsonl", "-o", "found.jsonl", "--model", "model"]
    done = subprocess.run([*detect, "--workers", "1", "--no-progress"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (line,) = Path("found.jsonl").read_text().splitlines()
    found = json.loads(line)
    assert found["text"].startswith("Mme ")
    assert CANARY not in done.stdout + done.stderr


def test_networks_of_two_halves_go_on_side_by_side(few_files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    asked = ("train", "compact", "notes.jsonl", "--copies", "0", "--steps", "2", "--no-progress", "-o")
    for half in ("0", "1"):
        assert palimpseste(*asked, f"half-{half}", "--half", half) == 0, "".join(capfd.readouterr())
        assert Path(f"half-{half}", "rules.json").exists()
    status = palimpseste(*asked, "both", "--start", "half-0", "--start", "half-1")
    assert status == 0, "".join(capfd.readouterr())
    record = json.loads(Path("both/training.json").read_text())
    assert (record["pace"]["members"], len(record["begun_with_sha256"])) == (2, 2)


def test_a_training_may_go_on_from_the_bundled_model(few_files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status = palimpseste(
        "train", "compact", "notes.jsonl", "-o", "on", "--copies", "0", "--steps", "1", "--learning-rate", "0.001",
        "--start", "bundled", "--no-progress",
    )  # fmt: skip
    assert status == 0, "".join(capfd.readouterr())
    record = json.loads(Path("on/training.json").read_text())
    card = json.loads((BUNDLED / "training.json").read_text())
    assert record["begun_with_sha256"] == [card["weights_sha256"]]
    assert record["pace"]["width"] == card["pace"]["width"]

    status = palimpseste("train", "compact", "notes.jsonl", "-o", "off", "--start", "nowhere", "--no-progress")
    assert (status, "nowhere" in "".join(capfd.readouterr())) == (2, True)


def test_a_table_of_splits_says_which_notes_are_for_what(
    few_files: Path, few: tuple[list[Document], list[Document]], capfd: pytest.CaptureFixture[str]
) -> None:
    rows = [(d.id, "train") for d in few[0][:6]] + [(d.id, "dev") for d in few[1][:2]] + [("canary", "test")]
    Path("split.tsv").write_text("document\tsplit\n" + "".join(f"{id}\t{split}\n" for id, split in rows))
    status = palimpseste(
        "train", "compact", "notes.jsonl", "--split", "split.tsv", "-o", "model", "--copies", "0", "--steps", "2",
        "--no-progress",
    )  # fmt: skip
    assert status == 0, capfd.readouterr().err
    record = json.loads(Path("model/training.json").read_text())
    assert record["documents"] == {"training": 6, "development": 2, "examples": 6}


def test_notes_without_spans_are_refused(few_files: Path, capfd: pytest.CaptureFixture[str]) -> None:
    documents = [Document(str(number), f"Mme {CANARY} va bien") for number in range(4)]
    write_documents(documents, Path("bare.jsonl"))
    status = palimpseste("train", "compact", "bare.jsonl", "-o", "model", "--no-progress")
    said = capfd.readouterr().err
    assert (status, "no annotated span in the training notes" in said) == (2, True)
    assert CANARY not in said
