"""``palimpseste attack intervals``: summaries linked to patients whose intervals are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.attack.options import attack_options, epsilons_of, interval_attack_of
from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.risk.dates.stays import Written

__all__ = ["command"]


@click.command(name="intervals")
@click.option(
    "--intervals", "counts", metavar="K,K,...", default="1,2,3,4,5", show_default=True, help="How many he knows."
)
@click.option("--dates", "knows_dates", is_flag=True, help="He knows the dates of the events too.")
@click.option(
    "--written",
    "writings",
    type=click.Choice(["corpus", "days"]),
    multiple=True,
    default=("corpus",),
    show_default=True,
    help="Dates in days, months and years as in the corpus, or all to the day; may be repeated.",
)
@attack_options
def command(counts: str, knows_dates: bool, writings: tuple[Written, ...], **options: Any) -> None:
    """Link de-identified summaries to patients by likelihood, for every strategy, and print how often it succeeds."""
    from palimpseste.cli.train.options import numbers
    from palimpseste.risk.dates.interval_table import interval_table
    from palimpseste.risk.dates.stays import EVENTS
    from palimpseste.risk.frontier.measures import date_strategies

    intervals = numbers("--intervals", counts)
    if not all(1 <= count <= len(EVENTS) - 1 for count in intervals):
        raise UsageError(f"--intervals must lie in [1, {len(EVENTS) - 1}], got {counts}")
    strategies = date_strategies(epsilons_of(options["epsilons"]))
    jobs = [
        (strategy, count, after_order)
        for strategy in strategies
        for count in intervals
        for after_order in ((False, True) if strategy.restores_order else (False,))
    ]
    attacks = {}
    for written in dict.fromkeys(writings):
        attack = interval_attack_of(options, written)
        done = (
            attack.attack(strategy, count, knows_dates=knows_dates, after_order=after_order)
            for strategy, count, after_order in jobs
        )
        attacks[written] = list(with_bar(done, len(jobs), f"attacks ({written})", options["progress"]))
    click.echo(interval_table(attacks, attack.patients), nl=False)
