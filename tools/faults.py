"""Disturb runs in every way a machine may, and count what is lost: nothing may be. Writes docs/reliability.md.

    python tools/faults.py [--times 3] [--notes 400] [-o docs/reliability.md]

Each fault meets runs of the command line over the same notes; what stands at the end is compared, byte by byte or row
by row, with what an undisturbed run wrote. Faults that this machine does not allow to be made (a full disk needs the
right to mount one, a database a PostgreSQL server) are told as not tried. What was tried is kept in
`build/faults.jsonl`, and a command that is repeated goes on from there: remove it to try changed code. Exits with 1
where something was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
TRIED = ROOT / "build" / "faults.jsonl"
NOTE = "Mme Lucie DURAND, née le 04/09/1951, vue le 3 février 2021 par le Dr Paul LEROY, tél. 06 39 98 41 07.\n"
# The command line under a clock that goes forth and back by a year at each look.
CLOCK = """
import time
from itertools import count
true, looks = time.time, count()
time.time = lambda: true() + (-1) ** next(looks) * 31_536_000
from palimpseste.cli import main
main()
"""


class NotTriedError(Exception):
    """A fault that the machine does not allow to be made."""


@dataclass
class Site:
    """A folder with notes, a key, and what an undisturbed run made of the notes."""

    folder: Path
    draw: random.Random
    count: int
    seconds: float = 0.0

    @property
    def notes(self) -> Path:
        """What is read."""
        return self.folder / "notes"

    def command(self, out: Path, *, program: tuple[str, ...] = ("-m", "palimpseste")) -> list[str]:
        """Return the command of a run."""
        options = ["--key-file", str(self.folder / "key"), "--detectors", "record,rules", "--workers", "1"]
        return [sys.executable, *program, "deid", str(self.notes), "-o", str(out), *options]

    def run(self, out: Path, **how: object) -> subprocess.CompletedProcess[str]:
        """Run to the end."""
        return subprocess.run(self.command(out), capture_output=True, text=True, check=False, **how)  # type: ignore[call-overload, no-any-return]

    def stopped(self, out: Path, number: int) -> str:
        """Begin a run, send it a signal at a time that chance chooses, and return what it said."""
        process = subprocess.Popen(self.command(out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            return process.communicate(timeout=self.draw.uniform(0.3, 0.95) * self.seconds)[1]
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            return process.communicate()[1]


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def killed(number: int, site: Site, out: Path) -> str:
    """Stop a run three times by a signal; the next goes on."""
    for _ in range(3):
        if "Traceback" in site.stopped(out, number):
            return "a traceback"
    return ended(site.run(out)) if not out.exists() else ""


def ended(run: subprocess.CompletedProcess[str], status: int = 0, says: str = "") -> str:
    """Return what is wrong with how a run ended; nothing, if its status is that one and it said so in its own words."""
    if "Traceback" in run.stderr:
        return "a traceback"
    if run.returncode != status:
        return f"status {run.returncode}"
    return "" if says in run.stderr else f"it does not say {says!r}"


def full_disk(site: Site, out: Path) -> str:
    """Write to a disk that is full half way, then has room again."""
    out.parent.mkdir(parents=True, exist_ok=True)
    size = sum(map(len, tree(site.folder / "whole").values()))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size // 2}", "none", str(out.parent)]
    if os.name != "posix" or os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        raise NotTriedError
    try:
        first = site.run(out)
        said = [line for line in first.stderr.splitlines() if line.startswith("palimpseste: ")]
        wrong = ended(first, 1) or ended(first, 1, "No space left") or ("" if len(said) == 1 else "not one message")
        subprocess.run(["mount", "-o", "remount,size=1g", str(out.parent)], check=True)
        wrong = wrong or ended(site.run(out))
        result = tree(out) if out.is_dir() else {}
    finally:
        subprocess.run(["umount", "-l", str(out.parent)], check=True)
    for name, content in result.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return wrong


def read_only(site: Site, out: Path) -> str:
    """Write to a folder that is read-only, then no longer."""
    out.parent.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "ro", "none", str(out.parent)]
    if os.name != "posix" or os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        raise NotTriedError
    try:
        run = site.run(out)
        wrong = ended(run, run.returncode if run.returncode in (1, 2) else 2, "Read-only")
    finally:
        subprocess.run(["umount", "-l", str(out.parent)], check=True)
    return wrong or ended(site.run(out))


def clock(site: Site, out: Path) -> str:
    """Run under a clock that jumps."""
    command = site.command(out, program=("-c", CLOCK))
    return ended(subprocess.run(command, capture_output=True, text=True, check=False))


def two_runs(site: Site, out: Path) -> str:
    """Begin a run while another writes to the same output; the second is refused or comes when all is done."""
    first = subprocess.Popen(site.command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(site.draw.uniform(0.0, 0.5) * site.seconds)
    second = site.run(out)
    first.wait()
    codes = sorted((first.returncode, second.returncode))
    return "a traceback" if "Traceback" in second.stderr else "" if codes == [0, 2] else f"statuses {codes}"


def edited(site: Site, out: Path) -> str:
    """Kill a run, edit an input to the same size and time, go on: refused; begun anew, all is done."""
    site.stopped(out, signal.SIGKILL)
    if out.exists():
        return ""
    path = min(path for path in site.notes.iterdir())
    old, times = path.read_bytes(), path.stat()
    path.write_bytes(old.replace(b"DURAND", b"MARTIN"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    try:
        run = site.run(out)
        begun = out.with_name(out.name + ".partial").exists()
        wrong = ended(run, 2) if begun or run.returncode else ended(run)
        if run.returncode == 0:
            # Nothing had been done yet of the file: the result is that of the new text.
            shutil.rmtree(out)
    finally:
        path.write_bytes(old)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    again = subprocess.run([*site.command(out), "--restart"], capture_output=True, text=True, check=False)
    return wrong or ended(again)


class Server:
    """A PostgreSQL server that listens on this machine's own network, and a hospital in it."""

    def __init__(self, site: Site, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        if not found:
            raise NotTriedError
        self.site, self.folder = site, folder
        self._binaries = found[-1].parent
        self._user = "postgres" if os.name == "posix" and os.getuid() == 0 else None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        if self._user:
            shutil.chown(folder, self._user)
        self._do("initdb", "-U", "site", "--auth=trust", "--encoding=UTF8", "--locale=C", "-N")

    def start(self) -> None:
        """Let it come."""
        listens = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.folder}"
        self._do("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", listens, "start")

    def stop(self) -> None:
        """Let it go as if its machine had lost its power."""
        self._do("pg_ctl", "-m", "immediate", "stop")

    def _do(self, program: str, *arguments: str) -> None:
        command = [self._binaries / program, "-D", self.folder / "data", *arguments]
        subprocess.run(command, user=self._user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def fill(self) -> None:
        """Make the notes, and the file that says where records are."""
        import hospital
        import sqlalchemy as sa

        engine = sa.create_engine(f"postgresql+psycopg://site@127.0.0.1:{self.port}/postgres")
        with engine.begin() as connection:
            hospital.fill(connection, "cdm", self.site.count)
        engine.dispose()
        (self.folder / "site.toml").write_text(hospital.MAPPING, encoding="utf-8")

    def rows(self, schema: str) -> list[list[tuple[object, ...]]]:
        """Return what a run wrote; not the day on which it did."""
        import sqlalchemy as sa

        spans = 'note_nlp_id, note_id, "offset", lexical_variant, nlp_system, term_modifiers'
        engine = sa.create_engine(f"postgresql+psycopg://site@127.0.0.1:{self.port}/postgres")
        with engine.connect() as connection:
            found = [
                [
                    tuple(row)
                    for row in connection.exec_driver_sql(f"select {what} from {schema}.{table} order by {key}")
                ]
                for what, table, key in (("*", "note", "note_id"), (spans, "note_nlp", "note_nlp_id"))
            ]
        engine.dispose()
        return found

    def begin(self, schema: str) -> subprocess.Popen[str]:
        """Begin a run from the hospital into a schema."""
        address = f"omop+postgresql://site@127.0.0.1:{self.port}/postgres?schema="
        command = [sys.executable, "-m", "palimpseste", "deid", address + "cdm", "-o", address + schema]
        command += ["--key-file", str(self.site.folder / "key"), "--config", str(self.folder / "site.toml")]
        command += ["--detectors", "record,rules", "--workers", "1", "--policy", "plausible"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def said_by(process: subprocess.Popen[str]) -> subprocess.CompletedProcess[str]:
    """Return how a run ends."""
    said = process.communicate()[1]
    return subprocess.CompletedProcess(process.args, process.returncode, "", said)


@contextmanager
def a_server(site: Site) -> Iterator[Server]:
    """Give a server in a folder of its own."""
    # Not that of the notes: the server runs as another user than root, and must get in.
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        server = Server(site, Path(folder))
        server.start()
        try:
            server.fill()
            yield server
        finally:
            server.stop()


def database_gone(site: Site, out: Path) -> str:
    """Stop the database three times during a run, start it again and repeat the command."""
    with a_server(site) as server:
        start = time.monotonic()
        if wrong := ended(said_by(server.begin("whole"))):
            return f"the undisturbed run: {wrong}"
        seconds = time.monotonic() - start
        for _ in range(3):
            process = server.begin("again")
            try:
                process.wait(timeout=site.draw.uniform(0.3, 0.95) * seconds)
            except subprocess.TimeoutExpired:
                server.stop()
                run = said_by(process)
                server.start()
                if wrong := ended(run, run.returncode if run.returncode in (0, 1) else 1):
                    return wrong
        return ended(said_by(server.begin("again"))) or (
            "" if server.rows("again") == server.rows("whole") else "other rows"
        )


def on_files(fault: Callable[[Site, Path], str], site: Site, out: Path) -> str:
    """Disturb runs over files and return what is wrong, or that what stands there is not what should."""
    flaw = fault(site, out)
    if not out.exists():
        return flaw or "no result"
    return flaw or ("" if tree(out) == tree(site.folder / "whole") else "other bytes")


FAULTS: dict[str, Callable[[Site, Path], str]] = {
    "kill -9, three times a run": partial(on_files, partial(killed, signal.SIGKILL)),
    "SIGTERM, three times a run": partial(on_files, partial(killed, signal.SIGTERM)),
    "disk full half way, then room": partial(on_files, full_disk),
    "read-only folder, then writable": partial(on_files, read_only),
    "clock forth and back by a year": partial(on_files, clock),
    "two runs on one output": partial(on_files, two_runs),
    "input edited to equal size and time between kill and resume": partial(on_files, edited),
    "PostgreSQL over the network gone and back, three times a run": database_gone,
}


def known(times: int, notes: int) -> dict[str, list[str] | None]:
    """Return what became of the runs of each fault that was tried before; None where it could not be tried."""
    if not TRIED.exists():
        return {}
    rows = [json.loads(line) for line in TRIED.read_text(encoding="utf-8").splitlines()]
    return {row["fault"]: row["flaws"] for row in rows if (row["times"], row["notes"]) == (times, notes)}


def tried(name: str, site: Site, times: int) -> list[str] | None:
    """Return what was wrong in each run that met a fault, empty where nothing was; None where it cannot be tried."""
    flaws = []
    for time_ in range(times):
        out = site.folder / f"try-{list(FAULTS).index(name)}-{time_}" / "out"
        out.parent.mkdir()
        try:
            flaws.append(FAULTS[name](site, out))
        except NotTriedError:
            return None
    return flaws


def row_of(name: str, flaws: list[str] | None) -> str:
    """Return the row of a fault."""
    if flaws is None:
        return f"| {name} | 0 | 0 | not tried: not allowed here |"
    wrong = [flaw for flaw in flaws if flaw]
    return f"| {name} | {len(flaws)} | {len(flaws) - len(wrong)} | {', '.join(sorted(set(wrong))) or 'nothing'} |"


def main() -> int:
    """Disturb, write the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--notes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "reliability.md")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests" / "omop"))
    TRIED.parent.mkdir(exist_ok=True)
    results = known(given.times, given.notes)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), random.Random(given.seed), given.notes)
        site.notes.mkdir()
        for number in range(given.notes):
            (site.notes / f"{number:05}.txt").write_text(f"Note {number}. " + NOTE * 5, encoding="utf-8")
        MasterKey(bytes(range(32))).to_file(site.folder / "key")
        start = time.monotonic()
        wrong = ended(site.run(site.folder / "whole"))
        site.seconds = time.monotonic() - start
        if wrong:
            raise SystemExit(f"the undisturbed run: {wrong}")
        for name in FAULTS:
            if name not in results:
                results[name] = tried(name, site, given.times)
                row = {"fault": name, "times": given.times, "notes": given.notes, "flaws": results[name]}
                with TRIED.open("a", encoding="utf-8") as stream:
                    print(json.dumps(row), file=stream)
            print(row_of(name, results[name]), flush=True)
    rows = "\n".join(row_of(name, results[name]) for name in FAULTS)
    given.output.write_text(PAGE.format(notes=given.notes, rows=rows), encoding="utf-8")
    return int(any(flaw for flaws in results.values() for flaw in flaws or ()))


PAGE = """# What is lost when something fails

Written by `python tools/faults.py`, which anybody can run again. Each fault was injected into runs over {notes} notes,
one per file. The command was repeated if the fault had ended it, and the final output was compared byte by byte with
that of an undisturbed run. A traceback, an unexpected exit status, or a byte that differs counts as lost.

| fault | runs | same bytes | lost |
|---|---|---|---|
{rows}

Notes in the database are shorter, one row each; their rows are compared with those of an undisturbed run.
`tests/omop/test_kills.py` tests runs over PostgreSQL and DuckDB that are killed within and after each commit.
"""


if __name__ == "__main__":
    sys.exit(main())
