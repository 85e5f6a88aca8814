from __future__ import annotations

import pytest
from rule_sentences import cases, check_every_rule_is_shown
from word_rule_sentences import check_alone

from palimpseste.detection.rules.bodies import body_rules

SENTENCES = {
    "body.care": [
        "Transféré au <HOSPITAL>CHU de Nantes</HOSPITAL> ce matin.",
        "<HOSPITAL>Hôpital Saint-Joseph</HOSPITAL>, Marseille",
        "sortie vers <HOSPITAL>EHPAD Les Glycines</HOSPITAL>",
        "<HOSPITAL>CLINIQUE DU PARC</HOSPITAL>\nService de chirurgie",
        "suivie au <HOSPITAL>CMP Jean Oury</HOSPITAL>",
        "à l'<HOSPITAL>hôpital Dupuytren</HOSPITAL>.",
        "<HOSPITAL>Clinique du Lac et d'Argonay</HOSPITAL>",
        "infirmière à la <HOSPITAL>Polyclinique\nde Riaumont</HOSPITAL>",
    ],
    "body.care.weak": [
        "adressé par le <HOSPITAL>centre hospitalier de Cornouaille</HOSPITAL>",
        "<HOSPITAL>Cabinet médical Kervella</HOSPITAL>",
        "la <HOSPITAL>maison de santé des Embruns</HOSPITAL>",
        "<HOSPITAL>Groupe Hospitalier Nord-Essonne</HOSPITAL>",
    ],
    "body.care.named": [
        "IRM à l'<HOSPITAL>institut Bergonié</HOSPITAL>",
        "<HOSPITAL>Centre Kervella</HOSPITAL>",
    ],
    "body.care.article": [
        "orienté vers l'<HOSPITAL>unité La Passerelle</HOSPITAL>",
        "<HOSPITAL>cabinet Les Petites Mains</HOSPITAL>, Meyzieu",
    ],
    "body.care.weak.small": [
        "au <HOSPITAL>centre hospitalier de landerneau</HOSPITAL> point",
        "adressé par le <HOSPITAL>groupe hospitalier de quimper</HOSPITAL>",
    ],
    "body.care.home": [
        "résidente de l'<HOSPITAL>EHPAD les lilas</HOSPITAL>",
        "vit au <HOSPITAL>foyer le tremplin</HOSPITAL>",
        "<HOSPITAL>clinique les oliviers</HOSPITAL>",
    ],
    "body.care.abroad": [
        "opéré au <HOSPITAL>Groote Schuur Hospital</HOSPITAL>",
        "rapatrié du <HOSPITAL>Acıbadem Hastanesi</HOSPITAL>",
    ],
    "body.care.small": [
        "vient du <HOSPITAL>chu de nantes</HOSPITAL>",
        "transfert <HOSPITAL>ch quimper</HOSPITAL>",
        "sort de <HOSPITAL>cl du louvre</HOSPITAL>",
    ],
    "body.care.known": [
        "avis neurochirurgical à la <HOSPITAL>Pitié-Salpêtrière</HOSPITAL>",
        "greffé à <HOSPITAL>Necker</HOSPITAL> en 2014",
        "suivi à <HOSPITAL>Lariboisière</HOSPITAL>",
    ],
    "body.other": [
        "<ORGANIZATION>Collège Jean Moulin</ORGANIZATION>, classe de 5e",
        "affiliée à la <ORGANIZATION>CPAM du Rhône</ORGANIZATION>",
        "prélèvement remis au <ORGANIZATION>laboratoire Biolittoral</ORGANIZATION>",
        "bénévole dans l'<ORGANIZATION>association Kervella</ORGANIZATION>",
    ],
    "body.other.article": [
        "bénévole de l'<ORGANIZATION>association Les Cigales</ORGANIZATION>",
        "gardé à la <ORGANIZATION>crèche Les Lutins</ORGANIZATION> le matin",
    ],
    "body.chez": [
        "salarié chez <ORGANIZATION>Michelin</ORGANIZATION>",
        "employeur : <ORGANIZATION>Thales</ORGANIZATION>",
        "travaille chez <ORGANIZATION>Airbus</ORGANIZATION> en équipes",
    ],
}

TRAPS = {
    "body.care": ["l'hôpital est plein", "sortie du service de cardiologie", "EHPAD recherché", "CHU"],
    "body.care.weak": ["centre de la plaie", "groupe sanguin A", "maison de plain-pied", "cabinet de toilette"],
    "body.care.named": ["au centre de la pièce", "Centre ville", "unité de soins continus"],
    "body.care.article": ["l'unité la plus proche", "Examen du centre : Le patient va bien"],
    "body.care.weak.small": ["adressé à un centre hospitalier de proximité", "groupe hospitalier"],
    "body.care.home": ["vit en EHPAD depuis un an", "foyer de pneumopathie", "clinique rassurante"],
    "body.care.abroad": ["Hospital acquired", "le patient arrive", "hospital"],
    "body.care.small": ["chu sans séquelle", "clinique stable", "hôpital de jour"],
    "body.care.known": ["cochin sale", "syndrome de Necker", "un beau jon"],
    "body.other": [
        "école maternelle",
        "travaille en usine",
        "la CPAM refuse",
        "la MDPH est saisie",
        "association de deux antibiotiques",
    ],
    "body.other.article": ["association de deux antibiotiques", "la crèche est fermée", "école le matin"],
    "body.chez": ["chez Mme Kervella", "chez lui", "chez Maman", "indiqué chez Le sujet âgé"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_bodies_are_found(name: str, sentence: str) -> None:
    check_alone(body_rules(), name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_unnamed_bodies_are_left(name: str, sentence: str) -> None:
    check_alone(body_rules(), name, sentence)


def test_every_rule_for_bodies_has_its_sentences() -> None:
    check_every_rule_is_shown(body_rules(), SENTENCES, TRAPS)
