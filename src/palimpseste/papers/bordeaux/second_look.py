"""Where all versions of all models agree against the annotator, and scores before and after the correction of notes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from palimpseste.document import Document
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.labels import view_named
from palimpseste.papers.bordeaux.labels import VIEW
from palimpseste.papers.bordeaux.runs import ModelRun, model_runs
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import annotated

__all__ = ["places_agreed_on", "second_look"]


def second_look(material: Material) -> Finding:
    """Return how many places all versions mask and the annotator does not, and scores before and after correction."""
    notes = annotated(material.of_split("test"), VIEW)
    runs = model_runs(material)
    places = {note.id: found for note in notes if (found := places_agreed_on(note, runs))}
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("id", "start", "end", *(["text"] if material.quote else [])))
    for note in notes:
        for start, end in places.get(note.id, ()):
            writer.writerow((note.id, start, end, *([note.text[start:end]] if material.quote else [])))
    versions = sum(len(run.found) for run in runs)
    counts = [
        ["versions (models and epochs)", "–", f"{versions:,}"],
        ["notes with a place that all versions mask and the annotator does not", "65", f"{len(places):,}"],
        ["such places", "–", f"{sum(map(len, places.values())):,}"],
    ]
    rows = []
    for run in runs:
        rows.append([run.name, "as annotated", *_scores(notes, run, material)])
        if material.second:
            rows.append([run.name, "corrected", *_scores(material.second, run, material)])
    return Finding(
        [
            Table(("", "printed", "ours"), counts, "Places for a second look"),
            Table(("model", "annotation", "notes", "recall of notes", "P", "R", "F1"), rows, "Scores", "scores"),
        ],
        "Every adapter that was kept, one an epoch, is a version, as in the paper; a place is a run of letters and "
        "digits under a mask of each. Scores are of the best epoch; both lines of a model are of the same masks.",
        "The paper looked at notes without an identifier, and changed nine of 65. Here places are listed in all notes; "
        "whether the annotator was wrong is for a reader to say, in a corrected copy of the notes (--second).",
        private={"places.csv": stream.getvalue()},
    )


def places_agreed_on(note: Document, runs: Sequence[ModelRun]) -> list[tuple[int, int]]:
    """Return where every version of every model masks a note and the annotator does not; none if one did not read it.

    Parameters
    ----------
    note : Document
        Annotated.
    runs : sequence of ModelRun
        Models with all their epochs.
    """
    agreed = set(range(len(note.text)))
    for run in runs:
        for found in run.found.values():
            if note.id not in found:
                return []
            agreed &= {place for span in found[note.id][0] for place in range(span.start, span.end)}
    names = view_named(VIEW)
    agreed -= {place for span in note.entities if span.label in names for place in range(span.start, span.end)}
    places: list[tuple[int, int]] = []
    for place in sorted(agreed):
        if places and places[-1][1] == place:
            places[-1] = (places[-1][0], place + 1)
        else:
            places.append((place, place + 1))
    return [(start, end) for start, end in places if any(map(str.isalnum, note.text[start:end]))]


def _scores(notes: Sequence[Document], run: ModelRun, material: Material) -> list[str]:
    masked = run.masked(notes, run.best)
    read = {note.id for note in masked}
    gold = [note for note in notes if note.id in read]
    card = evaluate(gold, masked, view=VIEW, bootstrap=material.bootstrap, seed=material.seed).overall
    estimates = (card.note_recall, card.masks.precision, card.micro.hiding.identifiers, card.masks.f1)
    return [f"{len(gold):,}", *map(with_interval, estimates)]
