from __future__ import annotations

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown, found_by

from palimpseste.detection.rules.identifiers import RULES, pattern_of_words, site_rules
from palimpseste.errors import UsageError

# The trap of reference.initials stands in its text after enough of it.
_LETTER = "Cher confrère,\n" + "Je vous remercie de votre confiance.\n" * 3

SENTENCES = {
    "ssn.number": [
        "NIR <SSN>1 54 03 21 231 045 67</SSN>",
        "sécu : <SSN>254032A23104512</SSN>",
        "SS <SSN>1621297105033</SSN>.",
        "N°SS:<SSN>2.41.09.87.085.227.87</SSN>",
        "n° immat. <SSN>2 64 08 99 252 110  clé 32</SSN>",
        "étiquette <SSN>255083712345645</SSN>",
    ],
    "identifier.announced": [
        "IPP <PATIENT_ID>8004312557</PATIENT_ID>",
        "NDA : <VISIT_ID>220145789</VISIT_ID>",
        "N° de séjour <VISIT_ID>24-0098127</VISIT_ID>",
        "RPPS <OTHER_ID>10003456789</OTHER_ID>",
        "FINESS : <OTHER_ID>350005179</OTHER_ID>",
        "lots <OTHER_ID>AMVA117B</OTHER_ID> et <OTHER_ID>AMVA204C</OTHER_ID>",
        "prélèvement n° <OTHER_ID>22H04512</OTHER_ID>",
        "police d'assurance n° <OTHER_ID>7 741 220 M</OTHER_ID>",
        "ADELI <OTHER_ID>39 95 0116 2</OTHER_ID>",
        "IPP:<PATIENT_ID>M0087443</PATIENT_ID> ",
    ],
    "identifier.numbered": [
        "stimulateur (n° <OTHER_ID>84 119 306</OTHER_ID>)",
        "prothèse n°<OTHER_ID>VFTR61209</OTHER_ID>",
    ],
    "identifier.said": [
        "i p p <PATIENT_ID>zéro zéro neuf sept un cinq</PATIENT_ID>",
        "ipp <PATIENT_ID>deux sept neuf cinq quatre</PATIENT_ID>",
        "numéro <OTHER_ID>quatre quatre un deux sept</OTHER_ID>",
        "r p p s <OTHER_ID>un zéro zéro quatre huit sept</OTHER_ID>",
    ],
    "identifier.long": [
        "Dr DURAND  <OTHER_ID>10100338827</OTHER_ID>",
        "DURAND Paul 12/03/1954 - <PATIENT_ID>80211994</PATIENT_ID>",
        "*<OTHER_ID>3001882746</OTHER_ID>*",
        "carte <OTHER_ID>4973160455800000</OTHER_ID>, bagages",
    ],
    "identifier.coded": [
        "biopsies <OTHER_ID>23B00964</OTHER_ID>.",
        "typage <OTHER_ID>G23-04471</OTHER_ID>, sonde <OTHER_ID>PJN8830146</OTHER_ID>",
    ],
    "identifier.shaped": [
        "fourgon <OTHER_ID>AB-123-CD</OTHER_ID>",
        "voiture <OTHER_ID>GA 771 CE</OTHER_ID>",
        "IBAN : <OTHER_ID>FR76 3000 1000 64E9 7410 0000 041</OTHER_ID>",
        "ambulance <OTHER_ID>FT-390-XK</OTHER_ID> à l'entrée",
    ],
    "identifier.machine_read": [
        "<OTHER_ID>P<FRAKERVOAZ<<ENORA<MARIE<<<<<<<<<<<<<<<<<<<</OTHER_ID>\n"
        "<OTHER_ID>12AB345671FRA5109042F2601017<<<<<<<<<<<<<<04</OTHER_ID>",
        "CNI : <OTHER_ID>IDFRAKERVOAZ<<<<<<<<<<<<<<<<<<212345</OTHER_ID>",
    ],
    "reference.announced": [
        "Réf. : <REFERENCE>PM/CL/2023-114</REFERENCE>",
        "N/Réf <REFERENCE>LSJ/ag 20-0148</REFERENCE>",
        "Nos réf. : <REFERENCE>SS/MLD/0422-19</REFERENCE>",
        "V/Réf : <REFERENCE>154/CARD/EHU/22</REFERENCE>",
    ],
    "reference.initials": [
        _LETTER + "Dr P. Durand\n<REFERENCE>JF/VA</REFERENCE>\n",
        _LETTER + "dictée 04.05.19, frappée 08.05.19 <REFERENCE>MLG/st</REFERENCE>\n",
        _LETTER + "Bien confraternellement\n   <REFERENCE>PD/mc</REFERENCE>",
    ],
}

TRAPS = {
    "ssn.number": ["tel 06 12 34 56 78 12 34", "1 2 3 4 5 6 7 8", "2 500 000 plaquettes"],
    "identifier.announced": [
        "dossier du 12/03/2021",
        "examen clinique normal",
        "patient de 82 ans, séjour 2021",
        "lot de 3, carte 12",
        "séjour 14.5 jours, cas 3",
        "contrat 1200 euros",
    ],
    "identifier.numbered": ["chambre n° 2145", "prothèse n°29", "cerfa n° 11574"],
    "identifier.said": ["i p p zéro", "lot zéro"],
    "identifier.long": ["06 12 34 56 78", "0612345678", "12032021", "4973120455900000", "10000000 UFC", "1234567"],
    "identifier.coded": ["T2N0M0, C3D1, G4P3", "CF-HQ190L", "10000UI, 50000MG", "12MARS2021", "5-FU, HBA1C"],
    "identifier.shaped": ["FC 123 PA", "DDD-100-X"],
    "identifier.machine_read": ["ACGTACGTACGTACGTACGTACGTACGTACGT << A<<B", "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<"],
    "reference.announced": ["réf. du 12/03/2021", "reflux 3/4"],
    "reference.initials": ["TA/FC\n" + _LETTER, _LETTER + "TA/FC\n"],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_identifiers_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_other_figures_are_no_identifiers(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_identifiers_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)


def test_a_site_names_its_own_identifiers() -> None:
    (rule,) = site_rules({"VISIT_ID": ["[A-Z]{3}[0-9]{6}"]})
    assert found_by(rule, "Venue : ÉTÉ123456, à revoir") == {(8, 17, "VISIT_ID")}


@pytest.mark.parametrize(
    "pattern",
    ["(", "a{2,1}", "(?P<x>a)", "a*", "(a+)+", "([0-9]*,)*x", "(?:a|b+)*c", "(?:[0-9]{1,9}-?)+"],
)
def test_a_pattern_of_a_site_that_is_broken_or_unsafe_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="OTHER_ID"):
        site_rules({"OTHER_ID": [pattern]})


def test_an_unknown_label_of_a_site_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown label"):
        site_rules({"BADGE": ["[0-9]{4}"]})  # type: ignore[dict-item]  # the point


def test_words_of_a_site_are_found_whole_whatever_their_case_and_accents() -> None:
    (rule,) = site_rules({"ORGANIZATION": [pattern_of_words(["CNR arbovirus", "réseau Éole", "réseau"], "site.toml")]})
    text = "Vu au cnr  Arbovirus, RESEAU EOLE, réseaux, le Réseau."
    assert [text[start:end] for start, end, _ in sorted(found_by(rule, text))] == [
        "cnr  Arbovirus",
        "RESEAU EOLE",
        "Réseau",
    ]


def test_thousands_of_words_of_a_site_are_one_safe_expression() -> None:
    words = [f"unité {number}{suffix}" for number in range(3_000) for suffix in ("", " bis")]
    (rule,) = site_rules({"ORGANIZATION": [pattern_of_words(words, "site.toml")]})
    assert found_by(rule, "Unité 2999 bis") == {(0, 14, "ORGANIZATION")}


@pytest.mark.parametrize("words", [[], [""], ["a"], ["ok", " blanc"], ["x" * 101], ["un\ndeux"], ["(mot)"]])
def test_words_of_a_site_that_would_mask_anything_or_nothing_are_refused(words: list[str]) -> None:
    with pytest.raises(UsageError, match=r"site.toml: expected words"):
        pattern_of_words(words, "site.toml")
