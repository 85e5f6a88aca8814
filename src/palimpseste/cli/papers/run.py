"""``palimpseste papers run``: a table or figure of a paper, or all that the notes allow."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste import __version__
from palimpseste.cli.bars import with_bar
from palimpseste.cli.pages import written_command
from palimpseste.cli.run.console import say
from palimpseste.cli.train.console import TrainingConsole
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS
from palimpseste.papers.experiment import Experiment, Material
from palimpseste.papers.registry import EXPERIMENTS, experiment_named
from palimpseste.training.run.running import Running

if TYPE_CHECKING:
    from palimpseste.document import Document

__all__ = ["command"]

_ALL = "all"
_FILE = click.Path(path_type=Path, dir_okay=False)
_ANY = click.Path(path_type=Path)


@click.command(name="run")
@click.argument("name", metavar="NAME")
@click.argument("notes", metavar="[NOTES]", type=_ANY, required=False)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--second", type=_ANY, help="The same notes, annotated by somebody else or extracted otherwise.")
@click.option("--labels", type=click.Choice(list(VIEWS)), default="canonical", help="Label set NOTES are in.")
@click.option("--splits", type=_FILE, help="Table of document and set: train, dev, test.")
@click.option("--form", "forms", multiple=True, type=_FILE, help="A form that a human filled; repeat.")
@click.option("--quote", is_flag=True, help="Quote notes in forms, which are then as sensitive as the notes.")
@click.option("--stays", multiple=True, type=_ANY, help="Coded stays; repeat.")
@click.option("--model", type=click.Path(path_type=Path, file_okay=False), help="Compact model, not the bundled one.")
@click.option("--train/--no-train", "trains", default=True, help="Whether 'all' trains models.  [default: it does]")
@click.option("--recipe", default="", metavar="NAME|FILE", help="Settings of trainings.  [default: the paper's]")
@click.option("--encoder", help="Encoder of trainings or language model to ask: a name, a folder.")
@click.option("--compare-encoder", "encoders", multiple=True, metavar="NAME", help="Another such; repeat.")
@click.option("--steps", type=click.IntRange(min=1), help="Batches of each training.")
@click.option("--sizes", default="", metavar="N,N,...", help="Numbers of training notes.")
@click.option("--repeats", type=click.IntRange(min=1), default=5, show_default=True, help="Trainings of each kind.")
@click.option("--folds", type=click.IntRange(min=2), default=10, show_default=True, help="Of a cross-validation.")
@click.option("--device", default="auto", show_default=True, help="Of trainings: auto, cpu, cuda or cuda:N.")
@click.option("--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Behind intervals.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of everything drawn.")
@click.option("--commit", default="", help="Said on the pages: the state of the program and the notes.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    name: str,
    notes: Path | None,
    output: Path,
    second: Path | None,
    labels: str,
    commit: str,
    sizes: str,
    encoder: str | None,
    steps: int | None,
    progress: bool | None,
    trains: bool,
    **others: Any,
) -> None:
    """Make the table or figure NAME on annotated NOTES or on coded --stays, or 'all' that they allow.

    OUTPUT gets NAME.md, NAME.csv and figures, earlier ones replaced, and README.md, which leads to every page that is
    there. Trainings resume at the step they were at.
    """
    from palimpseste.cli.train.options import numbers

    chosen = list(EXPERIMENTS.values()) if name == _ALL else [experiment_named(name)]
    settings = {key: value for key, value in (("encoder", encoder), ("steps", steps)) if value is not None}
    splits = others.pop("splits")
    with TrainingConsole(progress) as console:
        material = Material(
            notes=_read(notes, labels) if notes else (),
            folder=output,
            second=_read(second, labels) if second else (),
            splits=_splits(splits) if splits else {},
            settings=settings,
            sizes=numbers("--sizes", sizes) if sizes else (),
            running=Running(device=others.pop("device"), progress=console),
            said=say,
            counted=lambda items, what: with_bar(items, len(items), what, progress),
            **others,
        )
        provenance = _provenance(material, commit)
        if name != _ALL:
            _made(chosen[0], material, provenance)
            return
        _made_all([each for each in chosen if trains or not each.trains], material, provenance)


def _made(experiment: Experiment, material: Material, provenance: str) -> None:
    from palimpseste.papers.writing import write_finding, write_index

    paths = write_finding(material.folder, experiment, experiment.run(material), provenance)
    write_index(material.folder, EXPERIMENTS.values())
    say(f"{experiment.name}: {', '.join(str(path) for path in paths)}")


def _made_all(chosen: Sequence[Experiment], material: Material, provenance: str) -> None:
    from palimpseste.papers.writing import write_index

    refused: dict[str, str] = {}
    for experiment in chosen:
        try:
            _made(experiment, material, provenance)
        except UsageError as error:
            refused[experiment.name] = str(error)
            say(f"{experiment.name}: refused: {error}")
    if len(refused) == len(chosen):
        raise UsageError("nothing could be made of these notes")
    index = write_index(material.folder, EXPERIMENTS.values(), refused)
    say(f"{len(chosen) - len(refused)} of {len(chosen)} made, {len(refused)} refused; see {index}")


def _read(path: Path, labels: str) -> list[Document]:
    from palimpseste.corpus import read_documents

    documents = list(read_documents(path, view=labels))
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise UsageError(f"two documents are called {document.id!r}")
        seen.add(document.id)
    return documents


def _splits(path: Path) -> dict[str, str]:
    from palimpseste.corpus.splits import read_splits

    return read_splits(path)


def _provenance(material: Material, commit: str) -> str:
    lines = [
        f"- Command: `{written_command(('output', 'commit', 'progress'))}`",
        f"- Palimpseste {__version__}, Python {platform.python_version()}" + (f", commit {commit}" if commit else ""),
        *([f"- Notes: {len(material.notes):,}"] if material.notes else []),
    ]
    return "\n".join(lines) + "\n"
