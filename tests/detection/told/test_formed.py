"""What is told by its form: initials and bodies, places, numbers of orders."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.told.formed import of_forms, of_initials
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def formed(marked: str) -> list[tuple[str, str]]:
    text, entities = parse_markup(marked)
    spans = [Span(entity.start, entity.end, entity.label, "model") for entity in entities]
    view = TextView.of(text)
    words = frozenset(Tokens(view, alphabet()).words)
    return [(text[span.start : span.end], span.label) for span in of_forms(view, spans, words)]


@pytest.mark.parametrize(
    ("marked", "name", "label"),
    [
        ("Prothèse prise chez Elle & Tifs. Fatigue", "Elle & Tifs", "ORGANIZATION"),
        ("serveur au restaurant Braise & Co", "Braise & Co", "ORGANIZATION"),
        ("(<LOCATION>Vosges</LOCATION> Accessibilité, artisan)", "Vosges Accessibilité", "ORGANIZATION"),
        ("Lit livré par Savoie Ambulances", "Savoie Ambulances", "ORGANIZATION"),
        ("Lit livré par Savoie Médical", "Savoie Médical", "ORGANIZATION"),
        ("prestataire Corrèze Assistance Respiratoire", "Corrèze Assistance Respiratoire", "ORGANIZATION"),
        ("Bain à la rivière aux Écrevisses dimanche", "rivière aux Écrevisses", "LOCATION"),
        ("chute à la Ravine à Malheur", "Ravine à Malheur", "LOCATION"),
        ("pêche au lac aux Canards", "lac aux Canards", "LOCATION"),
        ("depuis Bras de <CITY>Pontho</CITY>.", "Bras de Pontho", "LOCATION"),
        ("<ORGANIZATION>Toitures Kessler</ORGANIZATION> S.à r.l., Wiltz", "Toitures Kessler S.à r.l.", "ORGANIZATION"),
        ("chez <ORGANIZATION>Kessler S.</ORGANIZATION>à r.l.\n", "Kessler S.à r.l.", "ORGANIZATION"),
        ("virgule horloger chez lippe virgule veuf", "lippe", "ORGANIZATION"),
        ("prise de sang chez biovallées mardi", "biovallées", "ORGANIZATION"),
        ("blessé au match de rugby (RC Marsillargues)", "RC Marsillargues", "ORGANIZATION"),
        ("Sport : handball au Saint-Herblain HB, arrêt", "Saint-Herblain HB", "ORGANIZATION"),
        ("joue au FC Plouzanel depuis", "FC Plouzanel", "ORGANIZATION"),
        ("Monsieur est arrivé en France en 1984", "France", "LOCATION"),
        ("vit en France depuis", "France", "LOCATION"),
        ("scope en panne, bon n° 77 au biomed", "77", "OTHER_ID"),
        ("Bon n° 88-25-0047716.", "88-25-0047716", "OTHER_ID"),
        ("orpaillage, crique Sparouine\n", "crique Sparouine", "LOCATION"),
    ],
)
def test_a_form_tells_a_name(marked: str, name: str, label: str) -> None:
    assert (name, label) in formed(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "opéré, retour prévu chez nous",
        "plaie chez nourisson",
        "infirmier chez lui",
        "intervenant chez particuliers",
        "aux soins : sportive, AS Marie, FC REPOS 62, AL Xylocaïne",
        "licencié hier, hydratation NaCl SC",
        "match regardé, Corinne AS présente",
        "Kessler S.à r.l.",
        "médicament disponible en France",
        "arrivé en France-Comté",
        "bon n° illisible",
        "la crique est haute",
        "Architecture selon Rechtschaffen & Kales",
        "chez Paul & Marie, le soir",
        "Demande Transport assis",
        "Retour Habitat adapté",
        "<ORGANIZATION>Vosges Accessibilité</ORGANIZATION>, artisan",
        "lac de Constance",
        "une mare aux canards",
        "bassin à Brides",
        "rivière à Cayenne",
        "dans les bras de sa mère",
        "le Bras de levier",
    ],
)
def test_the_like_is_none(marked: str) -> None:
    assert formed(marked) == []


BODIES = {
    "CHCS (<HOSPITAL>Centre hospitalier de la Corse-du-Sud</HOSPITAL>)": "CHCS",
    "<HOSPITAL>Hôpital privé d'Antony</HOSPITAL> (HPA)": "HPA",
    "<HOSPITAL>Grand Hôpital du Revermont</HOSPITAL> (« le GHR »), site Préval": "GHR",
    "<HOSPITAL>Centre Hospitalier de Périgueux</HOSPITAL>  -  CHP  -  SAU": "CHP",
    "CHIVA\n<HOSPITAL>CH intercommunal des Vallées de l'Ariège</HOSPITAL>": "CHIVA",
    "<ORGANIZATION>Mutuelle des Agents Ruraux</ORGANIZATION> [MAR]": "MAR",
}
NO_BODIES = (
    "FIV (<HOSPITAL>Clinique Croix du Sud</HOSPITAL>)",
    "<HOSPITAL>Hôpital privé d'Antony</HOSPITAL> (IRM)",
    "<HOSPITAL>Hôpital privé d'Antony</HOSPITAL> HPA",
    "<HOSPITAL>Hôpital privé d'Antony</HOSPITAL> (<HOSPITAL>HPA</HOSPITAL>)",
    "<CITY>Le Havre Plage</CITY> (LHP)",
    "XHPA (<HOSPITAL>Hôpital privé d'Antony</HOSPITAL>)",
)


@pytest.mark.parametrize("marked", BODIES)
def test_initials_beside_a_body_are_the_body(marked: str) -> None:
    text, spans = parse_markup(marked)
    (found,) = of_initials(TextView.of(text), spans)
    assert (text[found.start : found.end], found.label) == (BODIES[marked], spans[0].label)


@pytest.mark.parametrize("marked", NO_BODIES)
def test_other_capitals_are_not(marked: str) -> None:
    text, spans = parse_markup(marked)
    assert list(of_initials(TextView.of(text), spans)) == []
