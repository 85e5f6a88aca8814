"""Whatever a module exports says what it is, in numpydoc."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import palimpseste

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(palimpseste.__path__, "palimpseste.")
    if not module.name.endswith("__main__")
)
SECTIONS = {
    "Parameters",
    "Returns",
    "Yields",
    "Receives",
    "Raises",
    "Warns",
    "Attributes",
    "Methods",
    "See Also",
    "Notes",
    "References",
    "Examples",
}
UNDERLINED = re.compile(r"^([^\n:|=]+)\n(-{3,})$", re.MULTILINE)


def exported(module_name: str) -> list[tuple[str, object]]:
    module = importlib.import_module(module_name)
    return [(name, getattr(module, name)) for name in getattr(module, "__all__", ())]


def documented(module_name: str) -> list[tuple[str, str]]:
    """Return what can bear a docstring in a module, with the docstring or the empty string."""
    module = importlib.import_module(module_name)
    found = [(module_name, module.__doc__ or "")]
    for name, value in exported(module_name):
        if not (inspect.isclass(value) or inspect.isroutine(value)):
            continue
        if getattr(value, "__module__", module_name) != module_name:
            continue
        found.append((name, _own_docstring(value)))
        if inspect.isclass(value):
            found += [
                (f"{name}.{member}", inspect.getdoc(getattr(value, member)) or "")
                for member, held in vars(value).items()
                if not member.startswith("_")
                and (inspect.isroutine(held) or isinstance(held, property))
                and not _is_bare(value, held)
            ]
    return found


def _own_docstring(value: object) -> str:
    # A frozen dataclass without a docstring gets its signature for one.
    docstring = inspect.cleandoc(getattr(value, "__doc__", None) or "")
    return "" if docstring.startswith(f"{getattr(value, '__name__', '')}(") else docstring


def _is_bare(owner: type, held: object) -> bool:
    """Tell whether a member is the signature of a protocol, whose own docstring says what it does."""
    return getattr(owner, "_is_protocol", False) and not (getattr(held, "__doc__", "") or "")


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_exports_exists_once(name: str) -> None:
    names = [exported_name for exported_name, _ in exported(name)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_exports_has_a_docstring(name: str) -> None:
    # A folder whose module is empty says nothing.
    if (
        not exported(name)
        and not (importlib.import_module(name).__doc__ or "")
        and hasattr(importlib.import_module(name), "__path__")
    ):
        return
    assert not [member for member, docstring in documented(name) if not docstring.strip()]


@pytest.mark.parametrize("name", MODULES)
def test_a_docstring_begins_with_a_sentence(name: str) -> None:
    wrong = []
    for member, docstring in documented(name):
        summary = docstring.strip().split("\n\n")[0]
        if summary and not summary.rstrip().endswith((".", ":", "::")):
            wrong.append(member)
    assert not wrong


@pytest.mark.parametrize("name", MODULES)
def test_the_sections_of_a_docstring_are_those_of_numpydoc(name: str) -> None:
    for member, docstring in documented(name):
        for title, underline in UNDERLINED.findall(docstring):
            assert title in SECTIONS, f"{member}: {title!r}"
            assert len(underline) == len(title), f"{member}: the line under {title!r}"


@pytest.mark.parametrize("name", MODULES)
def test_the_parameters_a_docstring_names_are_those_of_the_signature(name: str) -> None:
    for member, value in exported(name):
        if not (inspect.isclass(value) or inspect.isfunction(value)) or value.__module__ != name:
            continue
        section = re.search(
            r"Parameters\n-{10}\n(.*?)(?=\n\n[A-Z][A-Za-z ]+\n-{3,}|\Z)", _own_docstring(value), re.DOTALL
        )
        if not section:
            continue
        named = [
            part.strip().lstrip("*")
            for line in re.findall(r"^(\S[^:\n]*?)(?: :|$)", section[1], re.MULTILINE)
            for part in line.split(",")
        ]
        taken = set(inspect.signature(value).parameters)
        assert set(named) <= taken, f"{member}: {sorted(set(named) - taken)}"


@pytest.mark.parametrize("name", MODULES)
def test_a_docstring_is_said_once_and_no_other_text_lies_about(name: str) -> None:
    tree = ast.parse(Path(inspect.getfile(importlib.import_module(name))).read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    stray = [
        statement.lineno
        for body in bodies
        for statement in body[1:]
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    ]
    assert not stray
