"""Parts of countries, archipelagos and continents: what stands beside them, and which country they are of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from palimpseste.folding import fold_name
from palimpseste.writings import lists

__all__ = ["Land", "land_named", "lands"]


class Land(NamedTuple):
    """A part of a country, an archipelago or a part of the world.

    Parameters
    ----------
    name : str
        Its name, without article.
    preposition : str
        How one is there: ``en``, ``au``, ``aux`` or ``à``.
    section : str
        The section of the list that it stands in: those of one may stand for one another.
    """

    name: str
    preposition: str
    section: str

    @property
    def country(self) -> str:
        """The ISO code of the country abroad that it is a part of; empty for parts of France or of the world."""
        code = self.section.split()[0]
        return code if len(code) == 2 else ""


def land_named(name: str) -> Land | None:
    """Return the land of a name without article; None for other names.

    Examples
    --------
    >>> land_named("Anjouan").country, land_named("MAGHREB").country, land_named("Anjou")
    ('KM', '', None)
    """
    return lands().get(fold_name(name))


@cache
def lands() -> Mapping[str, Land]:
    """Return all lands of the list by their folded names."""
    entries = (
        (section, *line.split(" ", 1)) for section, lines in lists.sections("lands.txt").items() for line in lines
    )
    return MappingProxyType({fold_name(name): Land(name, at, section) for section, at, name in entries})
