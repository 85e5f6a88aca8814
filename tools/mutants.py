"""Change the code in every small way and count the changes that no test notices (mutation testing, with mutmut).

    python tools/mutants.py run ROOM ... [--jobs 2] [--sample 20 [--seed 1]] [--again]
    python tools/mutants.py report [ROOM ...] [--sample 20 [--seed 1]] [--survivors]

A room is some modules and the tests that are about them. Each is run in a folder of its own, ``build/mutants/ROOM``, so
several can run at once; a run that was stopped goes on where it was. What the figures mean: docs/mutants.md.

mutmut changes nothing outside functions, and no decorated function; here properties and cached functions are given
their decorator by a line after them first, so that they are changed like others. This file is also the plugin that
those runs of pytest load: quick tests first, and the same examples of properties for every change.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutants"
PACKAGE = "src/palimpseste/"
SEED = 20261124


@dataclass(frozen=True)
class Room:
    """Modules, and the tests that are about them.

    Parameters
    ----------
    modules : tuple of str
        Patterns below the package.
    tests : tuple of str
        Files and folders.
    without : tuple of str
        Tests left out, by a part of their name: slow ones that other tests make needless, and those of processes, in
        which no change is seen.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()
    needs: tuple[str, ...] = field(default=("corpus", "docs", "examples", "tools"))


ROOMS = {
    "privacy": Room(
        ("privacy/[!c]*.py",),
        ("tests/privacy",),
        (
            "test_end_to_end",
            "test_check_command",
            "test_mutations",
            "bounds_are_seldom_too_high",
            "planar_laplace_draws_its_law[1",
            "keeps_its_guarantee",
        ),
    ),
    "checks": Room(("privacy/checks.py",), ("tests/privacy/test_checks.py", "tests/privacy/test_check_command.py")),
    "detection": Room(
        ("detection/merge.py", "detection/propagation.py"),
        ("tests/detection/test_merge.py", "tests/detection/test_propagation.py"),
    ),
    "deidentifier": Room(
        ("deidentifier.py", "releasing.py", "detection/asking.py"), ("tests/test_deidentifier.py",), ("imported_fast",)
    ),
    "engines": Room(
        (
            "engines/run/journal.py",
            "engines/run/output.py",
            "engines/run/resuming.py",
            "engines/run/reading.py",
            "engines/run/run.py",
        ),
        ("tests/engines",),
        ("test_local", "test_foreign_detectors", "killed_again", "do_not_write_the_same"),
    ),
    "cohorts": Room(("cohorts/*.py",), ("tests/cohorts",), ("several_processes", "test_cohort_command")),
    "keys": Room(
        tuple(f"surrogates/{name}.py" for name in ("keys", "draws", "budget", "replacer", "setting")),
        (
            *(
                f"tests/surrogates/test_{name}.py"
                for name in ("keys", "draws", "last_draws", "budget", "setting", "replacer")
            ),
            "tests/surrogates/dates/test_ages.py",
            "tests/surrogates/values",
        ),
        ("another_process", "time"),
    ),
    "dates": Room(("surrogates/dates/*.py",), ("tests/surrogates/dates",), ("dates_of_notes",)),
    "places": Room(
        ("surrogates/places/*.py",),
        ("tests/surrogates/places",),
        ("no_note_of_the_corpus", "chance_of_each_surrogate"),
    ),
    "values": Room(
        ("surrogates/values/*.py",),
        ("tests/surrogates/values", "tests/surrogates/test_last_draws.py", "tests/surrogates/test_replacer.py"),
        ("another_process", "time"),
    ),
}

# What a test sees of an error is its kind and some words of it: the rest of its text is no behaviour.
_UNCHANGED = (r"^\s*raise \w+",)
_NATIVE = {"staticmethod", "classmethod", "overload", "abstractmethod", "setter", "final"}


def undecorated(source: str) -> str:
    """Return a module whose decorated functions are decorated by a line after them."""
    tree = ast.parse(source)
    lines = source.splitlines()
    found = [
        node
        for holder in ast.walk(tree)
        if isinstance(holder, ast.Module | ast.ClassDef)
        for node in holder.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    for node in sorted(found, key=lambda node: -node.lineno):
        names = [ast.unparse(decorator) for decorator in node.decorator_list]
        if any(name.rsplit(".", 1)[-1] in _NATIVE for name in names):
            continue
        decorated = node.name
        for name in reversed(names):
            decorated = f"{name}({decorated})"
        assert node.end_lineno is not None
        lines.insert(node.end_lineno, f"{' ' * node.col_offset}{node.name} = {decorated}")
        first = node.decorator_list[0].lineno
        del lines[first - 1 : node.lineno - 1]
    return "\n".join(lines) + "\n"


def prepare(name: str) -> Path:
    """Bring the folder of a room up to date and return it; a file that did not change keeps its time."""
    room = ROOMS[name]
    folder = WORK / name
    for path in sorted((ROOT / "src").rglob("*")):
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        below = path.relative_to(ROOT)
        content = path.read_bytes()
        if changed(below, room):
            content = undecorated(content.decode("utf-8")).encode("utf-8")
        kept = folder / below
        if kept.exists() and kept.read_bytes() == content:
            continue
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
        (folder / "mutants" / below).unlink(missing_ok=True)
    for stale in [*folder.glob("src/**/*.py"), *folder.glob("mutants/src/**/*.py")]:
        if not (ROOT / stale.relative_to(folder / "mutants" if "mutants/src" in str(stale) else folder)).exists():
            stale.unlink()
    # There before Python starts, or nothing would be imported from it.
    (folder / "mutants" / "src").mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)
    for link in (folder / "tests", *(folder / "mutants" / each for each in (*room.needs, "README.md", "Makefile"))):
        if not link.is_symlink():
            link.symlink_to(ROOT / link.name)
    write_settings(folder, room)
    return folder


def changed(below: Path, room: Room) -> bool:
    """Tell whether a file is one of those the room changes."""
    return any(fnmatch(below.as_posix(), PACKAGE + pattern) for pattern in room.modules)


def write_settings(folder: Path, room: Room) -> None:
    """Write the project's settings of pytest and those of mutmut for a room."""
    own = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pytest = "[tool.pytest.ini_options]" + own.split("[tool.pytest.ini_options]", 1)[1].split("\n[", 1)[0]
    arguments = ["-p", "mutants", "-p", "no:cacheprovider"]
    if room.without:
        arguments += ["-k", " and ".join(f"not {part}" for part in room.without)]
    settings = {
        "source_paths": ["src"],
        "only_mutate": [PACKAGE + pattern for pattern in room.modules],
        "do_not_mutate_patterns": list(_UNCHANGED),
        "pytest_add_cli_args": arguments,
        "pytest_add_cli_args_test_selection": list(room.tests),
        "process_isolation": "forkserver",
        "use_git_change_detection": False,
        "timeout_constant": 3.0,
        "timeout_multiplier": 2.5,
    }
    # A list or a number of JSON is one of TOML; a truth value too.
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    (folder / "pyproject.toml").write_text("\n".join([pytest, "", "[tool.mutmut]", *lines, ""]), encoding="utf-8")


def verdicts_of(name: str) -> dict[str, dict[str, int | None]]:
    """Return the exit status of pytest for each change, by module; None where it was not tried."""
    folder = WORK / name / "mutants"
    found = {}
    for path in sorted(folder.glob("src/**/*.meta")):
        module = path.relative_to(folder / PACKAGE).as_posix().removesuffix(".meta")
        found[module] = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {module: verdicts for module, verdicts in found.items() if verdicts}


_KINDS = {None: "untried", 0: "survived", 1: "killed", 3: "killed", 5: "no test", 33: "no test", 36: "timeout"}


def kind_of(status: int | None) -> str:
    """Return what became of a change: killed, timeout (a signal ended it), survived, no test, untried.

    Odd is what is no verdict: 255 where pytest ran nothing, as it finds no test of that name.
    """
    return _KINDS.get(status, "timeout" if status in (-24, -9, 24, 152) else "odd")


def mutmut(folder: Path, *arguments: str) -> int:
    """Run mutmut in the folder of a room."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder / "mutants" / "src"), str(ROOT / "tools")]),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    program = Path(sys.executable).with_name("mutmut")
    return subprocess.run([program, *arguments], cwd=folder, env=environment, check=False).returncode


def run(name: str, jobs: int, again: bool, sample: int | None, seed: int) -> int:
    """Try the changes of a room that were not tried, or of those the sample; `again` also those that survived."""
    settings = WORK / name / "pyproject.toml"
    before = settings.read_bytes() if settings.exists() else b""
    folder = prepare(name)
    # Under other settings mutmut forgets what it found.
    is_new = settings.read_bytes() != before
    jobs_option = f"--max-children={jobs}"
    if not again and sample is None:
        return mutmut(folder, "run", jobs_option)
    if not verdicts_of(name):  # makes the changes, tries one
        mutmut(folder, "run", jobs_option, "nothing*")
    wanted = []
    for verdicts in verdicts_of(name).values():
        kinds = ("untried", "survived", "no test", "odd") if again else ("untried",)
        wanted += [each for each in sampled(verdicts, sample, seed) if is_new or kind_of(verdicts[each]) in kinds]
    return mutmut(folder, "run", jobs_option, *wanted) if wanted else 0


def sampled(verdicts: dict[str, int | None], sample: int | None, seed: int) -> list[str]:
    """Return the changes of a module, or so many of a hundred: the same ones each time that a seed is given."""
    names = sorted(verdicts)
    return random.Random(seed).sample(names, -(-len(names) * sample // 100)) if sample else names


def report(names: Sequence[str], survivors: bool, sample: int | None, seed: int) -> None:
    """Print the score of each module, or of the sample of it, as a table, then each survivor by its difference."""
    print("| Module | Changes | Tried | Killed | of these by time | Survived | Without test | Score |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        total: Counter[str] = Counter()
        for module, verdicts in verdicts_of(name).items():
            counts = Counter(kind_of(verdicts[each]) for each in sampled(verdicts, sample, seed))
            total += counts
            print(row_of(f"`{module}`", counts))
        if total:
            print(row_of(f"**{name}**", total))
    if survivors:
        for name in filter(verdicts_of, names):
            print_survivors(name, sample, seed)


def row_of(name: str, counts: Counter[str]) -> str:
    """Return a row of the table."""
    tried = counts.total() - counts["untried"]
    killed = counts["killed"] + counts["timeout"]
    left = counts["survived"] + counts["odd"]
    score = f"{100 * killed / tried:.1f} %" if tried else "–"
    cells = [name, counts.total(), tried, killed, counts["timeout"], left, counts["no test"], score]
    return "| " + " | ".join(map(str, cells)) + " |"


def print_survivors(name: str, sample: int | None, seed: int) -> None:
    """Print how each change that survived differs from the code."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    os.chdir(WORK / name)  # where mutmut looks
    for module, verdicts in verdicts_of(name).items():
        for mutant in sorted(sampled(verdicts, sample, seed)):
            status = verdicts[mutant]
            if kind_of(status) in ("survived", "no test", "odd"):
                diff = get_diff_for_mutant(mutant, path=Path(PACKAGE) / module).splitlines()
                lines = [line for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]
                print(f"\n{mutant} ({kind_of(status)})", *lines, sep="\n    ")


def pytest_sessionstart() -> None:
    """Draw the same examples of properties for every change, and do not look for the shortest."""
    from hypothesis import Phase, settings

    settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate)
    )
    settings.load_profile("mutants")


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Put quick tests first: most changes fail one of those."""
    measured = Path("mutmut-stats.json")
    if measured.exists():
        seconds = json.loads(measured.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))


def main() -> int:
    """Run rooms, or report on them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="try the changes of rooms")
    running.add_argument("rooms", nargs="+", choices=ROOMS)
    running.add_argument("--jobs", type=int, default=2, help="changes tried at once")
    running.add_argument("--sample", type=int, help="so many of a hundred changes of each module")
    running.add_argument("--again", action="store_true", help="also those that survived, once tests were added")
    reporting = commands.add_parser("report", help="print the scores")
    reporting.add_argument("rooms", nargs="*", metavar="ROOM", help=f"among {', '.join(ROOMS)}; all without any")
    reporting.add_argument("--sample", type=int, help="of the sample of so many of a hundred")
    reporting.add_argument("--survivors", action="store_true", help="print each change that survived")
    for command in (running, reporting):
        command.add_argument("--seed", type=int, default=SEED, help="of the sample; another draws another one")
    options = parser.parse_args()
    if options.command == "run":
        return max(run(room, options.jobs, options.again, options.sample, options.seed) for room in options.rooms)
    if unknown := sorted(set(options.rooms) - set(ROOMS)):
        parser.error(f"no room {unknown[0]!r}; rooms: {', '.join(ROOMS)}")
    report(options.rooms or list(ROOMS), options.survivors, options.sample, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
