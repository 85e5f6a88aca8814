"""What a run is told before it begins, and who is told what happens in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from palimpseste.document import Prediction
from palimpseste.engines.chunks import Outcome
from palimpseste.engines.deadline import USUAL_DEADLINE, Deadline
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.tally import Tally
from palimpseste.engines.task import DatesPass, Task
from palimpseste.result import Result
from palimpseste.sources import Entry, PatientFile, Source
from palimpseste.sources.target import Shape, Target

__all__ = ["Engine", "Observer", "Plan"]

# What documents become: results, or predictions.
W = TypeVar("W", bound=Result | Prediction)
Engine = Callable[[Iterable[Entry]], Iterator[tuple[Entry, Outcome[W]]]]


class Observer(Protocol):
    """Is told what happens in a run."""

    def resumed(self, tally: Tally) -> None:
        """Hear that an earlier run is continued, and what it had done."""

    def reads_dates(self, read: int, documents: int) -> None:
        """Hear of how many of so many documents the dates are read; before the first is written."""

    def moved(self, tally: Tally) -> None:
        """Hear what is done so far, after each document."""

    def refused(self, refusal: Refusal) -> None:
        """Hear of a document that goes to the quarantine."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[W]):
    """All that a run needs to know.

    Parameters
    ----------
    sources : sequence of Source
        What to read, in order.
    target : Target
        Where to write.
    shape : Shape
        What is written.
    task : Task
        What is done to each document.
    workers : int
        Processes, 1 or more.
    fingerprint : mapping, optional
        Digests of what results depend on; None for a run that cannot be repeated, hence not resumed.
    patients : PatientFile, optional
        Records for documents without one, or with a part of one.
    quarantine : Path, optional
        Where refusals go; beside the target by default.
    restart : bool
        Throw away what an interrupted run left, instead of resuming.
    force : bool
        Replace a target that exists.
    engine : callable, optional
        Yields entries with their outcomes, in order; worker processes on this machine without it.
    announced : sequence of int, optional
        How many documents each source holds; None where nobody could count them before.
    requires_record : bool
        Whether a document without a record of its patient is refused.
    deadline : Deadline
        How long a document may take, in worker processes on this machine.
    inputs : sequence of str
        Digests of the files, by which an interrupted run is gone on with although others came.
    dates : DatesPass, optional
        What is read before the first document is written; of all documents, those included that are done already.
    """

    sources: Sequence[Source]
    target: Target
    shape: Shape[W]
    task: Task[W]
    workers: int
    fingerprint: Mapping[str, str] | None
    patients: PatientFile | None = None
    quarantine: Path | None = None
    restart: bool = False
    force: bool = False
    engine: Engine[W] | None = None
    announced: Sequence[int] | None = None
    requires_record: bool = False
    deadline: Deadline = USUAL_DEADLINE
    inputs: Sequence[str] = ()
    dates: DatesPass | None = None
