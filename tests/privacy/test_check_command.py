"""``palimpseste privacy check`` says what holds, and fails where something does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from palimpseste.privacy.exponential import ExponentialMechanism

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(palimpseste: Run) -> Run:
    return partial(palimpseste, "privacy", "check")


def test_all_guarantees_of_a_department_hold(check: Run) -> None:
    status, printed, said = check("--department", "90")
    assert status == 0
    assert "all guarantees hold" in said
    lines = [line for line in printed.splitlines() if "towns of 90" in line]
    assert len([line for line in lines if "holds |" in line]) >= 2
    # The mechanism as published is shown beside its claim, and fails nothing.
    assert [line for line in lines if "exponential-knn" in line and "inf" in line and "does not hold" in line]


def test_figures_come_as_json(check: Run) -> None:
    status, printed, _ = check("--json", "--department", "none", "--epsilon", "1/2")
    rows = json.loads(printed)
    assert status == 0
    assert {row["claimed"] for row in rows} == {0.5}
    assert all(row["holds"] and row["measured"] <= 0.5 * (1 + 1e-9) for row in rows)
    assert [(row["mechanism"], row["domain"]) for row in rows] == [
        ("discrete Laplace", "integers -30..30 to -300..300"),
        ("bounded Laplace", "the whole of 1..60"),
        ("bounded Laplace", "the whole of 61..730"),
        ("planar Laplace", "window of 15 × 15 points to 55 × 55"),
        ("exponential", "random metric space 1 of 60 points"),
        ("exponential", "random metric space 2 of 60 points"),
        ("exponential", "random metric space 3 of 60 points"),
        ("gradual Laplace", "integers -4..4 to -16..16 at both of two rates together"),
        ("clock-laplace", "51500 dates of unit day on each of 3 drawn clocks"),
        ("clock-laplace", "1692 dates of unit month on each of 3 drawn clocks"),
        ("clock-laplace", "565 dates of unit season on each of 3 drawn clocks"),
        ("clock-laplace", "141 dates of unit year on each of 3 drawn clocks"),
    ]


def test_a_broken_guarantee_gives_another_status(check: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # Twice the half of the rate, as if the normaliser did not depend on the input.
    monkeypatch.setattr(ExponentialMechanism, "_half_rate", property(lambda self: float(self.epsilon)))
    status, printed, said = check("--department", "none")
    assert status == 1
    assert "BROKEN" in printed
    assert "3 of" in said
    assert "hold" not in said


@pytest.mark.parametrize("arguments", [("--department", "999"), ("--epsilon", "-1"), ("--policy", "nothing")])
def test_what_cannot_be_checked_is_refused(check: Run, arguments: tuple[str, ...]) -> None:
    status, _, said = check(*arguments)
    assert status == 2
    assert "palimpseste:" in said
