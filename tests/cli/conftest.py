from __future__ import annotations

import pytest
from inline_engine import InlineEngine

from palimpseste.cli import main


@pytest.fixture(autouse=True)
def never_a_key_in_the_environment(no_key_in_the_environment: None) -> None:
    """Whatever is run here."""


@pytest.fixture
def palimpseste_with_processes(capfd, monkeypatch, tmp_path):
    """Run the command line in a fresh folder; returns its exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return caught.value.code, printed.out, printed.err

    return run


@pytest.fixture
def palimpseste(palimpseste_with_processes, monkeypatch):
    """Run the command line likewise, without worker processes."""
    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    return palimpseste_with_processes


@pytest.fixture
def key_file(tmp_path):
    from palimpseste.surrogates import MasterKey

    MasterKey(b"0123456789abcdef0123456789abcdef").to_file(tmp_path / "key")
    return tmp_path / "key"
