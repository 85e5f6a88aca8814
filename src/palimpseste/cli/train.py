"""``palimpseste train``: one module a way of training, each loaded only when it is called."""

from __future__ import annotations

import importlib

import click

__all__ = ["command"]

_COMMANDS = {
    "compact": "palimpseste.cli.train_compact",
    "ner": "palimpseste.cli.train_ner",
    "mlm": "palimpseste.cli.train_mlm",
    "search": "palimpseste.cli.train_search",
    "cross-validate": "palimpseste.cli.train_cross_validate",
    "ablate": "palimpseste.cli.train_ablate",
    "export": "palimpseste.cli.train_export",
}


class _Trainings(click.Group):
    """A group whose commands are imported when they are asked for; none of them imports torch to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(_COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command


@click.command(name="train", cls=_Trainings)
def command() -> None:
    """Fine-tune encoders on annotated notes, compare them, export them.

    Needs pip install 'palimpseste[train]'. Nothing is sent anywhere; an encoder that is not on disk is fetched by name.
    """
