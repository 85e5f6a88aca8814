"""An evaluation of codes as tables for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from rich.table import Table

from palimpseste.coding.measures.scores import CodingEvaluation, GroupScores
from palimpseste.coding.memory import MemoryEstimate
from palimpseste.evaluation.scores import Estimate
from palimpseste.evaluation.terminal import new_table

__all__ = ["coding_tables_of", "memory_table_of"]


def coding_tables_of(evaluation: CodingEvaluation) -> Iterator[Table]:
    """Yield the tables of an evaluation: all codes, then by frequency and by chapter."""
    overall = evaluation.overall
    samples = f", 95 % intervals of {evaluation.bootstrap} bootstrap samples" if evaluation.bootstrap else ""
    table = new_table(f"{evaluation.stays:,} stays of {overall.codes:,} codes{samples}", "measure")
    table.add_column("value", justify="right")
    table.add_column("interval")
    for name, shares in {"micro": overall.micro, "macro": overall.macro}.items():
        table.add_row(f"{name} precision", *_cells(shares.precision))
        table.add_row(f"{name} recall", *_cells(shares.recall))
        table.add_row(f"{name} F1", *_cells(shares.f1), style="bold")
    for depth, estimate in evaluation.precision_at.items():
        table.add_row(f"precision at {depth}", *_cells(estimate))
    yield table
    if evaluation.bands:
        yield _groups("By training stays of a code", "training stays", evaluation.bands)
    yield _groups("By chapter", "chapter", evaluation.chapters)


def memory_table_of(estimate: MemoryEstimate) -> Table:
    """Return the memory a training takes, part by part."""
    table = new_table("Memory of a training, estimated", "part")
    table.add_column("MiB", justify="right")
    table.add_column("what")
    for part in estimate.parts:
        table.add_row(part.name, f"{part.bytes / 2**20:,.0f}", part.reason)
    table.add_section()
    table.add_row("all", f"{estimate.bytes / 2**20:,.0f}", "", style="bold")
    return table


def _groups(title: str, first: str, groups: Mapping[str, GroupScores]) -> Table:
    table = new_table(title, first)
    for heading in ("codes", "pairs", "prec.", "recall", "F1", "macro\nF1"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, group in groups.items():
        shares = (group.micro.precision, group.micro.recall, group.micro.f1, group.macro.f1)
        table.add_row(name, f"{group.codes:,}", f"{group.gold:,}", *(f"{share}" for share in shares))
    return table


def _cells(estimate: Estimate) -> tuple[str, str]:
    return f"{estimate}", "" if math.isnan(estimate.low) else f"{estimate.low:.3f} – {estimate.high:.3f}"
