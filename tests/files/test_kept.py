"""Figures by note are told once, whatever cut a run short."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.files.kept import NoteFigures, kept_figures


def test_figures_go_on_where_they_stopped_and_are_those_of_the_request(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    first = kept_figures(path, {"notes": 1}, lambda start: ({"k": float(n)} for n in range(start, 120)))
    assert [next(first)["k"] for _ in range(60)] == list(range(60))
    starts: list[int] = []

    def go_on(start: int) -> Iterator[NoteFigures]:
        starts.append(start)
        return ({"k": float(n)} for n in range(start, 120))

    assert [each["k"] for each in kept_figures(path, {"notes": 1}, go_on)] == list(range(120))
    assert starts[0] >= 50
    with pytest.raises(UsageError, match="other notes or settings"):
        list(kept_figures(path, {"notes": 2}, go_on))
