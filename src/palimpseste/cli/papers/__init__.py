"""``palimpseste papers``: tables and figures of the papers on a user's own notes.

Must not import: cli.privacy, cli.attack, cli.demo, cli.corpus.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(__name__, "list", "run")


@click.command(name="papers", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Make the tables and figures of the papers again on your own notes."""
