"""Laws of detection on any text: what it returns, accents apart or composed, and how long it takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import accumulate, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.completion import completed
from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient, Span
from palimpseste.labels import LABELS, Label

RECORD = Patient(lastname="Le Guen", firstname="Maëlle", birthdate="1954-03-12", city="Brest", patient_id="8004312557")

# Pieces that rules react to, and what hospital systems put between them.
PIECES = (
    "M.", "Mme ", "Dr", "dr ", "Kervella", "KERVELLA", "Maëlle", "Le Guen", "de ", "l'", "née ", "né le ", "12/03/1954",
    "mars 2021", " à ", "Quimper", "29000", "rue des Lilas", "12 ", "CHU ", "hôpital ", "Réf. : ", "IPP ", "8004312557",
    "02 98 00 11 22", "p.durand@orange.fr", "www.exemple.fr", "45 ans", "T2N0", "CRP < 5", "Élise", "çà", "œdème", ": ",
    ",", "-", "’", "\u00a0", "\u202f", "\r\n", "\n", "\t", "   ", "\ufeff", "\u200b", "\u00ad", "\u0301", "😀", "𝐀𝐁",
    "\0", "\u2028", "|", "(", ")", "/", "A. ", "B C D E ",
)  # fmt: skip
notes = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(st.characters(codec="utf-8"), max_size=5)), max_size=15).map(
        "".join
    ),
)


@cache
def detector() -> Deidentifier:
    return Deidentifier.default(policy="tag")


def spans_of(text: str, patient: Patient = RECORD) -> tuple[Span, ...]:
    return detector().detect(Document("note", text, patient=patient))


@given(notes)
@settings(max_examples=250, deadline=None)
def test_spans_are_sorted_disjoint_and_within_the_text(text: str) -> None:
    spans = spans_of(text)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(span.label in LABELS and span.source for span in spans)
    assert all(span.probability and span.probability < 1 and span.source in span.evidence for span in spans)


@given(notes)
@settings(max_examples=200, deadline=None)
def test_the_edges_of_a_span_are_no_spaces(text: str) -> None:
    for span in spans_of(text):
        assert not text[span.start].isspace()
        assert not text[span.end - 1].isspace()


PLACES = (
    "12 rue des Lilas", "4 rue ", " | ", "    ", "\n\n", " 22:10 ", ",", " - ", "\nAdresse postale : ", "F-", "29000",
    "Brest", " – DUMBÉA", "la Maison de santé", " du Nouveau Monde", ", interphone Morel", "12/01-13/01", "24h/24 ",
    "HAD ", " et ",
)  # fmt: skip
labelled = st.lists(
    st.tuples(
        st.lists(st.sampled_from((*PIECES, *PLACES)), min_size=1, max_size=5).map("".join),
        st.sampled_from((None, "ADDRESS", "ADDRESS", *LABELS)),
    ),
    max_size=8,
)


@given(labelled)
@example([("Vu ", None), ("22:10 | 4 rue du Four", "ADDRESS")])
@example([("\ufeff", "BIRTHDATE")])
@example([("chez elle ", None), ("\nAdresse postale : ", "ADDRESS")])
@settings(max_examples=400, deadline=None)
def test_no_span_that_a_model_may_give_ends_the_detection_of_a_note(pieces: list[tuple[str, Label | None]]) -> None:
    text = "".join(piece for piece, _ in pieces)
    view = view_of(text)
    ends = [*accumulate((len(piece) for piece, _ in pieces), initial=0)]
    found = [
        Span(*view.from_original(start, end), label, "model")
        for (_, label), (start, end) in zip(pieces, pairwise(ends), strict=True)
        if label is not None and view.from_original(start, end)[0] < view.from_original(start, end)[1]
    ]
    spans = completed(Tokens(view, alphabet()), without_refused(view, found))
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


def letters_of(text: str, spans: tuple[Span, ...]) -> list[tuple[str, str]]:
    """Return the composed letters and digits of each span with its label."""
    return [
        (span.label, "".join(filter(str.isalnum, unicodedata.normalize("NFC", text[span.start : span.end]))))
        for span in spans
    ]


@given(notes.map(lambda text: unicodedata.normalize("NFC", text)))
@example("À\u302a")
@example("Madame Zoé\u05b0 Kervella")
@settings(max_examples=300, deadline=None)
def test_accents_apart_change_nothing_of_what_is_found(text: str) -> None:
    apart = unicodedata.normalize("NFD", text)
    assert letters_of(apart, spans_of(apart)) == letters_of(text, spans_of(text))


LETTER = (
    "CHU de Brest\nBrest, le 12 mars 2021\nMadame Maëlle LE GUEN, née le 12/03/1954, 67 ans, habite à Quimper. "
    "Tél. 02 98 00 11 22. Vue avec l'interne Élise Szymanski.\n12 bis rue des Lilas\n29000 QUIMPER\nIPP 8004312557\n"
)
WRITINGS = {
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "byte order mark": lambda text: "\ufeff" + text,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "typographic apostrophes": lambda text: text.replace("'", "’"),
    "accents apart": lambda text: unicodedata.normalize("NFD", text),
    "emoji before": lambda text: "😀𝐀 " + text,
    "zero width spaces": lambda text: text.replace(" ", " \u200b"),
    "page break before": lambda text: "\x0c" + text,
}


@pytest.mark.parametrize("written", WRITINGS.values(), ids=WRITINGS)
def test_a_letter_written_otherwise_gives_the_same_values(written: Callable[[str], str]) -> None:
    expected = letters_of(LETTER, spans_of(LETTER))
    assert len(expected) == 15
    other = written(LETTER)
    assert letters_of(other, spans_of(other)) == expected


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\ufeff", "\u200b\u00ad", "\0\0\0", "\u0301", "😀"])
def test_a_note_without_words_holds_nothing(text: str) -> None:
    assert spans_of(text) == ()
