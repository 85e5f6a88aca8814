"""Encoders of other families, with fast and slow tokenizers, give codes like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from runs import ON_CPU
from small_encoders import make_camembert, make_flaubert, make_modernbert
from toy_coding import toy_stays

from palimpseste.coding import CodingSettings, Stay
from palimpseste.coding.coder import Coder
from palimpseste.coding.train import train
from palimpseste.training.encoder.encoders import quiet


@pytest.mark.parametrize("make", [make_camembert, make_flaubert, make_modernbert], ids=lambda make: make.__name__)
def test_an_encoder_of_any_family_is_trained_and_read_again(
    make: Callable[..., Path], settings_of: Callable[..., CodingSettings], tmp_path: Path
) -> None:
    stays, dev = toy_stays(30, 1), toy_stays(6, 2, words=60)
    with quiet():
        folder = make(tmp_path / "encoder", [stay.text for stay in stays])
    settings = settings_of("laat", encoder=str(folder), steps=2, window_pieces=20)
    coder = train(stays, dev, settings, tmp_path / "model", ON_CPU)
    again = Coder.load(tmp_path / "model", device="cpu")
    together, apart = np.stack(list(coder.scores(dev))), np.stack([next(again.scores([stay])) for stay in dev])
    assert np.allclose(together, apart, rtol=0, atol=1e-6)
    found = again.attribution(Stay("1", ("Le patient est sous amlodipine, admis ce jour.",)), coder.codes[0])
    assert [found.text[start:end] for start, end in found.bounds][3:6] == ["sous", "amlodipine", ","]
    assert sum(found.values["attention"]) == pytest.approx(1.0, abs=1e-5)
    assert any(found.values["gradient"])
