"""Fine-tuning: it learns, it writes what it should, it refuses what it must."""

from __future__ import annotations

import json
import shutil
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from runs import ON_CPU
from safetensors.torch import load_file

from palimpseste import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate
from palimpseste.labels import VIEWS, stands_for, view_named
from palimpseste.training.encoder.label_set import labels_met
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.progress import Silent
from palimpseste.training.run.running import Running

Notes = tuple[list[Document], list[Document]]


def test_a_tiny_encoder_without_pretraining_learns_from_a_hundred_notes(
    trained: tuple[Path, list[Document]],
) -> None:
    # A tagger that knows no note finds next to nothing: the most frequent label on every word scores under 0.06.
    metrics = json.loads((trained[0] / "metrics.json").read_text())
    assert metrics["dev"]["overall"]["micro"]["tokens"]["f1"]["value"] > 0.3


def test_the_folder_holds_what_is_needed_to_use_and_to_judge_the_model(trained: tuple[Path, list[Document]]) -> None:
    folder, held_out = trained
    names = {path.name for path in folder.iterdir()}
    assert {"config.json", "model.safetensors", "tokenizer.json", "tagger.json"} <= names
    assert {"settings.json", "metrics.json", "log.jsonl", "energy.json"} <= names
    card = json.loads((folder / "tagger.json").read_text())
    assert card["labels"][:2] == ["FIRSTNAME", "LASTNAME"]
    assert card["windows"] == {"words": 48, "pieces": 160, "stride": 0}
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines if "dev" in line] == [80, 160]
    assert lines[-2]["loss"] < lines[0]["loss"] / 2
    text = "".join(
        (folder / name).read_text() for name in ("metrics.json", "log.jsonl", "energy.json", "settings.json")
    )
    values = {document.text[s.start : s.end] for document in held_out for s in document.entities if len(s) > 5}
    assert not [value for value in values if value in text]


def test_energy_is_measured_without_network(
    quick: Settings, few: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a training opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    train_ner(*few, quick.changed(steps=2), tmp_path / "model", ON_CPU)
    energy = json.loads((tmp_path / "model" / "energy.json").read_text())
    assert energy["country"] == "FRA"
    assert energy["seconds"] > 0
    assert energy["energy_kwh"] > energy["co2_kg"] > 0
    assert capfd.readouterr() == ("", "")


def test_energy_that_cannot_be_measured_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from palimpseste.training.run import energy

    def fail() -> None:
        raise OSError

    monkeypatch.setattr(energy, "_started_tracker", fail)
    found = energy.EnergyMeter({"seconds": 10.0, "energy_kwh": 1.0, "co2_kg": 1.0}).stop()
    assert found["energy_kwh"] is None
    assert found["note"] == "not measured: codecarbon failed (OSError)"
    assert float(str(found["seconds"])) >= 10


@pytest.mark.parametrize("name", ["flaubert", "modernbert", "xlm-roberta"])
def test_other_families_train_in_the_same_way(
    name: str, encoders: dict[str, Path], quick: Settings, few: Notes, tmp_path: Path
) -> None:
    settings = quick.changed(encoder=str(encoders[name]), steps=25, window_words=32, window_stride=16)
    train_ner(*few, settings, tmp_path / "model", ON_CPU)
    lines = [json.loads(line) for line in (tmp_path / "model" / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in lines if "loss" in line]
    assert losses[-1] < losses[0]


@pytest.mark.parametrize(("head", "loss"), [("linear", "cross-entropy"), ("crf", "cross-entropy")])
def test_every_head_and_loss_learns(head: str, loss: str, quick: Settings, few: Notes, tmp_path: Path) -> None:
    settings = quick.changed(head=head, loss=loss, steps=20)
    train_ner(*few, settings, tmp_path / "model", ON_CPU)
    lines = [json.loads(line) for line in (tmp_path / "model" / "log.jsonl").read_text().splitlines()]
    losses = [line["loss"] for line in lines if "loss" in line]
    assert losses[-1] < losses[0]
    learned = load_file(tmp_path / "model" / "model.safetensors")["transitions"].any()
    assert bool(learned) == (head == "crf")


def test_half_precision_on_a_processor_is_bfloat16(quick: Settings, few: Notes, tmp_path: Path) -> None:
    train_ner(*few, quick.changed(steps=2, precision="bfloat16"), tmp_path / "model", ON_CPU)
    with pytest.raises(UsageError, match="'float16' needs a GPU"):
        train_ner(*few, quick.changed(precision="float16"), tmp_path / "other", ON_CPU)


def test_training_stops_when_patience_is_at_its_end(quick: Settings, few: Notes, tmp_path: Path) -> None:
    class Counts(Silent):
        evaluations = 0

        def evaluated(self, step: int, measures: object, *, is_best: bool) -> None:
            self.evaluations += 1

    progress = Counts()
    # A rate so low that nothing is ever found: the first evaluation stays the best.
    settings = quick.changed(
        learning_rate=1e-9, head_learning_rate=1e-9, steps=50, evaluate_every_steps=2, patience_evaluations=2,
        metric="recall",
    )  # fmt: skip
    train_ner(*few, settings, tmp_path / "model", Running(device="cpu", progress=progress))
    metrics = json.loads((tmp_path / "model" / "metrics.json").read_text())
    assert metrics["steps"] < 50
    assert progress.evaluations == metrics["steps"] / 2


def test_a_view_is_learned_under_its_own_labels(quick: Settings, few: Notes, tmp_path: Path) -> None:
    evaluation = train_ner(*few, quick.changed(steps=2, view="hnfc"), tmp_path / "model", ON_CPU)
    card = json.loads((tmp_path / "model" / "tagger.json").read_text())
    assert evaluation.view == card["view"] == "hnfc"
    assert "PER" in card["labels"]
    assert card["stands_for"]["PER"] == "LASTNAME"


def test_a_model_of_labels_that_have_other_names_now_finds_the_same(
    trained: tuple[Path, list[Document]], tmp_path: Path
) -> None:
    folder, held_out = trained
    older = tmp_path / "older"
    shutil.copytree(folder, older)
    card = json.loads((older / "tagger.json").read_text())
    card["labels"] = [f"OLD_{name}" for name in card["labels"]]
    card["stands_for"] = {f"OLD_{name}": label for name, label in card["stands_for"].items()}
    (older / "tagger.json").write_text(json.dumps(card | {"view": "hnfc"}))
    found = [
        [deidentify.detect(document) for document in held_out]
        for model in (folder, older)
        for deidentify in [Deidentifier.default(policy="tag", detectors=DetectorChoice(("model",), model=model))]
    ]
    assert found[0] == found[1]
    assert sum(map(len, found[0])) > 20


@pytest.mark.parametrize("view", list(VIEWS))
def test_the_label_a_span_is_given_reads_back_as_the_views(view: str) -> None:
    names = view_named(view)
    for label, canonical in stands_for(dict.fromkeys(names.values()), view).items():
        assert names[canonical] == label


def test_labels_keep_the_order_of_the_view() -> None:
    note = Document("1", "le 3 mars, M. Roy", entities=(Span(3, 9, "DATE"), Span(14, 17, "LASTNAME")))
    assert labels_met([note], "canonical") == ("LASTNAME", "DATE")


def test_wrong_use_is_refused_in_words(quick: Settings, few: Notes, tmp_path: Path) -> None:
    train, dev = few
    bare = [replace(document, entities=()) for document in train]
    with pytest.raises(UsageError, match="no entity in training data"):
        train_ner(bare, dev, quick, tmp_path / "model")
    with pytest.raises(UsageError, match="no entity in dev data"):
        train_ner(train, bare, quick, tmp_path / "model")
    with pytest.raises(UsageError, match="occurs 2 times in dev data"):
        train_ner(train, [*dev, dev[0]], quick, tmp_path / "model")
    with pytest.raises(UsageError, match="neither a folder with"):
        train_ner(train, dev, quick.changed(encoder=str(tmp_path)), tmp_path / "model")
    with pytest.raises(UsageError, match="takes 160 sub-words"):
        train_ner(train, dev, quick.changed(window_pieces=400), tmp_path / "model", Running(restart=True))
    with pytest.raises(UsageError, match="unknown device 'tpu'"):
        train_ner(train, dev, quick, tmp_path / "model", Running(device="tpu"))
    (tmp_path / "notes").mkdir()
    with pytest.raises(UsageError, match="exists; name another"):
        train_ner(train, dev, quick, tmp_path / "notes")
    with pytest.raises(UsageError, match="was not written by a training"):
        train_ner(train, dev, quick, tmp_path / "notes", Running(force=True))


def test_predictions_are_measured_like_any_other(trained: tuple[Path, list[Document]]) -> None:
    from palimpseste.detection.neural.encoder import EncoderDetector
    from palimpseste.training.encoder.predictions import predictions_of

    folder, held_out = trained
    predicted = predictions_of(EncoderDetector.load(folder), held_out)
    found = evaluate(held_out, predicted, bootstrap=0).overall.micro.tokens.f1.value
    kept = json.loads((folder / "metrics.json").read_text())["dev"]["overall"]["micro"]["tokens"]["f1"]["value"]
    assert found == pytest.approx(kept, abs=1e-6)
