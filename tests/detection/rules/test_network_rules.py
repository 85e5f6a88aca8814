from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.network import RULES

SENTENCES = {
    "identifier.shaped": [
        "connexion depuis <OTHER_ID>192.168.14.27</OTHER_ID> hier",
        "serveur <OTHER_ID>10.0.0.4:8080</OTHER_ID>, poste",
        "IP : <OTHER_ID>8.8.4.4</OTHER_ID>.",
        "<OTHER_ID>2001:0db8:85a3::8a2e:370:7334</OTHER_ID>",
        "<OTHER_ID>fe80:0:0:0:204:61ff:fe9d:f156</OTHER_ID>",
        "adresse MAC <OTHER_ID>00:1B:44:11:3A:B7</OTHER_ID> du moniteur",
        "<OTHER_ID>00-1b-44-11-3a-b7</OTHER_ID>",
        "<OTHER_ID>001b.4411.3ab7</OTHER_ID>",
        "pompe jointe en <OTHER_ID>::ffff:172.20.4.91</OTHER_ID> depuis",
        "<OTHER_ID>2a01:e0a:31c::10.0.4.7</OTHER_ID>, tunnel",
        "interface <OTHER_ID>fe80::7%eth1</OTHER_ID> du moniteur",
        "réseau <OTHER_ID>2a01:cb08:8d::/48</OTHER_ID>",
        "MAC : <OTHER_ID>00:11:54:38:90:26</OTHER_ID>",
    ],
    "identifier.announced": [
        "compte Instagram <OTHER_ID>@lea_mrtn85</OTHER_ID>, vu",
        "Snapchat : <OTHER_ID>leam.85</OTHER_ID>",
        "contact <OTHER_ID>@camille.b2</OTHER_ID>",
        "TikTok (perso) <OTHER_ID>@nono</OTHER_ID>",
        "Discord : <OTHER_ID>vieuxLoup#2071</OTHER_ID> le soir",
    ],
}
TRAPS = {
    "identifier.shaped": [
        "version 2.10.3.44",
        "chapitre 1.2.3.4",
        "le 12:30:45 et 13:30:45",
        "tél 06.12.34.56.78",
        "12.8 15.7 13.2.4",
        "12-03-19-45-33-21",
        "logiciel 10.120.3.4",
        "ping ::1 et ::",
        "rapport 1::2, dose::3",
        "mesures 14.300.12.7",
    ],
    "identifier.announced": [
        "addiction à Instagram depuis un an",
        "2 mg @ 10 h, @10h",
        "groupe WhatsApp www.exemple.fr/a",
        "p.durand@orange.fr",
        "Facebook rendez-vous",
    ],
}


@pytest.mark.parametrize(("rule", "sentence"), cases(SENTENCES))
def test_rule_finds(rule, sentence):
    check(RULES, rule, sentence)


@pytest.mark.parametrize(("rule", "sentence"), cases(TRAPS))
def test_rule_leaves(rule, sentence):
    check(RULES, rule, sentence)


def test_every_rule_is_shown():
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
