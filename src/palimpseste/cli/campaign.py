"""``palimpseste campaign``: annotations of several people gathered from other tools, compared, settled, given back."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import click

from palimpseste.cli.run.console import say
from palimpseste.corpus import FORMATS, write_documents
from palimpseste.errors import UsageError
from palimpseste.labels import VIEWS

__all__ = ["command"]

_FOLDER = click.Path(path_type=Path, file_okay=False)
_PATH = click.Path(path_type=Path)
_view = click.option(
    "--view", type=click.Choice(list(VIEWS)), default="canonical", show_default=True, help="Label set."
)


@click.group(name="campaign")
def command() -> None:
    """Gather what several people annotated in Doccano, Label Studio, INCEpTION or BRAT; compare it and settle it.

    A campaign is a folder; it holds texts. 'detect' and 'convert' give notes to a tool, with what was found in them.
    """


@command.command(name="import")
@click.argument("exports", metavar="EXPORT...", nargs=-1, required=True, type=_PATH)
@click.option("-o", "--output", "folder", required=True, type=_FOLDER, help="Folder of the campaign.")
@click.option("--format", type=click.Choice(sorted(FORMATS)), help="Of the exports.  [default: by suffix]")
@click.option("--annotator", help="Who annotated, where the export does not say.")
@click.option("--third", is_flag=True, help="They settle what others annotated.")
@_view
def import_command(
    exports: tuple[Path, ...], folder: Path, format: str | None, annotator: str | None, third: bool, view: str
) -> None:
    """Add to a campaign what people annotated in EXPORT: a file, or a folder with a file for each person.

    Of a project that INCEpTION exported, unpacked, it is the folder 'annotation', and with --third 'curation'.
    """
    from palimpseste.corpus.annotators import annotations_of
    from palimpseste.corpus.campaign import Campaign

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for export in exports:
        found = list(annotations_of(export, format, person=annotator, view=view, settled=third))
        try:
            added = Campaign(folder).add(found, is_third=third)
        except UsageError as error:
            raise UsageError(f"{export}: {error}") from None
        if not added:
            raise UsageError(f"{export}: nobody annotated anything in it")
        for person, count in added.items():
            say(f"{export}: {count:,} documents of {person}")


@command.command(name="agree")
@click.argument("folder", type=_FOLDER)
@click.option("--bootstrap", type=click.IntRange(min=0), default=1000, show_default=True, help="Samples of intervals.")
@_view
def agree_command(folder: Path, bootstrap: int, view: str) -> None:
    """Tell how far each two people agree: kappa and F1 over tokens, F1 of exact spans, by label."""
    from rich.console import Console

    from palimpseste.corpus.campaign import Campaign
    from palimpseste.evaluation import agreement
    from palimpseste.evaluation.terminal import agreement_tables_of

    people = Campaign(folder).annotators()
    console, compared = Console(), 0
    for one, other in combinations(people, 2):
        both = [id for id in people[one] if id in people[other]]
        if not both:
            continue
        compared += 1
        console.rule(f"{one}, {other}: {len(both):,} documents")
        sides = ([people[person][id] for id in both] for person in (one, other))
        for table in agreement_tables_of(agreement(*sides, view=view, bootstrap=bootstrap)):
            console.print(table)
    if not compared:
        raise UsageError(f"{folder}: no document was annotated by two people")


@command.command(name="adjudicate")
@click.argument("folder", type=_FOLDER)
@click.option("-o", "--output", required=True, type=_PATH, help="File or folder to write, for a third person's tool.")
@click.option("--to", "target", type=click.Choice(sorted(FORMATS)), help="Format of OUTPUT.  [default: by suffix]")
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
def adjudicate_command(folder: Path, output: Path, target: str | None, force: bool) -> None:
    """Write the documents that people annotated differently, for a third person to settle in the tool.

    What all marked alike is in them, and of each other place the first reading. What comes back is added by
    'campaign import --third'.
    """
    from palimpseste.corpus.campaign import Campaign

    disputed = list(Campaign(folder).disputed())
    if not disputed:
        raise UsageError(f"{folder}: nothing is left to settle")
    write_documents((each.document for each in disputed), output, target, overwrite=force)
    places = sum(len(each.disputes) for each in disputed)
    say(f"{output}: {len(disputed):,} documents, which differ in {places:,} places; it holds their text")


@command.command(name="export")
@click.argument("folder", type=_FOLDER)
@click.option("-o", "--output", required=True, type=_PATH, help="File or folder to write.")
@click.option("--to", "target", type=click.Choice(sorted(FORMATS)), help="Format of OUTPUT.  [default: by suffix]")
@click.option(
    "--history", type=click.Path(path_type=Path, dir_okay=False), help="JSON lines: who annotated, who settled."
)
@click.option("--force", is_flag=True, help="Replace OUTPUT if it exists.")
def export_command(folder: Path, output: Path, target: str | None, history: Path | None, force: bool) -> None:
    """Write the documents that hold: settled by a third person, or annotated alike by two or more."""
    from palimpseste.corpus.campaign import Campaign
    from palimpseste.files import write_text
    from palimpseste.sources.jsonl import json_line

    campaign = Campaign(folder)
    gold = list(campaign.gold())
    if not gold:
        raise UsageError(f"{folder}: nothing holds yet: no document was settled, or annotated alike by two people")
    if history is not None and history.exists() and not force:
        raise UsageError(f"{history} exists; name another, or replace it (--force)")
    write_documents((each.document for each in gold), output, target, overwrite=force)
    if history is not None:
        lines = (
            json_line({"id": each.document.id, "annotators": each.annotators, "third": each.third or None})
            for each in gold
        )
        write_text(history, b"".join(lines).decode("utf-8"))
    say(f"{output}: {len(gold):,} documents; it holds their text")
    if left := sum(1 for _ in campaign.disputed()):
        say(f"{left:,} documents are left out: people differ on them and nobody settled it")


@command.command(name="interface")
def interface_command() -> None:
    """Print the labelling interface that a project of Label Studio needs."""
    from palimpseste.corpus.label_studio import interface

    click.echo(interface(), nl=False)
