"""A task of a few lines for tests: workers start in a moment, and documents say what should go wrong."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from inline_engine import InlineEngine

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.engines.run import output as output_module
from palimpseste.engines.run.journal import fingerprint_of
from palimpseste.engines.run.plan import Plan
from palimpseste.engines.run.run import run
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.result import OffsetMap, Result
from palimpseste.sources import Columns, listed_inputs, open_sources
from palimpseste.sources.jsonl import line_of_result
from palimpseste.sources.target import Merged, Mirrored, target_of
from palimpseste.surrogates.keys import MasterKey


@dataclass(frozen=True)
class Capitals:
    """Writes texts in capitals and marks their first character; the same for every run."""

    seconds_each: float = 0.0
    once: str = ""

    def make(self):
        if self.once == "cannot start":
            raise UsageError("a wrong setting")
        if self.once == "dies at start":
            os.kill(os.getpid(), signal.SIGKILL)

        def process(document: Document) -> Result:
            time.sleep(self.seconds_each)
            if "MEURT" in document.text:
                os.kill(os.getpid(), signal.SIGKILL)
            if "TREBUCHE" in document.text and not Path(self.once).exists():
                Path(self.once).touch()
                os.kill(os.getpid(), signal.SIGSEGV)
            while "TRAINE" in document.text:
                pass
            if "ATTEND" in document.text:
                time.sleep(float(document.text.split()[1]))
            if "ECHOUE" in document.text:
                raise ValueError(document.text)
            spans = (Span(0, 1, "LASTNAME", "rules.name.test"),) if document.text else ()
            return Result(document.id, document.text.upper(), spans, (), OffsetMap(()), document.type, document.date)

        return process


@dataclass(frozen=True)
class CapitalsInPairs:
    """The same, of two documents at once."""

    batch_size: int = 2

    def make(self):
        return Pairs(Capitals().make())


@dataclass(frozen=True)
class Pairs:
    one: object
    batch_size: int = 2

    def __call__(self, document):
        return self.one(document)

    def many(self, documents):
        return [self.one(document) for document in documents]


class Troubled:
    """A quick detector to which notes do what they do to `Capitals`."""

    is_quick = True

    def __init__(self, once: str = "") -> None:
        self._once = once

    def __call__(self, tokens, patient):
        Capitals(once=self._once).make()(Document("note", tokens.view.text))
        return []


@dataclass(frozen=True)
class TroubledNotes:
    """De-identifies by the record and that detector."""

    once: str = ""

    def make(self):
        return Deidentifier.default(key=MasterKey(bytes(32)), policy="tag", detectors=["record", Troubled(self.once)])


@dataclass(frozen=True)
class CoreLimits:
    """Writes over each text how many bytes of its memory a crash of this process may leave on disk."""

    def make(self):
        def process(document: Document) -> Result:
            return Result(document.id, str(resource.getrlimit(resource.RLIMIT_CORE)[0]), (), (), OffsetMap(()))

        return process


@dataclass(frozen=True)
class ReadsNoDates:
    """Reads no dates: none of any document, and fails over one."""

    failing: str

    def make(self):
        def read(document: Document) -> bytes:
            if document.id == self.failing:
                raise ValueError(document.text)
            return b""

        return read


class Silent:
    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.resumed_at: int | None = None

    def resumed(self, tally) -> None:
        self.resumed_at = tally.documents + tally.quarantined

    def reads_dates(self, read, documents) -> None:
        pass

    def moved(self, tally) -> None:
        pass

    def refused(self, refusal) -> None:
        self.refusals.append(str(refusal))


def plan_of(paths, output, *, task=None, workers=None, key=b"k" * 32, repeatable=True, **options) -> Plan:
    """Return a plan that is carried out in this process, or in so many workers."""
    inputs = listed_inputs(paths)
    sources = open_sources(inputs)
    target = target_of(str(output), paths, inputs)
    shape = Mirrored(sources, target.is_folder)
    if target.merged:
        shape = Merged(lambda entry, document: line_of_result(entry, document, Columns()))
    fingerprint = fingerprint_of(key, {"inputs": [i.name for i in inputs]}) if repeatable else None
    task = task or Capitals()
    if workers is None:
        options.setdefault("engine", InlineEngine(task, 1))
    return Plan(sources, target, shape, task, workers or 1, fingerprint, **options)


def main() -> None:
    """``small_task.py SECONDS_EACH REPEATABLE OUTPUT INPUT...``: a run in its own process, to be killed."""
    seconds, repeatable, output, *paths = sys.argv[1:]
    output_module._SECONDS_BETWEEN_CHECKPOINTS = 0.1
    plan = plan_of(paths, output, task=Capitals(float(seconds)), workers=2, repeatable=repeatable == "1")
    try:
        run(plan, Silent())
    except PalimpsesteError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()


@dataclass(frozen=True)
class InterruptedOnItsWay:
    """Interrupts the process that sends it to a worker, as somebody who stops a run at that moment."""

    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGINT)
        return Capitals, ()

    def make(self):
        raise NotImplementedError
