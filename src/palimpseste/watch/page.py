"""A comparison as one HTML page: the figure is inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from palimpseste.rendering.pages import page
from palimpseste.watch.comparison import Comparison
from palimpseste.watch.figure import figure_of
from palimpseste.watch.reminder import Reminder

__all__ = ["page_of"]


def page_of(comparison: Comparison, reminder: Reminder) -> str:
    """Return the page of a comparison, with when the next evaluation is due."""
    return page("watch/watch.html.j2", comparison=comparison, reminder=reminder, figure=figure_of(comparison))
