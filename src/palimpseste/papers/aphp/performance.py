"""How good rules, model and both together are: Table 4; what is taken for what: Figure 6."""

from __future__ import annotations

from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.evaluation.published import published
from palimpseste.evaluation.scores import LabelScores, Scorecard
from palimpseste.papers.aphp.labels import SCORED, SCORED_VIEW, VIEW, printed_name
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import HYBRID, MODEL, RULES, SYSTEMS, annotated, found_by, with_records
from palimpseste.rendering.charts import matrix

__all__ = ["NOT_COMPARABLE", "figure_6", "table_4"]

_TITLES = {RULES: "Rules (RB)", MODEL: "Model (ML)", HYBRID: "Both (hybrid)"}
_MEASURES = ("precision", "recall", "f1", "redacted", "fully_redacted")
_HEADS = ("P", "R", "F1", "redacted", "fully redacted")

_COMPARABLE = (
    "The twelve labels; tokens as unit; *redacted*, a token hidden under whatever label; *fully redacted*, of all "
    "notes, those without the label included. Rules are static ones and those of the patient's record, as theirs."
)
NOT_COMPARABLE = (
    "Their notes are private, of one hospital group, and each is there twice, by two extractions from PDF. Their "
    "tokens part figures from letters, ours do not. The bundled model read none of their notes, theirs was trained on "
    "3,373 notes of the same hospitals. Where notes come without a record, our rules are the static ones alone."
)


def table_4(material: Material) -> Finding:
    """Return the five measures of each label under rules, model and both, beside the printed ones."""
    notes = annotated(material.of_split("test"), SCORED_VIEW)
    tables = []
    for system in SYSTEMS:
        found = found_by(system, notes, material)
        card = evaluate(notes, found, view=SCORED_VIEW, bootstrap=material.bootstrap, seed=material.seed).overall
        tables.append(_beside(system, card))
    return Finding(tables, _COMPARABLE, NOT_COMPARABLE, said=with_records(notes))


def figure_6(material: Material) -> Finding:
    """Return the tokens by annotated and predicted label under the hybrid system, as table and figure."""
    notes = annotated(material.of_split("test"), VIEW)
    confusion = evaluate(notes, found_by(HYBRID, notes, material), view=VIEW, bootstrap=0).overall.confusion
    rows = dict(zip(confusion.labels, confusion.counts, strict=True))
    return Finding(
        [Table(("gold \\ predicted", *confusion.labels), [[name, *map(str, row)] for name, row in rows.items()])],
        "Tokens under the hybrid system, the thirteen labels of Table 1 and O for no label; rows are the annotation.",
        "The paper's figure prints no numbers that its text keeps, so none stand beside ours. " + NOT_COMPARABLE,
        {"": matrix(rows, confusion.labels, "tokens by annotated (rows) and predicted label (columns)")},
        said=with_records(notes),
    )


def _beside(system: str, card: Scorecard) -> Table:
    printed = {row["label"]: row for row in published("aphp_table_4") if row["system"] == system}
    rows = []
    for label in (*SCORED, "ALL"):
        scores = card.micro if label == "ALL" else card.labels.get(label)
        ours = _cells(scores)
        theirs = [printed[printed_name(label)][measure] for measure in _MEASURES]
        rows.append([label, ours[0], *(cell for pair in zip(theirs, ours[1:], strict=True) for cell in pair)])
    heads = ("label", "our tokens", *(f"{what}, {whose}" for what in _HEADS for whose in ("printed", "ours")))
    return Table(heads, rows, _TITLES[system], system)


def _cells(scores: LabelScores | None) -> list[str]:
    if scores is None:
        return ["0", *["–"] * len(_HEADS)]
    tokens, redaction = scores.tokens, scores.redaction
    estimates = (tokens.precision, tokens.recall, tokens.f1, redaction.redacted, redaction.fully_redacted)
    return [f"{tokens.gold:,}", *map(with_interval, estimates)]
