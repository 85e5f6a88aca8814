from __future__ import annotations

import time
from dataclasses import replace

import pytest

from palimpseste import Deidentifier
from palimpseste.corpus import parse_markup
from palimpseste.detection.headed.alone import is_told_by_head, of_heads
from palimpseste.detection.headed.joined import with_heads
from palimpseste.detection.headed.words import HeadWords
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span

HEADED = {
    "vue au centre de soins non programmés de <CITY>Viriat</CITY>": "centre de soins non programmés de Viriat",
    "vue ce matin maison med de garde <CITY>argeles</CITY>": "maison med de garde argeles",
    "maison méd. de garde d'<CITY>Argelès</CITY>": "maison méd. de garde d'Argelès",
    "centre catalan d imagerie <LOCATION>nord</LOCATION>": "centre catalan d imagerie nord",
    "centre d'imagerie de <CITY>Thuir</CITY>": "centre d'imagerie de Thuir",
    "M. <LASTNAME>Roy</LASTNAME>, hôpital de <CITY>Gap</CITY>": "hôpital de Gap",
    "marpa de <CITY>bletterans</CITY>": "marpa de bletterans",
    "petite <HOSPITAL>unite de vie les glycines</HOSPITAL>": "petite unite de vie les glycines",
    "ambu <CITY>vernay</CITY>": "ambu vernay",
    "03:44 CROSS <CITY>Étel</CITY> : ETA": "CROSS Étel",
    "le CROSS <LOCATION>Corse</LOCATION> engage": "CROSS Corse",
    "ce matin labo <ORGANIZATION>eurofins iroise</ORGANIZATION>": "labo eurofins iroise",
    "<HOSPITAL>heh pav</HOSPITAL> n 13h15": "heh pav n",
    "<HOSPITAL>HAD Béarn</HOSPITAL> et <LOCATION>Soule</LOCATION> prévenue": "HAD Béarn et Soule",
    "transféré CH Dr <LASTNAME>Vauclin</LASTNAME>": "CH Dr Vauclin",
    "C.H. DR <LASTNAME>VAUCLIN</LASTNAME> urgences": "C.H. DR VAUCLIN",
    "sort du pavillon Dr <LASTNAME>Vauclin</LASTNAME>": "pavillon Dr Vauclin",
    "par le cabinet IDEL <LASTNAME>Mercier</LASTNAME>": "cabinet IDEL Mercier",
    "relais cabinet infirmier <LASTNAME>Roussel-Pinchon</LASTNAME>": "cabinet infirmier Roussel-Pinchon",
    "vu au cabinet dentaire <LASTNAME>Lemoine</LASTNAME> hier": "cabinet dentaire Lemoine",
    "lit USP d'<CITY>Aubigny</CITY>": "USP d'Aubigny",
    "vu disp <CITY>maupiti</CITY> ce jour": "disp maupiti",
    "par le cabinet IDEL <FIRSTNAME>Marcel</FIRSTNAME> (03 80": "cabinet IDEL Marcel",
    "cave <ORGANIZATION>coopérative de Bessan</ORGANIZATION>": "cave coopérative de Bessan",
    "le régime minier de <CITY>Lens</CITY>, reçu": "régime minier de Lens",
    "<FIRSTNAME>Phcie</FIRSTNAME> du\n<LOCATION>Vert Galant</LOCATION>": "Phcie du\nVert Galant",
    "envoyé au labo de l'<ORGANIZATION>Institut Roux</ORGANIZATION>": "labo de l'Institut Roux",
    "USMP - <ORGANIZATION>maison d'arrêt de Gap</ORGANIZATION>": "USMP - maison d'arrêt de Gap",
    "Service de santé étudiante – <ORGANIZATION>campus Est</ORGANIZATION>": "Service de santé étudiante – campus Est",
    "départ ambu <LASTNAME>Delmas</LASTNAME> 14h": "ambu Delmas",
    "<HOSPITAL>cabinet IDEL Puel</HOSPITAL> et <LASTNAME>Marcenac</LASTNAME>": "cabinet IDEL Puel et Marcenac",
}
NOT_HEADED = (
    "adressé par le Dr <LASTNAME>Vauclin</LASTNAME>",
    "clinique, Dr <LASTNAME>Vauclin</LASTNAME>",
    "cabinet infirmier <FIRSTNAME>Odile</FIRSTNAME> <LASTNAME>Roussel</LASTNAME>",
    "ambulance. <LASTNAME>Delmas</LASTNAME> refuse",
    "équipe : IDE, amb. <LASTNAME>Delmas</LASTNAME>",
    "la cave, <CITY>Gap</CITY>",
    "infirmerie - <ORGANIZATION>collège de Gap</ORGANIZATION>",
    "le cabinet infirmier, Mme <LASTNAME>Roussel</LASTNAME>",
    "CABINET INFIRMIER  <FIRSTNAME>Odile</FIRSTNAME> <LASTNAME>ROUSSEL</LASTNAME>",
    "au cabinet médical. <LASTNAME>Roussel</LASTNAME> refuse",
    "<HOSPITAL>site Morel</HOSPITAL> du <HOSPITAL>CH de Gap</HOSPITAL>",
    "<HOSPITAL>Les Pins</HOSPITAL> de <HOSPITAL>la Brande</HOSPITAL>",
    "hôpital de jour de <CITY>Gap</CITY>",
    "urgences de <CITY>Gap</CITY>",
    "scanner de <CITY>Gap</CITY>",
    "labo de <CITY>Gap</CITY>",
    "clinique, <CITY>Gap</CITY>",
    "sort de l'ehpad. <CITY>Gap</CITY>",
    "sort de la clinique à <CITY>Gap</CITY>",
    "clinique du Dr <LASTNAME>Roy</LASTNAME>",
    "ssiad <FIRSTNAME>Paul</FIRSTNAME>",
    "poly <HOSPITAL>hôpital Foch</HOSPITAL>",
    "<HOSPITAL>heh</HOSPITAL> n 13h15",
    "<HOSPITAL>heh pav</HOSPITAL> nord",
    "<HOSPITAL>clinique Foch</HOSPITAL> et <CITY>Gap</CITY>",
    "<HOSPITAL>HAD Foch</HOSPITAL> et <HOSPITAL>hôpital Foch</HOSPITAL>",
)
NAMED = {
    "réversion AG2R La Mondiale 318 €": ("AG2R La Mondiale", "ORGANIZATION"),
    "adressé par csnp de la haute bruche ce jour": ("csnp de la haute bruche", "HOSPITAL"),
    "vient de maison med de garde des trois vallées": ("maison med de garde des trois vallées", "HOSPITAL"),
    "suivie ssiad du val de saire, bas": ("ssiad du val de saire", "HOSPITAL"),
    "ssiad du bas armagnac prévenu": ("ssiad du bas armagnac", "HOSPITAL"),
    "cabinet kine du mail": ("cabinet kine du mail", "HOSPITAL"),
    "csnp du quai nord": ("csnp du quai nord", "HOSPITAL"),
    "ssiad du parc prévenu": ("ssiad du parc", "HOSPITAL"),
    "au labo d' analyses du vieux port": ("labo d' analyses du vieux port", "ORGANIZATION"),
    "vers cegidd de la rue haute": ("cegidd de la rue haute", "HOSPITAL"),
    "sort à la MARPA Les Tilleuls": ("MARPA Les Tilleuls", "HOSPITAL"),
    "accueil de jour l'orée du bois": ("accueil de jour l'orée du bois", "HOSPITAL"),
    "dosage au labo de la place verte : 12": ("labo de la place verte", "ORGANIZATION"),
    "ordonnance de la pharmacie du lavoir": ("pharmacie du lavoir", "ORGANIZATION"),
    "csapa du Vert-Galant": ("csapa du Vert-Galant", "HOSPITAL"),
    "eco centre catalan d imagerie : append": ("centre catalan d imagerie", "HOSPITAL"),
    "Centre normand d'ophtalmologie": ("Centre normand d'ophtalmologie", "HOSPITAL"),
    "oxygene livré par air liquide hier": ("air liquide", "ORGANIZATION"),
    "par ambulances bigourdanes": ("ambulances bigourdanes", "ORGANIZATION"),
    "csnp de viriat": ("csnp de viriat", "HOSPITAL"),
    "Soins de plaie au SSR Bethesda jusqu'à": ("SSR Bethesda", "HOSPITAL"),
    "SSR Zanexas, lit 4": ("SSR Zanexas", "HOSPITAL"),
    "souche au CNR des légionelles, en attente": ("CNR des légionelles", "ORGANIZATION"),
    "rdv point vision le 12": ("point vision", "HOSPITAL"),
    "pharm. du vieux puits": ("pharm. du vieux puits", "ORGANIZATION"),
    "cabinet IDEL Bruneau-Zanexas": ("cabinet IDEL Bruneau-Zanexas", "HOSPITAL"),
}
NOT_NAMED = (
    "labo du coin",
    "pharma du bd de Strasbourg",
    "CNR du CHU",
    "le point de vision",
    "labo de viriat",
    "une clinique parisienne",
    "les taxis parisiens",
    "air et liquide",
    "centre français d'imagerie",
    "csnp de garde",
    "pharmacie de l'hôpital",
    "pharmacie de garde",
    "laboratoire du sommeil",
    "laboratoire de la cytaphérèse",
    "ehpad de la patiente",
    "had du lundi",
    "le cmp la voit",
    "le ssiad les prévient",
    "examen clinique du rachis",
    "ESA du SSIAD",
    "infirmerie du lycée",
    "foyer du lobe moyen",
    "score SSR Bethesda",
    "SSR zanexas",
    "SSR Geronto",
    "SSR Polyvalent",
    "SSIAD Martine prévenue",
    "Lam Zanexas",
)


def words_of(text: str) -> HeadWords:
    return HeadWords.of(Tokens(TextView.of(text), alphabet()))


def of_model(marked: str) -> tuple[str, list[Span]]:
    text, spans = parse_markup(marked)
    return text, [replace(span, source="model") for span in spans]


@pytest.mark.parametrize("marked", HEADED)
def test_what_the_model_found_is_one_with_the_words_that_begin_its_name(marked: str) -> None:
    text, spans = of_model(marked)
    last = with_heads(spans, words_of(text))[-1]
    assert text[last.start : last.end] == HEADED[marked]


@pytest.mark.parametrize("marked", NOT_HEADED)
def test_what_stands_behind_other_words_stays_as_it_was(marked: str) -> None:
    text, spans = of_model(marked)
    assert with_heads(spans, words_of(text)) == spans


def test_what_the_record_found_stays_as_it_was() -> None:
    text, spans = parse_markup("ehpad de <CITY>Gap</CITY>")
    recorded = [replace(span, source="record.city") for span in spans]
    assert with_heads(recorded, words_of(text)) == recorded


@pytest.mark.parametrize("text", NAMED)
def test_a_head_and_a_noun_are_a_name(text: str) -> None:
    (span,) = of_heads(words_of(text), [])
    assert (text[span.start : span.end], span.label) == NAMED[text]


@pytest.mark.parametrize("text", NOT_NAMED)
def test_words_that_name_nothing_are_no_name(text: str) -> None:
    assert not list(of_heads(words_of(text), []))


def test_a_name_that_is_known_is_not_found_again() -> None:
    text, spans = of_model("hdj du <HOSPITAL>chac</HOSPITAL> demain")
    assert not list(of_heads(words_of(text), spans))


def test_a_name_of_which_a_part_alone_is_known_is_found_whole() -> None:
    text, spans = of_model("réversion AG2<ORGANIZATION>R La Mondiale</ORGANIZATION>")
    assert [text[span.start : span.end] for span in of_heads(words_of(text), spans)] == ["AG2R La Mondiale"]


def test_a_name_of_which_only_the_street_is_known_is_found() -> None:
    text, spans = of_model("cegidd de la <ADDRESS>rue haute</ADDRESS>")
    assert [text[span.start : span.end] for span in of_heads(words_of(text), spans)] == [text]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("mmg les tilleuls", True),
        ("ehpad de romorantin", True),
        ("csnp du lavoir", True),
        ("mmg", False),
        ("ehpad", False),
    ],
)
def test_a_name_is_told_by_its_head(name: str, told: bool) -> None:
    assert is_told_by_head(name) is told


def test_a_name_in_a_short_text_is_told_by_its_head_and_not_doubted() -> None:
    text = "TTT habituel : cf ordo. csnp de viriat prévenu, transport ok"
    found = Deidentifier.default().detect(Document("note", text))
    assert [text[span.start : span.end] for span in found] == ["csnp de viriat"]


def test_a_letter_that_something_else_holds_is_left_to_it() -> None:
    text, spans = of_model("<HOSPITAL>heh pav</HOSPITAL> <LASTNAME>n</LASTNAME>")
    assert with_heads(spans, words_of(text)) == spans


def test_time_is_linear() -> None:
    def seconds(times: int) -> float:
        words = words_of("centre de sante de la " * times + "centre d imagerie du haut " * times)
        start = time.process_time()
        list(of_heads(words, []))
        with_heads([], words)
        return time.process_time() - start

    seconds(100)
    assert min(seconds(8000) for _ in range(3)) < 100 * max(seconds(800), 1e-3)
