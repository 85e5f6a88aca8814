"""``palimpseste convert``: annotated documents from one format to another."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.corpus import FORMATS, read_documents, write_documents
from palimpseste.labels import VIEWS

__all__ = ["command"]

_FORMAT = click.Choice(sorted(FORMATS))


@click.command(name="convert")
@click.argument("source", metavar="INPUT", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUTPUT", type=click.Path(path_type=Path))
@click.option("--from", "source_format", type=_FORMAT, help="Format of INPUT; by default told by its suffix.")
@click.option("--to", "target_format", type=_FORMAT, help="Format of OUTPUT; by default told by its suffix.")
@click.option(
    "--labels",
    "view",
    type=click.Choice(list(VIEWS)),
    default="canonical",
    show_default=True,
    help="Whose labels INPUT is annotated in; OUTPUT has the canonical ones.",
)
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
def command(
    source: Path, target: Path, source_format: str | None, target_format: str | None, view: str, force: bool
) -> None:
    """Convert annotated documents between .notes, JSON lines, BRAT folders, Doccano and CoNLL.

    A document the target format cannot hold stops the conversion and nothing is written. Labels of a paper that join
    several of ours become one of these: measure such documents with 'evaluate --view' of the same name.
    """
    documents = list(read_documents(source, source_format, view=view))
    write_documents(documents, target, target_format, overwrite=force)
    click.echo(f"{len(documents)} documents written to {target}", err=True)
