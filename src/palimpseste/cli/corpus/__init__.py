"""``palimpseste corpus``: annotated documents multiplied, two annotations of them compared, stays simulated.

Must not import: cli.train, cli.code, cli.attack, cli.privacy, cli.demo.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from palimpseste.cli.bars import with_bar
from palimpseste.cli.corpus.canaries import canaries_command
from palimpseste.cli.corpus.count import count_command
from palimpseste.cli.corpus.stays import stays_command
from palimpseste.cli.pages import write_page
from palimpseste.cli.run.console import say
from palimpseste.corpus import FORMATS, read_documents, write_documents
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(name="corpus")
def command() -> None:
    """Work on annotated documents."""


command.add_command(stays_command)
command.add_command(count_command)
command.add_command(canaries_command)


@command.command(name="synthesise")
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option("--copies", type=click.IntRange(min=1), default=10, show_default=True, help="Of each document.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives other copies.")
@click.option("--lists", type=click.Path(path_type=Path), help="Folder of larger lists of names and streets.")
@click.option(
    "--carriers", multiple=True, type=click.Path(path_type=Path), help="Real prose, JSON lines or .txt; repeat."
)
@click.option(
    "--carrier-share", type=click.FloatRange(0, 1), default=0.3, show_default=True, help="Carrier documents per copy."
)
@click.option(
    "--sheet-share", type=click.FloatRange(0, 1), default=0.1, show_default=True, help="Template documents per copy."
)
@click.option(
    "--to", "target_format", type=click.Choice(sorted(FORMATS)), help="Format of OUTPUT.  [default: by suffix]"
)
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def synthesise_command(
    inputs: tuple[Path, ...],
    output: Path,
    copies: int,
    seed: int,
    lists: Path | None,
    carriers: tuple[Path, ...],
    carrier_share: float,
    sheet_share: float,
    target_format: str | None,
    force: bool,
    progress: bool | None,
) -> None:
    """Multiply annotated documents: entities redrawn, forms varied, noise, templates, carrier prose.

    INPUT is any annotated file or folder that 'convert' reads. Same inputs and seed, same output.
    What is made of real names in --lists or real prose in --carriers is bound by their licences.
    """
    from palimpseste.corpus.synthesis import synthesise

    documents = [document for path in inputs for document in read_documents(path)]
    _refuse_twins(documents)
    made = synthesise(
        documents,
        seed=seed,
        copies=copies,
        lists_folder=lists,
        carriers=carriers,
        carrier_share=carrier_share,
        sheet_share=sheet_share,
    )
    expected = round(len(documents) * copies * (1 + sheet_share + (carrier_share if carriers else 0)))
    counted = _Counted(with_bar(made, expected, "documents", progress))
    write_documents(counted, output, target_format, overwrite=force)
    say(f"{counted.documents:,} documents, {counted.entities:,} entities written to {output}")


@command.command(name="agree")
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option("--view", type=click.Choice(list(VIEWS)), default="canonical", show_default=True, help="Label set.")
@click.option(
    "--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Samples behind intervals."
)
@click.option("--seed", type=int, default=None, help="Seed of the samples.")
@click.option("--json", "json_file", type=_FILE, help="Write all figures as JSON.")
@click.option("--html", "html_file", type=_FILE, help="Write a page with figures.")
@click.option("--markdown", "markdown_file", type=_FILE, help="Write a page of Markdown.")
def agree_command(
    first: Path,
    second: Path,
    view: str,
    bootstrap: int,
    seed: int | None,
    json_file: Path | None,
    html_file: Path | None,
    markdown_file: Path | None,
) -> None:
    """Compare FIRST and SECOND: the same documents, annotated twice; documents are matched by id.

    Kappa over tokens and F1 over tokens and exact spans are the same whoever comes first; what was added,
    removed, relabelled and re-edged is told from FIRST to SECOND.
    """
    from rich.console import Console

    from palimpseste.evaluation import agreement
    from palimpseste.evaluation.markdown import agreement_page
    from palimpseste.evaluation.terminal import agreement_tables_of

    options = {} if seed is None else {"seed": seed}
    found = agreement(read_documents(first), read_documents(second), view=view, bootstrap=bootstrap, **options)
    console = Console()
    for table in agreement_tables_of(found):
        console.print(table)
    if json_file:
        write_page(json_file, found.to_json() + "\n")
    if html_file:
        from palimpseste.evaluation.page import page_of_agreement

        write_page(html_file, page_of_agreement(found))
    if markdown_file:
        write_page(markdown_file, agreement_page(found))


def _refuse_twins(documents: list[Document]) -> None:
    seen: set[str] = set()
    for document in documents:
        if document.id in seen:
            raise UsageError(f"two documents are called {document.id!r}; their copies could not be told apart")
        seen.add(document.id)
    if not documents:
        raise UsageError("no annotated document in INPUT")


class _Counted:
    """Documents counted as they pass."""

    def __init__(self, documents: Iterator[Document]) -> None:
        self._made = documents
        self.documents = self.entities = 0

    def __iter__(self) -> Iterator[Document]:
        for document in self._made:
            self.documents += 1
            self.entities += len(document.entities)
            yield document
