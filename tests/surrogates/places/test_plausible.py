"""Plausible places are never the original nor one of the note; two towns share one only where none else is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.surrogates.draws import NothingLeftError
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.writings.atlas import atlas_of

Write = Callable[..., Any]


def test_two_towns_of_a_note_become_two(write: Write) -> None:
    # By their codes, Dijon before Nîmes: whichever is written first.
    for marked in ("<CITY>Dijon</CITY>, <CITY>Nîmes</CITY>", "<CITY>Nîmes</CITY>, <CITY>Dijon</CITY>"):
        found = dict(zip(marked.split(", "), write(marked).surrogates, strict=True))
        assert found["<CITY>Dijon</CITY>"] == "Pont-Aven"
        assert found["<CITY>Nîmes</CITY>"] in ("Lens", "Lyon", "Paris")


def test_the_town_of_the_record_is_drawn_first(write: Write) -> None:
    found = write("<CITY>Dijon</CITY>, <CITY>Nîmes</CITY>", city="Nîmes", zip="30000").surrogates
    assert found[1] == "Pont-Aven"
    assert found[0] != "Pont-Aven"


def test_a_town_is_neither_itself_nor_of_the_note(write: Write) -> None:
    assert write("<CITY>Pont Aven</CITY>").surrogates[0] not in ("Pont Aven", "Pont-Aven")
    assert write("<CITY>Dijon</CITY>", originals=["pont aven"]).surrogates[0] in ("Nîmes", "Lens", "Lyon", "Paris")
    assert write("<CITY>Paris</CITY>", originals=["marseille"]).surrogates == ["Lyon"]


def test_towns_share_a_surrogate_only_where_none_else_is_left(write: Write, small_table: PlaceTable) -> None:
    # Of « Les », the table has three.
    assert write("<CITY>Les Ulis</CITY>").surrogates == ["Les Trois-Lilas"]
    found = write("<CITY>Les Ulis</CITY>, <CITY>Les Mureaux</CITY>").surrogates
    assert found == ["Les Trois-Lilas", "Les Trois-Lilas"]
    # Where all of « Les » stand in the note, one of another grammar.
    (other,) = write("<CITY>Les Ulis</CITY>", originals=["les trois lilas", "les mureaux"]).surrogates
    assert other in {commune.name for commune in small_table.communes}
    assert not other.startswith("Les ")
    with pytest.raises(NothingLeftError):
        write("<CITY>Les Ulis</CITY>", originals=[fold_name(commune.name) for commune in small_table.communes])


def test_a_town_of_any_size_stands_where_all_near_are_in_the_note(write: Write) -> None:
    # Beside Lyon only Paris has arrondissements.
    assert write("<CITY>Lyon</CITY>", originals=["paris"]).surrogates[0] in ("Pont-Aven", "Lens", "Nîmes", "Dijon")


def test_two_towns_become_two_where_all_near_are_in_the_note(write: Write) -> None:
    first, second = write("<CITY>Lyon</CITY>, <CITY>Paris</CITY>").surrogates
    assert first != second
    assert not {first, second} & {"Lyon", "Paris"}


def test_a_foreign_town_stays_in_its_country_as_long_as_one_is_left(write: Write) -> None:
    assert write("<CITY>Rome</CITY>", originals=["bari"]).surrogates[0] in ("Turin", "Milan")
    assert write("<CITY>Rome</CITY>", originals=["bari", "turin", "milan"]).surrogates[0][:5] in (
        "Dzira",
        "Riga",
        "Liepa",
    )


def test_a_country_stays_in_its_part_of_the_world_as_long_as_one_is_left(write: Write, small_table: PlaceTable) -> None:
    choices = choices_of(atlas_of(small_table))
    found = write("<LOCATION>Maldives</LOCATION>")
    assert found.surrogates == ["Inde"]
    assert found.draws.choices == [("Inde", "Pakistan", "Bangladesh", "Népal", "Sri Lanka", "Bhoutan")]
    # Of its area whatever the preposition: of Maghreb no other takes « au ».
    found = write("<LOCATION>Maroc</LOCATION>")
    assert found.surrogates == ["Algérie"]
    # The area of Israel is not told: its part of the world.
    assert write("<LOCATION>Israël</LOCATION>").draws.choices == [choices.abroad.countries_like("Israël")]
    europe = [fold_name(name) for name in choices.abroad.countries_like("Italie")]
    (left,) = write("<LOCATION>Italie</LOCATION>", originals=europe).surrogates
    assert left in choices.abroad.countries
    assert fold_name(left) not in europe


def test_areas_are_drawn_among_all_others_of_the_country(write: Write, small_table: PlaceTable) -> None:
    # No town of the small table lies in these.
    (among,) = write("<LOCATION>Ain</LOCATION>").draws.choices
    assert sorted(area.code for area in among) == [
        *(f"{number:02d}" for number in range(2, 20)),
        *(f"{number}" for number in range(21, 30)),
        *("2A", "2B"),
        *(f"{number}" for number in range(30, 96)),
    ]
    (among,) = write("en <LOCATION>Provence-Alpes-Côte d'Azur</LOCATION>").draws.choices
    metropolitan = {area.region for area in small_table.departments if len(area.code) == 2}
    assert {area.code for area in among} == metropolitan - {"93"}
    assert len(among) == len(metropolitan) - 1


@pytest.mark.parametrize(
    ("marked", "asked"),
    [
        ("<CITY>DIJON</CITY>", [("CITY", "21231", "commune")]),
        ("<CITY>Zzyrqville</CITY>", [("CITY", "zzyrqville", "commune")]),
        ("<CITY>Lens cedex 9</CITY>", [("CITY", "62498", "commune")]),
        ("<CITY>Paris 13e</CITY>", [("CITY", "75056", "commune"), ("CITY", "75056:13", "arrondissement")]),
        ("<ZIP>21 000</ZIP>", [("ZIP", "21000", "shape"), ("CITY", "21231", "commune")]),
        ("<ZIP>BELGE</ZIP>", [("ZIP", "belge", "shape")]),
        (
            "<ZIP>75013</ZIP>",
            [("ZIP", "75013", "shape"), ("CITY", "75013", "commune")],
        ),
        (
            "<ZIP>75002</ZIP>",
            [("ZIP", "75002", "shape"), ("CITY", "75056", "commune"), ("CITY", "75056:2", "arrondissement")],
        ),
        (
            "<ZIP>75116</ZIP> <CITY>Paris</CITY>",
            [("ZIP", "75116", "shape"), ("CITY", "75056", "commune"), ("CITY", "75056:16", "arrondissement")],
        ),
        ("<CITY>ROME</CITY>", [("CITY", "rome", "foreign")]),
        ("<LOCATION>Ain</LOCATION>", [("LOCATION", "01", "department")]),
        ("<LOCATION>Côte-d'Or</LOCATION>", [("CITY", "21231", "commune")]),
        ("<LOCATION>Bretagne</LOCATION>", [("CITY", "29217", "commune")]),
        ("<LOCATION>l'Italie</LOCATION>", [("LOCATION", "IT", "place")]),
        ("<LOCATION>stade Bauer</LOCATION>", [("LOCATION", "stade bauer", "place")]),
        ("<HOSPITAL>CHU_Bauer</HOSPITAL>", [("HOSPITAL", "bauer", "body")]),
        ("<ORGANIZATION>école Bauer</ORGANIZATION>", [("ORGANIZATION", "bauer", "body")]),
    ],
)
def test_each_choice_has_a_stream_of_its_own(write: Write, marked: str, asked: list[tuple[str, str, str]]) -> None:
    # Under another name of its stream a value would get another surrogate than last year.
    written = write(marked)
    assert list(dict.fromkeys(written.draws.asked)) == asked
    assert not written.noise.asked
