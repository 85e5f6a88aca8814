"""``palimpseste train`` from the command line: what it prints, where it writes, what it never says."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Span

Run = Callable[..., tuple[int, str, str]]
CANARY = "Zorglubine"
COMMANDS = ("ner", "encoder", "mlm", "search", "cross-validate", "ablate", "export")


@pytest.fixture
def files(few: tuple[list[Document], list[Document]], tmp_path: Path) -> Path:
    """Files of notes; two of them hold a name that stands nowhere else."""
    for name, documents in zip(("train", "dev"), few, strict=True):
        text = f"Mme {CANARY} va mieux."
        canary = Document(f"canary-{name}", text, entities=(Span(4, 4 + len(CANARY), "LASTNAME"),))
        write_documents([*documents, canary], tmp_path / f"{name}.jsonl")
    return tmp_path


@pytest.fixture
def options(encoders: dict[str, Path]) -> list[str]:
    given = f"--encoder {encoders['camembert']} --window-words 48 --batch-size 4 --device cpu --no-progress --steps 2"
    return given.split()


def test_help_imports_no_heavy_library() -> None:
    program = f"""
import sys
from palimpseste.cli import palimpseste
for command in {COMMANDS!r}:
    palimpseste.main(["train", command, "--help"], standalone_mode=False)
palimpseste.main(["--help"], standalone_mode=False)
print([name for name in ("torch", "transformers", "optuna", "onnxruntime", "codecarbon") if name in sys.modules])
"""
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == "[]"
    assert printed.count("Usage: ") == len(COMMANDS) + 1


@pytest.mark.parametrize(
    "asked", [("compact",), ("ner", "--train"), ("mlm", "--train"), ("cross-validate", "--train")], ids=" ".join
)
def test_a_file_without_notes_is_told_as_such(
    palimpseste: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.jsonl").touch()
    status, _, err = palimpseste("train", *asked, "empty.jsonl", "-o", "model")
    assert status == 2
    assert err.startswith("palimpseste: empty.jsonl: no ")
    assert not Path("model").exists()


def test_a_model_is_trained_exported_and_measured(palimpseste: Run, files: Path, options: list[str]) -> None:
    status, out, err = palimpseste(
        "train", "ner", "--train", "train.jsonl", "--dev", "dev.jsonl", "-o", "model", *options
    )
    assert status == 0, err
    assert "Labels of the canonical view, 5 documents" in out
    assert "13 notes to train on, 5 to measure on" in err
    assert "exported to ONNX" in err
    assert {"model.onnx", "model.int8.onnx", "tagger.json"} <= {path.name for path in Path("model").iterdir()}
    said = out + err
    kept = [path for path in Path("model").rglob("*") if path.is_file()]
    assert CANARY not in said
    assert not [path.name for path in kept if CANARY.encode() in path.read_bytes()]
    status, _, err = palimpseste("train", "ner", "--train", "train.jsonl", "-o", "model", *options)
    assert (status, err.splitlines()[-1]) == (2, "palimpseste: model exists; name another, or replace it (--force)")
    status, _, err = palimpseste("train", "export", "model", "--no-int8")
    assert (status, "float32 and torch differ by" in err) == (0, True)


def test_a_share_of_the_notes_is_of_a_second_extraction(palimpseste: Run, files: Path, options: list[str]) -> None:
    # The second extraction has a letterhead more, in a label that the first does not hold.
    head = "CHU de Dijon\n"
    notes = list(read_documents(Path("train.jsonl")))
    write_documents(
        [
            Document(
                note.id,
                head + note.text,
                entities=(
                    Span(0, 12, "HOSPITAL"),
                    *(span.at(span.start + len(head), span.end + len(head)) for span in note.entities),
                ),
            )
            for note in notes
        ],
        Path("full.jsonl"),
    )
    body = [replace(note, entities=tuple(span for span in note.entities if span.label != "HOSPITAL")) for note in notes]
    write_documents(body, Path("body.jsonl"))
    asked = ("train", "ner", "--train", "body.jsonl", "--dev", "dev.jsonl", "-o", "model", "--no-export", *options)
    status, _, err = palimpseste(*asked, "--mixed-with", "full.jsonl", "--mixed-share", "0.25")
    assert status == 0, err
    assert f"{len(notes)} notes, {int(len(notes) / 4 + 0.5)} of them of the second extraction" in err
    assert "HOSPITAL" in json.loads(Path("model/tagger.json").read_text())["labels"]
    status, _, err = palimpseste(*asked, "--force", "--mixed-with", "full.jsonl", "--mixed-share", "1")
    assert status == 2
    assert "--mixed-share" in err


def test_without_dev_notes_a_tenth_of_the_patients_is_held_out(
    palimpseste: Run, files: Path, options: list[str]
) -> None:
    status, _, err = palimpseste(
        "train", "ner", "--train", "train.jsonl", "--train", "dev.jsonl", "-o", "model", "--no-export", *options
    )
    assert status == 0, err
    assert "16 notes to train on, 2 to measure on" in err


def test_an_encoder_is_pre_trained(palimpseste: Run, files: Path, options: list[str]) -> None:
    status, out, err = palimpseste(
        "train", "mlm", "--train", "train.jsonl", "--held-out", "dev.jsonl", "-o", "encoder", *options
    )
    assert status == 0, err
    assert out.startswith("perplexity ")
    assert CANARY not in out + err
    assert (files / "encoder" / "config.json").exists()


def test_comparisons_print_their_report(palimpseste: Run, files: Path, options: list[str]) -> None:
    status, out, err = palimpseste(
        "train", "cross-validate", "--train", "train.jsonl", "--folds", 2, "-o", "folds", *options
    )
    assert status == 0, err
    assert out.startswith("# Cross-validation of ")
    status, out, err = palimpseste(
        "train", "search", "--train", "train.jsonl", "--dev", "dev.jsonl", "--trials", 1, "--search-epochs", 1, 1,
        "--search-lengths", "64", "--search-batch-sizes", "16", "-o", "search", *options,
    )  # fmt: skip
    assert status == 0, err
    assert out.startswith("# Search over 1 trainings of ")
    status, out, err = palimpseste(
        "train", "ablate", "--train", "train.jsonl", "--dev", "dev.jsonl", "--test", "dev.jsonl", "--sizes", "5",
        "-o", "ablation", *options,
    )  # fmt: skip
    assert status == 0, err
    assert out.startswith("# What each part is worth")
    printed = [path.read_bytes() for name in ("folds", "ablation") for path in (files / name).rglob("*.*")]
    assert not any(CANARY.encode() in content for content in printed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--recipe", "ours"], "unknown recipe 'ours'"),
        (["--epochs", "2", "--steps", "3"], "either epochs or steps must be above 0"),
        (["--encoder", "."], "'.' is neither a folder with"),
        (["--dev", "bare.jsonl"], "no entity in dev data"),
    ],
)
def test_wrong_use_ends_with_status_two_and_says_why(
    arguments: list[str], message: str, palimpseste: Run, files: Path
) -> None:
    (files / "bare.jsonl").write_text(json.dumps({"id": "1", "text": f"Mme {CANARY}"}) + "\n")
    status, _, err = palimpseste("train", "ner", "--train", "train.jsonl", "-o", "model", *arguments)
    assert status == 2
    assert message in err
    assert CANARY not in err


def test_a_missing_extra_is_named(palimpseste: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else find(name))
    for command in ("ner", "cross-validate"):
        status, _, err = palimpseste("train", command, "--train", "train.jsonl", "-o", "model")
        assert (status, err) == (2, "palimpseste: training needs torch: pip install 'palimpseste[train]'\n")


def test_numbers_between_commas_are_checked(palimpseste: Run, files: Path) -> None:
    status, _, err = palimpseste("train", "search", "--train", "train.jsonl", "-o", "x", "--search-lengths", "a,b")
    assert (status, "--search-lengths takes whole numbers between commas" in err) == (2, True)


def test_the_bar_and_the_measures_are_on_standard_error(palimpseste: Run, files: Path, options: list[str]) -> None:
    options[options.index("--no-progress")] = "--progress"
    status, out, err = palimpseste(
        "train", "ner", "--train", "train.jsonl", "--dev", "dev.jsonl", "-o", "model", "--no-export", *options
    )
    assert status == 0, err
    assert "step      2  f1 " in err
    assert "loss" in err
    assert "loss" not in out
