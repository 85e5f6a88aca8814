"""How many entities the notes hold: Table 3, Figure 4, supplement B."""

from __future__ import annotations

from collections.abc import Mapping

from palimpseste.corpus.counting import EntityCounts, counted
from palimpseste.corpus.splits import SPLITS
from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.labels import LABELS, VIEW, printed_name
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.charts import stacked_bars

__all__ = ["UNTYPED", "figure_4", "figure_b", "table_3"]

UNTYPED = "no note has a type of document: `type` of JSON lines says it, or of documents.index in a BRAT folder"


def table_3(material: Material) -> Finding:
    """Return the entities of each label in each set, beside those of both extractions of the paper."""
    sets: list[str] = [name for name in SPLITS if name in material.splits.values()] or ["all"]
    groups = {
        name: counted(material.of_split(name), VIEW, lambda document: "").get("", EntityCounts()) for name in sets
    }
    printed = {row["label"]: row for row in published("aphp_table_3")}
    columns = [name for name in printed["ENTS"] if name != "label"]
    rows = []
    for label in LABELS:
        row = printed[printed_name(label)]
        rows.append([label, *(f"{group.entities[label]:,}" for group in groups.values()), *_thousands(row, columns)])
    rows.append(
        ["**all**", *(f"{g.entities.total():,}" for g in groups.values()), *_thousands(printed["ENTS"], columns)]
    )
    rows.append(
        ["documents", *(f"{g.documents:,}" for g in groups.values()), *_thousands(printed["Documents"], columns)]
    )
    heads = ("label", *(f"ours, {name}" for name in sets), *(f"printed, {name.replace('_', ', ')}" for name in columns))
    return Finding(
        [Table(heads, rows)],
        "The thirteen labels of Table 1, counted in entities.",
        "Their hospitals are those of AP-HP, ours are all places of care. Their documents are extracted from PDF in "
        "two ways, of which one leaves letterheads and footers out; a set of files extracted otherwise is another run.",
    )


def figure_4(material: Material) -> Finding:
    """Return the mean number of entities a document of each type, as table and figure."""
    groups = _by_type(material)
    return _typed(groups, means=True)


def figure_b(material: Material) -> Finding:
    """Return the number of entities of all documents of each type, as table and figure."""
    return _typed(_by_type(material), means=False)


def _typed(groups: Mapping[str, EntityCounts], *, means: bool) -> Finding:
    values = {
        name: {label: group.entities[label] / (group.documents if means else 1) for label in LABELS}
        for name, group in groups.items()
    }
    form = ".2f" if means else ",.0f"
    rows = [
        [name, str(groups[name].documents), *(format(found[label], form) for label in LABELS),
         format(sum(found.values()), form)]
        for name, found in values.items()
    ]  # fmt: skip
    what = "entities a document" if means else "entities"
    return Finding(
        [Table(("type", "documents", *LABELS, "all"), rows)],
        "The thirteen labels of Table 1; a document counts under its type.",
        "The paper's figure prints no numbers, so none stand beside ours. It counts the texts of one extraction from "
        "PDF, which leaves letterheads and footers out; ours are counted as they were read.",
        {"": stacked_bars(values, f"{what}, by type of document")},
    )


def _by_type(material: Material) -> dict[str, EntityCounts]:
    if not any(note.type for note in material.notes):
        raise UsageError(UNTYPED)
    groups = counted(material.notes, VIEW, lambda document: document.type or "unknown")
    return dict(sorted(groups.items(), key=lambda item: (-item[1].entities.total() / item[1].documents, item[0])))


def _thousands(row: Mapping[str, str], columns: list[str]) -> list[str]:
    return [f"{int(row[name]):,}" for name in columns]
