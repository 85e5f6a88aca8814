"""``palimpseste code predict``: stays in, their codes out."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.code.options import (
    FILE,
    column_options,
    descriptions_of,
    device_option,
    meanings_option,
    stays_of,
)
from palimpseste.cli.pages import write_page
from palimpseste.cli.run.console import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from palimpseste.coding.attributions import Attribution
    from palimpseste.coding.coder import Coder
    from palimpseste.coding.stays.stay import Stay

__all__ = ["command"]


@click.command(name="predict")
@click.argument("stays", type=FILE, nargs=-1, required=True)
@click.option("--model", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder of the model.")
@click.option("-o", "--output", type=FILE, required=True, help="JSON lines to write: id, codes, scores.")
@click.option("--split", default="", help="Only the stays of this split.")
@click.option("--explain", "page", type=FILE, help="Write a page of the words behind the codes; it holds their texts.")
@click.option("--explain-stays", type=click.IntRange(min=1), default=10, show_default=True, help="How many stays.")
@click.option("--explain-stay", "only", multiple=True, metavar="ID", help="Or: which; repeat.")
@click.option("--explain-code", "asked", multiple=True, metavar="CODE", help="Which codes.  [default: those given]")
@column_options
@meanings_option
@device_option
def command(
    stays: tuple[Path, ...],
    model: Path,
    output: Path,
    split: str,
    page: Path | None,
    explain_stays: int,
    only: tuple[str, ...],
    asked: tuple[str, ...],
    descriptions_file: Path | None,
    device: str,
    **options: Any,
) -> None:
    """Give stays their codes; a stay's own codes are not looked at."""
    from palimpseste.training.requirements import require

    require("prediction")
    from palimpseste.coding.coder import Coder
    from palimpseste.coding.measures.page import attribution_page
    from palimpseste.coding.predictions import write_predictions
    from palimpseste.icd10 import normal_code

    meanings = descriptions_of(descriptions_file)
    coder = Coder.load(model, device=device)
    read = stays_of(stays, options, split=split, codes_required=False)
    count = write_predictions(coder.predict(read), output)
    say(f"{count:,} stays, codes written to {output}")
    if page is not None:
        chosen: Iterable[Stay] = (stay for stay in read if not only or stay.id in only)
        chosen = chosen if only else islice(chosen, explain_stays)
        write_page(page, attribution_page(_attributions(coder, chosen, tuple(map(normal_code, asked))), meanings))
        say(f"words behind the codes written to {page}: IT HOLDS THE TEXTS of these stays")


def _attributions(coder: Coder, stays: Iterable[Stay], asked: tuple[str, ...]) -> Iterator[tuple[Attribution, float]]:
    for stay in stays:
        (scores,) = coder.scores([stay])
        (prediction,) = coder.predict([stay])
        for code in asked or prediction.codes:
            yield coder.attribution(stay, code), float(scores[coder.space.position[code]])
