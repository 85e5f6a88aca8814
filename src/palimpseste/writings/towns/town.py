"""What a writing of a town stands for, and what is told from names and codes of towns alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.folding import FIGURES_MISREAD
from palimpseste.places import Commune, is_on_mainland, squared_distance
from palimpseste.writings.number_words import read_roman

__all__ = [
    "CODE_ABROAD",
    "HOME_LANDS",
    "MOST_AROUND",
    "NAMING_POPULATION",
    "TELLING_POPULATION",
    "Town",
    "article_at",
    "figures_of_code",
    "is_near",
    "part_of",
    "without_article",
]

_ARTICLE = re.compile(r"(?:le|la|les)\s+|l'", re.IGNORECASE)
# France and the parts of it that ISO 3166 lists as countries: their towns are communes.
HOME_LANDS = frozenset({"FR", "BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"})
# A smaller town is not meant by a name that stands alone, or behind an article: « la Gare », « hôpital Percy ».
TELLING_POPULATION = 10_000
# Postal codes of four figures, with or without the country's letters, and the neighbours that have them.
CODE_ABROAD = re.compile(r"(?:[A-Z]{1,2}[ -]?)?\d{4}")
# A smaller town names no body by itself.
NAMING_POPULATION = 10_000
# Of so many towns at most it is asked how near they are to others.
MOST_AROUND = 16


@dataclass(frozen=True, slots=True, repr=False)
class Town:
    """What a writing of a town stands for.

    Parameters
    ----------
    key : str
        The same for all writings of one town: its INSEE code, or its folded name where no table knows it.
    commune : Commune or None
        The French commune, where it is one.
    suffix : re.Match or None
        Arrondissement or CEDEX: groups ``number`` and ``ordinal``, ``roman``, or ``cedex``; ``space`` before.
    """

    key: str
    commune: Commune | None
    suffix: re.Match[str] | None = None

    @property
    def is_cedex(self) -> bool:
        """Whether CEDEX stands behind the name."""
        return self.suffix is not None and self.suffix.group("cedex") is not None

    @property
    def arrondissement(self) -> int | None:
        """The number of the arrondissement that stands behind the name; None where none does."""
        if self.suffix is None or self.is_cedex:
            return None
        number, roman = self.suffix.group("number", "roman")
        return int(number) if number else read_roman(roman) or 1


def part_of(commune: Commune) -> str:
    """Return the part overseas that a commune lies in, by its code; empty for the mainland."""
    return "" if is_on_mainland(commune.department) else commune.department


def is_near(commune: Commune, others: Sequence[Commune], reach: int) -> bool:
    """Tell whether a commune lies within so many hundreds of metres of one of some others.

    Parameters
    ----------
    commune : Commune
        The one.
    others : sequence of Commune
        The others.
    reach : int
        In hundreds of metres.
    """
    return any(squared_distance(commune, other) <= reach**2 for other in others)


def figures_of_code(source: str) -> str:
    """Return the figures of a postal code, letters that OCR puts for them read as figures."""
    return "".join(c for c in source.translate(FIGURES_MISREAD) if c.isdigit())


def article_at(name: str) -> str:
    """Return the article that begins the name of a place, the space behind it included; empty where there is none.

    Examples
    --------
    >>> article_at("Le Mans"), article_at("L'Aigle"), article_at("Lens")
    ('Le ', "L'", '')
    """
    article = _ARTICLE.match(name)
    return article.group() if article else ""


def without_article(name: str) -> str:
    """Return the name of a place without the article that begins it: « Réunion » of « La Réunion »."""
    return name[len(article_at(name)) :]
