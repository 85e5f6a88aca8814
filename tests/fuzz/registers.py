"""Registers of cohorts one of whose files was harmed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from mutations import (
    harmed_bytes,
    harmed_json_lines,
    harmed_tree,
)
from seeds import CORPUS
from workplace import Workplace

from palimpseste.cohorts import CohortRegister, contents_of, verify
from palimpseste.errors import PalimpsesteError
from palimpseste.surrogates.keys import MasterKey

REGISTER, LOG = "cohorts.json", "cohorts.json.audit.jsonl"
OPENER = MasterKey(bytes(range(32)))


@cache
def _register() -> Mapping[str, bytes]:
    return {name: (CORPUS / "register" / name).read_bytes() for name in (REGISTER, LOG)}


def _laid(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).write_bytes(content)
        (folder / name).chmod(0o600)
    return folder / REGISTER


@cache
def _true_keys() -> Mapping[str, Any]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        register = CohortRegister(_laid(Path(folder), _register()), OPENER)
        return {name: register.key_of(name)[0] for name in ("2023", "2024")}


def check_register(place: Workplace, case: tuple[str, bytes]) -> str:
    """Open a register one of whose files was harmed: no key but the right one comes out, and no flaw goes unseen."""
    name, content = case
    path = _laid(place.emptied(), {**_register(), name: content})
    refused = 0
    register = CohortRegister(path, OPENER)
    try:
        contents_of(path)
    except PalimpsesteError:
        refused += 1
    for cohort, key in _true_keys().items():
        try:
            assert register.key_of(cohort)[0] == key
        except PalimpsesteError:
            refused += 1
    try:
        seal = register.sealing_key()
        flaws = verify(path, seal).flaws
    except PalimpsesteError:
        flaws = ("refused",)
    changed = content != _register()[name]
    told = json.loads(_register()[REGISTER]) if name == REGISTER else None
    is_same = name == REGISTER and _parsed(content) == told
    assert flaws or not changed or is_same, "a change that nobody sees"
    for act in (lambda: register.note_use("2024"), lambda: register.derive("2025"), lambda: register.destroy("2023")):
        try:
            act()
        except PalimpsesteError:
            refused += 1
    return "refused" if refused or flaws else "done"


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


@st.composite
def harmed_register(draw: st.DrawFn) -> tuple[str, bytes]:
    name = draw(st.sampled_from((REGISTER, LOG)))
    whole = _register()[name]
    if name == LOG:
        return name, draw(harmed_bytes(whole) | harmed_json_lines(whole))
    if draw(st.booleans()):
        return name, draw(harmed_bytes(whole))
    tree = draw(harmed_tree(json.loads(whole)))
    return name, json.dumps(tree).encode()
