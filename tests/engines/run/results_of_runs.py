"""What a run left: its files, and what it refused."""

from __future__ import annotations

import json
from pathlib import Path

from palimpseste.engines.run.output import quarantine_file_of


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def refusals(target: Path) -> list[tuple[str, int | None]]:
    lines = quarantine_file_of(target).read_text().splitlines()
    return [(Path(values["file"]).name, values.get("line")) for values in map(json.loads, lines)]
