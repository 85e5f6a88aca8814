from __future__ import annotations

import unicodedata

import pytest

from palimpseste.document import Document, Span
from palimpseste.evaluation.disguises import DISGUISES, Disguise, disguised

TEXT = "CHU\nMme Zoé DUPONT-MOREL,\r\nnée le 12/03/1954\nà Saint-Malo, vue ce jour."
VALUES = ("Zoé", "DUPONT-MOREL", "12/03/1954", "Saint-Malo", "née le 12/03/1954\nà Saint")
NAMED = {disguise.name: disguise for disguise in DISGUISES}


def note(*values: str) -> Document:
    spans = (Span(TEXT.index(value), TEXT.index(value) + len(value), "OTHER_ID") for value in values)
    return Document("note", TEXT, entities=tuple(sorted(spans)))


def written(name: str, *values: str, everywhere: bool = False) -> str:
    return disguised(note(*values), NAMED[name], everywhere=everywhere).document.text


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("disguise", DISGUISES, ids=lambda disguise: disguise.name)
def test_each_letter_of_a_value_is_where_it_is_said_to_be(disguise: Disguise, everywhere: bool) -> None:
    for value in VALUES:
        done = disguised(note(value), disguise, everywhere=everywhere)
        (places,) = done.values
        alone = {i: piece for line in value.split("\n") for piece, i in disguise.pieces(line) if i is not None}
        text = done.document.text
        assert len(places) == sum(map(str.isalnum, value))
        assert all(0 <= start < end <= len(text) for start, end in places)
        assert len(set(places)) == len(places)
        if not everywhere and "\n" not in value:
            letters = [alone[i] for i in range(len(value)) if value[i].isalnum()]
            assert [text[start:end] for start, end in places] == letters
            assert done.changed == ("".join(piece for piece, _ in disguise.pieces(value)) != value,)


def test_without_disguise_a_note_is_the_same() -> None:
    done = disguised(note("Zoé"), NAMED["untouched"], everywhere=True)
    assert done.document.text == TEXT
    assert done.document.entities == ()
    assert done.changed == (False,)


def test_a_disguise_leaves_the_rest_of_the_note() -> None:
    hidden = written("mathematical bold letters", "Zoé", "12/03/1954")
    assert hidden == TEXT.replace("Zoé", "𝐙𝐨𝐞\u0301").replace("12/03/1954", "𝟏𝟐/𝟎𝟑/𝟏𝟗𝟓𝟒")
    assert unicodedata.normalize("NFKC", hidden) == TEXT


@pytest.mark.parametrize(
    ("name", "becomes"),
    [
        ("one Cyrillic letter a word", "DUРONT-МOREL"),
        ("entities: `&eacute;`", "DUPONT-MOREL"),
        ("entities: each letter `&#68;`", "&#68;&#85;&#80;&#79;&#78;&#84;-&#77;&#79;&#82;&#69;&#76;"),
        ("tags inside: `<b>DUR</b>AND`", "<b>DUP</b>ONT-<b>MOR</b>EL"),
        ("`_` between letters", "D_U_P_O_N_T-M_O_R_E_L"),
        ("hyphen and line end in a word", "DUP-\nONT-MOREL"),
        ("reversed, shown the right way by U+202E", "\u202eLEROM-TNOPUD\u202c"),
        ("misread: O as 0, l as 1", "DUP0NT-M0REL"),
        ("letters with spaces", "D U P O N T-M O R E L"),
        ("two letters exchanged", "DPUONT-MROEL"),
    ],
)
def test_a_name_in_disguise(name: str, becomes: str) -> None:
    assert written(name, "DUPONT-MOREL") == TEXT.replace("DUPONT-MOREL", becomes)


def test_whole_notes_keep_their_line_ends() -> None:
    assert written("reversed", everywhere=True).split("\n")[0] == "UHC"
    assert written("reversed", everywhere=True).count("\r\n") == 1
