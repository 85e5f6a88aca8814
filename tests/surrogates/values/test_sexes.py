"""A given name is of the sex that the note tells of its bearer, and hardly anybody of the other sex bears it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.folding import fold_name
from palimpseste.writings import lists

Surrogates = Callable[..., list[str]]
NOTES = [str(number) for number in range(40)]


def shares(names: list[str]) -> list[float]:
    """Return the share of women among those who bear each of some names that were counted."""
    counted = [lists.given_births()[name] for name in names if name in lists.given_births()]
    return [female / (male + female) for male, female, _ in counted]


@pytest.mark.parametrize(
    ("marked", "is_woman"),
    [
        ("selon sa femme <FIRSTNAME>Zabrivane</FIRSTNAME>", True),
        ("la mineure <FIRSTNAME>Dominique</FIRSTNAME>, 12 ans", True),
        ("demi-sœur <FIRSTNAME>Lou</FIRSTNAME> (9 ans)", True),
        ("<LASTNAME>KERVAN</LASTNAME> <FIRSTNAME>Dominique</FIRSTNAME>, née le 3 mars", True),
        ("<FIRSTNAME>Camille</FIRSTNAME> <LASTNAME>Kervan</LASTNAME>. Elle refuse.", True),
        ("Mme <FIRSTNAME>Claude</FIRSTNAME> <LASTNAME>Kervan</LASTNAME>", True),
        ("une voisine dite <FIRSTNAME>Zabrivane</FIRSTNAME>", True),
        ("son voisin, dit <FIRSTNAME>Zabrivane</FIRSTNAME>", False),
        ("son frère cadet <FIRSTNAME>Camille</FIRSTNAME>", False),
        ("son mari, M. <FIRSTNAME>Avril</FIRSTNAME> <LASTNAME>Kervan</LASTNAME>", False),
        ("chez son petit-fils <FIRSTNAME>Maitena</FIRSTNAME>", False),
        ("avec sa belle-fille <FIRSTNAME>Yacine</FIRSTNAME>", True),
        ("Mme <LASTNAME>Kervan</LASTNAME> <FIRSTNAME>Luca</FIRSTNAME>", True),
        ("accord de la mère. <FIRSTNAME>Yacine</FIRSTNAME> joue.", False),
        ("vu avec la sœur, <FIRSTNAME>Pierre</FIRSTNAME> dort.", False),
        ("M. et Mme <FIRSTNAME>Pierre</FIRSTNAME> <LASTNAME>Kervan</LASTNAME>", False),
        ("Mme <LASTNAME>Kervan</LASTNAME>, <FIRSTNAME>Pierre</FIRSTNAME> et sa classe", False),
        ("Bonjour <FIRSTNAME>Marie</FIRSTNAME>,", True),
        ("Bonjour <FIRSTNAME>Pierre</FIRSTNAME>,", False),
    ],
)
def test_a_given_name_is_of_the_sex_that_the_words_tell(surrogates: Surrogates, marked: str, is_woman: bool) -> None:
    place = "<LAST" in marked and marked.index("<LAST") < marked.index("<FIRST")
    names = [surrogates(marked, id=note)[place] for note in NOTES]
    told = shares(names)
    assert len(told) > 20
    assert min(told) >= 0.9 if is_woman else max(told) <= 0.1


def test_a_name_of_which_nothing_tells_the_sex_becomes_one_of_both(surrogates: Surrogates) -> None:
    told = shares([surrogates("Vu avec <FIRSTNAME>Dominique</FIRSTNAME>.", id=note)[0] for note in NOTES])
    assert told
    assert all(0.1 <= share <= 0.9 for share in told)


def test_the_patients_sex_is_that_of_the_nir_in_every_note(surrogates: Surrogates) -> None:
    record = {"firstname": "Dominique", "lastname": "Kervan", "ssn": "2 54 03 69 266 045 67"}
    for marked in ("<FIRSTNAME>Dominique</FIRSTNAME> va bien.", "M. <FIRSTNAME>Dominique</FIRSTNAME> va bien."):
        (name,) = surrogates(marked, **record)
        assert shares([name]) in ([], [pytest.approx(1, abs=0.1)])
    first, second = (surrogates("<FIRSTNAME>Dominique</FIRSTNAME>", id=note, **record) for note in ("1", "2"))
    assert first == second


@pytest.mark.parametrize(
    ("marked", "is_woman"),
    [
        ("Téléphone de la voisine <FIRSTNAME>Moinaecha</FIRSTNAME> : inconnu", True),
        ("notre infirmière <FIRSTNAME>Zabrivane</FIRSTNAME>", True),
        ("assistante maternelle : <FIRSTNAME>Camille</FIRSTNAME>", True),
        ("sa belle-nièce <FIRSTNAME>Camille</FIRSTNAME>", True),
        ("son gendre, <FIRSTNAME>Camille</FIRSTNAME>", False),
        ("l'ambulancier <FIRSTNAME>Ngozi</FIRSTNAME>", False),
        ("son fils <FIRSTNAME>Marie</FIRSTNAME>", False),
    ],
)
def test_the_words_tell_the_sex_where_no_births_do(surrogates: Surrogates, marked: str, is_woman: bool) -> None:
    told = shares([surrogates(marked, id=note)[0] for note in NOTES])
    assert len(told) > 15
    assert min(told) >= 0.9 if is_woman else max(told) <= 0.1


def test_a_name_before_given_names_and_a_family_name_in_capitals_is_a_given_name(surrogates: Surrogates) -> None:
    marked = "<LASTNAME>Chidiebere</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> <LASTNAME>PRIGENT-OKONKWO</LASTNAME>"
    drawn = [surrogates(marked, id=note)[0] for note in NOTES]
    listed = [lists.gender_of(fold_name(name)) for name in drawn]
    assert all(listed)


def test_what_a_man_is_called_by_is_a_man_s_name(surrogates: Surrogates) -> None:
    for number in range(8):
        _, called = surrogates(
            "son compagnon <FIRSTNAME>Gheorghe</FIRSTNAME>, dit <FIRSTNAME>Ghita</FIRSTNAME>", id=str(number)
        )
        assert lists.gender_of(fold_name(called)) != "f"
