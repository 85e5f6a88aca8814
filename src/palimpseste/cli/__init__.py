"""The command line: one module a command, each loaded only when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from palimpseste.errors import PalimpsesteError

__all__ = ["main"]

_COMMANDS = {
    "deid": "palimpseste.cli.deid",
    "detect": "palimpseste.cli.detect",
    "evaluate": "palimpseste.cli.evaluate",
    "convert": "palimpseste.cli.convert",
    "corpus": "palimpseste.cli.corpus",
    "train": "palimpseste.cli.train",
    "key": "palimpseste.cli.key",
}


class _Rooms(click.Group):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(_COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command


@click.command(cls=_Rooms, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="palimpseste")
def palimpseste() -> None:
    """De-identify French clinical text: find, replace, measure."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status: 0 done, 2 wrong use, 3 some documents in quarantine."""
    try:
        status: Any = palimpseste.main(args=arguments, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except PalimpsesteError as error:
        click.echo(f"palimpseste: {error}", err=True)
        sys.exit(error.exit_status)
    sys.exit(status if isinstance(status, int) else 0)
