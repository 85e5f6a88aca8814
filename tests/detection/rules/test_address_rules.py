from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.addresses import RULES

SENTENCES = {
    "address.numbered": [
        "habite <ADDRESS>12 bis rue des Lilas, bât. C</ADDRESS>, 21000 Dijon",
        "<ADDRESS>3, rue de l'Église</ADDRESS> à Vannes",
        "<ADDRESS>8 hent ar Mor</ADDRESS>, Plouha",
        "au <ADDRESS>14 bis chemin des tamarins</ADDRESS>.",
        "<ADDRESS>2 place du Marché</ADDRESS>  93190 LIVRY",
        "<ADDRESS>9 RUE DE LA REPUBLIQUE</ADDRESS>\n75011 PARIS",
        "<ADDRESS>14 Rue du Four à Chaux</ADDRESS>, 35000 Rennes",
        "<ADDRESS>12 rue Pasteur</ADDRESS> à Rennes",
        "<ADDRESS>112 Levée des Tuileries</ADDRESS>, Tours",
        "au <ADDRESS>8 Lieu-dit Kervalan</ADDRESS>",
        "<ADDRESS>27 rue Sadi-Carnot, esc. B</ADDRESS>, Bagnolet",
    ],
    "address.headed": [
        "<ADDRESS>Chemin des Bourrely</ADDRESS> – 13915 MARSEILLE",
        "demeurant <ADDRESS>lieu-dit Kerven Izella</ADDRESS>, 29410 Pleyber",
        "<ADDRESS>Résidence Ker Océan, 6 allée des Genêts</ADDRESS>\n44210 PORNIC",
        "il habite <ADDRESS>rue de la convention</ADDRESS> à Lyon",
    ],
    "address.box": [
        "Hôpital Nord, <ADDRESS>BP 14</ADDRESS>, 84121 PERTUIS",
        "<ADDRESS>CS 90632</ADDRESS>   97261 FORT-DE-FRANCE",
        "<ADDRESS>TSA 40118</ADDRESS>\n69000 LYON",
    ],
    "address.cued": [
        "adresse : <ADDRESS>Le Vieux Pressoir</ADDRESS>, 61130 Bellême",
        "domicile <ADDRESS>Kergoat Vian</ADDRESS>, 29450 Sizun",
    ],
    "address.hamlet": [
        "Mme Marchais, <ADDRESS>Les Basses Roches</ADDRESS>, 49250 Saint-Mathurin",
        "Mme Prieur, <ADDRESS>Le Moulin Neuf</ADDRESS>, 89140 Villemanoche",
    ],
    "address.postal_code": [
        "<ZIP>21000</ZIP> <CITY>Dijon</CITY>",
        "BP 12 – <ZIP>59037</ZIP> <CITY>LILLE CEDEX 2</CITY>",
        "rue des Lilas, <ZIP>35400</ZIP> <CITY>Saint-Malo</CITY>.",
        "<ZIP>22480</ZIP> <CITY>Saint-Nicolas du Pélem</CITY>",
        "12 rue des Lilas\n<ZIP>97410</ZIP>",
    ],
}

TRAPS = {
    "address.numbered": [
        "3 cours de kiné",
        "2 places debout",
        "à 12 h, rue barrée",
        "5 allées et venues",
        "2 terrasses, 3 digues",
    ],
    "address.headed": [
        "mise en place du traitement",
        "cours de kiné",
        "sur la route de Dijon",
        "Place du stent à revoir",
    ],
    "address.box": ["BP 35 mm, CS normal", "SP 98 %"],
    "address.cued": ["adresse : inconnue", "il habite Dijon depuis 2014"],
    "address.hamlet": ["puis, Le patient va bien, 21 jours", "Mas, 3"],
    "address.postal_code": ["12000 leucocytes", "98000 UI par jour", "PNN 12500", "00123 Paris", "plaquettes 21000"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_addresses_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_places_and_figures_are_no_addresses(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_addresses_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
