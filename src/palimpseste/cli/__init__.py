"""The command line: one module a command, each loaded only when it is called.

Must not import: torch, transformers, pandas, pyspark.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from palimpseste.cli.lazy import LazyGroup
from palimpseste.debugging import DEBUG_VARIABLE, failure, is_debugging
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import escape_what_has_no_sign, stand_in_for_closed
from palimpseste.memory import keep_memory_private, make_files_private
from palimpseste.rendering.screen import shown

__all__ = ["main"]

_COMMANDS = {
    "deid": "palimpseste.cli.run.deid",
    "detect": "palimpseste.cli.run.detect",
    "evaluate": "palimpseste.cli.evaluate",
    "explain": "palimpseste.cli.explain",
    "convert": "palimpseste.cli.convert",
    "corpus": "palimpseste.cli.corpus",
    "train": "palimpseste.cli.train",
    "code": "palimpseste.cli.code",
    "utility": "palimpseste.cli.utility",
    "fidelity": "palimpseste.cli.fidelity",
    "papers": "palimpseste.cli.papers",
    "attack": "palimpseste.cli.attack",
    "risk": "palimpseste.cli.risk",
    "privacy": "palimpseste.cli.privacy",
    "demo": "palimpseste.cli.demo",
    "key": "palimpseste.cli.key",
    "cohort": "palimpseste.cli.cohort",
    "watch": "palimpseste.cli.watch",
    "mcp": "palimpseste.cli.mcp",
    "serve": "palimpseste.cli.service.serve",
    "user": "palimpseste.cli.service.user",
    "review": "palimpseste.cli.service.review",
    "service": "palimpseste.cli.service.backup",
    "campaign": "palimpseste.cli.campaign",
}


_WITHOUT_VALUE = re.compile("--[a-z-]+=")


@click.command(cls=LazyGroup, modules=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="palimpseste")
def palimpseste() -> None:
    """De-identify French clinical text: find, replace, measure."""
    if is_debugging():
        click.echo(f"palimpseste: {DEBUG_VARIABLE} is set: errors may quote notes; never with real notes", err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status.

    0 done, 1 it could not be done, 2 wrong use, 3 some documents in quarantine, 4 the watch saw something move.
    Whatever it makes is for its user alone, and its memory for itself.
    """
    stand_in_for_closed()
    escape_what_has_no_sign()
    make_files_private()
    if not is_debugging():
        keep_memory_private()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        _refuse_empty(arguments)
        status: Any = palimpseste.main(args=arguments, standalone_mode=False)
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        click.echo("\n".join(map(shown, told.getvalue().splitlines())), err=True)
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except PalimpsesteError as error:
        # What a developer asked for has line ends of its own.
        click.echo(f"palimpseste: {error if is_debugging() else shown(str(error))}", err=True)
        sys.exit(error.exit_status)
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        if is_debugging():
            raise
        # Its message and its trace may quote a note.
        click.echo(f"palimpseste: {shown(_argument_of(error, arguments))}{failure(error)}", err=True)
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _argument_of(error: Exception, arguments: Sequence[str]) -> str:
    """Return the argument that names what the system refused, with a colon; other paths may be named after people."""
    if not isinstance(error, OSError) or error.filename is None:
        return ""
    try:
        refused = Path(os.fsdecode(error.filename)).absolute()
        named = {argument: Path(argument.rpartition("=")[2]).absolute() for argument in arguments if argument}
    except (OSError, TypeError):  # the present folder is gone, or a descriptor was refused
        return ""
    found = [
        argument
        for argument, path in named.items()
        if path in (refused, *refused.parents)
        # A file is filled beside its place, under a name with that of its place in it.
        or (path.parent == refused.parent and refused.name.startswith((f".{path.name}.", f"{path.name}.")))
    ]
    return f"{max(found, key=len)}: " if found else ""


def _refuse_empty(arguments: Sequence[str]) -> None:
    """Refuse an argument without a letter: a path of none is this folder, which nobody meant by it."""
    for place, argument in enumerate(arguments):
        if not argument or _WITHOUT_VALUE.fullmatch(argument):
            named = argument or (arguments[place - 1] if place else "")
            where = f" behind {named}" if named.startswith("-") else ""
            raise UsageError(f"an argument{where} is empty: is a variable of the shell not set?")
