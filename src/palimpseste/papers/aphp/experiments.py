"""What this paper shows, in its order, and which function makes it."""

from __future__ import annotations

from palimpseste.papers.experiment import Experiment

__all__ = ["EXPERIMENTS"]

_HERE = "palimpseste.papers.aphp"

EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "aphp-table-3",
        "AP-HP, Table 3",
        "identifying entities by label and set",
        "annotated notes; --splits for a column each set",
        f"{_HERE}.counts:table_3",
    ),
    Experiment(
        "aphp-figure-4",
        "AP-HP, Figure 4",
        "identifying entities a document, by type of document and label",
        "annotated notes whose documents have a type",
        f"{_HERE}.counts:figure_4",
    ),
    Experiment(
        "aphp-figure-b",
        "AP-HP, supplement B",
        "identifying entities in all, by type of document and label",
        "annotated notes whose documents have a type",
        f"{_HERE}.counts:figure_b",
    ),
)
