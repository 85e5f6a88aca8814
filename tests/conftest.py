"""What all tests share: time is not tested by surprise, and the command line, run within the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# A machine busy with other work is no reason to fail: time is tested where it is told.
settings.register_profile("palimpseste", deadline=None)
settings.load_profile("palimpseste")


@pytest.fixture
def palimpseste(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command in a folder of its own and gives its status and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    from palimpseste.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run
