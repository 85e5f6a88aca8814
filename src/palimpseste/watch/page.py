"""A comparison as one HTML page: the figure is inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from palimpseste.pages import page
from palimpseste.watch.comparison import Comparison
from palimpseste.watch.figure import figure_of

__all__ = ["page_of"]


def page_of(comparison: Comparison) -> str:
    """Return the page of a comparison."""
    return page("watch/watch.html.j2", comparison=comparison, figure=figure_of(comparison))
