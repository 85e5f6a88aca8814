"""``palimpseste train export``: a trained model as ONNX."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.cli.run.console import say

__all__ = ["command"]


@click.command(name="export")
@click.argument("model", type=click.Path(path_type=Path, file_okay=False))
@click.option("--int8/--no-int8", default=True, show_default=True, help="Also quantise the weights to 8 bits.")
def command(model: Path, int8: bool) -> None:
    """Write model.onnx and model.int8.onnx into the folder of a trained MODEL; both run without torch."""
    from palimpseste.training.requirements import require

    require("export", ("torch", "transformers", "safetensors", "onnx", "onnxruntime"))
    from palimpseste.training.encoder.export import export

    difference = export(model, int8=int8)
    say(f"exported; float32 and torch differ by {difference:.1e} at most")
