"""Networks of random weights, and models of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.network import Network
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView

DILATIONS = (1, 3, 2)
ORIGIN = Origin.of_this_package(RuleDetector().rule_names)


def _random_arrays(
    seed: int = 0, *, width: int = 8, tags: int = 5, largest: int = 60, members: int = 2
) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(seed)

    def drawn(*shape: int, kind: type = np.int8, limit: int = largest) -> np.ndarray:
        return generator.integers(-limit, limit + 1, shape).astype(kind)

    arrays = {
        "table": drawn(ORIGIN.rows, width, limit=20),
        "offset": drawn(width),
        "output": drawn(width, tags),
        "output_bias": drawn(tags, kind=np.int32, limit=1000),
    }
    for index in range(len(DILATIONS)):
        arrays[f"kernel_{index}"] = drawn(members, 3 * width // members, width // members)
        arrays[f"bias_{index}"] = drawn(width, kind=np.int32, limit=1000)
    return arrays


@pytest.fixture(scope="session")
def random_arrays() -> Callable[..., dict[str, np.ndarray]]:
    return _random_arrays


@pytest.fixture(scope="session")
def dilations() -> tuple[int, ...]:
    return DILATIONS


@pytest.fixture(scope="session")
def tokens_of() -> Callable[[str], Tokens]:
    return lambda text: Tokens(TextView.of(text), alphabet())


@pytest.fixture(scope="session")
def make_settings() -> Callable[..., CompactSettings]:
    def make(**changes: Any) -> CompactSettings:
        plain: dict[str, Any] = {
            "labels": ("LASTNAME",),
            "dilations": DILATIONS,
            "temperature": 4.0,  # random weights are sure of themselves
            "threshold": 0.5,
            "evidence_only": (),
            "origin": ORIGIN,
        }
        return CompactSettings(**{**plain, **changes})

    return make


@pytest.fixture(scope="session")
def make_model(make_settings: Callable[..., CompactSettings]) -> Callable[..., CompactModel]:
    def make(seed: int = 0, **changes: Any) -> CompactModel:
        settings = make_settings(**changes)
        arrays = _random_arrays(seed, tags=1 + 4 * len(settings.labels))
        return CompactModel(Network(arrays, DILATIONS), settings)

    return make


@pytest.fixture
def make_folder(tmp_path: Path, make_settings: Callable[..., CompactSettings]) -> Callable[..., Path]:
    """Return what lays a model into a folder, with some of its settings."""

    def make(**changes: Any) -> Path:
        (tmp_path / "settings.json").write_text(make_settings(**changes).to_json(), encoding="utf-8")
        np.savez_compressed(tmp_path / "weights.npz", **_random_arrays())
        return tmp_path

    return make


@pytest.fixture
def folder(make_folder: Callable[..., Path]) -> Path:
    """Return the folder of a model."""
    return make_folder()
