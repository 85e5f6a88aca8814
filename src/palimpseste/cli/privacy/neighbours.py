"""``palimpseste privacy neighbours``: whether detection finds the same in notes that differ in one value."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

__all__ = ["command"]


@click.command(name="neighbours")
@click.argument("notes", type=click.Path(exists=True, path_type=Path))
@click.option("--documents", type=click.IntRange(min=1), help="Only the first so many notes.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed draws other neighbours.")
@click.option(
    "--show", type=click.IntRange(min=0), default=0, help="Print the commonest detectors that differ, so many."
)
@click.option("--progress/--no-progress", "progress", default=None, help="Bar on standard error.")
def command(notes: Path, documents: int | None, seed: int, show: int, progress: bool | None) -> None:
    """Change one date, age or town of NOTES at a time to a neighbouring one, and count what is found otherwise.

    What is guaranteed of the policy dp holds for notes in which detection finds the same spans. NOTES is a .jsonl,
    .notes or other annotation file, or a folder of them; nothing of a note is printed.
    """
    from palimpseste.cli.bars import with_bar
    from palimpseste.corpus import read_documents
    from palimpseste.deidentifier import Deidentifier
    from palimpseste.detection.choice import DetectorChoice
    from palimpseste.errors import UsageError
    from palimpseste.evaluation.neighbours import compared, neighbours_table
    from palimpseste.places import PlaceTable

    read = list(islice(read_documents(notes), documents))
    counting = compared(Deidentifier.detecting(DetectorChoice()), read, PlaceTable.bundled(), seed)
    counts = None
    for counts in with_bar(counting, len(read), "notes", progress):  # noqa: B007 # the last counts are all
        pass
    if counts is None:
        raise UsageError(f"{notes}: no note in it")
    click.echo(neighbours_table(counts, show), nl=False)
