"""Noise changes how a document is written, and never which of its words identify somebody."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.noise import noisy
from palimpseste.corpus.synthesis.pieces import Piece, pieces_of

NOTE = (
    "<HOSPITAL>CHU de Dijon</HOSPITAL>, le <DATE>12.03.2021</DATE>. Vu avec l'externe :\n"
    "M. <LASTNAME>Charbonnier</LASTNAME> <FIRSTNAME>Michel</FIRSTNAME> (<AGE>71 ans</AGE>) ; vit à "
    "<CITY>L'Isle-d'Abeau</CITY>, ramené par sa fille <FIRSTNAME>Anita</FIRSTNAME>.\n"
    "Température 37,8. Retour au domicile ; sera revu, sans urgence, dans un mois."
)
PIECES = pieces_of(*parse_markup(NOTE))
COPIES = [noisy(PIECES, Chance(seed)) for seed in range(3000)]


def values(pieces: list[Piece], label: str) -> set[str]:
    return {piece.text for piece in pieces if piece.label == label}


def text_of(pieces: list[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def test_most_documents_stay_as_they_are() -> None:
    assert sum(pieces == PIECES for pieces in COPIES) > 0.35 * len(COPIES)


@pytest.mark.parametrize("label", sorted({piece.label for piece in PIECES if piece.label}))
def test_letters_and_figures_keep_their_label(label: str) -> None:
    """A typing error changes one; the labels of most copies are those of the note."""
    expected = [piece.text for piece in PIECES if piece.label == label]
    kept = 0
    for pieces in COPIES:
        found = [piece.text for piece in pieces if piece.label == label]
        kept += [_plain(text) for text in found] == [_plain(text) for text in expected]
    assert kept > 0.75 * len(COPIES)


def _plain(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


@pytest.mark.parametrize(
    ("label", "broken"),
    [("FIRSTNAME", "Mich el"), ("LASTNAME", "Char bonnier"), ("DATE", "12.03. 2021"), ("DATE", "12.03.2 021")],
)
def test_spaces_stand_inside_words_numbers_and_dates(label: str, broken: str) -> None:
    assert any(broken in values(pieces, label) for pieces in (noisy(PIECES, Chance("b", n)) for n in range(20_000)))


@pytest.mark.parametrize("cut", ["-\n", "\n"])
def test_a_line_ends_inside_a_word_with_a_hyphen_or_without(cut: str) -> None:
    names = [Piece(text, "LASTNAME" if text.strip() else None) for _ in range(20) for text in ("Charbonnier", " ")]
    copies = [values(noisy(names, Chance(seed)), "LASTNAME") for seed in range(3000)]
    broken = {name for copy in copies for name in copy if "\n" in name and name.replace(cut, "") == "Charbonnier"}
    assert broken


def test_marks_are_said_in_a_dictation() -> None:
    said = [text_of(pieces) for pieces in COPIES if " virgule " in text_of(pieces)]
    assert 0.01 * len(COPIES) < len(said) < 0.04 * len(COPIES)
    assert all(text == text.lower() for text in said)
    assert any("sera revu virgule sans urgence virgule dans un mois point" in text for text in said)
    assert all("37 virgule 8" not in text for text in said)


def test_apostrophes_go_in_some_documents_in_capitals() -> None:
    towns = {town for pieces in COPIES for town in values(pieces, "CITY")}
    assert {"L'ISLE-D'ABEAU", "L ISLE-D ABEAU"} <= towns
