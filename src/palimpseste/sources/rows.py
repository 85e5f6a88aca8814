"""The rows of a CSV file, none lost over a quote that is never closed.

Such a quote swallows the rows behind it: up to the end of the file, or up to the next quote, with nothing to tell them
from a text of several lines. What tells is the identifier: a line that begins as rows do, where it should be text.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Rows"]

# A row longer than this is one whose quote is never closed: nothing longer is held in memory to find that out.
_MOST_CHARACTERS = 1 << 24
_FIGURES = re.compile(r"\d+")
_SIGNS = re.compile(r"[^\W_]")
_LONG_NUMBER = 5
_LONG_NAME = 8


class _TooLongError(Exception):
    """A row is longer than any."""


class Rows:
    """Rows with the line where each begins, counted from 1; a reason stands for what is none.

    Parameters
    ----------
    lines : iterable of str
        Of the file, with their ends.
    delimiter : str
        Between two columns.
    columns : int
        Of the header.
    id_column : int
        Position of the column that tells rows from each other.
    """

    def __init__(self, lines: Iterable[str], delimiter: str, columns: int, id_column: int) -> None:
        self._lines = iter(lines)
        self._again: deque[str] = deque()
        self._taken: list[str] = []
        self._line = 1
        self._length = 0
        self._delimiter, self._columns, self._id_column = delimiter, columns, id_column
        self._reader = self._new_reader()
        self._last_id = ""

    def __iter__(self) -> Iterator[tuple[int, list[str] | str]]:
        return self

    def __next__(self) -> tuple[int, list[str] | str]:
        while True:
            line = self._line
            try:
                row = next(self._reader)
            except (csv.Error, _TooLongError):
                return line, self._broken()
            taken, self._taken, self._length = self._taken, [], 0
            self._line += len(taken)
            if not row:
                continue
            if len(taken) > 1 and self._swallows(row, taken):
                self._line, self._taken = line, taken
                return line, self._broken()
            if len(row) == self._columns:
                self._last_id = row[self._id_column]
            return line, row

    def _new_reader(self) -> Iterator[list[str]]:
        self._taken, self._length = [], 0
        return csv.reader(self._source(), delimiter=self._delimiter, strict=True)

    def _source(self) -> Iterator[str]:
        """Yield the lines, remembering those of the row that is being read."""
        while True:
            line = self._again.popleft() if self._again else next(self._lines, None)
            if line is None:
                return
            self._taken.append(line)
            self._length += len(line)
            if self._length > _MOST_CHARACTERS:
                raise _TooLongError
            yield line

    def _broken(self) -> str:
        """Go on at the next line that begins as rows do, and return what is said of those left behind."""
        first = last = self._line
        self._again.extendleft(reversed(self._taken))
        own = self._last_id
        lost = 0
        while (line := self._again.popleft() if self._again else next(self._lines, None)) is not None:
            row = self._alone(line)
            if not lost:
                own = row[self._id_column] if len(row) > self._id_column else own
            elif len(row) == self._columns and _follows(own, row[self._id_column], lost):
                self._again.appendleft(line)
                break
            lost += 1
            last = first + lost - 1 if line.strip() else last
        self._line += lost
        self._reader = self._new_reader()
        until = f"; lines {first} to {last} are lost with it" if last > first else ""
        return f"not a CSV row: quotes do not match, or NUL characters{until}"

    def _swallows(self, row: Sequence[str], taken: Sequence[str]) -> bool:
        """Tell whether the lines of one row hold rows behind it, read as a text of several lines.

        The last of them ends with what stood behind the quote, and so may have more columns than a row.
        """
        if len(row) != self._columns:
            return True
        own = row[self._id_column]
        inside = {
            other[self._id_column]
            for position, other in enumerate(map(self._alone, taken[1:]), start=1)
            if len(other) >= self._columns and _follows(own, other[self._id_column], position)
        }
        # No two rows have one identifier: "2,5 mg" in the text of row 1 is no row where the next one is row 2.
        return bool(inside) and self._next_id() not in inside

    def _next_id(self) -> str:
        """Return the identifier at the head of the next line, which stays to be read; empty where there is none."""
        line = self._again.popleft() if self._again else next(self._lines, None)
        if line is None:
            return ""
        self._again.appendleft(line)
        row = self._alone(line)
        return row[self._id_column] if len(row) > self._id_column else ""

    def _alone(self, line: str) -> list[str]:
        try:
            return next(csv.reader([line], delimiter=self._delimiter), [])
        except csv.Error:
            return []


def _follows(first: str, other: str, lines: int) -> bool:
    """Tell whether a text at the head of a line can only be the identifier of a row that many lines behind another.

    Short numbers, which lines of a text begin with too, must count on from the first; what is longer has its form.
    """
    if not other or other == first:
        return False
    if first.isdecimal() and other.isdecimal():
        return len(first) == len(other) >= _LONG_NUMBER or 0 < int(other) - int(first) <= lines
    if _FIGURES.sub("9", first) == _FIGURES.sub("9", other) != other:
        return len(other) > 1
    return len(first) == len(other) >= _LONG_NAME and _shape_of(first) == _shape_of(other)


def _shape_of(id: str) -> str:
    """Return what stands between the letters and figures of an identifier, and where."""
    return _SIGNS.sub("a", id)
