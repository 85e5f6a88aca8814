"""Folding makes two spellings of one name equal, and nothing else."""

from __future__ import annotations

import pytest

from palimpseste.folding import fold, fold_name


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        pytest.param("ÉLOÏSE", "eloise", id="accents in capitals"),
        pytest.param("E\u0301loi\u0308se", "eloise", id="decomposed accents"),
        pytest.param("Œuvre", "oeuvre", id="oe ligature"),
        pytest.param("Lætitia", "laetitia", id="ae ligature"),
        pytest.param("Weiß", "weiss", id="sharp s"),
        pytest.param("ẞ", "ss", id="capital sharp s"),
        pytest.param("Łódź", "lodz", id="polish l"),
        pytest.param("Tromsø", "tromso", id="o with stroke"),
        pytest.param("Đà Nẵng", "da nang", id="d with stroke"),
        pytest.param("İzmir", "izmir", id="dotted capital i"),
        pytest.param("Çà et là, 12 %", "ca et la, 12 %", id="punctuation stays"),
        pytest.param("", "", id="empty"),
    ],
)
def test_fold_drops_case_and_accents(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        pytest.param("L'Haÿ-les-Roses", "l hay les roses", id="straight apostrophe"),
        pytest.param("L’Haÿ‑les‑Roses", "l hay les roses", id="curly apostrophe, unbreakable hyphens"),
        pytest.param("ST. ÉTIENNE", "st etienne", id="abbreviation dot"),
        pytest.param("  Le \n Goff\t", "le goff", id="white space"),
        pytest.param("Jean - Pierre", "jean pierre", id="spaced hyphen"),
        pytest.param("J.-P.", "j p", id="initials"),
        pytest.param("D´Artagnan", "d artagnan", id="spacing acute as apostrophe"),
        pytest.param("-'.", "", id="only separators"),
    ],
)
def test_fold_name_separates_words_by_one_space(written: str, folded: str) -> None:
    assert fold_name(written) == folded


@pytest.mark.parametrize("written", ["Le Haÿ", "ǅ", "ﬁn", "Ω", "St-Étienne", "ŉ", "İ", "ẞ"])
def test_folding_twice_changes_nothing(written: str) -> None:
    assert fold(fold(written)) == fold(written)
    assert fold_name(fold_name(written)) == fold_name(written)
