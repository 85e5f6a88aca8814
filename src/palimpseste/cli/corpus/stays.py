"""``palimpseste corpus stays``: simulated coded stays."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.cli.run.console import say

__all__ = ["stays_command"]

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="stays")
@click.option("-o", "--output", required=True, type=_FILE, help="JSON lines to write, one stay a line.")
@click.option("--stays", type=click.IntRange(min=1), default=5000, show_default=True, help="How many.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed gives other stays.")
@click.option(
    "--dependent-share",
    type=click.FloatRange(0, 1),
    default=0.3,
    show_default=True,
    help="Of patients whose first stay has codes that only a date, age, season, place or provider tells.",
)
@click.option("--case", "among", multiple=True, metavar="NAME", help="Only of this case; repeat.  [default: any]")
@click.option(
    "--one-hospital",
    "clinicians",
    type=click.IntRange(min=1),
    metavar="CLINICIANS",
    help="All stays in one hospital with a staff of so many.  [default: stays share nobody]",
)
@click.option("--split", "by_split", is_flag=True, help="Write OUTPUT.train, .dev and .test too, by patient.")
@click.option("--flat", type=_FILE, help="CSV to write: id, text, codes.")
@click.option("--features", type=_FILE, help="CSV to write: the simulated features of communes.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def stays_command(
    output: Path,
    stays: int,
    seed: int,
    dependent_share: float,
    among: tuple[str, ...],
    clinicians: int | None,
    by_split: bool,
    flat: Path | None,
    features: Path | None,
    force: bool,
) -> None:
    """Simulate hospital stays with their ICD-10 codes, gold spans and record.

    They are written from disease profiles and describe nobody; docs/stays.md says what may not be concluded from them.
    """
    from palimpseste.corpus.stays import generate_stays, write_features, write_stays
    from palimpseste.errors import UsageError

    if features and features.exists() and not force:
        raise UsageError(f"{features} exists; name another, or replace it (--force)")
    made = generate_stays(
        stays=stays, seed=seed, dependent_share=dependent_share, among=among, clinicians=clinicians or 0
    )
    tally = write_stays(made, output, by_split=by_split, flat=flat, overwrite=force)
    say(
        f"{tally.stays:,} stays of {tally.words / tally.stays:.0f} words in {tally.documents:,} documents, "
        f"{len(tally.codes)} codes of {tally.chapters} chapters; in {tally.dependent:,} stays a code depends on more "
        f"than words; written to {output}"
    )
    if features:
        communes = write_features(features)
        say(f"simulated features of {communes:,} communes written to {features}")
