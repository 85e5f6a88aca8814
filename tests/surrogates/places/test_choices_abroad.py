"""Foreign towns and countries that may be drawn for one are of like size and of one country or part of the world."""

from __future__ import annotations

import pytest

from palimpseste.places import PlaceTable, WorldCity
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.choices_abroad import ChoicesAbroad
from palimpseste.writings.atlas import Atlas, atlas_of, country_kinds


@pytest.fixture
def small(small_table: PlaceTable) -> ChoicesAbroad:
    return ChoicesAbroad(Atlas(small_table))


def names(cities: object) -> list[str]:
    assert isinstance(cities, tuple)
    return [city.name for city in cities]


def test_foreign_towns_are_of_one_country_by_size(small: ChoicesAbroad, small_table: PlaceTable) -> None:
    assert names(small.towns_of("IT")) == ["Bari", "Turin", "Milan", "Rome"]
    # Three are few: any of the world then, as for a country of which the table has none.
    assert small.towns_of("LV") == small.towns_of("XX") == small_table.world_cities
    assert small.town_names == tuple(city.name for city in small_table.world_cities)


@pytest.mark.parametrize(
    ("number", "lowest", "highest"),
    # Thirty ranks below and thirty above, of ninety towns; sixty at either end.
    [(45, 14, 73), (89, 0, 59), (59, 0, 59), (58, 1, 60), (30, 29, 88), (29, 30, 89), (0, 30, 89)],
)
def test_foreign_towns_stand_for_those_near_in_size(
    small: ChoicesAbroad, small_table: PlaceTable, number: int, lowest: int, highest: int
) -> None:
    by_size = [f"Dzira{number}" for number in reversed(range(90))]
    assert names(small.towns_like(small_table.world_cities[number])) == by_size[lowest : highest + 1]


def test_a_foreign_town_unknown_stands_by_the_smallest(small: ChoicesAbroad) -> None:
    assert names(small.towns_like(WorldCity("Annaba", "DZ", 5, ())))[0] == "Dzira89"


def test_lands_have_towns_and_take_one_preposition(small: ChoicesAbroad) -> None:
    assert set(small.lands_like("Tunisie")) == {"Algérie", "Italie", "Lettonie"}
    # No country that takes « au » has a town in this table, and Atlantis takes none.
    assert small.lands_like("Portugal") == small.lands_like("Atlantide") == small.lands_like("")
    assert names(small.towns_of_land("LV")) == ["Liepaja", "Daugavpils", "Riga"]
    whole = choices_of(atlas_of(PlaceTable.bundled())).abroad
    assert {"Canada", "Maroc", "Japon"} < set(whole.lands_like("Portugal"))
    assert "Italie" not in whole.lands_like("Portugal")
    codes = [atlas_of(PlaceTable.bundled()).country_code(name) for name in whole.lands_like("")]
    assert all(whole.towns_of_land(code) for code in codes)
    assert len(codes) == len(set(codes))


def test_countries_are_of_one_part_of_the_world_and_one_preposition(small: ChoicesAbroad) -> None:
    assert set(small.countries_like("Maroc")) == {"Maroc", "Soudan"}
    assert small.countries_like("Atlantide") == ()
    assert len(set(small.countries)) == len(small.countries) == len(country_kinds())
