"""HTML pages from the templates of the rooms: figures are inline SVG, nothing is fetched, no script runs.

A template is named by its room and its file, ``report/run.html.j2``, wherever it is named: by a page, or by a template
that includes another. Whatever a template writes is escaped, and a name that it was not given is an error.
"""

from __future__ import annotations

import math
from importlib.resources import files
from typing import Protocol

from palimpseste import __version__

__all__ = ["page"]


class Estimated(Protocol):
    """A share that was measured, with the interval it may lie in; NaN where it has none."""

    @property
    def value(self) -> float:
        """What was measured."""

    @property
    def low(self) -> float:
        """Where the interval begins."""

    @property
    def high(self) -> float:
        """Where it ends."""

    def __format__(self, spec: str, /) -> str: ...


def page(template: str, **values: object) -> str:
    """Return a page, filled from a template.

    Parameters
    ----------
    template : str
        As ``room/file``, of the folder ``templates`` of the room.
    **values
        What the template may write, by name; it has `version`, that of the package, too.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_source_of),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(number=_number, duration=_duration, share=_share, percent=_percent, interval=_interval)
    environment.tests["defined_share"] = lambda estimate: not math.isnan(estimate.value)
    environment.tests["with_interval"] = lambda estimate: not math.isnan(estimate.low)
    filled: str = environment.get_template(template).render(version=__version__, **values)
    # Half a surrogate pair, which the identifier of a document may hold and no file may.
    return filled.encode("utf-8", "backslashreplace").decode("utf-8")


def _source_of(template: str) -> str | None:
    room, _, name = template.partition("/")
    file = files("palimpseste") / room / "templates" / name
    return file.read_text("utf-8") if file.is_file() else None


def _number(value: float) -> str:
    return f"{value:,}".replace(",", "\u202f")


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def _share(estimate: Estimated) -> str:
    return format(estimate, ".3f")


def _percent(estimate: Estimated) -> str:
    return format(estimate, ".2%")


def _interval(estimate: Estimated, spec: str = ".3f") -> str:
    return "" if math.isnan(estimate.low) else f"{estimate.low:{spec}} – {estimate.high:{spec}}"
