"""Which commune a name stands for."""

from __future__ import annotations

import pytest

from palimpseste.places import PlaceTable
from palimpseste.writings.atlas import atlas_of


@pytest.mark.parametrize(
    ("name", "code", "town"),
    [
        ("Clermont", "", "Clermont-Ferrand"),
        ("Clermont", "60600", "Clermont"),
        ("Neuilly", "", "Neuilly-sur-Seine"),
        ("Le Blanc", "", "Le Blanc"),
        ("Saint-Denis", "", "Saint-Denis"),
    ],
)
def test_a_far_larger_town_is_meant_by_its_head(name: str, code: str, town: str) -> None:
    commune = atlas_of(PlaceTable.bundled()).commune_named(name, code)
    assert commune is not None
    assert commune.name == town
