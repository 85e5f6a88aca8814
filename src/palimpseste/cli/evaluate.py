"""``palimpseste evaluate``: predictions measured against a gold annotation."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from palimpseste.cli.pages import write_page
from palimpseste.labels import VIEWS

__all__ = ["command"]


@click.command(name="evaluate")
@click.argument("gold", type=click.Path(path_type=Path))
@click.argument("predicted", type=click.Path(path_type=Path))
@click.option("--view", type=click.Choice(list(VIEWS)), default="canonical", show_default=True, help="Label set.")
@click.option(
    "--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Samples behind intervals."
)
@click.option("--seed", type=int, default=None, help="Seed of the samples.")
@click.option("--by-type", is_flag=True, help="Also print the scores of each document type.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write all figures as JSON.")
@click.option("--html", "html_file", type=click.Path(path_type=Path, dir_okay=False), help="Write a page with figures.")
@click.option(
    "--watch-store",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Note in this store, for 'palimpseste watch', that the site evaluated today.",
)
def command(
    gold: Path,
    predicted: Path,
    view: str,
    bootstrap: int,
    seed: int | None,
    by_type: bool,
    json_file: Path | None,
    html_file: Path | None,
    watch_store: Path | None,
) -> None:
    """Measure PREDICTED against GOLD: the same documents, annotated twice.

    Each is a .jsonl, .notes or other annotation file, or a folder of them; documents are matched by id.
    """
    from rich.console import Console

    from palimpseste.corpus import read_documents
    from palimpseste.evaluation import evaluate
    from palimpseste.evaluation.terminal import tables_of

    store = None
    if watch_store:
        from palimpseste.watch import WatchStore

        store = WatchStore(watch_store, create=True)
    options = {} if seed is None else {"seed": seed}
    evaluation = evaluate(read_documents(gold), read_documents(predicted), view=view, bootstrap=bootstrap, **options)
    console = Console()
    for table in tables_of(evaluation, by_type=by_type):
        console.print(table)
    if json_file:
        write_page(json_file, evaluation.to_json() + "\n")
    if html_file:
        from palimpseste.evaluation.page import page_of

        write_page(html_file, page_of(evaluation))
    if store:
        store.note_evaluation(date.today())
