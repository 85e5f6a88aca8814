"""Counts and orders of an experiment, against figures worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from palimpseste.coding.predictions import Prediction
from palimpseste.coding.stays.stay import Stay
from palimpseste.errors import UsageError
from palimpseste.evaluation.bootstrap import Samples
from palimpseste.evaluation.scores import Estimate
from palimpseste.utility.counts import KINDS, count_experiment
from palimpseste.utility.results import Claim, share_lost
from palimpseste.utility.sides import Rivals, rivals_of, told_right
from palimpseste.utility.stays import AnnotatedStay
from palimpseste.utility.versions import versions_of


def stay(name: str, *codes: str) -> AnnotatedStay:
    return AnnotatedStay(Stay(name, ("",), codes), (), "test", {})


def given(**codes: str) -> list[Prediction]:
    return [Prediction(name, tuple(each.split()), {}) for name, each in codes.items()]


STAYS = [stay("a", "I10", "E11.9"), stay("b", "I21.9"), stay("c", "P90")]


def test_f1_is_micro_and_the_mean_over_seeds() -> None:
    first, second = given(a="I10 E11.9", b="I21.9", c=""), given(a="I10", b="I25.2", c="P90")
    sums = count_experiment(STAYS, [[first, second]]).summed(np.ones(3))
    # 2·3 / (4 + 3) and 2·2 / (4 + 3).
    assert sums.f1.tolist() == pytest.approx([(6 / 7 + 4 / 7) / 2])


def test_recall_is_told_by_what_tells_the_code() -> None:
    stays = [stay("a", "I10"), AnnotatedStay(Stay("b", ("",), ("I21.9", "I10")), (), "test", {"I21.9": "dates"})]
    sums = count_experiment(stays, [[given(a="I10", b="I10")]]).summed(np.ones(2))
    recall = dict(zip(KINDS, sums.recall[0].tolist(), strict=True))
    assert recall["none"] == 1.0
    assert recall["dates"] == 0.0
    assert np.isnan(recall["season"])


def test_sides_of_a_case_are_the_codes_that_one_has_and_the_other_has_not() -> None:
    assert list(rivals_of("infarction", ("I10", "I21.9"))) == [
        Rivals("dates", frozenset({"I21.9"}), frozenset({"I25.2"}))
    ]
    assert list(rivals_of("second_infarction", ("I21.9", "I25.2"))) == [
        Rivals("dates", frozenset({"I21.9", "I25.2"}), frozenset({"I22.9"}))
    ]
    assert not list(rivals_of("", ("I21.9",)))


@pytest.mark.parametrize(
    ("scores", "expected"), [({"I21.9": 0.2, "I25.2": 0.1}, 1.0), ({"I25.2": 0.1}, 0.0), ({"I10": 0.9}, 0.5)]
)
def test_a_side_is_told_right_whatever_the_threshold(scores: dict[str, float], expected: float) -> None:
    assert told_right(Rivals("dates", frozenset({"I21.9"}), frozenset({"I25.2"})), scores) == expected


def test_sides_told_right_are_counted_by_training_and_kind() -> None:
    stays = [AnnotatedStay(Stay(name, ("",), ("I21.9",)), (), "test", {}, "infarction") for name in "ab"]
    right, wrong = {"I21.9": 0.9, "I25.2": 0.1}, {"I21.9": 0.1, "I25.2": 0.9}
    first = [Prediction("a", (), right), Prediction("b", (), right)]
    second = [Prediction("a", (), right), Prediction("b", (), wrong)]
    sums = count_experiment(stays, [[first], [second]]).summed(np.ones(2))
    assert sums.sides_told.tolist() == [1.0, 0.5]
    assert sums.sides_told_by_kind[1, KINDS.index("dates")] == 0.5
    assert np.isnan(sums.sides_told_by_kind[1, KINDS.index("age")])


def test_a_difference_is_resampled_in_pairs() -> None:
    # Two versions that err on the same stays differ by nothing in every sample, however wide each interval is.
    stays = [stay(f"s{n}", "I10") for n in range(20)]
    found = given(**{f"s{n}": "I10" if n % 2 else "E11.9" for n in range(20)})
    samples = Samples(count_experiment(stays, [[found], [found]]), 200, 1)
    alone = samples.estimate(lambda sums: sums.f1[..., 0])
    difference = samples.estimate(lambda sums: sums.f1[..., 0] - sums.f1[..., 1])
    assert alone.high - alone.low > 0.2
    assert (difference.low, difference.high) == (0.0, 0.0)


def test_chance_in_training_widens_the_interval() -> None:
    stays = [stay(f"s{n}", "I10") for n in range(20)]
    good, bad = given(**{s.stay.id: "I10" for s in stays}), given(**{s.stay.id: "E11.9" for s in stays})
    samples = Samples(count_experiment(stays, [[good, bad]]), 200, 1)
    found = samples.estimate(lambda sums: sums.f1[..., 0])
    assert (found.value, found.low, found.high) == (0.5, 0.0, 1.0)


def test_what_was_lost_of_nothing_is_undefined() -> None:
    # Of two stays, samples that draw the second alone find no code in the original.
    original, version = given(a="I10", b="E11.9"), given(a="E11.9", b="E11.9")
    samples = Samples(count_experiment([stay("a", "I10"), stay("b", "I10")], [[original], [version]]), 50, 1)
    lost = samples.estimate(lambda sums: share_lost(sums, 1))
    assert (lost.value, lost.low, lost.high) == (1.0, 1.0, 1.0)


def test_a_missing_prediction_ends_the_count() -> None:
    with pytest.raises(UsageError, match="not whole"):
        count_experiment(STAYS, [[given(a="I10")]])


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.01, 0.03, "holds"), (-0.01, 0.03, "undecided"), (-0.2, -0.1, "reversed")]
)
def test_a_claim_holds_where_its_whole_interval_says_so(low: float, high: float, verdict: str) -> None:
    assert Claim("one", "other", Estimate((low + high) / 2, low, high)).verdict == verdict


def test_versions_are_the_original_and_every_policy_over_every_kind_of_spans() -> None:
    versions = versions_of(("tag", "dp:1/4", "exponential-knn:1"), ("gold", "detected"))
    assert [version.name for version in versions[:4]] == [
        "original",
        "tag, gold spans",
        "tag, detected spans",
        "dp, ε = 1/4, gold spans",
    ]
    assert len({version.slug for version in versions}) == 7
    nearest = versions[-1].made_policy()
    assert nearest.strategy_of("CITY") == "exponential-knn"
    assert nearest.strategy_of("DATE") == "clock-laplace"
    assert nearest.privacy.epsilon == 1
