"""Initials, abbreviations and letters that sign are those of the surrogates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from palimpseste.folding import fold
from palimpseste.writings.case import without_accents

Surrogates = Callable[..., list[str]]


def test_initials_of_a_person_whose_names_are_glued(surrogates: Surrogates) -> None:
    beside, glued, letters = surrogates(
        "<FIRSTNAME>Bruno</FIRSTNAME> <LASTNAME>DURANDPaul</LASTNAME>, tapé par <LASTNAME>BDP</LASTNAME>"
    )
    parts = re.fullmatch("([A-Z]+)([A-Z][a-zéèëïç]+)", without_accents(glued))
    assert parts is not None
    assert letters == beside[0] + parts[1][0] + parts[2][0]


def test_an_initial_stands_for_the_name_of_its_partner(surrogates: Surrogates) -> None:
    marie, _, paul, _, p, _, m, _ = surrogates(
        "<FIRSTNAME>Marie</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Paul</FIRSTNAME> "
        "<LASTNAME>Morel</LASTNAME>, <FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, "
        "<FIRSTNAME>M.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>"
    )
    assert (p, m) == (paul[0] + ".", marie[0] + ".")


def test_an_initial_beside_a_given_name_stands_for_the_one_family_name_that_begins_so(surrogates: Surrogates) -> None:
    for number in range(8):
        _, last, _, initial, _, other = surrogates(
            "Mère : <FIRSTNAME>Claire</FIRSTNAME> <LASTNAME>ZELLER</LASTNAME>. <FIRSTNAME>Timéo</FIRSTNAME> "
            "<LASTNAME>Z.</LASTNAME>, <FIRSTNAME>Ali</FIRSTNAME> <LASTNAME>K.</LASTNAME>",
            id=str(number),
        )
        assert initial == last[0] + "."
        assert other[1] == "."


def test_the_initial_below_a_letter_is_of_its_author(surrogates: Surrogates) -> None:
    for number in range(8):
        author, _, initial, other = surrogates(
            "De : <LASTNAME>MARCHAND</LASTNAME> <FIRSTNAME>Luc</FIRSTNAME>\nRelais fait.\nDr <LASTNAME>M.</LASTNAME>\n"
            "Copie à l'infirmière, <LASTNAME>Morel</LASTNAME>",
            id=str(number),
        )
        assert initial == author[0] + "."
        assert other != author


def test_an_abbreviated_half_is_that_of_the_double_name(surrogates: Surrogates) -> None:
    for number in range(8):
        whole, short = surrogates(
            "<FIRSTNAME>Marie-Thérèse</FIRSTNAME>, dossier <FIRSTNAME>M-Th</FIRSTNAME>", id=str(number)
        )
        first, second = whole.split("-")
        assert short == f"{first[0]}-{second[:2]}"


def test_the_initials_of_a_person_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    for number in range(8):
        both, last, first, alone, of_one, unknown = surrogates(
            "<LASTNAME>DP</LASTNAME> <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> ; <LASTNAME>PD</LASTNAME> "
            "<LASTNAME>D.</LASTNAME> <FIRSTNAME>Z.</FIRSTNAME>",
            id=str(number),
        )
        assert (both, alone) == (last[0] + first[0], first[0] + last[0])
        assert of_one == last[0] + "."
        assert unknown[0].isupper()


def test_an_initial_of_a_compound_is_that_of_its_first_word(surrogates: Surrogates) -> None:
    short, _, whole, _ = surrogates(
        "<FIRSTNAME>J.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Jean-Paul</FIRSTNAME> "
        "<LASTNAME>Durand</LASTNAME>"
    )
    assert short == whole[0] + "."


def test_an_initial_resolves_to_the_record(surrogates: Surrogates) -> None:
    named = surrogates("<FIRSTNAME>Paul</FIRSTNAME>", lastname="Durand", firstname="Paul")
    assert surrogates("<FIRSTNAME>P.</FIRSTNAME>", lastname="Durand", firstname="Paul") == [named[0][0] + "."]


def test_an_unknown_initial_is_drawn_for_the_name_beside_it(surrogates: Surrogates) -> None:
    beside_one, beside_other, alone = [], [], []
    for number in range(60):
        one, _, other, _, single = surrogates(
            "<FIRSTNAME>Z.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Z.</FIRSTNAME> "
            "<LASTNAME>Morel</LASTNAME>, puis <FIRSTNAME>Z.</FIRSTNAME>",
            id=str(number),
        )
        beside_one.append(one)
        beside_other.append(other)
        alone.append(single)
    assert beside_one != beside_other
    assert beside_one != alone
    assert all(re.fullmatch(r"[^\W\d_]\.", each) for each in beside_one)


def test_an_initial_that_stands_for_no_name_is_that_of_a_drawn_name_whatever_it_was(surrogates: Surrogates) -> None:
    for kind in ("FIRSTNAME", "LASTNAME"):
        a, z = (
            Counter(fold(surrogates(f"<{kind}>{letter}.</{kind}>", id=str(number))[0])[0] for number in range(400))
            for letter in "AZ"
        )
        assert sum((a - z).values()) < 120
        assert min(a["a"], z["a"]) > 5
        assert len(a) > 15


def test_an_abbreviation_of_two_letters_takes_two_of_the_surrogate(surrogates: Surrogates) -> None:
    short, _, whole, _ = surrogates(
        "<FIRSTNAME>Ph.</FIRSTNAME> <LASTNAME>Durand</LASTNAME>, <FIRSTNAME>Philippe</FIRSTNAME> "
        "<LASTNAME>Durand</LASTNAME>"
    )
    assert short == whole[:2] + "."


def test_letters_that_stand_for_two_persons_are_drawn(surrogates: Surrogates) -> None:
    *_, both = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <FIRSTNAME>Pierre</FIRSTNAME> "
        "<LASTNAME>Martin</LASTNAME> : <REFERENCE>PM</REFERENCE>"
    )
    first, last, other, second, reference = surrogates(
        "<FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <FIRSTNAME>Anne</FIRSTNAME> "
        "<LASTNAME>Martin</LASTNAME> : <REFERENCE>PM/AM</REFERENCE>"
    )
    initials = [name[0].upper() for name in (first, last, other, second)]
    assert reference == f"{initials[0]}{initials[1]}/{initials[2]}{initials[3]}"
    assert both.isupper()
    assert "PM" not in both


def test_the_initials_of_an_abbreviated_first_name_stand_for_its_person(surrogates: Surrogates) -> None:
    initial, last, reference = surrogates(
        "<FIRSTNAME>P.</FIRSTNAME> <LASTNAME>Morel</LASTNAME>, <REFERENCE>PM/MP</REFERENCE>"
    )
    assert reference == f"{initial[0]}{last[0]}/{last[0]}{initial[0]}"


def test_an_initial_behind_a_name_is_that_of_the_whole_name(surrogates: Surrogates) -> None:
    for other in range(6):
        whole, short, _ = surrogates(
            "<LASTNAME>FRÉMONT-KABORÉ</LASTNAME>, vu <LASTNAME>Frémont-K.</LASTNAME>, M. <LASTNAME>Kastner</LASTNAME>",
            id=str(other),
        )
        left, right = without_accents(whole).title().split("-")
        assert without_accents(short) == f"{left}-{right[0]}."


@pytest.mark.parametrize("label", ["FIRSTNAME", "LASTNAME"])
@pytest.mark.parametrize(
    ("before", "letters"),
    [
        ("tapé par ", "pg"),
        ("visa ", "cdl"),
        ("Dr Morel/", "fv"),
        ("Dr Morel/", "ari"),
        ("initiales ", "TUP-ALB"),
        ("Initiale : ", "ABD"),
    ],
)
def test_initials_stay_as_many_letters(surrogates: Surrogates, label: str, before: str, letters: str) -> None:
    for number in range(5):
        (written,) = surrogates(f"{before}<{label}>{letters}</{label}>", id=str(number))
        assert len(written) == len(letters)
        assert [each.isalpha() for each in written] == [each.isalpha() for each in letters]
        assert written.isupper() is letters.isupper()


def test_initials_in_small_letters_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    first, last, letters = surrogates(
        "Dr <FIRSTNAME>Fanny</FIRSTNAME> <LASTNAME>Vidal</LASTNAME> /<LASTNAME>fv</LASTNAME>"
    )
    assert letters == fold(first[0] + last[0])


def test_the_initials_of_both_family_names_of_the_patient_are_those_of_the_surrogates(surrogates: Surrogates) -> None:
    record = {"firstname": "Esther", "lastname": "Noel", "birth_lastname": "Barbier"}
    first, last, birth, letters, address, unknown = surrogates(
        "<FIRSTNAME>Esther</FIRSTNAME> <LASTNAME>Noel</LASTNAME> née <LASTNAME>Barbier</LASTNAME>, "
        "<LASTNAME>NB</LASTNAME>, <EMAIL>esther.nb@free.fr</EMAIL>, <EMAIL>esther.pk@free.fr</EMAIL>",
        **record,
    )
    assert letters == without_accents(last[0] + birth[0])
    assert address.startswith(f"{fold(first)}.{fold(letters)}@")
    assert re.match(rf"{fold(first)}\.[a-z]{{2}}@", unknown)


@pytest.mark.parametrize(
    ("letters", "order"), [("JYLB", (0, 1, 2)), ("LBJY", (2, 0, 1)), ("JYB", (0, 1, 2)), ("BJY", (2, 0, 1))]
)
def test_the_initials_of_the_record_are_those_of_its_surrogates(
    surrogates: Surrogates, letters: str, order: tuple[int, ...]
) -> None:
    record = {"firstname": "Jean-Yves", "lastname": "LE BOURHIS"}
    for number in range(5):
        written, first, last = surrogates(
            f"RE: <LASTNAME>{letters}</LASTNAME>, <FIRSTNAME>Jean-Yves</FIRSTNAME> <LASTNAME>Le Bourhis</LASTNAME>",
            id=str(number),
            **record,
        )
        own = without_accents("".join(name[0] for name in (*first.split("-"), last)))
        assert written == "".join(own[place] for place in order)


def test_the_initials_of_somebody_else_are_a_name(surrogates: Surrogates) -> None:
    record = {"firstname": "Jean-Yves", "lastname": "LE BOURHIS"}
    (written,) = surrogates("RE: <LASTNAME>JYLC</LASTNAME>", **record)
    assert len(written) > 3


@pytest.mark.parametrize("given", ["<FIRSTNAME>Yann</FIRSTNAME>", "<FIRSTNAME>Y.</FIRSTNAME>"])
def test_who_signs_by_initials_with_the_particle_signs_by_those_of_the_surrogate(
    surrogates: Surrogates, given: str
) -> None:
    first, last, signed = surrogates(
        f"Biologiste : {given} <LASTNAME>LE GOUIC</LASTNAME>. Appelé par <LASTNAME>YLG</LASTNAME>."
    )
    assert signed == f"{fold(first[0]).upper()}{fold(last[0]).upper()}"


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("marked", "letters"),
    [
        ("docteur <LASTNAME>guillotin g u i l l o t i n</LASTNAME> en cardiologie", r"(?P<name>\w+) (?P<letters>.+)"),
        ("Mme <LASTNAME>LE CORRE C-O-R-R-E</LASTNAME>", r"(?P<name>\w+) (?P<letters>.+)"),
        ("<LASTNAME>Vasseur-Lebrun L E B R U N</LASTNAME>", r"\w+-(?P<name>\w+) (?P<letters>.+)"),
    ],
)
def test_letters_behind_a_name_spell_its_surrogate(
    surrogates: Surrogates, policy: str, marked: str, letters: str
) -> None:
    for note in "123456":
        (written,) = surrogates(marked, id=note, policy=policy)
        found = re.fullmatch(letters, written)
        assert found is not None
        assert fold(re.sub(r"[ -]", "", found["letters"])) == fold(re.sub(r"\W", "", found["name"]))


def test_letters_that_spell_no_word_of_a_name_are_initials(surrogates: Surrogates) -> None:
    (written,) = surrogates("<LASTNAME>Durand M A B</LASTNAME>")
    assert re.fullmatch(r"[\w-]+ [A-ZÉ] [A-ZÉ] [A-ZÉ]", written)


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(("letters", "order"), [("PYA", (0, 1, 2)), ("APY", (2, 0, 1))])
def test_who_signs_in_capitals_is_who_is_named(
    surrogates: Surrogates, letters: str, order: tuple[int, ...], policy: str
) -> None:
    given, family, signed = surrogates(
        f"De : <FIRSTNAME>Pierre-Yves</FIRSTNAME> <LASTNAME>Arnoult</LASTNAME>\nVu.\n<LASTNAME>{letters}</LASTNAME>",
        policy=policy,
    )
    whole = without_accents("".join(name[0] for name in (*given.split("-"), family)))
    assert without_accents(signed) == "".join(whole[place] for place in order)


def test_capitals_that_are_nobodys_initials_or_a_name_stay_a_name(surrogates: Surrogates) -> None:
    for other in ("ROY", "DUX"):
        _, _, written = surrogates(
            f"De : <FIRSTNAME>Pierre-Yves</FIRSTNAME> <LASTNAME>Arnoult</LASTNAME>. Dr <LASTNAME>{other}</LASTNAME>"
        )
        assert len(written) > 2


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize(
    ("marked", "are_initials"),
    [
        ("IOT par <LASTNAME>ELH</LASTNAME>", True),
        ("Technique : <LASTNAME>DGO</LASTNAME>", True),
        ("vu par le Dr <LASTNAME>ELH</LASTNAME>", False),
        ("Mme <LASTNAME>EKO</LASTNAME> <FIRSTNAME>Anne</FIRSTNAME>", False),
        ("vu par <LASTNAME>NGO</LASTNAME>", False),
    ],
)
def test_three_capitals_of_nobody_named_stay_as_many(
    surrogates: Surrogates, marked: str, are_initials: bool, policy: str
) -> None:
    written = [surrogates(marked, policy=policy, id=str(number))[0] for number in range(8)]
    assert all(len(each) == 3 and each.isupper() for each in written) is are_initials
