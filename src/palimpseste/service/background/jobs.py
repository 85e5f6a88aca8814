"""Jobs: files that users leave to be de-identified, done one after another, gone on with after a restart.

A job is a folder of its own. What was sent lies there until the job is done, the result until it is fetched and removed
or its days are over. Names of files are not kept, as they may name patients.
"""

from __future__ import annotations

import re
import secrets
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from enum import Enum
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from palimpseste.engines.child import cause_of, spawned
from palimpseste.engines.run.output import quarantine_file_of
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import replace_private
from palimpseste.service.background.processes.job import JobWork, work_on
from palimpseste.service.background.records import records_in
from palimpseste.sources.columns import Columns
from palimpseste.sources.formats import FORMATS

__all__ = ["JOB_FORMATS", "Job", "JobState", "Jobs", "TooManyJobsError"]

JOB_FORMATS = ("jsonl", "csv", "parquet", "fhir")
_ID = re.compile(r"[0-9a-f]{32}")
_RECORD = "job.json"
_MOST_TRIES = 2
_SECONDS_TO_LOOK = 0.2
_SECONDS_TO_TRY_AGAIN = 5


class TooManyJobsError(UsageError):
    """A user has as many jobs as a service keeps for one."""


class JobState(str, Enum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A file that is de-identified.

    Parameters
    ----------
    id : str
        Names it.
    user : str
        Whose it is: nobody else hears of it.
    format : str
        Of the file.
    text_column, id_column : str
        Where texts and identifiers stand, in tables.
    made, ended : datetime.datetime, optional
        When it came and was done, in UTC.
    state : JobState
        How far it is.
    processed, refused, documents : int
        Documents done, those in quarantine, and those there are; 0 where that is not known yet.
    unread_births : int
        Documents whose record holds a date of birth that cannot be read, and is not looked for.
    reason : str
        Why it failed; quotes nothing of a document.
    """

    id: str
    user: str
    format: str
    text_column: str = "text"
    id_column: str = "id"
    made: datetime
    ended: datetime | None = None
    state: JobState = JobState.WAITING
    processed: int = 0
    refused: int = 0
    documents: int = 0
    unread_births: int = 0
    reason: str = ""


class Jobs:
    """The jobs of a service.

    Parameters
    ----------
    folder : Path
        Where each has its own; made if it is not there.
    work : JobWork
        What is done to documents.
    days : int
        How long a result is kept.
    most : int
        Jobs of a user that are kept, those included whose file is still coming.
    ended : callable
        Told of each job that ended; while it raises PalimpsesteError, no other job is begun.
    """

    def __init__(self, folder: Path, work: JobWork, days: int, most: int, ended: Callable[[Job], None]) -> None:
        self._folder = folder
        self._work = work
        self._days = timedelta(days=days)
        self._most = most
        self._coming: dict[str, str] = {}
        self._ended = ended
        self._changed = threading.Condition()
        self._is_closed = False
        self._running: tuple[str, BaseProcess] | None = None
        # A folder without a record is of a file that was not sent to its end.
        self._jobs = {job.id: job for job in records_in(folder, _RECORD, Job)}
        self._thread = threading.Thread(target=self._work_on_all, daemon=True)

    def start(self) -> None:
        """Begin to work on what waits, and on what an earlier service had begun."""
        self._thread.start()

    def close(self) -> None:
        """Stop; what is not done is gone on with by the next service."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join()

    def new(self, user: str, format: str, text_column: str, id_column: str) -> tuple[Job, Path]:
        """Return a job that is not begun, and where its file has to be written; it is begun or forgotten after that.

        Parameters
        ----------
        user : str
            Whose it is.
        format : {'jsonl', 'csv', 'parquet', 'fhir'}
            Of the file.
        text_column, id_column : str
            Where texts and identifiers stand, in tables.

        Raises
        ------
        UsageError
            If jobs of that format are not taken, or none are, as the key is forgotten with the service.
        TooManyJobsError
            If as many jobs of this user are kept, or coming, as may be.
        """
        if not self._work.is_repeatable:
            raise UsageError("jobs need a key that outlives the service: serve --key-file, or --cohort")
        if format not in JOB_FORMATS:
            raise UsageError(f"jobs take the formats {', '.join(JOB_FORMATS)}")
        job = Job(
            id=secrets.token_hex(16),
            user=user,
            format=format,
            text_column=text_column,
            id_column=id_column,
            made=datetime.now(timezone.utc),
        )
        with self._changed:
            users = [each.user for each in self._jobs.values()] + list(self._coming.values())
            if users.count(user) >= self._most:
                raise TooManyJobsError(f"{self._most:,} jobs of this user are kept: remove some")
            try:
                self._path_of(job).mkdir(mode=0o700)
            except OSError as error:
                raise PalimpsesteError(f"no file can be taken: {error.strerror}") from None
            self._coming[job.id] = user
        return job, self._source_of(job)

    def begin(self, job: Job) -> None:
        """Let a job be done, now that its file is whole and on the disk."""
        with self._changed:
            self._keep(job)
            self._jobs[job.id] = job
            self._coming.pop(job.id, None)
            self._changed.notify_all()

    def forget(self, job: Job) -> None:
        """Remove a job, whatever its state, with its file and its result."""
        with self._changed:
            self._jobs.pop(job.id, None)
            self._coming.pop(job.id, None)
            if self._running is not None and self._running[0] == job.id:
                self._running[1].kill()
            shutil.rmtree(self._path_of(job), ignore_errors=True)

    def all_of(self, user: str) -> list[Job]:
        """Return the jobs of a user, the newest first."""
        with self._changed:
            own = [job for job in self._jobs.values() if job.user == user]
        return sorted(own, key=lambda job: job.made, reverse=True)

    def all(self) -> list[Job]:
        """Return the jobs of all users."""
        with self._changed:
            return list(self._jobs.values())

    def named(self, id: str, user: str) -> Job | None:
        """Return a job of a user; None where there is none, or it is somebody else's."""
        job = self._jobs.get(id) if _ID.fullmatch(id) else None
        return job if job is not None and job.user == user else None

    def result_of(self, job: Job) -> Path:
        """Return where the result of a job is."""
        return self._path_of(job) / f"result{FORMATS[job.format].suffixes[0]}"

    def quarantine_of(self, job: Job) -> Path:
        """Return where the documents are named that are not in the result."""
        return quarantine_file_of(self.result_of(job))

    def _path_of(self, job: Job) -> Path:
        return self._folder / job.id

    def _source_of(self, job: Job) -> Path:
        return self._path_of(job) / f"notes{FORMATS[job.format].suffixes[0]}"

    def _keep(self, job: Job) -> None:
        replace_private(self._path_of(job) / _RECORD, msgspec.json.encode(job))

    def _work_on_all(self) -> None:
        while (job := self._next()) is not None:
            state = None
            for _ in range(_MOST_TRIES):
                state = state or self._try(job)
            self._end(job, state)

    def _next(self) -> Job | None:
        """Return the oldest job that is not done, once there is one; None once this is closed."""
        with self._changed:
            while not self._is_closed:
                self._remove_old()
                todo = [each for each in self._jobs.values() if each.state in (JobState.WAITING, JobState.RUNNING)]
                if todo:
                    job = min(todo, key=lambda each: each.made)
                    job.state = JobState.RUNNING
                    return job
                self._changed.wait(3600)
        return None

    def _remove_old(self) -> None:
        now = datetime.now(timezone.utc)
        for job in list(self._jobs.values()):
            if job.ended is not None and job.ended + self._days < now:
                del self._jobs[job.id]
                shutil.rmtree(self._path_of(job), ignore_errors=True)

    def _try(self, job: Job) -> JobState | None:
        """Work on a job; return what became of it, or None where its process did not start, was stopped or died."""
        arguments = (self._work, self._source_of(job), self.result_of(job), Columns(job.text_column, job.id_column))
        with self._changed:
            if self._is_closed or job.id not in self._jobs:
                return None
            try:
                process, ours = spawned(work_on, *arguments, is_daemon=False)
            except PalimpsesteError as error:
                job.reason = str(error)
                return None
            self._running = (job.id, process)
        try:
            while not self._is_closed:
                if not ours.poll(_SECONDS_TO_LOOK):
                    continue
                told = ours.recv()
                if told is None:
                    return JobState.DONE
                if isinstance(told, str):
                    job.reason = told
                    return JobState.FAILED
                job.processed, job.refused, job.documents, job.unread_births = told
        except (EOFError, ConnectionError):
            process.join()
            job.reason = f"its process ended ({cause_of(process.exitcode)})"
        finally:
            self._running = None
            process.kill()
            process.join()
            ours.close()
        return None

    def _end(self, job: Job, state: JobState | None) -> None:
        with self._changed:
            if job.id not in self._jobs:
                shutil.rmtree(self._path_of(job), ignore_errors=True)
                return
            if state is None and self._is_closed:
                return
            job.state = state or JobState.FAILED
            if state is JobState.DONE:
                job.reason = ""
            job.ended = datetime.now(timezone.utc)
            # On a full disk the next service does it again.
            with suppress(PalimpsesteError, OSError):
                self._keep(job)
                self._source_of(job).unlink(missing_ok=True)
        self._tell_end(job)

    def _tell_end(self, job: Job) -> None:
        """Tell of a job that ended, again and again until it is written down or this is closed."""
        while True:
            try:
                self._ended(job)
            except PalimpsesteError:
                with self._changed:
                    if self._is_closed or self._changed.wait_for(lambda: self._is_closed, _SECONDS_TO_TRY_AGAIN):
                        return
            else:
                return
