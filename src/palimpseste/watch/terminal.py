"""A comparison as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table

from palimpseste.watch.comparison import Comparison
from palimpseste.watch.rates import Rate
from palimpseste.watch.record import RunRecord

__all__ = ["runs_table_of", "tables_of"]


def tables_of(comparison: Comparison, *, everything: bool = False) -> Iterator[Table]:
    """Yield the tables of what moved, or of everything compared; none where there is nothing to show."""
    rates = [(each.what, each.p_value) for each in comparison.rates] if everything else comparison.moved_rates()
    if rates:
        yield _rates_table(rates)
    mixes = [each for each in comparison.stabilities if everything or each.has_moved]
    if mixes:
        table = _table("Mix of the run against its reference", "mix")
        for heading in ("index", "usual", "p"):
            table.add_column(heading, justify="right", no_wrap=True)
        for each in mixes:
            mix = each.what
            table.add_row(mix.name, f"{mix.index:.3f}", f"{mix.usual:.3f}", f"{each.p_value:.2g}")
        yield table
    if comparison.settings:
        table = _table("Told otherwise than the run before", "setting")
        table.add_column("before")
        table.add_column("now")
        for name, (before, now) in comparison.settings.items():
            table.add_row(name, before, now)
        yield table


def runs_table_of(runs: Sequence[RunRecord]) -> Table:
    """Return the runs of a store."""
    table = _table("Runs", "run")
    table.add_column("finished")
    for heading in ("documents", "quarantined", "tokens", "spans", "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("policy")
    for record in runs:
        counts = (record.documents, record.quarantined, record.tokens, record.profile.spans.total())
        figures = (*(f"{count:,}" for count in counts), f"{record.seconds:,.1f}")
        table.add_row(str(record.number), record.finished, *figures, record.settings.get("policy", ""))
    return table


def _rates_table(rates: Sequence[tuple[Rate, float]]) -> Table:
    table = _table("Rates for 1,000 tokens, or 100 documents", "what")
    table.add_column("found by")
    for heading in ("count", "usual", "now", "ratio", "p"):
        table.add_column(heading, justify="right", no_wrap=True)
    for rate, p_value in rates:
        figures = (f"{rate.count:,}", f"{rate.expected_rate:.3f}", f"{rate.rate:.3f}", f"{rate.ratio:.2f}")
        table.add_row(rate.name, rate.source or "all", *figures, f"{p_value:.2g}")
    return table


def _table(title: str, first: str) -> Table:
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    table.add_column(first, no_wrap=True)
    return table
