"""The metric between communes is a metric, in whole steps, over whatever features it is given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from palimpseste.errors import UsageError
from palimpseste.places import Commune, Feature, PlaceTable
from palimpseste.places.metric import FeatureScale, TownMetric, points_of


def commune(insee: str, population: int, latitude: float = 47.0, longitude: float = 5.0) -> Commune:
    return Commune(
        insee, f"Ville {insee}", ("21000",), "21", "27", population, latitude, longitude, "exact", "commune", ""
    )


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> PlaceTable:
    path: Path = tmp_path_factory.mktemp("features") / "stroke.csv"
    path.write_text("insee,stroke,flat\n1,0,7\n2,5,7\n3,20,7\n", encoding="utf-8")
    # One degree of latitude is 111.19 km on the sphere of the metric.
    table = PlaceTable([commune("1", 1000), commune("2", 2718, 48.0), commune("3", 0)])
    return table.join(path, columns=[Feature("stroke", "deaths"), Feature("flat", "")])


def distances(table: PlaceTable, **parts: object) -> list[list[int]]:
    metric = TownMetric(table, **{"kilometres": 0, "size": 0, **parts})  # type: ignore[arg-type] # named by the cases
    return [metric.distances(origin).tolist() for origin in range(3)]


@pytest.mark.parametrize(
    ("parts", "between"),
    [
        ({"kilometres": 1}, [112, 0, 112]),
        ({"kilometres": 5}, [23, 0, 23]),
        ({"kilometres": 5, "reach_km": 100}, [20, 0, 20]),
        ({"kilometres": 5, "reach_km": 99}, [20, 0, 20]),
        ({"kilometres": 0, "size": 1, "reach_km": 100}, [1, 7, 8]),
        ({"size": 10}, [10, 69, 79]),
        ({"size": 10, "populations": np.array([1000, 2000, 10])}, [7, 46, 53]),
        ({"kilometres": 5, "size": 10}, [33, 69, 102]),
        ({"size": 10, "classes": np.array([0, 6, 0])}, [16, 69, 85]),
        ({"features": [FeatureScale("stroke", 100)]}, [25, 100, 75]),
        ({"features": [FeatureScale("stroke", 8, "maximum")]}, [2, 8, 6]),
        # √(22.24² + 10²) = 24.4, √(22.24² + 79²) = 82.07
        ({"kilometres": 5, "size": 10, "norm": "euclidean"}, [25, 69, 83]),
        # √(4² + 10²) = 10.8, √(4² + 79²) = 79.1
        ({"kilometres": 5, "reach_km": 20, "size": 10, "norm": "euclidean"}, [11, 69, 80]),
    ],
    ids=[
        "position",
        "steps of five",
        "within reach",
        "a reach that is no multiple of a step",
        "no position to reach",
        "size",
        "populations pooled",
        "classes",
        "sum",
        "range",
        "maximum",
        "euclidean",
        "euclidean within reach",
    ],
)
def test_a_distance_is_what_its_parts_make(three: PlaceTable, parts: dict[str, object], between: list[int]) -> None:
    table = distances(three, **parts)
    assert [table[0][1], table[0][2], table[1][2]] == between


@pytest.mark.parametrize("parts", [{}, {"reach_km": 100}], ids=["plain", "bounded"])
@pytest.mark.parametrize("norm", ["sum", "euclidean"])
def test_it_is_a_metric(norm: str, parts: dict[str, object]) -> None:
    table = PlaceTable.bundled()
    metric = TownMetric(table, kilometres=3, size=7, norm=norm, **parts)  # type: ignore[arg-type] # named by the cases
    chosen = np.arange(0, len(table.communes), 350, dtype=np.int32)
    between = np.stack([metric.distances(int(origin), chosen) for origin in chosen])
    assert (np.diagonal(between) == 0).all()
    assert (between == between.T).all()
    for middle in range(len(chosen)):
        assert (between <= between[:, [middle]] + between[[middle]]).all()


def test_a_distance_on_the_step_is_not_rounded_up() -> None:
    # Points are whole tens of metres: the metric in steps of one kilometre is the root of their squares, rounded up.
    table = PlaceTable.bundled()
    points = points_of(table)
    metric = TownMetric(table, kilometres=1, size=0)
    squares = ((points - points[0]) ** 2).sum(axis=1)
    found = metric.distances(0)
    assert ((found * 100) ** 2 >= squares).all()
    apart = found > 0
    assert (((found[apart] - 1) * 100) ** 2 < squares[apart]).all()
    assert (squares[~apart] == 0).all()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({}, "no part"),
        ({"features": [FeatureScale("flat", 5)]}, "same for all"),
        ({"features": [FeatureScale("absent", 5)]}, "no feature 'absent'"),
        (
            {"kilometres": 1000, "size": 100, "norm": "euclidean", "features": [FeatureScale("stroke", 10_000)]},
            "too fine",
        ),
    ],
    ids=["nothing", "constant", "not joined", "too fine"],
)
def test_what_is_no_metric_is_refused(three: PlaceTable, parts: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        distances(three, **parts)


def test_a_feature_with_gaps_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gaps.csv"
    path.write_text("insee,stroke\n1,0\n2,\n", encoding="utf-8")
    table = PlaceTable([commune("1", 10), commune("2", 10)]).join(path, columns=[Feature("stroke", "", missing="nan")])
    with pytest.raises(UsageError, match="no value for 1 communes"):
        TownMetric(table, kilometres=5, size=0, features=[FeatureScale("stroke", 5)])


def test_negative_values_are_not_divided_by_their_maximum(tmp_path: Path) -> None:
    path = tmp_path / "balance.csv"
    path.write_text("insee,balance\n1,-3\n2,4\n", encoding="utf-8")
    table = PlaceTable([commune("1", 10), commune("2", 10)]).join(path, columns=["balance"])
    with pytest.raises(UsageError, match="divide it by its range"):
        TownMetric(table, kilometres=0, size=0, features=[FeatureScale("balance", 5, "maximum")])
    assert TownMetric(table, kilometres=0, size=0, features=[FeatureScale("balance", 5)]).distances(0).tolist() == [
        0,
        5,
    ]
