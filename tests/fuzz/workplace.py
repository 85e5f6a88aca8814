"""Where files that were harmed are given to the command line, and what must hold of every run whatever it was given."""

from __future__ import annotations

import io
import json
import pickle
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

from inline_engine import InlineEngine

from palimpseste.cli import main
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.sources.source import Opening
from palimpseste.surrogates.keys import MasterKey

__all__ = ["CANARY", "GOOD", "Run", "Workplace"]

# A name that no file of the project but those of this folder holds: no message may.
CANARY = "zorglubine"
GOOD = ("bon.txt", "Mme DURAND va mieux.", "Mme [LASTNAME] va mieux.")
KEY = MasterKey(bytes(range(32)))

# No file here is longer than some kilobytes: what takes longer is not linear, or waits for something.
_SECONDS_AT_MOST = 20.0
_COUNTS = re.compile(r"  documents    ([\d,]+) done, ([\d,]+) quarantined")
# The names of columns are shown where they look like some, and identifiers are.
_SHOWN = re.compile(
    r"columns not written: .*|unknown columns \(.*?\)|unknown field .*|two documents of the identifier .*"
)
# What is said of an error that nobody foresaw.
_UNFORESEEN = re.compile(r"failed \(|the result was refused|cannot be written in this format|Traceback")


class RememberingEngine(InlineEngine):
    """Makes what equal tasks do once for all runs."""

    made: ClassVar[dict[bytes, Any]] = {}

    def process_of(self, task: Any) -> Any:
        pickled = pickle.dumps(task)
        if pickled not in self.made:
            if len(self.made) > 50:
                self.made.clear()
            self.made[pickled] = task.make()
        return self.made[pickled]


@dataclass(frozen=True)
class Run:
    """What a run printed and left behind.

    Parameters
    ----------
    status : int
        Of the command.
    said : str
        On standard error.
    done, quarantined : int
        What it counted; 0 where it was refused as a whole.
    refusals : tuple of dict
        The quarantine.
    out : Path
        Results, of the runs that were not refused.
    """

    status: int
    said: str
    done: int
    quarantined: int
    refusals: tuple[dict[str, Any], ...]
    out: Path

    @property
    def is_refused(self) -> bool:
        """Tell whether the whole run was refused."""
        return self.status == 2

    @property
    def outcome(self) -> str:
        """What became of what was harmed, in a word."""
        return "refused" if self.is_refused else "quarantined" if self.quarantined else "done"


@dataclass
class Workplace:
    """A folder in which commands run in this process, their output caught.

    Parameters
    ----------
    folder : Path
        Empty; deep enough that a harmed path leads out of none but its own folders.
    outcomes : dict
        How many cases were done, quarantined or refused.
    """

    folder: Path
    outcomes: dict[str, int] = field(default_factory=dict)

    @classmethod
    @contextmanager
    def opened(cls, within: Path | None = None) -> Iterator[Workplace]:
        """Give a workplace; within it worker processes are none, and one process reads all PDF files."""
        reader = PdfReader(PdfOptions())
        top = Path(tempfile.mkdtemp(dir=within))
        place = cls(top / "a" / "b" / "c")
        place.folder.mkdir(parents=True)
        try:
            with (
                patch("palimpseste.engines.run.run.LocalEngine", RememberingEngine),
                patch("palimpseste.omop.run.LocalEngine", RememberingEngine),
                patch.object(Opening, "pdf_reader", lambda opening: reader),
            ):
                yield place
        finally:
            reader.close()
            shutil.rmtree(top, ignore_errors=True)

    def count(self, outcome: str) -> None:
        """Count what became of a case."""
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1

    def emptied(self) -> Path:
        """Return the folder with nothing in it but a key and an input folder with one good note."""
        shutil.rmtree(self.folder)
        (self.folder / "in").mkdir(parents=True)
        (self.folder / "in" / GOOD[0]).write_text(GOOD[1])
        KEY.to_file(self.folder / "key")
        return self.folder

    def deid(self, *arguments: object, out: str = "out", counts: bool = True) -> Run:
        """De-identify, and check what must hold of every run.

        Parameters
        ----------
        arguments : object
            Of ``deid``, without output and key.
        out : str
            Where results go.
        counts : bool
            Whether results are files, counted in a file of refusals.
        """
        folder = self.folder
        before = time.process_time()
        command = ["deid", *map(str, arguments), "--key-file", str(folder / "key")]
        command += ["-o", str(folder / out)] if counts else ["-o", out]
        status, said = self.command(*command)
        assert time.process_time() - before < _SECONDS_AT_MOST, "a small file takes long"
        assert status in (0, 2, 3), (status, said)
        assert not _UNFORESEEN.search(said), said
        quarantine = folder / f"{out}.quarantine.jsonl"
        refusals = [json.loads(line) for line in quarantine.read_text().splitlines()] if quarantine.exists() else []
        counted = _COUNTS.search(said)
        done, quarantined = (int(n.replace(",", "")) for n in counted.groups()) if counted else (0, 0)
        if counts:
            left = {path.name for path in folder.iterdir()} - {out, "in", "key", quarantine.name}
            assert not [name for name in left if name.startswith(("out", ".out"))], left
            if status == 2:
                assert said.startswith("palimpseste: ") or "Usage" in said, said
                assert not (folder / out).exists()
                assert not refusals
            else:
                assert len(refusals) == quarantined == int(status == 3) * quarantined
                assert bool(quarantined) == (status == 3)
        for refusal in refusals:
            assert not _UNFORESEEN.search(refusal["reason"]), refusal["reason"]
        ids = " ".join(str(refusal.get("id", "")) for refusal in refusals).lower()
        if CANARY not in ids:
            assert CANARY not in _SHOWN.sub("", said).lower(), said
            assert not [refusal for refusal in refusals if CANARY in refusal["reason"].lower()]
        return Run(status, said, done, quarantined, tuple(refusals), folder / out)

    def command(self, *arguments: str) -> tuple[int, str]:
        """Run a command in this process; return its status and what it wrote to standard error."""
        said = io.StringIO()
        with redirect_stderr(said), redirect_stdout(io.StringIO()):
            try:
                main(list(arguments))
            except SystemExit as ended:
                return int(ended.code or 0), said.getvalue()
        raise AssertionError("a command ends by its status")
