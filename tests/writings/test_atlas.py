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


@pytest.mark.parametrize(
    ("name", "part", "preposition"),
    [
        ("Liechtenstein", "europe", "au"),
        ("Bosnie-Herzégovine", "europe", "en"),
        ("Tchéquie", "europe", "en"),
        ("Centrafrique", "africa", "en"),
        ("Congo", "africa", "au"),
        ("Saint-Marin", "europe", "à"),
    ],
)
def test_a_country_is_of_a_part_of_the_world_and_takes_a_preposition(name: str, part: str, preposition: str) -> None:
    kind = atlas_of(PlaceTable.bundled()).country_kind(name)
    assert kind is not None
    assert (kind.part, kind.preposition) == (part, preposition)
