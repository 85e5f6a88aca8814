"""``palimpseste privacy reproduce``: a published table of scores and probabilities, computed from its features."""

from __future__ import annotations

from pathlib import Path

import click

__all__ = ["command"]


@click.command(name="reproduce")
@click.argument("table", metavar="TABLE.csv", type=click.Path(path_type=Path))
@click.option("--original", help="Name of the value that is replaced; the first line by default.")
@click.option("--epsilon", default="1/4", show_default=True, help="ε of the exponent.")
@click.option("--distance-from", help="The one feature that distances are taken from, times the root of their number.")
def command(table: Path, original: str | None, epsilon: str, distance_from: str | None) -> int:
    """Compute scores and probabilities from the features of TABLE.csv, and compare them with those printed there.

    The first column names the candidates; columns 'score' and 'probability' hold what was printed, all others are
    features. Ends with status 2 if a printed digit differs.
    """
    from palimpseste.privacy.epsilon import as_epsilon
    from palimpseste.surrogates.places.published_scores import PublishedTable, reproduce
    from palimpseste.tables import markdown_table

    published = PublishedTable.read(table)
    found = reproduce(
        published, original or published.names[0], float(as_epsilon(epsilon)), distance_from=distance_from
    )
    rows = zip(published.names, found.scores, found.probabilities, strict=True)
    lines = [(name, f"{score:.4f}", f"{probability:.4f}") for name, score, probability in rows]
    click.echo(markdown_table(("candidate", "score", "probability"), lines), nl=False)
    for name, column, printed, computed in found.differing:
        click.echo(f"{name}: {column} is printed {printed}, computed {computed}", err=True)
    return 2 if found.differing else 0
