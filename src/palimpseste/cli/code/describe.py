"""``palimpseste code describe``: how many stays, words and codes there are, and how rare the codes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.code.options import FILE, column_name_options, stays_of

__all__ = ["command"]

# Table 5 of Tchouka et al., the journal paper: the stays of Hôpital Nord Franche-Comté, codes and families.
_PRINTED = (
    ("documents", "56,000", "56,000"),
    ("words", "41,868,993", "41,868,993"),
    ("words of a stay, mean", "747", "747"),
    ("codes of all stays", "416,125", "415,830"),
    ("different codes", "6,160", "1,564"),
    ("of fewer than 10 stays", "3,722", "523"),
    ("of 100 stays or more", "641", "471"),
)


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
    from palimpseste.tables import markdown_table

    found = statistics_of(stays_of(stays, {**options, "families": False}, split=split))
    whole = [f"{found.stays:,}", f"{found.words:,}", f"{found.mean_words:.0f}"]
    columns = [
        [*whole, *(f"{count:,}" for count in (counts.total, counts.different, counts.rare, counts.common))]
        for counts in (found.codes, found.families)
    ]
    rows = [[name, *ours, *printed] for (name, *printed), *ours in zip(_PRINTED, *columns, strict=True)]
    rows[0][0] = f"stays, of {found.documents:,} documents"
    heads = ("", "codes", "three characters", "codes, printed", "three characters, printed")
    click.echo(markdown_table(heads, rows), nl=False)
