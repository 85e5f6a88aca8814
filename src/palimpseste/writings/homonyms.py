"""Which of several communes a name means: the larger and the nearer to where the document is set.

A name is that of each commune that bears it and of each town whose name begins with it: « Camaret » is Camaret-sur-Mer
in Brest and Camaret-sur-Aigues in Orange, as a reader there would say.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from palimpseste.places import Commune, squared_distance
from palimpseste.remembered import remembered
from palimpseste.writings.atlas import Atlas, canonical_name, head_of

__all__ = ["Homonyms", "homonyms_of"]

# A town is called by the head of its name from this size on; a whole name counts as so many times as many people.
_CALLED_BY_HEAD, _WHOLE = 2_000, 12
# Of former communes no figure is published.
_FORMER = 300
# Within so many hundreds of metres all are near.
_NEAR = 150


class Homonyms:
    """The communes of an atlas by what they are called.

    Parameters
    ----------
    atlas : Atlas
        Where communes are known from.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas

    @remembered
    def meant(self, name: str, around: tuple[Commune, ...] = ()) -> Commune | None:
        """Return the commune that a name means near some others; the largest without any, None for no name of one.

        People count by the cube of their distance to the nearest of these.

        Examples
        --------
        >>> from palimpseste.places import PlaceTable
        >>> from palimpseste.writings.atlas import atlas_of
        >>> homonyms = homonyms_of(atlas_of(PlaceTable.bundled()))
        >>> brest, orange = homonyms.meant("Brest"), homonyms.meant("Orange")
        >>> [homonyms.meant("Camaret", (town,)).name for town in (brest, orange)]
        ['Camaret-sur-Mer', 'Camaret-sur-Aigues']
        """

        def counted(called: tuple[Commune, int]) -> Fraction:
            commune, people = called
            squared = min((squared_distance(commune, other) for other in around), default=0)
            return Fraction(people**2, (squared + _NEAR**2) ** 3)

        return max(self.called(name), key=counted, default=(None, 0))[0]

    def is_shared(self, name: str) -> bool:
        """Tell whether another commune of that name is not far smaller than the largest.

        Examples
        --------
        >>> from palimpseste.places import PlaceTable
        >>> from palimpseste.writings.atlas import atlas_of
        >>> homonyms = homonyms_of(atlas_of(PlaceTable.bundled()))
        >>> homonyms.is_shared("Saint-Vallier"), homonyms.is_shared("Brest")
        (True, False)
        """
        people = [count for _, count in self.called(name)[:2]]
        return len(people) > 1 and people[1] * _WHOLE > people[0]

    @remembered
    def called(self, name: str) -> Sequence[tuple[Commune, int]]:
        """Return the communes called so, each with how many people count for it, the more people the earlier."""
        heads = self._by_head.get(canonical_name(name), ())
        found = {commune.insee: (commune, commune.population) for commune in heads}
        for commune in self._atlas.table.named(name):
            whole = self._atlas.whole(commune)
            # « Vire » is Vire Normandie.
            is_whole = canonical_name(whole.name).startswith(canonical_name(commune.name))
            if whole.insee not in found or is_whole:
                found[whole.insee] = (whole, (whole.population if is_whole else _FORMER) * _WHOLE)
        return sorted(found.values(), key=lambda each: (-each[1], each[0].insee))

    @cached_property
    def _by_head(self) -> dict[str, list[Commune]]:
        heads: dict[str, list[Commune]] = {}
        for commune in self._atlas.table.communes:
            called = (head_of(commune), _without_last(commune)) if commune.population >= _CALLED_BY_HEAD else ()
            for head in dict.fromkeys(filter(None, called)):
                heads.setdefault(head, []).append(commune)
        return heads


def _without_last(commune: Commune) -> str:
    """Return the name without a last word that no link joins, canonical: « Amélie-les-Bains » of -Palalda; or none."""
    *before, last = commune.name.split("-")
    is_linked = bool(before) and (before[-1].islower() or before[-1] in ("Saint", "Sainte"))
    return canonical_name("-".join(before)) if len(before) > 2 and not is_linked and last[:1].isupper() else ""


@lru_cache(maxsize=4)
def homonyms_of(atlas: Atlas) -> Homonyms:
    """Return the communes of an atlas by what they are called, made once."""
    return Homonyms(atlas)
