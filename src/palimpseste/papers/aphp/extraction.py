"""What the way of extracting text from PDF is worth: Table 7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.labels import SCORED_VIEW
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import HYBRID, annotated, found_by, with_records

__all__ = ["table_7"]

_MEASURES = ("precision", "recall", "f1", "redacted", "fully_redacted")
_HEADS = ("P", "R", "F1", "redacted", "fully redacted")


def table_7(material: Material) -> Finding:
    """Return the measures of the hybrid system on the same documents extracted as a whole and as their body.

    Raises
    ------
    UsageError
        If there is no second extraction, or a document was extracted one way only.
    """
    if not material.second:
        raise UsageError(
            "one extraction compares with nothing: NOTES are the whole texts of the documents; give their bodies, "
            "annotated too (--second)"
        )
    whole, body = material.of_split("test"), replace(material, notes=material.second).of_split("test")
    if lone := sorted({note.id for note in whole} ^ {note.id for note in body}):
        raise UsageError(f"document {lone[0]!r} was extracted one way only")
    printed = {row["extraction"]: row for row in published("aphp_table_7")}
    counted = next(row for row in published("aphp_table_3") if row["label"] == "Documents")
    rows = []
    for theirs, ours, notes in (("edspdf", "body (--second)", body), ("pdfbox", "whole text (NOTES)", whole)):
        row = printed[theirs]
        scores = [f"{row[name]} ± {row[f'{name}_deviation']}" for name in _MEASURES]
        rows.append([f"printed: {theirs}", counted[f"test_{theirs}"], "–", *scores])
        rows.append([f"ours: {ours}", *_cells(notes, material)])
    return Finding(
        [Table(("extraction", "documents", "tokens to hide", *_HEADS), rows)],
        "The same documents in both extractions, annotated in each; model and rules together, twelve labels, by token. "
        "*Fully redacted* of what an extraction kept: where it leaves letterheads out, nothing in them can be missed.",
        "Theirs is mean ± deviation over trainings, ours one model with an interval by resampling notes. Their edspdf "
        "is a segmentation that was trained, their pdfbox was adapted; ours are `--pdf-extractor body` and `full`, or "
        "whatever extracted the notes given. Their notes are private.",
        said=with_records(whole),
    )


def _cells(notes: Sequence[Document], material: Material) -> list[str]:
    found = found_by(HYBRID, annotated(notes, SCORED_VIEW), material)
    card = evaluate(notes, found, view=SCORED_VIEW, bootstrap=material.bootstrap, seed=material.seed).overall
    tokens, redaction = card.micro.tokens, card.micro.redaction
    estimates = (tokens.precision, tokens.recall, tokens.f1, redaction.redacted, redaction.fully_redacted)
    return [f"{len(notes):,}", f"{tokens.gold:,}", *map(with_interval, estimates)]
