"""``palimpseste attack places``: what a surrogate town tells who knows how many people live where."""

from __future__ import annotations

import click

from palimpseste.cli.attack.options import epsilons_of

__all__ = ["command"]


@click.command(name="places")
@click.option(
    "--department", default="21", show_default=True, help="Zone that towns are drawn from, and known to lie in."
)
@click.option(
    "--epsilon", "epsilons", metavar="E,E,...", default="1/16,1/4,1,4", show_default=True, help="Those tried."
)
def command(department: str, epsilons: str) -> None:
    """Print how well a town is guessed from the inhabitants alone, and from the surrogate; ε is that of one town."""
    from palimpseste.risk.bayes_table import bayes_table
    from palimpseste.risk.places.inference import TOWN_LAWS, department_risk

    rows = {
        strategy if strategy == "uniform" else f"{strategy}, ε = {float(epsilon):g}": department_risk(
            strategy, department, epsilon
        )
        for strategy in TOWN_LAWS
        for epsilon in (epsilons_of(epsilons)[:1] if strategy == "uniform" else epsilons_of(epsilons))
    }
    click.echo(bayes_table(rows, "km"), nl=False)
