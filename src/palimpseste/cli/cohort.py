"""``palimpseste cohort``: the keys of cohorts, from the first run to their destruction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from palimpseste.cli.options import head_option, together
from palimpseste.cli.run.cohort_options import new_opener, opener_of
from palimpseste.cli.run.console import say
from palimpseste.configuration import Configuration
from palimpseste.errors import UsageError
from palimpseste.files import is_asked_by_hand

__all__ = ["command"]

_FILE = click.Path(path_type=Path, dir_okay=False)
_GDPR = (
    "Under the GDPR this is not anonymisation: with its key destroyed, nobody can compute the link between these "
    "surrogates and the originals any more, but the texts stay pseudonymised personal data as long as someone may "
    "match them by their medical content, first of all the hospital that keeps the originals (recital 26)."
)


_register_options = together(
    click.option("--register", "path", type=_FILE, required=True, help="File of the register."),
    click.option("--key-file", type=_FILE, help="Of a register opened by one."),
    click.option("--passphrase-file", type=_FILE, help="Else PALIMPSESTE_PASSPHRASE, or it is asked for."),
)


@click.group(name="cohort")
def command() -> None:
    """Derive, list, retire and destroy the keys of cohorts, kept encrypted in a register with an audit log."""


@command.command(name="derive")
@click.argument("name")
@_register_options
def derive(name: str, path: Path, **options: Any) -> None:
    """Make the key of a new cohort NAME, and the register where there is none.

    A new register is opened by --key-file if it is given, else by a passphrase of 12 characters or more.
    """
    from palimpseste.cohorts import CohortRegister

    if path.exists():
        register = CohortRegister(path, opener_of(path, options, Configuration()))
    else:
        opener = new_opener(options["key_file"], options["passphrase_file"], f"New passphrase of {path}")
        register = CohortRegister(path, opener)
        register.create()
        say(f"new register {path}; without what opens it, every key in it is lost")
    register.derive(name)
    say(f"cohort {name!r} is active")


@command.command(name="list")
@click.option("--register", "path", type=_FILE, required=True, help="File of the register.")
def list_command(path: Path) -> None:
    """List the cohorts: name, state, since when."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from palimpseste.cohorts import contents_of

    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("cohort", "state", "since"):
        table.add_column(heading)
    for cohort in contents_of(path).cohorts:
        table.add_row(Text(cohort.name), cohort.state, cohort.since)
    Console().print(table)


@command.command(name="retire")
@click.argument("name")
@_register_options
def retire(name: str, path: Path, **options: Any) -> None:
    """Keep the key of cohort NAME to finish runs that were begun, and refuse it to new ones."""
    from palimpseste.cohorts import CohortRegister

    CohortRegister(path, opener_of(path, options, Configuration())).retire(name)
    say(f"cohort {name!r} is retired")


@command.command(name="destroy")
@click.argument("name")
@_register_options
@click.option("--yes", is_flag=True, help="Do not ask.")
def destroy(name: str, path: Path, yes: bool, **options: Any) -> None:
    """Destroy the key of cohort NAME for ever; its name stays, and is not used again."""
    from palimpseste.cohorts import CohortRegister

    register = CohortRegister(path, opener_of(path, options, Configuration()))
    register.key_of(name)
    say(_GDPR)
    if not yes:
        if not is_asked_by_hand():
            raise UsageError(f"destroying the key of cohort {name!r} cannot be undone: confirm with --yes")
        click.confirm(f"Destroy the key of cohort {name!r} for ever?", abort=True, err=True)
    register.destroy(name)
    say(f"cohort {name!r} is destroyed here; copies of {path} made before still hold its key, encrypted, until")
    say("'palimpseste cohort rekey' and the loss of what opened them: see docs/cohorts.md")


@command.command(name="rekey")
@_register_options
@click.option("--new-passphrase-file", type=_FILE, help="What opens the register from now on.")
@click.option("--new-key-file", type=_FILE, help="Or this.")
def rekey(path: Path, new_passphrase_file: Path | None, new_key_file: Path | None, **options: Any) -> None:
    """Encrypt all keys anew: once the old passphrase or key file is gone, old copies of the register are unreadable."""
    from palimpseste.cohorts import CohortRegister

    if new_passphrase_file is None and new_key_file is None and not is_asked_by_hand():
        # The variable holds the passphrase of now: it must not be taken for the new one.
        raise UsageError("name what opens the register from now on: --new-passphrase-file or --new-key-file")
    register = CohortRegister(path, opener_of(path, options, Configuration()))
    register.rekey(new_opener(new_key_file, new_passphrase_file, f"New passphrase of {path}"))
    say(f"{path} is opened by another {'key file' if new_key_file else 'passphrase'} from now on")


@command.command(name="verify")
@head_option("Head noted earlier, which the log must have gone through.")
@click.option("--unopened", is_flag=True, help="Check the chain only: no passphrase or key file is needed.")
@_register_options
def verify_command(path: Path, head: str | None, unopened: bool, **options: Any) -> int:
    """Find any edited, removed or reordered line of the audit log. Exit status: 0 none, 1 something is wrong."""
    from palimpseste.cohorts import CohortRegister, verify

    sealing_key = None
    if not unopened:
        sealing_key = CohortRegister(path, opener_of(path, options, Configuration())).sealing_key()
    found = verify(path, sealing_key, head)
    for flaw in found.flaws:
        say(f"{path}: {flaw}")
    say(f"{found.entries} entries, {'chain only' if unopened else 'chain and seals'}, {len(found.flaws)} flaws")
    if unopened and head is None:
        say("a chain made anew from its first line is not seen so: give the head noted elsewhere (--head), or open it")
    click.echo(found.head)
    return 1 if found.flaws else 0
