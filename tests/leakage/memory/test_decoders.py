"""A decoder that learned notes by heart is found; one that never saw them, and adapters, are asked alike."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import torch
from runs import ON_CPU

from palimpseste.corpus import write_documents
from palimpseste.detection.generative.folder import Decoder, load_decoder
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.leakage.memory.attack import MemoryAttack, told_by_way
from palimpseste.leakage.memory.canaries import Canaries, Canary
from palimpseste.leakage.memory.decoder_losses import DecoderLosses
from palimpseste.leakage.memory.exposure import CHANCE, exposed, exposures
from palimpseste.leakage.memory.losses import NoteReader
from palimpseste.leakage.memory.models import asked_of
from palimpseste.training.generative.settings import GenerativeSettings
from palimpseste.training.generative.small_decoder import SmallDecoderSettings, make_small_decoder
from palimpseste.training.generative.train import train_llm

Run = Callable[..., tuple[int, str, str]]
TOOLS = Path(__file__).parents[3] / "tools"
CANDIDATES = 31
ADAPTED = GenerativeSettings.from_recipe(
    "bordeaux", bits=32, view="canonical", masks="typed", epochs=0, steps=1, batch_size=2, notes_at_once=2,
    measured_notes=1,
)  # fmt: skip


def lines(notes: list[Document], number: int) -> list[Document]:
    """The first lines of notes."""
    found = []
    for note in notes[:number]:
        text = note.text.splitlines()[0]
        found.append(replace(note, text=text, entities=tuple(s for s in note.entities if s.end <= len(text))))
    return found


@pytest.fixture(scope="module")
def once() -> Canaries:
    return Canaries(number=1, seed=5)


@pytest.fixture(scope="module")
def read(notes: list[Document]) -> list[Document]:
    return lines(notes, 40)


@pytest.fixture(scope="module")
def unread(held_out: list[Document]) -> list[Document]:
    return lines(held_out, 40)


def made(texts: list[str], folder: Path, steps: int) -> Path:
    settings = SmallDecoderSettings(
        vocabulary=400, hidden_size=64, layers=1, window_pieces=64, positions=512, steps=steps, epochs=0,
        batch_size=8, learning_rate=5e-3, copied_share=0.0, weight_decay=0.0,
    )  # fmt: skip
    make_small_decoder(texts, folder, settings, ON_CPU)
    return folder


@pytest.fixture(scope="module")
def others(held_out: list[Document]) -> list[str]:
    """Texts of nobody that is asked for; the first rows of a training are held out, the last may be left out."""
    return [note.text for note in held_out[40:]]


@pytest.fixture(scope="module")
def elsewhere(others: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(others, tmp_path_factory.mktemp("decoders") / "elsewhere", 10)


@pytest.fixture(scope="module")
def by_heart(read: list[Document], once: Canaries, others: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    learned = [note.text for note in (*once.documents(), *read)]
    folder = made([*others[:48], *learned, *others[48:]], tmp_path_factory.mktemp("decoders") / "by-heart", 260)
    once.write(folder)
    return folder


@pytest.fixture(scope="module")
def adapters(elsewhere: Path, read: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("adapters") / "model"
    train_llm(read[:4], read[:1], ADAPTED.changed(encoder=str(elsewhere)), folder, ON_CPU)
    return folder


@pytest.fixture(scope="module")
def tool(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    """What makes the table of adapters: stories, of words that nothing tells but the note itself, and settings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(TOOLS)
        return load_tool("memory_of_adapters")


@pytest.fixture(scope="module")
def base(tool: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A decoder that knows how stories, canaries and responses are written, and none of those that are asked for."""
    folder = tmp_path_factory.mktemp("decoders") / "base"
    make_small_decoder(tool.texts_of_others(), folder, tool.DECODER, ON_CPU)
    return folder


Adapted = Callable[[list[Document], str, int], DecoderLosses]


@pytest.fixture
def adapted(tool: ModuleType, base: Path, tmp_path: Path) -> Adapted:
    """What teaches adapters notes in some batches; those of the last are kept."""

    def teach(notes: list[Document], name: str, steps: int) -> DecoderLosses:
        settings = tool.ADAPTERS.changed(encoder=str(base), steps=steps, evaluate_every_steps=steps)
        train_llm(notes, notes[:1], settings, tmp_path / name, ON_CPU)
        return DecoderLosses.load(tmp_path / name, base, device="cpu")

    return teach


def told_of(model: DecoderLosses, read: list[Document], unread: list[Document]) -> Any:
    sides = [*((True, note) for note in read), *((False, note) for note in unread)]
    return told_by_way(list(MemoryAttack(model).figures(sides)), bootstrap=200)


def test_texts_learned_by_heart_are_told_from_others(
    by_heart: Path, elsewhere: Path, read: list[Document], unread: list[Document]
) -> None:
    told = told_of(DecoderLosses.load(by_heart, device="cpu"), read, unread)
    assert tuple(told) == ("every, written", "identifying, written", "unlikely, written")
    told_elsewhere = told_of(DecoderLosses.load(elsewhere, device="cpu"), read, unread)
    for way in ("every, written", "unlikely, written"):
        assert told[way]["loss"].auc.value > 0.9
        auc = told_elsewhere[way]["loss"].auc
        assert auc.low <= 0.5 <= auc.high


def test_canaries_of_a_decoder_are_exposed_by_their_likelihood(by_heart: Path, elsewhere: Path, once: Canaries) -> None:
    found = {}
    for model in (by_heart, elsewhere):
        ranks = list(exposures(DecoderLosses.load(model, device="cpu"), once, CANDIDATES))
        values = [each.mean.value for each in exposed(once, ranks, CANDIDATES, bootstrap=0) if each.times]
        found[model] = float(np.mean(values))
    assert found[by_heart] > 0.9 * np.log2(CANDIDATES + 1)
    # The mean of six exposures by chance: each has a deviation of about 1.44.
    assert found[elsewhere] < CHANCE + 3 * CHANCE / len(values) ** 0.5


def test_losses_are_those_of_the_model_token_by_token(by_heart: Path, read: list[Document]) -> None:
    asked = DecoderLosses.load(by_heart, device="cpu")
    decoder: Decoder = asked.decoder
    note = read[0]
    ids = decoder.pieces.spell(note.text).ids
    first = decoder.pieces.tokenizer.bos_token_id
    with torch.inference_mode():
        scores = decoder.model(input_ids=torch.tensor([[first, *ids]])).logits[0].log_softmax(dim=1)
    wanted = [-float(scores[place, token]) for place, token in enumerate(ids)]
    as_read = NoteReader()(note, "written")
    assert asked.loss(as_read).every == pytest.approx(np.mean(wanted), rel=1e-4)
    assert asked.total(as_read) == pytest.approx(sum(wanted), rel=1e-4)
    # A text longer than the decoder reads is asked for in parts.
    long = Document("long", (note.text + "\n") * 60, entities=note.entities)
    assert np.isfinite(asked.total(NoteReader()(long, "written")))


def test_adapters_are_asked_for_what_they_were_taught(
    adapters: Path, elsewhere: Path, read: list[Document], unread: list[Document]
) -> None:
    asked = asked_of(adapters, decoder=elsewhere, device="cpu")
    base = asked_of(elsewhere, decoder=elsewhere, like=asked, device="cpu")
    assert asked.readings == base.readings == ("response", "written")
    assert asked.digest != base.digest
    note = NoteReader()(read[0], "response")
    loss, of_base = asked.loss(note), base.loss(note)
    assert 0 < loss.every < of_base.every
    # The response with its end, as the training has it.
    decoder = load_decoder(elsewhere, adapters)
    response = decoder.card.instruction.response(read[0].text, read[0].entities)
    assert asked.total(note) == pytest.approx(loss.every * (len(decoder.pieces.spell(response).ids) + 1))
    told = told_of(asked, read[:6], unread[:6])
    overs = ("every", "identifying", "unlikely")
    assert list(told) == [f"{over}, {reading}" for reading in ("response", "written") for over in overs]
    nothing = NoteReader()(Document("long", "mot " * 2000, entities=(Span(0, 3, "LASTNAME"),)), "response")
    assert np.isnan(asked.loss(nothing).every), "too long to respond to"


def test_adapters_that_learned_notes_by_heart_are_told_from_others(tool: ModuleType, adapted: Adapted) -> None:
    read, unread = tool.stories(40, 1), tool.stories(40, 2)
    told = told_of(adapted(read, "by-heart", 120), read, unread)
    assert told["every, response"]["loss"].auc.value > 0.9
    assert told["unlikely, response"]["loss"].auc.value > 0.9
    auc = told_of(adapted(tool.stories(40, 4), "elsewhere", 120), read, unread)["every, response"]["loss"].auc
    assert auc.low <= 0.5 <= auc.high


def test_canaries_of_adapters_are_exposed_where_they_were_inserted(tool: ModuleType, adapted: Adapted) -> None:
    canaries = Canaries(number=2, seed=5)
    bits = exposed_bits(adapted(list(canaries.documents()), "by-heart", 240), canaries)
    most = np.log2(CANDIDATES + 1)
    assert np.mean([each for canary, each in bits if canary.kind == "name"]) > 0.9 * most
    assert np.mean([each for canary, each in bits if canary.times == 16]) > 0.8 * most
    by_chance = np.array([each for _, each in exposed_bits(adapted(tool.stories(40, 4), "elsewhere", 80), canaries)])
    deviation = by_chance.std(ddof=1) / len(by_chance) ** 0.5
    assert abs(by_chance.mean() - CHANCE) < 1.96 * deviation, "the 95 % interval holds chance"


def exposed_bits(model: DecoderLosses, canaries: Canaries) -> list[tuple[Canary, float]]:
    """Return the exposure of each canary that was inserted."""
    ranked = zip(canaries, exposures(model, canaries, CANDIDATES), strict=True)
    return [(canary, float(np.log2((CANDIDATES + 1) / each["rank"]))) for canary, each in ranked if canary.times]


def test_the_command_asks_adapters_beside_their_decoder(
    adapters: Path, elsewhere: Path, once: Canaries, read: list[Document], unread: list[Document], tmp_path: Path,
    palimpseste: Run,
) -> None:  # fmt: skip
    write_documents(read[:5], tmp_path / "training.jsonl")
    write_documents(unread[:5], tmp_path / "held-out.jsonl")
    once.write(tmp_path)
    command = (
        "attack", "memory", adapters, "--training", tmp_path / "training.jsonl", "--held-out",
        tmp_path / "held-out.jsonl", "--reference", elsewhere, "--canaries", tmp_path / "canaries.json",
        "--candidates", "3", "--bootstrap", "20", "--device", "cpu", "-o", tmp_path / "out",
    )  # fmt: skip
    status, _, err = palimpseste(*command)
    assert (status, "of which language model? (--decoder)" in err) == (2, True)
    status, out, err = palimpseste(*command, "--decoder", elsewhere)
    assert status == 0, err
    assert "the masks of the response" in out
    figures = json.loads((tmp_path / "out" / "memory.json").read_text())
    assert set(figures["membership"]["every, response"]) == {"loss", "reference", "calibrated", "as hard"}
    written = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    assert not any(note.text[s.start : s.end] in written for note in (*read, *unread) for s in note.entities)
    assert palimpseste(*command, "--decoder", elsewhere)[1] == out


def test_a_model_that_guesses_masked_words_is_no_decoder(encoder: Path) -> None:
    with pytest.raises(UsageError, match="fill-mask"):
        asked_of(encoder.parent / "base", device="cpu")
