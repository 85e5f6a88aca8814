"""``palimpseste privacy reproduce``: the published tables of scores and probabilities, computed from their features."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.errors import PalimpsesteError, UsageError

if TYPE_CHECKING:
    from palimpseste.surrogates.places.mechanisms.published_tables import PaperTable

__all__ = ["command"]


@click.command(name="reproduce")
@click.argument("table", metavar="[TABLE.csv]", required=False, type=click.Path(path_type=Path))
@click.option("--original", help="Name of the value that is replaced; the first line by default.")
@click.option("--epsilon", help="ε of the exponent.  [default: 1/4]")
@click.option("--distance-from", help="The one feature that distances are taken from, times the root of their number.")
@click.option(
    "--minimum", "minima", multiple=True, type=(str, float), metavar="FEATURE VALUE", help="Of a feature; repeat."
)
@click.option("--divided/--undivided", default=None, help="Score 1 - d/√n, or 1 - d.  [default: divided]")
def command(
    table: Path | None,
    original: str | None,
    epsilon: str | None,
    distance_from: str | None,
    minima: tuple[tuple[str, float], ...],
    divided: bool | None,
) -> None:
    """Compute both tables of the papers from their features, and compare every printed digit.

    With TABLE.csv, that table in their place: the first column names the candidates; columns 'distance', 'score' and
    'probability' hold what was printed, all others are features, and the options say how figures follow from them.
    Exit status 1 if a printed digit differs.
    """
    from palimpseste.privacy.epsilon import as_epsilon
    from palimpseste.surrogates.places.mechanisms.published_scores import PublishedTable, Reading
    from palimpseste.surrogates.places.mechanisms.published_tables import PaperTable, paper_tables

    tables: tuple[PaperTable, ...]
    if table is not None:
        published = PublishedTable.read(table)
        exponent = float(as_epsilon(epsilon or "1/4"))
        reading = Reading(original or published.names[0], exponent, dict(minima), distance_from, divided is not False)
        tables = (PaperTable(table.name, published, reading),)
    elif any(option is not None for option in (original, epsilon, distance_from, divided)) or minima:
        raise UsageError("options say how the figures of TABLE.csv follow: give one")
    else:
        tables = paper_tables()
    compared = differing = 0
    for each in tables:
        found = each.reproduced()
        _print(each)
        compared += found.compared
        differing += len(found.differing)
    if differing:
        raise PalimpsesteError(f"{differing} of {compared} printed figures differ")
    click.echo(f"all {compared} printed figures are given to their last digit")


def _print(table: PaperTable) -> None:
    from palimpseste.rendering.tables import markdown_table

    reading, found = table.reading, table.reproduced()
    used = table.features_used
    minima = ", ".join(f"{name} {value:.6g}" for name, value in reading.minima.items() if name in used) or "0"
    root = f"√{len(table.table.feature_names)}"
    click.echo(f"{table.title}: what {reading.original} becomes")
    click.echo(f"- distance from: {', '.join(used)}{f', times {root}' if reading.distance_from else ''}")
    click.echo(f"- features as (c - min) / (max - min); minima: {minima}")
    click.echo(f"- score: {f'1 - d/{root}' if reading.divided else '1 - d'}; weight: exp({reading.epsilon:g}·score)\n")
    rows = [
        (f"{name} (not printed)" if name in reading.unprinted else name, *(f"{value:.6f}" for value in values))
        for name, *values in zip(found.names, found.distances, found.scores, found.probabilities, strict=True)
    ]
    click.echo(markdown_table(("candidate", "distance", "score", "probability"), rows))
    for name, column, printed, computed in found.differing:
        click.echo(f"{name}: {column} is printed {printed}, computed {computed}", err=True)
