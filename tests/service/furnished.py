"""What a site keeps beside its service: runs that were watched, a register of cohorts, a report."""

from __future__ import annotations

from pathlib import Path

from palimpseste.cohorts import CohortRegister
from palimpseste.document import Document, Prediction, Span
from palimpseste.engines.run.tally import Tally
from palimpseste.report.facts import RunFacts
from palimpseste.report.files import write_report
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.watch import WatchStore, record_of

__all__ = ["CANARY", "furnish"]

CANARY = "Zorglubine"


def furnish(folder: Path) -> None:
    """Put `runs.sqlite`, whose last run moved, `cohorts.json` and `reports` into a folder."""
    store = WatchStore(folder / "runs.sqlite", create=True)
    for day in range(1, 9):
        store.append(record_of(_tally(found=day < 8), {"policy": "mask"}, f"2026-03-0{day}T08:00:00+00:00"))
    register = CohortRegister(folder / "cohorts.json", MasterKey(bytes(32)))
    register.create()
    for name in ("default", "2023"):
        register.derive(name)
    register.retire("2023")
    facts = RunFacts(_tally(found=True), Policy.named("plausible"), "c", ("rules",), 1, is_repeatable=True)
    write_report(folder / "reports" / "march", facts)


def _tally(*, found: bool) -> Tally:
    tally = Tally(quarantined=3)
    for number in range(40):
        spans = tuple(Span(10 * n, 10 * n + 3, "LASTNAME", "rules.name.title") for n in range(20 if found else 1))
        tally.count(Prediction(Document(f"{CANARY}-{number}", f"{CANARY} va mieux " * 40, "CRH"), spans))
    return tally
