"""The parts of the synthesis: chance, pieces, forms, noise, templates, carriers."""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.checksums import has_nir_key
from palimpseste.corpus.synthesis.agreement import agreed
from palimpseste.corpus.synthesis.carriers import Carriers
from palimpseste.corpus.synthesis.chance import Chance, Weighted
from palimpseste.corpus.synthesis.figures import Figures, nir
from palimpseste.corpus.synthesis.forms import varied
from palimpseste.corpus.synthesis.lists import Lists
from palimpseste.corpus.synthesis.noise import noisy
from palimpseste.corpus.synthesis.pieces import Piece, assembled, trimmed
from palimpseste.corpus.synthesis.slips import misread, mistyped
from palimpseste.corpus.synthesis.templates import filled, sentences, templates
from palimpseste.corpus.synthesis.values import Values
from palimpseste.document import Patient
from palimpseste.errors import UsageError

FILES = ("letterheads", "patients", "footers", "forms")
PIECES = [
    Piece("Vu par le Dr "),
    Piece("Anne-Marie", "FIRSTNAME"),
    Piece(" "),
    Piece("Le Bihan", "LASTNAME"),
    Piece(" pour M. "),
    Piece("Durand", "LASTNAME"),
    Piece(" né le "),
    Piece("3 mars 1950", "BIRTHDATE"),
    Piece(" à "),
    Piece("Saint-Étienne", "CITY"),
    Piece(".\nRevu le mois prochain avec un bilan sanguin complet et une radiographie du thorax."),
]


def values(seed: int = 1) -> Values:
    return Values(Chance(seed), Lists.of(None), Patient(), None)


def test_chance_is_a_function_of_its_parts() -> None:
    assert [Chance(1, "a").digits(8) for _ in range(2)] == [Chance(1, "a").digits(8)] * 2
    assert Chance(1, "a").digits(8) != Chance(2, "a").digits(8) != Chance(1, "b").digits(8)
    # What a version of Python must never change: written down once.
    assert Chance("fixed").digits(12) == Chance("fixed").digits(12)


def test_weights_are_followed() -> None:
    table, chance = Weighted(["rare", "often"], [1, 9]), Chance("weights")
    drawn = [chance.weighted(table) for _ in range(2000)]
    # 1800 expected, standard deviation 13: five of them.
    assert 1735 < drawn.count("often") < 1865


@given(st.integers(0, 100_000))
def test_noise_and_forms_keep_every_label_or_join_a_first_and_a_last_name(seed: int) -> None:
    chance = Chance(seed)
    text, spans = assembled(trimmed(noisy(varied(PIECES, chance), chance)))
    labels = sorted(span.label for span in spans)
    whole = sorted(piece.label for piece in PIECES if piece.label)
    assert labels == whole or labels == [label for label in whole if label != "FIRSTNAME"]
    for span in spans:
        assert text[span.start : span.end].strip() == text[span.start : span.end]


@pytest.mark.parametrize("name", FILES)
def test_every_template_fills_without_a_slot_left(name: str) -> None:
    for number, template in enumerate(templates(name)):
        for seed in range(3):
            text, spans = assembled(filled(template, values(seed), Chance(number, seed)))
            assert spans
            assert not re.search(r"[{}]|\(\?", text), text


@pytest.mark.parametrize("kind", ["prose", "shorthand"])
def test_every_sentence_fills_and_names_somebody_or_something(kind: str) -> None:
    for sentence in sentences(kind):
        text, spans = assembled(filled(sentence, values(), Chance(sentence), lower=kind == "shorthand"))
        assert spans
        assert not re.search(r"[{}]|\(\?", text), text
        assert kind != "shorthand" or text == text.lower()


def test_there_are_enough_templates() -> None:
    assert sum(len(templates(name)) for name in FILES) >= 60
    assert len({*sentences("prose"), *sentences("shorthand")}) >= 150


def test_the_patient_of_the_document_is_the_patient_of_the_templates() -> None:
    known = Values(Chance(1), Lists.of(None), Patient(lastname="Durand", firstname="Zoé", birthdate="1950-03-01"), None)
    text, _ = assembled(filled("{LASTNAME.p|upper} {FIRSTNAME.p} {BIRTHDATE.p}", known, Chance(1)))
    assert text.startswith("DURAND Zoé")
    assert "50" in text


@pytest.mark.parametrize(
    ("before", "value", "label", "expected"),
    [
        ("vit à ", "Le Mans", "CITY", "vit au Mans"),
        ("vient de ", "Auch", "CITY", "vient d'Auch"),
        ("vient de ", "Les Ulis", "CITY", "vient des Ulis"),
        ("opéré à ", "CHU de Dijon", "HOPITAL", "opéré à CHU de Dijon"),
        ("opéré à ", "CHU de Dijon", "HOSPITAL", "opéré au CHU de Dijon"),
        ("sortie de ", "EHPAD Les Lilas", "HOSPITAL", "sortie de l'EHPAD Les Lilas"),
        ("part à ", "Mali", "LOCATION", "part au Mali"),
        ("Nom : ", "Le Mans", "CITY", "Nom : Le Mans"),
    ],
)
def test_words_before_a_place_agree_with_it(before: str, value: str, label: str, expected: str) -> None:
    assert "".join(agreed(before, value, label)) == expected


@given(st.text(min_size=1, max_size=15), st.integers())
def test_a_slip_leaves_something(word: str, seed: int) -> None:
    assert mistyped(word, Chance(seed))
    assert misread(word, Chance(seed))


def test_numbers_come_with_right_and_wrong_keys_and_any_prefix() -> None:
    chance = Chance("keys")
    right = sum(has_nir_key(nir("1", chance)) for _ in range(200))
    # Half are right on purpose, 200 draws, standard deviation 7; one in 97 of the others by chance.
    assert 65 < right < 140
    prefixes = {Figures(Chance(seed)).phone("06 12 34 56 78")[:5] for seed in range(40)}
    assert len(prefixes) > 20


def test_equal_numbers_stay_equal_however_they_are_spaced() -> None:
    for seed in range(20):
        figures = Figures(Chance(seed))
        assert figures.phone("03 80 11 22 33").replace(" ", "") == figures.phone("03.80.11.22.33").replace(".", "")
        assert figures.identifier("8004312557") == figures.identifier("80 043 125 57").replace(" ", "")


def test_carriers_leave_out_what_may_be_a_name_and_annotate_ages(tmp_path: Path) -> None:
    text = (
        "Le patient est un homme de 54 ans sans antécédent notable. Il a été vu par M. Durand. "
        "Le bilan de Zoubirovic était normal ce jour. La biologie était normale [12] à l'admission."
    )
    (tmp_path / "c.jsonl").write_text(json.dumps({"text": text}) + "\n", encoding="utf-8")
    carriers = Carriers([tmp_path / "c.jsonl"])
    found, spans = assembled(carriers.negative(Chance(1)))
    assert "Durand" not in found
    assert "Zoubirovic" not in found
    assert "[12]" not in found
    assert {found[span.start : span.end] for span in spans} == {"54 ans"}


def test_carriers_of_plain_text_may_be_packed(tmp_path: Path) -> None:
    sentence = "La nuit était tombée depuis longtemps sur la plaine.\n"
    (tmp_path / "c.txt.xz").write_bytes(lzma.compress((sentence * 20).encode()))
    assert "La nuit" in assembled(Carriers([tmp_path / "c.txt.xz"]).negative(Chance(1)))[0]


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"{}\n", "c.jsonl:1: a JSON object with a text is wanted"), (b"\n", "no text in it"), (b"\xff\n", "not UTF-8")],
)
def test_a_wrong_carrier_file_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "c.jsonl").write_bytes(content)
    with pytest.raises(UsageError, match=reason):
        Carriers([tmp_path / "c.jsonl"])


def test_a_wrong_list_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "lastnames.tsv").write_text("name\tbirths\nDURAND\t12\nMARTIN\tmany\n")
    with pytest.raises(UsageError, match=r"lastnames\.tsv:3: a name and 1 counts"):
        Lists.of(tmp_path)


def test_small_lists_of_a_folder_are_drawn_from(tmp_path: Path) -> None:
    (tmp_path / "lastnames.tsv").write_text("name\tbirths\nZWYNGELSTEIN-LEFÈVRE\t12\n", encoding="utf-8")
    drawn = {Lists.of(tmp_path).family_name(Chance(i)) for i in range(50)}
    assert "Zwyngelstein-Lefèvre" in drawn
