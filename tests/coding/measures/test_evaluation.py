"""Measures of codes against their definitions, stay by stay."""

from __future__ import annotations

import json
import random
import statistics

import pytest
from toy_coding import SIGNS

from palimpseste.coding import Prediction, Stay
from palimpseste.coding.measures.evaluate import evaluate_codes
from palimpseste.coding.measures.page import evaluation_page
from palimpseste.errors import UsageError

CODES = [*SIGNS, "U07.1", "E95.1"]


def drawn(seed: int, stays: int = 40) -> tuple[list[Stay], list[Prediction]]:
    chance = random.Random(seed)
    gold, found = [], []
    for number in range(stays):
        scores = {code: chance.random() for code in CODES}
        gold.append(
            Stay(str(number), ("x",), tuple(code for code in CODES if chance.random() < 0.3 + 0.3 * scores[code]))
        )
        found.append(Prediction(str(number), tuple(code for code in CODES if scores[code] > 0.6), scores))
    return gold, found


def test_measures_are_those_of_their_definitions() -> None:
    gold, found = drawn(1)
    pairs = [(set(stay.codes), set(guess.codes)) for stay, guess in zip(gold, found, strict=True)]
    right = sum(len(known & given) for known, given in pairs)
    precision, recall = (right / sum(len(pair[side]) for pair in pairs) for side in (1, 0))
    evaluation = evaluate_codes(reversed(gold), found, bootstrap=0)
    micro, macro = evaluation.overall.micro, evaluation.overall.macro
    assert micro.precision.value == pytest.approx(precision)
    assert micro.recall.value == pytest.approx(recall)
    assert micro.f1.value == pytest.approx(2 * precision * recall / (precision + recall))
    by_code = []
    for code in CODES:
        has = sum(code in known for known, _ in pairs)
        given = sum(code in guess for _, guess in pairs)
        both = sum(code in known and code in guess for known, guess in pairs)
        by_code.append((both / given, both / has, 2 * both / (has + given)))
    expected = [statistics.mean(column) for column in zip(*by_code, strict=True)]
    assert [macro.precision.value, macro.recall.value, macro.f1.value] == pytest.approx(expected)
    for depth, estimate in evaluation.precision_at.items():
        hits = [
            len(set(sorted(guess.scores, key=lambda code: -guess.scores[code])[:depth]) & set(stay.codes)) / depth
            for stay, guess in zip(gold, found, strict=True)
        ]
        assert estimate.value == pytest.approx(statistics.mean(hits))


def test_chapters_and_bands_part_the_codes() -> None:
    gold, found = drawn(2)
    seen = {"I10": 100, "E11.9": 99, "J18.9": 10, "K35.8": 9, "S72.0": 1}
    evaluation = evaluate_codes(gold, found, training_stays=seen, bootstrap=0)
    assert {name: group.codes for name, group in evaluation.bands.items()} == {
        "100 or more": 1, "10 to 99": 2, "1 to 9": 2, "never seen": 3,
    }  # fmt: skip
    assert [name.split()[0] for name in evaluation.chapters] == ["IV", "IX", "X", "XI", "XIV", "XIX", "XXII", "outside"]
    for groups in (evaluation.bands, evaluation.chapters):
        assert sum(group.gold for group in groups.values()) == evaluation.overall.gold
        assert sum(group.right for group in groups.values()) == evaluation.overall.right
    line = evaluation.codes["I10"]
    assert evaluation.bands["100 or more"].micro.recall.value == pytest.approx(line.right / line.gold)


def test_intervals_hold_the_value_and_shrink_with_stays() -> None:
    few, many = (evaluate_codes(*drawn(3, stays), bootstrap=200) for stays in (30, 480))
    widths = []
    for evaluation in (few, many):
        for estimate in (evaluation.overall.micro.f1, evaluation.overall.macro.f1, evaluation.precision_at[5]):
            assert estimate.low < estimate.value < estimate.high
        widths.append(evaluation.overall.micro.f1.high - evaluation.overall.micro.f1.low)
    # Sixteen times the stays: a quarter of the width, give or take.
    assert 0.15 < widths[1] / widths[0] < 0.4
    assert few == evaluate_codes(*drawn(3, 30), bootstrap=200)


def test_a_code_that_is_never_given_counts_as_nothing_found() -> None:
    gold = [Stay("1", ("x",), ("I10", "R05"))]
    evaluation = evaluate_codes(gold, [Prediction("1", ("I10",), {})], bootstrap=0)
    assert evaluation.overall.macro.precision.value == 0.5
    assert evaluation.overall.macro.recall.value == 0.5
    assert evaluation.precision_at[5].value != evaluation.precision_at[5].value  # no scores, no ranks
    assert json.loads(evaluation.to_json())["precision_at"]["5"]["value"] is None


@pytest.mark.parametrize(
    ("gold", "found", "message"),
    [
        (["1", "2"], ["1"], "stay '2' has no prediction"),
        (["1"], ["1", "2"], "stay '2' is predicted and not among"),
        (["1", "1"], ["1"], "stay '1' occurs twice"),
        (["1"], ["1", "1"], "stay '1' is predicted twice"),
        ([], [], "no stay"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_both_sides_must_be_the_same_stays(gold: list[str], found: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        evaluate_codes(
            [Stay(name, ("x",), ("R05",)) for name in gold], [Prediction(name, ("R05",), {}) for name in found]
        )


def test_the_page_has_figures_and_descriptions() -> None:
    gold, found = drawn(4)
    page = evaluation_page(evaluate_codes(gold, found, training_stays={}, bootstrap=20), {"I10": "Tension <haute>"})
    assert page.count("<svg") == 2
    assert "Tension &lt;haute&gt;" in page
    assert "IX circulation" in page
