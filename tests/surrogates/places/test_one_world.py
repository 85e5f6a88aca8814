"""One world in a note: numbers, codes and bodies follow the towns that stand for those of the note."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.places import PlaceTable
from palimpseste.surrogates.values.phones import FICTION_PREFIXES
from palimpseste.writings.atlas import atlas_of
from palimpseste.writings.phone_zones import zone_of

Surrogates = Callable[..., list[str]]
POLICIES = ("plausible", "dp")
TABLE = PlaceTable.bundled()
NOTES = [str(number) for number in range(8)]


@pytest.fixture(params=[(policy, note) for policy in POLICIES for note in NOTES], ids="-".join)
def written(request: pytest.FixtureRequest, surrogates: Surrogates) -> Surrogates:
    """Replace under each policy, as some notes of different names."""
    policy, note = request.param
    return lambda marked, **record: surrogates(marked, id=note, policy=policy, **record)


def test_a_nir_tells_the_town_of_birth(written: Surrogates) -> None:
    town, code, nir, again = written(
        "Né à <CITY>Villeurbanne</CITY> (<ZIP>69</ZIP>), NIR <SSN>1 54 03 69 266 045 67</SSN>, "
        "<SSN>154036926604567</SSN>"
    )
    commune = TABLE.named(town)
    assert code in {each.department for each in commune}
    assert nir.replace(" ", "")[5:10] in {each.insee for each in commune}
    assert nir.replace(" ", "") == again


def test_a_nir_tells_the_same_town_where_the_note_names_none(written: Surrogates) -> None:
    record = {"patient_id": "1"}
    town, _ = written("<CITY>Villeurbanne</CITY> <SSN>154036926604567</SSN>", **record)
    (nir,) = written("<SSN>154036926604567</SSN>", **record)
    assert nir[5:10] in {each.insee for each in TABLE.named(town)}


def test_who_was_born_abroad_stays_so(written: Surrogates) -> None:
    (nir,) = written("<SSN>154039935204567</SSN>")
    assert nir[5:7] == "99"
    assert nir[7:10] != "352"


@pytest.mark.parametrize(
    "marked",
    [
        "<ADDRESS>3 rue des Lilas</ADDRESS> <ZIP>69003</ZIP> <CITY>Lyon</CITY>, tél. <PHONE>04 78 29 66 40</PHONE>",
        "<HOSPITAL>CHU de Lyon</HOSPITAL>, <PHONE>+33 (0)4 78 29 66 40</PHONE>",
    ],
)
def test_a_landline_is_of_the_zone_of_its_town(written: Surrogates, marked: str) -> None:
    *_, town, phone = written(marked)
    name = town.split(" de ", 1)[-1].split(" d'", 1)[-1]
    commune = atlas_of(TABLE).commune_named(name.removeprefix("CHU ").removeprefix("CH "))
    assert commune is not None
    figures = phone.replace(" ", "").removeprefix("+33(0)").removeprefix("0")
    assert figures.startswith(FICTION_PREFIXES[zone_of(commune)])


def test_a_landline_follows_the_town_beside_it_and_the_patients_own_number_that_of_the_record(
    surrogates: Surrogates,
) -> None:
    for note in NOTES:
        far, near, home, phone, own, mobile = surrogates(
            "<CITY>Nancy</CITY>, <CITY>Grenoble</CITY>, <CITY>Lyon</CITY>, <PHONE>03 83 10 11 12</PHONE>, "
            "<PHONE>04 76 29 66 40</PHONE> <PHONE>06 12 13 14 15</PHONE>",
            id=note,
            city="Grenoble",
            phone="0476296640",
        )
        zone = {town: zone_of(TABLE.named(town)[0]) for town in (far, near, home)}
        assert phone.replace(" ", "")[1:].startswith(FICTION_PREFIXES[zone[far]])
        assert own.replace(" ", "")[1:].startswith(FICTION_PREFIXES[zone[near]])
        assert mobile.replace(" ", "").startswith("063998")


@pytest.mark.parametrize(
    ("body", "head"),
    [
        ("CPAM du Rhône", "CPAM "),
        ("CPAM DU RHÔNE", "CPAM "),
        ("MDPH Rhône", "MDPH "),
        ("MDPH 69", "MDPH "),
        ("ARS Auvergne-Rhône-Alpes", "ARS "),
        ("ARS d'Auvergne-Rhône-Alpes", "ARS "),
        ("conseil départemental du Rhône", "conseil départemental "),
    ],
)
def test_a_body_of_a_department_or_region_follows_the_town(written: Surrogates, body: str, head: str) -> None:
    town, new = written(f"<CITY>Lyon</CITY> <ORGANIZATION>{body}</ORGANIZATION>")
    assert new.startswith(head)
    commune = TABLE.named(town)[0]
    areas = [*TABLE.departments, *TABLE.regions]
    own = {area.name.casefold() for area in areas if area.code in (commune.department, commune.region)}
    said = new.removeprefix(head).casefold()
    assert said == commune.department or any(said.endswith(name.removeprefix("la ")) for name in own)


@pytest.mark.parametrize("body", ["CPAM de la Vienne", "CPAM de la Loire"])
def test_a_department_is_not_taken_for_a_town_of_its_name(surrogates: Surrogates, body: str) -> None:
    for note in NOTES:
        (new,) = surrogates(f"<ORGANIZATION>{body}</ORGANIZATION>", id=note)
        assert not any(new == f"CPAM de la {town.name}" for town in TABLE.communes)


def test_no_article_stands_before_a_town_that_has_none(written: Surrogates) -> None:
    (new,) = written("<HOSPITAL>clinique de l'Union</HOSPITAL>")
    assert not new.startswith("clinique de l'")


@pytest.mark.parametrize(
    "address",
    [
        "12 rue des\n   Lilas",
        "12 rue du Faubourg-\nMontmartre",
        "Bât. B\n3 allée des Ormes",
        "14, allée des Tille-\nuls",
    ],
)
def test_an_address_keeps_its_lines(written: Surrogates, address: str) -> None:
    (new,) = written(f"<ADDRESS>{address}</ADDRESS>")
    assert new.count("\n") == 1
    assert " des Les " not in " ".join(new.split())


def test_a_place_keeps_its_lines(written: Surrogates) -> None:
    (new,) = written("<LOCATION>zone des\n  Dunes</LOCATION>")
    assert "\n  " in new
