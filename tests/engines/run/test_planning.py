"""What a run goes on with is what it began with: an input that was edited meanwhile is told, however well hidden."""

from __future__ import annotations

import os
import time
from pathlib import Path

from palimpseste.detection.choice import DetectorChoice
from palimpseste.engines.run.planning import Request, plan_deidentification
from palimpseste.surrogates import CohortKey, Policy


def test_an_input_edited_to_equal_size_and_time_is_another(tmp_path: Path) -> None:
    note = tmp_path / "a.txt"
    note.write_text("vu le 3")
    request = Request((str(note),), str(tmp_path / "out.txt"), 1, DetectorChoice(("rules",)))

    def fingerprint() -> object:
        key = CohortKey(b"k" * 32)
        return plan_deidentification(request, Policy.named("tag"), key, "default", is_repeatable=True)[0].fingerprint

    before, times = fingerprint(), note.stat()
    assert fingerprint() == before
    time.sleep(0.02)  # more than the clock of a file system takes for a step
    note.write_text("vu le 4")
    os.utime(note, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert (note.stat().st_size, note.stat().st_mtime_ns) == (times.st_size, times.st_mtime_ns)
    assert fingerprint() != before
