"""``palimpseste attack ages``: what a surrogate age tells who knows the age pyramid."""

from __future__ import annotations

import click

from palimpseste.cli.attack.options import epsilons_of

__all__ = ["command"]


@click.command(name="ages")
@click.option(
    "--epsilon",
    "epsilons",
    metavar="E,E,...",
    default="1/16,1/8,1/4,1/2,1,2,4,8",
    show_default=True,
    help="Those tried.",
)
def command(epsilons: str) -> None:
    """Print how well an age is guessed from the pyramid alone, and from the surrogate; ε is that of one age."""
    from palimpseste.risk.ages import laplace_age_risk, untouched_age_risk, without_age_risk
    from palimpseste.risk.bayes_table import bayes_table

    rows = {"tag": without_age_risk(), "left as it is": untouched_age_risk()}
    rows |= {f"metric-laplace, ε = {float(epsilon):g}": laplace_age_risk(epsilon) for epsilon in epsilons_of(epsilons)}
    click.echo(bayes_table(rows, "years"), nl=False)
