"""What coded stays hold: Table 5 of the journal paper."""

from __future__ import annotations

from palimpseste.coding.stays.reading import StayFiles
from palimpseste.coding.stays.statistics import StayStatistics, statistics_of
from palimpseste.evaluation.published import published
from palimpseste.papers.experiment import Finding, Material, Table

__all__ = ["heads_and_rows", "table_5"]


def table_5(material: Material) -> Finding:
    """Return stays, words and codes, whole and cut to three characters, beside the printed figures."""
    found = statistics_of(StayFiles(tuple(material.stays)))
    return Finding(
        [Table(*heads_and_rows(found))],
        "Stays, words, codes of all stays, different codes, and of these the rare and the common ones.",
        "Words are runs of letters and digits; what the paper's tokens are is not said. It calls documents what codes "
        "are given to, here stays.",
    )


def heads_and_rows(found: StayStatistics) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return the table of what stays hold beside the printed figures of one hospital."""
    whole = [f"{found.stays:,}", f"{found.words:,}", f"{found.mean_words:.0f}"]
    columns = [
        [*whole, *(f"{count:,}" for count in (counts.total, counts.different, counts.rare, counts.common))]
        for counts in (found.codes, found.families)
    ]
    rows = [
        [row["row"], *ours, f"{int(row['codes']):,}", f"{int(row['families']):,}"]
        for row, *ours in zip(published("hnfc_table_5"), *columns, strict=True)
    ]
    rows[0][0] = f"stays, of {found.documents:,} documents"
    return ("", "codes", "three characters", "codes, printed", "three characters, printed"), rows
