"""What training documents of the same type are worth: Table 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.counts import UNTYPED
from palimpseste.papers.aphp.trainings import HYBRID_WAY, MODEL_WAY, NOT_COMPARABLE, Trained, sets_of, trained
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.tables import mean_and_deviation, share
from palimpseste.training.compare.folds import Sets
from palimpseste.training.compare.significance import t_test

__all__ = ["table_5"]

_MEASURES = {"f1": ("F1", "f1"), "fully_redacted": ("fully redacted", "fully")}
_MOST = 5


def table_5(material: Material) -> Finding:
    """Return F1 and *fully redacted* on each type, trained without and with it, and whether that differs."""
    sets = sets_of(material)
    types = _types(sets)
    found = trained(material, sets, without_types=types)
    printed = {row["ours"]: row for row in published("aphp_table_5")}
    tables = []
    for title, name, way in (("Model alone", "model", MODEL_WAY), ("Model and rules", "hybrid", HYBRID_WAY)):
        rows = []
        for type_ in types:
            counts = [f"{sum(note.type == type_ for note in notes):,}" for notes in (sets.train, sets.test)]
            rows.append([type_, *counts, *_cells(found, type_, way, printed.get(type_, {}))])
        heads = ("type", "training notes", "test notes", *_heads())
        tables.append(Table(heads, rows, title, name))
    said = "" if set(types) <= set(printed) else " None of the paper's types is here: those most frequent in the test."
    return Finding(
        tables,
        "Trained with and without the notes of a type, measured on the test notes of that type by token; p is of "
        "Student's two-sided t-test of two independent samples of the same variance. The paper prints two p-values, of "
        "pathology: 0.027 of F1, 0.023 of fully redacted; in F1 it finds no other significant difference.",
        "The paper does not say whether rules were added: both stand here beside the same printed figures. A column of "
        "*fully redacted* moves in steps of one test note. " + NOT_COMPARABLE,
        said=sets.told() + said,
    )


def _types(sets: Sets) -> list[str]:
    """Return the paper's types that are in training and test notes, else the most frequent ones that are."""
    if not any(note.type for notes in (sets.train, sets.test) for note in notes):
        raise UsageError(UNTYPED)
    tested = Counter(note.type for note in sets.test if note.type)
    both = tested.keys() & {note.type for note in sets.train}
    theirs = [row["ours"] for row in published("aphp_table_5") if row["ours"] in both]
    found = theirs or sorted(both, key=lambda name: (-tested[name], name))[:_MOST]
    if not found:
        raise UsageError("no type of document is in training and test notes alike, so that none can be left out")
    if all(note.type == found[0] for note in sets.train):
        raise UsageError("all notes to train on are of one type: none can be left out")
    return found


def _cells(found: Trained, type_: str, way: str, printed: Mapping[str, str]) -> list[str]:
    cells = []
    for measure, (_, theirs) in _MEASURES.items():
        sides = [
            _on(found.of("without type", type_), type_, way, measure),
            _on(found.of("all notes"), type_, way, measure),
        ]
        for side, name in zip(sides, ("excluded", "included"), strict=True):
            known = f"{theirs}_{name}" in printed
            cells.append(f"{printed[f'{theirs}_{name}']} ± {printed[f'{theirs}_{name}_deviation']}" if known else "–")
            cells.append(mean_and_deviation(side))
        cells.append(share(t_test(*sides)))
    return cells


def _heads() -> list[str]:
    heads = []
    for said, _ in _MEASURES.values():
        heads += [f"{said} {side}, {whose}" for side in ("excluded", "included") for whose in ("printed", "ours")]
        heads.append(f"p of {said}, ours")
    return heads


def _on(trainings: list[dict[str, Any]], type_: str, way: str, measure: str) -> list[float]:
    return [each["ways"][way]["types"][type_][measure] for each in trainings]
