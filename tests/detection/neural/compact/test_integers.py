"""ONNX Runtime gives the scores of NumPy, and takes over only where it does."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

from palimpseste.detection.neural.compact import integers, network
from palimpseste.detection.neural.compact.integers import IntegerKernels
from palimpseste.detection.neural.compact.model import CompactModel
from palimpseste.detection.neural.compact.network import Network

pytest.importorskip("onnxruntime")

Arrays = dict[str, np.ndarray]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 200])
@pytest.mark.parametrize(("seed", "members"), [(0, 1), (1, 2), (2, 4)])
def test_scores_are_those_of_numpy(
    seed: int, members: int, count: int, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    made = Network(random_arrays(seed, width=16, largest=127, members=members), dilations)
    kernels = made._tried_integers()
    assert isinstance(kernels, IntegerKernels)
    activations = np.random.default_rng(seed).integers(0, 256, (count, 16)).astype(np.uint8)
    before = activations.copy()
    assert np.array_equal(kernels(activations), made._by_floats(before))
    assert np.array_equal(activations, before)


def test_the_bundled_model_takes_them_after_some_thousand_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_BEFORE_INTEGERS", 100)
    bundled = CompactModel.load()._network
    activations = np.random.default_rng(5).integers(0, 256, (99, bundled.width)).astype(np.uint8)
    by_floats = bundled.scores(activations)
    assert bundled._integers is None
    assert np.array_equal(bundled.scores(activations), by_floats)
    assert bundled._integers is not None
    assert bundled.scores(activations[:0]).shape == (0, bundled.tags)
    other = pickle.loads(pickle.dumps(bundled))
    assert other._integers is None
    assert np.array_equal(other.scores(activations), by_floats)


def test_a_machine_that_adds_in_fewer_bits_is_left_to_numpy(
    monkeypatch: pytest.MonkeyPatch, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    class Saturating:
        def __init__(self, session: object) -> None:
            self.session = session

        def run(self, wanted: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            return [np.minimum(scores, 32767) for scores in self.session.run(wanted, given)]

    made = Network(random_arrays(), dilations)
    assert made._tried_integers() is not None
    session = integers._session
    monkeypatch.setattr(integers, "_session", lambda graph: Saturating(session(graph)))
    assert made._tried_integers() is None


def test_wider_weights_are_left_to_numpy(random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]) -> None:
    arrays = random_arrays()
    arrays["output"] = arrays["output"].astype(np.int16)
    assert Network(arrays, dilations)._tried_integers() is None


def test_without_the_runtime_numpy_goes_on(
    monkeypatch: pytest.MonkeyPatch, random_arrays: Callable[..., Arrays], dilations: tuple[int, ...]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "onnxruntime", None)
    assert Network(random_arrays(), dilations)._tried_integers() is None
