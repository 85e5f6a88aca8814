"""Clubs and choirs stay what they are, and bear names that such have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.places import PlaceTable
from palimpseste.writings import lists
from palimpseste.writings.bodies import bears_a_person, kind_of_body

Surrogates = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("club", "head"),
    [
        ("Judo Club Berrichon", "Judo Club "),
        ("Volley-Club Solognot", "Volley-Club "),
        ("Sporting Club cauchois", "Sporting Club "),
        ("chorale Mille Voix", "chorale "),
        ("Dojo Sakura", "Dojo "),
    ],
)
def test_a_club_stays_one_of_its_sport(surrogates: Surrogates, club: str, head: str) -> None:
    for number in range(4):
        (written,) = surrogates(f"Joue au <ORGANIZATION>{club}</ORGANIZATION>.", id=str(number))
        assert written.startswith(head)
        assert written.removeprefix(head) in lists.sections("bodies.txt")["club"]


def test_a_club_of_a_town_is_of_what_stands_for_it(surrogates: Surrogates) -> None:
    town, club = surrogates("Vit à <CITY>Morlaix</CITY>, joue au <ORGANIZATION>Tennis Club de Morlaix</ORGANIZATION>.")
    assert club.startswith("Tennis Club d")
    assert club.endswith(town)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("Judo Club Berrichon", "club"),
        ("Restos du Cœur", "association"),
        ("société Trans-Wisla", "company"),
        ("société de chasse", "association"),
        ("Mutuelle Sud", "insurer"),
    ],
)
def test_the_kind_of_a_club_is_told_by_its_sport(body: str, kind: str) -> None:
    assert kind_of_body(body) == kind


@pytest.mark.parametrize(
    ("name", "bears"),
    [
        ("Olympe-de-Gouges", True),
        ("Jean-Moulin", True),
        ("Saint-Gobain", False),
        ("Marie-Claire", False),
        ("Opel", False),
    ],
)
def test_what_bears_the_whole_name_of_somebody(name: str, bears: bool) -> None:
    assert bears_a_person(name) is bears


def test_a_school_without_its_word_is_called_after_somebody(surrogates: Surrogates) -> None:
    (written,) = surrogates("Sa fille est en seconde à <ORGANIZATION>Jean-Mermoz</ORGANIZATION>.")
    assert written in lists.entries("eponyms.txt")


@pytest.mark.parametrize(
    ("club", "form"),
    [("US Nafarroa", "US {}"), ("Trélandec Sports", "{} Sports"), ("CS Trélandec Basket", "CS {} Basket")],
)
def test_a_club_that_letters_or_a_sport_tell_is_of_a_town(surrogates: Surrogates, club: str, form: str) -> None:
    before, behind = form.split("{}")
    for number in range(4):
        (written,) = surrogates(
            f"Club : <ORGANIZATION>{club}</ORGANIZATION>.", id=str(number), city="Hasparren", zip="64240"
        )
        assert written.startswith(before)
        assert written.endswith(behind)
        assert written != club
        assert PlaceTable.bundled().named(written.removeprefix(before).removesuffix(behind))


def test_a_club_of_a_town_of_the_note_keeps_its_sport(surrogates: Surrogates) -> None:
    for number in range(4):
        town, club = surrogates(
            "Vit à <CITY>Quimperlé</CITY>, joue à l'<ORGANIZATION>US Quimperlé Rugby</ORGANIZATION>.", id=str(number)
        )
        assert club == f"US {town} Rugby"
