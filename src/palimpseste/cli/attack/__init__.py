"""``palimpseste attack``: what an attacker gets; one module an attack, each loaded only when it is called.

Must not import: cli.code, cli.privacy, cli.corpus, cli.demo.
"""

from __future__ import annotations

import click

from palimpseste.cli.lazy import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "intervals": "palimpseste.cli.attack.intervals",
    "lives": "palimpseste.cli.attack.lives",
    "ages": "palimpseste.cli.attack.ages",
    "clinicians": "palimpseste.cli.attack.clinicians",
    "places": "palimpseste.cli.attack.places",
    "fill-mask": "palimpseste.cli.attack.fill_mask",
    "population": "palimpseste.cli.attack.population",
    "linkage": "palimpseste.cli.attack.linkage",
    "memory": "palimpseste.cli.attack.memory",
}


@click.command(name="attack", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """Attack the strategies on patients who do not exist, or models by notes; say how often it succeeds."""
