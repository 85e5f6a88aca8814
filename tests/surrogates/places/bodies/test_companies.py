"""Companies, shops and bodies without a name keep what tells of their kind."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.result import Draft
from palimpseste.surrogates.places.bodies.care_names import last_names_of_bodies
from palimpseste.writings import lists
from palimpseste.writings.bodies import without_tail

Surrogates = Callable[..., list[str]]
NOTES = [str(number) for number in range(6)]


@pytest.mark.parametrize(
    ("body", "before", "behind"),
    [
        ("Lamarque et Fils", "", " et Fils"),
        ("GAEC Moua Frères", "GAEC ", " Frères"),
        ("EARL Van Laecke", "EARL ", ""),
        ("Ets Crépin-Lobry", "Ets ", ""),
        ("Garnier", "", ""),
        ("pharmacie Lasserre", "pharmacie ", ""),
        ("PF Lasserre", "PF ", ""),
    ],
)
def test_what_is_called_by_a_last_name_bears_another_one(
    surrogates: Surrogates, body: str, before: str, behind: str
) -> None:
    for note in NOTES:
        (written,) = surrogates(f"chez <ORGANIZATION>{body}</ORGANIZATION>", id=note)
        assert written != body
        assert written.startswith(before)
        assert written.endswith(behind)
        assert written.removeprefix(before).removesuffix(behind) in last_names_of_bodies()


@pytest.mark.parametrize(
    ("body", "before", "behind"),
    [
        ("SARL Zzyrq Ambulances", "SARL ", " Ambulances"),
        ("réseau Zzyrq", "réseau ", ""),
        ("Zzyrq Industries", "", " Industries"),
    ],
)
def test_a_company_keeps_the_words_behind_its_name(surrogates: Surrogates, body: str, before: str, behind: str) -> None:
    for note in NOTES:
        (written,) = surrogates(f"chez <ORGANIZATION>{body}</ORGANIZATION>", id=note)
        assert written.startswith(before)
        assert written.endswith(behind)
        assert written.removeprefix(before).removesuffix(behind) in lists.sections("bodies.txt")["company"]


def test_who_lends_a_bed_is_no_person(surrogates: Surrogates) -> None:
    for note in NOTES:
        (written,) = surrogates("lit par <HOSPITAL>Zzyrq Santé</HOSPITAL>", id=note)
        assert written.removesuffix(" Santé") in lists.sections("bodies.txt")["company"]


@pytest.mark.parametrize("body", ["Marine nationale", "Éducation nationale", "union locale", "club des aînés"])
def test_a_body_that_ordinary_words_name_stays(surrogates: Surrogates, body: str) -> None:
    assert surrogates(f"pour <ORGANIZATION>{body}</ORGANIZATION>") == [body]


def test_a_hospital_that_no_word_names_stays_and_one_that_is_alone_its_name_does_not(surrogates: Surrogates) -> None:
    assert surrogates("<HOSPITAL>CENTRE HOSPITALIER UNIVERSITAIRE</HOSPITAL>") == ["CENTRE HOSPITALIER UNIVERSITAIRE"]
    (written,) = surrogates("<HOSPITAL>Nouvel Hôpital Civil</HOSPITAL>")
    assert written.startswith("Nouvel Hôpital ")
    assert written != "Nouvel Hôpital Civil"


@pytest.mark.parametrize(("name", "bare"), [("Zzyrq Santé", "Zzyrq"), ("Zzyrq-Santé", "Zzyrq-Santé")])
def test_a_word_joined_to_a_name_is_part_of_it(name: str, bare: str) -> None:
    assert without_tail(name) == bare


def test_a_union_stays_one_of_its_town(surrogates: Surrogates) -> None:
    for note in NOTES:
        town, union = surrogates(
            "vit à <CITY>Cholet</CITY>, délégué de l'<ORGANIZATION>union locale CFDT de Cholet</ORGANIZATION>", id=note
        )
        assert union.startswith("union locale CFDT d")
        assert union.endswith(town)


def test_the_article_before_a_short_name_is_that_of_the_long_one(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        marked = (
            "au foyer <ORGANIZATION>Le Bon Foyer</ORGANIZATION>. Réponse du <ORGANIZATION>Bon Foyer</ORGANIZATION>."
        )
        text = replace(marked, id=note).text
        found = re.fullmatch(r"au foyer L(?:e |')(?P<name>.+)\. Réponse d(?:u |e l')(?P<short>.+)\.", text)
        assert found is not None, text
        assert found["name"] == found["short"]


def test_the_article_of_a_word_that_stays_stays(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        marked = "Revu. L'<ORGANIZATION>harmonie municipale du Creusot</ORGANIZATION> joue."
        assert replace(marked, id=note).text.startswith("Revu. L'harmonie municipale d")


def test_a_sentence_begins_with_a_capital_where_its_article_falls_away(replace: Callable[..., Draft]) -> None:
    for note in NOTES:
        text = replace("Revu. L'<ORGANIZATION>agefizz</ORGANIZATION> ne bougera pas.", id=note).text
        name = re.fullmatch(r"Revu\. (?:L')?(?P<name>.+) ne bougera pas\.", text)
        assert name is not None, text
        assert name["name"][0].isupper() is not text.startswith("Revu. L'")


def test_letters_before_a_hospital_of_capitals_are_no_name(surrogates: Surrogates) -> None:
    for note in NOTES:
        (written,) = surrogates("<HOSPITAL>GHRMSA HOPITAL EMILE MULLER</HOSPITAL>", id=note)
        letters, head, name = written.split(" ", 2)
        assert len(letters) == len("GHRMSA")
        assert head == "HOPITAL"
        assert name != "EMILE MULLER"


def test_who_brings_oxygen_is_no_association(surrogates: Surrogates) -> None:
    for note in NOTES:
        (written,) = surrogates("appareil de <ORGANIZATION>SOS Oxygène Zzyrq</ORGANIZATION>", id=note)
        assert written.removeprefix("SOS ") in lists.sections("bodies.txt")["company"]


def test_letters_before_a_small_town_are_not_one_name_with_it(surrogates: Surrogates) -> None:
    for note in NOTES:
        town, school = surrogates(
            "vit à <CITY>Chamrousse</CITY>, moniteur à l'<ORGANIZATION>AQDF de Chamrousse</ORGANIZATION>", id=note
        )
        assert school.endswith(town)


def test_a_hospital_abroad_is_in_a_town_abroad(surrogates: Surrogates) -> None:
    towns = {fold_name(city.name) for city in PlaceTable.bundled().world_cities}
    for note in NOTES:
        ghent, namur = surrogates(
            "<HOSPITAL>UZ Gent</HOSPITAL>, <HOSPITAL>CHU UCL Namur - site Sainte-Elisabeth</HOSPITAL>", id=note
        )
        assert fold_name(ghent.removeprefix("UZ ")) in towns
        assert fold_name(namur.split(" - ")[0].split(" ", 2)[2]) in towns
