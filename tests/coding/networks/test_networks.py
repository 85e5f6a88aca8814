"""Networks against what their equations say, written out."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor
from toy_coding import WORDS, toy_stays

from palimpseste.coding import MODELS, CodingSettings
from palimpseste.coding.building import make_network
from palimpseste.coding.networks import CodingNetwork, LinearCoder
from palimpseste.coding.networks.attention import LabelAttention
from palimpseste.coding.networks.encoder import pooled
from palimpseste.coding.networks.segments import Frame, segmented
from palimpseste.coding.numbers.data import read_training_stays
from palimpseste.coding.numbers.ragged import Ragged
from palimpseste.coding.numbers.word_pairs import neighbours
from palimpseste.coding.numbers.word_vectors import word_vectors

SettingsOf = Callable[..., CodingSettings]


def network_of(settings: CodingSettings) -> CodingNetwork:
    torch.manual_seed(7)
    network = make_network(read_training_stays(toy_stays(40, 1), settings), settings).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))  # nothing is zero that only starts so
        if hasattr(network, "vectors"):
            network.vectors.weight[0] = 0.0
    return network


def rows(*lengths: int) -> list[Tensor]:
    generator = torch.Generator().manual_seed(3)
    return [
        torch.randint(5, 5 + len(WORDS) - 4, (length,), generator=generator, dtype=torch.int32) for length in lengths
    ]


def attention_written_out(layer: LabelAttention, hidden: list[list[float]]) -> list[float]:
    """Z = tanh(V H), A = softmax(W Z), D = H A^T, y = u . d + b, number by number."""
    v, w = layer.first.weight.tolist(), layer.second.weight.tolist()
    u, b = layer.last.weight.tolist(), layer.last.bias.tolist()
    n, d = len(hidden), len(hidden[0])
    z = [[math.tanh(sum(v[a][k] * hidden[i][k] for k in range(d))) for i in range(n)] for a in range(len(v))]
    scores = []
    for label in range(len(w)):
        similar = [sum(w[label][a] * z[a][i] for a in range(len(v))) for i in range(n)]
        total = sum(math.exp(each) for each in similar)
        weights = [math.exp(each) / total for each in similar]
        document = [sum(weights[i] * hidden[i][k] for i in range(n)) for k in range(d)]
        scores.append(sum(u[label][k] * document[k] for k in range(d)) + b[label])
    return scores


@pytest.mark.parametrize("labels_at_once", [2, 5, 100])
def test_label_attention_is_its_equations(labels_at_once: int) -> None:
    torch.manual_seed(0)
    layer = LabelAttention(6, 5, 4, labels_at_once).double()
    lengths = (7, 1, 4)
    hidden = torch.randn(3, 7, 6, dtype=torch.float64)
    mask = torch.arange(7) < torch.tensor(lengths)[:, None]
    found = layer(hidden, mask)
    for stay, length in enumerate(lengths):
        expected = attention_written_out(layer, hidden[stay, :length].tolist())
        assert found[stay].tolist() == pytest.approx(expected, abs=1e-6)
    weights = layer.weights(hidden, mask, 3)
    assert torch.equal(weights > 0, mask)
    assert weights.sum(1).tolist() == pytest.approx([1, 1, 1])


@pytest.mark.parametrize("labels_at_once", [2, 100], ids=["recomputed", "kept"])
def test_the_gradients_of_label_attention_are_those_of_its_values(labels_at_once: int) -> None:
    torch.manual_seed(0)
    layer = LabelAttention(3, 4, 2, labels_at_once).double()
    hidden = torch.randn(2, 5, 3, dtype=torch.float64, requires_grad=True)
    mask = torch.arange(5) < torch.tensor([5, 3])[:, None]
    assert torch.autograd.gradcheck(lambda given, *_: layer(given, mask), (hidden, *layer.parameters()))


@pytest.mark.parametrize("model", ["hierarchical-mean", "hierarchical-max", "truncated"])
def test_segments_are_pooled_as_a_loop_would(model: str) -> None:
    torch.manual_seed(0)
    segments, counts = torch.randn(6, 4), (1, 3, 2)
    if model == "truncated":
        segments, counts = segments[:3], (1, 1, 1)
    found = pooled(segments, counts, model)
    first = 0
    for stay, count in enumerate(counts):
        for column in range(4):
            values = [float(segments[first + place, column]) for place in range(count)]
            expected = max(values) if model == "hierarchical-max" else sum(values) / count
            assert float(found[stay, column]) == pytest.approx(expected)
        first += count


@pytest.mark.parametrize("model", MODELS)
def test_padding_changes_nothing(model: str, settings_of: SettingsOf) -> None:
    network = network_of(settings_of(model))
    alone = rows(1, 10, 11, 4, 37)
    with torch.inference_mode():
        together = network(alone)
        for stay, row in enumerate(alone):
            assert torch.allclose(network([row])[0], together[stay], rtol=0, atol=1e-6)


@pytest.mark.parametrize("model", ["hierarchical-mean", "hierarchical-max", "laat"])
def test_what_is_in_memory_together_changes_nothing(model: str, settings_of: SettingsOf) -> None:
    few, all_at_once = (network_of(settings_of(model, segments_at_once=n, labels_at_once=n)) for n in (1, 100))
    results = []
    for network in (few, all_at_once):
        network.train()
        scores = network(rows(25, 3, 11))
        scores.square().sum().backward()  # type: ignore[no-untyped-call] # torch's
        results.append((scores, [p.grad for p in network.parameters() if p.grad is not None]))
    assert torch.allclose(results[0][0], results[1][0], atol=1e-6)
    for one, other in zip(results[0][1], results[1][1], strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_a_truncated_encoder_reads_the_first_segment_only(settings_of: SettingsOf) -> None:
    network = network_of(settings_of("truncated", window_pieces=12))
    (row,) = rows(30)
    with torch.inference_mode():
        assert torch.equal(network([row]), network([row[:10]]))
        assert not torch.equal(network([row]), network([row[:9]]))


@pytest.mark.parametrize("model", ["hierarchical-mean", "hierarchical-max", "laat"])
def test_other_encoders_read_to_the_end(model: str, settings_of: SettingsOf) -> None:
    network = network_of(settings_of(model, window_pieces=12))
    limited = network_of(settings_of(model, window_pieces=12, most_segments=2))
    (row,) = rows(30)
    other = row.clone()
    other[29] = row[29] + 1
    with torch.inference_mode():
        assert not torch.equal(network([row]), network([other]))
        assert torch.equal(limited([row]), limited([other]))


def test_segments_hold_every_sub_word_once_between_their_signs() -> None:
    frame = Frame((2,), (3,), 0, 6)
    row = torch.arange(10, 19)
    segments = segmented([row, row[:2]], frame, torch.device("cpu"))
    assert segments.ids.tolist() == [
        [2, 10, 11, 12, 13, 3],
        [2, 14, 15, 16, 17, 3],
        [2, 18, 3, 0, 0, 0],
        [2, 10, 11, 3, 0, 0],
    ]
    assert segments.ids[segments.content].tolist() == [*range(10, 19), 10, 11]
    assert torch.equal(segments.attention.bool(), segments.ids != 0)
    assert (segments.counts, segments.pieces) == ((3, 1), (9, 2))


def test_the_linear_model_is_tf_idf_written_out() -> None:
    network = LinearCoder([3, 1], 7, 1)
    with torch.no_grad():
        network.weights.weight[:] = torch.tensor([[0.0], [0.0], [2.0], [-1.0]])
        network.bias[:] = 0.5
    weights = {2: (1 + math.log(2)) * (1 + math.log(8 / 4)), 3: 1 + math.log(8 / 2)}
    length = math.sqrt(sum(weight**2 for weight in weights.values()))
    expected = (2.0 * weights[2] - 1.0 * weights[3]) / length + 0.5
    found = network([torch.tensor([2, 1, 3, 2]), torch.tensor([1, 1])])
    assert found[:, 0].tolist() == pytest.approx([expected, 0.5], abs=1e-6)


@pytest.mark.parametrize("model", ["linear", "cnn", "truncated", "laat"])
def test_attributions_tell_each_number_of_a_stay(model: str, settings_of: SettingsOf) -> None:
    network = network_of(settings_of(model))
    (row,) = rows(25)
    found = network.attributions(row, 2)
    assert all(values.shape == row.shape for values in found.values())
    if model == "linear":
        score = float(network([row])[0, 2].detach() - network.output_bias[2].detach())
        assert float(found["weight"].sum()) == pytest.approx(score, abs=1e-5)
    if model == "laat":
        assert float(found["attention"].sum()) == pytest.approx(1.0, abs=1e-5)
    if model == "cnn":
        # To first order, a small change of a word's vector changes the score by the gradient.
        embedding = network.vectors
        step, word = 1e-3, int(row[4])
        if (row == word).sum() == 1:
            with torch.no_grad():
                before = float(network([row])[0, 2])
                embedding.weight[word] *= 1 + step
                after = float(network([row])[0, 2])
            assert (after - before) / step == pytest.approx(float(found["gradient"][4]), abs=2e-2)


def test_neighbours_are_counted_as_a_loop_would() -> None:
    stays = [[2, 3, 4, 1, 2, 2, 3, 5, 4], [3, 3], [5]]
    expected: dict[tuple[int, int], int] = {}
    for stay in stays:
        for i, one in enumerate(stay):
            for j, other in enumerate(stay):
                if i != j and abs(i - j) <= 5 and one > 1 and other > 1:
                    expected[one, other] = expected.get((one, other), 0) + 1
    keys, counts = neighbours(Ragged(stays), 6)
    found = {(int(key) // 6, int(key) % 6): int(count) for key, count in zip(keys, counts, strict=True)}
    assert found == expected
    kept, _ = neighbours(Ragged(stays), 6, most_pairs=4)
    assert len(kept) <= 4
    commonest = max(expected, key=lambda pair: expected[pair])
    assert commonest[0] * 6 + commonest[1] in kept


def test_words_of_like_neighbours_have_like_vectors() -> None:
    # 2 and 3 stand among 10 to 14, 4 and 5 among 20 to 24; the pairs never meet.
    chance = np.random.default_rng(0)
    stays = []
    for _ in range(200):
        group = int(chance.integers(2))
        around = chance.integers(10, 15, 8) + 10 * group
        stays.append([*around[:4].tolist(), int(chance.integers(2)) + 2 + 2 * group, *around[4:].tolist()])
    torch.manual_seed(0)
    vectors = word_vectors(Ragged(stays), 25, 8)
    assert not vectors[0].any()
    assert float(vectors[2] @ vectors[3]) > 0.8 > 0.3 > abs(float(vectors[2] @ vectors[4]))


def test_settings_that_leave_no_room_are_refused(settings_of: SettingsOf, encoder: Path) -> None:
    from palimpseste.errors import UsageError

    with pytest.raises(UsageError, match="no word fits"):
        network_of(settings_of("laat", window_pieces=2))
    with pytest.raises(UsageError, match="this encoder takes 48"):
        network_of(settings_of("laat", window_pieces=49))
