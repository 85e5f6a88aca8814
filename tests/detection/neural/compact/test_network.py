"""The arithmetic of the network is that of whole numbers, hence the same everywhere."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from palimpseste.detection.neural.compact.network import Network

Arrays = dict[str, np.ndarray]


def of_member(arrays: Arrays, member: int) -> Arrays:
    """Return the arrays of one member as those of a network of its own; the first has the bias of the scores."""
    share = arrays["kernel_0"].shape[2]
    columns = slice(member * share, (member + 1) * share)
    own = {name: array[member : member + 1] for name, array in arrays.items() if name.startswith("kernel")}
    own |= {name: array[columns] for name, array in arrays.items() if name.startswith("bias")}
    return own | {
        "table": arrays["table"][:, columns],
        "offset": arrays["offset"][columns],
        "output": arrays["output"][columns],
        "output_bias": arrays["output_bias"] * (member == 0),
    }


def in_whole_numbers(arrays: Arrays, dilations: tuple[int, ...], vectors: np.ndarray) -> np.ndarray:
    """Return the scores of a network of one member by 64-bit integers alone; divisions round halves to even."""

    def halved(values: np.ndarray, bits: int) -> np.ndarray:
        below, rest = values >> bits, values & ((1 << bits) - 1)
        half = 1 << (bits - 1)
        return below + ((rest > half) | ((rest == half) & (below & 1 == 1)))

    whole = {name: array.astype(np.int64) for name, array in arrays.items()}
    state = np.clip(halved(vectors.astype(np.int64) + whole["offset"], 1), 0, 255)
    count, width = state.shape
    for index, dilation in enumerate(dilations):
        padded = np.zeros((count + 2 * dilation, width), dtype=np.int64)
        padded[dilation : dilation + count] = state
        around = np.concatenate([padded[shift : shift + count] for shift in (0, dilation, 2 * dilation)], axis=1)
        step = around @ whole[f"kernel_{index}"][0] + whole[f"bias_{index}"]
        state = np.clip(halved((state << 8) + step, 8), 0, 255)
    return state @ whole["output"] + whole["output_bias"]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 7, 200])
@pytest.mark.parametrize(("seed", "members"), [(0, 1), (1, 2), (2, 4)])
def test_scores_are_the_sum_of_those_of_each_member_by_integers(
    seed: int, members: int, count: int, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    arrays = random_arrays(seed, width=16, largest=127, members=members)
    vectors = np.random.default_rng(seed).integers(-600, 600, (count, 16)).astype(np.int16)
    network = Network(arrays, dilations)
    activations = network.activated(vectors)
    before = activations.copy()
    scores = network.scores(activations)
    assert scores.shape == (count, 5)
    assert np.array_equal(activations, before)
    expected = [
        in_whole_numbers(of_member(arrays, member), dilations, np.split(vectors, members, axis=1)[member])
        for member in range(members)
    ]
    assert np.array_equal(scores, sum(expected))


def test_the_order_of_summation_does_not_matter(
    random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    arrays = random_arrays(1, width=64, largest=127, members=1)
    order = np.random.default_rng(2).permutation(64)
    permuted = {
        "table": arrays["table"][:, order],
        "offset": arrays["offset"][order],
        "output": arrays["output"][order],
        "output_bias": arrays["output_bias"],
    }
    for index in range(len(dilations)):
        kernel = arrays[f"kernel_{index}"].reshape(3, 64, 64)
        permuted[f"kernel_{index}"] = kernel[:, order][:, :, order].reshape(1, 192, 64)
        permuted[f"bias_{index}"] = arrays[f"bias_{index}"][order]
    activations = np.random.default_rng(3).integers(0, 256, (50, 64)).astype(np.uint8)
    scores = Network(arrays, dilations).scores(activations)
    assert np.array_equal(Network(permuted, dilations).scores(activations[:, order]), scores)


def test_a_token_bears_on_no_score_beyond_the_reach(
    random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    network = Network(random_arrays(), dilations)
    assert network.reach == sum(dilations)
    activations = np.random.default_rng(4).integers(0, 150, (61, network.width)).astype(np.uint8)
    other = activations.copy()
    other[30] = 250
    changed = (network.scores(activations) != network.scores(other)).any(axis=1)
    assert changed[30]
    assert not changed[: 30 - network.reach].any()
    assert not changed[30 + network.reach + 1 :].any()


def test_the_shape_is_that_of_the_arrays(random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]) -> None:
    network = Network(random_arrays(width=12, tags=9), dilations)
    assert (network.width, network.tags) == (12, 9)


# With 255 the largest activation: 255 x weights + state + bias must stay below 2**24.
@pytest.mark.parametrize(
    ("name", "weight", "is_refused"),
    [("kernel_1", 127, True), ("kernel_1", 126, False), ("output", 127, False)],
)
def test_weights_that_could_leave_exact_arithmetic_are_refused(
    name: str, weight: int, is_refused: bool, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    width = 172  # 3 x 172 x 127 x 255 = 16,710,660, and the state of 65,280: just below 2**24 = 16,777,216
    arrays = random_arrays(width=width, largest=3, members=1)
    arrays[name] = np.full_like(arrays[name], weight)
    arrays["bias_1"][:] = 1300
    if is_refused:
        with pytest.raises(ValueError, match="too large for exact arithmetic"):
            Network(arrays, dilations)
    else:
        Network(arrays, dilations)


@pytest.mark.parametrize("name", ["bias_0", "output_bias"])
def test_biases_that_could_leave_exact_arithmetic_are_refused(
    name: str, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    arrays = random_arrays()
    arrays[name][1] = -(1 << 24)
    with pytest.raises(ValueError, match="too large for exact arithmetic"):
        Network(arrays, dilations)


def test_arrays_of_two_networks_are_refused(random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]) -> None:
    arrays = random_arrays() | {"kernel_1": random_arrays(members=4)["kernel_1"]}
    with pytest.raises(ValueError, match="not of one network"):
        Network(arrays, dilations)
