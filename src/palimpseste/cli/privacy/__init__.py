"""``palimpseste privacy``: what the strategies guarantee, and what they cost; each command loaded when it is called.

Must not import: cli.train, cli.code, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(__name__, "check", "frontier", "neighbours", "places", "reproduce")


@click.command(name="privacy", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Show what the strategies guarantee, what an attacker gets, and what is left of the medicine."""
