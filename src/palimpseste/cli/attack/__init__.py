"""``palimpseste attack``: what an attacker gets; one module an attack, each loaded only when it is called.

Must not import: cli.code, cli.privacy, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup, modules_in

__all__ = ["command"]

_COMMANDS = modules_in(
    __name__, "intervals", "lives", "ages", "clinicians", "places", "fill-mask", "population", "linkage", "memory"
)


@click.command(name="attack", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Attack the strategies on patients who do not exist, or models by notes; say how often it succeeds."""
