"""How many entities of each class the notes hold: section 3.2."""

from __future__ import annotations

from palimpseste.corpus.counting import EntityCounts, counted
from palimpseste.evaluation.published import published
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.hcl.labels import LABELS, VIEW
from palimpseste.papers.systems import annotated

__all__ = ["entities"]


def entities(material: Material) -> Finding:
    """Return the entities of each class, and how many a hundred documents hold, beside those of the paper."""
    found = counted(annotated(material.notes, VIEW), VIEW, lambda document: "").get("", EntityCounts())
    printed = {row["label"]: int(row["entities"]) for row in published("hcl_section_3_2")}
    documents = printed.pop("documents")
    rows = [
        [
            label,
            f"{printed[label]:,}",
            f"{found.entities[label]:,}",
            f"{100 * printed[label] / documents:.0f}",
            f"{100 * found.entities[label] / found.documents:.0f}",
        ]
        for label in LABELS
    ]
    rows.append(["documents", f"{documents:,}", f"{found.documents:,}", "", ""])
    heads = ("class", "printed", "ours", "a hundred documents, printed", "a hundred documents, ours")
    return Finding(
        [Table(heads, rows)],
        "The twelve classes, counted in entities.",
        "A given and a family name are two entities in ours; the paper does not say whether they are in its own. "
        "NoDossier takes every number of ours that is none of a patient.",
    )
