"""What a model's scores say of spans is the softmax of the scores that were kept, in however many parts they came."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact.opinion import Opinion
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span

SCHEME = TagScheme(("LASTNAME", "CITY"))
TOKENS = Tokens(TextView.of("Vu Durand à Lyon ce jour"), alphabet())
KEPT = [1, 2, 3]
SCORES = np.random.default_rng(7).integers(-900, 900, (len(KEPT), len(SCHEME))).astype(np.float32)
UNIT, SHIFT, SURE = 2.0**-7, 300.0, -8.0
NAME, TOWN, OUT = Span(3, 9, "LASTNAME"), Span(12, 16, "CITY"), Span(17, 19, "CITY")


def opinion_of(*parts: slice) -> Opinion:
    opinion = Opinion(TOKENS, SCHEME, UNIT, SHIFT, SURE)
    for part in parts:
        opinion.keep(KEPT[part], SCORES[part].copy())
    return opinion


def softmax() -> np.ndarray:
    scores = SCORES.astype(np.float64)
    scores[:, 0] -= SHIFT
    odds = np.exp(scores * UNIT)
    return odds / odds.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("parts", [(slice(0, 3),), (slice(0, 1), slice(1, 3)), (slice(0, 0), slice(0, 3))])
def test_spans_are_as_probable_as_their_tags_and_masked_as_their_tokens_are_not_outside(parts: tuple[slice]) -> None:
    opinion, said = opinion_of(*parts), softmax()
    alone = {label: SCHEME.tags_of([(0, 1, label)], 1)[0] for label in SCHEME.labels}
    wanted = [said[0, alone["LASTNAME"]], said[2, alone["CITY"]], exp(SURE)]
    for _ in range(2):
        assert opinion.probabilities([NAME, TOWN, OUT]) == pytest.approx(wanted, rel=1e-4)
        assert opinion.masked([NAME, TOWN, OUT]) == pytest.approx([1 - said[0, 0], 1 - said[2, 0], 0.0], rel=1e-4)
    assert opinion.probabilities([Span(3, 9, "PHONE")]) == [None]
