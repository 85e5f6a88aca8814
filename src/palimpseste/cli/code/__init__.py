"""``palimpseste code``: ICD-10 codes of stays, one module a command, each loaded only when it is called.

Must not import: cli.attack, cli.privacy, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(__name__, "train", "predict", "evaluate", "describe")


@click.command(name="code", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Give stays their ICD-10 codes: what texts are still worth, de-identified or not.

    Training and prediction need pip install 'palimpseste[train]'. Stays are CSV, Parquet or JSON lines of id, text (or
    documents) and codes.
    """
