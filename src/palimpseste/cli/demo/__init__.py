"""``palimpseste demo``: the strategies on a few lines; each command loaded when it is called.

Must not import: cli.train, cli.code, cli.attack, cli.privacy, cli.corpus.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(__name__, "thread")


@click.command(name="demo", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Show on a few lines what the strategies do."""
