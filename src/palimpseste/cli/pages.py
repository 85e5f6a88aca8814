"""Results of a command written to a file of their own, and the command that made them."""

from __future__ import annotations

import shlex
from collections.abc import Container
from pathlib import Path

import click
from click.core import ParameterSource

from palimpseste.errors import UsageError
from palimpseste.files import write_text

__all__ = ["refuse_other_use", "write_page", "written_command"]

# So much of the beginning tells a page of one kind from a key, notes or a register.
_TELLING_CHARACTERS = 8


def write_page(path: Path, content: str) -> None:
    """Write a file, over an earlier one.

    Raises
    ------
    UsageError
        If it cannot be written, or the present command reads it, or writes it as something else too, or what is there
        is no earlier page of the kind.
    """
    refuse_other_use(path)
    _refuse_another_kind(path, content)
    try:
        if path.exists() and not path.is_file():
            path.write_text(content, encoding="utf-8")  # a device, a pipe: nothing that could take its name
        else:
            write_text(path, content)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def refuse_other_use(path: Path) -> None:
    """Refuse a file to write that another parameter of the present command names: nothing that is read is replaced.

    Raises
    ------
    UsageError
        If one does.
    """
    context = click.get_current_context(silent=True)
    if context is None or not path.is_file():
        return
    values = (each if isinstance(each, tuple) else (each,) for each in context.params.values())
    if sum(_is_file(each, path) for value in values for each in value) > 1:
        raise UsageError(f"{path}: this command reads it, or writes it twice; name another file")


def _refuse_another_kind(path: Path, content: str) -> None:
    """Refuse a file that does not begin as the page does: a key, notes or a register would be lost."""
    try:
        with path.open("rb") as stream:
            there = stream.read(_TELLING_CHARACTERS) if path.is_file() else b""
    except OSError:  # none is there; or it is told where it is written
        return
    if there and not content.encode("utf-8").startswith(there):
        raise UsageError(f"{path} exists and is no earlier result of this kind: name another file, or remove it")


def _is_file(value: object, path: Path) -> bool:
    """Tell whether the value of a parameter names a file."""
    try:
        return isinstance(value, (str, Path)) and Path(value).samefile(path)
    except (OSError, ValueError):  # none of this name, or none that could be one
        return False


def written_command(without: Container[str]) -> str:
    """Return the present command as it was written, without the parameters that its results do not depend on."""
    context = click.get_current_context()
    names = []
    step: click.Context | None = context
    while step is not None and step.parent is not None:
        names.append(step.command.name or "")
        step = step.parent
    words = ["palimpseste", *reversed(names)]
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in without or context.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        for each in value if isinstance(value, tuple) else (value,):
            words += [*parameter.opts[:1] * isinstance(parameter, click.Option), *([] if each is True else [str(each)])]
    return shlex.join(words)
