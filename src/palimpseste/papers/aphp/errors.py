"""What was missed and what was taken for an identifier, in classes: Figures 7 and 8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import view_named
from palimpseste.papers.aphp.error_classes import FALSE, MISSED, ErrorClass, class_of
from palimpseste.papers.aphp.error_form import Line, form_of, read_forms
from palimpseste.papers.aphp.labels import SCORED_VIEW
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import HYBRID, annotated, found_by, with_records
from palimpseste.rendering.charts import bars
from palimpseste.rendering.tables import share

__all__ = ["figure_7", "figure_8"]

_FORM = "errors.csv"
_REVIEWED = 143  # errors that the paper's readers looked at, of both kinds


def figure_7(material: Material) -> Finding:
    """Return the entities of which nothing was hidden, by class, and a form for a reader of them."""
    return _finding(material, MISSED, "missed")


def figure_8(material: Material) -> Finding:
    """Return what was taken for an entity and touches none, by class, and a form for a reader of it."""
    return _finding(material, FALSE, "false")


def _finding(material: Material, classes: tuple[ErrorClass, ...], kind: str) -> Finding:
    notes = annotated(material.of_split("dev"), SCORED_VIEW)
    if material.forms:
        lines = read_forms(material.forms, kind, [each.name for each in classes])
        if unknown := sorted({line.document for line in lines} - {note.id for note in notes}):
            raise UsageError(f"document {unknown[0]!r} of a form is none of the notes looked at")
        given = [line.read_as or "not read yet" for line in lines]
        private, whose = {}, "as a reader has it"
    else:
        lines = _errors(notes, found_by(HYBRID, notes, material), classes, kind)
        given = [line.guessed for line in lines]
        private, whose = {_FORM: form_of(lines, classes, notes if material.quote else ())}, "by rule"
    if not lines:
        raise UsageError(
            f"nothing was {'missed' if kind == 'missed' else 'taken for an entity wrongly'}: no error to class"
        )
    counts = Counter(given)
    printed = {each.name: each.printed for each in classes}
    names = [*printed, *sorted(counts.keys() - printed)]
    rows = [[name, printed.get(name) or "–", share(counts[name] / len(lines)), f"{counts[name]:,}"] for name in names]
    rows.append(["**all**", "", "1.000", f"{len(lines):,}"])
    by_label = Counter(line.label for line in lines)
    return Finding(
        [
            Table((f"class, {whose}", "printed", "ours", "errors of ours"), rows),
            Table(
                ("label", "errors of ours"),
                [[name, f"{n:,}"] for name, n in by_label.most_common()],
                "By label",
                "labels",
            ),
        ],
        f"Entities of the twelve labels under model and rules, on the development notes where sets are told (all notes "
        "where not); the paper's readers classed "
        f"{_REVIEWED} errors of both kinds. " + _KINDS[kind],
        "The shares of the paper's figure are lost with its picture but for those that its text tells. A rule sees the "
        "entity and the line before it, a reader what is meant: without a filled form (--form) classes are guesses. "
        "Years beside a sign were missed by the paper's tokeniser, which ours does not share.",
        {"": bars({name: {whose: counts[name] / len(lines)} for name in names}, f"share of the errors, {kind}")},
        said=with_records(notes),
        private=private,
    )


_KINDS = {
    "missed": "Missed: no character of the entity was hidden, under whatever label.",
    "false": "False: what was found touches no annotated identifier of any kind.",
}


def _errors(
    notes: Sequence[Document], found: Sequence[Document], classes: tuple[ErrorClass, ...], kind: str
) -> list[Line]:
    names = view_named(SCORED_VIEW)
    lines = []
    for note, predicted in zip(notes, found, strict=True):
        looked_at, against = note.entities, predicted.entities
        if kind == "false":
            looked_at, against = against, looked_at
        for span in looked_at:
            if span.label in names and not any(map(span.overlaps, against)):
                guessed = class_of(note.text, span, classes)
                lines.append(Line(note.id, kind, names[span.label], span.start, span.end, guessed))
    return lines
