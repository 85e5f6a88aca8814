"""A model whose weights were changed does not run, and a run says which weights it read."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256

import numpy as np
import pytest

from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.engines.run.planning import settings_of_choice
from palimpseste.engines.task import Deidentification, Detection
from palimpseste.errors import UsageError
from palimpseste.surrogates import Policy


@pytest.fixture
def tampered(tmp_path):
    """A copy of the bundled model in which one number says that no word identifies anybody, and nothing its digest."""
    folder = tmp_path / "model"
    shutil.copytree(BUNDLED, folder, ignore=shutil.ignore_patterns("training.json"))
    with np.load(BUNDLED / "weights.npz") as arrays:
        changed = dict(arrays)
    changed["output_bias"][0] = 1 << 18
    np.savez(folder / "weights.npz", **changed)
    return folder


def test_a_model_that_lets_names_through_does_not_run(tampered):
    choice = DetectorChoice(model=tampered)
    for task in (Detection(choice), Deidentification(b"k" * 32, Policy.named("tag").to_mapping(), choice)):
        with pytest.raises(UsageError, match="names of the note that every model is tried on"):
            task.make()
    Detection(DetectorChoice()).make()


def test_weights_that_are_not_those_of_the_training_do_not_run(tmp_path):
    """One bit less, which no note need show."""
    for file in BUNDLED.iterdir():
        shutil.copy2(file, tmp_path)
    weights = tmp_path / "weights.npz"
    CompactModel.load(tmp_path)
    weights.write_bytes(weights.read_bytes() + b" ")
    with pytest.raises(UsageError, match=r"weights\.npz holds other weights than those training\.json beside it names"):
        CompactModel.load(tmp_path)


def test_a_model_is_told_by_its_digests(tmp_path):
    for file in BUNDLED.iterdir():
        shutil.copy2(file, tmp_path)
    first = DetectorChoice(model=tmp_path)
    weights = tmp_path / "weights.npz"
    assert first.digests()["weights.npz"] == sha256(weights.read_bytes()).hexdigest()
    assert first.digests() == DetectorChoice().digests()
    assert DetectorChoice(("rules",)).digests() == {}
    before = settings_of_choice(first)
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    assert settings_of_choice(DetectorChoice(model=tmp_path)) != before


def test_a_report_says_which_weights_were_read(palimpseste, tmp_path):
    (tmp_path / "a.txt").write_text("vu")
    assert palimpseste("deid", "a.txt", "-o", "b.txt", "--report", "rep", "--workers", 1)[0] == 0
    told = json.loads((tmp_path / "rep/report.json").read_text())["model"]
    assert told == DetectorChoice().digests()
