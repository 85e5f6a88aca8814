"""``palimpseste papers list``: which tables and figures there are, what each needs, and whether it can be run here."""

from __future__ import annotations

import click

from palimpseste.papers.registry import EXPERIMENTS

__all__ = ["command"]


@click.command(name="list")
def command() -> None:
    """List all tables and figures, what each needs, and whether it can be run here."""
    width = max(map(len, EXPERIMENTS))
    for experiment in EXPERIMENTS.values():
        click.echo(f"{experiment.name:<{width}}  {experiment.place}: {experiment.shows}")
        click.echo(f"{'':<{width}}    needs: {experiment.needs}")
        click.echo(f"{'':<{width}}    available: {experiment.available}")
