"""``palimpseste key``: the secret that surrogates are drawn with."""

from __future__ import annotations

from pathlib import Path

import click

from palimpseste.errors import UsageError
from palimpseste.surrogates.keys import MasterKey

__all__ = ["command"]


@click.group(name="key")
def command() -> None:
    """Make the secret key that surrogates are drawn with."""


@command.command(name="new")
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Write a new key to FILE, which only its owner may read; an existing file is never overwritten."""
    if str(file) == "-":
        raise UsageError("a key goes to a file of its owner alone, never to standard output: name one")
    MasterKey.generate().to_file(file)
    click.echo(f"new key in {file}, mode 0600", err=True)
    click.echo("whoever has it can repeat your surrogates; without it nobody can, and no run can be repeated", err=True)
