"""``palimpseste attack intervals``: summaries linked to patients whose intervals are known."""

from __future__ import annotations

from typing import Any

import click

from palimpseste.cli.attack_options import attack_options, epsilons_of, interval_attack_of, with_bar
from palimpseste.errors import UsageError

__all__ = ["command"]


@click.command(name="intervals")
@click.option(
    "--intervals", "counts", metavar="K,K,...", default="1,2,3,4,5", show_default=True, help="How many he knows."
)
@click.option("--dates", "knows_dates", is_flag=True, help="He knows the dates of the events too.")
@attack_options
def command(counts: str, knows_dates: bool, **options: Any) -> None:
    """Link de-identified summaries to patients by likelihood, for every strategy, and print how often it succeeds."""
    from palimpseste.cli.train_options import numbers
    from palimpseste.risk.attack_table import attack_table
    from palimpseste.risk.frontier import date_strategies
    from palimpseste.risk.stays import EVENTS

    intervals = numbers("--intervals", counts)
    if not all(1 <= count <= len(EVENTS) - 1 for count in intervals):
        raise UsageError(f"--intervals must lie in [1, {len(EVENTS) - 1}], got {counts}")
    strategies = date_strategies(epsilons_of(options["epsilons"]))
    attack = interval_attack_of(options)
    jobs = [
        (strategy, count, after_order)
        for strategy in strategies
        for count in intervals
        for after_order in ((False, True) if strategy.name == "metric-laplace" else (False,))
    ]
    done = (
        attack.attack(strategy, count, knows_dates=knows_dates, after_order=after_order)
        for strategy, count, after_order in jobs
    )
    attacks = list(with_bar(done, len(jobs), "attacks", options["progress"]))
    click.echo(attack_table(attacks, attack.patients), nl=False)
