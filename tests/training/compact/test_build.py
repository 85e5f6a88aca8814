"""From notes to the folder of a model, whole or gone on with."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate
from palimpseste.training.compact.build import Copying, build
from palimpseste.training.compact.calibration import RuleTally, harmful_rules, read_notes_with_evidence
from palimpseste.training.compact.trainer import CompactPace
from palimpseste.training.run.progress import Silent

Built = tuple[Path, CompactSettings, list[Document]]
CANARY = "Zorglubine"


def annotated(id: str, name: str = "Kervella") -> Document:
    text = f"Mme {name} va bien ce jour, sortie demain."
    return Document(id, text, patient=Patient(lastname=name), entities=(Span(4, 4 + len(name), "LASTNAME"),))


TRAINING = [annotated(f"train {number}", name) for number, name in enumerate(("Kervella", "Szymanski", CANARY))]
DEVELOPMENT = [annotated("dev 0", "Le Guen"), annotated("dev 1", CANARY)]
COPYING = Copying(copies=1, sheet_share=0.0)


class StopsAt(Silent):
    """Ends a training behind a step."""

    def __init__(self, step: int) -> None:
        self.step, self.what = step, ""

    def began(self, what: str, total_steps: int, done_steps: int) -> None:
        self.what = what

    def moved(self, step: int, loss: float) -> None:
        if self.what == "training" and step == self.step:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole(tiny: CompactPace, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "made" / "model"
    build(TRAINING, DEVELOPMENT, folder, pace=tiny, copying=COPYING)
    return folder


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "training.json"}


def test_the_same_seed_gives_the_same_bytes_and_another_others(whole: Path, tiny: CompactPace, tmp_path: Path) -> None:
    build(TRAINING, DEVELOPMENT, tmp_path / "same", pace=tiny, copying=COPYING)
    assert bytes_of(tmp_path / "same") == bytes_of(whole)
    build(TRAINING, DEVELOPMENT, tmp_path / "other", pace=replace(tiny, seed=1), copying=COPYING)
    assert (tmp_path / "other" / "weights.npz").read_bytes() != (whole / "weights.npz").read_bytes()


@pytest.mark.parametrize("step", [2, 7])
def test_a_build_that_was_interrupted_and_repeated_gives_the_same_bytes(
    step: int, whole: Path, tiny: CompactPace, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        build(TRAINING, DEVELOPMENT, tmp_path, pace=tiny, copying=COPYING, progress=StopsAt(step))
    assert json.loads((tmp_path / "training.json").read_text())["finished"] is False
    with pytest.raises(UsageError):
        CompactModel.load(tmp_path)
    build(TRAINING, DEVELOPMENT, tmp_path, pace=tiny, copying=COPYING)
    assert bytes_of(tmp_path) == bytes_of(whole)


def test_the_folder_holds_the_model_and_what_was_done(whole: Path, tiny: CompactPace) -> None:
    assert sorted(path.name for path in whole.iterdir()) == [
        "confidence.json",
        "settings.json",
        "training.json",
        "weights.npz",
    ]
    record = json.loads((whole / "training.json").read_text())
    assert record["finished"] is True
    assert record["documents"] == {"training": 3, "development": 2, "examples": 6}
    assert record["pace"]["steps"] == tiny.steps
    assert record["weights_sha256"] == hashlib.sha256((whole / "weights.npz").read_bytes()).hexdigest()
    assert record["energy"]["seconds"] > 0
    content = b"".join(path.read_bytes() for path in whole.iterdir())
    assert CANARY.encode() not in content
    settings = CompactSettings.read(whole / "settings.json")
    assert settings.dilations == tiny.dilations
    assert len(settings.labels) == 19


WRONG: dict[str, tuple[list[Document], list[Document], str]] = {
    "shared document": (TRAINING, [*DEVELOPMENT, TRAINING[1]], "document 'train 1' is in the training and"),
    "training without spans": ([Document("1", "Mme Kervella")], DEVELOPMENT, "no annotated span in the training notes"),
    "development without spans": (TRAINING, [Document("1", "x")], "no annotated span in the development notes"),
    "no training notes": ([], DEVELOPMENT, "no annotated span in the training notes"),
    "no development notes": (TRAINING, [], "no annotated span in the development notes"),
}


@pytest.mark.parametrize(("training", "development", "message"), WRONG.values(), ids=WRONG)
def test_wrong_notes_are_refused_before_anything_is_written(
    training: list[Document], development: list[Document], message: str, tiny: CompactPace, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        build(training, development, tmp_path / "model", pace=tiny, copying=COPYING)
    assert not (tmp_path / "model").exists()


OTHER: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "other steps": lambda asked: {**asked, "pace": replace(asked["pace"], steps=13)},
    "other seed": lambda asked: {**asked, "pace": replace(asked["pace"], seed=3)},
    "other copies": lambda asked: {**asked, "copying": replace(asked["copying"], copies=2)},
    "one note less": lambda asked: {**asked, "training": asked["training"][1:]},
    "another span": lambda asked: {
        **asked,
        "development": [replace(DEVELOPMENT[0], entities=(Span(0, 3, "CITY"),)), DEVELOPMENT[1]],
    },
    "another record": lambda asked: {
        **asked,
        "training": [replace(TRAINING[0], patient=Patient(lastname="Autre")), *TRAINING[1:]],
    },
}


@pytest.mark.parametrize("changed", OTHER.values(), ids=OTHER)
def test_a_folder_of_another_training_is_refused_and_kept(
    changed: Callable[[dict[str, Any]], dict[str, Any]], whole: Path, tiny: CompactPace
) -> None:
    before = bytes_of(whole)
    asked = changed({"training": TRAINING, "development": DEVELOPMENT, "pace": tiny, "copying": COPYING})
    with pytest.raises(UsageError, match="holds another training"):
        build(asked["training"], asked["development"], whole, pace=asked["pace"], copying=asked["copying"])
    assert bytes_of(whole) == before


def test_a_training_goes_on_from_a_model(whole: Path, tiny: CompactPace, tmp_path: Path) -> None:
    def weights(folder: Path) -> np.ndarray:
        with np.load(folder / "weights.npz") as arrays:
            return np.asarray(arrays["output"], dtype=float)

    # The shape is the model's, whatever the pace says; a step of nothing moves no weight by more than its rounding.
    pace = replace(tiny, width=8, members=1, steps=1, learning_rate=1e-9)
    build(TRAINING, DEVELOPMENT, tmp_path / "on", pace=pace, copying=COPYING, start=[whole])
    assert np.array_equal(weights(tmp_path / "on"), weights(whole))
    record = json.loads((tmp_path / "on" / "training.json").read_text())
    assert record["begun_with_sha256"] == [hashlib.sha256((whole / "weights.npz").read_bytes()).hexdigest()]
    assert (record["pace"]["width"], record["pace"]["members"]) == (tiny.width, tiny.members)
    build(TRAINING, DEVELOPMENT, tmp_path / "moved", pace=tiny, copying=COPYING, start=[whole])
    assert not np.array_equal(weights(tmp_path / "moved"), weights(whole))
    with pytest.raises(UsageError, match="holds another training"):
        build(TRAINING, DEVELOPMENT, tmp_path / "moved", pace=tiny, copying=COPYING)


def test_a_model_gone_on_from_keeps_its_rules(whole: Path, tiny: CompactPace, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(whole, other)
    settings = json.loads((other / "settings.json").read_text())
    settings["evidence_only"] = ["rules.name.title"]
    (other / "settings.json").write_text(json.dumps(settings))
    on = build(TRAINING, DEVELOPMENT, tmp_path / "on", pace=tiny, copying=COPYING, start=[other])
    assert on.evidence_only == ("rules.name.title",)


def test_weights_are_kept_halfway(whole: Path, tiny: CompactPace, tmp_path: Path) -> None:
    def weights(folder: Path) -> dict[str, np.ndarray]:
        with np.load(folder / "weights.npz") as arrays:
            return {name: arrays[name].astype(np.int64) for name in arrays.files}

    pace = replace(tiny, learning_rate=0.01)
    build(TRAINING, DEVELOPMENT, tmp_path / "end", pace=pace, copying=COPYING, start=[whole])
    pace = replace(pace, is_halfway=True)
    build(TRAINING, DEVELOPMENT, tmp_path / "between", pace=pace, copying=COPYING, start=[whole])
    before, after, between = map(weights, (whole, tmp_path / "end", tmp_path / "between"))
    assert any((before[name] != after[name]).any() for name in before)
    for name in before:
        assert (abs(2 * between[name] - before[name] - after[name]) <= 1).all(), name
    assert json.loads((tmp_path / "between" / "training.json").read_text())["pace"]["is_halfway"]
    with pytest.raises(UsageError, match="halfway needs a model to go on from"):
        build(TRAINING, DEVELOPMENT, tmp_path / "alone", pace=pace, copying=COPYING)
    assert not (tmp_path / "alone").exists()


@pytest.fixture(scope="module")
def halves(tiny: CompactPace, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folders = [tmp_path_factory.mktemp("halves") / str(half) for half in (0, 1)]
    for half, folder in enumerate(folders):
        build(TRAINING, DEVELOPMENT, folder, pace=tiny, copying=COPYING, half=half)
    return folders


def test_halves_share_no_note_and_tell_what_rules_change_on_the_other(halves: list[Path], tiny: CompactPace) -> None:
    records = [json.loads((folder / "training.json").read_text()) for folder in halves]
    assert sum(record["documents"]["training"] for record in records) == len(TRAINING)
    assert len({record["pace"]["seed"] for record in records} | {tiny.seed}) == 3
    assert len({(folder / "weights.npz").read_bytes() for folder in halves}) == 2
    for folder in halves:
        tallies = json.loads((folder / "rules.json").read_text())
        assert tallies
        assert all(len(counts) == 3 for counts in tallies.values())
        assert all(source.startswith("rules.") for source in tallies)
        assert CANARY not in (folder / "rules.json").read_text()


def test_networks_of_halves_go_on_side_by_side(
    halves: list[Path], whole: Path, tiny: CompactPace, tmp_path: Path
) -> None:
    pace = replace(tiny, steps=1, learning_rate=1e-9)
    settings = build(TRAINING, DEVELOPMENT, tmp_path / "both", pace=pace, copying=COPYING, start=halves)
    record = json.loads((tmp_path / "both" / "training.json").read_text())
    assert record["pace"]["members"] == 2
    assert len(record["begun_with_sha256"]) == 2
    with np.load(tmp_path / "both" / "weights.npz") as both:
        for half, folder in enumerate(halves):
            with np.load(folder / "weights.npz") as alone:
                assert np.array_equal(both["kernel_0"][half], alone["kernel_0"][0])
                assert np.array_equal(np.split(both["output"], 2)[half], alone["output"])
    # What stays is judged by what both counted, whatever the development notes say.
    counted: dict[str, RuleTally] = {}
    for folder in halves:
        for source, counts in json.loads((folder / "rules.json").read_text()).items():
            counted[source] = counted.get(source, RuleTally(0, 0, 0)) + RuleTally(*counts)
    assert set(settings.evidence_only) == set(harmful_rules(counted))
    # And so it is of what goes on from there.
    again = build(TRAINING, DEVELOPMENT, tmp_path / "again", pace=pace, copying=COPYING, start=[tmp_path / "both"])
    assert (tmp_path / "again" / "rules.json").read_bytes() == (tmp_path / "both" / "rules.json").read_bytes()
    assert again.evidence_only == settings.evidence_only


def test_networks_of_two_shapes_do_not_go_on_together(halves: list[Path], tiny: CompactPace, tmp_path: Path) -> None:
    wide = tmp_path / "wide"
    build(TRAINING, DEVELOPMENT, wide, pace=replace(tiny, width=24), copying=COPYING)
    with pytest.raises(UsageError, match="of another shape"):
        build(TRAINING, DEVELOPMENT, tmp_path / "on", pace=tiny, copying=COPYING, start=[halves[0], wide])
    assert not (tmp_path / "on").exists()


def test_a_model_of_other_labels_is_not_gone_on_from(whole: Path, tiny: CompactPace, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(whole, other)
    settings = json.loads((other / "settings.json").read_text())
    settings["labels"][0], settings["labels"][1] = settings["labels"][1], settings["labels"][0]
    (other / "settings.json").write_text(json.dumps(settings))
    with pytest.raises(UsageError, match="of other labels"):
        build(TRAINING, DEVELOPMENT, tmp_path / "on", pace=tiny, copying=COPYING, start=[other])


def test_blank_notes_and_no_copies_do_no_harm(tiny: CompactPace, tmp_path: Path) -> None:
    # Batches of one document: one of a blank note alone would have no loss, and spoil all weights.
    blank = [Document(f"blank {number}", text) for number, text in enumerate(("", "\ufeff", "  \n"))]
    pace = replace(tiny, batch_tokens=1)
    build([*TRAINING, *blank], [*DEVELOPMENT, Document("b", "")], tmp_path, pace=pace, copying=Copying(copies=0))
    model = CompactModel.load(tmp_path)
    scores = model.scores(Tokens(TextView.of("Mme Kervella"), alphabet()), [])
    assert np.isfinite(scores).all()
    assert len(np.unique(scores)) > 10
    assert json.loads((tmp_path / "training.json").read_text())["documents"]["examples"] == 4


def test_a_model_of_some_seconds_finds_names_in_notes_it_has_not_seen(built: Built) -> None:
    folder, _, held_out = built
    model = CompactModel.load(folder, threshold=0.5)

    def measured(*, with_evidence: bool) -> tuple[float, float]:
        predicted = []
        for note in read_notes_with_evidence(held_out):
            spans = [span for span in model(note.tokens, note.found if with_evidence else ()) if span.source == "model"]
            view = note.tokens.view
            entities = tuple(Span(*view.to_original(s.start, s.end), s.label, s.source) for s in spans)
            predicted.append(replace(note.document, entities=entities))
        card = evaluate(held_out, predicted, view="aphp", bootstrap=0).overall
        return card.micro.tokens.f1.value, card.over_redaction.share.value

    # Chance: a fifth of the tokens is labelled, under one of thirteen labels. Found here: 0.85 and 0.45.
    f1, over_redaction = measured(with_evidence=True)
    assert f1 > 0.6
    assert over_redaction < 0.05
    f1, over_redaction = measured(with_evidence=False)
    assert f1 > 0.25
    assert over_redaction < 0.05


def test_a_lower_threshold_masks_what_a_higher_one_does_and_more(built: Built) -> None:
    folder, _, held_out = built
    masked: dict[float, set[tuple[int, int]]] = {}
    for threshold in (0.9, 0.5, 0.1, 0.01):
        model = CompactModel.load(folder, threshold=threshold)
        masked[threshold] = {
            (number, at)
            for number, document in enumerate(held_out)
            for span in model(Tokens(TextView.of(document.text), alphabet()), [])
            for at in range(span.start, span.end)
        }
    # No law, since spans are whole: a better span may take the place of another. Such tokens are few.
    for higher, lower in pairwise(masked.values()):
        assert len(higher - lower) <= 0.01 * len(higher)
        assert len(lower) > len(higher)


def test_probabilities_of_spans_are_higher_where_they_are_right(built: Built) -> None:
    folder, _, held_out = built
    model = CompactModel.load(folder, threshold=0.1)
    right: list[float] = []
    wrong: list[float] = []
    for document in held_out:
        tokens = Tokens(TextView.of(document.text), alphabet())
        gold = {(span.start, span.end, span.label) for span in document.entities}
        if not tokens.view.shares_offsets:
            continue
        for found, probability in model.probabilities(tokens, []):
            assert 0.0 <= probability <= 1.0
            (right if (found.start, found.end, found.label) in gold else wrong).append(probability)
    assert np.mean(right) > np.mean(wrong) + 0.1
