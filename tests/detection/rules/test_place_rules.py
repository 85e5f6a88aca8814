from __future__ import annotations

import pytest
from rule_sentences import cases, check_every_rule_is_shown
from word_rule_sentences import check_alone

from palimpseste.detection.rules.places import place_rules

SENTENCES = {
    "place.several": [
        "Transfert depuis <CITY>Aix-les-Bains</CITY> ce matin.",
        "vit à <CITY>La Roche-sur-Yon</CITY> avec son fils",
        "retour de <LOCATION>Côte d'Ivoire</LOCATION> il y a trois semaines",
        "né au <LOCATION>Burkina Faso</LOCATION>",
    ],
    "place.compound": [
        "habite <CITY>Saint-Aubin-sur-Quelquechose</CITY>",
        "Cabinet médical de <CITY>Villeneuve-lès-Marais</CITY>",
    ],
    "place.head": [
        "chute au pied de l'<LOCATION>Hôtel Terminus</LOCATION>",
        "randonnée dans la <LOCATION>vallée de la Clarée</LOCATION>",
        "accident près du <LOCATION>camping des Mimosas</LOCATION>",
        "noyade au <LOCATION>lac de Guerlédan</LOCATION>",
    ],
    "place.town": [
        "<CITY>Quimper</CITY>, le 3 mars 2021",
        "Le SAMU de <CITY>Perpignan</CITY> est informé.",
        "sur <CITY>Paris 13e</CITY> depuis deux ans",
        "Adresse postale : <CITY>Quimper Cedex</CITY>",
    ],
    "place.town.upper": [
        "29000 <CITY>QUIMPER</CITY>",
        "CS 12345\n<CITY>PERPIGNAN CEDEX</CITY>",
        "rue basse, <CITY>GRENOBLE</CITY>",
    ],
    "place.town.after": [
        "habite à <CITY>quimper</CITY> depuis 2014",
        "muté à <CITY>PERPIGNAN</CITY>",
        "demeurant à <CITY>Lens</CITY>",
    ],
    "place.bracketed": [
        "suivi au centre de santé (<CITY>Sens</CITY>)",
        "consultation externe (<CITY>Tours</CITY>, 37)",
    ],
    "place.inside": [
        "rentre de voyage, <CITY>Sens</CITY> puis la côte",
        "entorse ce matin, <CITY>Tours</CITY> puis transfert",
    ],
    "place.dateline": [
        "<CITY>Lens</CITY>, le 12 mars 2021\nCher confrère",
        "<CITY>Quimper</CITY>, 12/03/2021",
    ],
    "place.at": [
        "suivie à <CITY>Kerlouarn</CITY> par la sage-femme",
        "transfert vers <CITY>Brazbourg</CITY> refusé",
    ],
    "place.location": [
        "retour du <LOCATION>Mali</LOCATION> avec fièvre",
        "vacances en <LOCATION>Bretagne</LOCATION>",
        "ARS <LOCATION>Occitanie</LOCATION>",
    ],
    "place.location.after": [
        "voyage en <LOCATION>bretagne</LOCATION> cet été",
        "arrive du Mali via l'Europe, parti vers <LOCATION>mayotte</LOCATION>",
    ],
    "place.lives": [
        "originaire de <CITY>Kerlouarn</CITY>, vit seul",
        "domicilié à <CITY>Brazbourg</CITY>",
        "pompiers de <CITY>Villefranque</CITY> sur place",
    ],
}

TRAPS = {
    "place.several": ["drain de la plaie propre", "La Roche avise le patient", "la belle-mère est là"],
    "place.compound": ["Compte-rendu opératoire", "rendez-vous pris", "Post-opératoire simple"],
    "place.head": ["le lac sanguin", "pied plat, pointe douloureuse", "jardin japonais en dessin"],
    "place.town": ["urines claires, sens conservés", "syndrome de Toulouse", "Lyme négatif", "Le Xarelto est repris"],
    "place.town.upper": ["CONCLUSION", "IRM NORMALE", "LASILIX 40 mg"],
    "place.town.after": ["à jeun depuis hier", "reprise à domicile", "passage à 20 mg", "vers minuit"],
    "place.bracketed": ["(normal)", "(Doliprane)", "(sens inverse)"],
    "place.inside": ["dans le sens horaire", "la Patiente va bien", "score de Glasgow, Normal"],
    "place.dateline": ["Examen, le 12 mars 2021", "Vu, 12/03/2021"],
    "place.at": ["à Noël prochain", "réponse à Lovenox", "au Bloc opératoire"],
    "place.location": ["d'origine malienne", "cuisine bretonne", "grippe espagnole"],
    "place.location.after": ["à la maison", "en réanimation", "au bloc"],
    "place.lives": ["vit avec son mari", "vit en couple", "né à terme", "habite au domicile"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_places_are_found(name: str, sentence: str) -> None:
    check_alone(place_rules(), name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_words_are_no_places(name: str, sentence: str) -> None:
    check_alone(place_rules(), name, sentence)


def test_every_rule_for_places_has_its_sentences() -> None:
    check_every_rule_is_shown(place_rules(), SENTENCES, TRAPS)
