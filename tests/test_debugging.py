"""A developer may have the original error; nobody else gets more than its kind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from small_task import Capitals

from palimpseste import Deidentifier, Document, Patient, Span
from palimpseste.debugging import DEBUG_VARIABLE
from palimpseste.detection.tokens import Tokens
from palimpseste.engines.local import LocalEngine
from palimpseste.errors import DocumentError
from palimpseste.sources.entry import Entry, Place

CANARY = "Zorglubine"


class Fails:
    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        raise RuntimeError(f"cannot read {tokens.view.text}")


def detection_error() -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        Deidentifier((Fails(),)).detect(Document("n", CANARY))
    return caught.value


def worker_errors() -> list[DocumentError]:
    entries = [Entry(0, number, Place("file"), Document(str(number), f"ECHOUE {CANARY}")) for number in range(2)]
    return [outcome for _, outcome in LocalEngine(Capitals(), 2)(entries) if isinstance(outcome, DocumentError)]


@pytest.mark.parametrize("value", [None, "", "0", "true"], ids=["unset", "empty", "0", "true"])
def test_without_the_switch_only_the_kind_of_an_error_is_told(
    value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(DEBUG_VARIABLE, value)
    error = detection_error()
    assert str(error) == "n: detection failed (RuntimeError)"
    assert error.__cause__ is None
    assert error.__suppress_context__


def test_with_it_the_original_comes_through_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    error = detection_error()
    assert isinstance(error.__cause__, RuntimeError)
    assert str(error.__cause__) == f"cannot read {CANARY}"
    assert "in __call__" in error.reason
    assert f"RuntimeError: cannot read {CANARY}" in error.reason


def test_workers_tell_the_kind_alone_or_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEBUG_VARIABLE, raising=False)
    assert [error.reason for error in worker_errors()] == ["processing failed (ValueError)"] * 2
    monkeypatch.setenv(DEBUG_VARIABLE, "1")
    for error in worker_errors():
        assert "in process" in error.reason
        assert f"ValueError: ECHOUE {CANARY}" in error.reason


def test_the_screen_says_that_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "note.txt").write_text("Vu Mme Durand.", encoding="utf-8")
    command = [sys.executable, "-m", "palimpseste", "detect", "note.txt", "-o", "-", "--detectors", "record"]
    for value, is_said in (("1", True), ("0", False)):
        monkeypatch.setenv(DEBUG_VARIABLE, value)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert ("never with real notes" in done.stderr) is is_said
        assert "never with real notes" not in done.stdout
