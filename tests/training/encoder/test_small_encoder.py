"""A small encoder from texts: the real code loads it, it is the same every time, it learns; stays are read as notes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runs import ON_CPU

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.encoder.encoders import load_encoder, piece_reader
from palimpseste.training.encoder.mlm import MaskingSettings, train_mlm
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder
from palimpseste.training.encoder.texts import texts_of
from palimpseste.training.run.patients import patient_of

SMALL = SmallEncoderSettings(vocabulary=500, hidden_size=32, positions=64)
CANARY = "Zorglubine"


@pytest.fixture(scope="module")
def texts(notes: list[Document]) -> list[str]:
    return [note.text for note in notes]


@pytest.fixture(scope="module")
def encoder(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small") / "encoder"
    assert make_small_encoder(texts, folder, SMALL) == 500
    return folder


@pytest.fixture
def pieces_of(tmp_path: Path) -> Callable[[str], list[str]]:
    """What words become under a vocabulary of "Prégabaline 1500 mg en 2016"."""
    make_small_encoder(["Prégabaline 1500 mg en 2016"] * 3, tmp_path / "encoder", SMALL)
    reader = piece_reader(str(tmp_path / "encoder"))

    def pieces(word: str) -> list[str]:
        return list(reader.tokenizer.convert_ids_to_tokens(reader.read([word], [False])[0]))

    return pieces


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_is_loaded_as_published_encoders_are(encoder: Path) -> None:
    config = load_encoder(str(encoder)).config
    assert (config.model_type, config.hidden_size, config.num_hidden_layers) == ("bert", 32, 1)
    assert (config.vocab_size, config.max_position_embeddings) == (500, 64)
    assert config.attention_probs_dropout_prob == 0.0
    reader = piece_reader(str(encoder))
    assert (len(reader.prefix), len(reader.suffix), reader.pad) == (1, 1, config.pad_token_id)
    assert reader.tokenizer.mask_token_id is not None


def test_same_texts_make_the_same_bytes_in_any_order(texts: list[str], encoder: Path, tmp_path: Path) -> None:
    make_small_encoder(reversed(texts), tmp_path / "again", SMALL)
    assert contents(tmp_path / "again") == contents(encoder)


def test_the_seed_draws_the_weights_and_not_the_vocabulary(texts: list[str], encoder: Path, tmp_path: Path) -> None:
    make_small_encoder(
        texts, tmp_path / "other", SmallEncoderSettings(vocabulary=500, hidden_size=32, positions=64, seed=1)
    )
    one, other = contents(encoder), contents(tmp_path / "other")
    assert {name for name in one if one[name] != other[name]} == {"model.safetensors", "settings.json"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("PRÉGABALINE", ["prégabaline"]),
        ("pre\u0301gabaline", ["prégabaline"]),
        ("2016", ["2016"]),
        ("1500mg", ["1500", "mg"]),
        ("20161500", ["2016", "1500"]),
        ("prégabaline,", ["[UNK]"]),
    ],
    ids=["capitals", "accent apart", "year", "dose and unit", "long number", "unknown sign"],
)
def test_words_and_numbers_stay_whole(word: str, expected: list[str], pieces_of: Callable[[str], list[str]]) -> None:
    assert pieces_of(word)[-len(expected) :] == expected


def test_pre_training_from_it_lowers_perplexity(encoder: Path, notes: list[Document], tmp_path: Path) -> None:
    settings = MaskingSettings(encoder=str(encoder)).changed(steps=12, learning_rate=1e-2, checkpoint_every_steps=20)
    found = train_mlm(notes[:40], notes[40:50], settings, tmp_path / "trained", ON_CPU)
    assert 1 < found.after < 0.8 * found.before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"vocabulary": 5}, "vocabulary: 5; allowed: a whole number of 6 or more"),
        ({"hidden_size": 30, "heads": 4}, r"'hidden_size' must be a multiple of heads \(4\), got 30"),
        ({"layers": 0}, "layers: 0; allowed: a whole number of 1 or more"),
        ({"positions": 7}, "positions: 7; allowed: a whole number of 8 or more"),
        ({"hidden_dropout": 1.0}, "hidden_dropout: 1.0; allowed: a number from 0 and below 1"),
        ({"seed": -1}, "seed: -1; allowed: a whole number of 0 or more"),
    ],
    ids=lambda given: "+".join(given) if isinstance(given, dict) else "",
)
def test_settings_out_of_range_are_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        SmallEncoderSettings(**changes)


@pytest.mark.parametrize(("hidden_size", "heads"), [(16, 1), (64, 2), (100, 2), (97, 1)])
def test_heads_divide_the_width(hidden_size: int, heads: int) -> None:
    assert SmallEncoderSettings(hidden_size=hidden_size).attention_heads == heads


def test_what_cannot_be_made_leaves_nothing_behind(texts: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "encoder"
    with pytest.raises(UsageError, match="no text to read"):
        make_small_encoder([" "], folder)
    with pytest.raises(UsageError, match=r"'vocabulary' must be at least .* to hold all characters, got 20"):
        make_small_encoder(texts, folder, SmallEncoderSettings(vocabulary=20))
    assert not list(tmp_path.iterdir())


def test_a_folder_is_replaced_only_when_asked(tmp_path: Path) -> None:
    folder = tmp_path / "encoder"
    make_small_encoder(["un deux"], folder, SMALL)
    with pytest.raises(UsageError, match="exists; name another, or replace it"):
        make_small_encoder(["trois"], folder, SMALL)
    make_small_encoder(["trois"], folder, SMALL, force=True)
    assert "##s" in piece_reader(str(folder)).tokenizer.get_vocab()
    (tmp_path / "encoder.partial").mkdir()
    with pytest.raises(UsageError, match="holds an interrupted run"):
        make_small_encoder(["trois"], folder, SMALL, force=True)


def write_stays(path: Path, *stays: object) -> Path:
    path.write_text("".join(json.dumps(stay) + "\n" for stay in stays), encoding="utf-8")
    return path


def test_the_documents_of_coded_stays_are_notes(tmp_path: Path) -> None:
    write_stays(
        tmp_path / "stays.jsonl",
        {"id": "A", "documents": [{"text": "un", "type": "CRH"}, "deux"], "codes": ["I10"], "split": "train"},
        {"id": "B", "documents": ["trois"], "codes": [], "patient": {"patient_id": "7"}},
    )
    (tmp_path / "a.txt").write_text("zéro", encoding="utf-8")
    found = list(texts_of([tmp_path]))
    assert [note.text for note in found] == ["zéro", "un", "deux", "trois"]
    assert patient_of(found[1]) == patient_of(found[2]) != patient_of(found[3])
    assert found[3].patient.patient_id == "7"


@pytest.mark.parametrize("stay", [{"id": "B", "documents": CANARY}, {"id": "B", "documents": [[CANARY]]}])
def test_a_malformed_stay_is_told_by_its_line_alone(stay: object, tmp_path: Path) -> None:
    path = write_stays(tmp_path / "stays.jsonl", {"id": "A", "documents": ["un"]}, stay)
    with pytest.raises(UsageError, match=r"stays\.jsonl:2") as caught:
        list(texts_of([path]))
    assert CANARY not in str(caught.value)


def test_the_command_makes_what_mlm_takes(palimpseste: Callable[..., tuple[int, str, str]]) -> None:
    write_stays(Path("stays.jsonl"), *({"id": str(i), "documents": [f"{CANARY} {i} mg", "revu"]} for i in range(4)))

    def run(line: str) -> tuple[int, str]:
        status, printed, said = palimpseste(*line.split())
        return status, printed + said

    made = "train encoder --train stays.jsonl -o small --hidden-size 16"
    status, said = run(made)
    assert (status, "encoder written to small" in said) == (0, True), said
    status, said = run("train mlm --train stays.jsonl --encoder small -o read --steps 1 --device cpu --no-progress")
    assert (status, "perplexity" in said) == (0, True), said
    assert CANARY not in said
    assert run(made) == (2, "palimpseste: small exists; name another, or replace it (--force)\n")
    status, said = run(f"{made} --force --heads 3")
    assert (status, "'hidden_size' must be a multiple of heads (3), got 16" in said) == (2, True)
