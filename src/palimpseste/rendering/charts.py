"""Figures as SVG text: curves, bars by name, bars of parts, a matrix, values over time, several in one.

Each stands alone and reads on light and dark pages.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from html import escape

__all__ = ["bars", "curves", "matrix", "panels", "stacked_bars", "trends"]

_COLOURS = ("#2f6fb0", "#d98a1f", "#6b8f3c", "#9a4f96", "#1f8a83", "#b5483a")
# Under a class of their own: on a page they are read beside its rules.
_STYLE = (
    ".chart text{font:12px system-ui,'Liberation Sans',sans-serif;fill:#1d2129}.chart .grid{stroke:#dcd9d0}"
    ".chart .tick{fill:#5b6270}.chart .mark{stroke:#5b6270;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){.chart text{fill:#e9e7e1}.chart .grid{stroke:#343943}"
    ".chart .tick{fill:#a4abb8}.chart .mark{stroke:#a4abb8}}"
)
_MANY = (*_COLOURS, "#7f97c4", "#e8bd7a", "#a9c48a", "#c79ac4", "#86c5c0", "#dd9a92", "#8a8f98")
_LEFT, _WIDTH, _TOP, _HEIGHT = 60, 620, 14, 280
_BOTTOM = _TOP + _HEIGHT
_A_LINE = 3  # names in a line of a legend


def curves(
    series: Mapping[str, Sequence[tuple[float, float]]],
    x_name: str,
    y_name: str,
    *,
    floor: float = 0.0,
    ticks: Sequence[float] | None = None,
    mark: tuple[float, str] | None = None,
    decades: tuple[int, int] | None = None,
    dashed: Mapping[str, str] | None = None,
) -> str:
    """Return lines over a logarithmic x axis.

    Parameters
    ----------
    series : mapping
        Name to points (x above 0, y in [floor, 1] or within the decades, nan for none), sorted by x.
    x_name, y_name : str
        What the axes are.
    floor : float in [0, 1)
        Where the y axis begins.
    ticks : sequence of float, optional
        Where the x axis bears numbers; at every point without them.
    mark : float and str, optional
        An x to be told from the others, and what it is.
    decades : tuple of int, optional
        Lowest and highest power of ten of a logarithmic y axis; a y below the lowest is drawn on it. Without them the
        axis is linear, from `floor` to 1.
    dashed : mapping of str to str, optional
        Names of series to be dashed, in the colour of another: where two lines are of one kind.
    """
    dashed = dashed or {}
    colours = _colours_of(series, dashed)
    xs = sorted({x for points in series.values() for x, _ in points})
    scale = _Scale(math.log(xs[0]), math.log(xs[-1]), floor, decades)
    parts = [*_heights(scale), *_numbers(scale, xs if ticks is None else ticks)]
    if mark is not None:
        parts += _mark(scale, *mark)
    for name, points in series.items():
        parts += _line(scale, name, points, colours[name], is_dashed=name in dashed)
    parts.append(
        f'<text class="tick" style="text-anchor:middle" x="{_LEFT + _WIDTH / 2}" y="{_BOTTOM + 38}">{x_name}</text>'
    )
    parts.append(_legend({name: colours[name] for name in series}, _BOTTOM + 60, dashed))
    return _svg(parts, _BOTTOM + 72 + _more_lines(series), f"{y_name} by {x_name}")


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a point of `curves` is drawn: `low` and `high` are the logarithms of the least and the greatest x."""

    low: float
    high: float
    floor: float
    decades: tuple[int, int] | None

    def place(self, x: float, y: float) -> tuple[float, float]:
        return self.across(x), self.down(y)

    def across(self, x: float) -> float:
        along = (math.log(x) - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return _LEFT + along * _WIDTH

    def down(self, y: float) -> float:
        return _TOP + (1 - self._up(y)) * _HEIGHT

    def _up(self, y: float) -> float:
        if self.decades is None:
            return (y - self.floor) / (1 - self.floor)
        least, most = self.decades
        return (math.log10(max(y, 10.0**least)) - least) / (most - least)

    def heights(self) -> dict[float, str]:
        """Return where the y axis bears numbers, and how they are written."""
        if self.decades is not None:
            return {10.0**power: f"{10.0**power:,g}" for power in range(self.decades[0], self.decades[1] + 1)}
        digits = 1 if self.floor == 0.0 else 3
        values = [self.floor + tick / 5 * (1 - self.floor) for tick in range(6)]
        return {value: f"{value:.{digits}f}" for value in values}

    def exact(self, y: float) -> str:
        return f"{y:.3f}" if self.decades is None else f"{y:.4g}"


def _colours_of(series: Mapping[str, object], dashed: Mapping[str, str]) -> dict[str, str]:
    """Return the colour of each series: of a dashed one that of the other."""
    plain = [name for name in series if name not in dashed]
    colours = dict(zip(plain, _cycled(len(plain)), strict=True))
    return colours | {name: colours[other] for name, other in dashed.items() if name in series}


def _heights(scale: _Scale) -> Iterator[str]:
    """Yield the lines across, with their numbers."""
    for value, written in scale.heights().items():
        y = scale.down(value)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="tick" style="text-anchor:end" x="{_LEFT - 8}" y="{y + 4:.1f}">{written}</text>'


def _numbers(scale: _Scale, ticks: Iterable[float]) -> Iterator[str]:
    """Yield the numbers of the x axis."""
    for x in ticks:
        across = scale.across(x)
        yield f'<text class="tick" style="text-anchor:middle" x="{across:.1f}" y="{_BOTTOM + 18}">{x:g}</text>'


def _mark(scale: _Scale, x: float, said: str) -> Iterator[str]:
    """Yield the line at an x, and what it is."""
    across = scale.across(x)
    anchor, off = ("end", -6) if across > _LEFT + _WIDTH / 2 else ("start", 6)
    yield f'<line class="mark" x1="{across:.1f}" x2="{across:.1f}" y1="{_TOP}" y2="{_BOTTOM}"/>'
    yield (
        f'<text class="tick" style="text-anchor:{anchor}" x="{across + off:.1f}" y="{_BOTTOM - 8}">'
        f"{escape(said)}</text>"
    )


def _line(
    scale: _Scale, name: str, points: Sequence[tuple[float, float]], colour: str, *, is_dashed: bool
) -> Iterator[str]:
    """Yield the line of a series, and a dot for each of its points."""
    dashes = ' stroke-dasharray="6 4"' if is_dashed else ""
    known = [(x, y) for x, y in points if not math.isnan(y)]
    placed = [scale.place(x, y) for x, y in known]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
    yield f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashes} points="{path}"/>'
    for (x, y), (across, down) in zip(known, placed, strict=True):
        title = f"<title>{escape(name)}, {x:g}: {scale.exact(y)}</title>"
        yield f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.5" fill="{colour}">{title}</circle>'


def bars(rows: Mapping[str, Mapping[str, float]], y_name: str) -> str:
    """Return horizontal bars, one group a row, one colour a series.

    Parameters
    ----------
    rows : mapping
        Name of the row to its series: name to share in [0, 1], nan for none.
    y_name : str
        What is shown.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    colour_of = dict(zip(names, _cycled(len(names)), strict=True))
    left, width, thickness = 200, 480, 10
    step = len(names) * (thickness + 2) + 12
    height = _TOP + len(rows) * step
    parts = []
    for tick in range(6):
        x = left + tick / 5 * width
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{height}"/>')
        parts.append(
            f'<text class="tick" style="text-anchor:middle" x="{x:.1f}" y="{height + 16}">{tick / 5:.1f}</text>'
        )
    for number, (row, values) in enumerate(rows.items()):
        top = _TOP + number * step + 6
        middle = top + (step - 12) / 2 + 4
        parts.append(f'<text style="text-anchor:end" x="{left - 10}" y="{middle:.1f}">{escape(row)}</text>')
        for place, name in enumerate(names):
            value = values.get(name, float("nan"))
            if math.isnan(value):
                continue
            y = top + place * (thickness + 2)
            title = f"<title>{escape(row)}, {escape(name)}: {value:.3f}</title>"
            size = f'width="{max(1.0, value * width):.1f}" height="{thickness}"'
            parts.append(f'<rect x="{left}" y="{y}" {size} rx="1.5" fill="{colour_of[name]}">{title}</rect>')
    parts.append(_legend(colour_of, height + 38))
    return _svg(parts, height + 50 + _more_lines(names), y_name)


def stacked_bars(rows: Mapping[str, Mapping[str, float]], y_name: str) -> str:
    """Return horizontal bars made of parts laid end to end, the longest as wide as the figure.

    Parameters
    ----------
    rows : mapping
        Name of the row to its parts: name to value, 0 or more; at least one.
    y_name : str
        What is shown.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    colour_of = {name: _MANY[index % len(_MANY)] for index, name in enumerate(names)}
    left, width, step, thickness = 200, 450, 22, 14
    longest = max(sum(row.values()) for row in rows.values()) or 1.0
    height = _TOP + len(rows) * step
    parts = []
    for tick in range(6):
        x = left + tick / 5 * width
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{height}"/>')
        written = f"{tick / 5 * longest:,.3g}" if longest < 100 else f"{tick / 5 * longest:,.0f}"
        parts.append(f'<text class="tick" style="text-anchor:middle" x="{x:.1f}" y="{height + 16}">{written}</text>')
    for number, (row, values) in enumerate(rows.items()):
        y, x = _TOP + number * step + 4, float(left)
        parts.append(f'<text style="text-anchor:end" x="{left - 10}" y="{y + 11}">{escape(row)}</text>')
        for name, value in values.items():
            across = value / longest * width
            if across > 0:
                title = f"<title>{escape(row)}, {escape(name)}: {value:,.4g}</title>"
                size = f'width="{across:.2f}" height="{thickness}"'
                parts.append(f'<rect x="{x:.2f}" y="{y}" {size} fill="{colour_of[name]}">{title}</rect>')
            x += across
    parts.append(_legend(colour_of, height + 38))
    return _svg(parts, height + 50 + _more_lines(names), y_name)


def matrix(rows: Mapping[str, Sequence[int]], columns: Sequence[str], name: str) -> str:
    """Return counts in cells, each shaded by its share of its row: what agrees in one colour, what differs in another.

    Parameters
    ----------
    rows : mapping
        Name of the row to its counts, one a column.
    columns : sequence of str
        A cell agrees where its column bears the name of its row.
    name : str
        What is shown.
    """
    left, top, width, height = 110, 100, 560 // len(columns), 26
    parts = []
    for place, column in enumerate(columns):
        x = left + (place + 0.5) * width
        turned = f'transform="rotate(-45 {x:.1f} {top - 8})"'
        parts.append(f'<text class="tick" x="{x:.1f}" y="{top - 8}" {turned}>{escape(column)}</text>')
    for number, (row, counts) in enumerate(rows.items()):
        y = top + number * height
        whole = sum(counts) or 1
        parts.append(f'<text style="text-anchor:end" x="{left - 8}" y="{y + 17}">{escape(row)}</text>')
        for place, (column, count) in enumerate(zip(columns, counts, strict=True)):
            x = left + place * width
            colour = _COLOURS[0] if column == row else _COLOURS[1]
            title = f"<title>{escape(row)} as {escape(column)}: {count:,}</title>"
            # By the square root: what is rare is seen too.
            size = f'width="{width - 2}" height="{height - 2}" fill-opacity="{math.sqrt(count / whole) * 0.8:.3f}"'
            parts.append(f'<rect x="{x}" y="{y}" {size} fill="{colour}">{title}</rect>')
            if count:
                written = f"{count}" if count < 10_000 else f"{count // 1000}k"
                middle = f'x="{x + width / 2 - 1:.1f}" y="{y + 17}"'
                parts.append(f'<text style="text-anchor:middle;font-size:10px" {middle}>{written}</text>')
    return _svg(parts, top + len(rows) * height + 10, name)


def trends(rows: Mapping[str, Sequence[float]], marked: Container[str], y_name: str) -> str:
    """Return a line a row, each on its own scale from 0, its last value told from the others.

    Parameters
    ----------
    rows : mapping
        Name of the row to its values, 0 or more, in order of time; at least one.
    marked : container of str
        Rows whose last value stands out.
    y_name : str
        What is shown.
    """
    left, width, step, depth = 270, 330, 34, 22
    parts = []
    for number, (row, values) in enumerate(rows.items()):
        base = _TOP + number * step + depth
        highest = max(values) or 1.0
        apart = width / max(1, len(values) - 1)
        places = [(left + index * apart, base - value / highest * depth) for index, value in enumerate(values)]
        colour = _COLOURS[1] if row in marked else _COLOURS[0]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        x, y = places[-1]
        parts.append(f'<line class="grid" x1="{left}" x2="{left + width}" y1="{base}" y2="{base}"/>')
        parts.append(f'<text style="text-anchor:end" x="{left - 12}" y="{base}">{escape(row)}</text>')
        parts.append(f'<polyline fill="none" stroke="{_COLOURS[0]}" stroke-width="1.5" points="{path}"/>')
        title = f"<title>{escape(row)}: {values[-1]:.3g}</title>"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{4 if row in marked else 3}" fill="{colour}">{title}</circle>'
        )
        parts.append(f'<text class="tick" x="{left + width + 14}" y="{base}">{values[-1]:.3g}</text>')
    return _svg(parts, _TOP + len(rows) * step + 10, y_name)


def panels(charts: Mapping[str, str]) -> str:
    """Return charts under their titles in two columns, as one figure.

    Parameters
    ----------
    charts : mapping of str to str
        Title to what `curves` or `bars` returned.
    """
    width, title_height = 720, 30
    heights = [int(chart.split('viewBox="', 1)[1].split('"', 1)[0].split()[-1]) for chart in charts.values()]
    step = title_height + max(heights)
    parts = []
    for place, (title, chart) in enumerate(charts.items()):
        x, y = place % 2 * width, place // 2 * step
        parts.append(f'<text style="font-weight:600" x="{x + _LEFT}" y="{y + 20}">{escape(title)}</text>')
        sized = f'<svg x="{x}" y="{y + title_height}" width="{width}" height="{heights[place]}" '
        parts.append(chart.strip().replace("<svg ", sized, 1))
    rows = (len(charts) + 1) // 2
    return _svg(parts, rows * step, "; ".join(charts), width=min(2, len(charts)) * width)


def _cycled(count: int) -> list[str]:
    return [_COLOURS[index % len(_COLOURS)] for index in range(count)]


def _legend(colours: Mapping[str, str], y: int, dashed: Container[str] = ()) -> str:
    parts = []
    for place, (name, colour) in enumerate(colours.items()):
        x, down = _LEFT + place % _A_LINE * 220, y + place // _A_LINE * 18
        for left, width in ((0, 5), (9, 5)) if name in dashed else ((0, 14),):
            parts.append(f'<rect x="{x + left}" y="{down - 9}" width="{width}" height="9" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="{down}">{escape(name)}</text>')
    return "".join(parts)


def _more_lines(names: Sized) -> int:
    return (len(names) - 1) // _A_LINE * 18


def _svg(parts: Sequence[str], height: int, description: str, *, width: int = 720) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="chart" role="img" '
        f'aria-label="{escape(description)}"><style>{_STYLE}</style>{"".join(parts)}</svg>\n'
    )
