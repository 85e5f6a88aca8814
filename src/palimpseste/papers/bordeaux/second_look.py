"""Where all versions of all models agree against the annotator, and scores before and after the correction of notes."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from palimpseste.document import Document, Span
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.markdown import with_interval
from palimpseste.labels import view_named
from palimpseste.papers.bordeaux.labels import VIEW
from palimpseste.papers.bordeaux.runs import model_runs, named_folders
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import SYSTEMS, annotated, found_by

__all__ = ["Version", "second_look"]

# What one version masks: note by identifier to spans; a note that it did not read is not there.
Version = Mapping[str, Sequence[Span]]

_OF_MODELS = "Every adapter that was kept, one an epoch, is a version, as in the paper. Scores are of the best epoch."
_OF_OURS = (
    "Versions are the rules, the bundled model and both together, since no model that writes was named; the model also "
    "reads what the rules found, so that they agree more easily than strangers would."
)


@dataclass(frozen=True, slots=True)
class _Looked:
    """The versions, and by the name of a model what is scored of it."""

    versions: Sequence[Version]
    scored: Mapping[str, Version]
    told: str


def second_look(material: Material) -> Finding:
    """Return how many places all versions mask and the annotator does not, and scores before and after correction."""
    notes = annotated(material.of_split("test"), VIEW)
    looked = _models(material) if named_folders(material) else _ours(notes, material)
    read = [note for note in notes if all(note.id in version for version in looked.versions)]
    places = {note.id: found for note in read if (found := _places_agreed_on(note, looked.versions))}
    clean = {note.id for note in read if not _identifiers(note)}
    counts = [
        ["versions", "45", f"{len(looked.versions):,}"],
        ["notes that all versions read", "3,000", f"{len(read):,}"],
        ["of these, notes without an identifier", "2,066", f"{len(clean):,}"],
        ["of these, notes with a place that all versions mask", "65", f"{len(clean & places.keys()):,}"],
        [
            "notes, whatever they hold, with a place that all versions mask and the annotator does not",
            "–",
            f"{len(places):,}",
        ],
        ["such places", "–", f"{sum(map(len, places.values())):,}"],
    ]
    if material.second:
        counts.append(["such places that the correction marks", "9", f"{_marked(places, material.second):,}"])
    rows = []
    for name, masked in looked.scored.items():
        rows.append([name, "as annotated", *_scores(notes, masked, material)])
        if material.second:
            rows.append([name, "corrected", *_scores(_same(material.second, notes), masked, material)])
    return Finding(
        [
            Table(("", "printed", "ours"), counts, "Places for a second look"),
            Table(("model", "annotation", "notes", "recall of notes", "P", "R", "F1"), rows, "Scores", "scores"),
        ],
        f"{looked.told} A place is a run of letters and digits under a mask of each version; both lines of a model are "
        "of the same masks.",
        "The paper looked at notes without an identifier, and changed nine of 65, each by one identifier. Here places "
        "are listed in all notes; whether the annotator was wrong is for a reader to say, in a corrected copy of the "
        "notes (--second).",
        private={"places.csv": _listed(notes, places, quote=material.quote)},
    )


def _places_agreed_on(note: Document, versions: Sequence[Version]) -> list[tuple[int, int]]:
    """Return where every version masks a note and the annotator does not.

    Parameters
    ----------
    note : Document
        Annotated, and read by every version.
    versions : sequence of mapping
        Note by identifier to what is masked in it.
    """
    agreed = set(range(len(note.text)))
    for version in versions:
        agreed &= _covered(version[note.id])
    agreed -= _covered(_identifiers(note))
    places: list[tuple[int, int]] = []
    for place in sorted(agreed):
        if places and places[-1][1] == place:
            places[-1] = (places[-1][0], place + 1)
        else:
            places.append((place, place + 1))
    return [(start, end) for start, end in places if any(map(str.isalnum, note.text[start:end]))]


def _models(material: Material) -> _Looked:
    runs = model_runs(material)
    answered = {run.name: {key: spans for key, (spans, _) in run.found[run.best].items()} for run in runs}
    versions = [{key: spans for key, (spans, _) in found.items()} for run in runs for found in run.found.values()]
    return _Looked(versions, answered, _OF_MODELS)


def _ours(notes: Sequence[Document], material: Material) -> _Looked:
    found = {system: {note.id: _identifiers(note) for note in found_by(system, notes, material)} for system in SYSTEMS}
    return _Looked(list(found.values()), found, _OF_OURS)


def _identifiers(note: Document) -> list[Span]:
    names = view_named(VIEW)
    return [span for span in note.entities if span.label in names]


def _covered(spans: Sequence[Span]) -> set[int]:
    return {place for span in spans for place in range(span.start, span.end)}


def _marked(places: Mapping[str, Sequence[tuple[int, int]]], corrected: Sequence[Document]) -> int:
    marked = {note.id: _covered(_identifiers(note)) for note in corrected if note.id in places}
    return sum(
        not marked.get(key, set()).isdisjoint(range(start, end))
        for key, found in places.items()
        for start, end in found
    )


def _same(corrected: Sequence[Document], notes: Sequence[Document]) -> list[Document]:
    measured = {note.id for note in notes}
    return [note for note in corrected if note.id in measured]


def _scores(notes: Sequence[Document], found: Version, material: Material) -> list[str]:
    gold = [note for note in notes if note.id in found]
    masked = [replace(note, entities=tuple(found[note.id])) for note in gold]
    card = evaluate(gold, masked, view=VIEW, bootstrap=material.bootstrap, seed=material.seed).overall
    estimates = (card.note_recall, card.masks.precision, card.micro.hiding.identifiers, card.masks.f1)
    return [f"{len(gold):,}", *map(with_interval, estimates)]


def _listed(notes: Sequence[Document], places: Mapping[str, Sequence[tuple[int, int]]], *, quote: bool) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("id", "start", "end", *(["text"] if quote else [])))
    for note in notes:
        for start, end in places.get(note.id, ()):
            writer.writerow((note.id, start, end, *([note.text[start:end]] if quote else [])))
    return stream.getvalue()
