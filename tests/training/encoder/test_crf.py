"""The CRF trained with torch and the one decoded with NumPy are the same distribution."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from palimpseste.detection.neural import crf as numpy_crf
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.training.encoder import crf as torch_crf

SCHEME = TagScheme(("LASTNAME", "DATE"))
LENGTHS = [7, 1, 4]


@pytest.fixture(params=[False, True], ids=["free ends", "whole spans only"])
def case(request: pytest.FixtureRequest) -> tuple[np.ndarray, numpy_crf.ChainScores]:
    generator = np.random.default_rng(3)
    emissions = generator.normal(size=(len(LENGTHS), max(LENGTHS), len(SCHEME)))
    scores = numpy_crf.ChainScores.constrained(SCHEME, generator.normal(size=(len(SCHEME), len(SCHEME))))
    if not request.param:
        none = np.zeros(len(SCHEME))
        scores = numpy_crf.ChainScores(scores.transitions, none, none)
    return emissions, scores


def as_tensors(case: tuple[np.ndarray, numpy_crf.ChainScores]) -> dict[str, torch.Tensor]:
    emissions, scores = case
    mask = torch.arange(max(LENGTHS))[None] < torch.tensor(LENGTHS)[:, None]
    return {
        "emissions": torch.from_numpy(emissions),
        "mask": mask,
        "transitions": torch.from_numpy(scores.transitions),
        "start": torch.from_numpy(scores.start),
        "end": torch.from_numpy(scores.end),
    }


def test_likelihoods_agree(case: tuple[np.ndarray, numpy_crf.ChainScores]) -> None:
    emissions, scores = case
    best = [numpy_crf.best_tags(row[:length], scores) for row, length in zip(emissions, LENGTHS, strict=True)]
    tags = torch.tensor([row + [0] * (max(LENGTHS) - len(row)) for row in best])
    found = torch_crf.log_likelihood(tags=tags, **as_tensors(case))
    for row, length in enumerate(LENGTHS):
        (expected,) = numpy_crf.span_log_probability(emissions[row, :length], scores, [(0, length, best[row])])
        assert float(found[row]) == pytest.approx(expected, abs=1e-6)


def test_marginals_agree(case: tuple[np.ndarray, numpy_crf.ChainScores]) -> None:
    emissions, scores = case
    found = torch_crf.tag_log_marginals(**as_tensors(case)).numpy()
    for row, length in enumerate(LENGTHS):
        expected = numpy_crf.tag_log_marginals(emissions[row, :length], scores)
        assert np.exp(found[row, :length]) == pytest.approx(np.exp(expected), abs=1e-6)


def test_the_probabilities_of_all_allowed_sequences_add_up_to_one() -> None:
    generator = torch.Generator().manual_seed(1)
    emissions = torch.randn(1, 3, len(SCHEME), generator=generator, dtype=torch.double)
    allowed = torch.from_numpy(SCHEME.allowed())
    transitions = torch_crf.constrained(torch.randn(len(SCHEME), len(SCHEME), generator=generator).double(), allowed)
    tags = torch.tensor(list(itertools.product(range(len(SCHEME)), repeat=3)))
    mask = torch.ones(tags.shape, dtype=torch.bool)
    found = torch_crf.log_likelihood(emissions.expand(len(tags), -1, -1), tags, mask, transitions)
    assert float(found.exp().sum()) == pytest.approx(1.0, abs=1e-9)


def test_no_gradient_goes_to_what_is_forbidden_and_none_is_undefined() -> None:
    transitions = torch.zeros(len(SCHEME), len(SCHEME), requires_grad=True)
    allowed = torch.from_numpy(SCHEME.allowed())
    emissions = torch.randn(2, 5, len(SCHEME), requires_grad=True)
    tags = torch.tensor([[0, 1, 2, 3, 4], [4, 0, 0, 0, 0]])
    mask = torch.tensor([[True] * 5, [True] + [False] * 4])
    scores = torch_crf.constrained(transitions, allowed)
    loss = torch_crf.log_likelihood(emissions, tags, mask, scores).sum()
    loss = loss + torch_crf.tag_log_marginals(emissions, mask, scores)[mask].sum()
    torch.autograd.backward(loss)
    assert transitions.grad is not None
    assert not transitions.grad[~allowed].any()
    assert transitions.grad.isfinite().all()
    assert emissions.grad is not None
    assert emissions.grad.isfinite().all()
