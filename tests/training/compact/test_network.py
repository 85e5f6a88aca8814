"""What PyTorch trains is, to the bit, what NumPy runs."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.features import LIST_ROWS, WORD_ROWS, Evidence
from palimpseste.detection.neural.compact.network import Network, Steps
from palimpseste.detection.neural.compact.vectors import Vectors
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.record import RecordDetector
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document
from palimpseste.labels import LABELS
from palimpseste.training.compact.batches import Batcher
from palimpseste.training.compact.examples import Example, ExampleMaker, PieceTable
from palimpseste.training.compact.network import CompactNetwork, integers, start_from

DILATIONS = (1, 4, 2)
Made = tuple[list[Example], PieceTable]


def random_network(seed: int, *, width: int = 16, scale: float = 1.0) -> CompactNetwork:
    torch.manual_seed(seed)
    network = CompactNetwork(width, DILATIONS, 77).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            # Beyond the first weights: biases too, and some values out of bounds.
            parameter.add_(torch.randn_like(parameter) * 0.05).mul_(scale)
    return network


def scores_of(network: CompactNetwork, batcher: Batcher, examples: list[Example]) -> np.ndarray:
    batch = batcher.batch(examples)
    with torch.no_grad():
        scores = network(*batch.inputs()).numpy()
    return scores[batch.inside[:, 0].numpy() > 0]


@pytest.mark.parametrize(("seed", "scale"), [(0, 1.0), (1, 3.0), (2, 0.2)], ids=["plain", "cut off", "small"])
def test_both_networks_give_the_same_scores(
    seed: int, scale: float, few: tuple[list[Document], list[Document]], scheme: TagScheme
) -> None:
    networks = [random_network(10 * member + seed, scale=scale) for member in range(3)]
    arrays = integers(networks)
    numpy_network = Network(arrays, DILATIONS)
    vectors = Vectors(arrays["table"], Evidence(LABELS), numpy_network.activated)
    maker, record, rules = ExampleMaker(scheme), RecordDetector(), RuleDetector()
    hostile = Document("hostile", "a" * 3000 + " " + "\n".join("xy" * n for n in range(40)))
    documents = [*few[0][:5], hostile, Document("empty", "")]
    for document in documents:
        example = maker(document)
        found_by_torch = sum(
            scores_of(network, Batcher(maker.pieces, max(DILATIONS)), [example]) for network in networks
        )
        tokens = Tokens(TextView.of(document.text), alphabet())
        found = [*record(tokens, document.patient), *rules(tokens, document.patient)]
        whole = numpy_network.scores(vectors.of(tokens, found))
        assert np.array_equal(found_by_torch, whole * np.float32(Steps.score))
        assert np.array_equal(whole, np.rint(whole))


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1], [2, 2, 0]], ids=["in order", "some", "one twice"])
def test_documents_in_one_batch_score_as_one_by_one(order: list[int], made: Made) -> None:
    examples, pieces = made
    network, batcher = random_network(3), Batcher(pieces, max(DILATIONS))
    chosen = [examples[index] for index in order]
    together = scores_of(network, batcher, chosen)
    apart = np.concatenate([scores_of(network, batcher, [example]) for example in chosen])
    assert np.array_equal(together, apart)
    wider = scores_of(network, Batcher(pieces, 50), chosen)
    assert np.array_equal(wider, together)


def test_a_batch_holds_the_tags_of_its_documents_and_none_between_them(made: Made) -> None:
    examples, pieces = made
    batch = Batcher(pieces, 4).batch(examples[:3])
    inside = batch.inside[:, 0].bool()
    assert batch.tags[inside].tolist() == [tag for example in examples[:3] for tag in example.tags.tolist()]
    assert (batch.tags[~inside] == -100).all()
    assert int((~inside).sum()) == 12


def test_what_is_left_out_of_a_piece_is_its_word_or_its_lists(made: Made) -> None:
    examples, pieces = made
    for words, lists in ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)):
        batcher = Batcher(pieces, 4, words, lists)
        batch = batcher.batch(examples[:3], np.random.default_rng(0))
        rows = batch.used[batch.rows].numpy()
        is_word, is_list = (np.isin(rows, np.arange(kind.start, kind.stop)) for kind in (WORD_ROWS, LIST_ROWS))
        expected = ~((is_word & bool(words)) | (is_list & bool(lists)))
        assert np.array_equal(batch.weights.numpy(), expected.astype(np.float32))
        assert is_word.any()
        assert is_list.any()


def test_a_share_of_words_is_left_out(made: Made) -> None:
    examples, pieces = made
    batch = Batcher(pieces, 4, word_dropout=0.25).batch(examples, np.random.default_rng(0))
    words = batch.used[batch.rows] < WORD_ROWS.stop
    # Some 900 distinct words: the share left out has a deviation of sqrt(0.25 x 0.75 / 900) = 0.015.
    assert int(words.sum()) > 800
    assert float((batch.weights[words] == 0).float().mean()) == pytest.approx(0.25, abs=0.06)
    assert (batch.weights[~words] == 1).all()


def test_a_share_of_pieces_is_left_out_whole_while_evidence_and_tags_stay(made: Made) -> None:
    examples, pieces = made
    whole = Batcher(pieces, 4).batch(examples)
    batch = Batcher(pieces, 4, piece_dropout=0.1).batch(examples, np.random.default_rng(0))
    ends = torch.cat([batch.offsets[1:], torch.tensor([len(batch.rows)])])
    nothing = (ends - batch.offsets == 0)[batch.pieces] & batch.inside[:, 0].bool()
    assert float(nothing.float().sum() / batch.inside.sum()) == pytest.approx(0.1, abs=0.03)
    assert torch.equal(batch.tags, whole.tags)
    assert torch.equal(batch.at, whole.at)
    assert torch.equal(batch.used[batch.found], whole.used[whole.found])


def test_an_epoch_holds_each_example_once_in_another_order_each_time(made: Made) -> None:
    examples, pieces = made
    batcher = Batcher(pieces, 4)
    plans = [batcher.plan(examples, 600, np.random.default_rng([0, epoch])) for epoch in range(3)]
    for plan in plans:
        assert sorted(index for batch in plan for index in batch) == list(range(len(examples)))
        assert all(sum(len(examples[i]) + 4 for i in batch) >= 600 for batch in plan[:-1])
        assert len(plan) > 2
    assert plans[0] != plans[1] != plans[2]
    assert plans[0] == batcher.plan(examples, 600, np.random.default_rng([0, 0]))


def test_gradients_reach_every_weight_and_are_finite(made: Made) -> None:
    examples, pieces = made
    network = random_network(4).train()
    batch = Batcher(pieces, max(DILATIONS)).batch(examples[:4])
    torch.autograd.backward(torch.nn.functional.cross_entropy(network(*batch.inputs()), batch.tags, ignore_index=-100))
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None, name
        gradient = parameter.grad.coalesce().values() if parameter.grad.is_sparse else parameter.grad
        assert gradient.isfinite().all(), name
        assert gradient.any(), name


def test_dropout_is_drawn_from_the_noise_that_is_given(made: Made) -> None:
    examples, pieces = made
    batch = Batcher(pieces, max(DILATIONS)).batch(examples[:2])
    network = random_network(5)
    with torch.no_grad():
        still = [network(*batch.inputs()) for _ in range(2)]
        noisy = [network(*batch.inputs(), noise=np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert torch.equal(*still)
    assert torch.equal(noisy[0], noisy[1])
    assert not torch.equal(noisy[0], noisy[2])
    assert not torch.equal(noisy[0], still[0])


def test_networks_take_the_weights_of_others_of_their_shape() -> None:
    arrays = integers([random_network(seed) for seed in (1, 2)])
    networks = [random_network(seed) for seed in (3, 4)]
    start_from(arrays, networks)
    taken = integers(networks)
    assert all(np.array_equal(taken[name], arrays[name]) for name in arrays)
    with pytest.raises(ValueError, match="another shape"):
        start_from(arrays, networks[:1])
