"""Whatever a module exports says what it is, in numpydoc, and its examples give what they show."""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import palimpseste

PACKAGE = Path(palimpseste.__file__).parent
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
# A summary that says only how it differs from its neighbour's says nothing to who reads it alone.
NEEDS_A_NEIGHBOUR = re.compile(
    r"^(?:(?:return|yield|give|make|write|do|tell)s? )?(?:the same|likewise|ditto|as above|idem)\b(?! seed)"
    r"|^see \S+\.?$|\b(?:likewise|as above)\b",
    re.IGNORECASE,
)
SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n(.*?)(?=^\w[\w ]*\n-{3,}$|\Z)", re.MULTILINE | re.DOTALL)
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


@cache
def every_docstring() -> dict[str, str]:
    """Return the docstrings of all modules, classes and functions, private ones too, by where they stand."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                docstring = ast.get_docstring(node)
                if docstring is not None:
                    found[f"{place}:{getattr(node, 'lineno', 1)} {getattr(node, 'name', '')}".rstrip()] = docstring
    return found


def entries_of(docstring: str, *titles: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of sections, each with the lines indented below it."""
    for title, body in SECTION.findall(docstring):
        if title in titles:
            for entry in re.split(r"^(?=\S)", body, flags=re.MULTILINE):
                name, _, said = entry.partition("\n")
                if name.strip():
                    yield name, said


def test_what_a_module_exports_exists_once() -> None:
    names = {module: [name for name, _ in exported(module)] for module in MODULES}
    assert [module for module, each in names.items() if len(each) != len(set(each))] == []


def test_what_a_module_exports_has_a_docstring() -> None:
    bare = []
    for name in MODULES:
        module = importlib.import_module(name)
        # A folder whose module is empty says nothing.
        if exported(name) or module.__doc__ or not hasattr(module, "__path__"):
            bare += [(name, member) for member, docstring in documented(name) if not docstring.strip()]
    assert bare == []


def test_a_docstring_begins_with_a_sentence() -> None:
    wrong = []
    for name in MODULES:
        for member, docstring in documented(name):
            summary = docstring.strip().split("\n\n")[0]
            if summary and not summary.rstrip().endswith((".", ":", "::")):
                wrong.append((name, member))
    assert wrong == []


@pytest.mark.parametrize(
    ("summary", "is_enough"),
    [
        ("Return the same with other spans.", False),
        ("The same in the unit it is written in.", False),
        ("See replace.", False),
        ("Return the figure of towns, likewise.", False),
        ("Return the annotation at the same place of the new text.", True),
        ("Return the town that is the same in both.", True),
    ],
)
def test_a_summary_that_needs_its_neighbour_is_told(summary: str, is_enough: bool) -> None:
    assert (NEEDS_A_NEIGHBOUR.search(summary) is None) == is_enough


def test_a_summary_says_what_it_says_without_its_neighbours() -> None:
    summaries = {place: docstring.split("\n\n")[0].replace("\n", " ") for place, docstring in every_docstring().items()}
    assert {place: summary for place, summary in summaries.items() if NEEDS_A_NEIGHBOUR.search(summary)} == {}


def test_every_documented_parameter_is_described() -> None:
    bare = [
        (place, name)
        for place, docstring in every_docstring().items()
        for name, said in entries_of(docstring, "Parameters", "Attributes")
        if not said.strip()
    ]
    assert bare == []


def test_the_errors_a_docstring_names_exist() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    own = set(re.findall(r"^class (\w+)", "\n".join(sources), re.MULTILINE))
    wrong = []
    for place, docstring in every_docstring().items():
        for entry, said in entries_of(docstring, "Raises"):
            unknown = [name for name in map(str.strip, entry.split(",")) if name not in own and not is_error(name)]
            wrong += [(place, f"no error: {name}") for name in unknown]
            if not said.strip():
                wrong.append((place, f"{entry}: when?"))
    assert wrong == []


def is_error(name: str) -> bool:
    error = getattr(builtins, name, None)
    return inspect.isclass(error) and issubclass(error, BaseException)


def test_the_sections_of_a_docstring_are_those_of_numpydoc() -> None:
    wrong = [
        (place, title)
        for place, docstring in every_docstring().items()
        for title, underline in UNDERLINED.findall(docstring)
        if title not in SECTIONS or len(underline) != len(title)
    ]
    assert wrong == []


def test_the_parameters_a_docstring_names_are_those_of_the_signature() -> None:
    wrong = {}
    for module in MODULES:
        for member, value in exported(module):
            if not (inspect.isclass(value) or inspect.isfunction(value)) or value.__module__ != module:
                continue
            named = {
                part.strip().lstrip("*")
                for entry, _ in entries_of(_own_docstring(value), "Parameters")
                for part in entry.split(" : ")[0].split(",")
            }
            if named and (unknown := named - set(inspect.signature(value).parameters)):
                wrong[f"{module}.{member}"] = unknown
    assert wrong == {}


def test_the_examples_of_docstrings_give_what_they_show() -> None:
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for name in MODULES:
        for test in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(name)):
            runner.run(test, out=told.append)
    assert runner.tries > 50
    assert runner.failures == 0, "".join(told)


def test_a_docstring_is_said_once_and_no_other_text_lies_about() -> None:
    stray = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            body = getattr(node, "body", None)
            for statement in body[1:] if isinstance(body, list) else ():
                match statement:
                    case ast.Expr(value=ast.Constant(value=str())):
                        stray.append(f"{path.relative_to(PACKAGE)}:{statement.lineno}")
    assert stray == []
