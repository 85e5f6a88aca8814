"""A training that was interrupted and repeated ends as if it had not been."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from runs import ON_CPU, StoppedError, StopsAt, stopped_at_write, stopping_at
from safetensors.torch import load_file

from palimpseste.corpus import write_documents
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.running import Running

Notes = tuple[list[Document], list[Document]]


def assert_same_weights(one: Path, other: Path) -> None:
    first, second = load_file(one / "model.safetensors"), load_file(other / "model.safetensors")
    assert first.keys() == second.keys()
    different = [name for name in first if not torch.equal(first[name], second[name])]
    assert different == []


@pytest.fixture(scope="module")
def uninterrupted(quick: Settings, few: Notes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "model"
    train_ner(*few, quick, folder, ON_CPU)
    return folder


@pytest.mark.parametrize(
    "stops",
    [(1,), (2,), (5,), (6,), (12,), (3, 4, 7, 11)],
    ids=lambda stops: f"stopped at {', '.join(map(str, stops))}",
)
def test_weights_and_log_are_those_of_an_uninterrupted_run(
    stops: tuple[int, ...], uninterrupted: Path, quick: Settings, few: Notes, tmp_path: Path
) -> None:
    target = tmp_path / "model"
    for step in stops:
        with pytest.raises(StoppedError):
            train_ner(*few, quick, target, stopping_at(step))
        # Chance elsewhere in the process must not matter.
        torch.rand(7)
    train_ner(*few, quick, target, ON_CPU)
    assert_same_weights(uninterrupted, target)
    assert (target / "log.jsonl").read_bytes() == (uninterrupted / "log.jsonl").read_bytes()
    assert (target / "metrics.json").read_bytes() == (uninterrupted / "metrics.json").read_bytes()
    assert not target.with_name("model.partial").exists()


@pytest.mark.parametrize("step", [5, 10, 12])
def test_an_interruption_behind_an_evaluation_changes_nothing(
    step: int, uninterrupted: Path, quick: Settings, few: Notes, tmp_path: Path
) -> None:
    with pytest.raises(StoppedError):
        train_ner(*few, quick, tmp_path / "model", stopping_at(step, behind_evaluation=True))
    train_ner(*few, quick, tmp_path / "model", ON_CPU)
    assert_same_weights(uninterrupted, tmp_path / "model")


# The request, then the checkpoints and best weights of twelve steps, then the files of the model.
@pytest.mark.parametrize("write", [2, 4, 5, 9, 11, 12, 13])
def test_an_interruption_while_a_file_is_written_changes_nothing(
    write: int, uninterrupted: Path, quick: Settings, few: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stopped_at_write(monkeypatch, write):
        train_ner(*few, quick, tmp_path / "model", ON_CPU)
    assert not (tmp_path / "model").exists()
    train_ner(*few, quick, tmp_path / "model", ON_CPU)
    assert_same_weights(uninterrupted, tmp_path / "model")
    assert (tmp_path / "model" / "log.jsonl").read_bytes() == (uninterrupted / "log.jsonl").read_bytes()


def test_a_killed_process_leaves_a_run_that_can_be_gone_on_with(
    uninterrupted: Path, quick: Settings, few: Notes, tmp_path: Path
) -> None:
    target = tmp_path / "model"
    for name, documents in zip(("train", "dev"), few, strict=True):
        write_documents(documents, tmp_path / f"{name}.jsonl")
    command = [sys.executable, "-m", "palimpseste", "train", "ner", "--train", str(tmp_path / "train.jsonl")]
    command += ["--dev", str(tmp_path / "dev.jsonl"), "-o", str(target), "--device", "cpu", "--no-export"]
    for name, value in quick.to_mapping().items():
        if name != "epochs":
            command += [f"--{name.replace('_', '-')}", str(value)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
    try:
        checkpoint = tmp_path / "model.partial" / "checkpoint.pt"
        patience = time.monotonic() + 60
        while not checkpoint.exists() and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.005)
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not target.exists()
    train_ner(*few, quick, target, ON_CPU)
    assert_same_weights(uninterrupted, target)


def test_a_changed_setting_is_refused_by_name(quick: Settings, few: Notes, tmp_path: Path) -> None:
    target = tmp_path / "model"
    with pytest.raises(StoppedError):
        train_ner(*few, quick, target, stopping_at(3))
    with pytest.raises(UsageError, match=r"another dropout \(0.1 before, 0.3 now\)"):
        train_ner(*few, quick.changed(dropout=0.3), target, ON_CPU)
    train, dev = few
    with pytest.raises(UsageError, match="another train_documents:"):
        train_ner(train[1:], dev, quick, target, ON_CPU)
    with pytest.raises(StoppedError):
        train_ner(*few, quick.changed(dropout=0.3), target, Running(device="cpu", restart=True, progress=StopsAt(1)))
