"""The form of ICD-10 codes, their families and chapters; which codes exist is not known here.

Forms taken are those of the World Health Organization and the French modification: ``I10``, ``E11.9``, ``E1190``,
``Z51.30``, ``M62.8+0``. The mark of a dagger or asterisk code is dropped: it says what a code is used for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from palimpseste.errors import UsageError

__all__ = ["Chapter", "chapter_of", "chapters", "codes_in", "family_of", "normal_code"]

# A letter and two digits name the family; a point may follow, then up to five signs, plus signs among them.
_CODE = re.compile(r"([A-Z][0-9]{2})(?:\.?([0-9+][0-9A-Z+]{0,4}))?")
_BETWEEN_CODES = re.compile(r"[;,|\s]+")
_MARKS = "*†"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of ICD-10.

    Parameters
    ----------
    number : str
        Roman, I to XXII.
    first, last : str
        Its families, both ends in.
    title : str
        What the chapter is about.
    """

    number: str
    first: str
    last: str
    title: str

    @property
    def name(self) -> str:
        """The number and the title."""
        return f"{self.number} {self.title}"


@lru_cache(maxsize=1)
def chapters() -> tuple[Chapter, ...]:
    """Return the 22 chapters, in order."""
    table = (files("palimpseste") / "data" / "coding" / "chapters.tsv").read_text(encoding="utf-8")
    return tuple(Chapter(*line.split("\t")) for line in table.splitlines())


def normal_code(written: str) -> str:
    """Return a code in capitals, with a point behind its family where anything follows.

    Raises
    ------
    UsageError
        If it has not the form of a code; it is not quoted, since a wrong column would be text.

    Examples
    --------
    >>> normal_code("e1190"), normal_code("I10"), normal_code("G63.2*")
    ('E11.90', 'I10', 'G63.2')
    """
    found = _CODE.fullmatch(written.strip().upper().rstrip(_MARKS))
    if not found:
        raise UsageError("not of the form of an ICD-10 code: a letter, two digits, and perhaps a point and more")
    family, rest = found.groups()
    return f"{family}.{rest}" if rest else str(family)


def codes_in(written: str) -> list[str]:
    """Return the codes of a cell in their normal form, each once; any of ``; , |`` and spaces stand between them.

    Raises
    ------
    UsageError
        If one has not the form of a code: its place among them is named.
    """
    return _normal([part for part in _BETWEEN_CODES.split(written) if part])


def _normal(parts: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for place, part in enumerate(parts, start=1):
        try:
            found[normal_code(part)] = None
        except UsageError as error:
            raise UsageError(f"code {place} of {len(parts)} is {error}") from None
    return list(found)


def family_of(code: str) -> str:
    """Return the first three characters of a code."""
    return code[:3]


def chapter_of(code: str) -> Chapter | None:
    """Return the chapter of a code, None where no chapter's range holds it."""
    family = family_of(code)
    return next((chapter for chapter in chapters() if chapter.first <= family <= chapter.last), None)
