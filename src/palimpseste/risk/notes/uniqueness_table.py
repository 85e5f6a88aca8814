"""Shares of notes whose patient is alone, under each policy, with intervals, and what makes them alone."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from palimpseste.files.kept import NoteFigures
from palimpseste.population.attributes import NAMES
from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.success import SuccessRate, success_rate

__all__ = ["LIMITS", "Alone", "Alones", "alone_in", "alone_tables"]

# What k is compared with: nobody else, and the two that data protection officers ask for.
LIMITS = (1, 5, 11)
_WORST = 11


@dataclass(frozen=True)
class Alone:
    """How alone patients are under one policy.

    Parameters
    ----------
    notes : int
        That were read.
    under : mapping of int to SuccessRate
        Share of notes with an expected k under each of `LIMITS`.
    median : float
        Of k.
    blamed : mapping of str to tuple of int and float
        For each attribute in how many notes with k under 11 there would be 11 without it, and by what factor k would
        rise in the median of those that say it; worst first.
    register : mapping of int to SuccessRate
        The same shares within the register.
    posterior : float, optional
        Mean posterior of the right patient in the register.
    first : SuccessRate, optional
        How often the likeliest patient of the register is the right one.
    """

    notes: int
    under: Mapping[int, SuccessRate]
    median: float
    blamed: Mapping[str, tuple[int, float]]
    register: Mapping[int, SuccessRate] = field(default_factory=dict)
    posterior: float | None = None
    first: SuccessRate | None = None


Alones = Mapping[str, Alone]


def alone_in(figures: Iterable[NoteFigures], versions: Sequence[str]) -> Alones:
    """Return how alone patients are, by the name of the version."""
    columns: dict[str, array[float]] = {}
    raised: dict[tuple[str, str], tuple[array[float], array[float]]] = {}
    for note in figures:
        for name, value in note.items():
            version, _, rest = name.partition("|")
            kind, _, attribute = rest.partition("|")
            if attribute:
                before, after = raised.setdefault((version, attribute), (array("d"), array("d")))
                before.append(note[f"{version}|k"])
                after.append(value)
            else:
                columns.setdefault(f"{version}|{kind}", array("d")).append(value)
    return {version: _alone(version, columns, raised) for version in versions if f"{version}|k" in columns}


def _alone(
    version: str,
    columns: Mapping[str, array[float]],
    raised: Mapping[tuple[str, str], tuple[array[float], array[float]]],
) -> Alone:
    ks = np.array(columns[f"{version}|k"])
    blamed = {}
    for attribute in NAMES:
        if pairs := raised.get((version, attribute)):
            before, after = map(np.array, pairs)
            freed = int(((before < _WORST) & (after >= _WORST)).sum())
            blamed[attribute] = (freed, float(np.median(after / np.maximum(before, 1e-300))))
    worst_first = dict(sorted(blamed.items(), key=lambda each: (-each[1][0], -each[1][1])))
    within = np.array(columns.get(f"{version}|register", ()))
    if not len(within):
        return Alone(len(ks), _under(ks), float(np.median(ks)), worst_first)
    return Alone(
        len(ks),
        _under(ks),
        float(np.median(ks)),
        worst_first,
        _under(within),
        float(np.mean(columns[f"{version}|posterior"])),
        success_rate(np.array(columns[f"{version}|first"])),
    )


def _under(ks: NDArray[np.float64]) -> dict[int, SuccessRate]:
    # In the register k is a whole number where nothing is drawn: what rounding takes off it leaves it there.
    return {limit: success_rate((ks < limit * (1 - 1e-9)).astype(np.float64)) for limit in LIMITS}


def alone_tables(found: Alones) -> str:
    """Return the tables as Markdown: by policy, by attribute, and within the register where one was given."""
    heads = ["release", "notes", *(f"k under {limit}" for limit in LIMITS), "median k"]
    rows = [
        [name, f"{each.notes:,}", *(each.under[limit].written() for limit in LIMITS), f"{each.median:,.3g}"]
        for name, each in found.items()
    ]
    tables = [f"Among all people:\n\n{markdown_table(heads, rows)}"]
    blamed = [
        [name, attribute, f"{freed:,}", f"{factor:,.3g}"]
        for name, each in found.items()
        for attribute, (freed, factor) in each.blamed.items()
    ]
    heads = ["release", "attribute", "notes it brings under 11", "k without it, times"]
    tables.append(f"What makes a note alone, worst first:\n\n{markdown_table(heads, blamed)}")
    within = [
        [
            name,
            *(each.register[limit].written() for limit in LIMITS if limit > 1),
            f"{each.posterior:.3f}",
            each.first.written(),
        ]
        for name, each in found.items()
        if each.posterior is not None and each.first is not None
    ]
    if within:
        heads = ["release", *(f"k under {limit}" for limit in LIMITS if limit > 1), "posterior of the patient"]
        tables.append(f"In the register:\n\n{markdown_table([*heads, 'likeliest is right'], within)}")
    return "\n".join(tables)
