"""Names told by how they are formed: bodies of two words, of a place and a trade, waters, what is taken back."""

from __future__ import annotations

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.detection.called import of_forms
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def formed(marked: str) -> list[tuple[str, str]]:
    text, entities = parse_markup(marked)
    spans = [Span(entity.start, entity.end, entity.label, "model") for entity in entities]
    return [(text[span.start : span.end], span.label) for span in of_forms(TextView.of(text), spans)]


@pytest.mark.parametrize(
    ("marked", "name", "label"),
    [
        ("Prothèse prise chez Elle & Tifs. Fatigue", "Elle & Tifs", "ORGANIZATION"),
        ("serveur au restaurant Braise & Co", "Braise & Co", "ORGANIZATION"),
        ("(<LOCATION>Vosges</LOCATION> Accessibilité, artisan)", "Vosges Accessibilité", "ORGANIZATION"),
        ("Lit livré par Savoie Médical", "Savoie Médical", "ORGANIZATION"),
        ("prestataire Corrèze Assistance Respiratoire", "Corrèze Assistance Respiratoire", "ORGANIZATION"),
        ("Bain à la rivière aux Écrevisses dimanche", "rivière aux Écrevisses", "LOCATION"),
        ("chute à la Ravine à Malheur", "Ravine à Malheur", "LOCATION"),
        ("pêche au lac aux Canards", "lac aux Canards", "LOCATION"),
        ("depuis Bras de <CITY>Pontho</CITY>.", "Bras de Pontho", "LOCATION"),
        ("madame chant pays pardon <LASTNAME>CHAMPEIX</LASTNAME> josette", "chant pays", "LASTNAME"),
        ("docteur bel air non <LASTNAME>BELLAIRE</LASTNAME> virgule", "bel air", "LASTNAME"),
        ("docteur mal herbe en un mot <LASTNAME>malherbe</LASTNAME> jeanne", "mal herbe", "LASTNAME"),
        ("madame du bois en deux mots <LASTNAME>dubois</LASTNAME>", "du bois", "LASTNAME"),
        ("monsieur cori y je rappelle <LASTNAME>K O R Y</LASTNAME> prénom", "cori y", "LASTNAME"),
        ("docteur bel air pardon <LASTNAME>bellaire</LASTNAME>", "bel air", "LASTNAME"),
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
        ("docteur lebel j'épelle <LASTNAME>LEBELLE</LASTNAME>", "lebel", "LASTNAME"),
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
        "monsieur va bien non REVU depuis",
        "monsieur a dormi je rappelle <LASTNAME>Roy</LASTNAME> demain",
        "madame va bien en un mot sortie",
        "je revois madame chant pays pardon CHAMPEIX",
    ],
)
def test_the_like_is_none(marked: str) -> None:
    assert formed(marked) == []
