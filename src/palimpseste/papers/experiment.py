"""What an experiment is, what it is given and what it returns."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.run.running import UNWATCHED, Running

__all__ = ["Experiment", "Finding", "Material", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a finding: Markdown on its page, and a CSV file.

    Parameters
    ----------
    heads : sequence of str
        Of the columns.
    rows : sequence of sequence of str
        As they are printed; a share has three decimals.
    title : str
        Stands above it.
    name : str
        What its file is called after the experiment: ``NAME-documents.csv``; empty for ``NAME.csv``.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What an experiment found. Figures only: no text of any note, forms for a human excepted.

    Parameters
    ----------
    tables : sequence of Table
        Ours beside the printed figures.
    comparable : str
        What makes ours comparable with the printed figures, in sentences.
    not_comparable : str
        What does not.
    figures : mapping of str to str
        Name to SVG; the empty name for ``NAME.svg``, ``size`` for ``NAME-size.svg``.
    said : str
        Markdown that stands before the tables.
    private : mapping of str to str
        Name to text of further files that quote notes, as forms do: ``NAME-errors.csv`` for ``errors.csv``. They are
        written for their owner alone.
    """

    tables: Sequence[Table]
    comparable: str
    not_comparable: str
    figures: Mapping[str, str] = field(default_factory=dict)
    said: str = ""
    private: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, repr=False)
class Material:
    """What experiments are given; each refuses what it lacks.

    Parameters
    ----------
    notes : sequence of Document
        Annotated notes, in the order they were read; identifiers are unique.
    folder : Path
        Where results are written, and what is needed to go on after an interruption.
    second : sequence of Document
        The same notes annotated by somebody else.
    splits : mapping of str to str
        Document to ``train``, ``dev`` or ``test``; empty where nothing says so.
    forms : sequence of Path
        Forms that a human filled.
    quote : bool
        Whether forms quote the notes.
    model : Path, optional
        Folder of a compact model in place of the bundled one.
    stays : sequence of Path
        Files of coded stays.
    recipe : str
        Settings of trainings to begin with; empty for those of the paper.
    settings : mapping
        What is changed in them, by name of the setting; not every experiment trains.
    encoders : sequence of str
        Further encoders to compare, by name or folder.
    sizes : sequence of int
        Numbers of training notes to compare; empty leaves them to the experiment.
    repeats : int
        Trainings of each kind, each with a seed of its own.
    folds : int
        Of a cross-validation.
    bootstrap : int
        Samples behind intervals.
    seed : int
        Of everything drawn.
    running : Running
        How trainings run.
    said : callable
        Told what begins.
    counted : callable
        Returns items, a sequence, under a bar that says what they are.
    """

    notes: Sequence[Document]
    folder: Path
    second: Sequence[Document] = ()
    splits: Mapping[str, str] = field(default_factory=dict)
    forms: Sequence[Path] = ()
    quote: bool = False
    model: Path | None = None
    stays: Sequence[Path] = ()
    recipe: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    encoders: Sequence[str] = ()
    sizes: Sequence[int] = ()
    repeats: int = 5
    folds: int = 10
    bootstrap: int = 1000
    seed: int = 0
    running: Running = UNWATCHED
    said: Callable[[str], None] = lambda what: None
    counted: Callable[[Sequence[Document], str], Any] = lambda items, what: items

    def of_split(self, split: str) -> list[Document]:
        """Return the notes of a split, in their order; all of them where no splits were given.

        Raises
        ------
        UsageError
            If splits were given and there is no note of this one, or they leave a note out.
        """
        if not self.splits:
            return list(self.notes)
        for note in self.notes:
            if note.id not in self.splits:
                raise UsageError(f"document {note.id!r} stands in no line of the table of sets")
        found = [note for note in self.notes if self.splits[note.id] == split]
        if not found:
            raise UsageError(f"no note of the set {split!r}")
        return found


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of a paper.

    Parameters
    ----------
    name : str
        What it is called on the command line: ``aphp-table-4``.
    place : str
        Where it stands in the paper: ``AP-HP, Table 4``.
    shows : str
        What it shows, in a line.
    needs : str
        What of the user's it needs, in a line.
    function : str
        ``module:function`` that takes `Material` and returns a `Finding`; empty for one that is not there yet.
    libraries : tuple of str
        Modules beyond the package's own that must be installed.
    extra : str
        The extra they come with.
    coming : str
        Why it is not there yet; empty for one that is.
    trains : bool
        Whether it trains models, which takes its time.
    of_notes, of_stays : bool
        Whether it cannot do without notes, without coded stays.
    """

    name: str
    place: str
    shows: str
    needs: str
    function: str = ""
    libraries: tuple[str, ...] = ()
    extra: str = ""
    coming: str = ""
    trains: bool = False
    of_notes: bool = True
    of_stays: bool = False

    @property
    def available(self) -> str:
        """``yes``, or what is missing here: an extra to install, or the experiment itself."""
        if self.coming:
            return f"coming: {self.coming}"
        if self._missing():
            return f"after pip install 'palimpseste[{self.extra}]'"
        return "yes"

    def run(self, material: Material) -> Finding:
        """Return what it finds.

        Raises
        ------
        UsageError
            If it is not there yet, a library is missing, or the material cannot give it.
        """
        if self.coming:
            raise UsageError(f"{self.name} is not there yet: {self.coming}")
        if missing := self._missing():
            raise UsageError(f"{self.name} needs {', '.join(missing)}: pip install 'palimpseste[{self.extra}]'")
        if (self.of_notes and not material.notes) or (self.of_stays and not material.stays):
            raise UsageError(f"{self.name} needs {self.needs}")
        module, _, function = self.function.partition(":")
        called = cast("Callable[[Material], Finding]", getattr(importlib.import_module(module), function))
        return called(material)

    def _missing(self) -> list[str]:
        return [name for name in self.libraries if importlib.util.find_spec(name) is None]
