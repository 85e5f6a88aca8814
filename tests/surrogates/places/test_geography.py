"""Towns, codes and areas of one document, each writing by hand: draws take the first town that may be drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Write = Callable[..., Any]

# The smallest town of each class of grammar comes first: Pont-Aven, Œuilly, Le Bœuf, Les Trois-Lilas.


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("Dijon", "Pont-Aven"),
        ("DIJON", "PONT-AVEN"),
        ("dijon", "pont-aven"),
        ("Saint-Denis", "Pont-Aven"),
        ("saint denis", "pont aven"),  # words without hyphens between them
        ("saint-denis sur mer", "bellevue"),
        ("Nîmes", "Pont-Aven"),
        ("Auch", "OEuilly"),  # without accents a ligature would be more than was typed
        ("AUCH", "OEUILLY"),
        ("Évreux", "Aiguebrune"),
        ("Le Mans", "Le Boeuf"),
        ("LE MANS", "LE BOEUF"),
        ("Mans", "Le Boeuf"),
        ("Le Vésinet", "Le Mans"),
        ("Vésinet", "Le Mans"),
        ("Les Ulis", "Les Trois-Lilas"),
        ("Ulis", "Les Trois-Lilas"),
        ("Le\nMans", "Le\nBoeuf"),
        ("Saint\nDenis", "Pont\nAven"),
        ("Zzyrqville", "Bellevue"),
        ("Lens CEDEX", "Pont-Aven CEDEX"),
        ("Lens cedex 9", "Pont-Aven cedex"),
        ("Lens cedex 09", "Pont-Aven cedex"),
        ("Lens Cedex 12", "Pont-Aven Cedex"),
        ("Lens 3e", "Pont-Aven 1er"),
        ("Paris", "Lyon"),
        ("Lyon", "Paris"),
        ("Paris 13", "Lyon 1"),
        ("Paris 13e", "Lyon 1er"),
        ("PARIS 13E", "LYON 1er"),
        ("Paris 13ème", "Lyon 1er"),
        ("PARIS 13EME", "LYON 1ER"),
        ("Paris 13ieme", "Lyon 1er"),
        ("Paris 1er", "Lyon 1er"),
        ("Paris 1ère", "Lyon 1er"),
        ("Paris (13e)", "Lyon (1er)"),
        ("Paris, 13e", "Lyon, 1er"),
        ("Paris 13e arrondissement", "Lyon 1er arrondissement"),
        ("Paris 13 arr.", "Lyon 1 arr."),
        ("Paris XIIIe", "Lyon Ier"),
    ],
)
def test_a_town_is_written_as_the_original_was(write: Write, source: str, written: str) -> None:
    assert write(f"<CITY>{source}</CITY>").surrogates == [written]


@pytest.mark.parametrize("before", ["au ", "du ", "le ", "les gens du ", "dans le "])
def test_an_article_before_a_town_is_not_written_twice(write: Write, before: str) -> None:
    assert write(f"{before}<CITY>Mans</CITY>").surrogates == ["Boeuf"]


@pytest.mark.parametrize(
    ("source", "one", "two"),
    [
        ("Lyon 1er", "Paris 1er", "Paris 2e"),
        ("Lyon 1ère", "Paris 1er", "Paris 2e"),
        ("LYON 1ER", "PARIS 1ER", "PARIS 2E"),
        ("Lyon 1er arr.", "Paris 1er arr.", "Paris 2e arr."),
        ("Lyon 3e", "Paris 1er", "Paris 2e"),
        ("Lyon 3ème", "Paris 1er", "Paris 2ème"),
        ("Lyon 3è arr.", "Paris 1er arr.", "Paris 2è arr."),
        ("Lyon Ier", "Paris Ier", "Paris IIe"),
    ],
)
def test_the_ending_of_an_arrondissement_follows_its_number(write: Write, source: str, one: str, two: str) -> None:
    assert [write(f"<CITY>{source}</CITY>", byte=byte).surrogates for byte in (0, 255)] == [[one], [two]]


@pytest.mark.parametrize(
    ("marked", "written"),
    [
        ("<ZIP>21000</ZIP> <CITY>Dijon</CITY>", ["29930", "Pont-Aven"]),
        ("<ZIP>21 000</ZIP>", ["29 930"]),
        ("<ZIP>F-21000</ZIP>", ["F-29930"]),
        ("<ZIP>2I0O0</ZIP>", ["29930"]),  # as character recognition reads it
        # A code that no table knows is that of a desk: the same first figures, then 10 at the least.
        ("<ZIP>21079</ZIP> <CITY>Dijon cedex</CITY>", ["29910", "Pont-Aven cedex"]),
        ("<ZIP>21079</ZIP>", ["29910"]),
        ("<ZIP>75013</ZIP> <CITY>Paris 13e</CITY>", ["69001", "Lyon 1er"]),
        ("<ZIP>B-7700</ZIP>", ["A-0000"]),
        ("<ZIP>vingt et un mille</ZIP>", ["vingt et deux mille"]),
        ("<ZIP>97400</ZIP> <CITY>Saint-Denis</CITY>", ["29930", "Pont-Aven"]),
        ("<CITY>Dijon</CITY> (<LOCATION>Côte-d'Or</LOCATION>)", ["Pont-Aven", "Finistère"]),
        ("<CITY>Dijon</CITY> (<LOCATION>21</LOCATION>)", ["Pont-Aven", "29"]),
        ("<CITY>Dijon</CITY> en <LOCATION>BOURGOGNE-FRANCHE-COMTÉ</LOCATION>", ["Pont-Aven", "BRETAGNE"]),
        ("<CITY>Auch</CITY> en <LOCATION>Côte-d'Or</LOCATION>", ["OEuilly", "Gard"]),
        ("<LOCATION>Ain</LOCATION>", ["Aisne"]),
        ("<LOCATION>93</LOCATION>", ["91"]),
        ("<LOCATION>stade d'Auch</LOCATION>", ["stade d'Œuilly"]),
        ("<LOCATION>stade de Zzyrqville</LOCATION>", ["stade de Bellevue"]),
        ("<LOCATION>stade Bauer</LOCATION>", ["stade Albert-Camus"]),
        ("<LOCATION>AUTRICHE</LOCATION>", ["BELGIQUE"]),
        ("<CITY>Rome</CITY>", ["Bari"]),
        ("<CITY>ROME</CITY>", ["BARI"]),
        ("<CITY>Rome cedex 9</CITY>", ["Bari cedex"]),
    ],
)
def test_codes_and_areas_follow_the_town_that_is_drawn(write: Write, marked: str, written: list[str]) -> None:
    assert write(marked).surrogates == written


@pytest.mark.parametrize(("strategy", "area"), [("plausible", "Essonne"), ("uniform", "Sarthe")])
def test_of_two_towns_of_a_department_one_says_where_it_goes(write: Write, strategy: str, area: str) -> None:
    # Les Mureaux comes first by its code, Le Vésinet in the note: by codes one would learn which is which of two
    # towns that are released.
    marked = "<CITY>Le Vésinet</CITY>, <CITY>Les Mureaux</CITY>, deux villes des <LOCATION>Yvelines</LOCATION>"
    first, second, department = write(marked, strategy).surrogates
    assert first.startswith("Le ")
    assert second.startswith("Les ")
    assert department == area
