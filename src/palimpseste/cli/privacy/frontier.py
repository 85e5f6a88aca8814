"""``palimpseste privacy frontier``: what every strategy gives an attacker and leaves a reader, by ε."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.attack.options import attack_options, epsilons_of, interval_attack_of
from palimpseste.cli.bars import with_bar
from palimpseste.cli.pages import write_page, written_command
from palimpseste.cli.run.console import say
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from fractions import Fraction

    from palimpseste.risk.dates.stays import Stays
    from palimpseste.risk.frontier.measures import PlacePoint

__all__ = ["command"]

_TOWNS, _QUICK_TOWNS = 400, 50
_QUICK_DEPARTMENT = "21"
_FIGURES = "figures"
_WITHOUT_EFFECT = ("output", "png", "commit", "progress")


@click.command(name="frontier")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for frontier.md, frontier.csv and figures/frontier.svg.",
)
@click.option("--png", is_flag=True, help="The figure as PNG too: pip install 'palimpseste[figures]'.")
@click.option("--commit", default="", metavar="TEXT", help="What the page says it was made from, besides the version.")
@attack_options
def command(output: Path | None, png: bool, commit: str, **options: Any) -> None:
    """Measure every strategy at every ε: attack, intervals, order, ages, towns. Prints the tables; draws the figure.

    Dates are attacked as they are written in the corpus, and all written to the day.
    """
    from palimpseste import __version__
    from palimpseste.risk.frontier.figure import frontier_figure
    from palimpseste.risk.frontier.measures import date_strategies, frontier, share_of_document
    from palimpseste.risk.frontier.page import FrontierMade, date_table, frontier_csv, frontier_page, place_table

    if png:
        _check_png(output)
    epsilons = epsilons_of(options["epsilons"])
    attack = interval_attack_of(options, "corpus")
    points = frontier(attack, interval_attack_of(options, "days"), epsilons)
    dates = list(with_bar(points, len(date_strategies(epsilons)), "dates and ages", options["progress"]))
    places = _place_points(attack.attacked, epsilons, options)
    click.echo(f"{date_table(dates)}\n{place_table(places)}", nl=False)
    if output is None:
        return
    made = FrontierMade(
        command=written_command(_WITHOUT_EFFECT),
        version=__version__,
        commit=commit,
        patients=attack.patients,
        documents=len(attack.attacked),
        seed=options["seed"],
        known=options["known"],
        towns=_QUICK_TOWNS if options["quick"] else _TOWNS,
        share=share_of_document(attack.attacked),
        zone=f"department {_QUICK_DEPARTMENT}" if options["quick"] else "the country",
    )
    figure = frontier_figure(dates, places)
    (output / _FIGURES).mkdir(parents=True, exist_ok=True)
    write_page(output / "frontier.csv", frontier_csv(dates, places))
    write_page(output / "frontier.md", frontier_page(dates, places, made, f"{_FIGURES}/frontier.svg"))
    write_page(output / _FIGURES / "frontier.svg", figure)
    if png:
        _write_png(output / _FIGURES / "frontier.png", figure)
    say(f"frontier written to {output}")


def _place_points(stays: Stays, epsilons: tuple[Fraction, ...], options: dict[str, Any]) -> list[PlacePoint]:
    from palimpseste.places import PlaceTable
    from palimpseste.risk.frontier.measures import place_frontier
    from palimpseste.risk.places.errors import PlaceErrors
    from palimpseste.surrogates.places.mechanisms.territory import territory_of
    from palimpseste.surrogates.policy.place_options import PlaceOptions
    from palimpseste.surrogates.policy.policy import Policy

    chosen = PlaceOptions(zone=(_QUICK_DEPARTMENT,)) if options["quick"] else Policy.named("dp").places
    towns = _QUICK_TOWNS if options["quick"] else _TOWNS
    errors = PlaceErrors(territory_of(PlaceTable.bundled(), chosen), towns, options["seed"])
    measures = {
        "exponential": errors.exponential,
        "exponential-knn": errors.exponential_knn,
        "planar-laplace": errors.planar_laplace,
        "uniform": errors.uniform,
    }
    points = place_frontier(measures, stays, epsilons)
    return list(with_bar(points, len(measures) * 2 * len(epsilons), "towns", options["progress"]))


def _check_png(output: Path | None) -> None:
    """Refuse before anything is measured."""
    if output is None:
        raise UsageError("--png needs a folder: give one with -o")
    try:
        import cairosvg  # noqa: F401 -- is it there, and the library it needs?
    except (ImportError, OSError):
        raise UsageError(
            "PNG needs cairosvg and the Cairo library: pip install 'palimpseste[figures]'; the SVG needs neither"
        ) from None


def _write_png(path: Path, figure: str) -> None:
    import cairosvg

    path.write_bytes(cairosvg.svg2png(bytestring=figure.encode(), background_color="white"))
