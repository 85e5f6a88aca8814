"""The exported network says what the trained one says, and the detector runs either."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from runs import ON_CPU

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.neural.encoder import EncoderDetector
from palimpseste.detection.neural.encoder.emissions import emissions_of
from palimpseste.detection.neural.encoder.folder import TaggerCard, load_tokenizer
from palimpseste.detection.neural.encoder.network import OnnxNetwork, TorchNetwork
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.tagger import Tagger
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.explanation import explained, reader_of
from palimpseste.training.encoder.examples import tokens_of
from palimpseste.training.encoder.export import export
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings


@pytest.fixture(scope="module")
def exported(trained: tuple[Path, list[Document]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported") / "model"
    shutil.copytree(trained[0], folder)
    assert export(folder) < 1e-4
    return folder


def spans(detector: EncoderDetector, text: str) -> list[Span]:
    return detector(tokens_of(text), Patient())


def test_float32_agrees_with_torch_on_notes(exported: Path, trained: tuple[Path, list[Document]]) -> None:
    import torch

    card = TaggerCard.read(exported)
    tags = len(TagScheme(card.labels))
    reader = PieceReader(load_tokenizer(str(exported)))
    networks = (
        OnnxNetwork(exported / "model.onnx"),
        TorchNetwork(Tagger.load(exported, tags), torch.device("cpu")),
    )
    for document in trained[1][:8]:
        words = Words.of(tokens_of(document.text))
        one, other = (emissions_of(words, reader, card.windows, network, tags) for network in networks)
        assert np.abs(one - other).max() < 1e-4


def test_the_detector_finds_the_same_spans_by_either(exported: Path, trained: tuple[Path, list[Document]]) -> None:
    by_onnx, by_torch = EncoderDetector.load(exported), EncoderDetector.load(trained[0])
    found = 0
    for document in trained[1]:
        assert spans(by_onnx, document.text) == spans(by_torch, document.text)
        found += len(spans(by_onnx, document.text))
    assert found > 20


def test_int8_is_smaller_and_finds_much_the_same(exported: Path, trained: tuple[Path, list[Document]]) -> None:
    assert (exported / "model.int8.onnx").stat().st_size < (exported / "model.onnx").stat().st_size
    full, small = EncoderDetector.load(exported), EncoderDetector.load(exported, precision="int8")
    pairs = [(spans(full, d.text), spans(small, d.text)) for d in trained[1]]
    both = sum(len(set(one) & set(other)) for one, other in pairs)
    assert both > 0.7 * sum(len(one) for one, _ in pairs)


def test_spans_obey_the_laws_of_detection(exported: Path, trained: tuple[Path, list[Document]]) -> None:
    detector = EncoderDetector.load(exported)
    for document in trained[1]:
        tokens = tokens_of(document.text)
        found = detector(tokens, Patient())
        assert found == sorted(found)
        assert all(one.end <= other.start for one, other in pairwise(found))
        assert all(span.end <= len(tokens.view) and span.source == "model.ner" for span in found)
        assert all(tokens.view.text[s.start : s.end].strip() == tokens.view.text[s.start : s.end] for s in found)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "a", "\u200b", "١٢", "👩‍⚕️", "x" * 5000, "a " * 700, "a\ud800b"])
def test_any_text_is_read(exported: Path, text: str) -> None:
    spans(EncoderDetector.load(exported), text)


def test_a_folder_is_chosen_as_the_model_of_a_deidentifier(
    exported: Path, trained: tuple[Path, list[Document]]
) -> None:
    deidentifier = Deidentifier.detecting(DetectorChoice(("model",), model=exported))
    found = [span for document in trained[1] for span in deidentifier.detect(document)]
    assert len(found) > 20
    completed = {"propagation", "rules.body.headed", "rules.name.called"}
    assert {"model.ner"} <= {span.source for span in found} <= {"model.ner", *completed}


def test_a_detector_travels_to_another_process(exported: Path, trained: tuple[Path, list[Document]]) -> None:
    detector = EncoderDetector.load(exported)
    again = pickle.loads(pickle.dumps(detector))
    assert spans(again, trained[1][0].text) == spans(detector, trained[1][0].text)


def test_the_exported_model_runs_without_torch_and_another_says_what_it_needs(
    exported: Path, trained: tuple[Path, list[Document]]
) -> None:
    program = f"""
import sys
sys.modules["torch"] = None
from pathlib import Path
from palimpseste.detection.neural.encoder import EncoderDetector
from palimpseste.detection.tokens import Alphabet, Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Patient
from palimpseste.errors import UsageError
detector = EncoderDetector.load(Path({str(exported)!r}))
print(len(detector(Tokens(TextView.of("Mme DURAND vue le 12/03/2021 par le Dr MARTIN"), Alphabet({{}})), Patient())))
try:
    EncoderDetector.load(Path({str(trained[0])!r}))
except UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    spans_found, message = done.stdout.splitlines()[-2:]
    assert int(spans_found) >= 0
    assert "holds no ONNX file and torch is missing: palimpseste train export" in message


@pytest.mark.parametrize("name", ["flaubert", "modernbert"])
def test_other_families_are_exported(
    name: str, encoders: dict[str, Path], quick: Settings, few: tuple[list[Document], list[Document]], tmp_path: Path
) -> None:
    settings = quick.changed(encoder=str(encoders[name]), steps=1)
    train_ner(*few, settings, tmp_path / "model", ON_CPU)
    assert export(tmp_path / "model", int8=False) < 1e-4


def test_a_disagreeing_export_leaves_no_file(
    trained: tuple[Path, list[Document]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from palimpseste.training.encoder import export as module

    shutil.copytree(trained[0], tmp_path / "model")
    monkeypatch.setattr(module, "_disagreement", lambda *_: float("nan"))
    with pytest.raises(PalimpsesteError, match="ONNX and torch differ"):
        export(tmp_path / "model")
    assert not list((tmp_path / "model").glob("*onnx*"))


@pytest.mark.parametrize(
    ("library", "folder_of", "message"),
    [
        ("onnxruntime", "exported", r"needs onnxruntime: pip install 'palimpseste\[onnx\]'"),
        ("transformers", "exported", r"needs transformers: pip install 'palimpseste\[onnx\]'"),
        ("sacremoses", "flaubert", r"needs sacremoses: pip install 'palimpseste\[train\]'"),
    ],
)
def test_a_missing_library_is_named_with_what_installs_it(
    library: str,
    folder_of: str,
    message: str,
    exported: Path,
    encoders: dict[str, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = {"exported": exported, "flaubert": encoders["flaubert"]}[folder_of]
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=message):
        load_tokenizer(str(folder)) if library == "sacremoses" else EncoderDetector.load(folder)


def test_what_is_missing_or_damaged_is_named(trained: tuple[Path, list[Document]], tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(trained[0], folder)
    with pytest.raises(UsageError, match=r"holds no model.int8.onnx"):
        EncoderDetector.load(folder, precision="int8")
    with pytest.raises(UsageError, match="cannot be loaded on device"):
        EncoderDetector.load(folder, device="nowhere")
    with pytest.raises(UsageError, match="unknown precision"):
        EncoderDetector.load(folder, precision="int4")  # type: ignore[arg-type] # wrong on purpose
    (folder / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(UsageError, match="missing or damaged"):
        EncoderDetector.load(folder)
    (folder / "tagger.json").write_text("{}")
    with pytest.raises(UsageError, match="damaged, or of another version"):
        EncoderDetector.load(folder)
    with pytest.raises(UsageError, match="is no trained encoder"):
        EncoderDetector.load(tmp_path)


def test_what_an_encoder_finds_can_be_explained(exported: Path, notes: list[Document]) -> None:
    reader = reader_of(DetectorChoice(("model",), model=exported))
    assert reader.name == "encoder"
    note = next(note for note in notes if reader.found(note.text, note.patient))
    spans = reader.found(note.text, note.patient)
    # What is told of a span is the probability that all its words bear its tags.
    assert all(0.0 < each <= 1.0 for each in reader.probabilities(note.text, note.patient, spans))
    assert reader.probabilities("", note.patient, []) == []
    found = explained(note, reader, reach=1)
    assert [each.span for each in found] == spans
