"""Which communes lie on the sea and near a land border, and the script that finds it from their outlines."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from palimpseste.places import Commune, PlaceTable

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "build_shores.py"
TABLE = PlaceTable.bundled()

SEA = """Concarneau; Arcachon; Marennes-Hiers-Brouage; Le Havre; Dieppe; Bastia; Sète; Mèze; Marseille;
    Brest; Saint-Malo; Saint-Nazaire; La Rochelle; Biarritz; Martigues; Noirmoutier-en-l'Île; Honfleur;
    Fort-de-France; Nouméa; Papeete"""
BORDER = """Annemasse; Thionville; Tourcoing; Lille; Pontarlier; Strasbourg; Mulhouse; Forbach; Longwy; Briançon;
    Saint-Jean-Pied-de-Port; Chamonix-Mont-Blanc; Montbéliard; Saint-Laurent-du-Maroni"""
BOTH = "Nice; Menton; Hendaye; Dunkerque; Cerbère"
NEITHER = (
    "Lyon; Rodez; Orléans; Rouen; Nantes; Bordeaux; Metz; Annecy; Pau; Caen; Chuelles; Peyre en Aubrac; Montpellier"
)


def named(names: str) -> list[Commune]:
    return [TABLE.named(name.strip())[0] for name in names.split(";")]


@pytest.mark.parametrize(
    ("names", "on_sea", "near_border"),
    [(SEA, True, False), (BORDER, False, True), (BOTH, True, True), (NEITHER, False, False)],
)
def test_known_towns_lie_on_the_sea_or_near_a_border(names: str, on_sea: bool, near_border: bool) -> None:
    for town in named(names):
        assert (town.insee in TABLE.on_sea, town.insee in TABLE.near_border) == (on_sea, near_border), town.name


def test_all_codes_are_of_the_table() -> None:
    assert all(TABLE.by_insee(code) for code in TABLE.on_sea | TABLE.near_border)
    assert len(TABLE.on_sea) > 1000
    assert len(TABLE.near_border) > 2000


def test_the_script_parts_the_edge_of_the_country_where_borders_end(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("build_shores", SCRIPT)
    assert spec
    assert spec.loader
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    # Nine squares of a degree, south to north and west to east; the border is in the south.
    monkeypatch.setattr(script, "ENDS_OF_BORDERS", ((0.1, 0.0), (3.0, 0.1)))
    monkeypatch.setattr(script, "ON_BORDERS", ((1.0, 0.1),))
    corners = ((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))
    outlines = {f"{y}{x}": [[(x + east, y + north) for east, north in corners]] for y in range(3) for x in range(3)}
    sea, border = script.parted(script.edge_of_country(outlines))
    assert script.with_shore(sea) == {"00", "10", "20", "21", "22", "12", "02"}
    assert script.near_border(outlines, border) == {"00", "01", "02"}
    assert script.distance(script.middle(outlines["00"][0]), np.array([[0.5, 1.0]])) == pytest.approx(0.5 * 111.2)
