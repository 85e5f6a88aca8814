"""The country around a town is looked at in the mirror in which it is most alike around another."""

from __future__ import annotations

from palimpseste.places import Commune, PlaceTable
from palimpseste.surrogates.places.landscape import Landscape
from palimpseste.writings.atlas import atlas_of

TABLE = PlaceTable.bundled()
LANDSCAPE = Landscape(TABLE)


def named(name: str) -> Commune:
    commune = atlas_of(TABLE).commune_named(name)
    assert commune is not None
    return commune


def test_the_sea_lies_where_it_lay() -> None:
    for west, east in (("La Rochelle", "Perpignan"), ("Arcachon", "Bastia"), ("Bandol", "Dieppe")):
        old, new = named(west), named(east)
        north_south, east_west = LANDSCAPE.signs(old, new)
        assert (north_south if west == "Bandol" else east_west) == -1
    assert LANDSCAPE.signs(named("La Rochelle"), named("Les Sables-d'Olonne")) == (1, 1)
    assert LANDSCAPE.signs(named("Fort-de-France"), named("Saint-Denis")) == (1, 1)


def test_what_is_alike_is_less_unlike() -> None:
    def unlike(old: str, new: str) -> int:
        first, second = named(old), named(new)
        return LANDSCAPE.unlike(first, second, LANDSCAPE.signs(first, second))

    assert unlike("Dieppe", "Dieppe") == unlike("Limoges", "Limoges") == 0
    assert unlike("La Rochelle", "Les Sables-d'Olonne") < unlike("La Rochelle", "Limoges")
    assert unlike("Mulhouse", "Strasbourg") < unlike("Mulhouse", "Bourges") < unlike("Mulhouse", "Brest")
    assert unlike("Fort-de-France", "Limoges") == unlike("Limoges", "Fort-de-France") == 0
