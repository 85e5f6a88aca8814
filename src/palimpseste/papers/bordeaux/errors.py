"""The notes that are not clean, by kind of what was left: Table 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from palimpseste.document import Document
from palimpseste.evaluation.published import published
from palimpseste.labels import view_named
from palimpseste.papers.bordeaux.labels import KINDS, NOT_COMPARABLE, VIEW
from palimpseste.papers.bordeaux.runs import EPOCHS, ModelRun, model_runs
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import HYBRID, annotated, found_by, with_records

__all__ = ["table_4"]

_NOTES, _NOTHING = "notes not clean", "nothing masked in them"
_READ, _ANONYMOUS = "notes answered", "wrongly answered ANONYMOUS"


def table_4(material: Material) -> Finding:
    """Return the notes with an identifier left, those of them without any mask, and what was left by kind."""
    notes = annotated(material.of_split("test"), VIEW)
    in_notes, identifiers = _left(notes, found_by(HYBRID, notes, material))
    # Other experiments take encoders by the same option.
    runs = model_runs(material) if Path(material.settings.get("encoder", ""), EPOCHS).is_dir() else []
    printed = {row["row"]: row["notes"] for row in published("bordeaux_table_4")}
    rows = [
        [name, printed.get(name, "–"), f"{in_notes[name]:,}", f"{identifiers[name]:,}" if name in KINDS else "–"]
        for name in (_NOTES, _NOTHING, *KINDS)
    ]
    tables = [Table(("", "notes, printed", "notes, ours", "identifiers, ours"), rows)]
    if runs:
        columns = [_of_model(notes, run) for run in runs]
        lines = [[name, *(f"{column[name]:,}" for column in columns)] for name in (_READ, _NOTES, _ANONYMOUS, *KINDS)]
        tables.append(Table(("notes", *(run.name for run in runs)), lines, "Models that write", "models"))
    return Finding(
        tables,
        "A note is not clean where a letter or digit of an identifier is left, under the model and rules together; "
        "*nothing masked* is what an answer ANONYMOUS is to a model that writes.",
        "The paper counts each of its 63 notes under one kind; ours counts a note under every kind that is left in it, "
        f"and the identifiers beside it. It tells institutions from towns in its text, not in the table. "
        f"{NOT_COMPARABLE}",
        said=with_records(notes),
    )


def _of_model(notes: Sequence[Document], run: ModelRun) -> Counter[str]:
    masked = run.masked(notes, run.best)
    read = {note.id for note in masked}
    gold = [note for note in notes if note.id in read]
    counts, _ = _left(gold, masked)
    counts[_READ] = len(gold)
    names = view_named(VIEW)
    counts[_ANONYMOUS] = sum(
        run.found[run.best][note.id][1] and any(span.label in names for span in note.entities) for note in gold
    )
    return counts


def _left(notes: Sequence[Document], masked: Sequence[Document]) -> tuple[Counter[str], Counter[str]]:
    """Return the notes that are not clean, those of them without any mask, and notes and identifiers left by kind."""
    names = view_named(VIEW)
    in_notes: Counter[str] = Counter()
    identifiers: Counter[str] = Counter()
    for note, found in zip(notes, masked, strict=True):
        hidden = {place for span in found.entities for place in range(span.start, span.end)}
        left = {
            span
            for span in note.entities
            if span.label in names
            and any(note.text[place].isalnum() and place not in hidden for place in range(span.start, span.end))
        }
        if left:
            in_notes[_NOTES] += 1
            in_notes[_NOTHING] += not hidden
            in_notes.update({names[span.label] for span in left})
            identifiers.update(names[span.label] for span in left)
    return in_notes, identifiers
