"""Harm files of every kind the program reads, and look for one that breaks a law (tests/fuzz/kinds.py says which).

    python tools/fuzz.py [KIND ...] [--seconds 600] [--cases N] [--seed S] [--processes 2]

Whole files of `tests/fuzz/corpus` are changed in ways that Hypothesis draws; each is given to the command line beside a
good note. No run may fail, take long, or lose a document: what is announced is written or named in the quarantine, and
no message quotes a text. The first case that breaks a law is made small and left under `build/fuzz/`.

Kinds share the time; with `--cases` each is tried so often, whatever it takes. The seed that is printed repeats such a
run. Exits with 1 where a law was broken.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOUND = ROOT / "build" / "fuzz"
_BATCH = 250
# Where files are in memory, nothing waits for a disk.
_MEMORY = Path("/dev/shm")


@dataclass(frozen=True)
class Share:
    """What one kind was given and what came of it.

    Parameters
    ----------
    kind : str
        Its name.
    outcomes : dict
        Cases done, in quarantine, refused.
    seconds : float
        What they took.
    broken : str
        The case that broke a law, and how; empty where none did.
    """

    kind: str
    outcomes: dict[str, int]
    seconds: float
    broken: str

    @property
    def cases(self) -> int:
        """How many were tried."""
        return sum(self.outcomes.values())


def main() -> int:
    """Harm, print a table, and return the exit status."""
    sys.path[:0] = [str(ROOT / "tests" / "engines"), str(ROOT / "tests" / "fuzz")]
    os.environ["PYTHONPATH"] = os.pathsep.join((*sys.path[:2], os.environ.get("PYTHONPATH", "")))
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from kinds import KINDS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    unknown = sorted({*given.kinds} - {*KINDS})
    if unknown:
        parser.error(f"unknown kinds {', '.join(unknown)}; kinds: {', '.join(KINDS)}")
    names = given.kinds or list(KINDS)
    processes = min(given.processes, len(names))
    seconds = given.seconds * processes / len(names)
    print(f"seed {given.seed}", flush=True)
    print(f"{'kind':<10}{'cases':>8}{'done':>8}{'quarantine':>12}{'refused':>9}{'seconds':>9}", flush=True)
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        tried = [pool.submit(share_of, name, seconds, given.cases, given.seed) for name in names]
        broken = 0
        for each in tried:
            share = each.result()
            o = [share.outcomes.get(outcome, 0) for outcome in ("done", "quarantined", "refused")]
            row = f"{share.kind:<10}{share.cases:>8}{o[0]:>8}{o[1]:>12}{o[2]:>9}{share.seconds:>9.0f}"
            print(row + ("  a law was broken" if share.broken else ""), flush=True)
            if share.broken:
                broken += 1
                FOUND.mkdir(parents=True, exist_ok=True)
                (FOUND / f"{share.kind}.txt").write_text(share.broken, encoding="utf-8", errors="backslashreplace")
                print(f"  see {(FOUND / share.kind).relative_to(ROOT)}.txt", flush=True)
    return int(broken > 0)


def share_of(name: str, seconds: float, cases: int | None, seed: int) -> Share:
    """Return what came of harming one kind for so many seconds, or so often."""
    import traceback

    from campaign import harm
    from kinds import KINDS
    from workplace import Workplace

    start = time.monotonic()
    with Workplace.opened(_MEMORY if _MEMORY.is_dir() else None) as place:
        broken, batch = "", 0
        while not broken:
            tried = sum(place.outcomes.values())
            left = _BATCH if cases is None else min(_BATCH, cases - tried)
            if left <= 0 or (cases is None and time.monotonic() - start > seconds):
                break
            try:
                harm(KINDS[name], place, left, seed * 1_000 + batch)
            except Exception:
                broken = traceback.format_exc()
            batch += 1
    return Share(name, place.outcomes, time.monotonic() - start, broken)


if __name__ == "__main__":
    sys.exit(main())
