"""One small corpus, every measure worked by hand.

Three notes. Tokens are numbered from 0; [..] is a gold span, {..} what the prediction covers:

  a (LT-SOR)   Mme Durand Paul vit à Dijon .
               0   1      2    3   4 5     6
      gold      LASTNAME 1, FIRSTNAME 2, CITY 5
      predicted LASTNAME 1, LASTNAME 2, nothing on 5, DATE on 3 (over-redaction)
  b (CR-CONS)  Vu le 12 mars 2021 , 82 ans
               0  1  2  3    4    5 6  7
      gold      DATE 2-4, AGE 6-7
      predicted DATE 2-3 only (its span ends early), AGE 6-7
  c (CR-CONS)  RAS ce jour
               0   1  2
      neither side holds a span

Tokens: 7 + 8 + 3 = 18; in the gold 3 + 5 = 8; under no gold span 18 - 8 = 10.
"""

from __future__ import annotations

import math
import statistics

import pytest

from palimpseste.corpus import parse_markup
from palimpseste.document import Document
from palimpseste.evaluation import Evaluation, Scorecard, evaluate

GOLD = {
    "a": ("LT-SOR", "Mme <LASTNAME>Durand</LASTNAME> <FIRSTNAME>Paul</FIRSTNAME> vit à <CITY>Dijon</CITY> ."),
    "b": ("CR-CONS", "Vu le <DATE>12 mars 2021</DATE> , <AGE>82 ans</AGE>"),
    "c": ("CR-CONS", "RAS ce jour"),
}
PREDICTED = {
    "a": "Mme <LASTNAME>Durand</LASTNAME> <LASTNAME>Paul</LASTNAME> <DATE>vit</DATE> à Dijon .",
    "b": "Vu le <DATE>12 mars</DATE> 2021 , <AGE>82 ans</AGE>",
    "c": "RAS ce jour",
}


def document(name: str, marked: str, type: str = "") -> Document:
    text, spans = parse_markup(marked)
    return Document(name, text, type, entities=spans)


def measured(view: str = "canonical", bootstrap: int = 0) -> Evaluation:
    gold = [document(name, marked, type) for name, (type, marked) in GOLD.items()]
    predicted = [document(name, marked) for name, marked in PREDICTED.items()]
    return evaluate(gold, predicted, view=view, bootstrap=bootstrap)


@pytest.fixture(scope="module")
def card() -> Scorecard:
    return measured().overall


def test_sizes_count_every_document_and_token(card: Scorecard) -> None:
    assert (card.documents, card.tokens) == (3, 18)


def test_micro_scores_count_tokens_of_all_labels(card: Scorecard) -> None:
    tokens = card.micro.tokens
    # Predicted tokens: Durand, Paul, vit, 12, mars, 82, ans = 7; right label: Durand, 12, mars, 82, ans = 5; gold 8.
    assert (tokens.gold, tokens.predicted, tokens.correct) == (8, 7, 5)
    assert tokens.precision.value == pytest.approx(5 / 7)
    assert tokens.recall.value == pytest.approx(5 / 8)
    assert tokens.f1.value == pytest.approx(2 * 5 / (8 + 7))


@pytest.mark.parametrize(
    ("label", "precision", "recall"),
    [
        ("LASTNAME", 1 / 2, 1 / 1),  # Durand and Paul predicted, Durand right
        ("FIRSTNAME", math.nan, 0 / 1),  # never predicted
        ("CITY", math.nan, 0 / 1),
        ("DATE", 2 / 3, 2 / 3),  # vit, 12, mars predicted; 12, mars, 2021 gold
        ("AGE", 1.0, 1.0),
    ],
)
def test_token_scores_of_a_label(card: Scorecard, label: str, precision: float, recall: float) -> None:
    tokens = card.labels[label].tokens
    assert tokens.precision.value == pytest.approx(precision, nan_ok=True)
    assert tokens.recall.value == pytest.approx(recall)


def test_labels_met_on_neither_side_are_left_out(card: Scorecard) -> None:
    assert set(card.labels) == {"LASTNAME", "FIRSTNAME", "CITY", "DATE", "AGE"}


@pytest.mark.parametrize(
    ("label", "redacted", "all_notes", "where_present", "documents"),
    [
        # Paul is hidden, if under the wrong label. All three notes hide every given name; one note holds one.
        ("FIRSTNAME", 1.0, 3 / 3, 1 / 1, 1),
        # Dijon shows: notes b and c hold no city and count as done, a does not.
        ("CITY", 0.0, 2 / 3, 0 / 1, 1),
        # Two tokens of three; note b shows 2021.
        ("DATE", 2 / 3, 2 / 3, 0 / 1, 1),
        ("AGE", 1.0, 3 / 3, 1 / 1, 1),
    ],
)
def test_redaction_of_a_label(
    card: Scorecard, label: str, redacted: float, all_notes: float, where_present: float, documents: int
) -> None:
    redaction = card.labels[label].redaction
    assert redaction.redacted.value == pytest.approx(redacted)
    assert redaction.fully_redacted.value == pytest.approx(all_notes)
    assert redaction.fully_redacted_where_present.value == pytest.approx(where_present)
    assert redaction.documents == documents


def test_redaction_of_all_labels(card: Scorecard) -> None:
    redaction = card.micro.redaction
    # Hidden: Durand, Paul, 12, mars, 82, ans of 8. Only c shows nothing; a and b hold identifiers and both show one.
    assert redaction.redacted.value == pytest.approx(6 / 8)
    assert redaction.fully_redacted.value == pytest.approx(1 / 3)
    assert redaction.fully_redacted_where_present.value == pytest.approx(0 / 2)
    assert redaction.documents == 2
    assert card.note_recall.value == 0.0


def test_over_redaction_is_of_tokens_under_no_gold_span(card: Scorecard) -> None:
    # "vit" alone, of the 10 tokens under no gold span.
    assert card.over_redaction.share.value == pytest.approx(1 / 10)
    assert (card.over_redaction.masked, card.over_redaction.tokens) == (1, 10)
    assert card.over_redaction.by_label == {"DATE": 1}


def test_a_span_is_right_if_edges_and_label_are(card: Scorecard) -> None:
    # Gold 5 spans, predicted 5 (Durand, Paul, vit, "12 mars", "82 ans"); both edges and label: Durand, "82 ans".
    spans = card.micro.spans
    assert (spans.gold, spans.predicted, spans.correct) == (5, 5, 2)
    assert spans.f1.value == pytest.approx(2 * 2 / 10)
    assert card.labels["DATE"].spans.f1.value == 0.0


def test_confusions_are_counted_token_by_token(card: Scorecard) -> None:
    confusion = card.confusion
    cells = {
        (gold, predicted): count
        for gold, row in zip(confusion.labels, confusion.counts, strict=True)
        for predicted, count in zip(confusion.labels, row, strict=True)
        if count
    }
    assert cells == {
        ("LASTNAME", "LASTNAME"): 1,
        ("FIRSTNAME", "LASTNAME"): 1,
        ("CITY", "O"): 1,
        ("DATE", "DATE"): 2,
        ("DATE", "O"): 1,
        ("AGE", "AGE"): 2,
        ("O", "DATE"): 1,
        ("O", "O"): 9,
    }


def test_bleu_is_not_smoothed(card: Scorecard) -> None:
    # Masks are one token, M. References and candidates:
    #   a  Mme M M vit à M .      (7)      Mme M M M à Dijon .   (7)
    #   b  Vu le M , M            (5)      Vu le M 2021 , M      (6)
    #   c  RAS ce jour            (3)      the same              (3)
    # Clipped matches / candidate n-grams:
    #   1: a Mme M M M à .     reference has 3 M: 6/7; b 5/6; c 3/3                     -> 14/16
    #   2: a "Mme M" "M M" of Mme-M M-M M-M M-à à-Dijon Dijon-. : "M M" once in the reference: 2/6
    #      b "Vu le" "le M" ", M" of 5: 3/5; c 2/2                                       -> 7/13
    #   3: a "Mme M M" of 5: 1; b "Vu le M" of 4: 1; c 1 of 1                            -> 3/10
    #   4: a of 4: "Mme M M M" is not in the reference: 0; b of 3: 0; c has none         -> 0/7
    # No match at order 4: BLEU is 0, as there is no smoothing.
    assert card.bleu.value == 0.0


def test_bleu_of_a_note_with_one_identifier_left() -> None:
    # Mme M vit à M . / Mme M vit à Dijon . : 5/6 words, 3/5 pairs, 2/4 triples, 1/3 quadruples; equal lengths.
    gold = [document("1", "Mme <LASTNAME>Durand</LASTNAME> vit à <CITY>Dijon</CITY> .")]
    predicted = [document("1", "Mme <LASTNAME>Durand</LASTNAME> vit à Dijon .")]
    bleu = evaluate(gold, predicted, bootstrap=0).overall.bleu
    assert bleu.value == pytest.approx((5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25)


def test_types_partition_the_documents() -> None:
    types = measured().types
    assert {name: part.documents for name, part in types.items()} == {"CR-CONS": 2, "LT-SOR": 1}
    # b alone: 4 of 5 gold tokens hidden, under the right label.
    assert types["CR-CONS"].micro.tokens.recall.value == pytest.approx(4 / 5)
    assert types["LT-SOR"].over_redaction.share.value == pytest.approx(1 / 4)


class TestLabelsOutsideTheView:
    """AP-HP has no AGE: the view keeps Durand, Paul, Dijon and the date."""

    def test_are_no_false_positives(self) -> None:
        tokens = measured("aphp").overall.micro.tokens
        # "82 ans" leaves both sides: gold 8 - 2, predicted 7 - 2, right 5 - 2.
        assert (tokens.gold, tokens.predicted, tokens.correct) == (6, 5, 3)

    def test_are_no_over_redaction_where_the_gold_has_them_too(self) -> None:
        over = measured("aphp").overall.over_redaction
        assert (over.masked, over.tokens) == (1, 10)

    def test_hide_what_they_cover(self) -> None:
        gold = [document("1", "né à <CITY>Dijon</CITY>")]
        predicted = [document("1", "né à <LOCATION>Dijon</LOCATION>")]
        card = evaluate(gold, predicted, view="aphp", bootstrap=0).overall
        assert card.micro.redaction.redacted.value == 1.0
        assert card.note_recall.value == 1.0
        assert card.micro.tokens.predicted == 0

    def test_are_over_redaction_where_the_gold_has_nothing(self) -> None:
        card = evaluate([document("1", "vu hier")], [document("1", "vu <AGE>hier</AGE>")], view="aphp").overall
        assert card.over_redaction.by_label == {"AGE": 1}


def test_a_name_of_the_other_kind_is_right_in_a_view_with_one_name() -> None:
    # In HNFC's view both names are NAME, so Paul is right: 6 of 8 tokens.
    tokens = measured("hnfc").overall.micro.tokens
    assert tokens.correct == 6
    assert tokens.recall.value == pytest.approx(6 / 8)


def test_note_recall_asks_for_every_letter_and_digit() -> None:
    gold = [document("1", "Mme <LASTNAME>Durand-Petit</LASTNAME>"), document("2", "<DATE>12/03</DATE>")]
    predicted = [
        document("1", "Mme <LASTNAME>Durand-Peti</LASTNAME>t"),  # each token is touched, a letter shows
        document("2", "<DATE>12</DATE>/<DATE>03</DATE>"),  # only the slash shows
    ]
    card = evaluate(gold, predicted, bootstrap=0).overall
    assert card.labels["LASTNAME"].redaction.fully_redacted_where_present.value == 1.0
    assert card.note_recall.value == pytest.approx(1 / 2)


def test_perfect_predictions_score_one_everywhere() -> None:
    gold = [document(name, marked, type) for name, (type, marked) in GOLD.items()]
    card = evaluate(gold, gold, bootstrap=0).overall
    shares = [
        card.micro.tokens.f1,
        card.micro.spans.f1,
        card.micro.redaction.fully_redacted,
        card.note_recall,
        card.bleu,
    ]
    assert [share.value for share in shares] == [1.0] * 5
    assert card.over_redaction.share.value == 0.0


def test_an_identifier_is_hidden_whatever_the_label(card: Scorecard) -> None:
    # Of Durand, Paul, Dijon, "12 mars 2021", "82 ans": Durand, Paul (as a family name) and "82 ans".
    hiding = card.micro.hiding
    assert (hiding.gold, hiding.hidden, hiding.documents) == (5, 3, 2)
    assert hiding.identifiers.value == pytest.approx(3 / 5)
    assert hiding.notes.value == card.note_recall.value == 0.0


@pytest.mark.parametrize(
    ("view", "label", "identifiers", "notes", "documents"),
    [
        ("canonical", "FIRSTNAME", 1 / 1, 1 / 1, 1),
        ("canonical", "DATE", 0 / 1, 0 / 1, 1),  # 2021 shows
        ("canonical", "AGE", 1 / 1, 1 / 1, 1),
        ("tarpon", "NAME", 2 / 2, 1 / 1, 1),  # Durand and Paul, of one note
        ("tarpon", "LOC", 0 / 1, 0 / 1, 1),
    ],
)
def test_recall_by_kind_counts_notes(view: str, label: str, identifiers: float, notes: float, documents: int) -> None:
    hiding = measured(view).overall.labels[label].hiding
    assert hiding.identifiers.value == pytest.approx(identifiers)
    assert hiding.notes.value == pytest.approx(notes)
    assert hiding.documents == documents


def test_recall_by_kind_asks_for_all_of_the_kind() -> None:
    gold = document("1", "<LASTNAME>Roy</LASTNAME> et <LASTNAME>Bel</LASTNAME>, <CITY>Dijon</CITY>")
    found = document("1", "<LASTNAME>Roy</LASTNAME> et Bel, <DATE>Dijon</DATE>")
    labels = evaluate([gold], [found], bootstrap=0).overall.labels
    assert (labels["LASTNAME"].hiding.identifiers.value, labels["LASTNAME"].hiding.notes.value) == (1 / 2, 0.0)
    assert (labels["CITY"].hiding.identifiers.value, labels["CITY"].hiding.notes.value) == (1.0, 1.0)


def test_masks_without_a_label(card: Scorecard) -> None:
    # Durand, Paul, vit, "12 mars", "82 ans" are masked; all but "vit" touch an identifier.
    assert (card.masks.predicted, card.masks.right) == (5, 4)
    assert card.masks.precision.value == pytest.approx(4 / 5)
    assert card.masks.f1.value == pytest.approx(2 * (4 / 5) * (3 / 5) / (4 / 5 + 3 / 5))


def test_a_mask_of_what_the_view_leaves_alone_is_not_counted() -> None:
    # Ages are no class of the view: neither the mask on one nor the one that is found counts.
    masks = measured("tarpon").overall.masks
    assert (masks.predicted, masks.right) == (4, 3)


def test_unweighted_means_over_labels(card: Scorecard) -> None:
    # Precision by label 1/2, undefined, undefined, 2/3, 1, undefined being 0; recall 1, 0, 0, 2/3, 1.
    # F1: LASTNAME 2/3, DATE 2/3, AGE 1, the others 0.
    means = card.token_averages
    precision, recall, f1 = [1 / 2, 0, 0, 2 / 3, 1], [1, 0, 0, 2 / 3, 1], [2 / 3, 0, 0, 2 / 3, 1]
    for found, shares in ((means.precision, precision), (means.recall, recall), (means.f1, f1)):
        assert found.value.value == pytest.approx(sum(shares) / 5)
        assert found.deviation == pytest.approx(statistics.stdev(shares))
    # Exact spans: Durand and "82 ans" right; LASTNAME predicted twice.
    assert card.span_averages.precision.value.value == pytest.approx((1 / 2 + 1) / 5)
    assert card.span_averages.recall.value.value == pytest.approx((1 + 1) / 5)


def test_a_label_that_is_only_predicted_leaves_the_means_alone() -> None:
    gold = document("1", "à <CITY>Dijon</CITY> hier")
    found = document("1", "à <CITY>Dijon</CITY> <DATE>hier</DATE>")
    means = evaluate([gold], [found], bootstrap=0).overall.token_averages
    assert (means.precision.value.value, means.recall.value.value) == (1.0, 1.0)
    assert math.isnan(means.f1.deviation)


def test_bleu_of_notes_by_themselves() -> None:
    # One note masked as it should be: 1. One of six tokens with a needless mask at its end: five of six words, four
    # of five pairs, three of four triples, two of three quadruples agree. One of three tokens has no quadruple.
    texts = {"1": "vu le <DATE>12</DATE> au soir", "2": "va bien ce jour , merci", "3": "RAS ce jour"}
    found = {**texts, "2": "va bien ce jour , <LASTNAME>merci</LASTNAME>"}
    card = evaluate(
        [document(*note) for note in texts.items()], [document(*note) for note in found.items()], bootstrap=0
    ).overall
    alone = (5 / 6 * 4 / 5 * 3 / 4 * 2 / 3) ** (1 / 4)
    assert card.note_bleu.value == pytest.approx((1 + alone) / 2)
    assert card.note_bleu.value != pytest.approx(card.bleu.value)
