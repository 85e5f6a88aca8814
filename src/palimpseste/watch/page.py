"""A comparison as one HTML page: the figure is inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from palimpseste import __version__
from palimpseste.watch.comparison import Comparison
from palimpseste.watch.figure import figure_of

__all__ = ["page_of"]


def page_of(comparison: Comparison) -> str:
    """Return the page of a comparison."""
    environment = Environment(
        loader=PackageLoader("palimpseste.watch"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    template = environment.get_template("watch.html.j2")
    return template.render(comparison=comparison, figure=figure_of(comparison), version=__version__)
