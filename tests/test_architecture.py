"""The tree and its description agree, folders import what they say they do, and nothing imports in a circle.

What is compared is always a whole path: ``surrogates.places.mechanisms.draws`` is not ``surrogates.draws``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "palimpseste"

# From the bottom up: a room may import from its own row and from the rows above it in this list.
ROWS = (
    (
        "debugging",
        "errors",
        "labels",
        "folding",
        "checksums",
        "icd10",
        "memory",
        "document_types",
        "chained_log",
        "files",
        "rendering",
        "plugins",
        "remembered",
        "settings_files",
    ),
    ("privacy",),
    ("document",),
    ("arguments",),
    ("result",),
    ("places",),
    ("writings",),
    ("detection",),
    ("surrogates",),
    ("population",),
    ("releasing", "deidentifier"),
    ("pdf",),
    ("sources",),
    ("configuration", "engines"),
    ("omop", "pipelines", "spark"),
    ("evaluation", "explanation", "report", "risk"),
    ("watch", "cohorts"),
    ("corpus",),
    ("training",),
    ("coding", "leakage"),
    ("utility",),
    ("papers",),
    ("service",),
    ("cli",),
    ("__main__", "__init__"),
)
ROW_OF = {room: index for index, row in enumerate(ROWS) for room in row}
HEAVY = ("torch", "transformers", "pandas", "pyspark", "numpy", "pyarrow", "rich", "jinja2", "cryptography")
LIBRARIES = ("torch", "transformers", "pandas", "pyspark", "onnxruntime")


def name_of(path: Path) -> str:
    """Return the whole path of a module below the package, with dots; a folder's is that of its ``__init__``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
FOLDERS = sorted(name for name, path in MODULES.items() if path.name == "__init__.py" and path.parent != PACKAGE)


def within(name: str, folder: str) -> bool:
    """Tell whether a module is what a path names, or lies in it."""
    return name == folder or name.startswith(folder + ".")


def room_of(name: str) -> str:
    return name.partition(".")[0]


@cache
def imports_of(name: str) -> frozenset[str]:
    """Return what a module imports: modules of the package by their whole paths, libraries by their names.

    Imports inside functions count, and imports for types alone.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name} imports by dots: whole paths are what is compared"
            found |= {_named(f"{node.module}.{alias.name}") for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {_named(alias.name) for alias in node.names}
    return frozenset(found)


def _named(imported: str) -> str:
    """Return the module that an import names: ``palimpseste.rendering.tables.table`` is ``rendering.tables``."""
    library, _, path = imported.partition(".")
    if library != "palimpseste":
        return library
    if path == "__version__":  # a number, which no module is loaded for
        return path
    while path and path not in MODULES:
        path = path.rpartition(".")[0]
    return path or "__init__"


def sentence_of(docstring: str | None) -> list[str]:
    """Return what a folder must not import, as the last sentence of its docstring says.

    ``Must not import: places, detection or anything above it.``: the last name stands for its row and those above.
    """
    said = re.search(r"\n\nMust not import: ([^:]+)\.\Z", docstring or "")
    assert said, "the docstring does not end with what must not be imported"
    text, above = re.subn(r" or anything above (?:it|them)\Z", "", " ".join(said[1].split()))
    names = text.split(", ")
    return names + [room for row in ROWS[ROW_OF[names[-1]] + 1 :] for room in row] if above else names


def forbidden_to(folder: str) -> list[str]:
    return sentence_of(ast.get_docstring(ast.parse(MODULES[folder].read_text(encoding="utf-8"))))


def test_a_room_imports_only_from_below() -> None:
    upward = [
        f"{name} imports {other}"
        for name in MODULES
        for other in imports_of(name)
        if other in MODULES and ROW_OF[room_of(other)] > ROW_OF[room_of(name)]
    ]
    assert not upward


def test_every_room_has_a_row() -> None:
    assert {room_of(name) for name in MODULES} == set(ROW_OF)


def test_a_folder_imports_nothing_that_it_says_it_must_not() -> None:
    found = [
        f"{name} imports {other}, which {folder} says it must not"
        for folder in FOLDERS
        for forbidden in [forbidden_to(folder)]
        for name in MODULES
        if within(name, folder)
        for other in imports_of(name)
        if any(within(other, path) for path in forbidden)
    ]
    assert not found


def test_what_a_folder_must_not_import_exists_and_does_not_hold_it() -> None:
    wrong = [
        f"{folder} names {path}"
        for folder in FOLDERS
        for path in forbidden_to(folder)
        if (path not in MODULES and path not in LIBRARIES) or within(folder, path)
    ]
    assert not wrong


@pytest.mark.parametrize("room", [folder for folder in FOLDERS if "." not in folder and folder != "cli"])
def test_a_room_says_that_it_imports_nothing_from_above(room: str) -> None:
    above = {other for row in ROWS[ROW_OF[room] + 1 :] for other in row}
    assert above <= set(forbidden_to(room))


def test_a_sentence_is_read_as_it_is_meant() -> None:
    assert sentence_of("Notes.\n\nMust not import: surrogates.places,\ntorch.") == ["surrogates.places", "torch"]
    assert sentence_of("Notes.\n\nMust not import: coding or anything above it.") == [
        *("coding", "utility", "papers", "service", "cli", "__main__", "__init__")
    ]
    with pytest.raises(AssertionError):
        sentence_of("Notes.\n\nImports whatever it likes.")


def circles(imports: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the sets of modules that reach each other, smallest first (Tarjan 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        path.append(name)
        for other in imports[name]:
            if other not in number:
                visit(other)
            if other in path:
                low[name] = min(low[name], low[other])
        if low[name] == number[name]:
            place = path.index(name)
            if len(path) - place > 1 or name in imports[name]:
                found.append(sorted(path[place:]))
            del path[place:]

    for name in imports:
        if name not in number:
            visit(name)
    return sorted(found, key=len)


def test_circles_are_found_at_any_distance() -> None:
    assert circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"], "e": ["e"]}) == [["e"], ["a", "b", "c"]]
    assert circles({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_no_module_imports_in_a_circle() -> None:
    graph = {name: sorted(other for other in imports_of(name) if other in MODULES) for name in MODULES}
    assert circles(graph) == []


def pages_paths() -> list[str]:
    """Return every path of the tree on the architecture page: a line a module, its folder told by its indentation."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = page.partition("```\nsrc/palimpseste/\n")[2].partition("```")[0]
    folders: list[str] = []
    paths = []
    for line in tree.splitlines():
        depth, odd = divmod(len(line) - len(line.lstrip()), 2)
        name, *said = line.split(maxsplit=1)
        assert (odd, 1 <= depth <= len(folders) + 1) == (0, True), f"not indented as a tree is: {line!r}"
        assert said, f"says nothing of it: {line!r}"
        del folders[depth - 1 :]
        paths.append("".join(folders) + name)
        if name.endswith("/"):
            folders.append(name)
    return paths


def test_the_architecture_page_has_a_line_for_every_module_and_no_other() -> None:
    there = [
        str(path.relative_to(PACKAGE)) if path.name != "__init__.py" else f"{path.parent.relative_to(PACKAGE)}/"
        for path in MODULES.values()
        if path.parent != PACKAGE or path.name != "__init__.py"
    ]
    assert sorted(pages_paths()) == sorted([*there, "data/"])


def test_the_architecture_page_shows_the_rows() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page.partition("## Import directions\n\n```\n")[2].partition("```")[0]
    assert [tuple(row.split(", ")) for row in " ".join(rows.split()).split(" ← ")] == list(ROWS[:-1])


def test_surrogates_define_no_reader_of_their_own() -> None:
    readers = [
        f"{name} defines {node.name}"
        for name, path in MODULES.items()
        if within(name, "surrogates")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.match("_?(?:read|parse)_", node.name)
    ]
    assert not readers, "what a value says is read in writings"


FILES_A_FOLDER = 25


def test_no_folder_holds_more_files_than_one_can_look_through() -> None:
    counted = {
        str(folder.relative_to(PACKAGE)): sum(path.is_file() for path in folder.iterdir())
        for folder in (PACKAGE, *PACKAGE.rglob("*"))
        if folder.is_dir() and folder.name != "__pycache__"
    }
    assert not {folder: count for folder, count in counted.items() if count > FILES_A_FOLDER}


def test_the_modules_that_a_page_or_a_comment_names_are_there() -> None:
    wrong = []
    for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "NOTICE", *PACKAGE.rglob("*.py")):
        named = set(re.findall(r"(?<![\w/.-])((?:\w+/)+\w+\.py)\b", page.read_text(encoding="utf-8")))
        there = {name for name in named for base in (ROOT, PACKAGE, page.parent) if (base / name).exists()}
        wrong += [f"{page.relative_to(ROOT)} names {name}" for name in sorted(named - there)]
    assert not wrong


def test_importing_the_package_is_light() -> None:
    program = f"import sys, palimpseste; print([name for name in {HEAVY!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


def test_importing_the_package_takes_less_than_three_tenths_of_a_second() -> None:
    program = "import time; start = time.process_time(); import palimpseste; print(time.process_time() - start)"
    times = [
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(times) < 0.3
