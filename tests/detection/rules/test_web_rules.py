from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.web import RULES

SENTENCES = {
    "web.email": [
        "mail <EMAIL>p.durand@orange.fr</EMAIL>.",
        "<mailto:<EMAIL>sec.cardio-b@chu-exemple.fr</EMAIL>>",
        "De : Paul Durand <<EMAIL>Paul_Durand75@mail.example.com</EMAIL>>",
    ],
    "web.email_spaced": [
        "mail <EMAIL>p . durand @ orange . fr</EMAIL>",
        "écrire à <EMAIL>p.durand(at)orange.fr</EMAIL> svp",
        "<EMAIL>p.durand at orange.fr</EMAIL>, le soir",
        "<EMAIL>p.durand [at] orange.fr</EMAIL>",
        "<EMAIL>blaise75 @ posta.example</EMAIL>. RDV suivant",
        "mail <EMAIL>p.durand@orange . fr</EMAIL>",
    ],
    "web.email_said": [
        "mail <EMAIL>p point durand arobase orange point fr</EMAIL>",
        "<EMAIL>p.durand arobase orange.fr</EMAIL>, merci",
    ],
    "web.url": [
        "voir <URL>www.chu-exemple.fr</URL>.",
        "sur <URL>https://resultats.exemple.fr/d/006613</URL> (code)",
        "<URL>http://exemple.fr/a?b=1</URL>, merci",
    ],
    "web.bare_url": [
        "images : <URL>respiouest.example.com</URL>",
        "(<URL>pacs-exemple.fr/p/12</URL>)",
        "voir <URL>clinique-exemple.be</URL> ou <URL>images.exemple.qc.ca</URL>",
        "sur <URL>CENTRE-EXEMPLE.CH</URL> (code)",
        "Images sur <URL>respiouest.example.com</URL>. Merci, ou <URL>pacs-exemple.fr</URL>.",
    ],
}

TRAPS = {
    "web.email": ["1 cp @ 8 h", "a@b", "@durand"],
    "web.email_spaced": ["p.durand@orange.fr", "contact @ demain . Merci", "3 cp @ 12 h"],
    "web.email_said": ["le signe arobase manque"],
    "web.url": ["www", "http seulement"],
    "web.bare_url": [
        "p.durand@orange.fr, p.durand @ orange.fr. Merci",
        "fin.Français de naissance .fr",
        "Nancy.Paris ensuite",
        "va bien.Ça tire",
        "va bien.ca tire",
        "Bonne.Santé fragile",
    ],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_addresses_of_the_web_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_signs_are_no_addresses_of_the_web(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_the_web_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
