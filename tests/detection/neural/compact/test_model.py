"""The model as detectors and command line use it: its folder, its spans, their probabilities."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel, CompactSettings, OperatingPoint
from palimpseste.detection.neural.compact import model as module
from palimpseste.detection.neural.compact.network import Steps
from palimpseste.detection.neural.crf import ChainScores
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.errors import UsageError

NOTE = "Mme Maëlle KERVELLA,  vue\n\nle 12/03/2021 à Brest par le Dr Le Guen.\n  Tél. 02 98 00 11 22  "

MakeModel = Callable[..., CompactModel]
TokensOf = Callable[[str], Tokens]


@pytest.fixture
def folder(make_folder: Callable[..., Path]) -> Path:
    points = (OperatingPoint(0.5, 0.9, 0.5, 0.9, 0.9, 0.9, 0.01), OperatingPoint(0.2, 0.97, 0.5, 0.8, 0.9, 0.9, 0.02))
    return make_folder(threshold=0.4, operating_points=points)


def test_a_folder_holds_the_model(folder: Path, make_model: MakeModel, tokens_of: TokensOf) -> None:
    tokens = tokens_of(NOTE)
    loaded = CompactModel.load(folder)
    assert loaded.settings.threshold == 0.4
    spans = loaded(tokens, [])
    assert spans
    assert spans == make_model(threshold=0.4)(tokens, [])


@pytest.mark.parametrize(
    ("asked", "threshold"),
    [({}, 0.4), ({"threshold": 0.25}, 0.25), ({"recall": 0.9}, 0.5), ({"recall": 0.95}, 0.2)],
    ids=["by default", "threshold", "low recall", "high recall"],
)
def test_the_operating_point_is_the_one_asked_for(asked: dict[str, float], threshold: float, folder: Path) -> None:
    assert CompactModel.load(folder, **asked).settings.threshold == threshold


@pytest.mark.parametrize("threshold", [0.0, 1.0, -0.1, 1.5])
def test_a_threshold_out_of_bounds_is_refused(threshold: float, folder: Path) -> None:
    with pytest.raises(UsageError, match="between 0 and 1"):
        CompactModel.load(folder, threshold=threshold)


def test_a_recall_never_reached_is_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"the highest is 0\.9700"):
        CompactModel.load(folder, recall=0.98)


def array_file(arrays: dict[str, np.ndarray]) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def npy_file() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(3))
    return stream.getvalue()


CORRUPTIONS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut short": lambda content: content[: len(content) // 2],
    "without its end": lambda content: content[:-10],
    "one bit flipped": lambda content: content[:5000] + bytes([content[5000] ^ 1]) + content[5001:],
    "text": lambda _: b"no weights at all",
    "one array": lambda _: npy_file(),
    "other arrays": lambda _: array_file({"kernel": np.zeros(3)}),
    "pickled objects": lambda _: array_file({"table": np.array([{}], dtype=object)}),
}


@pytest.mark.parametrize("corrupted", CORRUPTIONS.values(), ids=CORRUPTIONS)
def test_corrupt_weights_are_refused(corrupted: Callable[[bytes], bytes], folder: Path) -> None:
    weights = folder / "weights.npz"
    weights.write_bytes(corrupted(weights.read_bytes()))
    with pytest.raises(UsageError, match=r"weights\.npz holds no weights of a compact model"):
        CompactModel.load(folder)


def test_weights_too_large_are_refused(folder: Path, random_arrays: Callable[..., dict[str, np.ndarray]]) -> None:
    arrays = random_arrays()
    arrays["bias_0"][0] = 1 << 24
    (folder / "weights.npz").write_bytes(array_file(arrays))
    with pytest.raises(UsageError, match="holds no weights"):
        CompactModel.load(folder)


def test_weights_that_unpack_to_more_than_any_model_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(array.nbytes for array in np.load(folder / "weights.npz").values())
    monkeypatch.setattr("palimpseste.detection.neural.compact.model._MOST_BYTES", size)
    with pytest.raises(UsageError, match="holds no weights"):
        CompactModel.load(folder)
    monkeypatch.setattr("palimpseste.detection.neural.compact.model._MOST_BYTES", 2 * size + 10_000)
    CompactModel.load(folder)


def test_weights_of_other_labels_are_refused(folder: Path, make_settings: Callable[..., CompactSettings]) -> None:
    (folder / "settings.json").write_text(make_settings(labels=("CITY", "DATE")).to_json())
    with pytest.raises(UsageError, match="of two models"):
        CompactModel.load(folder)


def test_missing_files_are_named(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"absent/settings\.json"):
        CompactModel.load(folder / "absent")
    (folder / "weights.npz").unlink()
    with pytest.raises(UsageError, match=r"weights\.npz"):
        CompactModel.load(folder)


def test_windows_of_a_long_note_give_the_scores_of_the_whole(
    make_model: MakeModel, tokens_of: TokensOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, tokens = make_model(), tokens_of(NOTE * 5)
    found = [Span(4, 10, "LASTNAME", "rules.name")]
    whole, spans = model.scores(tokens, found), model(tokens, found)
    assert spans
    for window in (1, 2, 5, 17, len(tokens.words) - 1, len(tokens.words)):
        monkeypatch.setattr(module, "_WINDOW", window)
        assert np.array_equal(model.scores(tokens, found), whole)
        assert model(tokens, found) == spans


def test_scores_are_whole_numbers(make_model: MakeModel, tokens_of: TokensOf) -> None:
    scores = make_model().scores(tokens_of(NOTE), [])
    assert np.array_equal(scores, np.rint(scores))
    assert np.abs(scores).max() < 1 << 24


@pytest.mark.parametrize("seed", range(3))
def test_probabilities_are_the_marginals_of_the_chain(
    seed: int, make_model: MakeModel, tokens_of: TokensOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MARGIN", 1e6)  # one stretch
    model, tokens = make_model(seed, temperature=12.0, threshold=0.02), tokens_of("Mme Kervella vue à Brest 3")
    scheme, chain = TagScheme(model.settings.labels), ChainScores.constrained(TagScheme(model.settings.labels))
    # The operating point chooses the spans; the probability is the model's own.
    emissions = model.scores(tokens, []).astype(np.float64) * Steps.score / 12.0
    length = len(tokens.words)
    tags = np.array(list(itertools.product(range(len(scheme)), repeat=length)))
    scores = chain.start[tags[:, 0]] + chain.end[tags[:, -1]] + emissions[np.arange(length), tags].sum(axis=1)
    scores = scores + chain.transitions[tags[:, :-1], tags[:, 1:]].sum(axis=1)
    weights = np.exp(scores - scores.max())
    answers = model.probabilities(tokens, [])
    assert answers
    for span, probability in answers:
        first, last = tokens.starts.index(span.start), [tokens.end(i) for i in range(length)].index(span.end) + 1
        asked = scheme.tags_of([(0, last - first, span.label)], last - first)
        expected = weights[(tags[:, first:last] == asked).all(axis=1)].sum() / weights.sum()
        assert probability == pytest.approx(expected, rel=1e-4)
        assert 0.0 <= probability <= 1.0


def test_spans_with_probabilities_are_the_spans(make_model: MakeModel, tokens_of: TokensOf) -> None:
    model, tokens = make_model(threshold=0.1), tokens_of(NOTE)
    answers = model.probabilities(tokens, [])
    assert [span for span, _ in answers] == model(tokens, [])
    assert all(0.0 <= probability <= 1.0 for _, probability in answers)


def test_rules_that_are_evidence_only_are_left_out_and_all_else_stands(
    make_model: MakeModel, tokens_of: TokensOf
) -> None:
    model, tokens = make_model(evidence_only=("rules.name", "rules.absent")), tokens_of(NOTE)
    name, other = Span(11, 19, "LASTNAME", "rules.name"), Span(11, 19, "LASTNAME", "rules.other")
    record, site = Span(4, 10, "LASTNAME", "record.lastname"), Span(0, 3, "OTHER_ID", "rules.site.other")
    spans = model(tokens, [record, name, other, site])
    assert name not in spans
    assert [span for span in spans if span.source != "model"] == [site, record, other, site]
    # A site knows its own numbers; then the model is trusted more than anything else.
    assert spans[0] == site
    assert all(span.source == "model" for span in spans[1:-3])
    assert len(spans) > 4


def test_what_others_found_is_evidence(make_model: MakeModel, tokens_of: TokensOf) -> None:
    model, tokens = make_model(), tokens_of(NOTE)
    without = model.scores(tokens, [])
    assert not np.array_equal(model.scores(tokens, [Span(4, 10, "LASTNAME", "rules.name")]), without)
    assert np.array_equal(model.scores(tokens, []), without)


@pytest.fixture(scope="module")
def models(make_model: MakeModel) -> list[CompactModel]:
    return [make_model(seed, threshold=0.01) for seed in range(4)]


@given(text=st.text(st.sampled_from("aB1é. \n\t\u00a0\u2028\ufeff-"), max_size=40), seed=st.integers(0, 3))
def test_spans_are_ordered_disjoint_and_begin_and_end_with_no_space(
    models: list[CompactModel], text: str, seed: int
) -> None:
    tokens = Tokens(TextView.of(text), alphabet())
    spans = models[seed](tokens, [])
    assert spans == sorted(spans)
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
    for span in spans:
        found = tokens.view.text[span.start : span.end]
        assert found
        assert found == found.strip()


@pytest.mark.parametrize("text", ["", "\ufeff", "\u200b"])
def test_a_note_without_tokens_holds_nothing(text: str, make_model: MakeModel, tokens_of: TokensOf) -> None:
    model, tokens = make_model(), tokens_of(text)
    assert model(tokens, []) == []
    assert model.probabilities(tokens, []) == []
    assert model.scores(tokens, []).shape == (0, 5)


def test_a_note_longer_than_a_stretch_is_found_to_its_end(make_model: MakeModel, tokens_of: TokensOf) -> None:
    model, tokens = make_model(threshold=0.001), tokens_of("Kervella Brest 12 " * 1000)
    spans = model(tokens, [])
    assert spans[0].start < 100
    assert spans[-1].end > len(tokens.view.text) - 100
