"""What a run says on standard error: a progress bar, refusals, and a manifest at the end. Never any text."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from palimpseste import __version__
from palimpseste.cli.bars import empty_bar, is_shown
from palimpseste.labels import LABELS, Label
from palimpseste.rendering.screen import shown
from palimpseste.sources.columns import french_fields, printable_names
from palimpseste.sources.target import Target

if TYPE_CHECKING:
    from rich.progress import Progress

    from palimpseste.engines.run.plan import Plan
    from palimpseste.engines.run.quarantine import Refusal
    from palimpseste.engines.run.tally import Tally
    from palimpseste.sources import Changes, Source, Survey

__all__ = [
    "RunConsole",
    "say",
    "say_changes",
    "say_kept_words",
    "say_left_out",
    "say_manifest",
    "say_met",
    "say_records",
    "say_survey",
]

_REFUSALS_SHOWN = 10
_FILES_SHOWN = 5


def say(message: str) -> None:
    """Write a line on standard error; what it quotes, such as the name of a file, acts on no terminal."""
    sys.stderr.write(shown(message) + "\n")
    sys.stderr.flush()


class RunConsole:
    """Shows a run as it goes; a context manager.

    Parameters
    ----------
    survey : Survey
        What is to be read; empty for standard input.
    visible : bool, optional
        None shows the bar on a terminal only.
    is_resumable : bool
        Whether an interrupted run can be gone on with.
    """

    def __init__(self, survey: Survey, visible: bool | None, *, is_resumable: bool) -> None:
        self._survey = survey
        self._is_resumable = is_resumable
        self._visible = is_shown(visible)
        self._progress: Progress | None = None
        self._refused = 0

    def __enter__(self) -> RunConsole:
        if self._visible:
            self._progress = _bar()
            self._task = self._progress.add_task(
                "documents", total=self._survey.entries or None, characters=0, seconds=0.0
            )
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
        if kind is KeyboardInterrupt:
            say("repeat the command to go on from here" if self._is_resumable else "nothing of this run is kept")

    def resumed(self, tally: Tally) -> None:
        """Say that an earlier run is continued."""
        say(f"resuming after {tally.documents + tally.quarantined:,} of the documents")

    def reads_dates(self, read: int, documents: int) -> None:
        """Say what is read first, and move its bar."""
        if not read:
            say(f"reading the dates of {documents:,} documents of patients who have several")
        if self._progress is not None:
            if not read:
                self._dates = self._progress.add_task("dates", total=documents, seconds=0.0)
            self._progress.update(self._dates, completed=read, visible=read < documents)

    def moved(self, tally: Tally) -> None:
        """Move the bar."""
        if self._progress is not None:
            self._progress.update(
                self._task,
                completed=tally.documents + tally.quarantined,
                characters=tally.characters,
                seconds=tally.seconds,
            )

    def refused(self, refusal: Refusal) -> None:
        """Say that a document goes to the quarantine, for the first ones."""
        self._refused += 1
        if self._refused <= _REFUSALS_SHOWN:
            say(f"quarantined: {refusal}")
        elif self._refused == _REFUSALS_SHOWN + 1:
            say("quarantined: more documents, not listed here")


def _bar() -> Progress:
    from rich.progress import ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        """Documents and characters a second, over the whole run."""

        def render(self, task: Task) -> Text:
            seconds = task.fields["seconds"]
            if not seconds:
                return Text()
            documents, characters = task.completed / seconds, task.fields["characters"] / seconds
            return Text(f"{documents:,.0f} docs/s {characters:,.0f} chars/s", style="dim")

    return empty_bar(Speed(), TimeRemainingColumn(compact=True))


def say_survey(plan: Plan[Any], survey: Survey) -> None:
    """Say what a run would do."""
    formats: dict[str, int] = {}
    for source in plan.sources:
        formats[source.input.format] = formats.get(source.input.format, 0) + 1
    files = ", ".join(f"{count} {name}" for name, count in sorted(formats.items()))
    unreadable = f", {survey.unreadable} of them unreadable" if survey.unreadable else ""
    say(f"would read {survey.entries} documents{unreadable}, {survey.characters:,} characters, from files: {files}")
    say_records(survey)
    processes = "worker processes" if plan.engine is None else "processors of the cluster"
    say(f"would write to {plan.target} with {plan.workers} {processes}; nothing was done")


def say_left_out(survey: Survey, kept: Iterable[str] = ()) -> None:
    """Say what of the input is not read or not written, and which kept columns seem to be of the record."""
    if survey.hidden:
        what = "files and folders whose names begin" if survey.hidden > 1 else "file or folder whose name begins"
        say(f"not read: {survey.hidden:,} {what} with a dot")
    _say_dropped(survey.dropped)
    if not survey.entries and survey.dropped.endswith(" resources"):
        say("nothing to de-identify: the input holds no resource that is written, and no document comes of it")
    _say_french(survey.french)
    if of_record := french_fields(kept):
        names = _with_fields(of_record)
        say(f"warning: --keep-column writes what seems to be of the patient's record as it is: {names}")


def say_changes(changes: Changes) -> None:
    """Say which files came into the input, went or changed while it was read."""
    for files, what, then in (
        (changes.came, "came since the run began and not read", "the same command with --force reads all files anew"),
        (changes.gone, "no longer there", "those that were read before are done, others are in quarantine"),
        (
            changes.changed,
            "written to during the run",
            "those that were read before are done as they were, others are in quarantine",
        ),
    ):
        if files:
            named = ", ".join(files[:_FILES_SHOWN]) + (", …" if len(files) > _FILES_SHOWN else "")
            count = f"{len(files):,} file{'s' if len(files) > 1 else ''}"
            say(f"warning: files of the input {what}: {count} ({named}); {then}")


def say_met(sources: Iterable[Source]) -> None:
    """Say what of standard input was not written, once it is read: nobody knew before."""
    names = [name for source in sources if source.input.is_standard for name in source.dropped()]
    _say_dropped(printable_names(names))
    _say_french(french_fields(names))


def _say_dropped(names: str) -> None:
    if names:
        say(f"columns not written: {names} (--keep-column keeps any that is not of the record)")


def _say_french(columns: Mapping[str, str]) -> None:
    if columns:
        names = _with_fields(columns)
        say(f"not read as the patient's record: {names}; rename these columns to the names in brackets to change that")


def _with_fields(columns: Mapping[str, str]) -> str:
    """Return names of columns, each with the field of the record that it seems to be."""
    return ", ".join(f"{name} ({field})" for name, field in columns.items())


def say_records(survey: Survey) -> None:
    """Say how many documents have a record of their patient, and which records have no document."""
    if not survey.entries:
        return  # standard input: nobody knows before
    unused = survey.without_document
    rows = "" if unused is None else f"; {unused:,} rows of the file of patients belong to no document"
    if survey.with_record or unused is not None:
        nameless = f", {survey.without_name:,} of them without a name" if survey.without_name else ""
        say(
            f"records: {survey.with_record:,} of {survey.entries:,} documents have one of their patient{nameless}{rows}"
        )
    if survey.unread_births:
        say(
            f"warning: {survey.unread_births:,} of these records hold a date of birth that cannot be read and is not "
            "looked for; write YYYY-MM-DD or DD/MM/YYYY"
        )


def say_kept_words(words: Sequence[str]) -> None:
    """Warn of words that a site never masks and that are frequent names."""
    if not words:
        return
    from palimpseste.detection.kept_words import frequent_names

    for name in frequent_names(words):
        say(f"kept-words: {name!r} is a frequent name; whoever bears it stays readable unless the record names them")


def say_manifest(tally: Tally, places: dict[str, object], kept: Collection[Label] = ()) -> None:
    """Say what a run did and where it is, and of what labels it kept what it found.

    Parameters
    ----------
    tally : Tally
        What was counted.
    places : dict
        Where it is, by what is there.
    kept : collection of Label
        The labels.
    """
    rate = tally.characters / tally.seconds if tally.seconds else 0
    say(f"palimpseste {__version__}")
    say(f"  documents    {tally.documents:,} done, {tally.quarantined:,} quarantined")
    say(f"  records      {tally.with_record:,} of these documents had one of their patient")
    if tally.types_withheld:
        say(f"  types        {tally.types_withheld:,} not written: not known; document_types of --config releases more")
    say(f"  spans        {tally.spans:,}")
    if tally.contradicted:
        say(f"  contradicted {tally.contradicted:,} documents: the language model masked nothing, others did")
    if tally.words_kept:
        say(f"  words kept   {tally.words_kept:,} occurrences, never masked by kept-words of --config")
    if kept:
        found = tally.by_label()
        left = ", ".join(f"{found[label]:,} {label}" for label in LABELS if label in kept)
        say(f"  kept         {left}: found, and left in place by the policy")
    say(f"  duration     {tally.seconds:,.1f} s, {rate:,.0f} characters/s")
    for name, place in places.items():
        if place is not None:
            is_there = not isinstance(place, Target) or place.is_there
            say(f"  {name:<12} {place if is_there else 'none'}")
