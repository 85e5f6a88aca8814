"""Names of bodies that are made of towns, areas and directions become such names."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.document import Document
from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.result import Draft
from palimpseste.surrogates import MasterKey
from palimpseste.surrogates.places.bodies.compounds import begun_with_town
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.plausible import PlausibleTowns
from palimpseste.surrogates.setting import Setting
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.towns.read import TownsRead

Surrogates = Callable[..., list[str]]
NOTES = tuple(map(str, range(8)))
TABLE = PlaceTable.bundled()


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("CHR Metz-Thionville", r"CHR (?P<town>.+)-(?P<other>.+)"),
        ("CHIC de Castres-Mazamet", r"CHIC d(?:e |')(?P<town>.+)-(?P<other>.+)"),
        ("Lyon-Sud", r"(?P<town>.+)-Sud"),
        ("Polyclinique Bordeaux Nord", r"Polyclinique (?P<town>.+) Nord"),
        ("CHU Amiens-Picardie", r"CHU? (?P<town>.+)"),
        ("CH Nord-Mayenne", r"CH (?P<area>.+)"),
        ("GROUPE HOSPITALIER BRETAGNE SUD", r"GROUPE HOSPITALIER (?P<area>.+)"),
        # There is no « CHU Sud océan Indien ».
        ("CHU Sud Réunion", r"CHU Sud"),
        ("CHU Nord Réunion", r"CHU Nord"),
        ("Hôpital Nord", r"Hôpital (?:Sud|Est|Ouest)"),
        ("CHU SUD", r"CHU (?:NORD|EST|OUEST)"),
    ],
)
def test_places_in_a_compound_are_drawn_and_directions_stay_beside_towns(
    surrogates: Surrogates, body: str, shape: str
) -> None:
    areas = {fold_name(area.name) for area in (*TABLE.departments, *TABLE.regions)}
    for note in NOTES:
        (written,) = surrogates(f"<HOSPITAL>{body}</HOSPITAL>", id=note)
        found = re.fullmatch(shape, written)
        assert found is not None, written
        named = found.groupdict()
        assert named.get("area") is None or fold_name(named["area"]) in areas
        assert named.get("town") is None or "other" in named or TABLE.named(named["town"])


def test_a_compound_follows_the_towns_of_the_note(surrogates: Surrogates) -> None:
    for note in NOTES:
        town, body = surrogates("<CITY>Metz</CITY>, <HOSPITAL>CHR Metz-Thionville</HOSPITAL>", id=note)
        assert body.startswith(f"CHR {town}-")


def test_a_site_behind_two_towns_is_one_of_the_new_ones(surrogates: Surrogates) -> None:
    for note in NOTES:
        body, _, town = surrogates(
            "<HOSPITAL>CHR METZ-THIONVILLE HÔPITAL DE METZ</HOSPITAL> <ZIP>57085</ZIP> <CITY>METZ CEDEX 03</CITY>",
            id=note,
        )
        town = town.split(" CEDEX")[0]
        assert re.fullmatch(rf"CHR {town}-.+ H[ÔO]PITAL D(?:E |')(?:LA |L')?{town}", body)


@pytest.mark.parametrize("body", ["C.H. MOULINS-YZEURE", "CENTRE HOSPITALIER MOULINS-YZEURE"])
def test_a_small_town_behind_one_of_the_note_is_another_near_it(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        written, _, town = surrogates(
            f"<HOSPITAL>{body}</HOSPITAL>, <ZIP>03006</ZIP> <CITY>MOULINS CEDEX</CITY>", id=note
        )
        head, town = body.removesuffix("MOULINS-YZEURE"), town.removesuffix(" CEDEX")
        assert written.startswith(f"{head}{town}-")
        assert TABLE.named(written.removeprefix(f"{head}{town}-"))


@pytest.mark.parametrize(
    ("marked", "shape"),
    [
        ("<CITY>Annonay</CITY>, <HOSPITAL>CH Ardèche Nord</HOSPITAL>", r"CH (?P<area>.+) (?P<side>\w+)"),
        (
            "<CITY>Annonay</CITY>, <HOSPITAL>CH du Nord-Ardèche</HOSPITAL>",
            r"CH d(?:u |e l')(?P<side>\w+?)-(?P<area>.+)",
        ),
        ("<CITY>Vannes</CITY>, <HOSPITAL>HAD Bretagne Sud</HOSPITAL>", r"HAD (?P<area>.+) (?P<side>\w+)"),
    ],
)
def test_a_direction_beside_an_area_is_where_the_town_lies(surrogates: Surrogates, marked: str, shape: str) -> None:
    areas = {area.name: area for area in (*TABLE.departments, *TABLE.regions)}
    for note in NOTES:
        town, body = surrogates(marked, id=note)
        found = re.fullmatch(shape, body)
        assert found is not None, body
        area = areas[found["area"]]
        assert found["side"] in {choices_of(atlas_of(TABLE)).side_of(each, area) for each in TABLE.named(town)}


def test_a_direction_falls_away_with_the_article_of_the_area(surrogates: Surrogates) -> None:
    for note in NOTES:
        (body,) = surrogates("<HOSPITAL>CH du Nord-Mayenne</HOSPITAL>", id=note)
        name = re.sub("^(?:de |d')", "", body.removeprefix("CH "))
        every = lists.entries("departments.txt")
        assert body.removeprefix("CH ") in every or ("-et-" in name and any(line.endswith(name) for line in every))


@pytest.mark.parametrize("name", ["Simone-Veil", "Saint-Claude", "Paris Saint-Joseph", "Gaston-Métivet"])
def test_names_of_other_kinds_are_no_compounds(surrogates: Surrogates, name: str) -> None:
    for note in NOTES:
        (written,) = surrogates(f"<HOSPITAL>Hôpital {name}</HOSPITAL>", id=note)
        assert "Paris" not in written
        assert len(written.split("-")[0].split()) >= 2


@pytest.mark.parametrize("body", ["CHR Metz-Thionville", "CHR Metz Lorraine", "CHR METZ-THIONVILLE"])
def test_a_released_town_that_begins_a_compound_stands_there_alone(replace: Callable[..., Draft], body: str) -> None:
    for note in NOTES:
        town, written = replace(f"<CITY>Metz</CITY>, <HOSPITAL>{body}</HOSPITAL>", id=note, policy="dp").text.split(
            ", "
        )
        assert fold_name(written) == fold_name(f"CHR {town}")


def test_a_direction_is_another_one_where_towns_are_released(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        text = replace("<HOSPITAL>CHU de Brest - site Sud</HOSPITAL>", id=note, policy="dp").text
        assert text.rpartition(" ")[2] in ("Nord", "Est", "Ouest")


@pytest.mark.parametrize(
    "body", ["CH ESQUIROL LIMOGES", "clinique Saint-Jean Melun", "CHU Dupuytren Limoges", "Dialyse Diaverum Gonesse"]
)
def test_a_town_behind_the_name_of_a_hospital_follows_the_towns(surrogates: Surrogates, body: str) -> None:
    own = body.rpartition(" ")[2]
    for note in NOTES:
        town, written = surrogates(f"<CITY>{own}</CITY>, <HOSPITAL>{body}</HOSPITAL>", id=note)
        assert fold_name(written).endswith(f" {fold_name(town)}")
        assert fold_name(written.split()[1]) != fold_name(body.split()[1])


@pytest.mark.parametrize(
    ("proper", "begun"),
    [
        ("Rennes Pontchaillou", ("Rennes", " ", "Pontchaillou")),
        ("Poitiers La Milétrie", ("Poitiers", " ", "La Milétrie")),
        ("Auch en Gascogne", None),
        ("Paris 20e", None),
        ("Rennes", None),
        ("Guillaume Rennes", None),
    ],
)
def test_a_name_may_begin_with_a_town(proper: str, begun: tuple[str, str, str] | None) -> None:
    setting = Setting.of(Document("1", ""), (), MasterKey(bytes(range(32))).cohort("tests"))
    read = TownsRead(setting, atlas_of(TABLE))
    found = begun_with_town(proper, Geography(setting, read, PlausibleTowns(setting, read)))
    assert (found[1:] if found else None) == begun


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("body", ["HAD Eure-Seine", "CMRR Picardie", "SSIAD Béarn et Soule"])
def test_what_is_called_after_the_land_around_is_of_a_town(
    replace: Callable[..., Draft], body: str, policy: str
) -> None:
    head = body.split()[0]
    for note in NOTES:
        text = replace(f"<CITY>Évreux</CITY>. <HOSPITAL>{body}</HOSPITAL>", id=note, policy=policy).text
        assert text.split(". ")[1].startswith(f"{head} ")
        assert TABLE.named(text.partition(f"{head} ")[2])


@pytest.mark.parametrize("body", ["HAD Jean Moulin", "SSIAD Alice Guy"])
def test_what_is_called_after_somebody_is_of_no_town(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        (written,) = surrogates(f"<HOSPITAL>{body}</HOSPITAL>", id=note)
        assert not TABLE.named(written.partition(" ")[2])
