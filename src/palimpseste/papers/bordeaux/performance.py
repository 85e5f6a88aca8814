"""Recall by note and by kind, precision, recall and F1 of identifiers: Table 3, appendices 2 to 4."""

from __future__ import annotations

import math
from collections.abc import Sequence

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.published import published
from palimpseste.evaluation.scores import Estimate, Scorecard
from palimpseste.papers.bordeaux.labels import NOT_COMPARABLE, VIEW
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import HYBRID, SYSTEMS, annotated, found_by, with_records

__all__ = ["appendix_2", "appendix_3", "appendix_4", "table_3"]

_MEASURES = ("note_recall", "precision", "recall", "f1", "NAME", "TEL", "DATE", "LOC")
_HEADS = ("recall of notes", "P", "R", "F1", "NAME", "TEL", "DATE", "LOC")
_COMPARABLE = (
    "A note counts as done where every letter and digit of all its identifiers is hidden, of the notes that hold one. "
    "P, R and F1 have the identifier as unit, hidden whole, whatever the label; recall by kind counts notes."
)


def table_3(material: Material) -> Finding:
    """Return note recall, identifier scores, recall by kind and BLEU of our systems, under those of the paper's."""
    notes = annotated(material.of_split("test"), VIEW)
    rows = [[f"printed: {row['model']}", *(row[name] for name in _MEASURES), "–"] for row in _printed()]
    for system in SYSTEMS:
        card = _card(notes, found_by(system, notes, material), material)
        rows.append([f"ours: {system}", *_cells(card), with_interval(card.note_bleu)])
    return Finding(
        [Table(("system", *_HEADS, "BLEU-4"), rows, "Scores, and recall of notes by kind")],
        f"{_COMPARABLE} BLEU is the mean over notes, of our masks against the annotators'; the paper prints that it "
        "stays above 0.9864 from epoch 5 on.",
        f"A mask of ours is right if it touches an identifier. {NOT_COMPARABLE}",
        said=with_records(notes),
    )


def appendix_2(material: Material) -> Finding:
    """Return the scores of Table 3 under an annotation and under its correction (``--second``), beside the printed.

    Raises
    ------
    UsageError
        If there is no second annotation.
    """
    if not material.second:
        raise UsageError("scores after correction need the same notes with their annotation corrected (--second)")
    notes = annotated(material.of_split("test"), VIEW)
    measured = {note.id for note in notes}
    corrected = [note for note in material.second if note.id in measured]
    found = found_by(HYBRID, notes, material)
    rows = []
    for before, after in zip(_printed(), published("bordeaux_appendix_2"), strict=True):
        rows.append([f"printed: {before['model']}", *(before[name] for name in _MEASURES)])
        rows.append([f"printed: {after['model']}, corrected", *(after[name] for name in _MEASURES)])
    rows.append([f"ours: {HYBRID}", *_cells(_card(notes, found, material))])
    rows.append([f"ours: {HYBRID}, corrected", *_cells(_card(corrected, found, material))])
    return Finding(
        [Table(("system", *_HEADS), rows)],
        f"{_COMPARABLE} Both lines of a system are of the same masks: the annotation alone was corrected.",
        "Their correction looked at notes without an identifier in which all versions of all models found one, and "
        f"changed nine notes; ours is whatever the second annotation says. {NOT_COMPARABLE}",
        said=with_records(notes),
    )


def appendix_3(material: Material) -> Finding:
    """Return precision, recall and F1 of identifiers, beside those of works on French notes that the paper cites."""
    notes = annotated(material.of_split("test"), VIEW)
    card = _card(notes, found_by(HYBRID, notes, material), material)
    rows = [
        [f"printed: {row['work']}", *(row[name] for name in ("notes", "precision", "recall", "f1"))]
        for row in published("bordeaux_appendix_3")
    ]
    scores = (card.masks.precision, card.micro.hiding.identifiers, card.masks.f1)
    rows.append([f"ours: {HYBRID}", f"{len(notes):,}", *map(with_interval, scores)])
    return Finding(
        [Table(("work", "notes", "P", "R", "F1"), rows)],
        "Ours are the paper's measures of identifiers. Printed lines are those on French notes; the paper lists works "
        "on other languages too.",
        "Every line has notes, labels and units of its own, so that the table says what was reached where, and not who "
        f"is better. {NOT_COMPARABLE}",
        said=with_records(notes),
    )


def appendix_4(material: Material) -> Finding:
    """Return recall by kind in per cent, beside that of the works that the paper cites."""
    notes = annotated(material.of_split("test"), VIEW)
    card = _card(notes, found_by(HYBRID, notes, material), material)
    kinds = ("NAME", "DATE", "LOC", "TEL")
    rows = [[f"printed: {row['work']}", *(row[kind] for kind in kinds)] for row in published("bordeaux_appendix_4")]
    held = [card.labels.get(kind) for kind in kinds]
    for unit in ("identifiers", "notes"):
        shares = (getattr(scores.hiding, unit) if scores else None for scores in held)
        rows.append([f"ours: {HYBRID}, {unit} as unit", *map(_per_cent, shares)])
    rows.append(["ours: identifiers", *(f"{scores.hiding.gold:,}" if scores else "0" for scores in held)])
    return Finding(
        [Table(("work", *(f"{kind}, %" for kind in kinds)), rows)],
        "Recall by kind, hidden whole whatever the label; the paper's own line counts notes.",
        "The other lines have labels of their own: a range is that of the labels which the paper puts under one kind. "
        f"{NOT_COMPARABLE}",
        said=with_records(notes),
    )


def _printed() -> list[dict[str, str]]:
    return published("bordeaux_table_3")


def _card(gold: Sequence[Document], found: Sequence[Document], material: Material) -> Scorecard:
    return evaluate(gold, found, view=VIEW, bootstrap=material.bootstrap, seed=material.seed).overall


def _cells(card: Scorecard) -> list[str]:
    estimates = (card.note_recall, card.masks.precision, card.micro.hiding.identifiers, card.masks.f1)
    kinds = (card.labels.get(kind) for kind in _MEASURES[4:])
    return [*map(with_interval, estimates), *(with_interval(each.hiding.notes) if each else "–" for each in kinds)]


def _per_cent(estimate: Estimate | None) -> str:
    return "–" if estimate is None or math.isnan(estimate.value) else f"{100 * estimate.value:.2f}"
