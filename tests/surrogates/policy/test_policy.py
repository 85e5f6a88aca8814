"""A policy says what becomes of each label, and refuses what it does not know by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.labels import LABELS
from palimpseste.surrogates import Policy
from palimpseste.surrogates.policy.options import Options


@pytest.mark.parametrize(
    ("name", "strategy"),
    [("plausible", "plausible"), ("tag", "tag"), ("numbered-tags", "numbered-tag"), ("mask", "mask")],
)
def test_a_built_in_policy_treats_every_label_alike(name: str, strategy: str) -> None:
    policy = Policy.named(name)
    assert policy.name == name
    assert {policy.strategy_of(label) for label in LABELS} == {strategy}


def test_a_file_sets_a_default_labels_and_options(tmp_path: Path) -> None:
    path = tmp_path / "site.toml"
    path.write_text(
        'name = "site"\ndefault = "plausible"\n'
        '[labels]\nAGE = "keep"\nSSN = "mask"\n[options]\ndate_shift_days = [7, 30]\n'
    )
    policy = Policy.named(str(path))
    assert policy.name == "site"
    assert (policy.strategy_of("AGE"), policy.strategy_of("SSN"), policy.strategy_of("DATE")) == (
        "keep",
        "mask",
        "plausible",
    )
    assert policy.options == Options(date_shift_days=(7, 30))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param('default = "tag"\ncolour = 1', "colour: unknown key", id="key"),
        pytest.param('default = "tag"\n[labels]\nNOM = "tag"', "[labels] NOM: unknown key; allowed:", id="label"),
        pytest.param('default = "hide"', "default: 'hide'; allowed: plausible, tag", id="default"),
        pytest.param('default = "tag"\n[labels]\nAGE = 3', "[labels] AGE: 3; allowed: plausible, tag", id="strategy"),
        pytest.param(
            'default = "tag"\n[options]\nnoise = 1', "[options] noise: unknown key; allowed: date_shift", id="option"
        ),
        pytest.param(
            'default = "tag"\n[options]\ndate_shift_days = [0, 3]',
            "date_shift_days: [0, 3]; allowed: two",
            id="zero shift",
        ),
        pytest.param(
            'default = "tag"\n[options]\ndate_shift_days = 3',
            "date_shift_days: 3; allowed: two",
            id="no pair",
        ),
        pytest.param('[labels]\nAGE = "tag"', "says nothing of label FIRSTNAME", id="label left out"),
        pytest.param("labels = 3", "labels: 3; allowed: a table", id="no table"),
        pytest.param("default = ", "not valid TOML", id="no TOML"),
    ],
)
def test_what_is_unknown_is_refused_by_name(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "site.toml"
    path.write_text(content)
    with pytest.raises(UsageError) as error:
        Policy.named(str(path))
    assert message in str(error.value)


def test_an_unknown_policy_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="mask, numbered-tags, plausible, tag"):
        Policy.named("pseudonymes")
    with pytest.raises(UsageError, match="cannot be read"):
        Policy.named(str(tmp_path / "absent.toml"))


def test_a_policy_describes_each_label_in_order_with_its_guarantee() -> None:
    lines = Policy.named("plausible").describe()
    assert [line.label for line in lines] == list(LABELS)
    shift = next(line for line in lines if line.label == "DATE")
    assert "281 to 449" in shift.guarantee
    assert "no proof of privacy" in shift.guarantee
    kept = Policy.from_mapping({"default": "keep"}).describe()
    assert all("no protection" in line.guarantee for line in kept)


@pytest.mark.parametrize("name", ["x" * 5000, "a" * 300 + "/b"])
def test_a_name_that_no_file_can_have_is_an_unknown_policy(name: str) -> None:
    with pytest.raises(UsageError, match="unknown policy"):
        Policy.named(name)


def test_a_file_of_lists_within_lists_is_no_policy(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("default = " + "[" * 100_000)
    with pytest.raises(UsageError, match="not valid TOML"):
        Policy.named(str(path))


def test_shifts_are_multiples_of_what_the_policy_says() -> None:
    assert Policy.named("plausible").options.date_shift_step == 7
    dates = next(line for line in Policy.named("plausible").describe() if line.label == "DATE")
    assert "intervals and weekdays survive" in dates.guarantee
    with pytest.raises(UsageError, match=r"no multiple of 7 from 1 to 5 days"):
        Options(date_shift_days=(1, 5), date_shift_step=7)


@pytest.mark.parametrize("name", ["plausible", "keep-hospitals"])
def test_a_shift_of_plausible_leaves_most_dates_in_their_season(name: str) -> None:
    options = Policy.named(name).options
    lowest, highest = options.date_shift_days
    sizes = [days for days in range(lowest, highest + 1) if days % options.date_shift_step == 0]
    assert 2 * len(sizes) >= 46, "as many shifts as half a year either way would have"
    assert all(abs(days - 365.25) <= 12 * 7 for days in sizes)


def test_dates_are_planned_where_what_is_written_hangs_on_all_of_them() -> None:
    names = [name for name in Policy.built_in() if Policy.named(name).plans_dates]
    assert names == ["dp", "keep-hospitals", "plausible"]
    plausible = Policy.named("plausible").to_mapping()
    a_document = Policy.from_mapping({**plausible, "options": {**plausible["options"], "shift_scope": "document"}})
    assert not a_document.plans_dates
    assert not Policy.named("plausible").with_exact_days().plans_dates
    mapping = Policy.named("dp").to_mapping()
    split = Policy.from_mapping({**mapping, "privacy": {"epsilon": "2", "per": "document"}})
    assert not split.plans_dates


def test_the_day_after_which_nothing_is_written_is_that_of_what_moves_dates() -> None:
    days = {name: Policy.named(name).latest for name in Policy.built_in()}
    assert {name for name, day in days.items() if day} == {"dp", "keep-hospitals", "plausible"}
    mapping = Policy.named("plausible").to_mapping()
    assert Policy.from_mapping({**mapping, "clock": {"latest": "2020-12-31"}}).latest == days["plausible"]
    noisy = Policy.from_mapping({**mapping, "labels": dict.fromkeys(mapping["labels"], "tag")})
    assert noisy.latest is None


def test_the_report_says_that_a_shift_goes_back_before_a_day() -> None:
    told = {line.label: line.guarantee for line in Policy.named("plausible").describe()}
    assert "either way, earlier where one would come out after 2025-12-31: intervals" in told["DATE"]


def test_the_report_says_that_dates_agree_with_words_of_season() -> None:
    for name, said in (
        ("dp", "a life moves by weeks or years"),
        ("plausible", "the shift is drawn among those that agree"),
    ):
        told = {line.label: line.guarantee for line in Policy.named(name).describe()}
        assert f"where words that stay say a season, an epoch or a class of school, {said}" in told["DATE"]
        assert "words that stay" not in told["BIRTHDATE"]
        exact = {line.label: line.guarantee for line in Policy.named(name).with_exact_days().describe()}
        assert "words that stay" not in exact["DATE"]
    assert not any("words that stay" in line.guarantee for line in Policy.named("tag").describe())


def test_lives_are_asked_for_where_something_moves_them() -> None:
    mapping = Policy.named("plausible").to_mapping()
    options = {**mapping["options"], "date_shift_latest": "none"}
    assert Policy.from_mapping({**mapping, "options": options}).plans_dates
    without = Policy.from_mapping({**mapping, "options": {**options, "seasons": False}})
    assert not without.asks_for_lives
    tagged = {**mapping, "labels": dict.fromkeys(mapping["labels"], "tag"), "options": options}
    assert not Policy.from_mapping(tagged).asks_for_lives


def test_the_report_says_which_dates_come_out_on_working_days() -> None:
    for name, stretch in (("dp", "month"), ("plausible", "week")):
        told = {line.label: line.guarantee for line in Policy.named(name).describe()}
        assert told["DATE"].endswith(f"the nearest working day of its {stretch}")
        assert "working day" not in told["BIRTHDATE"]
        exact = {line.label: line.guarantee for line in Policy.named(name).with_exact_days().describe()}
        assert "working day" not in exact["DATE"]
    assert not any("working day" in line.guarantee for line in Policy.named("tag").describe())
