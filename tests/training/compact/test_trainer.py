"""A training is a function of its examples and its pace, whatever interrupts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from runs import stopped_at_write

from palimpseste.training.compact.examples import Example, PieceTable
from palimpseste.training.compact.trainer import CompactPace, train

Made = tuple[list[Example], PieceTable]
Stopping = Callable[[int], Callable[[int, float], None]]
TAGS = 77


def weights_of(made: Made, pace: CompactPace, *rest: object) -> dict[str, np.ndarray]:
    networks = train(*made, TAGS, pace, *rest)
    # The floats themselves: whole numbers might hide a difference.
    return {
        f"{member} {name}": value.numpy().copy()
        for member, network in enumerate(networks)
        for name, value in network.state_dict().items()
    }


def assert_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert one.keys() == other.keys()
    assert [name for name in one if not np.array_equal(one[name], other[name])] == []


@pytest.fixture(scope="module")
def pace(tiny: CompactPace) -> CompactPace:
    """As many steps as it takes for checkpoints to fall on both sides of an average, taken every tenth step."""
    return replace(tiny, steps=22)


@pytest.fixture(scope="module")
def uninterrupted(made: Made, pace: CompactPace) -> dict[str, np.ndarray]:
    return weights_of(made, pace)


# A checkpoint every fourth step; a stop comes before the checkpoint of its step.
@pytest.mark.parametrize(
    "stops",
    [(1,), (4,), (5,), (13,), (22,), (3, 6, 6, 14, 21)],
    ids=lambda stops: f"stopped at {', '.join(map(str, stops))}",
)
def test_weights_are_those_of_an_uninterrupted_training(
    stops: tuple[int, ...],
    uninterrupted: dict[str, np.ndarray],
    made: Made,
    pace: CompactPace,
    stopping_at: Stopping,
    tmp_path: Path,
) -> None:
    for step in stops:
        with pytest.raises(KeyboardInterrupt):
            train(*made, TAGS, pace, tmp_path / "checkpoint.pt", stopping_at(step))
        torch.rand(7)  # chance elsewhere in the process must not matter
        assert (tmp_path / "checkpoint.pt").exists() == (step > 4)
    assert_same(weights_of(made, pace, tmp_path / "checkpoint.pt"), uninterrupted)


@pytest.mark.parametrize("write", [1, 2, 4, 6])
def test_an_interruption_while_a_checkpoint_is_written_changes_nothing(
    write: int,
    uninterrupted: dict[str, np.ndarray],
    made: Made,
    pace: CompactPace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with stopped_at_write(monkeypatch, write):
        train(*made, TAGS, pace, tmp_path / "checkpoint.pt")
    assert_same(weights_of(made, pace, tmp_path / "checkpoint.pt"), uninterrupted)


def test_a_resumed_training_does_not_repeat_the_steps_of_its_checkpoint(
    made: Made, pace: CompactPace, stopping_at: Stopping, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        train(*made, TAGS, pace, tmp_path / "checkpoint.pt", stopping_at(10))
    steps: list[int] = []
    train(*made, TAGS, pace, tmp_path / "checkpoint.pt", lambda step, loss: steps.append(step))
    assert steps == list(range(9, 23))


def test_the_loss_told_is_the_same_behind_an_interruption(
    made: Made, pace: CompactPace, stopping_at: Stopping, tmp_path: Path
) -> None:
    whole: list[float] = []
    train(*made, TAGS, pace, None, lambda step, loss: whole.append(loss))
    with pytest.raises(KeyboardInterrupt):
        train(*made, TAGS, pace, tmp_path / "checkpoint.pt", stopping_at(9))
    rest: list[float] = []
    train(*made, TAGS, pace, tmp_path / "checkpoint.pt", lambda step, loss: rest.append(loss))
    assert rest == whole[8:]


def test_the_seed_decides_the_weights(made: Made, pace: CompactPace, uninterrupted: dict[str, np.ndarray]) -> None:
    assert_same(weights_of(made, pace), uninterrupted)
    other = weights_of(made, replace(pace, seed=1))
    assert not any(np.array_equal(other[name], uninterrupted[name]) for name in other)


def test_networks_side_by_side_learn_different_weights(
    made: Made, pace: CompactPace, uninterrupted: dict[str, np.ndarray]
) -> None:
    names = {name.split(" ", 1)[1] for name in uninterrupted}
    assert len(uninterrupted) == 2 * len(names)
    assert not any(np.array_equal(uninterrupted[f"0 {name}"], uninterrupted[f"1 {name}"]) for name in names)


def test_the_loss_falls(made: Made, pace: CompactPace) -> None:
    losses: list[float] = []
    train(*made, TAGS, replace(pace, steps=60), None, lambda step, loss: losses.append(loss))
    # At first every tag is about as likely: log(77) = 4.3.
    assert losses[0] > 3
    assert losses[-1] < losses[0] / 2


def test_rows_of_the_table_that_no_example_speaks_of_stay_as_they_began(
    made: Made, pace: CompactPace, uninterrupted: dict[str, np.ndarray]
) -> None:
    examples, pieces = made
    spoken = {row for rows in pieces.rows for row in rows} | {row for e in examples for row in e.rows.tolist()}
    at_first = weights_of(made, replace(pace, steps=0))
    for table in ("0 table", "1 table"):
        # The moving average of equal values may differ in the last bit.
        moved = np.abs(at_first[table] - uninterrupted[table]).max(axis=1)
        assert set(np.flatnonzero(moved > 1e-6).tolist()) <= spoken
        assert moved.max() > 1e-3
