from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.dates.ages import RULES

SENTENCES = {
    "age.figures": [
        "patient de <AGE>82 ans</AGE>",
        "Mme D., <AGE>45ans</AGE>, coiffeuse",
        "K sein à <AGE>38 ans</AGE>",
        "PARIS Nancy <AGE>71a</AGE> amenée par VSAV",
        "père (<AGE>63 a</AGE>) sain",
        "garçon de <AGE>3 ans et demi</AGE>",
        "nourrisson de <AGE>14 mois</AGE>",
        "âgée de <AGE>3 mois et demi</AGE>",
        "Kerem (<AGE>7 mois</AGE>) va bien",
        "Timéo et Léonie, <AGE>8</AGE> et <AGE>5 ans</AGE>",
        "décédé à <AGE>54 ans</AGE> d'un IDM",
        "Âge au bilan : <AGE>9 ans 7 mois</AGE>",
        "bébé de <AGE>3 semaines</AGE>",
        "Enfant de <AGE>3a1/2</AGE>",
        "un homme de <AGE>54 ans</AGE> sans antécédent",
        "s'est éteinte dans sa <AGE>91e année</AGE>, entourée",
        "entré dans sa <AGE>75ème année</AGE> de vie",
    ],
    "age.announced": [
        "Age : <AGE>67</AGE>  IMC 24",
        "Âge:<AGE>37</AGE>",
        "AGE   <AGE>54</AGE>",
        "âge du patient : <AGE>8</AGE> (vu)",
    ],
    "age.said": [
        "patiente de <AGE>quatre-vingt-deux ans</AGE> point",
        "monsieur durand a <AGE>soixante et onze ans</AGE> ancien mineur",
        "<AGE>trente-quatre ans</AGE>, livreur",
        "mohamed <AGE>trois ans</AGE> fièvre",
        "veuve de <AGE>quatre-vingts ans</AGE> autonome",
    ],
}

TRAPS = {
    "age.figures": [
        "depuis 10 ans, pendant 3 mois, il y a 5 ans, dans 6 mois",
        "arrêt de 5 ans sans rechute",
        "tabac 45 ans, traitement 5 ans, recul 3 ans",
        "38 SA, 38 SA + 4, J+2",
        "dépistage avant 50 ans conseillé aux femmes de plus de 40 ans",
        "tous les 2 ans, toutes les 3 semaines",
        "contrôle à 3 mois, revoir à 6 mois",
        "antibiotiques 7 jours",
        "de 34 à 41 patients",
        "ch 12a, 3 bis rue",
        "interne dans sa 3e année, dans sa 25e année de mariage, la 91e année",
        "500 mg x 3 jours",
    ],
    "age.announced": ["3e étage : 12", "paysage 20 min", "visage : 3 plaies"],
    "age.said": [
        "a travaillé trente et un ans à la mine",
        "six années scolaires",
        "depuis vingt ans",
        "pendant dix ans de traitement",
    ],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_ages_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_durations_terms_and_thresholds_are_no_ages(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_ages_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)
