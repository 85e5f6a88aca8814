"""Blocks of Python and TOML, and targets of `make`, that pages show are as the code has them."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from palimpseste.configuration import Configuration
from palimpseste.omop.mapping import SiteMapping
from palimpseste.settings_files import read_toml
from palimpseste.surrogates.policy.policy import Policy

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# Tables of a policy; those of a package are compared with it where extending is tested.
OF_POLICIES = {"options", "privacy", "places", "clock", "labels"}
OF_PACKAGES = "project"


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the blocks of a language, each with the name of its page."""
    return [
        (page.name, inspect.cleandoc("\n" + text))
        for page in PAGES
        for _, named, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if named == language
    ]


# Those with a prompt are run as doctests, by tests/writings/test_said.py.
PYTHON = [(page, code) for page, code in blocks("python") if not code.startswith(">>>")]
TOML = blocks("toml")


def ids_of(shown: list[tuple[str, str]]) -> list[str]:
    return [f"{name}-{position}" for position, (name, _) in enumerate(shown)]


def object_named(node: ast.expr, names: dict[str, object]) -> object:
    """Return what an expression of names and dots stands for, as far as it is imported; None where it is not."""
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = object_named(node.value, names)
        return None if owner is None else getattr(owner, node.attr)
    return None


def calls_that_do_not_bind(code: str) -> Iterator[str]:
    """Yield the calls of imported things of ours whose arguments these do not take."""
    tree = ast.parse(code)
    names: dict[str, object] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("palimpseste"):
            module = importlib.import_module(node.module or "")
            for alias in node.names:
                names[alias.asname or alias.name] = getattr(module, alias.name)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or (called := object_named(node.func, names)) is None:
            continue
        if any(isinstance(each, ast.Starred) for each in node.args) or not callable(called):
            continue
        given = {each.arg: None for each in node.keywords if each.arg is not None}
        try:
            inspect.signature(called).bind(*node.args, **given)
        except TypeError:
            yield ast.unparse(node)


@pytest.mark.parametrize(("page", "code"), PYTHON, ids=ids_of(PYTHON))
def test_what_a_block_of_python_imports_and_calls_is_there(page: str, code: str) -> None:
    assert list(calls_that_do_not_bind(code)) == []


def test_a_parameter_that_is_not_there_is_told() -> None:
    wrong = 'from palimpseste import Deidentifier\n\nDeidentifier.default(polcy="tag")\n'
    assert list(calls_that_do_not_bind(wrong)) == ["Deidentifier.default(polcy='tag')"]
    assert len(PYTHON) > 12


@pytest.mark.parametrize(("page", "text"), TOML, ids=ids_of(TOML))
def test_a_block_of_toml_says_what_is_known(page: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "site.toml"
    file.write_text(text, encoding="utf-8")
    tables = set(read_toml(file, "a block"))
    if OF_PACKAGES in tables:
        return
    if tables <= OF_POLICIES:
        file.write_text(f'default = "tag"\n{text}', encoding="utf-8")
        Policy.named(str(file))
        return
    read = Configuration.read(file)
    SiteMapping.from_mapping(read.omop)
    if read.service:
        settings = pytest.importorskip("palimpseste.service.settings").ServiceSettings
        # What one block leaves to another: that nothing crosses the network unencrypted.
        settings.read(read.service, {} if "host" in read.service else {"host": "127.0.0.1"})


def test_a_setting_that_is_not_known_is_told(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("[generative]\nfolder = 'd'\nmost-altred = 0.1\n", encoding="utf-8")
    with pytest.raises(Exception, match="most-altred"):
        Configuration.read(tmp_path / "site.toml")


def test_targets_of_make_that_pages_name_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z0-9-]*):", makefile, re.MULTILINE))
    named = {
        (page.name, target)
        for page in PAGES
        for target in re.findall(r"`make ([a-z][a-z0-9-]*)|^make ([a-z][a-z0-9-]*)", page.read_text(encoding="utf-8"))
        for target in target
        if target
    }
    assert len({target for _, target in named}) > 20
    assert sorted((page, target) for page, target in named if target not in targets) == []
