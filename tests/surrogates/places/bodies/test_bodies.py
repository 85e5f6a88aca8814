"""Bodies by hand: the head stays, a town inside follows the towns, and what is drawn is the first that may be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from palimpseste.detection.lexicon import word_list
from palimpseste.folding import fold_name
from palimpseste.surrogates.places.bodies.care_names import names_like, names_of_care
from palimpseste.surrogates.places.bodies.heads import head_in
from palimpseste.writings import lists
from palimpseste.writings.bodies import head_words

Write = Callable[..., Any]
# The first of each kind that begin with a consonant, as what they stand for does.
COMPANY, INSURER, ASSOCIATION, SHOP = (
    next(name for name in lists.sections("bodies.txt")[kind] if name[0] not in "AEIOU")
    for kind in ("company", "insurer", "association", "shop")
)
# Of places of care: the first that stands for a name alone, for words, for a word.
ALONE, WORDS, WORD, VOWEL_WORD = (names_like(name)[0] for name in ("Bauer", "Mon Soleil", "25 Mai", "européen"))
OF_HOUSE = next(name for name in word_list("names/care_houses.txt") if name.startswith("Le "))[3:]


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("CHU de Dijon", "CH de Pont-Aven"),
        ("CHU DE DIJON", "CH DE PONT-AVEN"),
        ("CHU d'Orléans", "CH d'Œuilly"),
        ("CHU d’Auch", "CH d'OEuilly"),  # as typed
        ("CHU D'AUCH", "CH D'OEUILLY"),
        ("CHU Dijon", "CH Pont-Aven"),
        ("CHRU de Lille", "CH de Bellevue"),
        ("Hospices civils de Dijon", "Hôpitaux de Pont-Aven"),
        ("HOSPICES CIVILS DE DIJON", "HÔPITAUX DE PONT-AVEN"),
        ("C.H.U. de Lille", "C.H. de Bellevue"),
        ("Centre hospitalier régional universitaire de Lille", "Centre hospitalier de Bellevue"),
        ("centre hospitalier du Mans", "centre hospitalier du Boeuf"),
        ("CENTRE HOSPITALIER DU MANS", "CENTRE HOSPITALIER DU BOEUF"),
        ("centre hospitalier des Ulis", "centre hospitalier des Trois-Lilas"),
        ("centre hospitalier du Parc", f"centre hospitalier du {OF_HOUSE}"),
        ("CHU de Zzyrqville", "CH de Bellevue"),
        ("AP-HM Bauer", f"CHU {ALONE}"),
        ("CHU de Dijon - Hôpital Morvan", f"CH de Pont-Aven - Hôpital {ALONE}"),
        ("CHU de Dijon, Morvan", f"CH de Pont-Aven, {ALONE}"),
        ("CHU_Bauer", f"CHU {ALONE}"),
        ("clinique\nBauer", f"clinique\n{ALONE}"),
        ("CH 25", "CH 10"),
        ("CH 25 B", "CH 10 A"),
        ("CH 25 AB", "CH 10 AA"),
        ("CH 25 Mai", f"CH {WORD}"),
        ("CH 2 rue", f"CH {WORD.lower()}"),
        ("hôpital européen", f"hôpital {VOWEL_WORD.lower()}"),
        ("Hôpital - Bauer", f"Hôpital - {ALONE}"),
        ("hôpital", "hôpital albert-camus"),
        ("CLINIQUE", "CLINIQUE ALBERT-CAMUS"),
        ("C H U  de Dijon", "C H  de Pont-Aven"),
        ("C L I N I Q U E   B A U E R", f"C L I N I Q U E   {' '.join(ALONE.upper())}"),
        ("CH DE DIJON     CLINIQUE BAUER", f"CH DE PONT-AVEN     CLINIQUE {ALONE.upper()}"),
        ("CHU d'Orléans   site Morvan", f"CH d'Œuilly   site {ALONE}"),
        ("hôpital clinique", "hôpital albert-camus"),
    ],
)
def test_a_place_of_care(write: Write, source: str, written: str) -> None:
    assert write(f"<HOSPITAL>{source}</HOSPITAL>").surrogates == [written]


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("école Bauer", "école Blaise-Pascal"),
        ("mairie Bauer", "mairie Pont-Aven"),  # of a town that no table knows
        ("tribunal judiciaire d'Auch", "tribunal judiciaire d'OEuilly"),
        ("collège Bauer de Dijon", "collège Blaise-Pascal de Nîmes"),  # the first that is no village
        ("conseil local de Dijon", "conseil local de Pont-Aven"),
        ("mairie de Dijon", "mairie de Pont-Aven"),
        ("Zzyrq", COMPANY),
        ("ADMR", "AMIS DU PHARE"),
        ("Matmut Agen", INSURER),
        ("ZZYRQA", COMPANY.upper()),
        ("mutuelle Zzyrq", f"mutuelle {INSURER}"),
        ("association Zzyrq", f"association {ASSOCIATION}"),
        ("pharmacie Zzyrq", f"pharmacie {SHOP}"),
        ("Zzyrq boulangerie", COMPANY),  # the word is no head where it stands behind
    ],
)
def test_a_body_of_another_kind(write: Write, source: str, written: str) -> None:
    assert write(f"<ORGANIZATION>{source}</ORGANIZATION>").surrogates == [written]


@pytest.mark.parametrize(
    ("source", "written"),
    [
        # What stands behind a name says what the body is, as what stands before it does.
        ("Beauce Ambulances", f"{COMPANY} Ambulances"),
        ("Zzyrq Assistance Respiratoire", f"{COMPANY} Assistance Respiratoire"),
        ("PARTENORD HABITAT", f"{COMPANY.upper()} HABITAT"),
        ("Zzyrq Prévoyance", f"{COMPANY} Prévoyance"),
        # A word that tells a kind at the beginning of a name tells none within it.
        ("distillerie Morne-Rouge", f"distillerie {COMPANY}"),
        ("SNCF Réseau", COMPANY),
        ("Groupe Zzyrq", f"Groupe {COMPANY}"),
        ("groupe scolaire Zzyrq", "groupe scolaire Blaise-Pascal"),
        # A house of that name sells something; what is called after persons are buildings.
        ("Maison Zzyrq", f"Maison {COMPANY}"),
        ("maison municipale Zzyrq", "maison municipale Blaise-Pascal"),
        ("Office Zzyrq", "Office Bellevue"),
        ("La Poste", f"La {COMPANY}"),
        # Its words tell which one it is.
        ("Pôle Santé Travail Métropole", COMPANY),
        ("Mutuelle Harmonie", f"Mutuelle {INSURER}"),
        ("bar Zzyrq", f"bar {SHOP}"),
        ("Café Zzyrq", f"Café {SHOP}"),
        ("Chantiers navals de Dijon", "Chantiers navals de Pont-Aven"),
        ("Ateliers Zzyrq", f"Ateliers {COMPANY}"),
        ("Planning familial de Dijon", "Planning familial de Pont-Aven"),
        ("micro-crèche Zzyrq", "micro-crèche Blaise-Pascal"),
        ("Port autonome de Dijon", "Port autonome de Pont-Aven"),
        # Numbers tell bodies apart, and words stay beside them.
        ("base aérienne 105", "base aérienne 100"),
        ("3e régiment de hussards", "2e régiment de hussards"),
        ("21e RIMa", "10e RIMa"),
        ("1er régiment de spahis", "2e régiment de spahis"),
        ("fosse 6", "fosse 2"),
        ("foyer lilas 2", "foyer main tendue"),
        # A country stands for a country, the town of the consulate behind it.
        ("consulat de Roumanie à Dijon", "consulat de Pologne à Pont-Aven"),
    ],
)
def test_what_a_body_is_is_told_by_the_words_around_its_name(write: Write, source: str, written: str) -> None:
    assert write(f"<ORGANIZATION>{source}</ORGANIZATION>").surrogates == [written]


def test_a_distillery_stays_one_where_towns_are_released(write: Write) -> None:
    source = "<ORGANIZATION>distillerie Morne-Rouge</ORGANIZATION>"
    assert write(source, strategy="planar-laplace").surrogates == [f"distillerie {COMPANY}"]


def test_ordinary_words_before_a_town_that_is_released_stay(write: Write) -> None:
    source = "Service de prévention et de santé au travail de Brière"
    (body,) = write(f"<ORGANIZATION>{source}</ORGANIZATION>", strategy="planar-laplace").surrogates
    assert body.startswith("Service de prévention et de santé au travail ")


@pytest.mark.parametrize("byte", range(8))
@pytest.mark.parametrize("source", ["centre de l'Est", "CENTRE DE L'OUEST", "centre du Sud"])
def test_the_article_before_a_direction_is_its_own(write: Write, source: str, byte: int) -> None:
    (body,) = write(f"<HOSPITAL>{source}</HOSPITAL>", byte=byte).surrogates
    assert body.casefold() in {"centre de l'est", "centre de l'ouest", "centre du nord", "centre du sud"} - {
        source.casefold()
    }
    assert body.isupper() == source.isupper()


def test_the_consulate_of_a_country_is_one_where_towns_are_released(write: Write) -> None:
    source = "<ORGANIZATION>consulat de Roumanie à Dijon</ORGANIZATION>"
    assert write(source, strategy="planar-laplace").surrogates == ["consulat d'Italie"]


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("Fondation Bon-Sauveur de Dijon", f"Fondation {WORDS} de Pont-Aven"),
        ("clin. Zzyrq", f"clin. {ALONE}"),
        ("infirmerie Zzyrq", f"infirmerie {ALONE}"),
        ("PASS Zzyrq", f"PASS {ALONE}"),
        ("Cité sanitaire de Dijon", "Cité sanitaire de Pont-Aven"),
        ("Assistance Publique – Hôpitaux de Dijon", "CH de Pont-Aven"),
        ("sos mains Zzyrq", f"sos mains {ALONE}"),
    ],
)
def test_what_a_place_of_care_is_stays(write: Write, source: str, written: str) -> None:
    assert write(f"<HOSPITAL>{source}</HOSPITAL>").surrogates == [written]


def test_a_body_that_holds_but_head_words_and_its_town_is_renamed(write: Write) -> None:
    # What stands for the town of the note is what the body is named after already.
    (body,) = write("<HOSPITAL>hôpital Albert Camus</HOSPITAL>").surrogates
    assert fold_name(body) != "hopital albert camus"


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("EFS Zzyrq", "EFS Île-de-France"),
        ("ARS Zzyrq", "ARS Île-de-France"),
        ("MSA Auvergne", "MSA Ain"),
        ("MDPH Zzyrq", "MDPH Ain"),
        ("CGSS Réunion", "CGSS"),
        ("CPAM de l'Artois", "CPAM de l'Ain"),
        ("MSA d'Alsace", "MSA de l'Ain"),
        ("Direction provinciale zzyrq", "Direction Bellevue"),
    ],
)
def test_a_fund_bears_an_area_and_a_name_its_capitals(write: Write, source: str, written: str) -> None:
    assert write(f"<ORGANIZATION>{source}</ORGANIZATION>").surrogates == [written]


@pytest.mark.parametrize("source", ["MSA d'Alsace", "CPAM de l'Artois", "MSA Zzyrq"])
def test_a_fund_of_a_land_is_that_of_the_department_of_the_town(write: Write, source: str) -> None:
    fund, town = write(f"<ORGANIZATION>{source}</ORGANIZATION>, <CITY>Dijon</CITY>").surrogates
    assert (fund.split()[-1], town) == ("Finistère", "Pont-Aven")


def test_a_fund_of_a_land_is_that_of_the_department_of_another_body(write: Write) -> None:
    marked = "<ORGANIZATION>CPAM de l'Artois</ORGANIZATION>, <HOSPITAL>CHU de Dijon</HOSPITAL>"
    assert write(marked).surrogates == ["CPAM du Finistère", "CH de Pont-Aven"]


@pytest.mark.parametrize("strategy", ["plausible", "planar-laplace"])
@pytest.mark.parametrize(
    "source", ["clinique du Golfe", "clinique de la Maye", "SESSAD des Dômes", "EHPAD Les Iris", "hôpital Bauer"]
)
def test_no_body_is_named_after_a_land_a_town_or_the_sea(write: Write, source: str, strategy: str) -> None:
    written = {
        word
        for byte in range(256)
        for surrogate in write(f"<HOSPITAL>{source}</HOSPITAL>", strategy, byte=byte).surrogates
        for word in fold_name(surrogate).split()
    }
    assert len(written) > 20
    assert written.isdisjoint(head_words("names that tell a land, a town or the sea"))


def test_a_word_before_a_name_is_not_said_twice(write: Write) -> None:
    names = [name for name in lists.sections("bodies.txt")["insurer"] if not name.startswith("Mutuelle ")]
    held = [fold_name(name) for name in names]
    (within,) = write("<ORGANIZATION>mutuelle Zzyrq</ORGANIZATION>", originals=held).surrogates
    (behind,) = write("Mutuelle <ORGANIZATION>Matmut Agen</ORGANIZATION>", originals=held).surrogates
    assert fold_name(within) == "mutuelle " + fold_name(behind)
    assert "mutuelle" not in fold_name(behind)
    (of_insurers,) = write("<ORGANIZATION>Mutualité Zzyrq</ORGANIZATION>", originals=held).surrogates
    assert fold_name(of_insurers) == "mutualite " + fold_name(behind)


def test_a_body_keeps_the_name_of_no_town_of_the_note(write: Write) -> None:
    body, town = write("<HOSPITAL>CHU de Dijon</HOSPITAL> <CITY>Dijon</CITY>").surrogates
    assert (body, town) == ("CH de Pont-Aven", "Pont-Aven")
    body, town = write("<HOSPITAL>CHU Lens</HOSPITAL> <CITY>Lens</CITY>").surrogates
    assert (body, town) == ("CH Pont-Aven", "Pont-Aven")


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("Hospital de São Roque", r"Hospital de Santa \w+"),
        ("Ospedale San Zzyrq", r"Ospedale Santa \w+"),
        ("Klinikum Zzyrqberg", "Klinikum .*(?:Elisabeth|Maria Hilf|Nordpark|Sankt|Südstadt|Waldhof).*"),
    ],
)
def test_a_hospital_abroad_is_called_as_such_are(write: Write, body: str, name: str) -> None:
    (written,) = write(f"<HOSPITAL>{body}</HOSPITAL>").surrogates
    assert re.fullmatch(name, written)


def test_no_name_is_drawn_that_tells_a_place() -> None:
    names = names_of_care()
    assert len(names) > 450
    assert {"Rhône-Isère", "Occitanie", "Bresse-Louhannaise", "Auxerrois", "Vaucluse", "Reims-Bezannes"}.isdisjoint(
        names
    )


@pytest.mark.parametrize("name", ["Albert-Camus", "Alexandre-Dumas"])
def test_a_name_of_the_note_is_not_drawn(write: Write, name: str) -> None:
    (body,) = write("<HOSPITAL>clinique Bauer</HOSPITAL>", originals=[fold_name(name)]).surrogates
    assert body != f"clinique {name}"


@pytest.mark.parametrize("name", ["Dijon", "Nîmes", "Saint-Étienne", "SAINT-ETIENNE", "Paris"])
def test_a_university_hospital_stands_where_there_is_one(name: str) -> None:
    for head in ("CHU de ", "CHRU de ", "Centre hospitalier universitaire de "):
        assert head_in(head, name) == head
    assert head_in("CHU de ", "Champagnole") == "CH de "
    assert head_in("chu ", "Champagnole") == "ch "
    assert head_in("Hôpitaux universitaires de ", "Champagnole") == "Hôpitaux de "
    assert head_in("Centre hospitalier et universitaire de ", "Champagnole") == "Centre hospitalier de "
    assert head_in("Clinique universitaire de ", "Champagnole") == "Clinique universitaire de "


def test_a_kind_alone_behind_the_whole_name_is_written_as_that_is(surrogates: Callable[..., list[str]]) -> None:
    for note in ("a", "b", "c", "d"):
        whole, short = surrogates("<HOSPITAL>SSIAD de Dole</HOSPITAL>, le <HOSPITAL>SSIAD</HOSPITAL> passe", id=note)
        assert short == whole
