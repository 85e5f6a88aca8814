"""Files are opened to be written, pages filled and settings parsed in one place each."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import palimpseste

PACKAGE = Path(palimpseste.__file__).parent
# What is done in one place only: how the code names it, and where it stands.
DOORS = {
    "os.open": ("files/descriptors.py", "pdf/reader.py"),  # which opens os.devnull, to silence a library
    "os.truncate": ("files/private.py",),
    "os.fchmod": ("files/descriptors.py",),
    "filelock": ("files/locks.py",),
    "fcntl": (),
    "tomllib": (),
    "tomli": (),
    "msgspec.toml.decode": ("settings_files.py",),
    "jinja2": ("rendering/pages.py",),
}


def names_in(path: Path) -> set[str]:
    """Return the modules that a module imports, and the dotted names that it calls."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Attribute):
            found.add(ast.unparse(node))
    return found


@pytest.fixture(scope="module")
def names() -> dict[str, set[str]]:
    return {str(path.relative_to(PACKAGE)): names_in(path) for path in PACKAGE.rglob("*.py")}


@pytest.mark.parametrize("door", DOORS)
def test_there_is_one_door(names: dict[str, set[str]], door: str) -> None:
    assert {module for module, used in names.items() if door in used} == set(DOORS[door])
