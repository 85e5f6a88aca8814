"""What all tests share: which of them run in one process, scripts of `tools/`, the command line run within the test."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

# A machine busy with other work is no reason to fail: time is tested where it is told.
settings.register_profile("palimpseste", deadline=None)
settings.load_profile("palimpseste")

HERE = Path(__file__).parent
# Folders of which one server, cluster, trained model or costly import serves every file.
TOGETHER = ("spark", "omop", "training", "coding", "pipelines", "service")
# Programs on the Java machine run for seconds here: too few for its second compiler, or a collector of many threads.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


def seconds_of_files() -> dict[str, float]:
    """Return how long the files take that take longest (`tools/changed_tests.py` measures them)."""
    rows = (HERE / "seconds.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {path: float(seconds) for path, seconds in (row.split("\t") for row in rows)}


def group_of(path: str) -> str:
    """Return what runs in one process with a file of tests: the file, or the folder of it that shares a server."""
    room = path.removeprefix("tests/").partition("/")[0]
    return room if room in TOGETHER else path


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let the groups that take longest begin, where several processes run: none is left over at the end."""
    if not hasattr(config, "workerinput"):
        return
    seconds = Counter[str]()
    for path, measured in seconds_of_files().items():
        seconds[group_of(path)] += measured

    def place(item: pytest.Item) -> tuple[float, str]:
        group = group_of(item.nodeid.partition("::")[0])
        return -seconds[group], group

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out the tests group by group; marks of groups do not reach pytest-xdist 3.8 through pytest 9.2."""
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group_of(nodeid.partition("::")[0])

    return Groups(config, log)


@pytest.fixture
def palimpseste(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Return what runs a command in a folder of its own and gives its status and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    from palimpseste.cli import main

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.fixture
def light_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep spawned processes from importing pytest again: they would, as the main module of this process."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", None, raising=False)
    monkeypatch.delattr(main, "__file__", raising=False)


@pytest.fixture
def no_key_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test write with the key of whoever runs it."""
    for variable in ("PALIMPSESTE_KEY", "PALIMPSESTE_KEY_FILE"):
        monkeypatch.delenv(variable, raising=False)


class Disk:
    """What a program asked the operating system to bring to the disk, and the names it gave to files, in order."""

    def __init__(self) -> None:
        self.synced: dict[int, int] = {}
        self.renamed: list[tuple[Path, bool]] = []
        self.on_sync: Callable[[int], None] = lambda inode: None

    def note_sync(self, descriptor: int) -> None:
        """Note how many bytes of a file are on the disk now."""
        found = os.fstat(descriptor)
        self.synced[found.st_ino] = found.st_size
        self.on_sync(found.st_ino)

    def note_rename(self, old: str | Path, new: str | Path) -> None:
        """Note a new name, and whether all that it stands for was on the disk before."""
        files = [path for path in [Path(old), *Path(old).rglob("*")] if path.is_file()]
        self.renamed.append((Path(new), all(self.holds(path) for path in files)))

    def holds(self, path: Path) -> bool:
        """Tell whether a file, or a folder with its present entries, was synchronised since it last grew."""
        found = path.stat()
        return self.synced.get(found.st_ino, -1) == found.st_size


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Watch what reaches the disk, through the real calls."""
    watched = Disk()
    real_sync = os.fsync

    def sync(descriptor: int) -> None:
        real_sync(descriptor)
        watched.note_sync(descriptor)

    def renaming(real: Callable[..., None]) -> Callable[..., None]:
        def rename(old: str | Path, new: str | Path, **options: Any) -> None:
            watched.note_rename(old, new)
            real(old, new, **options)

        return rename

    monkeypatch.setattr(os, "fsync", sync)
    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, renaming(getattr(os, name)))
    return watched


@pytest.fixture(scope="session")
def one_thread() -> Iterator[None]:
    """Let torch compute with one thread, as two and more need not add in the same order."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package of `tests/plugin` in a folder of its own and return the folder."""
    folder = tmp_path_factory.mktemp("plugin")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(HERE / "plugin")]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="session")
def load_tool() -> Callable[[str], ModuleType]:
    """Return what makes a new module of a script of `tools/`."""

    def load(name: str) -> ModuleType:
        spec = spec_from_file_location(f"tool_{name}", Path(__file__).parents[1] / "tools" / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[spec.name] = module  # where a dataclass looks for its module
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[None]]:
    """Return what makes a machine that starts no process more while it is within it."""

    def start(process: SpawnProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    @contextmanager
    def none_starts() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(SpawnProcess, "start", start)
            yield

    return none_starts
