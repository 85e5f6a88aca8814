"""``palimpseste train``: one module a way of training, each loaded only when it is called.

Must not import: cli.code, cli.attack, cli.privacy, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "compact": "palimpseste.cli.train.compact",
    "ner": "palimpseste.cli.train.ner",
    "encoder": "palimpseste.cli.train.encoder",
    "mlm": "palimpseste.cli.train.mlm",
    "llm": "palimpseste.cli.train.llm",
    "decoder": "palimpseste.cli.train.decoder",
    "search": "palimpseste.cli.train.search",
    "cross-validate": "palimpseste.cli.train.cross_validate",
    "ablate": "palimpseste.cli.train.ablate",
    "stamp": "palimpseste.cli.train.stamp",
    "export": "palimpseste.cli.train.export",
}


@click.command(name="train", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Train models on annotated notes, compare them, export them.

    Needs pip install 'palimpseste[train]'. Nothing is sent anywhere; encoders are read from disk.
    """
