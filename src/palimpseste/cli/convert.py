"""``palimpseste convert``: annotated documents from one format to another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from palimpseste.corpus import FORMATS, read_documents, write_documents
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS, Label, label_named

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
@click.option(
    "--rename",
    "renamed",
    multiple=True,
    metavar="THEIRS=OURS",
    help="A label of INPUT that is of nobody's list, and the canonical one that it becomes, such as NOM=LASTNAME.",
)
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
def command(
    source: Path,
    target: Path,
    source_format: str | None,
    target_format: str | None,
    view: str,
    renamed: tuple[str, ...],
    force: bool,
) -> None:
    """Convert annotated documents between .notes, JSON lines, BRAT folders, Doccano and CoNLL.

    A document the target format cannot hold stops the conversion and nothing is written. Labels of a paper that join
    several of ours become one of these: measure such documents with 'evaluate --view' of the same name.
    """
    if renamed and view != "canonical":
        raise UsageError("--labels says whose labels INPUT has, and --rename what each becomes: give one of them")
    documents = list(read_documents(source, source_format, view=_renaming(renamed) or view))
    write_documents(documents, target, target_format, overwrite=force)
    click.echo(f"{len(documents)} documents written to {target}", err=True)


def _renaming(renamed: Sequence[str]) -> dict[str, Label]:
    """Return which label of theirs becomes which of ours."""
    found: dict[str, Label] = {}
    for pair in renamed:
        theirs, equals, ours = pair.rpartition("=")
        if not (theirs and equals):
            raise UsageError(f"--rename {pair}: write THEIRS=OURS, such as NOM=LASTNAME")
        label = label_named(ours)
        if found.setdefault(theirs, label) != label:
            raise UsageError(f"--rename {pair}: {theirs} becomes {found[theirs]} already")
    return found
