"""Options that several commands take, added to a command at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["head_option", "together"]

F = TypeVar("F", bound=Callable[..., Any])
_HEAD = re.compile("[0-9a-f]{64}")


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return what adds options to a command, in this order in its help."""

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def head_option(help: str) -> Callable[[F], F]:
    """Return what adds `--head`, the head of a log that was noted elsewhere; one copied amiss is refused as such.

    Parameters
    ----------
    help : str
        What it is for.
    """
    return click.option("--head", metavar="HASH", callback=_head_of, help=help)


def _head_of(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return a head as logs write it."""
    if value is None:
        return None
    written = value.strip().lower()
    if not _HEAD.fullmatch(written):
        raise click.BadParameter("no head of a log: these are 64 figures and letters from a to f; copy it whole")
    return written
