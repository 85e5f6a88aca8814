"""The scripts that make the tables of models trained from nothing: who reads what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.training.encoder.small_encoder import SmallEncoderSettings, make_small_encoder
from palimpseste.training.run.patients import patient_of


@pytest.fixture(scope="module")
def table(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("memory_table")


def test_without_open_text_the_first_model_reads_notes_without_identities(table: ModuleType, tmp_path: Path) -> None:
    texts, source = table.open_texts(tmp_path / "none.xz", tmp_path / "none.jsonl", 10)
    assert "tags in the place of identities" in source
    notes = {note.id: note for note in table.notes_of("train")}
    assert [text.id for text in texts] == list(notes)
    for text in texts[::50]:
        note = notes[text.id]
        kept = "".join(note.text[end:start] for end, start in _between(note))
        assert text.text.count("[") - note.text.count("[") == len(note.entities) - _brackets(note)
        assert all(text.text.count(f"[{span.label}]") for span in note.entities)
        assert len(text.text) == len(kept) + sum(len(f"[{span.label}]") for span in note.entities)


def _between(note: object) -> list[tuple[int, int]]:
    spans = sorted(note.entities)  # type: ignore[attr-defined]
    return list(zip([0, *(span.end for span in spans)], [*(span.start for span in spans), None], strict=True))


def _brackets(note: object) -> int:
    return sum(note.text[span.start : span.end].count("[") for span in note.entities)  # type: ignore[attr-defined]


def test_sub_words_are_of_names_that_many_bear_and_that_one_mask_gives_back(table: ModuleType, tmp_path: Path) -> None:
    names = table.common_names()
    assert len(names) == sum(table.NAMES)
    assert {"Martin", "Marie", "Lyon"} <= set(names)
    folder = tmp_path / "drawn"
    encoder = SmallEncoderSettings(vocabulary=12_000, hidden_size=32, positions=128)
    make_small_encoder([" ".join(names)] * table.NAMES_READ, folder, encoder)
    text, spans = parse_markup(
        "Vu par <LASTNAME>Martin</LASTNAME> et <LASTNAME>Kxqzoviltre</LASTNAME> à <CITY>Lyon</CITY>."
    )
    note = Document("note", text, entities=tuple(spans))
    counts = table.of_one_piece(MaskGuesser.load(str(folder), device="cpu"), [note])
    assert counts == {"Nom/Prénom": 1, "Ville": 1}


def test_what_is_asked_for_was_read_by_no_model(table: ModuleType) -> None:
    material = table.material_of(table.scaled(table.SIZE, 0.02))
    read = [*material.read, *material.dev]
    for notes in material.unseen.values():
        assert notes
        assert not {note.id for note in read} & {note.id for note in notes}
        assert not {patient_of(note) for note in read} & {patient_of(note) for note in notes}


def test_new_patients_come_to_the_hospital_that_was_read_of(table: ModuleType) -> None:
    material = table.material_of(table.scaled(table.SIZE, 0.02))
    read, new, others = (
        {
            note.text[span.start : span.end].lower()
            for note in notes
            for span in note.entities
            if span.label == "HOSPITAL"
        }
        for notes in (
            [note for note in material.read if note.id.startswith("S0")],
            material.unseen["stays of new patients"],
            material.unseen["development notes of other hospitals"],
        )
    )
    assert len(read & new) > len(new) / 2
    assert not read & others
