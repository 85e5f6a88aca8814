"""Adapters learn the responses, and a training cut anywhere ends with the same ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from runs import ON_CPU, StoppedError, stopping_at
from safetensors.torch import load_file

from palimpseste.corpus import write_documents
from palimpseste.detection.generative.card import GenerativeCard
from palimpseste.detection.generative.folder import load_decoder
from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.training.generative.adapters import learning_decoder
from palimpseste.training.generative.batches import UNASKED, examples_of, responding_batch
from palimpseste.training.generative.reading import reading_of
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.task import RespondingTask
from palimpseste.training.generative.train import train_llm

CPU = torch.device("cpu")
ADAPTERS = "adapter_model.safetensors"
BITS = (32, 8, 4)


@pytest.fixture(scope="module")
def few(short: list[Document]) -> tuple[list[Document], list[Document]]:
    return short[3:15], short[:3]


@pytest.fixture(scope="module")
def whole(brief: GenerativeSettings, few, tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Uninterrupted runs, by the bits of the weights that stay."""
    folder = tmp_path_factory.mktemp("whole")
    for bits in BITS:
        train_llm(*few, brief.changed(bits=bits), folder / str(bits), ON_CPU)
    return {bits: folder / str(bits) for bits in BITS}


def assert_same(one: Path, other: Path) -> None:
    assert {path.relative_to(one) for path in one.rglob("*")} == {path.relative_to(other) for path in other.rglob("*")}
    for place in (one, *(one / "epochs").iterdir()):
        first = load_file(place / ADAPTERS)
        second = load_file(other / place.relative_to(one) / ADAPTERS)
        assert first.keys() == second.keys()
        assert [name for name in first if not torch.equal(first[name], second[name])] == []
    for name in ("log.jsonl", "metrics.json"):
        assert (one / name).read_bytes() == (other / name).read_bytes()


@pytest.mark.parametrize(
    ("bits", "stops"),
    [
        (32, [stopping_at(3, behind_evaluation=True), stopping_at(5)]),
        (8, [stopping_at(5)]),
        (4, [stopping_at(5)]),
    ],
    ids=["twice", "8 bits", "4 bits"],
)
def test_a_training_cut_anywhere_ends_with_the_same_adapters(bits, stops, whole, brief, few, tmp_path) -> None:
    settings, target = brief.changed(bits=bits), tmp_path / "model"
    for stop in stops:
        with pytest.raises(StoppedError):
            train_llm(*few, settings, target, stop)
        torch.rand(7)  # chance elsewhere in the process must not matter
    train_llm(*few, settings, target, ON_CPU)
    assert_same(whole[bits], target)


@pytest.mark.parametrize("bits", BITS)
def test_weights_of_all_bits_learn_on_a_cpu(bits: int, whole: dict[int, Path]) -> None:
    lines = [json.loads(line) for line in (whole[bits] / "log.jsonl").read_text().splitlines()]
    measured = [line["dev"]["log_likelihood"] for line in lines if "dev" in line]
    assert len(measured) == 2
    assert measured[1] > measured[0]
    assert {path.name for path in (whole[bits] / "epochs").iterdir()} == {"01", "02"}
    assert json.loads((whole[bits] / "energy.json").read_text())["seconds"] > 0


def test_development_notes_are_answered_after_every_epoch(whole: dict[int, Path], few) -> None:
    lines = [json.loads(line) for line in (whole[32] / "log.jsonl").read_text().splitlines()]
    measured = [line["dev"] for line in lines if "dev" in line]
    assert all({"bleu", "altered", "note_recall", "wrongly_anonymous"} <= each.keys() for each in measured)
    best = json.loads((whole[32] / "metrics.json").read_text())
    assert {name: best[name] for name in measured[0]} in measured
    for epoch in ("01", "02"):
        found = (whole[32] / "epochs" / epoch / "found.jsonl").read_text()
        assert [json.loads(line)["id"] for line in found.splitlines()] == [note.id for note in few[1][:2]]
        assert not any(note.text[:20] in found for note in few[1])
    points = GenerativeCard.read(whole[32]).points
    assert [point.threshold for point in points] == sorted((point.threshold for point in points), reverse=True)
    assert points[0].redacted <= points[-1].redacted


def test_answers_are_measured_as_the_paper_does() -> None:
    notes = [
        Document(
            "a", "Vu Paul le 12/03 pour une plaie du doigt.", entities=(Span(3, 7, "FIRSTNAME"), Span(11, 16, "DATE"))
        ),
        Document("b", "Vu Anne pour une plaie de la main.", entities=(Span(3, 7, "FIRSTNAME"),)),
        Document("c", "Plaie de la main ce jour."),
    ]
    answers = ["Vu [XXXXX] le [XXXXX] pour une plaie du doigt.", "ANONYMOUS", "Plaie de la jambe ce jour."]
    reading = reading_of(Instruction.named(view="tarpon"), notes, answers, "tarpon")
    found = reading.measures
    assert (found["note_recall"], found["precision"], found["wrongly_anonymous"]) == (0.5, 1.0, 1.0)
    assert found["recall"] == pytest.approx(2 / 3)
    assert (found["recall of NAME"], found["recall of DATE"]) == (0.5, 1.0)
    assert found["altered"] == pytest.approx(1 / 23)
    assert 0.5 < found["bleu"] < 1.0
    assert [(each["masks"], each["anonymous"], each["altered"]) for each in reading.found] == [
        ([[3, 7], [11, 16]], False, 0),
        ([], True, 0),
        ([], False, 1),
    ]


def test_few_bits_are_near_many(whole: dict[int, Path]) -> None:
    found = {bits: json.loads((whole[bits] / "metrics.json").read_text())["log_likelihood"] for bits in BITS}
    assert found[8] == pytest.approx(found[32], abs=0.02)
    assert found[4] == pytest.approx(found[32], abs=0.05)
    assert len(set(found.values())) == 3, "packed weights are not those that were not"


def test_adapters_are_those_of_the_paper(whole: dict[int, Path], decoder: Path) -> None:
    said = json.loads((whole[8] / "adapter_config.json").read_text())
    assert (said["r"], said["lora_alpha"], said["lora_dropout"], said["bias"]) == (32, 64, 0.1, "none")
    assert set(said["target_modules"]) == {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj"}
    settings = GenerativeSettings.from_recipe("bordeaux", encoder="x")
    assert (settings.learning_rate, settings.weight_decay, settings.epochs, settings.batch_size) == (5e-5, 0.01, 15, 24)
    loaded = load_decoder(decoder, whole[8])
    assert loaded.card.instruction == Instruction.named(view="tarpon")


def test_only_the_response_is_learned(decoder: Path) -> None:
    from palimpseste.detection.generative.folder import load_tokenizer

    instruction = Instruction.named(view="tarpon")
    pieces = Pieces(load_tokenizer(decoder))
    notes = [
        Document("a", "Vu Paul.", entities=(Span(3, 7, "FIRSTNAME"),)),
        Document("b", "Plaie du doigt, âge 40 ans.", entities=(Span(20, 26, "AGE"),)),
    ]
    batch = responding_batch(examples_of(notes, instruction, instruction.prompt(pieces)), 0, CPU)
    learned = [[int(token) for token in row if token != UNASKED] for row in batch["labels"]]
    assert [pieces.text_of(row) for row in learned] == ["Vu [XXXXX].", "ANONYMOUS"]
    assert [row[-1] for row in learned] == [pieces.tokenizer.eos_token_id] * 2
    assert int(batch["attention_mask"][0].sum()) + len("") <= batch["input_ids"].shape[1]


def test_parts_of_a_batch_add_up_to_it(brief: GenerativeSettings, few, decoder: Path) -> None:
    from palimpseste.detection.generative.folder import load_tokenizer

    instruction = Instruction.named(view="tarpon")
    examples = examples_of(few[0], instruction, instruction.prompt(Pieces(load_tokenizer(decoder))))
    learning = learning_decoder(brief.changed(adapter_dropout=0.0), CPU)
    task = RespondingTask(learning, examples, examples[:1], 0, brief, lambda epoch: {})
    indices = list(range(5))

    def gradient() -> list[torch.Tensor]:
        found = [weight.grad.clone() for weight in learning.learned().values()]
        learning.zero_grad()
        return found

    task.loss(indices, 0).backward()
    at_once = gradient()
    parts = task.parts(indices)
    assert sorted(index for part, _ in parts for index in part) == indices
    assert [len(part) for part, _ in parts] == [2, 2, 1]
    for part, share in parts:
        (share * task.loss(part, 0)).backward()
    assert all(torch.allclose(one, other, atol=1e-6) for one, other in zip(at_once, gradient(), strict=True))


def test_all_weights_may_learn_instead(brief: GenerativeSettings, few, decoder: Path, tmp_path: Path) -> None:
    train_llm(*few, brief.changed(rank=0, epochs=0, steps=2), tmp_path / "model", ON_CPU)
    before, after = (load_file(folder / "model.safetensors") for folder in (decoder, tmp_path / "model"))
    assert all(not torch.equal(before[name], after[name]) for name in before)
    with pytest.raises(UsageError, match="cannot be trained"):
        brief.changed(rank=0, bits=4)


def test_what_cannot_be_is_refused(brief: GenerativeSettings, few, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        train_llm(*few, brief.changed(encoder=str(tmp_path / "none")), tmp_path / "model", ON_CPU)
    with pytest.raises(UsageError, match="no layer called c_attn"):
        train_llm(*few, brief.changed(projections=("c_attn",)), tmp_path / "other", ON_CPU)
    with pytest.raises(UsageError, match="short enough: 40 tokens at most"):
        train_llm(*few, brief.changed(window_pieces=40), tmp_path / "third", ON_CPU)
    with pytest.raises(UsageError, match="unknown recipe 'aphp'; recipes: bordeaux"):
        GenerativeSettings.from_recipe("aphp")


def test_the_command_trains(palimpseste, few, decoder: Path) -> None:
    for name, notes in zip(("train", "dev"), few, strict=True):
        write_documents(notes, Path(f"{name}.jsonl"))
    command = ["train", "llm", "--train", "train.jsonl", "--dev", "dev.jsonl", "--decoder", str(decoder), "-o", "model"]
    status, told, said = palimpseste(*command, "--bits", "32", "--steps", "1", "--device", "cpu")
    assert status == 0, said
    assert "log_likelihood -" in told
    assert Path("model", ADAPTERS).is_file()
    assert not any(note.text[:20] in told + said for part in few for note in part)
