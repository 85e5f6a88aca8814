"""Models trained on what people settled, round after round: how many notes, how long people took, what it gave.

A third of the patients, chosen by the service's secret and so the same in every round, is never trained on: the model
of before and the new one are measured on their notes.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timezone
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec

from palimpseste.document import Document
from palimpseste.engines.child import cause_of, spawned
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import replace_private
from palimpseste.rendering.charts import curves, panels
from palimpseste.service.background.records import records_in
from palimpseste.service.background.training.process import RoundScores, TrainingWork, train_on
from palimpseste.training.requirements import require
from palimpseste.training.run.patients import patient_of

__all__ = ["Round", "RoundState", "Trainings", "figure_of"]

_LEAST_NOTES = 10
_RECORD = "round.json"
_SECONDS_TO_LOOK = 0.2
_ONE_IN = 3
# What is drawn, by the word of the page for it.
_FIELDS = {"token_f1": "f1", "fully_redacted": "fully_redacted"}


class RoundState(str, Enum):
    """How far a training is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Round(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A training.

    Parameters
    ----------
    id : str
        Names it, and its folder.
    user : str
        Who began it.
    made, ended : datetime.datetime, optional
        From when until when, in UTC.
    state : RoundState
        How far it is.
    notes, trained, held_out : int
        Notes that were settled, those learned from, and those measured on.
    seconds : int
        How long people took for all that they had decided by then.
    before, after : RoundScores, optional
        What the model of before and the new one give on the notes measured on.
    reason : str
        Why it failed; quotes nothing of a note.
    """

    id: str
    user: str
    made: datetime
    ended: datetime | None = None
    state: RoundState = RoundState.RUNNING
    notes: int
    trained: int
    held_out: int
    seconds: int
    before: RoundScores | None = None
    after: RoundScores | None = None
    reason: str = ""


class Trainings:
    """The trainings of a service, one at a time.

    Parameters
    ----------
    folder : Path
        Where each has its own; made if it is not there.
    work : TrainingWork
        How models are trained.
    ended : callable
        Told of each training that ended.
    """

    def __init__(self, folder: Path, work: TrainingWork, ended: Callable[[Round], None]) -> None:
        self._folder = folder
        self._work = work
        self._ended = ended
        self._changed = threading.Lock()
        self._rounds: list[Round] = []
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self.steps = (0, 0)
        for each in records_in(folder, _RECORD, Round):
            if each.state is RoundState.RUNNING:
                self._end(each, RoundState.FAILED, "the service ended meanwhile: begin again")
            self._rounds.append(each)

    def all(self) -> list[Round]:
        """Return the trainings, the oldest first."""
        with self._changed:
            return sorted(self._rounds, key=lambda each: each.made)

    def begin(self, user: str, gold: Sequence[Document], seconds: int, name_of: Callable[[str], str]) -> Round:
        """Begin to train on notes; return the training.

        Parameters
        ----------
        user : str
            Who begins it.
        gold : sequence of Document
            Notes with what was settled.
        seconds : int
            How long people took.
        name_of : callable
            Gives a secret name, in hexadecimal figures, of whatever names a patient.

        Raises
        ------
        UsageError
            If one is under way, notes are too few, the site's detectors have no model, or a library is missing.
        """
        require("training")
        if "model" not in self._work.choice.names:
            raise UsageError("the detectors of the site do not include the model: there is nothing to train")
        is_held_out = [int(name_of(patient_of(each))[:8], 16) % _ONE_IN == 0 for each in gold]
        held_out = [each for each, is_out in zip(gold, is_held_out, strict=True) if is_out]
        training = [each for each, is_out in zip(gold, is_held_out, strict=True) if not is_out]
        if len(gold) < _LEAST_NOTES or not all(any(each.entities for each in part) for part in (training, held_out)):
            raise UsageError(
                f"{len(gold)} settled notes are too few to train and to measure on: at least {_LEAST_NOTES}, of "
                "several patients"
            )
        with self._changed:
            if self._is_closed or any(each.state is RoundState.RUNNING for each in self._rounds):
                raise UsageError("a training is under way: wait for its end")
            each = Round(
                id=secrets.token_hex(8),
                user=user,
                made=datetime.now(timezone.utc),
                notes=len(gold),
                trained=len(training),
                held_out=len(held_out),
                seconds=seconds,
            )
            self._path_of(each).mkdir(mode=0o700)
            self._keep(each)
            self._rounds.append(each)
            self.steps = (0, 0)
            self._thread = threading.Thread(target=self._run, args=(each, training, held_out), daemon=True)
            self._thread.start()
        return each

    def close(self) -> None:
        """Stop what is under way."""
        with self._changed:
            self._is_closed = True
            thread = self._thread
        if thread is not None:
            thread.join()

    def _path_of(self, each: Round) -> Path:
        return self._folder / each.id

    def _keep(self, each: Round) -> None:
        replace_private(self._path_of(each) / _RECORD, msgspec.json.encode(each))

    def _run(self, each: Round, training: list[Document], held_out: list[Document]) -> None:
        told = self._trained(each, training, held_out)
        if isinstance(told, str):
            self._end(each, RoundState.FAILED, told)
        else:
            each.before, each.after = told
            self._end(each, RoundState.DONE, "")
        self._ended(each)

    def _trained(
        self, each: Round, training: list[Document], held_out: list[Document]
    ) -> tuple[RoundScores, RoundScores] | str:
        """Train in a process of its own; return the scores, or why there are none."""
        # What it is given goes through a pipe: notes are in no file but the database.
        arguments = (self._work, self._path_of(each), training, held_out)
        try:
            process, ours = spawned(train_on, *arguments, is_daemon=False)
        except PalimpsesteError as error:
            return str(error)
        try:
            return self._told(ours, process)
        finally:
            process.kill()
            process.join()
            ours.close()

    def _told(self, ours: Connection, process: BaseProcess) -> tuple[RoundScores, RoundScores] | str:
        """Return the scores of a training, or why there are none."""
        try:
            while not self._is_closed:
                if not ours.poll(_SECONDS_TO_LOOK):
                    continue
                told = ours.recv()
                if isinstance(told, str):
                    return told
                if isinstance(told[0], RoundScores):
                    return told[0], told[1]
                self.steps = told
        except (EOFError, ConnectionError):
            process.join()
            return f"its process ended ({cause_of(process.exitcode)})"
        return "the service ended meanwhile: begin again"

    def _end(self, each: Round, state: RoundState, reason: str) -> None:
        each.state, each.reason, each.ended = state, reason, datetime.now(timezone.utc)
        self._keep(each)


def figure_of(rounds: Iterable[Round], words: Mapping[str, str]) -> str | None:
    """Return F1 and notes fully redacted by notes settled and by time, as SVG; None where no training is done.

    What the model of before gives on the same notes is dashed.

    Parameters
    ----------
    rounds : iterable of Round
        The oldest first: of two with as many notes, or as much time, the later stands.
    words : mapping of str to str
        Of a page.
    """
    done = [each for each in rounds if each.state is RoundState.DONE and each.after is not None]
    if not done:
        return None
    charts = {}
    for name, place_of in (("by_notes", _notes_of), ("by_minutes", _minutes_of)):
        latest = {place_of(each): each for each in done}
        series: dict[str, list[tuple[float, float]]] = {}
        for place, each in sorted(latest.items()):
            for scores, suffix in ((each.after, ""), (each.before, f", {words['before']}")):
                for measure in ("token_f1", "fully_redacted"):
                    value = getattr(scores or RoundScores(None, None), _FIELDS[measure])
                    line = series.setdefault(words[measure] + suffix, [])
                    line.append((place, float("nan") if value is None else value))
        dashed = {f"{words[measure]}, {words['before']}": words[measure] for measure in _FIELDS}
        charts[words[name]] = curves(series, words[name], words["token_f1"], dashed=dashed)
    return panels(charts)


def _notes_of(each: Round) -> float:
    return float(each.notes)


def _minutes_of(each: Round) -> float:
    return max(0.1, round(each.seconds / 60, 1))
