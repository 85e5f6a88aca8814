"""A group of commands whose modules are imported when they are called: help stays fast, whatever a command needs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """Commands by name, each the ``command`` of a module.

    Parameters
    ----------
    modules : mapping of str to str
        Name of a command to the module that holds it, in the order of the help.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, without importing anything."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, its module imported now."""
        if cmd_name not in self._modules:
            return None
        command = importlib.import_module(self._modules[cmd_name]).command
        assert isinstance(command, click.Command)  # noqa: S101 # for types: modules of the table above hold one
        return _with_examples_by_line(command)


def _with_examples_by_line(command: click.Command) -> click.Command:
    r"""Return a command, in whose help what follows a line of ``\b`` keeps its lines: click knows the sign itself."""
    if command.help:
        command.help = command.help.replace(" \\b\n", " \b\n")
    for each in getattr(command, "commands", {}).values():
        _with_examples_by_line(each)
    return command
