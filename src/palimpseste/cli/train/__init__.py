"""``palimpseste train``: one module a way of training, each loaded only when it is called.

Must not import: cli.code, cli.attack, cli.privacy, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(
    __name__,
    "compact",
    "ner",
    "encoder",
    "mlm",
    "llm",
    "decoder",
    "search",
    "cross-validate",
    "ablate",
    "stamp",
    "export",
)


@click.command(name="train", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Train models on annotated notes, compare them, export them.

    Needs pip install 'palimpseste[train]'. Nothing is sent anywhere; encoders are read from disk.
    """
