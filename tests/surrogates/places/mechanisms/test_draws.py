"""Towns are drawn with the probabilities the mechanisms state, from a set that does not depend on the original."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import cos, exp, inf, log, radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palimpseste.errors import UsageError
from palimpseste.places import Commune, PlaceTable, is_on_mainland
from palimpseste.places.metric import points_of
from palimpseste.privacy.epsilon import Epsilon
from palimpseste.risk.places.figures import figures_of, figures_of_zone, town_table
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.draws import BitStream, Draws
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.mechanisms.draws import ExponentialTowns, TownDraw, UniformTowns, town_draw
from palimpseste.surrogates.places.mechanisms.nearest import NearestTowns
from palimpseste.surrogates.places.mechanisms.plane import PlanarTowns, map_of
from palimpseste.surrogates.places.mechanisms.territory import Territory, territory_of
from palimpseste.surrogates.policy.place_options import FeatureColumn, FeatureFile, PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy
from palimpseste.writings.atlas import atlas_of, grammar_of

STRATEGIES: tuple[Strategy, ...] = ("exponential", "exponential-knn", "planar-laplace", "uniform")


@pytest.fixture(scope="module")
def country() -> Territory:
    return territory_of(PlaceTable.bundled(), PlaceOptions())


@pytest.fixture(scope="module")
def department() -> Territory:
    return territory_of(PlaceTable.bundled(), PlaceOptions(zone=("21",)))


def named(name: str) -> Commune:
    return PlaceTable.bundled().named(name)[0]


def drawn(draw: TownDraw, commune: Commune, epsilon: Epsilon, key: CohortKey, count: int) -> Counter[str]:
    draws = Draws(key, "test")
    found = (draw.draw(commune, epsilon, draws.stream("CITY", commune.insee, str(i))) for i in range(count))
    return Counter(each.insee for each in found)


@pytest.mark.parametrize(
    ("strategy", "town", "epsilon"),
    [
        ("exponential", "Dijon", Fraction(1, 4)),
        ("exponential", "Auxey-Duresses", Fraction(1)),
        ("exponential", "Paris", Fraction(1, 8)),
        ("exponential-knn", "Dijon", Fraction(4)),
        ("uniform", "Dijon", Fraction(1)),
    ],
)
def test_the_frequencies_are_those_of_the_exact_probabilities(
    department: Territory, key: CohortKey, strategy: Strategy, town: str, epsilon: Epsilon
) -> None:
    # The key is fixed: the test passes or fails for ever. Over random keys a false alarm has a chance of 1e-6 a case,
    # exp(-13.8): chi-square of k degrees of freedom lies beyond k + 2·√(13.8·k) + 2·13.8 with no more (Laurent and
    # Massart 2000, lemma 1).
    law = town_draw(strategy, department)
    assert isinstance(law, (ExponentialTowns, NearestTowns, UniformTowns))
    commune, count = named(town), 2000
    candidates = [department.communes[place].insee for place in department.candidates(grammar_of(commune.name))]
    expected = count * np.exp(law.log_probabilities(commune, epsilon))
    found = drawn(law, commune, epsilon, key, count)
    assert set(found) <= {insee for insee, mean in zip(candidates, expected, strict=True) if mean > 0}
    observed = np.array([found[insee] for insee in candidates])
    # Candidates of fewer than five expected draws share one cell.
    rare = expected < 5
    cells = [*zip(observed[~rare], expected[~rare], strict=True), (observed[rare].sum(), expected[rare].sum())]
    cells = [(seen, mean) for seen, mean in cells if mean > 0]
    statistic = sum((seen - mean) ** 2 / mean for seen, mean in cells)
    freedom = len(cells) - 1
    assert statistic < freedom + 2 * (13.8 * freedom) ** 0.5 + 27.6


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("town", ["Dijon", "Le Havre", "Orléans", "Les Ulis", "Saint-Denis", "Paris"])
def test_what_is_drawn_takes_the_same_words(country: Territory, key: CohortKey, strategy: Strategy, town: str) -> None:
    for insee in drawn(town_draw(strategy, country), named(town), Fraction(1, 8), key, 5):
        commune = country.table.by_insee(insee)
        assert commune is not None
        assert grammar_of(commune.name) == grammar_of(town)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_town_outside_the_zone_becomes_one_of_the_zone(
    department: Territory, key: CohortKey, strategy: Strategy
) -> None:
    for insee in drawn(town_draw(strategy, department), named("Toulouse"), Fraction(1, 8), key, 5):
        assert insee[:2] == "21"


def test_a_zone_without_a_class_of_grammar_has_all_its_towns_for_it(key: CohortKey) -> None:
    territory = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("75",)))
    assert set(drawn(UniformTowns(territory), named("Le Havre"), Fraction(1), key, 3)) == {"75056"}


def test_the_town_itself_is_drawn_as_often_as_its_weight_says(country: Territory, key: CohortKey) -> None:
    # P = 0.665 at ε = 1/4; a share beyond 5 standard deviations in 300 draws is a chance of 6e-7.
    figures = figures_of(ExponentialTowns(country), named("Dijon"), Fraction(1, 4))
    stays = drawn(ExponentialTowns(country), named("Dijon"), Fraction(1, 4), key, 300)["21231"] / 300
    assert abs(stays - figures.staying) < 5 * (figures.staying * (1 - figures.staying) / 300) ** 0.5


def test_a_larger_epsilon_keeps_towns_nearer(country: Territory) -> None:
    near = [figures_of(ExponentialTowns(country), named("Dijon"), Fraction(e)) for e in ("1/8", "1/4", "1")]
    assert near[0].expected_km > near[1].expected_km > near[2].expected_km
    assert near[0].population_ratio > near[1].population_ratio > near[2].population_ratio >= 1
    assert near[0].staying < near[1].staying < near[2].staying
    assert near[0].median_km > 50
    assert "| Dijon | 161 830 | 1/8 |" in town_table(near)


@pytest.mark.parametrize(
    ("town", "at_most"),
    [
        ("Paris", 0.06),
        ("Lyon", 0.13),
        ("Dijon", 0.14),
        ("Le Havre", 0.25),
        ("Angers", 0.35),
        ("Les Abymes", 0.65),
        ("Nuits-Saint-Georges", 0.015),
        ("Aisy-sous-Thil", 0.005),
    ],
)
def test_no_town_of_any_size_stays_more_often_than_the_page_on_privacy_says(
    country: Territory, town: str, at_most: float
) -> None:
    default = Policy.named("dp")
    territory = territory_of(country.table, default.places)
    epsilon = Budget(default.privacy, tuple).most_of("CITY")
    found = figures_of(ExponentialTowns(territory), named(town), epsilon)
    assert 0 < found.staying < at_most
    assert found.median_km < 400


def test_a_village_is_one_of_many(country: Territory) -> None:
    # Most villages become villages, none of which stands out: not the village itself, nor any of its neighbours.
    village = named("Aisy-sous-Thil")
    chances = np.exp(ExponentialTowns(country).log_probabilities(village, Fraction(2, 3)))
    candidates = [country.communes[place] for place in country.candidates(grammar_of(village.name))]
    villages = np.array([commune.population < 1_000 for commune in candidates])
    assert chances[villages].sum() > 0.7
    assert chances.max() < 0.01


def test_of_the_inhabitants_of_a_zone() -> None:
    belfort = territory_of(PlaceTable.bundled(), PlaceOptions(zone=("90",)))
    law, epsilon = ExponentialTowns(belfort), Fraction(1, 2)
    found = figures_of_zone(law, epsilon, large=10**9)
    towns = PlaceTable.bundled().in_department("90")
    people = np.array([max(1, town.population) for town in towns], dtype=float)
    stays = np.array([figures_of(law, town, epsilon).staying for town in towns])
    assert found.staying == pytest.approx((people * stays).sum() / people.sum())
    assert found.kept_half == pytest.approx(people[stays > 0.5].sum() / people.sum())
    assert found.most_kept[0][1] == pytest.approx(stays.max())
    # Whoever looks guesses better, and the best guess is right at least as often as the town stays.
    assert found.right_guess >= max(found.staying, found.blind_guess) - 1e-9
    assert 0 < found.right_guess_of_villages < 1


def test_figures_follow_from_the_probabilities() -> None:
    table = PlaceTable(
        [
            Commune("1", "Brion", ("21000",), "21", "27", 100, 47.0, 5.0, "exact", "commune", ""),
            Commune("2", "Bure", ("21000",), "21", "27", 400, 48.0, 5.0, "exact", "commune", ""),
        ]
    )
    options = PlaceOptions(kilometres=1, size=0, measure="uniform")
    figures = figures_of(ExponentialTowns(territory_of(table, options)), table.communes[0], Fraction(1, 56))
    # 112 steps at half the rate: the other town weighs 1/e.
    moves = exp(-1) / (1 + exp(-1))
    assert figures.staying == pytest.approx(1 - moves)
    assert figures.expected_km == pytest.approx(moves * 111.19, rel=1e-3)
    assert figures.median_km == 0
    assert figures.population_ratio == pytest.approx(4**moves)


@pytest.mark.parametrize(
    ("measure", "weights"), [("population", [100, 400]), ("square-root", [10, 20]), ("uniform", [1, 1])]
)
def test_the_base_measure_is_public_and_chosen(measure: str, weights: list[int]) -> None:
    table = PlaceTable(
        [
            Commune("1", "Brion", ("21000",), "21", "27", 100, 47.0, 5.0, "exact", "commune", ""),
            Commune("2", "Bure", ("21000",), "21", "27", 400, 48.0, 5.0, "exact", "commune", ""),
        ]
    )
    options = PlaceOptions(measure=measure, populations=(1, 400), largest=0)  # type: ignore[arg-type] # by name
    territory = territory_of(table, options)
    assert territory.measure("consonant").tolist() == weights


def test_distances_on_the_map_are_those_on_the_ground() -> None:
    table = PlaceTable.bundled()
    points = map_of(table)
    places = {commune.insee: place for place, commune in enumerate(table.communes)}
    # Great circles between the table's coordinates: Dunkerque and Perpignan, Brest and Strasbourg, Nice and Ajaccio.
    for first, second in (("59183", "66136"), ("29019", "67482"), ("06088", "2A004")):
        one, other = table.communes[places[first]], table.communes[places[second]]
        a, b, c, d = np.radians([one.latitude, one.longitude, other.latitude, other.longitude])
        ground = 6371.0088 * np.arccos(np.sin(a) * np.sin(c) + np.cos(a) * np.cos(c) * np.cos(b - d))
        on_map = np.hypot(*(points[places[first]] - points[places[second]]))
        assert on_map == pytest.approx(ground, rel=0.01)


def test_planar_noise_reaches_as_far_as_its_rate_says(country: Territory, key: CohortKey) -> None:
    # The mean radius of planar Laplace is 2 / rate: 2 · 5 km / (1/4) = 40 km here. Its standard deviation is √2 / rate,
    # 28 km, so the mean of 100 lies within 5 · 2.8 km but for a chance of 6e-7; 3 km for the nearest town.
    points = map_of(country.table)
    dijon = country.place_of(named("Dijon"))
    fine = territory_of(country.table, PlaceOptions(kilometres=5))
    found = drawn(PlanarTowns(fine), named("Dijon"), Fraction(1, 4), key, 100)
    places = {commune.insee: place for place, commune in enumerate(country.communes)}
    mean = sum(np.hypot(*(points[places[insee]] - points[dijon])) * count for insee, count in found.items()) / 100
    assert abs(mean - 40) < 5 * 2.8 + 3


def test_the_published_mechanism_draws_among_the_nearest(country: Territory, key: CohortKey) -> None:
    few = territory_of(country.table, replace(country.options, nearest=3, radius_km=30))
    law = NearestTowns(few)
    probabilities = np.exp(law.log_probabilities(named("Dijon"), Fraction(1)))
    assert (probabilities > 0).sum() == 4
    assert probabilities.sum() == pytest.approx(1)
    assert set(drawn(law, named("Dijon"), Fraction(1), key, 40)) == {
        few.communes[place].insee for place in few.candidates("consonant")[probabilities > 0]
    }


def town(insee: str, name: str, population: int, latitude: float = 47.0, **other: Any) -> Commune:
    own = Commune(insee, name, ("21000",), insee[:2], "27", population, latitude, 5.0, "exact", "commune", "")
    return replace(own, **other)


# Brion, Cluny and Dole lie one degree (111.2 km), a tenth and a hundredth of it north of Bure.
NEAR = PlaceTable(
    [
        town("21001", "Bure", 100),
        town("21002", "Brion", 100, 48.0),
        town("39003", "Dole", 80, 47.01),
        town("71004", "Cluny", 50, 47.1),
        town("97401", "Cilaos", 70, 46.99, department="974"),
        town("21005", "Talant", 60, zips=()),
        town("21006", "Auxonne", 60),
    ]
)


@pytest.mark.parametrize(
    ("zone", "members"),
    [
        ("france", ["21001", "21002", "39003", "71004", "97401"]),
        ("metropolitan", ["21001", "21002", "39003", "71004"]),
        (("21", "71"), ["21001", "21002", "71004"]),
    ],
)
def test_a_zone_is_fixed_and_holds_towns_with_a_code(zone: str | tuple[str, ...], members: list[str]) -> None:
    territory = Territory(NEAR, PlaceOptions(zone=zone))  # type: ignore[arg-type] # one of those allowed
    assert [territory.communes[place].insee for place in territory.candidates("consonant")] == members
    assert [territory.communes[place].insee for place in territory.candidates("vowel")] == ["21006"]
    # None of « le » and « les »: all of the zone.
    assert sorted(territory.communes[place].insee for place in territory.candidates("les")) == sorted(
        [*members, "21006"]
    )
    assert territory.candidates("le").tolist() == territory.candidates("les").tolist()


def test_a_zone_without_towns_is_refused() -> None:
    with pytest.raises(UsageError, match="holds no town"):
        Territory(NEAR, PlaceOptions(zone=("75",)))


def test_a_part_of_a_town_lies_where_the_town_does_and_nobody_counts_as_one() -> None:
    whole, empty = town("69123", "Lyon", 900), town("21007", "Vide", 0)
    territory = Territory(PlaceTable([whole, empty]), PlaceOptions(populations=(1, 1000), largest=0))
    assert territory.place_of(replace(whole, insee="69381", type="arrondissement", parent="69123")) == 0
    assert territory.place_of(empty) == 1
    assert territory.measure("consonant").tolist() == [900, 1]


def test_square_roots_of_populations_are_rounded() -> None:
    table = PlaceTable([town("21001", "Bure", 12), town("21002", "Brion", 13)])
    options = PlaceOptions(measure="square-root", populations=(1, 1000), largest=0)
    assert Territory(table, options).measure("consonant").tolist() == [3, 4]


def test_populations_at_the_ends_are_pooled_in_measure_and_metric() -> None:
    sizes = (12, 400, 500, 501, 90_000, 100_000, 2_000_000)
    table = PlaceTable([town(f"2100{number}", "Bure", size) for number, size in enumerate(sizes)])
    territory = Territory(table, PlaceOptions(largest=0))
    assert territory.measure("consonant").tolist() == [500, 500, 500, 501, 90_000, 100_000, 100_000]
    # Three steps for a factor e: of 500, 90,000 and 100,000 they are 18.6, 34.2 and 34.5, rounded.
    assert territory.distances(table.communes[0], "consonant").tolist() == [0, 0, 0, 0, 15, 16, 16]
    # The three largest alike.
    assert Territory(table, PlaceOptions(largest=3)).measure("consonant").tolist()[-3:] == [90_000] * 3
    assert set(Territory(table, PlaceOptions()).measure("consonant").tolist()) == {500}
    with pytest.raises(UsageError, match="populations: 7 > 6"):
        PlaceOptions(populations=(7, 6))


@pytest.mark.parametrize(
    ("town", "has_hospital", "share"),
    [("Aurillac", True, 0.95), ("Verdun", True, 0.95), ("Semur-en-Auxois", True, 0.9), ("Jussac", False, 0.4)],
)
def test_a_town_with_a_hospital_is_drawn_for_one_that_has_one(
    country: Territory, town: str, has_hospital: bool, share: float
) -> None:
    known = choices_of(atlas_of(country.table)).has_hospital
    candidates = country.candidates(grammar_of(town))
    chances = np.exp(ExponentialTowns(country).log_probabilities(named(town), Fraction(2, 3)))
    drawn = chances[[known(country.communes[place]) for place in candidates]].sum()
    assert drawn > share if has_hospital else drawn < share


def test_a_town_with_a_hospital_lies_farther_from_those_without(country: Territory) -> None:
    bare = territory_of(country.table, PlaceOptions(hospital=0))
    places = [country.place_of(named(town)) for town in ("Aurillac", "Verdun", "Jussac", "Ytrac", "Le Havre")]
    apart = np.stack([each.metric.distances(places[0], np.array(places, dtype=np.int32)) for each in (country, bare)])
    # « Le » has too few such for them to count.
    assert (apart[0] - apart[1]).tolist() == [0, 0, 6, 6, 6]


@pytest.mark.parametrize("town", ["Dijon", "Le Havre", "Auxey-Duresses", "Saint-Leu", "Ajaccio"])
@pytest.mark.parametrize("grammar", ["consonant", "vowel", "le", "les"])
def test_towns_around_another_are_those_within_reach_or_else_the_nearest(town: str, grammar: str) -> None:
    options = PlaceOptions(zone="france", around_km=40)
    country, centre = territory_of(PlaceTable.bundled(), options), named(town)
    points, own = points_of(PlaceTable.bundled()), country.place_of(centre)
    places = [
        place
        for place in country.candidates(grammar).tolist()
        if place != own
        and country.communes[place].insee not in PlaceTable.bundled().of_new_names
        and is_on_mainland(country.communes[place].department) == is_on_mainland(centre.department)
        and (is_on_mainland(centre.department) or country.communes[place].department == centre.department)
    ]
    squared = {place: int(((points[place] - points[own]) ** 2).sum()) for place in places}
    has_hospital = choices_of(atlas_of(PlaceTable.bundled())).has_hospital
    within = {
        place
        for place in places
        if squared[place] <= 4000**2
        or (
            squared[place] <= 6000**2
            and (country.communes[place].population >= 15_000 or has_hospital(country.communes[place]))
        )
    }
    nearest = set(sorted(places, key=lambda place: (squared[place], place))[:10])
    around = set(country.around(centre).candidates(grammar).tolist())
    assert around == (within if len(within) >= 10 else nearest)


def test_rings_hold_the_candidates_at_each_distance() -> None:
    territory = Territory(NEAR, PlaceOptions(kilometres=1, size=0, measure="uniform"))
    bure = NEAR.communes[0]
    # 1.11 and 11.1 km in whole steps, rounded up; Cilaos as far south as Dole is north.
    assert territory.distances(bure, "consonant").tolist() == [0, 112, 2, 12, 2]
    assert territory.rings(bure) is territory.rings(bure)
    mechanism = ExponentialTowns(territory)
    logs = mechanism.log_probabilities(bure, Fraction(1))
    assert logs - logs[0] == pytest.approx([0, -56, -1, -6, -1])


def test_each_strategy_has_its_draw() -> None:
    territory = Territory(NEAR, PlaceOptions())
    kinds = [type(town_draw(strategy, territory)) for strategy in STRATEGIES]
    assert kinds == [ExponentialTowns, NearestTowns, PlanarTowns, UniformTowns]
    assert all(town_draw(strategy, territory).territory is territory for strategy in STRATEGIES)
    flat = Territory(NEAR, PlaceOptions(kilometres=0))
    with pytest.raises(UsageError, match="planar-laplace moves positions"):
        town_draw("planar-laplace", flat)


def test_any_town_of_the_class_is_as_likely() -> None:
    law = UniformTowns(Territory(NEAR, PlaceOptions()))
    assert law.log_probabilities(NEAR.communes[0], Fraction(1)) == pytest.approx([-log(5)] * 5)
    assert law.draw(NEAR.communes[1], Fraction(1), BitStream(bytes(64))).insee == "21001"
    assert law.draw(NEAR.communes[6], Fraction(1), BitStream(bytes(64))).insee == "21006"


def test_the_published_mechanism_by_hand() -> None:
    # Population alone: Dole at 20/100, Cilaos at 30/100, Cluny at 50/100 of Bure; Brion, as large, is too far.
    def near(nearest: int, radius: int, zone: str = "france") -> NearestTowns:
        options = PlaceOptions(nearest=nearest, radius_km=radius, zone=zone)  # type: ignore[arg-type] # one of two
        return NearestTowns(Territory(NEAR, options))

    bure = NEAR.communes[0]
    total = 1 + exp(-0.4) + exp(-0.6)
    expected = [-log(total), -inf, -0.4 - log(total), -inf, -0.6 - log(total)]
    assert near(2, 50).log_probabilities(bure, Fraction(2)) == pytest.approx(expected)
    assert near(10, 2).log_probabilities(bure, Fraction(2)) == pytest.approx(expected)
    total += exp(-1)
    expected = [-log(total), -inf, -0.4 - log(total), -1 - log(total), -0.6 - log(total)]
    assert near(10, 12).log_probabilities(bure, Fraction(2)) == pytest.approx(expected)
    assert near(10, 11).log_probabilities(bure, Fraction(2))[3] == -inf
    # A town alone in its zone stays; from far outside the nearest of all is drawn.
    assert near(2, 1).log_probabilities(bure, Fraction(2)) == pytest.approx([0, -inf, -inf, -inf, -inf])
    brion = NEAR.communes[1]
    far = NearestTowns(Territory(NEAR, PlaceOptions(zone=("39", "71"), radius_km=5)))
    assert far.log_probabilities(brion, Fraction(2)).tolist() == pytest.approx([-inf, 0])
    assert far.draw(brion, Fraction(2), BitStream(bytes(64))).name == "Cluny"
    assert far.scaled_distances(brion, np.array([2, 3], dtype=np.int32)) == pytest.approx([0.2, 0.5])


def test_the_published_mechanism_weighs_any_feature(tmp_path: Path) -> None:
    path = tmp_path / "beds.csv"
    path.write_text("insee,beds\n" + "".join(f"{c.insee},{n}\n" for n, c in enumerate(NEAR.communes)), "utf-8")
    features = FeatureFile(str(path), (FeatureColumn("beds"),))
    origin, others = NEAR.communes[0], np.array([0, 2, 3], dtype=np.int32)
    alone = NearestTowns(Territory(NEAR, PlaceOptions(size=0, features=features)))
    assert alone.scaled_distances(origin, others) == pytest.approx([0, 2 / 6, 3 / 6])
    both = NearestTowns(Territory(NEAR, PlaceOptions(features=features)))
    squares = [0.2**2 + (2 / 6) ** 2, 0.5**2 + (3 / 6) ** 2]
    assert both.scaled_distances(origin, others) == pytest.approx([0, *((each / 2) ** 0.5 for each in squares)])


def test_the_published_mechanism_draws_by_its_weights() -> None:
    law = NearestTowns(Territory(NEAR, PlaceOptions(radius_km=2)))
    bure = NEAR.communes[0]
    # Of Bure, Dole and Cilaos the weights are 1, exp(-0.4) and exp(-0.6): a draw of all bits 0 is the first, of all
    # bits 1 below the sum, 2.219 · 2^53 in 55 bits, is refused.
    assert law.draw(bure, Fraction(2), BitStream(bytes(64))).name == "Bure"
    for part, name in ((0.99, "Bure"), (1.01, "Dole"), (1.66, "Dole"), (1.68, "Cilaos"), (2.21, "Cilaos")):
        drawn_bits = int(part * 2**53) << (512 - 55)
        assert law.draw(bure, Fraction(2), BitStream(drawn_bits.to_bytes(64, "big"))).name == name


def test_towns_lie_on_the_map_in_kilometres() -> None:
    # On the standard parallels a degree eastwards is what it is on the ground; on the meridian of 3° x is 0.
    table = PlaceTable([town("21001", "Bure", 1, 44.0, longitude=3.0), town("21002", "Brion", 1, 44.0, longitude=3.1)])
    (west, east) = map_of(table)
    assert west[0] == 0
    assert east[0] == pytest.approx(0.1 * 111.195 * cos(radians(44)), abs=0.002)
    assert west[1] == pytest.approx(east[1], abs=0.01)
    grid = PlanarTowns(Territory(table, PlaceOptions())).grid_point(table.communes[1])
    assert grid == (8, round(float(east[1])))
