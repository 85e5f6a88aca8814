"""``palimpseste train stamp``: a compact model's settings say what it was trained with."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.cli.run.console import say

__all__ = ["command"]


@click.command(name="stamp")
@click.argument("model", type=click.Path(path_type=Path, file_okay=False))
def command(model: Path) -> None:
    """Write into the settings of a compact MODEL that it is of the labels, rules and rows of this version.

    For a model of a version that did not write them down, and for one whose rules changed since, once it was measured
    that it finds as much. Its labels and rows must be those of this version.
    """
    from palimpseste.training.compact.stamp import stamp

    for change in stamp(model):
        say(f"  {change}")
    say(f"{model}: settings say what the model was trained with")
