"""``palimpseste review``: notes that people read and correct at the service's pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.run.options import FILE, FOLDER
from palimpseste.cli.service.extra import check_extra
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.service.reviewing.reviews import Reviews

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
    opened = _reviews(folder, reviews)
    notes = list(_notes_of(predictions))
    others = opened.other_texts(notes)
    added = opened.add(notes)
    say(
        f"{added:,} notes to review are new"
        + (f", {there:,} are there already" if (there := len(notes) - added) else "")
    )
    if others:
        say(f"{others:,} of those are there with another text, which stays: give other notes other identifiers")


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
@click.argument("user", required=False)
@click.option("--settled", is_flag=True, help="What a third person settled, or all of two or more decided alike.")
@click.option("-o", "--output", type=FILE, required=True, help="JSON lines to write.")
@click.option("--history", type=FILE, help="JSON lines that say who decided on each note, when, how long it took.")
@_folder
@_database
def export(
    user: str | None, settled: bool, output: Path, history: Path | None, folder: Path, reviews: str | None
) -> None:
    """Write the notes that USER reviewed, or --settled ones, with the spans decided on.

    'train', 'evaluate', 'convert' and 'corpus agree' read them.
    """
    from palimpseste.files import write_text
    from palimpseste.sources.jsonl import json_line

    if (user is None) != settled:
        raise UsageError("name a USER, or --settled")
    for path in filter(None, (output, history)):
        if path.exists():
            raise UsageError(f"{path} exists: choose another name")
    opened = _reviews(folder, reviews)
    found = list(opened.gold() if user is None else opened.all_of(user))
    if not found:
        raise UsageError("nothing is settled yet" if user is None else "that user reviewed nothing")
    write_text(output, b"".join(json_line(each.document.to_mapping()) for each in found).decode("utf-8"))
    if history is not None:
        write_text(history, b"".join(json_line(each.history) for each in found).decode("utf-8"))
    say(f"{output}: {len(found):,} notes; it holds their text")
    if user is None and (left := len(opened.disputed())):
        say(f"{left:,} notes are left out: people differ on them and nobody settled it")


@command.command(name="missed")
@click.option("-o", "--output", type=FILE, required=True, help="TOML to write.")
@click.option(
    "--least-notes", type=click.IntRange(min=1), default=1, show_default=True, help="That words were missed in."
)
@_folder
@_database
def missed(output: Path, least_notes: int, folder: Path, reviews: str | None) -> None:
    """Write the words that people marked and nothing had found, as the table [site-words] of a site's file.

    Look it through before it goes there: each word is masked from then on wherever it stands.
    """
    from palimpseste.files import write_text
    from palimpseste.service.reviewing.missed import missed_of, site_words

    if output.exists():
        raise UsageError(f"{output} exists: choose another name")
    found = missed_of(_reviews(folder, reviews).decided(), least_notes)
    if not found.words:
        raise UsageError("nothing that a list can hold was missed")
    write_text(output, site_words(found.words))
    say(f"{output}: {len(found.words):,} words; they come from notes, and name people: it is as sensitive as notes are")
    if found.others:
        others = ", ".join(f"{count:,} {label}" for label, count in found.others.items())
        say(f"missed too, and not for a list of words: {others}")


def _notes_of(predictions: Path) -> Iterator[dict[str, object]]:
    """Yield the lines of a file once they are notes with spans that can be shown."""
    from palimpseste.corpus.jsonl import json_lines
    from palimpseste.service.reviewing.reviews import note_of

    if not predictions.exists():
        raise UsageError(f"{predictions}: no such file")
    for place, values in json_lines(predictions):
        try:
            note_of(values)
        except UsageError as error:
            raise UsageError(f"{place}: {error}") from None
        yield values


def _reviews(folder: Path, address: str | None) -> Reviews:
    from palimpseste.service.folder import ServiceFolder
    from palimpseste.service.reviewing.reviews import Reviews

    opened = ServiceFolder.opened(folder)
    return Reviews(address or opened.reviews, opened.secret())
