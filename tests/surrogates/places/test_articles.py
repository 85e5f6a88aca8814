"""The words before a place or body suit what stands for it, by its surrogate and the words themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.places import PlaceTable
from palimpseste.surrogates.places.articles import contracted, suited, suited_to_town
from palimpseste.surrogates.places.towns_drawn import written_in_french
from palimpseste.writings.atlas import country_kinds

# Areas without towns of a record, which no note names.
_FAR = {"Terres australes et antarctiques françaises", "Wallis et Futuna", "Île de Clipperton", "Polynésie française"}


def written(before: str, name: str, label: str) -> str:
    for piece in suited(before, name, label):
        before = before[: piece.start] + piece.text + before[piece.end :]
    return before + name


@pytest.mark.parametrize(
    ("before", "name", "text"),
    [
        ("celui du ", "Isère", "celui de l'Isère"),
        ("celui de la ", "Indre", "celui de l'Indre"),
        ("celui de la ", "Loiret", "celui du Loiret"),
        ("pas du ", "Loire-Atlantique", "pas de la Loire-Atlantique"),
        ("PAS DU ", "HAUTE-GARONNE", "PAS DE LA HAUTE-GARONNE"),
        ("vit dans l'", "Meuse", "vit dans la Meuse"),
        ("vit dans le ", "Landes", "vit dans les Landes"),
        ("part en ", "Pays de la Loire", "part dans les Pays de la Loire"),
        ("part en ", "Gironde", "part en Gironde"),
        ("rentre à ", "Aude", "rentre dans l'Aude"),
        ("né à ", "Mayotte", "né à Mayotte"),
        ("Le ", "Sarthe", "La Sarthe"),
        ("évasan de ", "Jura", "évasan du Jura"),
        ("ARS de ", "Bretagne", "ARS de Bretagne"),
        ("de l’", "Var", "du Var"),
        ("vit dans le ", "Bretagne", "vit en Bretagne"),
        ("vit dans la ", "Mayotte", "vit à Mayotte"),
        ("d’", "Ain", "de l’Ain"),
        ("au retour de ", "Danemark", "au retour du Danemark"),
        ("au retour d'", "Pays-Bas", "au retour des Pays-Bas"),
        ("parti de ", "Philippines", "parti des Philippines"),
        ("née aux ", "Slovaquie", "née en Slovaquie"),
        ("en ", "Singapour", "à Singapour"),
        ("à ", "Émirats arabes unis", "aux Émirats arabes unis"),
        ("vers l'", "Nouvelle-Zélande", "vers la Nouvelle-Zélande"),
        ("par le ", "Cuba", "par Cuba"),
        ("retour du ", "Israël", "retour d'Israël"),
        ("de ", "Suède", "de Suède"),
        ("leur fils revient du ", "Australie", "leur fils revient d'Australie"),
        ("originaire de l'", "Suède", "originaire de Suède"),
        ("retour du ", "Danemark", "retour du Danemark"),
        ("revenue du ", "Sarthe", "revenue de la Sarthe"),
        ("conseil de la ", "Meurthe-et-Moselle", "conseil de Meurthe-et-Moselle"),
        ("vers la ", "Meurthe-et-Moselle", "vers la Meurthe-et-Moselle"),
        ("au sud du ", "Suède", "au sud de la Suède"),
        ("de ", "la Barbade", "de la Barbade"),
        ("le clos du ", "Bellevue", "le clos du Bellevue"),
        ("sud ", "Danemark", "sud Danemark"),
    ],
)
def test_a_department_region_or_country(before: str, name: str, text: str) -> None:
    assert written(before, name, "LOCATION") == text


@pytest.mark.parametrize(
    ("before", "name", "text"),
    [
        ("skate à la ", "Hector Berlioz", "skate à Hector Berlioz"),
        ("sa place aux ", "babinski", "sa place à babinski"),
        ("apprentissage aux ", "hautefage", "apprentissage à hautefage"),
        ("docker du ", "Hautefage", "docker de Hautefage"),
        ("adressé par le ", "Robert-Desnos", "adressé par Robert-Desnos"),
        ("adressé à l'", "Paul Éluard", "adressé à Paul Éluard"),
        ("Les ", "Kerbellec", "Les Kerbellec"),  # nothing stands before the article
        (".\nLa ", "Valdor", ".\nValdor"),
        ("soudeur des ", "Proliane de Saint-Genis-Laval", "soudeur de Proliane de Saint-Genis-Laval"),
        ("un ancien de l'", "Médianelle", "un ancien de Médianelle"),
        ("le ", "Main Tendue", "la Main Tendue"),
        ("adhère au ", "Main Tendue", "adhère à la Main Tendue"),
        ("suivi par la ", "Pas à Pas", "suivi par Pas à Pas"),
        ("aidée du ", "Cap Solidaire", "aidée de Cap Solidaire"),
        ("suivi à l'", "CAC", "suivi au CAC"),
        ("suivi à l'", "EHPAD Hector-Berlioz", "suivi à l'EHPAD Hector-Berlioz"),
        ("la ", "CPAM de Bretagne", "la CPAM de Bretagne"),
        ("la ", "Maison Hector-Berlioz", "la Maison Hector-Berlioz"),
    ],
)
def test_a_body_that_bears_a_name_without_article(before: str, name: str, text: str) -> None:
    assert written(before, name, "ORGANIZATION") == text


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_a_foreign_town_is_written_as_a_french_keyboard_writes_it(
    surrogates: Callable[..., list[str]], policy: str
) -> None:
    towns = [
        surrogates("ville : <CITY>Doha</CITY>, <LOCATION>Qatar</LOCATION>", id=str(n), policy=policy)[0]
        for n in range(60)
    ]
    assert not [town for town in towns if written_in_french(town) != town]


def test_a_foreign_town_and_a_french_one() -> None:
    assert written("venu de ", "Hamilton", "CITY") == "venu de Hamilton"
    assert written("née aux ", "Salalah", "CITY") == "née à Salalah"
    assert written("née au ", "Mans", "CITY") == "née au Mans"
    assert written("la ", "Hector Berlioz", "LASTNAME") == "la Hector Berlioz"


def test_every_area_and_country_has_its_words() -> None:
    table = PlaceTable.bundled()
    areas = {area.name for area in (*table.departments, *table.regions)} - _FAR
    for name in (*areas, *(name for name, _ in country_kinds())):
        assert list(suited("né aux ", name, "LOCATION")) or list(suited("né à ", name, "LOCATION"))


@pytest.mark.parametrize("policy", ["plausible", "dp"])
def test_words_before_places_of_a_note_suit_what_is_written(replace: Callable[..., object], policy: str) -> None:
    for note in map(str, range(6)):
        draft = replace(
            "au retour d'<LOCATION>Écosse</LOCATION>, celui du <LOCATION>Cantal</LOCATION>", id=note, policy=policy
        )
        text = draft.text  # type: ignore[attr-defined]
        before, area = text.rsplit(", celui ", 1)
        for link in ("du ", "des ", "de la ", "de l'", "de ", "d'"):
            if area.startswith(link):
                name = area.removeprefix(link)
                break
        assert list(suited("celui " + link, name, "LOCATION")) == []
        assert before.startswith("au retour d")


@pytest.mark.parametrize(
    ("before", "name", "text"),
    [
        ("loge à ", "Les Oliviers", "loge aux Oliviers"),
        ("scanner fait à ", "Le Fief", "scanner fait au Fief"),
        ("plus au ", "Le Tertre", "plus au Tertre"),
        ("drague en ", "Le Petit Moulin", "drague au Petit Moulin"),
        ("qu'il s'agit de ", "Le Belvédère", "qu'il s'agit du Belvédère"),
        ("loge au ", "La Bergerie", "loge à La Bergerie"),
        ("À ", "LES ORMEAUX", "AUX ORMEAUX"),
        ("loge à ", "La Bergerie", "loge à La Bergerie"),
        ("loge à ", "Lesneven", "loge à Lesneven"),
        ("sur ", "Les Oliviers", "sur Les Oliviers"),
        ("chez maria ", "Les Oliviers", "chez maria Les Oliviers"),
    ],
)
def test_the_article_of_a_place_is_contracted(before: str, name: str, text: str) -> None:
    found = contracted(before, name)
    piece, rest = found or (None, name)
    assert (before if piece is None else before[: piece.start] + piece.text) + rest == text


def test_what_is_written_over_a_place_is_contracted(surrogates: Callable[..., list[str]]) -> None:
    written = {surrogates("Il loge à <LOCATION>Keranroux</LOCATION>", id=str(note))[0] for note in range(200)}
    assert any(piece.strip() in ("au", "aux") for piece in written)
    assert not any(piece.startswith(("Le ", "Les ")) for piece in written)


@pytest.mark.parametrize(
    ("before", "town", "written", "text"),
    [
        ("ses parents au ", "Bellegarde", "Bellegarde", "à "),
        ("revient du ", "Orly", "Orly", "d'"),
        ("née aux ", "Le Gosier", "Gosier", "au "),
        ("maire des ", "Le Port", "Port", "du "),
        ("Vit à la ", "Cilaos", "Cilaos", "à "),
        ("ARRIVE DU ", "Nîmes", "NÎMES", "DE "),
    ],
)
def test_the_article_of_a_town_is_that_of_what_stands_for_it(before: str, town: str, written: str, text: str) -> None:
    assert [piece.text for piece in suited_to_town(before, town, written)] == [text]


@pytest.mark.parametrize(
    ("before", "town"), [("vit au ", "Le Port"), ("vit à ", "Orly"), ("loin d'", "Orly"), ("vu, ", "Orly")]
)
def test_an_article_that_suits_a_town_stays(before: str, town: str) -> None:
    assert list(suited_to_town(before, town, town.removeprefix("Le "))) == []
