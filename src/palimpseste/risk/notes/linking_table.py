"""How far two releases of the same patients are linked, with intervals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from palimpseste.files.kept import NoteFigures
from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.notes.linking import WAYS
from palimpseste.risk.success import SuccessRate, success_rate

__all__ = ["Linked", "linked_by", "linked_table"]


@dataclass(frozen=True, slots=True)
class Linked:
    """How often the right patient was found by one way to look.

    Parameters
    ----------
    first, ten : SuccessRate
        The likeliest is right; the right one is among the ten likeliest.
    reciprocal : float
        Mean of one over the rank.
    """

    first: SuccessRate
    ten: SuccessRate
    reciprocal: float


def linked_by(figures: Iterable[NoteFigures]) -> Mapping[str, Linked]:
    """Return how often patients were found by each way to look; empty where no note could be linked."""
    columns: dict[str, array[float]] = {}
    for note in figures:
        for name, value in note.items():
            columns.setdefault(name, array("d")).append(value)
    return {
        way: Linked(
            success_rate(np.array(columns[f"{way}|first"])),
            success_rate(np.array(columns[f"{way}|ten"])),
            float(np.mean(columns[f"{way}|reciprocal"])),
        )
        for way in WAYS
        if f"{way}|first" in columns
    }


def linked_table(found: Mapping[str, Linked], candidates: int) -> str:
    """Return the table as Markdown, chance last."""
    heads = ["looked at", "notes", "likeliest is right", "among ten", "mean reciprocal rank"]
    rows = [
        [way, f"{each.first.documents:,}", each.first.written(), each.ten.written(), f"{each.reciprocal:.3f}"]
        for way, each in found.items()
    ]
    harmonic = float((1 / np.arange(1, candidates + 1)).mean())
    rows.append(["by chance", "", _percent(100 / candidates), _percent(min(100, 1000 / candidates)), f"{harmonic:.2g}"])
    return markdown_table(heads, rows)


def _percent(value: float) -> str:
    """Return a percentage in two figures, those from ten on without a decimal."""
    return f"{value:.2g}%" if value < 10 else f"{value:.0f}%"
