"""``palimpseste service``: all that a service keeps, backed up and put back by a command each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from palimpseste.cli.run.console import say
from palimpseste.cli.run.options import FILE, FOLDER
from palimpseste.cli.service.extra import check_extra
from palimpseste.configuration import Configuration

if TYPE_CHECKING:
    from palimpseste.service.backup import BackupSummary

__all__ = ["command"]


@click.group(name="service")
def command() -> None:
    """Back up what a service keeps, and put it back."""
    check_extra()


@command.command(name="backup")
@click.argument("target", metavar="FILE", type=FILE)
@click.option("--folder", type=FOLDER, required=True, help="Of the service, which may be running.")
@click.option("--reviews", metavar="ADDRESS", help="Database of reviews, where the site has it elsewhere.")
@click.option("--config", "site", type=FILE, help="Site configuration (TOML): it goes into the backup too.")
def backup(target: Path, folder: Path, reviews: str | None, site: Path | None) -> None:
    """Write users, log and reviews of a service to FILE, for its owner alone, and read it all again.

    Texts in it are encrypted. The folder's file 'secret' is not in it, and without it nothing is put back: keep a copy
    of it elsewhere, once; it never changes.
    """
    from palimpseste.service.backup import back_up
    from palimpseste.service.folder import SECRET, ServiceFolder

    opened = ServiceFolder.opened(folder)
    if reviews is None and site is not None:
        reviews = _reviews_of(site)
    summary = back_up(opened, reviews or opened.reviews, target, site)
    say(f"{target}: {_told(summary)}; keep {opened.path / SECRET} apart from it")
    _warn(summary)


@command.command(name="restore")
@click.argument("source", metavar="FILE", type=FILE)
@click.option("--folder", type=FOLDER, required=True, help="To make; nothing may be there.")
@click.option("--secret", "secret_file", type=FILE, required=True, help="The file 'secret' of the service.")
@click.option("--reviews", metavar="ADDRESS", help="Empty database that takes the reviews.  [default: in the folder]")
def restore_command(source: Path, folder: Path, secret_file: Path, reviews: str | None) -> None:
    """Make the folder of a service from the backup FILE.

    Seals and digests are checked and every text is decrypted before the folder is there.
    """
    from palimpseste.service.backup import SITE, restore
    from palimpseste.service.folder import secret_in

    summary = restore(source, folder, secret_in(secret_file), reviews)
    say(f"{folder}: {_told(summary)}" + (f"; the site's file is {folder / SITE}" if summary.has_site else ""))
    _warn(summary)


def _reviews_of(site: Path) -> str | None:
    from palimpseste.service.settings import ServiceSettings

    return ServiceSettings.read(Configuration.read(site).service, {}).reviews


def _told(summary: BackupSummary) -> str:
    return (
        f"{summary.users:,} users, {summary.notes:,} notes, {summary.decisions:,} decisions, "
        f"{summary.lines:,} lines of the log"
    )


def _warn(summary: BackupSummary) -> None:
    if summary.flaw:
        say(f"the log is not whole: {summary.flaw}; the service will not start over it")
