"""The process that does a job: a run of `deid` over its file, which tells how far it is and ends with the service."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from palimpseste.engines.deadline import Deadline
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.engines.run.planning import Request, plan_deidentification
from palimpseste.engines.run.quarantine import Refusal
from palimpseste.engines.run.run import run
from palimpseste.engines.run.tally import Tally
from palimpseste.engines.task import Deidentification
from palimpseste.files import made_beside, new_private_file
from palimpseste.service.answers import as_asked, without_folder
from palimpseste.service.background.processes.beside import begin, reason_of
from palimpseste.sources.columns import Columns
from palimpseste.sources.jsonl import json_line
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["JobWork", "work_on"]

_SECONDS_BETWEEN = 0.5
_NICENESS = 5


@dataclass(frozen=True, slots=True)
class JobWork:
    """What is done to the documents of every job.

    Parameters
    ----------
    deidentification : Deidentification
        With key, policy and detectors.
    cohort : str
        The name of the key's cohort.
    workers : int
        Processes of a job.
    deadline : Deadline
        How long a document may take.
    is_repeatable : bool
        Whether the key outlives the service: a job that is begun can be gone on with.
    """

    deidentification: Deidentification
    cohort: str
    workers: int
    deadline: Deadline
    is_repeatable: bool


def work_on(connection: Connection, work: JobWork, source: Path, target: Path, columns: Columns) -> None:
    """De-identify a file; tell documents done, refused, in all, with an unread birth, at last ``None`` or a reason.

    Parameters
    ----------
    connection : Connection
        To the service. This process ends with it: a run over the same file may be gone on with.
    work : JobWork
        What is done.
    source, target : Path
        From where to where.
    columns : Columns
        Names of columns of tables.
    """
    begin(connection, _NICENESS)
    deidentification = work.deidentification
    request = Request(
        inputs=(str(source),),
        output=str(target),
        workers=work.workers,
        detectors=deidentification.detectors,
        columns=columns,
        document_types=deidentification.document_types,
        deadline=work.deadline,
        # What the run had written when it was killed after its end, before anybody was told.
        force=True,
    )
    try:
        policy, key = Policy.from_mapping(deidentification.policy), CohortKey(deidentification.cohort_key)
        plan, survey = plan_deidentification(request, policy, key, work.cohort, is_repeatable=work.is_repeatable)
        telling = _Telling(connection, survey.entries, survey.unread_births)
        telling.tell(run(plan, telling))
        _tell_as_sent(quarantine_file_of(target), source.parent)
        reason = None
    except Exception as error:
        reason = reason_of(error, source.parent)
    connection.send(reason)


def _tell_as_sent(quarantine: Path, folder: Path) -> None:
    """Write anew what is in quarantine, for whoever sent the file: no path of the service, no option of a command."""
    if not quarantine.exists():
        return
    with made_beside(quarantine) as partial, quarantine.open("rb") as lines, new_private_file(partial) as file:
        for line in lines:
            told = json.loads(line)
            told |= {name: without_folder(told[name], folder) for name in ("id", "file")}
            told["reason"] = as_asked(told["reason"])
            file.write(json_line(told))


@dataclass(slots=True)
class _Telling:
    """Tells the service of a run, twice a second."""

    connection: Connection
    documents: int
    unread_births: int
    _told: float = field(default=0.0)

    def resumed(self, tally: Tally) -> None:
        self.tell(tally)

    def reads_dates(self, read: int, documents: int) -> None:
        pass

    def moved(self, tally: Tally) -> None:
        if time.monotonic() - self._told > _SECONDS_BETWEEN:
            self.tell(tally)

    def refused(self, refusal: Refusal) -> None:
        pass

    def tell(self, tally: Tally) -> None:
        self._told = time.monotonic()
        self.connection.send((tally.documents, tally.quarantined, self.documents, self.unread_births))
