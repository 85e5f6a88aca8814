from __future__ import annotations

import re

import pytest
from rule_sentences import cases, check, check_every_rule_is_shown

from palimpseste.detection.rules.dates.figures import RULES
from palimpseste.detection.rules.dates.parts import is_calendar_date
from palimpseste.detection.rules.dates.repeats import repeated_dates
from palimpseste.detection.view import TextView
from palimpseste.document import Span

SENTENCES = {
    "birthdate.cued": [
        "M. Durand, né le <BIRTHDATE>12/03/1954</BIRTHDATE> à Dijon",
        "DDN : <BIRTHDATE>12.03.54</BIRTHDATE>",
        "Date de naissance    <BIRTHDATE>1954-03-12</BIRTHDATE>",
        "patiente née en <BIRTHDATE>1954</BIRTHDATE>",
        "Née(e) le<BIRTHDATE>02.11.1949</BIRTHDATE>(73 ans)",
        "né le <BIRTHDATE>deux janvier mille neuf cent soixante-dix-huit</BIRTHDATE>",
        "ddn <BIRTHDATE>31 12 1985</BIRTHDATE>",
        "Naissance : <BIRTHDATE>3 mars 1961</BIRTHDATE>",
        "DDN : |<BIRTHDATE>1|4|0|6|1|9|7|9</BIRTHDATE>|",
        "né le <BIRTHDATE>12032021</BIRTHDATE>",
    ],
    "birthdate.named": [
        "Mme PETIT, née DURAND le <BIRTHDATE>12/03/1954</BIRTHDATE>",
        "Anne Petit née Le Goff le <BIRTHDATE>3 mars 1961</BIRTHDATE> à Brest",
        "M. PETIT, né DURAND le <BIRTHDATE>12/03/1954</BIRTHDATE>",
        "né(e) LE GOFF le <BIRTHDATE>3 mars 1961</BIRTHDATE>",
        "Gülsüm, née Aydin à Mulhouse en <BIRTHDATE>mars 1978</BIRTHDATE>",
    ],
    "date.figures": [
        "vu le <DATE>12/03/2021</DATE>.",
        "vu le <DATE>12.3.21</DATE> au soir",
        "le <DATE>12-03-21</DATE>, le <DATE>12 03 2021</DATE>",
        "entré le<DATE>12nov2021</DATE>",
        "Toux depuis le <DATE>12nov</DATE> au soir",
        "Lens, le <DATE>15/V/2023</DATE>",
        "Dijon, lundi <DATE>3 mars 2021</DATE>",
        "le <DATE>1er avril 2022</DATE>",
        "brûlure du <DATE>2 mars</DATE>, 19 % de la surface",
        "poussées en mai 04, nov. 06 et en <DATE>2009</DATE>",
        "revue les <DATE>29 janvier</DATE>, <DATE>19 février</DATE> et <DATE>12 mars, 2024</DATE>",
        "on <DATE>3rd March 2021</DATE> in Leeds",
        "du <DATE>12</DATE> au <DATE>15/03/2023</DATE>",
        "séjour <DATE>12</DATE>-<DATE>15 mars 2023</DATE>",
        "les <DATE>3</DATE>, <DATE>6</DATE> et <DATE>10 juillet</DATE>",
        "de <DATE>2014</DATE>-<DATE>2016</DATE> il fume",
        "reçu <DATE>2021-03-12</DATE>T10:22:00",
        "IRM le <DATE>2019/02/27</DATE>",
        "date de l'accident : <DATE>28022023</DATE>",
        "le <DATE>1 2 / 0 3 / 2 0 2 1</DATE>",
        "prélevé le |<DATE>2|3|0|2|2|3</DATE>|",
        "scanner le <DATE>12/03</DATE> à 14 h",
        "contrôle <DATE>04/09</DATE> : RAS",
        "suivi depuis <DATE>03/2021</DATE>",
        "vaccin covid <DATE>11/23</DATE>, grippe non fait",
        "perdu de vue depuis le <DATE>17</DATE>, revu ce jour",
        "sortie vendredi <DATE>22</DATE>.",
        "IDM <DATE>2011</DATE>, PTH g <DATE>2016</DATE>",
        "suivie depuis <DATE>2014</DATE> (thyroïdite)",
        "cholécystectomie (<DATE>2016</DATE>)",
        "VAT <DATE>2021</DATE>",
        "DURAND Paul <BIRTHDATE>12/03/1954</BIRTHDATE>   IPP",
        "Mme Anne DURAND (<BIRTHDATE>12/03/1954</BIRTHDATE>)",
        "Patient DURAND Paul, 68 ans (<BIRTHDATE>05/12/1962</BIRTHDATE>, droitier)",
    ],
    "date.month": [
        "revu en <DATE>mars 2021</DATE>",
        "opéré en <DATE>septembre</DATE>",
        "fin <DATE>janv. 2020</DATE>",
        "à la <DATE>mi-mars 2021</DATE>",
        "<DATE>Noël 2019</DATE> en famille",
        "psy en <DATE>nov 22</DATE>, stable",
        "seen on <DATE>March 3, 2021</DATE>",
        "bilan en <DATE>déc. 2022</DATE>",
    ],
    "date.said": [
        "virgule opéré le <DATE>six mai deux mille vingt quatre</DATE> à dix heures",
        "hospitalisé le <DATE>deux janvier mille neuf cent soixante-dix-huit</DATE> point à la ligne",
        "opéré du coude en <DATE>deux mille neuf</DATE> à la ligne",
    ],
    "date.misread": [
        "Prélevé Ie <DATE>O8/O6/2O21</DATE> Reçu",
        "Edité le <DATE>16/O6/2O21</DATE>",
        "Erwan <DATE>26 l08 l1983</DATE> Adr",
        "Edité le <DATE>l6/05/2024</DATE>, vu le <DATE>27/0l/2025</DATE>",
        "Reçu <DATE>0l/11/1953</DATE> puis <DATE>3.O2.08</DATE>",
    ],
}

TRAPS = {
    "birthdate.cued": ["nourrisson né à 38 SA, 3 240 g", "Dr Née, rendez-vous à 14 h", "ne pas dépasser 3 g"],
    "birthdate.named": ["née Durand à Brest, 3 enfants", "née LE GOFF, revue avec 12 comprimés"],
    "date.figures": [
        "TA 12/8, TA 178/95, PA 14/10",
        "EVA 03/10, Glasgow 15/15, MMSE 24/30",
        "1-0-1, 10-10-10 UI, 1/j, 3/7j",
        "T2N0M0, C3D1, J12, G4P3, L4-L5",
        "à 11h52, à 11:52, durée 1h20",
        "FiO2 0.5, pH 7.35, 12.03 de créatinine",
        "PN 2010 g, leucocytes 2014, ferritine à 2016",
        "1500 mg puis 2000 ml",
        "les 2/3 inférieurs, 1/2 cp le soir",
        "rappel 0/3, marges 0/2",
        "appeler le 15 si douleur",
        "selon l'OMS 2016 et KDIGO 2012",
        "depuis 10 ans, il y a 3 mois, dans 6 semaines",
        "Apgar 9/10/10, AV 8/10",
        "lit 2014, chambre 2012, n° 2015",
        "police n° 12/03/2021, n°12.03.2021, n°:12-03-21, n° :12/03/21, #12/03/2021",
        "devis n° 03/2021, n°03-2021",
        "re-prélevés les 2 à 11h, dans les 5\njours, tous les 2. Seule avec les 3, le papa dort",
        "acide 20 à 30 %, SpO2 98%",
    ],
    "date.month": ["Mme Avril est revue", "il a été vu", "cours d'été à revoir", "Jean-Noël dort"],
    "date.said": ["deux mille unités à la ligne", "vingt marches à la ligne"],
    "date.misread": [
        "L 01/07 séance, 24/06/19 vu",
        "L2 03/24",
        "05 49 24 o7 18",
        "13.11 | 01.12",
        "œil 02/24",
        "2o au masque, 12 ol 3",
        "FiO2 2ol",
        "CO2 et/ou O2 12 l/min",
    ],
}


@pytest.mark.parametrize(("name", "sentence"), cases(SENTENCES))
def test_marked_dates_are_found(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


@pytest.mark.parametrize(("name", "sentence"), cases(TRAPS))
def test_clinical_figures_are_no_dates(name: str, sentence: str) -> None:
    check(RULES, name, sentence)


def test_every_rule_over_dates_has_its_sentences() -> None:
    check_every_rule_is_shown(RULES, SENTENCES, TRAPS)


@pytest.mark.parametrize(
    ("digits", "expected"),
    [
        ("12032021", True),
        ("20210312", True),
        ("120321", True),
        ("l2o32o2l", True),
        ("32032021", False),
        ("12132021", False),
        ("31042021", False),
        ("12031821", False),
        ("1203202", False),
        ("abcdefgh", False),
    ],
)
def test_digits_are_a_calendar_date_only_with_a_day_a_month_and_a_year(digits: str, expected: bool) -> None:
    assert is_calendar_date(digits) is expected


@pytest.mark.parametrize("cue", ["ECG", "Bilan", "Contrôle", "-", "Vu le", "AV"])
@pytest.mark.parametrize("behind", [" : normal", " sans anomalie", "\n", " mg"])
def test_days_of_one_shape_are_read_alike(cue: str, behind: str) -> None:
    told: dict[tuple[int, int], set[bool]] = {}
    for month in range(1, 13):
        for day in range(1, 32):
            view = TextView.of(f"Suivi. {cue} {day}/{month}{behind}")
            found = any(True for rule in RULES for _ in rule.spans(view))
            told.setdefault((len(str(day)), len(str(month))), set()).add(found)
    assert all(len(each) == 1 for each in told.values())


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Revue le 28.03.\n29.03 apyrétique", ["28.03", "29.03"]),
        ("Contrôle le 2/1. BAV 2/1 transitoire", ["2/1"]),
        ("Dépakine (2012-13), thèse n° 2012-64, n° 2012-18, exp. 2027-08, 2020-19", ["2012", "13"]),
    ],
)
def test_a_certain_date_tells_those_written_like_it_but_no_ratio(text: str, days: list[str]) -> None:
    view = TextView.of(text)
    certain = [Span(match.start(1), match.end(1), "DATE") for match in re.finditer("le ([0-9./]+[0-9])", text)]
    assert [text[span.start : span.end] for span in repeated_dates(view, certain)] == days
