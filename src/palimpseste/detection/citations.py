"""Where a text cites what was published: authors, title, journal, year, volume and pages.

Who signs an article is named in the open, and is nobody that a note is about; title and journal are mostly English. A
citation is known by its year, volume and pages (« 2008;17(8):761-7 ») behind a list of at least two authors, or of
one and « et al », each a name before its initials (« Zhang P, Brown J »).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["citations_in"]

_VOLUME = re.compile(
    r"(?:19|20)(?<![0-9]..)[0-9]{2}(?:[ ][A-Z][a-zé]{2,4}\.?(?:[ ][0-9]{1,2})?)?[ ]?;[ ]?[0-9]{1,4}"
    r"(?:[ ]?\([^()\n]{1,12}\))?(?:[ ]?:[ ]?[eE]?[0-9]{1,7}(?:-[eE]?[0-9]{1,7})?)?"
)
_AUTHOR = r"(?:[A-ZÀ-Ý][^\W\d_'-]{0,24}|(?:van|von|de|del|der|den|la|le)(?=[ ]))"
_NAME = (
    rf"{_AUTHOR}(?:['-][^\W\d_]{{1,24}}){{0,3}}(?:[ ]{_AUTHOR}(?:['-][^\W\d_]{{1,24}}){{0,3}}){{0,3}}[ ][A-Z]{{1,4}}"
)
_AUTHORS = re.compile(
    rf"(?<![^\W_])(?:{_NAME}(?:,[ ]{_NAME}){{1,30}}(?:,?[ ]et[ ]al)?|{_NAME},?[ ]et[ ]al)(?=[.,:;]|[ ][A-ZÀ-Ý])"
)
# Authors, title and journal together are hardly longer.
_LONGEST = 700


def citations_in(text: str) -> Sequence[tuple[int, int]]:
    """Return where each citation of a text begins and ends, in order; time is linear in the length of the text."""
    found: list[tuple[int, int]] = []
    if ";" not in text:
        return found
    end = 0
    for volume in _VOLUME.finditer(text):
        begin = max(end, volume.start() - _LONGEST)
        begin = max(begin, text.rfind("\n\n", begin, volume.start()) + 1)
        end = volume.end()
        authors = None
        for authors in _AUTHORS.finditer(text, begin, volume.start()):  # noqa: B007 # the last one
            pass
        if authors is not None:
            found.append((authors.start(), volume.end()))
    return found
