"""``palimpseste corpus count``: entities by label, and by type of document or by set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from palimpseste.corpus import read_documents
from palimpseste.corpus.counting import EntityCounts, counted
from palimpseste.corpus.splits import read_splits
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS, view_named
from palimpseste.rendering.tables import markdown_table

__all__ = ["count_command"]


@click.command(name="count")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--view", type=click.Choice(list(VIEWS)), default="canonical", show_default=True, help="Label set.")
@click.option(
    "--splits",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Table of document and set: count by set, not type.",
)
@click.option("--per-document", is_flag=True, help="Print means over the documents of each column.")
def count_command(inputs: tuple[Path, ...], view: str, splits: Path | None, per_document: bool) -> None:
    """Count the entities of annotated documents by label, a column for each type of document or each set.

    Under the view of a paper this is its table of entities: by set that of Tannier et al. (Table 3) or of Dorémus et
    al. (Table 2), by type and per document the figures of Tannier et al. (Figure 4, supplement B).
    """
    group_of = _set_of(read_splits(splits)) if splits else _type_of
    documents = (document for path in inputs for document in read_documents(path))
    groups = counted(documents, view, group_of)
    heads = ("label", *groups, *(("all",) if len(groups) > 1 else ()))
    columns = [*groups.values(), *([_together(list(groups.values()))] if len(groups) > 1 else [])]
    rows = [
        [label, *(_cell(column.entities[label], column, per_document) for column in columns)]
        for label in dict.fromkeys(view_named(view).values())
    ]
    rows += [
        ["**all**", *(_cell(column.entities.total(), column, per_document) for column in columns)],
        ["documents", *(f"{column.documents:,}" for column in columns)],
        ["of which with an entity", *(f"{column.with_entities:,}" for column in columns)],
        ["characters, mean", *(f"{column.characters / column.documents:,.0f}" for column in columns)],
    ]
    click.echo(markdown_table(heads, rows), nl=False)


def _cell(entities: int, column: EntityCounts, per_document: bool) -> str:
    return f"{entities / column.documents:.2f}" if per_document else f"{entities:,}"


def _together(groups: list[EntityCounts]) -> EntityCounts:
    every = EntityCounts()
    for group in groups:
        every.documents += group.documents
        every.with_entities += group.with_entities
        every.characters += group.characters
        every.entities.update(group.entities)
    return every


def _type_of(document: Document) -> str:
    return document.type or "unknown"


def _set_of(splits: dict[str, str]) -> Callable[[Document], str]:
    def set_of(document: Document) -> str:
        try:
            return splits[document.id]
        except KeyError:
            raise UsageError(f"document {document.id!r} stands in no line of the table of sets") from None

    return set_of
