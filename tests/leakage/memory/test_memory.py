"""What a model learned by heart is found in it; what it never saw is not."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.markup import parse_markup
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.labels import label_named
from palimpseste.leakage.memory.attack import WAYS, MemoryAttack, Names, names_of, told_by_way
from palimpseste.leakage.memory.canaries import COUNTS, Canaries
from palimpseste.leakage.memory.exposure import CHANCE, exposed, exposures
from palimpseste.leakage.memory.losses import EncoderLosses, NoteLoss, NoteReader, TagLosses
from palimpseste.leakage.memory.roc import Told, told_apart

Run = Callable[..., tuple[int, str, str]]
CANDIDATES = 127


def membership(
    model: Path, notes: list[Document], held_out: list[Document], *references: Path, way: str = "identifying, text"
) -> dict[str, Told]:
    attack = MemoryAttack(TagLosses.load(model), [TagLosses.load(each) for each in references])
    sides = [*((True, note) for note in notes), *((False, note) for note in held_out)]
    told = told_by_way(list(attack.figures(sides)), bootstrap=200)
    assert tuple(told) == WAYS[:6]
    return told[way]


def encoder_exposures(model: Path, canaries: Canaries) -> NDArray[np.float64]:
    """Return the exposure of each canary that was inserted, of 5 bits at most."""
    ranked = zip(canaries, exposures(EncoderLosses.load(model), canaries, 31), strict=True)
    return np.log2([32 / each["rank"] for canary, each in ranked if canary.times])


def test_notes_learned_by_heart_are_told_from_others(
    by_heart: Path, elsewhere: Path, notes: list[Document], held_out: list[Document]
) -> None:
    told = membership(by_heart, notes, held_out, elsewhere)
    assert told["loss"].auc.value > 0.9
    assert told["loss"].sure.value > 0.5
    assert told["calibrated"].auc.low > 0.6
    assert told["as hard"].auc.value > 0.9
    assert not told["reference"].beyond_chance


def test_a_model_that_never_saw_the_notes_tells_no_more_than_chance(
    elsewhere: Path, notes: list[Document], held_out: list[Document]
) -> None:
    auc = membership(elsewhere, notes, held_out)["loss"].auc
    assert auc.low <= 0.5 <= auc.high


def test_the_least_likely_tokens_tell_notes_learned_by_heart(
    by_heart: Path, elsewhere: Path, notes: list[Document], held_out: list[Document]
) -> None:
    assert membership(by_heart, notes, held_out, way="unlikely, text")["loss"].auc.value > 0.9
    auc = membership(elsewhere, notes, held_out, way="unlikely, text")["loss"].auc
    assert auc.low <= 0.5 <= auc.high


def test_the_least_likely_are_a_fifth_of_the_tokens_and_one_at_least() -> None:
    losses = np.array([9.0, 0.0, 1.0, 2.0, 8.0, 3.0, 4.0, 5.0, 6.0, 7.0])
    assert NoteLoss.of(losses, losses > 6) == NoteLoss(4.5, 8.0, 8.5)
    assert NoteLoss.of(losses[:2], losses[:2] > 0).unlikely == 9.0
    nothing = NoteLoss.of(np.empty(0), np.empty(0, dtype=bool))
    assert all(map(np.isnan, (nothing.every, nothing.identifying, nothing.unlikely)))


def test_notes_that_are_harder_are_not_taken_for_notes_that_were_not_read() -> None:
    chance = np.random.default_rng(0)
    hard = np.concatenate([chance.uniform(0.05, 0.2, 300), chance.uniform(0.1, 0.4, 300)])
    figures = [
        {"read": float(at < 300), f"reference, {WAYS[0]}": each, f"model, {WAYS[0]}": 0.3 * each**1.5 * noise}
        for at, (each, noise) in enumerate(zip(hard, chance.uniform(0.5, 1.5, 600), strict=True))
    ]
    told = told_by_way(figures, bootstrap=200)[WAYS[0]]
    assert told["loss"].beyond_chance
    assert told["reference"].beyond_chance
    assert told["calibrated"].auc.high < 0.4
    assert told["as hard"].auc.value == pytest.approx(0.5, abs=0.08)


def test_the_card_of_the_bundled_model_tells_membership_exposure_and_the_number_of_canaries() -> None:
    card = " ".join((BUNDLED / "README.md").read_text(encoding="utf-8").split())
    interval = r"\d\.\d+ \(\d\.\d+ – \d\.\d+\)"
    assert re.search(rf"area under the ROC curve of {interval}", card)
    assert re.search(rf"Names inserted once have {interval}, 4 times {interval}, 16 times {interval}", card)
    number = 12
    kinds = len({canary.kind for canary in Canaries(number=number)})
    assert f"{number * kinds * len(COUNTS)} in all, {number} of each kind and count" in card


def test_names_learned_by_heart_are_found_more_surely(
    by_heart: Path, elsewhere: Path, notes: list[Document], held_out: list[Document]
) -> None:
    seen, unseen = names_of(notes, held_out, [], 150, 0)
    assert not set(seen) & set(unseen)
    found = {}
    for model in (by_heart, elsewhere):
        attack = MemoryAttack(TagLosses.load(model))
        found[model] = Names.of(list(attack.sureness(seen)), list(attack.sureness(unseen)), bootstrap=200)
    assert found[by_heart].told.auc.value > 0.8
    assert found[by_heart].seen > 1.3 * found[by_heart].unseen
    assert not found[elsewhere].told.beyond_chance


def test_names_of_both_sides_are_as_common() -> None:
    # Ten names that a model knows anyway stand in half of the notes, the others in one or two.
    chance = random.Random(6)
    common = [f"Durand{letter}" for letter in "abcdefghij"]
    rare = [f"Nom{first}{second}" for first in "abcdefghijkl" for second in "abcdefghijklmnopqrstuvwxyz"]

    def noted(count: int) -> list[Document]:
        notes = []
        for number in range(count):
            names = [chance.choice(common), chance.choice(rare)]
            text, spans = parse_markup(", ".join(f"<LASTNAME>{name}</LASTNAME>" for name in names))
            notes.append(Document(str(number), text, entities=tuple(spans)))
        return notes

    def counts(names: list[tuple[str, str]], notes: list[Document]) -> list[int]:
        return sorted(sum(name.lower() in note.text.lower() for note in notes) for _, name in names)

    read, unread, known = noted(200), noted(40), noted(2)
    seen, unseen = names_of(read, unread, known, 1000, 0)
    assert len(seen) > 10
    assert counts(seen, read) == counts(unseen, unread)
    assert not any(counts(seen, [*unread, *known]))
    assert not any(counts(unseen, [*read, *known]))
    fewer = names_of(read, unread, known, 5, 0)
    assert [len(side) for side in fewer] == [5, 5]
    assert counts(fewer[0], read) == counts(fewer[1], unread)


def test_the_exposure_of_canaries_is_near_its_maximum_in_a_model_that_read_them(
    by_heart: Path, elsewhere: Path, canaries: Canaries
) -> None:
    for model in (by_heart, elsewhere):
        ranks = list(exposures(TagLosses.load(model), canaries, CANDIDATES))
        names = {each.times: each for each in exposed(canaries, ranks, CANDIDATES) if each.kind == "name"}
        assert tuple(names) == COUNTS
        assert names[0].mean.low <= CHANCE <= names[0].mean.high
        if model == by_heart:
            assert names[16].mean.value > 0.8 * names[16].most
            assert names[16].mean.value >= names[1].mean.value
        else:
            assert names[16].mean.low <= CHANCE <= names[16].mean.high


def test_canaries_of_an_encoder_are_exposed_where_it_read_them(
    encoder: Path, encoder_elsewhere: Path, canaries: Canaries
) -> None:
    assert encoder_exposures(encoder, canaries).mean() > 0.8 * 5
    bits = encoder_exposures(encoder_elsewhere, canaries)
    assert abs(bits.mean() - CHANCE) < 1.96 * bits.std(ddof=1) / len(bits) ** 0.5, "the 95 % interval holds chance"


def test_an_encoder_that_learned_notes_by_heart_is_asked_alike(
    encoder: Path, canaries: Canaries, notes: list[Document], held_out: list[Document], tmp_path: Path, palimpseste: Run
) -> None:
    write_documents(notes, tmp_path / "training.jsonl")
    write_documents(held_out, tmp_path / "held-out.jsonl")
    canaries.write(tmp_path)
    status, _, err = palimpseste(
        "attack", "memory", encoder, "--training", tmp_path / "training.jsonl", "--held-out",
        tmp_path / "held-out.jsonl", "--canaries", tmp_path / "canaries.json", "--candidates", "31", "--bootstrap",
        "50", "-o", tmp_path / "out",
    )  # fmt: skip
    assert status == 0, err
    figures = json.loads((tmp_path / "out" / "memory.json").read_text())
    assert list(figures["membership"]) == ["every, text", "identifying, text"]
    assert figures["membership"]["identifying, text"]["loss"]["auc"]["value"] > 0.9
    assert "membership" in figures["remembered"]


def test_the_probability_of_tags_is_that_of_the_chain(encoder: Path, notes: list[Document]) -> None:
    asked, read = EncoderLosses.load(encoder), NoteReader()(notes[0], "text")
    detector = EncoderDetector.load(encoder)
    spans = [Span(read.tokens.starts[a], read.tokens.end(b - 1), label_named(name)) for a, b, name in read.intervals]
    probable = detector.probabilities(read.tokens, spans)
    # Each span is one word.
    assert asked.loss(read).identifying == pytest.approx(-np.log(probable).mean(), rel=1e-6)
    # All tags together are no likelier than any span of them.
    assert asked.total(read) >= -np.log(min(probable)) - 1e-9


def test_canaries_are_written_to_be_trained_on(tmp_path: Path, palimpseste: Run) -> None:
    status, _, err = palimpseste("corpus", "canaries", "-o", tmp_path / "made", "--number", "2", "--seed", "3")
    assert (status, "84 notes with 16 canaries" in err) == (0, True)
    documents = list(read_documents(tmp_path / "made" / "canaries.jsonl"))
    assert documents == list(Canaries.read(tmp_path / "made" / "canaries.json").documents())


def test_chance_is_the_mean_exposure_of_any_rank() -> None:
    number = 4096
    assert np.log2(number / np.arange(1, number + 1)).mean() == pytest.approx(CHANCE, abs=0.01)


def test_the_area_is_the_share_of_pairs_in_order() -> None:
    chance = random.Random(4)
    read = np.array([chance.randrange(8) for _ in range(40)], dtype=np.float64)
    others = np.array([chance.randrange(7) for _ in range(200)], dtype=np.float64)
    told = told_apart(read, others, bootstrap=0)
    pairs = [(one > two) + (one == two) / 2 for one in read for two in others]
    assert told.auc.value == pytest.approx(np.mean(pairs))
    limit = np.sort(others)[-3]
    assert told.sure.value == (read > limit).mean()
    assert (others > limit).mean() <= 0.01
    assert told.curve[-1] == (1.0, 1.0)


def test_canaries_follow_from_their_seed_and_are_inserted_as_often_as_they_say(tmp_path: Path) -> None:
    canaries = Canaries(number=3, seed=8)
    documents = list(canaries.documents())
    for canary in canaries:
        holding = [note for note in documents if canary.value in note.text]
        assert len(holding) == canary.times
        assert all(note.text[span.start : span.end] == canary.value for note in holding for span in note.entities)
        assert canary.value not in repr(canary)
    canaries.write(tmp_path)
    again = Canaries.read(tmp_path / "canaries.json")
    assert [each.value for each in again] == [each.value for each in canaries]
    assert [each.value for each in again] != [each.value for each in Canaries(number=3, seed=7)]
    assert not any(each.value in (tmp_path / "canaries.json").read_text() for each in canaries)
    (tmp_path / "canaries.json").write_text('{"number": 0, "seed": 1}')
    with pytest.raises(UsageError, match="above 0"):
        Canaries.read(tmp_path / "canaries.json")


def test_the_command_tells_figures_and_no_text(
    by_heart: Path, elsewhere: Path, notes: list[Document], held_out: list[Document], tmp_path: Path, palimpseste: Run
) -> None:
    write_documents(notes[:40], tmp_path / "training.jsonl")
    write_documents(held_out[:40], tmp_path / "held-out.jsonl")
    arguments = (
        "attack", "memory", by_heart, "--training", tmp_path / "training.jsonl", "--held-out",
        tmp_path / "held-out.jsonl", "--reference", elsewhere, "--candidates", "15", "--bootstrap", "50",
        "-o", tmp_path / "out",
    )  # fmt: skip
    status, out, err = palimpseste(*arguments)
    assert status == 0, err
    assert "Beyond chance: membership, names, canaries." in out
    figures = json.loads((tmp_path / "out" / "memory.json").read_text())
    assert figures["membership"]["identifying, text"]["loss"]["auc"]["value"] > 0.9
    assert [each["times"] for each in figures["canaries"]] == [*COUNTS, *COUNTS]
    written = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    values = [note.text[span.start : span.end] for note in (*notes, *held_out) for span in note.entities]
    assert not any(value in written for value in values)
    assert not any(note.id in written for note in notes)
    before = (tmp_path / "out" / "membership.jsonl").read_bytes()
    assert palimpseste(*arguments)[1] == out
    assert (tmp_path / "out" / "membership.jsonl").read_bytes() == before
    assert (tmp_path / "out" / "memory.svg").exists()


def test_a_run_that_was_cut_goes_on_and_another_request_is_refused(
    elsewhere: Path, by_heart: Path, notes: list[Document], held_out: list[Document], tmp_path: Path, palimpseste: Run
) -> None:
    write_documents(notes, tmp_path / "training.jsonl")
    write_documents(held_out, tmp_path / "held-out.jsonl")
    sides = ("--training", tmp_path / "training.jsonl", "--held-out", tmp_path / "held-out.jsonl", "--bootstrap", "20")
    status, out, err = palimpseste("attack", "memory", elsewhere, *sides, "-o", tmp_path / "out")
    assert status == 0, err
    assert "Exposure" not in out
    kept = tmp_path / "out" / "membership.jsonl"
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    assert palimpseste("attack", "memory", elsewhere, *sides, "-o", tmp_path / "out")[1] == out
    assert kept.read_bytes() == whole
    status, _, err = palimpseste("attack", "memory", by_heart, *sides, "-o", tmp_path / "out")
    assert (status, "other notes or settings" in err) == (2, True)


def test_what_cannot_be_asked_is_refused(
    elsewhere: Path, notes: list[Document], tmp_path: Path, palimpseste: Run
) -> None:
    write_documents(notes[:10], tmp_path / "notes.jsonl")
    command = ("attack", "memory", elsewhere, "-o", tmp_path / "out")
    for arguments, said in (
        ((), "nothing to ask"),
        (("--training", tmp_path / "notes.jsonl"), "go together"),
        (("--training", tmp_path / "notes.jsonl", "--held-out", tmp_path / "notes.jsonl"), "in --training and in"),
    ):
        status, _, err = palimpseste(*command, *arguments)
        assert (status, said in err) == (2, True)
