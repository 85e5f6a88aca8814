"""What the commands that compare policies share: the policies, and the key that surrogates are written with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.code.options import FILE
from palimpseste.utility.versions import DEFAULT_POLICIES, known_key

if TYPE_CHECKING:
    from palimpseste.surrogates.keys import MasterKey

__all__ = ["experiment_key", "key_option", "policies_option"]

policies_option = click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="NAME|FILE[:E]",
    help=f"A policy to compare, at an ε of a document; repeat.  [default: {' '.join(DEFAULT_POLICIES)}]",
)
key_option = click.option(
    "--key-file", type=FILE, help="Key of the surrogates.  [default: a known one: they leave no process]"
)


def experiment_key(path: Path | None) -> MasterKey:
    """Return the key of a file; without one always the same, so that figures come out again."""
    from palimpseste.surrogates.keys import MasterKey

    if path is not None:
        return MasterKey.from_file(path)
    return known_key()
