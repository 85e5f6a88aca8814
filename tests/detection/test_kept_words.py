"""Words that a site never masks, beside what stays masked all the same."""

from __future__ import annotations

import pickle

import pytest

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.kept_words import Keeping, KeptWords, frequent_names
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import UsageError


def marked(text: str, words: tuple[str, ...], patient: Patient | None = None, **settings: object) -> str:
    """Return the text with each span between brackets."""
    choice = DetectorChoice(("record", "rules"), kept_words=words, **settings)
    spans = Deidentifier.detecting(choice).detect(Document("1", text, patient=patient or Patient()))
    for span in reversed(spans):
        text = f"{text[: span.start]}[{text[span.start : span.end]}]{text[span.end :]}"
    return text


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("Vu au CHU de Dijon.", ("chu de dijon",), "Vu au CHU de Dijon."),
        (
            "Vers l'hôpital Édouard Herriot, Lyon.",
            ("Edouard  Herriot",),
            "Vers l'[hôpital] Édouard Herriot, [Lyon].",
        ),
        ("Vu au CHU de Dijon par le Dr Dupuis.", ("CHU de Dijon",), "Vu au CHU de Dijon par le Dr [Dupuis]."),
        ("Mme Dupuis, unité Dupuis.", ("unité Dupuis",), "Mme [Dupuis], unité Dupuis."),
        (
            "Au CHU de Di\u200bjon, Dr Dupuis.",
            ("CHU de Dijon",),
            "Au CHU de Di\u200bjon, Dr [Dupuis].",
        ),
    ],
)
def test_a_word_of_the_site_stays_and_the_rest_is_masked(text, words, left):
    assert marked(text, words) == left


def test_what_the_record_names_is_masked_in_a_ward_of_that_name_too():
    assert "[Dupuis]" in marked("Unité Dupuis.", ("Dupuis",), Patient(lastname="Dupuis"))


@pytest.mark.parametrize("text", ["L. Mercier va mieux.", "M. L. Mercier", "Mercier L. : rien", "M. Mércier"])
def test_the_patients_name_is_masked_where_the_record_alone_is_not_sure_of_it(text):
    record = Patient(lastname="de Mercier", firstname="Louis")
    assert "[Mercier]" in marked(text, ("Mercier",), record).replace("é", "e")
    assert "[Mercier]" not in marked(text, ("Mercier",), Patient(lastname="de la Tour", firstname="Luc"))


def test_a_word_that_the_site_always_masks_is_masked_within_a_kept_phrase():
    left = marked("Réseau Aquarelle.", ("réseau aquarelle",), site_patterns={"ORGANIZATION": ("aquarelle",)})
    assert left == "Réseau [Aquarelle]."


def test_a_body_is_cut_around_the_words_and_a_name_is_not():
    text = "CHU de Dijon, pavillon Jean Vasseur"
    keeping = Keeping(TextView.of(text), [(0, 12), (28, 35)], Patient())
    body, name = Span(0, 35, "HOSPITAL", "model"), Span(23, 35, "LASTNAME", "model")
    assert keeping.of_found([body]) == [Span(14, 27, "HOSPITAL", "model")]
    assert keeping.of_found([name]) == [name]
    assert keeping.kept == {0, 1}


def test_they_travel_to_other_processes_and_are_refused_by_name():
    words = pickle.loads(pickle.dumps(KeptWords(["Sonopet"])))
    assert words.keeping(TextView.of("le SONOPET"), Patient()).of_found([Span(3, 10, "LASTNAME", "model")]) == []
    with pytest.raises(UsageError, match="kept-words: expected words"):
        DetectorChoice(kept_words=("a",)).check()


def test_a_frequent_name_is_told_and_a_phrase_is_not():
    assert frequent_names(["Martin", "unité Martin", "Jean Martin", "Sonopet"]) == ("Martin", "Jean Martin")
