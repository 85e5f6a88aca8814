"""Print the test files that what changed since a commit calls for, for `make check`.

    python tools/changed_tests.py [--since COMMIT] [--seconds 60]
    python tools/changed_tests.py measure build/tests.xml

Taken are the quick laws of the whole project, test files that changed, then the tests that name a changed module, then
those that name what imports it: the nearest first, while their time fits. What is left to `make test` is said on
standard error. Any other file that changed stands for the modules and the tests that speak of it.

``measure`` writes `tests/seconds.tsv` from a report of pytest: how long those files take that take longest.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
# What holds for the whole project and takes seconds.
LAWS = (
    "tests/test_architecture.py",
    "tests/test_contributing.py",
    "tests/test_public_docstrings.py",
    "tests/test_readme.py",
)
SECONDS = "tests/seconds.tsv"
# Files of less than this are not listed, and taken to need half of it.
LEAST_SECONDS = 1.0
# How many imports away a test may stand from what changed, unless none is nearer.
NEAR = 1


def git(root: Path, *arguments: str) -> list[str]:
    """Return the lines that a command of git prints."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def base_of(root: Path) -> str:
    """Return the commit where this branch left the main one: its own last commit, on the main one."""
    names = set(git(root, "for-each-ref", "--format=%(refname:short)", "refs/heads/main", "refs/remotes/origin/main"))
    main = next((name for name in ("origin/main", "main") if name in names), "HEAD")
    return git(root, "merge-base", "HEAD", main)[0]


def changed_since(root: Path, commit: str) -> set[str]:
    """Return the files that differ from a commit, new ones and deleted ones among them."""
    new = git(root, "ls-files", "--others", "--exclude-standard")
    return {*git(root, "diff", "--name-only", "--no-renames", commit), *new}


class Tree:
    """Which modules and tests of a project import which.

    Parameters
    ----------
    root : Path
        the folder that holds ``src`` and ``tests``
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules = {self._module_of(path): path for path in sorted((root / "src").rglob("*.py"))}
        self.tests = sorted((root / "tests").rglob("*.py"))
        self.texts = {path: path.read_text(encoding="utf-8") for path in [*self.modules.values(), *self.tests]}
        self._asked = {path: list(self._imports(path)) for path in self.texts}

    def _module_of(self, path: Path) -> str:
        parts = path.relative_to(self.root / "src").with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _imports(self, path: Path) -> Iterator[tuple[str, str]]:
        """Yield the modules and names that a file imports or names, wherever in it."""
        package = list(path.relative_to(self.root / "src").parent.parts) if path in self.modules.values() else []
        for node in ast.walk(ast.parse(self.texts[path])):
            if isinstance(node, ast.Import):
                yield from ((alias.name, "") for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                source = ".".join([*above, node.module] if node.module else above)
                yield from ((source, alias.name) for alias in node.names)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):  # loaded, or patched, by its name
                yield from ((name, "") for name in (node.value, node.value.rpartition(".")[0]) if name in self.modules)

    def _meant(self, source: str, name: str, seen: tuple[str, ...] = ()) -> str:
        """Return the module that holds what is imported, through packages that only pass it on."""
        if f"{source}.{name}" in self.modules:
            return f"{source}.{name}"
        path = self.modules.get(source)
        if path is not None and path.name == "__init__.py" and source not in seen:
            for further, known in self._asked[path]:
                if known == name and further in self.modules:
                    return self._meant(further, name, (*seen, source))
        return source

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """The modules that import each module."""
        found = defaultdict(set)
        for module, path in self.modules.items():
            for source, name in self._asked[path]:
                found[self._meant(source, name)].add(module)
        return found

    @cached_property
    def named(self) -> dict[Path, set[str]]:
        """The modules that each test file names, itself or in the helpers it imports."""
        helpers = {path.stem: path for path in self.tests if not path.name.startswith("test_")}

        def names(path: Path, seen: frozenset[Path]) -> set[str]:
            found = set()
            for source, name in self._asked[path]:
                if source in helpers and helpers[source] not in seen:
                    found |= names(helpers[source], seen | {helpers[source]})
                else:
                    found.add(self._meant(source, name))
            return found

        return {path: names(path, frozenset({path})) for path in self.tests if path.name.startswith("test_")}

    def mirrors(self, test: Path, module: str) -> bool:
        """Tell whether a test file bears the name of the module, and stands in the same room."""
        parts = module.split(".")[1:]
        place = test.relative_to(self.root / "tests").parts
        return (
            bool(parts) and f"test_{parts[-1].lstrip('_')}.py" == place[-1] and parts[:-1][:1] == list(place[:-1][:1])
        )

    def called_for(self, changed: Iterable[str]) -> Iterator[tuple[int, str]]:
        """Yield test files that changed files call for, each with how many imports away it stands, the nearest first.

        Parameters
        ----------
        changed : Iterable[str]
            the files, as paths from the root
        """
        modules, tests = set(), set()
        for file in map(PurePosixPath, changed):
            path = self.root / file
            if file.parts[0] == "src" and file.suffix == ".py":
                modules.add(self._module_of(path))
            elif file.parts[0] == "tests" and file.suffix == ".py":
                if path in self.named:
                    tests.add(path)
                elif path.exists():  # a helper, a conftest: who may use it stands beside it or below
                    tests |= {
                        test for test in self.named if path.parent in test.parents and path.parent.name != "tests"
                    }
            else:
                # Settings are named without their suffix, and so are tools.
                stem = {".toml": f'"{file.stem}"', ".py": f'load_tool("{file.stem}")'}.get(file.suffix, file.name)
                speaking = {path for path, text in self.texts.items() if file.name in text or stem in text}
                if not speaking and file.parts[0] == "src":  # a list found in its folder
                    speaking = {path for path, text in self.texts.items() if f'"{file.parent.name}"' in text}
                modules |= {module for module, path in self.modules.items() if path in speaking}
                tests |= speaking & self.named.keys()
        given = dict.fromkeys(sorted(tests), 0)
        known, level, distance = set(modules), modules, 0
        while level and (distance <= NEAR or not given):
            near = {test for test, names in self.named.items() if names & level}
            near |= {test for test in self.named for module in level if self.mirrors(test, module)}
            for test in sorted(near, key=lambda test: (not any(self.mirrors(test, m) for m in level), test)):
                given.setdefault(test, distance)
            level = {importer for module in level for importer in self.importers[module]} - known
            known |= level
            distance += 1
        for test, distance in given.items():
            yield distance, test.relative_to(self.root).as_posix()


def known_seconds(root: Path) -> dict[str, float]:
    """Return how long the files take that take longest."""
    rows = (root / SECONDS).read_text(encoding="utf-8").splitlines()[1:]
    return {file: float(seconds) for file, seconds in (row.split("\t") for row in rows)}


def chosen(root: Path, changed: set[str], seconds: float) -> tuple[list[str], list[str]]:
    """Return the test files to run within some seconds, and those left out.

    Parameters
    ----------
    root : Path
        the folder that holds ``src`` and ``tests``
    changed : set of str
        the files that changed, as paths from the root; test files among them always run
    seconds : float
        how long all may take, one after the other, laws apart
    """
    known = known_seconds(root)
    taken, left = [law for law in LAWS if (root / law).exists()], []
    for _, test in Tree(root).called_for(changed):
        if test in taken:
            continue
        needed = known.get(test, LEAST_SECONDS / 2)
        if test in changed or needed <= seconds:
            taken.append(test)
            seconds -= needed
        else:
            left.append(test)
    return taken, left


def measure(root: Path, report: Path) -> None:
    """Write how long those test files take that take longest, from a JUnit report."""
    total: Counter[str] = Counter()
    for case in ElementTree.parse(report).iter("testcase"):
        parts = case.get("classname", "").split(".")
        last = next((index for index, part in enumerate(parts) if part.startswith("test_")), None)
        if last is not None:
            total["/".join(parts[: last + 1]) + ".py"] += round(1000 * float(case.get("time", 0)))
    rows = [f"{file}\t{total[file] / 1000:.0f}" for file in sorted(total) if total[file] >= 1000 * LEAST_SECONDS]
    (root / SECONDS).write_text("\n".join(("file\tseconds", *rows, "")), encoding="utf-8")


def main() -> None:
    """Print the files, or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", help="the commit to compare with: by default where the branch left main")
    parser.add_argument("--seconds", type=float, default=60, help="how long the tests of what changed may take, in all")
    measured = parser.add_subparsers(dest="action").add_parser("measure")
    measured.add_argument("report", type=Path)
    options = parser.parse_args()
    if options.action == "measure":
        measure(ROOT, options.report)
        return
    changed = changed_since(ROOT, options.since or base_of(ROOT))
    taken, left = chosen(ROOT, changed, options.seconds)
    print(f"{len(changed)} files changed: {len(taken)} test files", file=sys.stderr)
    if left:
        print(f"left to make test: {' '.join(left)}", file=sys.stderr)
    print(" ".join(taken))


if __name__ == "__main__":
    main()
