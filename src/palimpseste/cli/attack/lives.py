"""``palimpseste attack lives``: letters linked to patients whose birth, sex and stays are known."""

from __future__ import annotations

import click

from palimpseste.cli.attack.options import epsilons_of
from palimpseste.cli.bars import with_bar
from palimpseste.errors import UsageError

__all__ = ["command"]


@click.command(name="lives")
@click.option("--patients", type=click.IntRange(min=2), default=10_000, show_default=True, help="Whom to link to.")
@click.option("--attacked", type=click.IntRange(min=1), default=1_000, show_default=True, help="How many are attacked.")
@click.option("--letters", metavar="N,N,...", default="1,5,20,50", show_default=True, help="Letters of each patient.")
@click.option("--cohorts", metavar="N,N,...", default="1,2", show_default=True, help="Cohorts that hold all patients.")
@click.option("--stays", type=click.IntRange(1, 50), default=1, show_default=True, help="Stays the attacker knows.")
@click.option("--keep-season", is_flag=True, help="Clocks keep seasons, and stretch nothing.")
@click.option("--epsilon", "epsilons", metavar="E,E,...", default="2/3,1", show_default=True, help="Those tried.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of lives and noise.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    patients: int,
    attacked: int,
    letters: str,
    cohorts: str,
    stays: int,
    keep_season: bool,
    epsilons: str,
    seed: int,
    progress: bool | None,
) -> None:
    """Link letters to patients of known sex, birth and stays, all to the day, and print how often it succeeds.

    Every letter holds the birth and the stays. Letters of one cohort are drawn under one key, cohorts under several.
    """
    import numpy as np

    from palimpseste.cli.train.options import numbers
    from palimpseste.risk.dates.life_table import life_table
    from palimpseste.risk.dates.lives import LifeAttack, simulated_lives
    from palimpseste.risk.frontier.measures import date_strategies

    if attacked > patients:
        raise UsageError(f"--attacked must be at most --patients, {patients}, got {attacked}")
    lives = simulated_lives(patients, np.random.default_rng(seed), stays)
    attack = LifeAttack(lives, attacked, seed, keep_season=keep_season)
    # What durations tell within their classes is for the attack by intervals.
    strategies = [each for each in date_strategies(epsilons_of(epsilons)) if each.name != "bounded-laplace"]
    jobs = [
        (strategy, count, number)
        for strategy in strategies
        for number in numbers("--cohorts", cohorts)
        for count in numbers("--letters", letters)
    ]
    done = (attack.attack(strategy, count, number) for strategy, count, number in jobs)
    click.echo(life_table(list(with_bar(done, len(jobs), "attacks", progress)), patients, stays), nl=False)
