"""``palimpseste explain``: why words of a note are masked, as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from palimpseste.cli.run.console import say
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.document import Document

__all__ = ["command"]

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command(name="explain")
@click.argument("note", type=click.Path(path_type=Path, dir_okay=False))
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, dir_okay=False), help="Page to write.")
@click.option("--id", "name", help="Which note, where NOTE holds several.")
@click.option("--model", type=_FOLDER, help="Folder of a compact model or an encoder.  [default: the bundled model]")
@click.option("--generative", type=_FOLDER, help="Or: folder of a language model, explained by its one pass.")
@click.option("--adapters", type=_FOLDER, help="Folder of adapters trained beside it.")
@click.option(
    "--method",
    type=click.Choice(["occlusion", "lime"]),
    default="occlusion",
    show_default=True,
    help="One word left out at a time, or many at random.",
)
@click.option(
    "--reach", type=click.IntRange(1, 200), default=20, show_default=True, help="Words looked at on either side."
)
@click.option(
    "--samples", type=click.IntRange(10), default=300, show_default=True, help="Of LIME: texts for each mask."
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of LIME: of what is left out.")
@click.option("--language", type=click.Choice(["en", "fr"]), default="en", show_default=True, help="Of the page.")
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    note: Path,
    output: Path,
    name: str | None,
    model: Path | None,
    generative: Path | None,
    adapters: Path | None,
    method: Literal["occlusion", "lime"],
    reach: int,
    samples: int,
    seed: int,
    language: str,
    force: bool,
    progress: bool | None,
) -> None:
    r"""Show which words around a mask speak for it: the words are left out, and the model is asked again.

    OUTPUT shows the text of the note and what identifies people in it. It is as sensitive as NOTE, and is written for
    its owner alone.

    \b
    palimpseste explain note.txt -o why.html
    palimpseste explain notes.jsonl --id n12 -o why.html --method lime --language fr
    """
    from palimpseste.cli.bars import with_bar
    from palimpseste.cli.pages import refuse_other_use
    from palimpseste.deidentifier import DetectorChoice
    from palimpseste.detection.generative.settings import GenerativeSettings
    from palimpseste.explanation import explained, page_of, reader_of
    from palimpseste.files import replace_private

    if output.exists() and not force:
        raise UsageError(f"{output} exists; --force replaces it")
    refuse_other_use(output)
    if generative is not None:
        choice = DetectorChoice(("generative",), generative=GenerativeSettings(generative, adapters))
    elif adapters is not None:
        raise UsageError("--adapters belong to a language model: --generative FOLDER")
    else:
        choice = DetectorChoice(("model", "record", "rules"), model=model)
    document = _document_of(note, name)
    reader = reader_of(choice)
    found = explained(
        document,
        reader,
        method,
        reach=reach,
        samples=samples,
        seed=seed,
        counted=lambda steps: with_bar(steps, len(steps), "leaving words out", progress),
    )
    page = page_of(document, found, reader.name, method, language)
    try:
        replace_private(output, page.encode())
    except OSError as error:
        raise UsageError(f"{output}: {error.strerror}") from None
    say(f"{len(found):,} masks explained in {output}")
    say("that page shows the text of the note: it is as sensitive as the note, and readable by you alone (0600)")


def _document_of(path: Path, name: str | None) -> Document:
    from palimpseste.sources import listed_inputs, open_sources

    documents = []
    for source in open_sources(listed_inputs([path])):
        source.check()
        for entry in source.entries():
            if entry.document is None:
                raise UsageError(f"{entry.place}: {entry.reason}")
            if name is None or entry.document.id == name:
                documents.append(entry.document)
            if len(documents) > 1:
                raise UsageError(f"{path} holds several notes: which one? (--id)")
    if not documents:
        raise UsageError(f"{path} holds no note" + (f" called {name!r}" if name is not None else ""))
    return documents[0]
