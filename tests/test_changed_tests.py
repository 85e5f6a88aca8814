"""The tool behind `make check` takes the tests nearest to what changed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
FILES = {
    "src/house/__init__.py": "from house.rooms.kitchen import cook\n",
    "src/house/rooms/__init__.py": "",
    "src/house/rooms/kitchen.py": "def cook(): ...\n",
    "src/house/rooms/cellar.py": 'WINES = "wines.txt"\n',
    "src/house/party.py": "def feast():\n    from house.rooms import kitchen\n",
    "src/house/street.py": "from house.party import feast\n",
    "src/house/data/wines.txt": "rouge\n",
    "tests/seconds.tsv": "file\tseconds\ntests/test_party.py\t50\n",
    "tests/helper.py": "from house import cook\n",
    "tests/rooms/test_kitchen.py": "",
    "tests/rooms/test_cellar.py": "import house.rooms.cellar\n",
    "tests/test_meals.py": "from helper import cook\n",
    "tests/test_party.py": "from house.party import feast\n",
    "tests/test_street.py": "from house.street import feast\n",
    "tests/test_readme.py": "",
}


@pytest.fixture(scope="module")
def tool(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("changed_tests")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        # By its name and place; through a helper and a package that passes it on; then one import away.
        ("src/house/rooms/kitchen.py", [(0, "rooms/test_kitchen.py"), (0, "test_meals.py"), (1, "test_party.py")]),
        ("src/house/party.py", [(0, "test_party.py"), (1, "test_street.py")]),
        ("src/house/data/wines.txt", [(0, "rooms/test_cellar.py")]),
        ("tests/test_street.py", [(0, "test_street.py")]),
        ("docs/page.md", []),
    ],
)
def test_the_nearest_tests_come_first(tool: ModuleType, root: Path, changed: str, tests: list[tuple[int, str]]) -> None:
    assert list(tool.Tree(root).called_for([changed])) == [(distance, f"tests/{test}") for distance, test in tests]


def test_what_takes_too_long_is_left_unless_it_changed_itself(tool: ModuleType, root: Path) -> None:
    taken, left = tool.chosen(root, {"src/house/party.py"}, 10)
    assert (taken, left) == (["tests/test_readme.py", "tests/test_street.py"], ["tests/test_party.py"])
    taken, left = tool.chosen(root, {"tests/test_party.py"}, 10)
    assert (taken, left) == (["tests/test_readme.py", "tests/test_party.py"], [])


def test_nothing_changed_calls_for_the_laws_alone(tool: ModuleType, root: Path) -> None:
    assert tool.chosen(root, set(), 10) == (["tests/test_readme.py"], [])


def test_changes_are_those_since_the_branch_left_main(tool: ModuleType, root: Path) -> None:
    def git(*arguments: str) -> None:
        name = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *name, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "--quiet", "--initial-branch", "main")
    git("add", "--all")
    git("commit", "--quiet", "--message", "First")
    git("checkout", "--quiet", "-b", "work")
    (root / "src/house/street.py").write_text("")
    git("commit", "--quiet", "--all", "--message", "Second")
    (root / "src/house/party.py").unlink()
    (root / "new.txt").write_text("")
    changed = tool.changed_since(root, tool.base_of(root))
    assert changed == {"src/house/street.py", "src/house/party.py", "new.txt"}


def test_times_are_taken_from_a_report(tool: ModuleType, root: Path) -> None:
    slow = '<testcase classname="tests.rooms.test_kitchen" name="a" time="1.2"/>'
    quick = '<testcase classname="tests.test_meals.TestA" name="a" time="0.3"/>'
    (root / "tests.xml").write_text(f"<testsuites><testsuite>{slow}{slow}{quick}</testsuite></testsuites>")
    tool.measure(root, root / "tests.xml")
    assert (root / "tests/seconds.tsv").read_text() == "file\tseconds\ntests/rooms/test_kitchen.py\t2\n"


def test_the_files_whose_time_is_known_exist(tool: ModuleType) -> None:
    known = tool.known_seconds(ROOT)
    assert [file for file in known if not (ROOT / file).exists()] == []
    assert all((ROOT / law).exists() for law in tool.LAWS)
