"""``palimpseste review``: notes that people read and correct at the service's pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.run.options import FILE, FOLDER
from palimpseste.cli.service.extra import check_extra
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.service.reviews import Reviews

__all__ = ["command"]

_folder = click.option("--folder", type=FOLDER, required=True, help="Of the service.")
_database = click.option("--reviews", metavar="ADDRESS", help="Database, where the site has it elsewhere.")


@click.group(name="review")
def command() -> None:
    """Add notes to review, tell how far people are, and take what they decided."""
    check_extra()


@command.command(name="add")
@click.argument("predictions", type=FILE)
@_folder
@_database
def add(predictions: Path, folder: Path, reviews: str | None) -> None:
    """Add PREDICTIONS, JSON lines of 'palimpseste detect', to the notes that are to be reviewed.

    The folder holds their text from then on: it is as sensitive as the notes are.
    """
    from palimpseste.corpus.jsonl import json_lines

    opened = _reviews(folder, reviews)
    added = opened.add(values for _, values in json_lines(predictions))
    say(f"{added:,} notes to review are new")


@command.command(name="list")
@_folder
@_database
def list_command(folder: Path, reviews: str | None) -> None:
    """Tell how far each person is, and how long a note took at the median."""
    from statistics import median

    from rich import box
    from rich.console import Console
    from rich.table import Table

    opened = _reviews(folder, reviews)
    table = Table("user", "reviewed", "notes", "seconds a note", box=box.SIMPLE_HEAD)
    for user in opened.users():
        done, notes = opened.progress_of(user)
        seconds = median(review.seconds for review in opened.all_of(user))
        table.add_row(user, f"{done:,}", f"{notes:,}", f"{seconds:g}")
    Console().print(table)


@command.command(name="export")
@click.argument("user")
@click.option("-o", "--output", type=FILE, required=True, help="JSON lines to write.")
@_folder
@_database
def export(user: str, output: Path, folder: Path, reviews: str | None) -> None:
    """Write the notes that USER reviewed, with the spans decided on, for 'train', 'evaluate' and 'corpus agree'."""
    from palimpseste.files import write_text
    from palimpseste.sources.jsonl import json_line

    if output.exists():
        raise UsageError(f"{output} exists: choose another name")
    lines = [json_line(review.document.to_mapping()) for review in _reviews(folder, reviews).all_of(user)]
    if not lines:
        raise UsageError("that user reviewed nothing")
    write_text(output, b"".join(lines).decode("utf-8"))
    say(f"{output}: {len(lines):,} notes; it holds their text")


def _reviews(folder: Path, address: str | None) -> Reviews:
    from palimpseste.service.folder import ServiceFolder
    from palimpseste.service.reviews import Reviews

    opened = ServiceFolder.opened(folder)
    return Reviews(address or opened.reviews, opened.secret())
