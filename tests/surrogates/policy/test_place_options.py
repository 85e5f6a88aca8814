"""The places of a policy are read from its file, checked by name, and written back as they were read."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.places import PlaceTable
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.policy.place_options import FeatureColumn, FeatureFile, PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy, strategy_of_towns

POLICY = """
name = "regional"
default = "plausible"
[labels]
CITY = "exponential"
ZIP = "exponential"
[places]
zone = ["21", "71"]
measure = "square-root"
kilometres = 2
norm = "euclidean"
[places.features]
file = "data/stroke.csv"
columns = [{ name = "stroke", unit = "deaths", missing = "median", steps = 12, by = "maximum" }]
"""


@pytest.fixture
def policy(tmp_path: Path) -> Policy:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "stroke.csv").write_text("insee,stroke\n21231,40\n71076,10\n", encoding="utf-8")
    path = tmp_path / "regional.toml"
    path.write_text(POLICY, encoding="utf-8")
    return Policy.named(str(path))


def test_a_policy_file_says_which_towns_and_how_far(policy: Policy, tmp_path: Path) -> None:
    column = FeatureColumn("stroke", 12, "maximum", "deaths", "", "median")
    file = FeatureFile(str(tmp_path / "data" / "stroke.csv"), (column,))
    expected = PlaceOptions(("21", "71"), "square-root", kilometres=2, norm="euclidean", features=file)
    assert policy.places == expected


def test_places_survive_a_file_and_a_process(policy: Policy) -> None:
    assert Policy.from_mapping(policy.to_mapping()).places == policy.places
    assert pickle.loads(pickle.dumps(policy)).places == policy.places
    assert Policy.from_mapping(Policy.named("dp").to_mapping()).places == PlaceOptions()


def test_features_of_a_file_count_in_the_metric(policy: Policy) -> None:
    with_features = territory_of(PlaceTable.bundled(), policy.places)
    assert with_features.table.feature("stroke")["21231"] == 40
    dijon, chalon = (PlaceTable.bundled().by_insee(code) for code in ("21231", "71076"))
    assert dijon
    assert chalon
    # 40 and 10 of 40, twelve steps for the whole: nine steps between them.
    bare = territory_of(PlaceTable.bundled(), PlaceOptions(("21", "71"), kilometres=2, norm="euclidean"))
    places = with_features.candidates("consonant") == with_features.place_of(chalon)
    near = int(bare.distances(dijon, "consonant")[places][0])
    far = int(with_features.distances(dijon, "consonant")[places][0])
    assert (near - 1) ** 2 + 81 <= far**2 <= (near**2 + 81) + 2 * far


def test_a_policy_with_features_replaces_towns_of_its_zone(policy: Policy, key: CohortKey) -> None:
    from palimpseste.corpus.markup import parse_markup

    text, spans = parse_markup("<ZIP>21000</ZIP> <CITY>Dijon</CITY>")
    result = Replacer(key, policy)(Document("1", text), spans)
    assert result.text[:2] in ("21", "71")


def test_a_file_that_cannot_be_used_fails_before_any_document(policy: Policy, key: CohortKey, tmp_path: Path) -> None:
    (tmp_path / "data" / "stroke.csv").write_text("insee,other\n21231,40\n", encoding="utf-8")
    with pytest.raises(UsageError, match="'stroke' is not there"):
        Replacer(key, policy)


@pytest.mark.parametrize(
    ("places", "message"),
    [
        ({"zone": "europe"}, r"\[places\] zone: a string; allowed: france, metropolitan or a list of departments"),
        ({"zone": ["21", "99"]}, r"\[places\]: zone: '99' is no code of a department; allowed: 01, 02"),
        ({"zone": []}, "zone: an empty list is no code of a department"),
        ({"measure": "wealth"}, "measure: 'wealth'; allowed: population, square-root, uniform"),
        ({"norm": "taxicab"}, "norm: 'taxicab'; allowed: sum, euclidean"),
        ({"kilometres": -1}, "kilometres: -1; allowed: a whole number from 0 to 1000"),
        ({"kilometres": 1.5}, "kilometres: 1.5; allowed: a whole number"),
        ({"nearest": 0}, "nearest: 0; allowed: a whole number from 1 to 10000"),
        ({"kilometres": 0, "size": 0}, "no part"),
        ({"city": 1}, r"\[places\] city: unknown key; allowed: zone"),
        ({"features": {"file": "a.csv"}}, r"\[places.features\] columns: nothing; allowed: a list of tables"),
        ({"features": {"columns": [{"name": "a"}]}}, "file: nothing; allowed: a string"),
        ({"features": {"file": "a.csv", "columns": []}}, "columns: an empty list; allowed: a list of tables"),
        (
            {"features": {"file": "a.csv", "columns": [{"steps": 2}]}},
            r"columns, item 1\] name: nothing",
        ),
        (
            {"features": {"file": "a.csv", "columns": [{"name": "a", "weight": 2}]}},
            "weight: unknown key; allowed:",
        ),
        ({"features": {"file": "a.csv", "columns": [{"name": "a", "steps": 0}]}}, "steps: 0; allowed: a whole number"),
        ({"features": {"file": "a.csv", "columns": [{"name": "a", "missing": "no"}]}}, "missing: 'no'; allowed: error"),
        ({"features": "a.csv"}, r"\[places.features\]: a string; allowed: a table"),
    ],
)
def test_what_is_unknown_or_wrong_is_refused_by_name(places: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Policy.from_mapping({"default": "plausible", "places": places})


@pytest.mark.parametrize(
    ("strategy", "places", "message"),
    [
        ("planar-laplace", {"kilometres": 0}, "planar-laplace moves positions"),
        ("exponential-knn", {"size": 0}, "exponential-knn compares features"),
    ],
)
def test_a_strategy_that_cannot_do_with_the_places_is_refused(
    strategy: str, places: dict[str, object], message: str
) -> None:
    labels = {"CITY": strategy, "ZIP": strategy}
    with pytest.raises(UsageError, match=message):
        Policy.from_mapping({"default": "plausible", "labels": labels, "places": places})


@pytest.mark.parametrize(
    ("city", "code", "towns"),
    [
        ("exponential", "exponential", "exponential"),
        ("tag", "uniform", "uniform"),
        ("planar-laplace", "mask", "planar-laplace"),
        ("plausible", "plausible", "plausible"),
        ("tag", "tag", "plausible"),
    ],
)
def test_towns_are_drawn_as_one_of_their_labels_says(city: Strategy, code: Strategy, towns: Strategy) -> None:
    strategies: dict[Label, Strategy] = {"CITY": city, "ZIP": code}
    assert strategy_of_towns(strategies) == towns


def test_the_guarantee_names_zone_and_metric(policy: Policy) -> None:
    (city,) = (each.guarantee for each in policy.describe() if each.label == "CITY")
    assert "departments 21, 71" in city
    assert "2 km" in city
    assert "12 for the whole span of stroke" in city
    assert "one class of grammar" in policy.statement()
