"""Disturb runs in every way a machine may, and count what is lost: nothing may be. Writes docs/reliability.md.

    python tools/faults.py [--times 3] [--notes 400] [-o docs/reliability.md]

Each fault meets runs of the command line over the same notes; what stands at the end is compared, byte by byte, with
what an undisturbed run wrote. Faults that this machine does not allow to be made (a full disk needs the right to mount
one) are told as not tried. Exits with 1 where something was lost.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
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


FAULTS: dict[str, Callable[[Site, Path], str]] = {
    "kill -9, three times a run": lambda site, out: killed(signal.SIGKILL, site, out),
    "SIGTERM, three times a run": lambda site, out: killed(signal.SIGTERM, site, out),
    "disk full half way, then room": full_disk,
    "read-only folder, then writable": read_only,
    "clock forth and back by a year": clock,
    "two runs on one output": two_runs,
    "input edited to equal size and time between kill and resume": edited,
}


def main() -> int:
    """Disturb, write the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--notes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "docs" / "reliability.md")
    given = parser.parse_args()
    rows: list[str] = []
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), random.Random(given.seed))
        site.notes.mkdir()
        for number in range(given.notes):
            (site.notes / f"{number:05}.txt").write_text(f"Note {number}. " + NOTE * 20, encoding="utf-8")
        MasterKey(bytes(range(32))).to_file(site.folder / "key")
        start = time.monotonic()
        wrong = ended(site.run(site.folder / "whole"))
        site.seconds = time.monotonic() - start
        if wrong:
            raise SystemExit(f"the undisturbed run: {wrong}")
        whole = tree(site.folder / "whole")
        for name, fault in FAULTS.items():
            flaws: list[str] = []
            tried = 0
            for time_ in range(given.times):
                out = site.folder / f"try-{len(rows)}-{time_}" / "out"
                out.parent.mkdir()
                try:
                    flaw = fault(site, out)
                except NotTriedError:
                    break
                tried += 1
                if out.exists() and tree(out) != whole:
                    flaw = flaw or "other bytes"
                elif not out.exists():
                    flaw = flaw or "no result"
                flaws += [flaw] if flaw else []
            lost += len(flaws)
            said = ", ".join(sorted(set(flaws))) if flaws else "nothing" if tried else "not tried: not allowed here"
            rows.append(f"| {name} | {tried} | {tried - len(flaws)} | {said} |")
            print(rows[-1], flush=True)
    page = PAGE.format(notes=given.notes, rows="\n".join(rows))
    given.output.write_text(page, encoding="utf-8")
    return int(lost > 0)


PAGE = """# What is lost when something fails

Written by `python tools/faults.py`, which anybody can run again. Each fault met runs over {notes} notes in files of
their own; what stood at the end, after the command was repeated where the fault had ended it, was compared byte by
byte with what an undisturbed run wrote. A traceback, another exit status than told, or a byte that differs counts as
lost.

| fault | runs | same bytes | lost |
|---|---|---|---|
{rows}

Not in this table: a database that goes and comes back. Runs over PostgreSQL and DuckDB that are killed within and after
commits are tested in `tests/omop/test_kills.py`.
"""


if __name__ == "__main__":
    sys.exit(main())
