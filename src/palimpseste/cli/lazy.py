"""A group of commands whose modules are imported when they are called: help stays fast, whatever a command needs.

No command takes an option of one value twice: the last would count, and a first file of patients be of no use.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

import click

__all__ = ["LazyGroup", "modules_in"]


def modules_in(folder: str, *commands: str) -> dict[str, str]:
    """Return the modules of commands that a folder has under their names, in the order of the help."""
    return {command: f"{folder}.{command.replace('-', '_')}" for command in commands}


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
        return _refusing_twice(_with_examples_by_line(command))


def _with_examples_by_line(command: click.Command) -> click.Command:
    r"""Return a command, in whose help what follows a line of ``\b`` keeps its lines: click knows the sign itself."""
    if command.help:
        command.help = command.help.replace(" \\b\n", " \b\n")
    for each in getattr(command, "commands", {}).values():
        _with_examples_by_line(each)
    return command


def _refusing_twice(command: click.Command) -> click.Command:
    """Return a command that takes no option of one value twice."""
    if "parse_args" in vars(command):  # asked for before
        return command
    parse = command.parse_args

    def parse_args(ctx: click.Context, args: list[str]) -> list[str]:
        _, _, order = command.make_parser(ctx).parse_args(list(args))
        twice = next((each for each, count in Counter(order).items() if count > 1 and _has_one_value(each)), None)
        if twice is not None:
            raise click.UsageError(f"Option '{max(twice.opts, key=len)}' is given twice, and takes one value.", ctx)
        return parse(ctx, args)

    command.parse_args = parse_args  # type: ignore[method-assign]
    for each in getattr(command, "commands", {}).values():
        _refusing_twice(each)
    return command


def _has_one_value(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Option) and not (parameter.multiple or parameter.is_flag or parameter.count)
