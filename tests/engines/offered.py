"""Detectors for tests of whole runs: one that is given as it is, and distributions that offer one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from palimpseste.detection.foreign import GROUP
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

PROGRAM = """
import sys
from palimpseste.engines.run import output
output._SECONDS_BETWEEN_CHECKPOINTS = 0.02
from palimpseste.cli import main
main(sys.argv[1:])
"""
# `SIZE` notes at once, `PAUSE` seconds for each; a note that says so fails, or ends the process, by `ERROR`.
CODE = """
import os, time
from palimpseste import Span
from palimpseste.detection.kinds import DetectorKind

class Panic(BaseException):
    pass

class Words:
    def __init__(self, choice):
        self.batch_size = int(os.environ.get("SIZE", 1))

    def __call__(self, tokens, patient):
        time.sleep(float(os.environ.get("PAUSE", 0)))
        text = tokens.view.text
        if "ECHOUE" in text:
            raise eval(os.environ.get("ERROR", "RuntimeError"))(text)
        start = text.find("B-4")
        return [Span(start, start + 6, "OTHER_ID", text)] if start >= 0 else []

    def detect_batch(self, notes):
        assert 1 <= len(notes) <= self.batch_size
        return [self(*note) for note in notes]

KIND = DetectorKind("words", Words, labels=("OTHER_ID",))
"""


class Logged:
    """Finds numbers of badges, some notes at once; writes down how many, and by which process.

    Parameters
    ----------
    folder : Path
        Where it writes.
    batch_size : int
        How many it asks for.
    """

    def __init__(self, folder: Path, batch_size: int) -> None:
        self.folder, self.batch_size = folder, batch_size

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        text = tokens.view.text
        if "ECHOUE" in text:
            raise RuntimeError(text)
        start = text.find("B-4")
        return [Span(start, start + 6, "OTHER_ID")] if start >= 0 else []

    def detect_batch(self, notes: Sequence[tuple[Tokens, Patient]]) -> list[list[Span]]:
        with (self.folder / str(os.getpid())).open("a", encoding="utf-8") as stream:
            stream.write(f"{len(notes)}\n")
        return [self(*note) for note in notes]

    def sizes(self) -> dict[str, list[int]]:
        """Return the sizes of the batches that each process was given."""
        return {path.name: [int(line) for line in path.read_text().split()] for path in self.folder.iterdir()}


def offer(folder: Path, code: str = CODE, name: str = "words", version: str = "1.2") -> Path:
    """Lay a distribution that offers a detector where a path may find it, and return the folder."""
    folder.mkdir()
    (folder / f"{name}_of_others.py").write_text(code, encoding="utf-8")
    metadata = folder / f"{name}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {name}_of_others:KIND\n", encoding="utf-8")
    return folder


def start(where: Path, folder: Path, *arguments: object, **variables: str) -> subprocess.Popen[str]:
    """Start the command line in a folder, with what else is installed; checkpoints come fast.

    Parameters
    ----------
    where : Path
        It is started there.
    folder : Path
        Holds distributions.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PALIMPSESTE")}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        cwd=where,
        env={**inherited, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(where: Path, folder: Path, *arguments: object, **variables: str) -> tuple[int, str]:
    """Run the command line and return its status and what it printed."""
    process = start(where, folder, *arguments, **variables)
    printed = process.communicate(timeout=300)
    return process.returncode, "".join(printed)
