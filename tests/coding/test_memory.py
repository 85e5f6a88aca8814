"""The memory a training takes, foretold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from toy_coding import toy_stays

from palimpseste.coding import MODELS, CodingSettings
from palimpseste.coding.building import make_network
from palimpseste.coding.memory import Sizes, estimate_memory, sizes_of
from palimpseste.coding.numbers.data import read_training_stays

SettingsOf = Callable[..., CodingSettings]


def part(model: str, name: str, settings_of: SettingsOf, sizes: Sizes, **changes: object) -> int:
    found = {each.name: each.bytes for each in estimate_memory(sizes, settings_of(model, **changes)).parts}
    return found[name]


@pytest.mark.parametrize("model", MODELS)
def test_fifty_thousand_stays_of_6160_labels_fit(model: str, settings_of: SettingsOf) -> None:
    estimate = estimate_memory(Sizes(50_000, 6_160, 747), settings_of(model, segments_at_once=8))
    assert estimate.bytes < 4 * 2**30


@pytest.mark.parametrize("model", ["linear", "cnn", "laat", "truncated"])
def test_weights_and_texts_are_those_of_a_real_training(model: str, settings_of: SettingsOf) -> None:
    stays = toy_stays(60, 1)
    settings = settings_of(model)
    data = read_training_stays(stays, settings)
    sizes = sizes_of(stays, 1)
    assert (sizes.stays, sizes.labels, sizes.words) == (60, 6, 18)
    settings = settings.changed(most_words=len(data.word_stays) or 1)
    network = make_network(data, settings)
    parts = {each.name: each.bytes for each in estimate_memory(sizes, settings).parts}
    foretold = sum(parts.get(name, 0) for name in ("weights", "encoder", "head"))
    real = sum(parameter.numel() for parameter in network.parameters()) * 4 * 6
    assert foretold == pytest.approx(real, rel=0.12)
    a_word = 2.2 if settings.has_encoder else 1.0
    assert parts["texts"] == pytest.approx(data.stays.numbers.nbytes * a_word, rel=0.2)
    assert parts["codes"] == pytest.approx(data.stays.labels.nbytes + data.stays.unlearned.nbytes, rel=0.2)


def test_a_step_does_not_grow_with_stays_nor_with_labels_beyond_those_at_once(settings_of: SettingsOf) -> None:
    one, many = (Sizes(stays, 6_160, 747) for stays in (1_000, 1_000_000))
    for name in ("activations", "segments", "attention", "head", "scores"):
        assert part("laat", name, settings_of, one) == part("laat", name, settings_of, many)
    few, all_labels = (Sizes(1_000, labels, 747) for labels in (1_024, 100_000))
    assert part("laat", "attention", settings_of, few) == part("laat", "attention", settings_of, all_labels)
    assert part("laat", "activations", settings_of, Sizes(9, 9, 500)) == part(
        "laat", "activations", settings_of, Sizes(9, 9, 50_000)
    )
