"""``palimpseste code train``: coded stays in, a model's folder out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.code.options import FILE, column_options, stays_of
from palimpseste.cli.run.console import say
from palimpseste.cli.train.options import pace_options, run_options, running_of
from palimpseste.coding.settings import CodingSettings
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.coding.stays.stay import Stay

__all__ = ["command"]

_COLUMNS = ("id_column", "text_column", "codes_column", "left_aside", "families", "only")


@click.command(name="train")
@click.option("--train", "train_paths", type=FILE, multiple=True, help="Coded stays; repeat.")
@click.option(
    "--dev", "dev_paths", type=FILE, multiple=True, help="Stays the threshold and the best weights are chosen on."
)
@click.option("--by-split", is_flag=True, help="Take the splits train and dev of --train, by its column split.")
@partial(run_options, output_required=False)
@click.option("--dry-run", is_flag=True, help="Print the memory the training would take, and do nothing.")
@click.option("--stays", type=click.IntRange(min=1), help="For --dry-run without --train: how many stays.")
@click.option("--words", type=click.IntRange(min=1), help="Likewise: words of a stay, the mean.")
@click.option("--labels", type=click.IntRange(min=1), help="Likewise: different codes.")
@column_options
@pace_options(CodingSettings, without=("window_words", "window_stride"))
def command(
    train_paths: tuple[Path, ...],
    dev_paths: tuple[Path, ...],
    by_split: bool,
    output: Path | None,
    dry_run: bool,
    stays: int | None,
    words: int | None,
    labels: int | None,
    **options: Any,
) -> None:
    """Train a model of ICD-10 codes on coded stays.

    Without --dev, a tenth of the stays is held out; stays of one patient may then be on both sides. An interrupted
    training goes on from its last checkpoint when its command is repeated, and ends with the same weights.
    """
    from palimpseste.training.requirements import require

    runs = running_of(options)
    columns = {name: options.pop(name) for name in _COLUMNS}
    given = {name: value for name, value in options.items() if value is not None}
    settings = CodingSettings.of_model(str(given.pop("model", "laat")), **given)
    require("training")
    if dry_run:
        _print_estimate(settings, train_paths, columns, "train" if by_split else "", (stays, words, labels))
        return
    if not train_paths or output is None:
        raise UsageError("a training needs --train and --output; for an estimate of its memory, --dry-run")
    if by_split and dev_paths:
        raise UsageError("either --dev or --by-split")

    from palimpseste.coding.stays.held_out import Tenth
    from palimpseste.coding.train import train

    learned: Iterable[Stay] = stays_of(train_paths, columns, split="train" if by_split else "")
    measured: Iterable[Stay]
    if by_split:
        measured = stays_of(train_paths, columns, split="dev")
    elif dev_paths:
        measured = stays_of(dev_paths, columns)
    else:
        learned, measured = (Tenth(learned, settings.seed, held_out) for held_out in (False, True))
    with runs as running:
        coder = train(learned, measured, settings, output, running)
    say(f"{len(coder.codes):,} codes, given from a probability of {coder.threshold:.3f}; model written to {output}")


def _print_estimate(
    settings: CodingSettings,
    paths: tuple[Path, ...],
    columns: dict[str, Any],
    split: str,
    sizes: tuple[int | None, int | None, int | None],
) -> None:
    from rich.console import Console

    from palimpseste.coding.measures.terminal import memory_table_of
    from palimpseste.coding.memory import Sizes, estimate_memory, sizes_of

    stays, words, labels = sizes
    if paths:
        found = sizes_of(stays_of(paths, columns, split=split), settings.least_count)
    elif stays is None or words is None or labels is None:
        raise UsageError("--dry-run needs --train, or --stays, --words and --labels")
    else:
        found = Sizes(stays, labels, words)
    say(f"{found.stays:,} stays of {found.words:,.0f} words, {found.labels:,} codes; nothing was done")
    Console().print(memory_table_of(estimate_memory(found, settings)))
