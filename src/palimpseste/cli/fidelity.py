"""``palimpseste fidelity``: what notes still say under every policy, without any model trained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.bars import with_bar
from palimpseste.cli.experiment_options import experiment_key, key_option, policies_option
from palimpseste.cli.pages import write_page
from palimpseste.cli.run.console import say
from palimpseste.errors import UsageError
from palimpseste.utility.versions import DEFAULT_POLICIES, ORIGINAL, check_gold, versions_of

if TYPE_CHECKING:
    from palimpseste.document import Document
    from palimpseste.utility.fidelity.run import FeatureFile

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="fidelity")
@click.argument("notes", type=click.Path(path_type=Path), nargs=-1, required=True)
@policies_option
@click.option(
    "--spans",
    type=click.Choice(["gold", "detected"]),
    multiple=True,
    help="What is written over; repeat.  [default: gold where the notes are annotated, else detected]",
)
@click.option("--features", type=_FILE, help="CSV of figures by commune, in which towns are compared too.")
@click.option("--features-key", default="insee", show_default=True, help="Its column of INSEE codes.")
@click.option("--json", "json_file", type=_FILE, help="Write all figures as JSON.")
@click.option("--csv", "csv_file", type=_FILE, help="Write all figures as CSV.")
@click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@key_option
@click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]")
def command(
    notes: tuple[Path, ...],
    policies: tuple[str, ...],
    spans: tuple[Any, ...],
    features: Path | None,
    features_key: str,
    json_file: Path | None,
    csv_file: Path | None,
    jobs: int,
    key_file: Path | None,
    progress: bool | None,
) -> None:
    """Measure what NOTES still say of dates, ages and towns under every policy.

    NOTES are annotation files as those of `convert`, with or without spans, or folders of them. Prints one table;
    texts stay in memory.
    """
    from dataclasses import asdict

    from palimpseste.utility.fidelity.page import fidelity_csv, fidelity_json, fidelity_table
    from palimpseste.utility.fidelity.run import added, shares_of, tallies_of

    documents = _documents_of(notes, disjoint=not spans or "gold" in spans)
    kinds = spans or (("gold",) if any(document.entities for document in documents) else ("detected",))
    versions = [each for each in versions_of(policies or DEFAULT_POLICIES, kinds) if each != ORIGINAL]
    check_gold(documents, versions)
    joined = _features_of(features, features_key) if features else None
    shares = shares_of(documents)
    parts = tallies_of(shares, versions, experiment_key(key_file), jobs=jobs, features=joined)
    sums = added(with_bar(parts, len(shares), "documents", progress))
    rows = {version: asdict(sums[version].measured()) for version in versions}
    click.echo(fidelity_table({version.name: row for version, row in rows.items()}), nl=False)
    if json_file:
        write_page(json_file, fidelity_json(rows))
    if csv_file:
        write_page(csv_file, fidelity_csv(rows))


def _documents_of(paths: tuple[Path, ...], *, disjoint: bool) -> list[Document]:
    from palimpseste.corpus import read_documents

    documents = [document for path in paths for document in read_documents(path, disjoint=disjoint)]
    if not documents:
        raise UsageError("there is no document in the notes")
    return documents


def _features_of(path: Path, key: str) -> FeatureFile:
    """Return the file, once it is known to be sound, and tell what is left out of it."""
    from palimpseste.utility.fidelity.run import FeatureFile

    features = FeatureFile(path, key)
    (report,) = features.joined().joins
    for name, filled in report.filled.items():
        if filled:
            say(f"{path.name}: {len(filled):,} communes have no {name!r}: they are not compared in it")
    if report.unknown:
        say(f"{path.name}: {len(report.unknown):,} codes belong to no current commune: left out")
    return features
