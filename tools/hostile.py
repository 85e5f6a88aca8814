"""Measure what a hostile note costs as it grows, from 10,000 to a million characters, and write docs/hostile.md.

    python tools/hostile.py [SHAPE ...] [--minutes 45] [--page docs/hostile.md]

Each shape of `tests/hostile/shapes.py` repeats what one rule, list or step reacts to, distinct values included. A note
of each length goes through detection and the default policy, in a process made as a worker is; processor time is taken,
at lengths that take moments the least of several runs. The slope of the straight line through the logarithms of seconds
and lengths is 1 where time is in proportion. What was measured is kept in `build/hostile.jsonl`, and a command that is
repeated goes on from there: remove it to measure changed code. A shape that took more than two minutes at one length is
not tried at the next. Where the time is over, the page tells the shapes that were measured; exits with 1 where a slope
is above 1.1.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import linear_regression
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapes import HostileShape

    from palimpseste.deidentifier import Deidentifier

ROOT = Path(__file__).parent.parent
MEASURED = ROOT / "build" / "hostile.jsonl"
LENGTHS = (10_000, 31_623, 100_000, 316_228, 1_000_000)
STEEPEST = 1.1
_MOST_SECONDS = 120.0
# A length is run until the runs took so long together, three times at most.
_ENOUGH_SECONDS = 1.5
# Shapes that make the process load every list, some of them only where names run out: before anything is measured.
_LOADING = ("names that share their first word", "all of them")


def main() -> int:
    """Measure, write the page and return the exit status."""
    sys.path.insert(0, str(ROOT / "tests" / "hostile"))
    from shapes import SHAPES

    from palimpseste.deidentifier import Deidentifier
    from palimpseste.detection.choice import DetectorChoice
    from palimpseste.engines.worker import prepare_process, settle_process

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help="the beginning of its kind and name; all otherwise")
    parser.add_argument("--minutes", type=float, default=45.0, help="after which no shape is begun")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "hostile.md")
    given = parser.parse_args()
    end = time.monotonic() + 60 * given.minutes
    MEASURED.parent.mkdir(exist_ok=True)
    known = seconds_known()
    prepare_process()
    deidentifier = Deidentifier.default(detectors=DetectorChoice(refuses_abnormal_script=False))
    for shape in (shape for shape in SHAPES if shape.name in _LOADING):
        least_seconds(deidentifier, shape, LENGTHS[2])
    settle_process()
    for shape in SHAPES:
        name = f"{shape.kind}: {shape.name}"
        is_chosen = not given.shapes or name.startswith(tuple(given.shapes))
        if name in known or not is_chosen or time.monotonic() > end:
            continue
        known[name] = measured(deidentifier, shape)
        with MEASURED.open("a", encoding="utf-8") as stream:
            print(json.dumps({"shape": name, "seconds": known[name]}, ensure_ascii=False), file=stream)
        print(f"{slope_of(known[name]):5.2f}  {known[name][-1]:7.2f} s  {name}", flush=True)
    rows = {name: known[name] for name in (f"{shape.kind}: {shape.name}" for shape in SHAPES) if name in known}
    given.page.write_text(page_of(rows), encoding="utf-8")
    return int(any(slope_of(seconds) > STEEPEST for seconds in rows.values()))


def seconds_known() -> dict[str, list[float]]:
    """Return what an earlier command measured, by shape."""
    if not MEASURED.exists():
        return {}
    rows = [json.loads(line) for line in MEASURED.read_text(encoding="utf-8").splitlines()]
    return {row["shape"]: row["seconds"] for row in rows}


def measured(deidentifier: Deidentifier, shape: HostileShape) -> list[float]:
    """Return the seconds of processor time at each length that is worth trying."""
    took: list[float] = []
    for length in LENGTHS:
        if took and took[-1] > _MOST_SECONDS:
            break
        took.append(least_seconds(deidentifier, shape, length))
    return took


def least_seconds(deidentifier: Deidentifier, shape: HostileShape, length: int) -> float:
    """Return the least processor time of up to three runs over a note."""
    from timing import seconds

    from palimpseste.errors import DocumentError

    document = shape.note(length)

    def deidentify() -> None:
        # A note may hold so many names that one is drawn for itself: it goes to quarantine, as late as any other.
        with suppress(DocumentError):
            deidentifier(document)

    runs: list[float] = []
    while len(runs) < 3 and sum(runs) < _ENOUGH_SECONDS:
        runs.append(seconds(deidentify))
    return min(runs)


def slope_of(seconds: list[float]) -> float:
    """Return the slope of the least-squares line through the logarithms of length and seconds."""
    x = [math.log(length) for length in LENGTHS[: len(seconds)]]
    y = [math.log(max(value, 1e-6)) for value in seconds]
    return linear_regression(x, y).slope


def page_of(rows: dict[str, list[float]]) -> str:
    """Return the page: how it was measured, and a row for each shape."""
    steepest = max(rows, key=lambda name: slope_of(rows[name]))
    above = sum(slope_of(seconds) > STEEPEST for seconds in rows.values())
    heads = " | ".join(f"{length:,}" for length in LENGTHS)
    lines = [
        "# Hostile notes: time against length",
        "",
        "Each row is a note that repeats what one rule, list or step reacts to, the values distinct where the step",
        "keeps what it met (`tests/hostile/shapes.py`, and `triggers.py` for what is drawn from a rule's own pattern).",
        "Seconds of processor time for detection by model, record and rules, and replacement by the default policy, in",
        "a process made as a worker is, on one core; the least of up to three runs where they take moments. The slope",
        "is that of the least-squares line through the logarithms: 1 is in proportion, 2 quadratic, and",
        f"{STEEPEST} or less is asked for. Written by `make hostile`.",
        "",
        f"{len(rows)} shapes; {above} above {STEEPEST}; the steepest is {steepest}, {slope_of(rows[steepest]):.2f}.",
        "",
        f"| shape | {heads} characters | slope |",
        "|---|" + "---:|" * (len(LENGTHS) + 1),
    ]
    for name, seconds in rows.items():
        cells = [f"{value:.2f}" if value < 10 else f"{value:.1f}" for value in seconds]
        cells += ["not tried"] * (len(LENGTHS) - len(cells))
        lines.append(f"| {name} | {' | '.join(cells)} | {slope_of(seconds):.2f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
