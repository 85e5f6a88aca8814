"""Commands whose modules are imported when they are called."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("command", [("explain",), ("train", "llm"), ("corpus", "canaries")])
def test_examples_keep_their_lines(palimpseste, command: tuple[str, ...]) -> None:
    status, out, _ = palimpseste(*command, "--help")
    assert status == 0
    assert r"\b" not in out
    assert any(line.startswith(f"  palimpseste {' '.join(command)} ") for line in out.splitlines())
