"""Which of several communes a name means."""

from __future__ import annotations

import pytest

from palimpseste.places import PlaceTable
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.homonyms import homonyms_of

HOMONYMS = homonyms_of(atlas_of(PlaceTable.bundled()))


@pytest.mark.parametrize(
    ("name", "near", "meant"),
    [
        ("Camaret", "Brest", "Camaret-sur-Mer"),
        ("Camaret", "Orange", "Camaret-sur-Aigues"),
        ("Clermont", "Beauvais", "Clermont"),
        ("Clermont", "Aurillac", "Clermont-Ferrand"),
        # A large one far off before a village somewhat nearer.
        ("Saint-Denis", "Dijon", "Saint-Denis"),
        ("Vire", "Mâcon", "Viré"),
        ("Vire", "Caen", "Vire Normandie"),
    ],
)
def test_a_name_means_the_larger_and_the_nearer(name: str, near: str, meant: str) -> None:
    around = HOMONYMS.meant(near)
    assert around is not None
    found = HOMONYMS.meant(name, (around,))
    assert found is not None
    assert (found.name, found.population > 100_000) == (meant, meant in ("Saint-Denis", "Clermont-Ferrand"))


def test_without_a_town_around_the_largest_is_meant() -> None:
    assert [each.name for each in map(HOMONYMS.meant, ("Vire", "Villenave", "Bassens")) if each] == [
        "Vire Normandie",
        "Villenave-d'Ornon",
        "Bassens",
    ]
    assert HOMONYMS.meant("Trifouillis") is None


def test_communes_are_called_by_their_whole_name_and_its_head() -> None:
    assert [commune.name for commune, _ in HOMONYMS.called("Lons")] == ["Lons", "Lons-le-Saunier"]
