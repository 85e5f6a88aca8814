"""Masked words guessed again: what a model learned by heart is found, what it never saw is not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import save_file
from transformers import AutoModel

from palimpseste.corpus import write_documents
from palimpseste.detection.generative.folder import load_model
from palimpseste.detection.neural.encoder.folder import WEIGHTS_FILE, TaggerCard
from palimpseste.detection.neural.encoder.tagger import Tagger
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.files.kept import kept_figures
from palimpseste.leakage.candidates import Candidates
from palimpseste.leakage.decoders import DecoderGuesser, Likelihood, is_decoder
from palimpseste.leakage.fill_mask import NOTES_AT_ONCE, FillMask, NoteCounts, counted
from palimpseste.leakage.fill_mask_table import ALL, FillMaskScores, fill_mask_scores
from palimpseste.leakage.holes import HiddenValue, masked_note, tag_pieces
from palimpseste.leakage.in_place import InPlace, pairs_of, preferred
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.training.encoder.encoders import piece_reader, quiet

Run = Callable[..., tuple[int, str, str]]
HCL = {"LASTNAME": "Nom/Prénom"}
PIECES = FillMask(masks="pieces", passes=2)


def scores_of(attack: FillMask, model: MaskGuesser, notes: Sequence[Document]) -> FillMaskScores:
    candidates = attack.candidates(model, notes) if attack.masks == "pieces" else None
    counts = list(attack.counts(model, lambda: notes, candidates))
    return fill_mask_scores(counts, tuple(HCL.values()), attack.passes, bootstrap=200)


@pytest.fixture(scope="module")
def guessers(by_heart: Path, untaught: Path) -> dict[str, MaskGuesser]:
    return {"by heart": MaskGuesser.load(str(by_heart)), "untaught": MaskGuesser.load(str(untaught))}


@pytest.fixture(scope="module")
def tagger(by_heart: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An encoder with a head for tags, as `train ner` leaves it, that remembers all the same."""
    folder = tmp_path_factory.mktemp("tagger")
    with quiet():
        encoder = AutoModel.from_pretrained(by_heart)
    encoder.config.save_pretrained(folder)
    piece_reader(str(by_heart)).tokenizer.save_pretrained(folder)
    save_file(Tagger(encoder, 3).state_dict(), folder / WEIGHTS_FILE)
    TaggerCard("hcl", ("Nom/Prénom",), {"Nom/Prénom": "LASTNAME"}, WindowPlan(64, 128)).write(folder)
    return folder


def test_what_was_learned_by_heart_is_found(guessers: dict[str, MaskGuesser], notes: list[Document]) -> None:
    names, together = scores_of(PIECES, guessers["by heart"], notes)
    assert (names.label, together.label) == ("Nom/Prénom", ALL)
    assert names.share[0].low > 0.8
    assert names.first.low > 2 * names.chance
    assert names.reciprocal.value > 0.9


def test_a_model_that_never_saw_the_notes_finds_no_more_than_chance(
    guessers: dict[str, MaskGuesser], notes: list[Document]
) -> None:
    names, _ = scores_of(PIECES, guessers["untaught"], notes)
    assert names.found == (0, 0)
    assert names.ranked > 30
    assert names.first.low <= names.chance <= names.first.high


def test_one_mask_a_word_finds_words_of_one_sub_word_only(
    guessers: dict[str, MaskGuesser], notes: list[Document]
) -> None:
    reader = guessers["by heart"].reader
    values = [value for note in notes for value in masked_note(note, reader, WindowPlan(64, 128), "one", HCL)[0]]
    short = sum(len(value.pieces) == 1 for value in values)
    names, _ = scores_of(FillMask(masks="one"), guessers["by heart"], notes)
    assert names.found[0] <= short < len(notes)
    assert names.ranked == 0


@pytest.mark.parametrize(("head", "found"), [(True, True), (False, False)], ids=["its base's head", "a drawn head"])
def test_an_encoder_trained_to_tag_tells_what_its_head_lets_it(
    tagger: Path, by_heart: Path, guessers: dict[str, MaskGuesser], notes: list[Document], head: bool, found: bool
) -> None:
    names, _ = scores_of(PIECES, MaskGuesser.load(str(tagger), head=str(by_heart) if head else None), notes)
    if found:
        assert names.found == scores_of(PIECES, guessers["by heart"], notes)[0].found
    else:
        assert names.share[0].value < 0.1


def test_a_head_is_for_models_without_one_and_must_fit(tagger: Path, by_heart: Path, untaught: Path) -> None:
    with pytest.raises(UsageError, match="guesses with a head of its own"):
        MaskGuesser.load(str(by_heart), head=str(untaught))


def test_a_value_is_asked_for_once_and_masked_in_every_window(untaught: Path) -> None:
    reader = piece_reader(str(untaught))
    text = "elle " * 40 + "Bakerlou va " + "mieux " * 10 + "Kerzanmi " + "quitte " * 30
    names = [Span(text.index(name), text.index(name) + len(name), "LASTNAME") for name in ("Bakerlou", "Kerzanmi")]
    note = Document("n", text, entities=tuple(names))
    values, windows = masked_note(note, reader, WindowPlan(32, 500, 16), "one", HCL)
    assert [value.label for value in values] == ["Nom/Prénom"] * 2
    assert sorted(values.index(hole.value) for window in windows for hole in window.holes) == [0, 1]
    for window in windows:
        for hole in window.holes:
            assert all(window.ids[place] == reader.tokenizer.mask_token_id for place in hole.places)
            # In the middle of its window, or nearly: sixteen words on from window to window.
            assert 7 <= hole.places[0] - len(reader.prefix) <= 24
        assert not any(piece in window.ids for value in values for piece in value.pieces if len(value.pieces) == 1)


def test_signs_are_masked_and_nothing_is_found_by_guessing_them(untaught: Path) -> None:
    reader = piece_reader(str(untaught))
    note = Document("n", "Mme Ba-Ker va.", entities=(Span(4, 10, "LASTNAME"),))
    (value,), (window,) = masked_note(note, reader, WindowPlan(64, 128), "pieces", HCL)
    assert (len(value.words), value.signs, value.asked) == (3, frozenset({1}), 2)
    assert len(window.holes) == 3
    for found, whole in (([], 0), ([1], 0), ([1, 1], 1)):
        counts = counted([value], {value: found}, {}, 1)["Nom/Prénom"]
        assert (counts["words"], counts["found 1"], counts["whole 1"]) == (2, len(found), whole)


def test_what_was_found_stands_in_its_place_in_the_next_pass(notes: list[Document], untaught: Path) -> None:
    reader = piece_reader(str(untaught))
    (value,), (window,) = masked_note(notes[0], reader, WindowPlan(64, 128), "pieces", HCL)
    (hole,) = window.holes
    filled = window.filled([hole])
    assert filled.holes == ()
    assert tuple(filled.ids[place] for place in hole.places) == value.pieces


def beside_each_other(text: str, names: Sequence[tuple[str, str]]) -> Document:
    spans = [Span(text.index(name), text.index(name) + len(name), label) for name, label in names]
    return Document("n", text, entities=tuple(spans))


def test_among_tags_each_value_is_masked_alone_and_the_others_are_those_of_a_release(untaught: Path) -> None:
    reader = piece_reader(str(untaught))
    note = beside_each_other(
        "Mme Bakerlou va, elle quitte la Kerzanmi.", [("Bakerlou", "LASTNAME"), ("Kerzanmi", "LASTNAME")]
    )
    values, windows = masked_note(note, reader, WindowPlan(64, 128), "pieces", HCL, "tags")
    assert [[hole.value for hole in window.holes] for window in windows] == [[value] for value in values]
    tag = tag_pieces(reader, "LASTNAME", glued=False)
    masks = [[reader.tokenizer.mask_token_id] * len(value.pieces) for value in values]
    for window, between in zip(windows, [(masks[0], tag), (tag, masks[1])], strict=True):
        words = reader.read(["mme", "va", ",", "elle", "quitte", "la", "."], [False] * 7)
        mme, va, *rest, stop = [list(word) for word in words]
        inside = [*mme, *between[0], *va, *(piece for word in rest for piece in word), *between[1], *stop]
        assert list(window.ids) == [*reader.prefix, *inside, *reader.suffix]
    _, short = masked_note(note, reader, WindowPlan(64, 20), "pieces", HCL, "tags")
    assert all(len(window.ids) <= 20 for window in short)


def test_what_was_learned_by_heart_is_found_among_tags_too(
    guessers: dict[str, MaskGuesser], notes: list[Document]
) -> None:
    among_tags = replace(PIECES, beside="tags")
    assert scores_of(among_tags, guessers["by heart"], notes)[0].share[0].low > 0.8
    names, _ = scores_of(among_tags, guessers["untaught"], notes)
    assert names.found == (0, 0)
    assert names.first.low <= names.chance <= names.first.high


@pytest.mark.parametrize(("name", "remembers"), [("by heart", True), ("untaught", False)])
def test_a_model_that_writes_is_asked_by_likelihood(
    writers: dict[str, Path], notes: list[Document], name: str, remembers: bool
) -> None:
    assert is_decoder(str(writers[name]))
    model, attack = DecoderGuesser.load(str(writers[name]), device="cpu"), Likelihood(passes=2)
    counts = list(attack.counts(model, lambda: notes, attack.candidates(model, notes)))
    names, _ = fill_mask_scores(counts, tuple(HCL.values()), 2, bootstrap=200)
    assert (names.words, names.values) == (40, 40)
    asked = InPlace().counts(model, partial(pairs_of, lambda: notes, lambda: released_of(notes)))
    preference = preferred(list(asked), tuple(HCL.values()), bootstrap=200)[0].share
    if remembers:
        assert names.share[0].low > 0.8
        assert names.first.low > 2 * names.chance
        assert preference.low > 0.8
    else:
        assert names.found == (0, 0)
        assert names.first.low <= names.chance <= names.first.high
        assert preference.low <= 0.5 <= preference.high


def test_likelihoods_are_those_of_the_text_with_the_tags_of_a_release(writers: dict[str, Path]) -> None:
    model = DecoderGuesser.load(str(writers["by heart"]), device="cpu", batch_size=2)
    note = beside_each_other(
        "Chambre 7 :\nMme Bakerlou va.\n\nKerzanmi sort.", [("Bakerlou", "LASTNAME"), ("Kerzanmi", "LASTNAME")]
    )
    first, second = model.places(note, HCL, 256, 3)
    tokenizer = model.reader.tokenizer
    assert tokenizer.decode(first.before) == tokenizer.bos_token + "Chambre 7 :\nMme"
    assert tokenizer.decode(first.value.pieces) == " Bakerlou"
    assert tokenizer.decode(first.behind) == " va.\n\n[LASTNAME]"
    assert tokenizer.decode(second.before).endswith("\nMme [LASTNAME] va.\n\n")
    assert tokenizer.decode(second.value.pieces) == "Kerzanmi"
    values = np.array([first.value.pieces, first.value.pieces[::-1], first.value.pieces], dtype=np.int64)
    scores, _ = model.log_probabilities(first, values)
    whole = torch.tensor([[*first.before, *first.value.pieces, *first.behind]])
    with torch.inference_mode():
        said = load_model(writers["by heart"])(whole).logits[0].log_softmax(-1)
    start = len(first.before)
    expected = [float(said[place - 1, whole[0, place]]) for place in range(start, whole.shape[1])]
    assert scores[0] == pytest.approx(expected, abs=1e-4)
    assert scores[2] == pytest.approx(expected, abs=1e-4)
    assert scores[1].sum() != pytest.approx(sum(expected), abs=1e-2)


def released_of(notes: Sequence[Document]) -> list[Document]:
    """The notes with the name of another in each."""
    found = []
    for note, other in zip(notes, [*notes[1:], notes[0]], strict=True):
        (span,), (beside,) = note.entities, other.entities
        name = other.text[beside.start : beside.end]
        text = note.text[: span.start] + name + note.text[span.end :]
        found.append(Document(note.id, text, entities=(Span(span.start, span.start + len(name), span.label),)))
    return found


def test_only_a_model_that_knows_the_patients_prefers_originals_to_surrogates(
    guessers: dict[str, MaskGuesser], notes: list[Document]
) -> None:
    release = released_of(notes)
    found = {}
    for name, model in guessers.items():
        counts = list(InPlace().counts(model, partial(pairs_of, lambda: notes, lambda: release)))
        names, together = preferred(counts, tuple(HCL.values()), bootstrap=200)
        assert (names.label, names.asked, together.label, together.asked) == ("Nom/Prénom", 40, ALL, 40)
        found[name] = together.share
    assert found["by heart"].low > 0.9
    assert found["untaught"].low <= 0.5 <= found["untaught"].high


def test_a_release_lacks_notes_and_is_in_their_order(notes: list[Document]) -> None:
    release = released_of(notes)
    assert [one.id for one, _ in pairs_of(lambda: notes, lambda: release[3:9])] == [note.id for note in notes[3:9]]
    with pytest.raises(UsageError, match="another order"):
        list(pairs_of(lambda: notes, lambda: release[::-1]))


def test_decoys_are_of_the_class_and_length_and_counts_leave_the_own_note_out() -> None:
    candidates = Candidates()
    own, long = HiddenValue("Ville", ((1, 2),)), HiddenValue("Ville", ((1, 2, 3),))
    others = [HiddenValue("Ville", ((number,), (0,))) for number in range(10, 30)]
    candidates.add([own, own, long, HiddenValue("Date", ((5, 6),)), *others, *others[:3]])
    pieces, counts = candidates.with_decoys(own, Counter({("Ville", (1, 2)): 2}), 99, (0, 0, 0))
    assert pieces[0].tolist() == [1, 2]
    assert sorted(map(tuple, pieces[1:])) == sorted(value.pieces for value in others)
    assert counts[0] == 0
    assert sorted(counts[1:]) == [1] * 17 + [2] * 3
    fewer, _ = candidates.with_decoys(own, Counter(), 5, (0, 0, 0))
    again, _ = candidates.with_decoys(own, Counter(), 5, (0, 0, 0))
    assert len(fewer) == 6
    assert np.array_equal(fewer, again)


def test_an_interrupted_run_goes_on_and_counts_the_same(
    guessers: dict[str, MaskGuesser], notes: list[Document], tmp_path: Path
) -> None:
    model, many = guessers["by heart"], [replace(note, id=f"{note.id}-{n}") for n in range(2) for note in notes]
    candidates = PIECES.candidates(model, many)
    count_from: Callable[[int], Iterator[NoteCounts]] = partial(PIECES.counts, model, lambda: many, candidates)
    kept = partial(kept_figures, notes_at_once=NOTES_AT_ONCE)
    whole = list(kept(tmp_path / "whole.jsonl", {"seed": 0}, count_from))
    path = tmp_path / "cut.jsonl"
    begun = kept(path, {"seed": 0}, count_from)
    for _ in range(40):
        next(begun)
    with path.open("ab") as stream:
        stream.write(b'[{"Nom')
    began_at: list[int] = []

    def going_on(first: int) -> Iterator[NoteCounts]:
        began_at.append(first)
        return count_from(first)

    rest = list(kept(path, {"seed": 0}, going_on))
    assert began_at == [64]
    assert json.dumps(rest) == json.dumps(whole)
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    with pytest.raises(UsageError, match="another model, other notes or settings"):
        list(kept(path, {"seed": 1}, count_from))


def test_the_command_writes_counts_and_no_text(
    notes: list[Document],
    by_heart: Path,
    tagger: Path,
    writers: dict[str, Path],
    tmp_path: Path,
    palimpseste: Callable[..., tuple[int, str, str]],
) -> None:
    write_documents(notes, tmp_path / "unseen.jsonl")
    arguments = ("attack", "fill-mask", tmp_path / "unseen.jsonl", "-o", tmp_path / "out", "--bootstrap", "50")
    models = ("--model", f"A={by_heart}", "--model", f"B={tagger}", "--head", f"B={by_heart}")
    status, out, err = palimpseste(*arguments, *models)
    assert status == 0, err
    rows = [line.split(" | ") for line in out.splitlines()[2:]]
    assert [row[0] for row in rows] == ["| A", "| B"]
    assert rows[0][2:] == rows[1][2:]
    assert (tmp_path / "out" / "fill-mask.csv").read_text().count("\n") == 5
    written = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    assert not any(note.text[span.start : span.end] in written for note in notes for span in note.entities)
    assert palimpseste(*arguments, *models)[1] == out
    write_documents(released_of(notes), tmp_path / "released.jsonl")
    status, more, err = palimpseste(*arguments, *models[:2], "--released", tmp_path / "released.jsonl")
    assert status == 0, err
    assert "original preferred" in more
    assert (tmp_path / "out" / "surrogates.csv").read_text().count("\n") == 3
    seen = [replace(note, entities=()) if at < 10 else note for at, note in enumerate(notes)]
    write_documents(seen, tmp_path / "detected.jsonl")
    detected = ("attack", "fill-mask", tmp_path / "detected.jsonl", "-o", tmp_path / "detected", "--bootstrap", "50")
    status, out, err = palimpseste(*detected, *models[:2], "--annotated", tmp_path / "unseen.jsonl")
    assert status == 0, err
    assert "| ALL | 40 | 10 | 0.250 (" in out
    assert (tmp_path / "detected" / "missed.csv").read_text().splitlines()[1].startswith("Nom/Prénom,40,10,0.250")
    write_documents(notes[1:], tmp_path / "fewer.jsonl")
    status, _, err = palimpseste(*detected, *models[:2], "--annotated", tmp_path / "fewer.jsonl")
    assert (status, "on the second side only" in err) == (2, True)
    both = ("--beside", "masks", "--beside", "tags", "--model", f"W={writers['by heart']}", "--device", "cpu")
    status, out, err = palimpseste(*arguments, *models[:2], *both)
    assert status == 0, err
    assert [line.split(" | ")[0] for line in out.splitlines()[2:]] == ["| A", "| A, tags", "| W"]
    status, _, err = palimpseste(*arguments, *models, "--adapters", "A=x")
    assert status == 2
    assert "no decoder" in err
    status, _, err = palimpseste(*arguments, "--model", "A", "--model", "B=x")
    assert status == 2
    assert "NAME=FOLDER" in err
