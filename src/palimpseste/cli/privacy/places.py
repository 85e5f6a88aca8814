"""``palimpseste privacy places``: what towns become, by ε."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import click

from palimpseste.errors import UsageError
from palimpseste.surrogates.policy.place_options import Measure

__all__ = ["command"]

_TOWNS = ("Paris", "Lyon", "Dijon", "Nuits-Saint-Georges", "Aisy-sous-Thil")
_EPSILONS = ("1/3", "2/3", "4/3")


@click.command(name="places")
@click.option(
    "--town", "towns", multiple=True, default=_TOWNS, show_default=True, help="Town to show; may be repeated."
)
@click.option(
    "--epsilon",
    "epsilons",
    multiple=True,
    default=_EPSILONS,
    show_default=True,
    help="ε of one value, not of a document; may be repeated.",
)
@click.option(
    "--strategy",
    type=click.Choice(["exponential", "exponential-knn", "uniform"]),
    default="exponential",
    show_default=True,
    help="How a town is drawn.",
)
@click.option("--policy", default="dp", show_default=True, help="Policy whose zone, measure and metric count.")
@click.option("--measure", type=click.Choice(get_args(Measure)), help="Base measure, in place of the policy's.")
@click.option("--kilometres", type=int, help="Kilometres of a step, in place of the policy's.")
@click.option("--reach-km", type=int, help="Where distance stops to count, in place of the policy's.")
@click.option("--size", type=int, help="Steps for a factor e in population, in place of the policy's.")
@click.option("--all-towns", is_flag=True, help="What comes of all inhabitants of the zone too: a minute for each ε.")
def command(
    towns: tuple[str, ...],
    epsilons: tuple[str, ...],
    strategy: str,
    policy: str,
    measure: Measure | None,
    kilometres: int | None,
    reach_km: int | None,
    size: int | None,
    all_towns: bool,
) -> None:
    """Print how far towns go, how unlike in size, and how often they stay, computed from exact probabilities."""
    from palimpseste.places import PlaceTable
    from palimpseste.privacy.epsilon import as_epsilon
    from palimpseste.risk.places.figures import figures_of, figures_of_zone, town_table
    from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns, TownLaw, UniformTowns
    from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
    from palimpseste.surrogates.places.mechanisms.territory import Territory, territory_of
    from palimpseste.surrogates.policy.policy import Policy

    own = Policy.named(policy).places
    options = replace(
        own,
        measure=measure or own.measure,
        kilometres=own.kilometres if kilometres is None else kilometres,
        reach_km=own.reach_km if reach_km is None else reach_km,
        size=own.size if size is None else size,
    )
    table = PlaceTable.bundled()
    laws: dict[str, Callable[[Territory], TownLaw]] = {
        "exponential": ExponentialTowns,
        "exponential-knn": NearestTowns,
        "uniform": UniformTowns,
    }
    law = laws[strategy](territory_of(table, options))
    figures = []
    for name in towns:
        named = table.named(name)
        if not named:
            raise UsageError(f"no commune is named {name!r}")
        figures += [figures_of(law, named[0], as_epsilon(epsilon)) for epsilon in epsilons]
    click.echo(town_table(figures), nl=False)
    for epsilon in epsilons if all_towns else ():
        found = figures_of_zone(law, as_epsilon(epsilon))
        most = ", ".join(f"{name} {chance:.0%}" for name, chance in found.most_kept)
        click.echo(
            f"\nε = {epsilon}: the town of an inhabitant stays with {found.staying:.1%}; above 1/2 for "
            f"{found.kept_half:.1%} of inhabitants; of 20,000 inhabitants or more most often {most}. Best guess right: "
            f"{found.right_guess:.1%} ({found.blind_guess:.1%} unseen), {found.right_guess_of_villages:.1%} where the "
            "surrogate has fewer than 1,000 inhabitants."
        )
