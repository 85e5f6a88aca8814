"""The bundled place table knows France as it is."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from palimpseste.places import PlaceTable

SOURCE = Path(__file__).resolve().parents[2] / "src"
# The budget is 0.25 s; shared machines of the CI are given four times as much.
MAX_LOAD_SECONDS = 1.0


@pytest.fixture(scope="module")
def table() -> PlaceTable:
    return PlaceTable.bundled()


def test_it_holds_every_commune_of_2026(table: PlaceTable) -> None:
    assert len(table.communes) == 34_963
    assert len(table.arrondissements) == 45
    assert len(table.former_communes) == 2_576
    assert sum(commune.population for commune in table.communes) == pytest.approx(68.5e6, rel=0.02)


def test_insee_codes_of_communes_are_unique(table: PlaceTable) -> None:
    assert len({commune.insee for commune in table.communes}) == len(table.communes)


def test_dijon_is_where_it_is(table: PlaceTable) -> None:
    dijon = table.by_insee("21231")
    assert dijon is not None
    assert (dijon.name, dijon.zips, dijon.department, dijon.region) == ("Dijon", ("21000",), "21", "27")
    assert 150_000 < dijon.population < 170_000
    assert dijon.coordinates == "exact"
    assert dijon.latitude == pytest.approx(47.32, abs=0.05)
    assert dijon.longitude == pytest.approx(5.04, abs=0.05)


@pytest.mark.parametrize(
    ("name", "insee"),
    [
        pytest.param("Le Havre", "76351", id="article"),
        pytest.param("HAVRE", "76351", id="article dropped"),
        pytest.param("l’haÿ les roses", "94038", id="curly apostrophe, no hyphens"),
        pytest.param("L HAY LES ROSES", "94038", id="capitals without accents"),
        pytest.param("Hay-les-Roses", "94038", id="elided article dropped"),
        pytest.param("ST ETIENNE", "42218", id="St"),
        pytest.param("Ste-Geneviève des Bois", "91549", id="Ste"),
        pytest.param("chalon s/ saône", "71076", id="s with a slash"),
        pytest.param("CHALON/SAONE", "71076", id="slash alone"),
        pytest.param("paris", "75056", id="Paris as one commune"),
        pytest.param("Œuilly", "51410", id="ligature"),
    ],
)
def test_a_name_is_found_in_any_writing(table: PlaceTable, name: str, insee: str) -> None:
    assert table.named(name)[0].insee == insee


def test_homonyms_come_largest_first_and_former_communes_last(table: PlaceTable) -> None:
    found = table.named("Saint-Denis")
    current = [place for place in found if place.type == "commune"]
    assert [place.insee for place in current][:2] == ["97411", "93066"]
    assert [place.type for place in found] == sorted((place.type for place in found), key="commune".__ne__)


def test_a_name_nobody_bears_finds_nothing(table: PlaceTable) -> None:
    assert table.named("Trifouillis-les-Oies") == ()
    assert table.named("") == ()


def test_zip_codes_of_paris_give_the_arrondissement_first(table: PlaceTable) -> None:
    assert [place.name for place in table.by_zip("75013")] == ["Paris 13e Arrondissement", "Paris"]
    assert [place.insee for place in table.by_zip("75116")] == ["75116", "75056"]
    paris = table.by_insee("75056")
    assert paris is not None
    assert set(paris.zips) == {f"750{number:02}" for number in range(1, 21)} | {"75116"}


def test_a_rural_zip_code_serves_several_communes(table: PlaceTable) -> None:
    served = table.by_zip("21 250")
    assert "Seurre" in {place.name for place in served}
    assert len(served) > 10
    assert [place.population for place in served] == sorted((place.population for place in served), reverse=True)
    assert table.by_zip("00000") == ()


@pytest.mark.parametrize(
    ("insee", "name", "department", "area"),
    [
        pytest.param("2A004", "Ajaccio", "2A", "Corse-du-Sud", id="Corse-du-Sud"),
        pytest.param("2B033", "Bastia", "2B", "Haute-Corse", id="Haute-Corse"),
        pytest.param("97105", "Basse-Terre", "971", "Guadeloupe", id="Guadeloupe"),
        pytest.param("97209", "Fort-de-France", "972", "Martinique", id="Martinique"),
        pytest.param("97302", "Cayenne", "973", "Guyane", id="Guyane"),
        pytest.param("97411", "Saint-Denis", "974", "La Réunion", id="La Réunion"),
        pytest.param("97502", "Saint-Pierre", "975", "Saint-Pierre-et-Miquelon", id="Saint-Pierre-et-Miquelon"),
        pytest.param("97611", "Mamoudzou", "976", "Mayotte", id="Mayotte"),
        pytest.param("98735", "Papeete", "987", "Polynésie française", id="Polynésie"),
        pytest.param("98818", "Nouméa", "988", "Nouvelle-Calédonie", id="Nouvelle-Calédonie"),
    ],
)
def test_corsica_and_overseas_are_there(table: PlaceTable, insee: str, name: str, department: str, area: str) -> None:
    commune = table.by_insee(insee)
    assert commune is not None
    assert (commune.name, commune.department) == (name, department)
    assert table.department_of(commune).name == area
    assert commune in table.in_department(department)


def test_a_department_lists_its_communes(table: PlaceTable) -> None:
    assert len(table.in_department("21")) == pytest.approx(698, abs=10)
    assert [commune.insee for commune in table.in_department("75")] == ["75056"]
    assert table.in_department("20") == ()


def test_a_code_shared_with_a_former_commune_gives_the_commune(table: PlaceTable) -> None:
    shared = {place.insee for place in table.former_communes} & {place.insee for place in table.communes}
    assert shared
    for code in shared:
        place = table.by_insee(code)
        assert place is not None
        assert place.type == "commune"


def test_parts_name_the_commune_they_belong_to(table: PlaceTable) -> None:
    codes = {commune.insee for commune in table.communes}
    assert all(place.parent in codes for place in (*table.arrondissements, *table.former_communes))
    assert all(not commune.parent for commune in table.communes)


def test_coordinates_say_whether_they_are_exact(table: PlaceTable) -> None:
    shares = Counter(commune.coordinates for commune in table.communes)
    exact_people = sum(commune.population for commune in table.communes if commune.coordinates == "exact")
    assert shares["exact"] / len(table.communes) == pytest.approx(0.404, abs=0.005)
    assert exact_people / sum(commune.population for commune in table.communes) == pytest.approx(0.873, abs=0.005)


def test_every_position_of_the_mainland_lies_in_its_frame(table: PlaceTable) -> None:
    mainland = [place for place in table.communes if len(place.department) == 2]
    assert all(41.3 < place.latitude < 51.1 and -5.2 < place.longitude < 9.6 for place in mainland)


def test_departments_regions_and_countries_are_complete(table: PlaceTable) -> None:
    assert {area.code for area in table.departments} >= {f"{n:02}" for n in range(1, 96) if n != 20} | {"2A", "2B"}
    assert len([area for area in table.regions if len(area.code) == 2]) == 18
    assert len(table.countries) > 240
    assert len({country.code for country in table.countries}) == len(table.countries)
    known = {country.code for country in table.countries}
    assert {city.country for city in table.world_cities} <= known


def test_foreign_towns_have_french_names(table: PlaceTable) -> None:
    cities = {(city.name, city.country) for city in table.world_cities}
    assert cities >= {("Londres", "GB"), ("Alger", "DZ"), ("Pondichéry", "IN"), ("Thiès", "SN"), ("Anvers", "BE")}
    assert len(cities) == len(table.world_cities) > 900


def test_communes_that_others_were_merged_into_under_a_new_name(table: PlaceTable) -> None:
    new = {commune.name for commune in table.communes if commune.insee in table.of_new_names}
    assert {"Lamballe-Armor", "Cherbourg-en-Cotentin", "Souleuvre en Bocage"} <= new
    assert {"Dole", "Annecy", "Saumur", "Saint-Malo", "Dijon"}.isdisjoint(new)


def test_locations_are_listed_once(table: PlaceTable) -> None:
    assert len(set(table.locations)) == len(table.locations) > 500
    assert {"Morvan", "Kabylie", "Casamance", "Belleville", "Les Minguettes", "Maghreb"} <= set(table.locations)


def test_it_is_read_once_and_nothing_is_read_at_import() -> None:
    code = (
        "import sys, time; from palimpseste.places import PlaceTable; assert PlaceTable._bundled is None; "
        "start = time.process_time(); table = PlaceTable.bundled(); print(time.process_time() - start); "
        "assert PlaceTable.bundled() is table; assert 'numpy' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, check=True, capture_output=True, text=True
    )
    assert float(done.stdout) < MAX_LOAD_SECONDS
