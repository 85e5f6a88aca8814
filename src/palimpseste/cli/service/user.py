"""``palimpseste user``: who may ask the service, and the log of who did."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.options import head_option
from palimpseste.cli.run.console import say
from palimpseste.cli.run.options import FILE, FOLDER
from palimpseste.cli.service.extra import check_extra
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.files import is_asked_by_hand, private_bytes

if TYPE_CHECKING:
    from palimpseste.service.accounts.users import Users

__all__ = ["command"]

_ROLES = ("process", "annotate", "adjudicate", "administer")
_folder = click.option("--folder", type=FOLDER, required=True, help="Of the service.")
_days = click.option(
    "--days", type=click.IntRange(1, 3650), default=365, show_default=True, help="Until the user expires."
)


@click.group(name="user")
def command() -> None:
    """Add, list, renew and revoke the users of the service, and check its log."""
    check_extra()


@command.command(name="add")
@click.argument("name")
@click.option("--role", "roles", type=click.Choice(_ROLES), multiple=True, required=True, help="Repeat for several.")
@_days
@_folder
def add(name: str, roles: tuple[str, ...], days: int, folder: Path) -> None:
    """Add user NAME, and print the token, which is kept nowhere.

    'process' may send notes, 'annotate' and 'adjudicate' work on campaigns, 'administer' sees counts.
    """
    from palimpseste.service.accounts.users import Role

    _say_token(_users(folder, create=True).add(name, map(Role, roles), days), name, days)


@command.command(name="list")
@_folder
def list_command(folder: Path) -> None:
    """List the users: name, roles, state, until when."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table("user", "roles", "state", "expires", "password", box=box.SIMPLE_HEAD)
    for user in _users(folder).all():
        roles = ", ".join(role.value for role in user.roles)
        table.add_row(user.name, roles, user.state, user.expires.date().isoformat(), "yes" if user.password else "no")
    Console().print(table)


@command.command(name="renew")
@click.argument("name")
@_days
@_folder
def renew(name: str, days: int, folder: Path) -> None:
    """Give user NAME a new token in the place of the old one, and print it."""
    _say_token(_users(folder).renew(name, days), name, days)


@command.command(name="revoke")
@click.argument("name")
@_folder
def revoke(name: str, folder: Path) -> None:
    """Let user NAME do nothing any more, from the next request on."""
    _users(folder).revoke(name)
    say(f"user {name} is revoked")


@command.command(name="password")
@click.argument("name")
@click.option("--password-file", type=FILE, help="Of mode 0600; else it is asked for.")
@_folder
def password(name: str, password_file: Path | None, folder: Path) -> None:
    """Give user NAME a password for the pages, of 12 characters or more."""
    if password_file is not None:
        given = private_bytes(password_file).decode("utf-8", "replace").rstrip("\r\n")
    elif is_asked_by_hand():
        given = click.prompt(f"Password of {name}", hide_input=True, confirmation_prompt=True, err=True)
    else:
        raise UsageError("no password: give --password-file")
    _users(folder).set_password(name, given)
    say(f"user {name} has a password")


@command.command(name="audit")
@head_option("A head that was printed earlier: the log must still hold it.")
@_folder
def audit(head: str | None, folder: Path) -> None:
    """Check that the log of the service is whole, and print its head, to be noted elsewhere."""
    from palimpseste.chained_log import head_of
    from palimpseste.service.folder import ServiceFolder
    from palimpseste.service.monitoring.audit import read_audit

    opened = ServiceFolder.opened(folder)
    chain = read_audit(opened.audit, opened.secret())
    if chain.flaw:
        raise PalimpsesteError(f"{opened.audit}: {chain.flaw}")
    heads = [head_of("", line) for line in chain.lines]
    if head is not None and head not in heads:
        raise PalimpsesteError(f"{opened.audit} does not hold that head: it was cut, or an older one was put back")
    say(f"{len(heads):,} lines, whole" + (f"; head {heads[-1]}" if heads else ""))


def _users(folder: Path, *, create: bool = False) -> Users:
    from palimpseste.service.accounts.users import Users
    from palimpseste.service.folder import ServiceFolder

    return Users(ServiceFolder.opened(folder, create=create).users)


def _say_token(token: str, name: str, days: int) -> None:
    click.echo(token)
    say(f"this token of {name} holds {days} days and is kept nowhere: note it now")
