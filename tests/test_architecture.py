"""The tree and its description agree, and rooms import downwards only."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "palimpseste"

# From the bottom up: a room may import from its own row and from the rows above it in this list.
ROWS = (
    ("errors", "labels", "folding", "checksums", "number_words", "tables", "charts"),
    ("privacy",),
    ("document",),
    ("places",),
    ("detection",),
    ("surrogates",),
    ("deidentifier",),
    ("pdf",),
    ("sources",),
    ("configuration", "engines"),
    ("omop", "spark"),
    ("evaluation", "report", "risk"),
    ("watch", "cohorts"),
    ("corpus",),
    ("training",),
    ("coding",),
    ("utility",),
    ("cli",),
    ("__main__", "__init__"),
)
ROW_OF = {room: index for index, row in enumerate(ROWS) for room in row}
HEAVY = ("torch", "transformers", "pandas", "pyspark", "numpy", "pyarrow", "rich", "jinja2", "cryptography")


def room_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("palimpseste"):
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("palimpseste")}
    return {module for module in found if module != "palimpseste"}


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_from_below(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    room = parts[0].removesuffix(".py")
    if room == "__init__":
        return
    upward = {module for module in imports_of(path) if ROW_OF[room_of(module)] > ROW_OF[room]}
    assert not upward, f"{room} imports from above: {sorted(upward)}"


def test_every_room_has_a_row() -> None:
    rooms = {path.name.removesuffix(".py") for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert rooms - {"__pycache__", "data", "py.typed"} == set(ROW_OF)


def test_the_architecture_page_names_every_module() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    missing = []
    for path in MODULES:
        name = path.name if path.name != "__init__.py" else path.parent.name + "/"
        if path.parent == PACKAGE and path.name == "__init__.py":
            continue
        if name not in page:
            missing.append(str(path.relative_to(PACKAGE)))
    assert not missing, f"docs/architecture.md does not name {missing}"


def test_importing_the_package_is_light() -> None:
    program = f"import sys, palimpseste; print([name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_importing_the_package_takes_less_than_three_tenths_of_a_second() -> None:
    program = "import time; start = time.perf_counter(); import palimpseste; print(time.perf_counter() - start)"
    times = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.3
