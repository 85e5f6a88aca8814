"""A compact model that finds nothing of its own, as a folder: small enough to be made for every test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from palimpseste.detection.neural.compact import CompactSettings, OperatingPoint
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.labels import LABELS

WIDTH = 2
POINTS = (
    OperatingPoint(0.9, 0.95, 0.6, 0.99, 0.94, 0.96, 0.001),
    OperatingPoint(0.5, 0.98, 0.8, 0.96, 0.95, 0.95, 0.004),
    OperatingPoint(0.1, 0.99, 0.9, 0.90, 0.96, 0.92, 0.02),
)


@pytest.fixture
def model_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    folder.mkdir()
    tags = len(TagScheme(LABELS))
    origin = Origin.of_this_package(RuleDetector().rule_names)
    arrays = {
        "table": np.zeros((origin.rows, WIDTH), dtype=np.int8),
        "offset": np.zeros(WIDTH, dtype=np.int8),
        "kernel_0": np.zeros((1, 3 * WIDTH, WIDTH), dtype=np.int8),
        "bias_0": np.zeros(WIDTH, dtype=np.int32),
        "output": np.zeros((WIDTH, tags), dtype=np.int8),
        # Outside, the first tag, is all but sure everywhere.
        "output_bias": np.array([1 << 17] + [0] * (tags - 1), dtype=np.int32),
    }
    np.savez(folder / "weights.npz", allow_pickle=False, **arrays)
    settings = CompactSettings(LABELS, (1,), 1.0, 0.5, ("rules.name.title",), origin, POINTS)
    (folder / "settings.json").write_text(settings.to_json(), encoding="utf-8")
    return folder
