"""Names, towns and hospitals that the model would hardly mask are dropped, unless something else tells them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from opinions import Says

from palimpseste import Deidentifier, Document
from palimpseste.detection.confidence import Judge
from palimpseste.detection.confidence.unsure import unsure
from palimpseste.detection.tokens import is_told_by_capitals
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import Label


def stands(
    text: str, masked: float, label: Label, *, source: str = "model", rule: str = "", threshold: float = 0.15
) -> bool:
    """Tell whether what is in square brackets stands; what is in braces is surely of the same label."""
    spans: list[Span] = []
    asked = Span(0, 1, label)
    plain = ""
    for mark in text:
        if mark in "[{":
            start = len(plain)
        elif mark in "]}":
            spans.append(Span(start, len(plain), label, source if mark == "]" else "model"))
            asked = spans[-1] if mark == "]" else asked
        else:
            plain += mark
    sure = frozenset((span.start, span.end) for span in spans if span is not asked)
    found = [*spans, replace(asked, source=rule)] if rule else spans
    judge = Judge(found, Says(masked, masked, sure), threshold=threshold)
    view = TextView.of(plain)
    return asked not in unsure(spans, view, judge, has_capitals=is_told_by_capitals(plain, plain.count(" ")))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Compote [Rose] au petit déjeuner.", "FIRSTNAME"),
        ("Le fauteuil [Tabouret] est en panne.", "LASTNAME"),
        ("Vu Paul. [Cannes] anglaises prêtées.", "LASTNAME"),
        ("selles [bristol] 4 ce matin", "LASTNAME"),
        ("Ancien mécanicien, moteurs de [Zorvar].", "CITY"),
        ("Mesuré au [Debimax] ce matin.", "HOSPITAL"),
        ("Tombé derrière [le hangar] à bateaux.", "HOSPITAL"),
    ],
)
def test_what_the_model_would_hardly_mask_is_dropped(text: str, label: Label) -> None:
    assert not stands(text, 0.25, label)
    assert stands(text, 0.6, label)
    assert stands(text, 0.25, label, threshold=0.02)
    assert stands(text, 0.25, label, source="rules.some")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Le cliché a été relu par [Tabouret] hier.", "LASTNAME"),
        ("Son frère, dit « [Coco] », est venu.", "FIRSTNAME"),
        ("CH 203 [Bassin] : à jeun", "LASTNAME"),
        ("Présents : {Morand}, [Cidre]", "LASTNAME"),
        ("Appelé {Tabouret}. Puis [Tabouret] rappelle.", "LASTNAME"),
        ("Revu [KB] ce soir.", "LASTNAME"),
        ("Arrivé de [Cancale] hier.", "CITY"),
        ("bras cassé, skate [cancale] avec swann", "CITY"),
        ("Adressée à l'[unité Iris] demain.", "HOSPITAL"),
        ("Suivi au [CICAM] depuis peu.", "HOSPITAL"),
        ("Le {Zorvar Santé} le garde. Retour du [Zorvar aigu] lundi.", "HOSPITAL"),
        ("Programme depuis [3/12] au gymnase.", "DATE"),
        ("Appels\n[17] vaccin oublié", "DATE"),
    ],
)
def test_what_something_else_tells_stays(text: str, label: Label) -> None:
    assert stands(text, 0.2, label)


def test_a_title_that_is_taken_for_an_initial_goes() -> None:
    assert not stands("Contact [M.] Blanchoz, demain.", 0.3, "FIRSTNAME", rule="rules.name.title")
    assert stands("Contact [M.] Blanchoz, demain.", 0.4, "FIRSTNAME", rule="rules.name.title")
    assert stands("Contact [N.] Blanchoz, demain.", 0.3, "FIRSTNAME", rule="rules.name.title")
    assert stands("Aides : [M.] BLANCHOZ, demain.", 0.3, "FIRSTNAME", rule="rules.name.title")


def test_most_is_asked_of_a_word_that_begins_a_sentence_before_a_preposition() -> None:
    assert not stands("Bonjour.\n[Parfait] pour vendredi.", 0.45, "FIRSTNAME")
    assert stands("Bonjour.\n[Parfait] pour vendredi.", 0.55, "FIRSTNAME")
    assert stands("Bonjour.\n[Soulier] le voisin est venu.", 0.45, "LASTNAME")
    assert stands("Bonjour, [Parfait] pour vendredi.", 0.45, "FIRSTNAME")
    assert stands("Bonjour.\n[Kervoadec] pour vendredi.", 0.45, "LASTNAME")


@pytest.mark.parametrize("rule", ["rules.name.title", "rules.name.called", "record.lastname"])
def test_a_name_stays_of_which_a_rule_is_told_whose_it_is(rule: str) -> None:
    assert not stands("Le fauteuil [Tabouret] est prêt.", 0.25, "LASTNAME", rule="rules.name.family")
    assert stands("Le fauteuil [Tabouret] est prêt.", 0.25, "LASTNAME", rule=rule)


def test_a_town_stays_that_a_rule_tells() -> None:
    assert stands("Revient de [Zorvar] hier.", 0.25, "CITY", rule="rules.place.town")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mme Rose Parfait est sortie. Parfait pour tous.", ["Rose", "Parfait"]),
        ("Chambre 12 : M. Guéridon, vu par le Dr Béquille.", ["Guéridon", "Béquille"]),
        ("Appel de Mme Bravo : sa mère, Mme Peste, va mieux.", ["Bravo", "Peste"]),
        ("Patient : CADET Marie\nAdressé par le Dr Salivet, Le Havre", ["CADET", "Marie", "Salivet", "Le Havre"]),
    ],
)
def test_names_that_look_the_same_are_masked(text: str, names: list[str]) -> None:
    spans = Deidentifier.default(policy="tag").detect(Document("1", text))
    masked = {text[span.start : span.end] for span in spans}
    assert all(any(name in each for each in masked) for name in names)
