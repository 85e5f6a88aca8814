"""Echoes and lone guesses that a model takes for nobody are dropped; anything that something else speaks for stays."""

from __future__ import annotations

import pytest
from opinions import Says

from palimpseste import Deidentifier, Document
from palimpseste.detection.confidence import Judge, without_doubted
from palimpseste.detection.confidence.calibration import Calibration
from palimpseste.detection.confidence.precision import PrecisionTable
from palimpseste.detection.view import TextView
from palimpseste.document import STRUCTURE, Span
from palimpseste.labels import Label

PLAIN = Calibration(0.0, 1.0, {}, {}, {}, 0.0)
TABLE = PrecisionTable({("LASTNAME", "propagation", "none"): (5, 10)})


def stands(
    text: str,
    said: float,
    source: str,
    label: Label = "LASTNAME",
    beside: tuple[Span, ...] = (),
    *,
    has_record: bool = False,
    threshold: float = 0.15,
    calibration: Calibration | None = PLAIN,
) -> bool:
    """Tell whether what is between square brackets stands, found by a source, in a note with other things found."""
    start, end = text.index("["), text.index("]") - 1
    span = Span(start, end, label, source)
    judge = Judge([span, *beside], Says(said), calibration, TABLE, threshold)
    view = TextView.of(text.replace("[", "").replace("]", ""))
    spans = sorted({span, *(other for other in beside if other.start != start)})
    return span in without_doubted(spans, view, judge, has_record=has_record)


@pytest.mark.parametrize(
    ("text", "said", "source"),
    [
        ("Erreurs : « [poisson] » pour « boisson »", 0.21, "propagation"),
        ("Névrome de [Morton] gauche", 0.45, "propagation"),
        ("Auramine : 0 [BAAR] sur 100 champs", 0.45, "rules.place.town.upper"),
    ],
)
def test_an_echo_that_the_model_takes_for_nobody_is_dropped(text: str, said: float, source: str) -> None:
    assert not stands(text, said, source, has_record=True)
    assert stands(text, said + 0.1, source, has_record=True)


def test_an_echo_that_something_else_speaks_for_stays() -> None:
    text = "vue par [Morton] hier"
    rule = Span(8, 14, "LASTNAME", "rules.name.link")
    assert not stands(text, 0.1, "propagation")
    assert stands(text, 0.1, "propagation", beside=(rule,))


@pytest.mark.parametrize("text", ["[Lê] va mieux", "un [D'O] François", "le [CH 12]"])
def test_an_echo_that_is_no_single_word_stays(text: str) -> None:
    assert stands(text, 0.01, "propagation", has_record=True)


def test_a_lone_guess_where_nobody_is_has_to_be_likely() -> None:
    text = "Le test d'[Ohkuma] : une évaluation."
    assert not stands(text, 0.59, "model")
    assert stands(text, 0.61, "model")
    assert stands("Transmis par [KB]", 0.3, "model")


def test_whoever_asks_for_more_masks_keeps_more_guesses() -> None:
    assert stands("Le test d'[Ohkuma] : une évaluation.", 0.2, "model", threshold=0.02)


@pytest.mark.parametrize(
    "text",
    [
        "sans capitale, avis [zyrk] demandé",
        "Avis [Zyrk] 8h15",
        "Avis [Zyrk] le 11/3",
        "Avis [Zyrk] " + "demandé de nouveau " * 50,
    ],
)
def test_a_guess_in_what_is_no_title_stays(text: str) -> None:
    assert stands(text, 0.2, "model")


@pytest.mark.parametrize(
    ("label", "source", "is_of_somebody"),
    [
        ("FIRSTNAME", "rules.name.title", True),
        ("PHONE", "rules.phone.french", True),
        ("HOSPITAL", "rules.body.care", True),
        ("LASTNAME", STRUCTURE, True),
        ("FIRSTNAME", "model", False),
        ("LOCATION", "rules.place.location", False),
        ("DATE", "rules.date.figures.year", False),
    ],
)
def test_a_guess_beside_a_person_whom_a_rule_finds_stays(label: Label, source: str, is_of_somebody: bool) -> None:
    other = Span(20, 24, label, source)
    assert stands("Le test d'[Ohkuma] : 1998 en tout.", 0.3, "model", beside=(other,)) is is_of_somebody


def test_a_guess_in_a_note_with_a_record_stays() -> None:
    assert stands("Le test d'[Ohkuma] : une évaluation.", 0.3, "model", has_record=True)


def test_a_guess_that_lists_hold_stays() -> None:
    assert stands("[Gilbert] a raison.", 0.3, "model")
    assert not stands("[Gwylbert] a raison.", 0.3, "model")


def test_a_body_that_is_an_acronym_stays() -> None:
    assert stands("Souche adressée au [CNR arbovirus]", 0.3, "model", "ORGANIZATION")
    assert not stands("ACTION [DU CNR ARBOVIRUS]", 0.3, "model", "ORGANIZATION")
    assert not stands("[Rôle du TNF] dans la pathologie", 0.3, "model", "ORGANIZATION")
    assert stands("[Amicale du CNR] dans la pathologie", 0.3, "model", "ORGANIZATION")


@pytest.mark.parametrize(
    "text",
    ["L'ingestion de carambole ( [Averrhoa carambola] ).", "Le facteur inhibiteur ( [LIF] , murin ) et le reste."],
)
def test_a_body_alone_in_brackets_behind_a_word_that_is_nobody_has_to_be_surer(text: str) -> None:
    assert not stands(text, 0.89, "model", "ORGANIZATION")
    assert stands(text, 0.91, "model", "ORGANIZATION")
    assert stands(text, 0.61, "model", "ORGANIZATION", has_record=True)


@pytest.mark.parametrize(
    "text", ["Avec sa fille ( [Gwylbert] ).", "Avec l'infirmière ( [Gwylbert] ).", "Toux ( vue par [Gwylbert] )."]
)
def test_a_name_in_brackets_behind_who_may_bear_it_is_a_guess_as_others(text: str) -> None:
    assert stands(text, 0.61, "model")


def test_a_small_word_is_asked_for_more_in_a_title_too() -> None:
    assert not stands("Bacillus licheniformis : agent [causal] d'érysipèle.", 0.69, "model", "ORGANIZATION")
    assert stands("Bacillus licheniformis : agent [causal] d'érysipèle.", 0.71, "model", "ORGANIZATION")


def test_a_body_that_lists_or_its_head_tell_is_asked_for_less() -> None:
    for text in ("Un [foyer de chorée de Huntington] au Pérou.", "La [maison médicale de Gwylbert] au Pérou."):
        assert not stands(text, 0.21, "model", "ORGANIZATION")
        assert stands(text, 0.23, "model", "ORGANIZATION")


def test_an_article_is_no_part_of_a_small_word() -> None:
    text = "Vue par le Dr Roux : [l'humanisme] et les académies, TA 12/7"
    assert not stands(text, 0.69, "model", "HOSPITAL", has_record=True)
    assert stands(text, 0.71, "model", "HOSPITAL", has_record=True)


def test_a_number_is_no_guess() -> None:
    assert stands("Le n° [22H04512] : une évaluation.", 0.3, "model", label="OTHER_ID")


def test_a_model_that_was_never_calibrated_doubts_nothing() -> None:
    assert stands("Névrome de [Morton] gauche", 0.01, "propagation", calibration=None)


def test_what_is_doubted_is_neither_found_nor_written_over() -> None:
    text = "Suivie par Mme Morton, IDE. Névrome de Morton gauche à revoir."
    deidentify = Deidentifier.default(policy="tag")
    assert [span.start for span in deidentify.detect(Document("n", text))] == [text.index("Morton")]
    assert deidentify(text).text == text.replace("Morton", "[LASTNAME]", 1)


@pytest.mark.parametrize(
    ("word", "label", "asked"),
    [
        ("eboulis", "CITY", 0.7),
        ("clandestin", "HOSPITAL", 0.7),
        ("cidre", "LASTNAME", 0.7),
        ("honore", "FIRSTNAME", 0.5),
        ("zzyk", "LASTNAME", 0.4),
    ],
)
def test_a_small_word_is_asked_for_more(word: str, label: Label, asked: float) -> None:
    text = f"TA 12/7, vu avec [{word}] ce jour"
    assert not stands(text, asked - 0.01, "model", label, has_record=True)
    assert stands(text, asked + 0.01, "model", label, has_record=True)
    other = Span(17, 17 + len(word), label, "rules.place")
    assert stands(text, asked - 0.01, "model", label, (other,), has_record=True)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("TA 12/7, vu avec [Eboulis] ce jour", "CITY"),
        ("TA 12/7, vu a [brest] ce jour", "CITY"),
        ("TA 12/7, adresse par [ehpad] ce jour", "HOSPITAL"),
        ("TA 12/7, vu avec [zy] ce jour", "LASTNAME"),
        ("TA 12/7, vu avec [zz3k] ce jour", "LASTNAME"),
        ("ta 12/7, vu avec [martin] ce jour", "LASTNAME"),
        ("ta 12/7, vu avec [zzyk] ce jour", "LASTNAME"),
    ],
)
def test_other_words_are_asked_for_no_more(text: str, label: Label) -> None:
    assert stands(text, 0.16, "model", label, has_record=True)


def test_a_small_word_that_is_a_name_of_others_is_asked_for_more() -> None:
    text = "ta 12/7, vu avec [rives] ce jour"
    assert not stands(text, 0.42, "model", "LASTNAME", has_record=True)
    assert stands(text, 0.45, "model", "LASTNAME", has_record=True)
    assert stands(text, 0.16, "model", "CITY", has_record=True)


@pytest.mark.parametrize("text", ["l'infirmière du chantier. [Droitier].\n", "IDEL, Brumath.\n[Semelle] : podologue"])
def test_a_word_of_the_dictionary_that_stands_alone_is_asked_for_more(text: str) -> None:
    assert not stands(text, 0.59, "model", has_record=True)
    assert stands(text, 0.61, "model", has_record=True)
    assert stands(text, 0.59, "rules.any", has_record=True)


@pytest.mark.parametrize(
    "text",
    [
        "l'infirmière du chantier. [Martin].\n",
        "Infirmière : Adj. [Canon].",
        "l'infirmière du chantier. [Droitier] va mieux",
        "IDEL, Brumath.\n[Zanexas] : podologue",
        "vu par [Semelle] : podologue",
    ],
)
def test_another_word_with_a_capital_is_asked_for_no_more(text: str) -> None:
    assert stands(text, 0.16, "model", has_record=True)
