"""``palimpseste corpus canaries``: made-up values to be put among the notes of a training."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.cli.run.console import say
from palimpseste.corpus import write_documents

__all__ = ["canaries_command"]


@click.command(name="canaries")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder.")
@click.option("--number", type=click.IntRange(min=1), default=12, show_default=True, help="Of each kind and count.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the values.")
@click.option("--force", is_flag=True, help="Replace what OUTPUT holds.")
def canaries_command(output: Path, number: int, seed: int, force: bool) -> None:
    r"""Write annotated notes of a sentence each with made-up names and numbers, inserted 1, 4 and 16 times.

    OUTPUT gets canaries.jsonl, to be trained on beside other notes, and canaries.json, by which `attack memory` looks
    for them in the model. `train compact --canaries` does both by itself.

    \b
    palimpseste corpus canaries -o canaries/
    palimpseste train ner --train notes.jsonl --train canaries/canaries.jsonl --dev dev.jsonl -o model/
    palimpseste attack memory model/ --canaries canaries/canaries.json -o memory/
    """
    from palimpseste.leakage.memory.canaries import Canaries

    canaries = Canaries(number=number, seed=seed)
    output.mkdir(parents=True, exist_ok=True)
    write_documents(canaries.documents(), output / "canaries.jsonl", overwrite=force)
    canaries.write(output)
    say(f"{sum(each.times for each in canaries):,} notes with {sum(1 for _ in canaries):,} canaries in {output}")
