"""``palimpseste privacy frontier``: what every strategy gives an attacker and leaves a reader, by ε."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.attack_options import attack_options, epsilons_of, interval_attack_of, with_bar
from palimpseste.cli.console import say
from palimpseste.cli.pages import write_page

__all__ = ["command"]


@click.command(name="frontier")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Folder for frontier.csv, .md and .svg."
)
@attack_options
def command(output: Path | None, **options: Any) -> None:
    """Measure every strategy at every ε: attack, intervals, order, ages. Prints the table; draws the figure."""
    from palimpseste.risk.frontier import date_strategies, frontier
    from palimpseste.risk.frontier_page import date_table, frontier_csv, frontier_figure

    epsilons = epsilons_of(options["epsilons"])
    attack = interval_attack_of(options)
    strategies = len(date_strategies(epsilons))
    points = list(with_bar(frontier(attack, epsilons), strategies, "strategies", options["progress"]))
    click.echo(date_table(points), nl=False)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        write_page(output / "frontier.csv", frontier_csv(points))
        write_page(output / "frontier.md", date_table(points))
        write_page(output / "frontier.svg", frontier_figure(points))
        say(f"frontier written to {output}")
