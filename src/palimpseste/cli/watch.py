"""``palimpseste watch``: the last run compared with those before it."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import click

from palimpseste.cli.pages import write_page
from palimpseste.cli.run.console import say
from palimpseste.cli.run.options import FILE
from palimpseste.errors import UsageError
from palimpseste.watch import Comparison, Limits, Reminder, WatchStore, compare, run_named, window_of
from palimpseste.watch.reminder import USUAL_MONTHS
from palimpseste.watch.window import LEAST_RUNS

__all__ = ["command"]

_MOVED, _OVERDUE = 4, 5
_DEFAULTS = Limits()


@click.command(name="watch")
@click.argument("store", type=FILE)
@click.option("--run", metavar="RUN", help="Number or identifier of the run to look at.  [default: the last]")
@click.option("--list", "is_list", is_flag=True, help="List the runs of STORE, and compare nothing.")
@click.option("--reference", type=click.IntRange(min=LEAST_RUNS), default=20, show_default=True, help="Runs before it.")
@click.option(
    "--least-tokens",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    help="The reference goes further back until it holds these.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=_DEFAULTS.alpha,
    show_default=True,
    help="Probability of a false alarm in a run, over all that is compared.",
)
@click.option(
    "--least-change",
    type=click.FloatRange(0, 1, max_open=True),
    default=_DEFAULTS.least_change,
    show_default=True,
    help="A rate that changes by a smaller share has not moved.",
)
@click.option(
    "--least-index",
    type=click.FloatRange(min=0),
    default=_DEFAULTS.least_index,
    show_default=True,
    help="A mix of a smaller population stability index has not moved.",
)
@click.option(
    "--evaluated",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Note that notes annotated by hand were evaluated on this day, and compare nothing.",
)
@click.option(
    "--evaluate-every",
    "months",
    type=click.IntRange(min=1, max=1200),
    default=USUAL_MONTHS,
    show_default=True,
    metavar="MONTHS",
    help="After so many the next evaluation is due.",
)
@click.option("--all", "everything", is_flag=True, help="Print all that was compared, not only what moved.")
@click.option("--json", "json_file", type=FILE, help="Write all figures as JSON.")
@click.option("--html", "html_file", type=FILE, help="Write a page with tables and the figure.")
@click.option("--svg", "svg_file", type=FILE, help="Write the figure.")
def command(
    store: Path,
    run: str | None,
    is_list: bool,
    reference: int,
    least_tokens: int,
    alpha: float,
    least_change: float,
    least_index: float,
    evaluated: datetime | None,
    months: int,
    everything: bool,
    json_file: Path | None,
    html_file: Path | None,
    svg_file: Path | None,
) -> int:
    """Compare the last run in STORE, which 'deid --watch-store' keeps, with the runs before it.

    What each label and each source found for 1,000 tokens, the share of documents in which nothing was found, and the
    mix of labels, document types and lengths; and when notes annotated by hand are to be evaluated again.
    Exit status: 0 nothing moved, or the reference is too small to tell, which is said; 2 wrong use; 4 something moved;
    5 nothing moved, but the next evaluation is overdue.
    """
    from rich.console import Console

    from palimpseste.watch.terminal import runs_table_of, tables_of

    opened, today = WatchStore(store), date.today()
    if evaluated is not None:
        if evaluated.date() > today:
            raise UsageError(f"--evaluated {evaluated.date()} is not past: a store notes what was done")
        opened.note_evaluation(evaluated.date())
    reminder = Reminder(opened.last_evaluation(), months, today)
    if evaluated is not None:
        say(reminder.sentence)
        return 0
    runs = opened.runs()
    console = Console()
    if is_list:
        console.print(runs_table_of(runs))
        return 0
    window = window_of(runs, run_named(runs, run), reference, least_tokens)
    comparison = compare(window, Limits(alpha, least_change, least_index))
    for table in tables_of(comparison, everything=everything):
        console.print(table)
    if json_file:
        write_page(
            json_file,
            json.dumps(comparison.to_mapping() | {"evaluation": reminder.to_mapping()}, ensure_ascii=False, indent=2)
            + "\n",
        )
    if html_file:
        from palimpseste.watch.page import page_of

        write_page(html_file, page_of(comparison, reminder))
    if svg_file:
        from palimpseste.watch.figure import figure_of

        if figure := figure_of(comparison):
            write_page(svg_file, figure)
        else:
            say(f"{svg_file} is not written: there is nothing to compare yet")
    say(_verdict(comparison))
    say(reminder.sentence)
    if comparison.has_moved:
        return _MOVED
    return _OVERDUE if reminder.is_overdue else 0


def _verdict(comparison: Comparison) -> str:
    window = comparison.window
    against = f"run {window.run.number} against {len(window.reference)} before it ({window.tokens:,} tokens)"
    if not window.is_enough:
        needed = f"{LEAST_RUNS} runs and {window.least_tokens:,} tokens"
        return f"{against}: too little to compare with, {needed} are needed"
    if comparison.is_empty:
        return f"{against}: it read no text"
    if not comparison.has_moved:
        return f"{against}: nothing moved"
    rates = sum(each.has_moved for each in comparison.rates)
    mixes = sum(each.has_moved for each in comparison.stabilities)
    return f"{against}: {rates} rates and {mixes} mixes moved"
