"""``palimpseste code describe``: how many stays, words and codes there are, and how rare the codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.code.options import FILE, column_name_options, stays_of

__all__ = ["command"]


@click.command(name="describe")
@click.argument("stays", type=FILE, nargs=-1, required=True)
@click.option("--split", default="", help="Only the stays of this split.")
@column_name_options
def command(stays: tuple[Path, ...], split: str, **options: Any) -> None:
    """Count stays, words and codes, and how many codes are rare, beside the printed figures of one hospital.

    Printed: Table 5 of the journal paper of Tchouka et al. Its tokens are of a kind it does not name, and it calls
    documents what codes are given to, here stays.
    """
    from palimpseste.coding.stays.statistics import statistics_of
    from palimpseste.papers.tchouka.stays import heads_and_rows
    from palimpseste.rendering.tables import markdown_table

    found = statistics_of(stays_of(stays, {**options, "families": False}, split=split))
    click.echo(markdown_table(*heads_and_rows(found)), nl=False)
