"""Which cohort a run draws its surrogates under, where its key is, and who opens the register it may lie in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.options import together
from palimpseste.configuration import KEY_VARIABLE, Configuration, master_key
from palimpseste.errors import UsageError
from palimpseste.files import is_asked_by_hand
from palimpseste.memory import forget_variable

if TYPE_CHECKING:
    from palimpseste.cohorts import Cohort, CohortRegister
    from palimpseste.cohorts.envelope import Opener
    from palimpseste.surrogates.keys import CohortKey

__all__ = ["ChosenCohort", "chosen_cohort", "cohort_options", "new_opener", "opener_of"]

_PASSPHRASE_VARIABLE = "PALIMPSESTE_PASSPHRASE"  # noqa: S105 # the name of a variable
_FILE = click.Path(path_type=Path, dir_okay=False)

cohort_options = together(
    click.option(
        "--key-file", type=_FILE, help="File of the secret key; else PALIMPSESTE_KEY or PALIMPSESTE_KEY_FILE."
    ),
    click.option("--cohort", metavar="NAME", help="Surrogates of two cohorts cannot be linked.  [default: default]"),
    click.option(
        "--cohort-register", type=_FILE, help="Take the cohort's key from a register of 'palimpseste cohort'."
    ),
    click.option(
        "--passphrase-file",
        type=_FILE,
        help="What opens the register; else PALIMPSESTE_PASSPHRASE, or it is asked for.",
    ),
    click.option("--use-retired", is_flag=True, help="Begin a run under a cohort that was retired."),
)


@dataclass(frozen=True, slots=True)
class ChosenCohort:
    """The cohort of a run.

    Parameters
    ----------
    name : str
        Its name.
    key : CohortKey
        Its key.
    is_repeatable : bool
        Whether the key is kept, so that the same run gives the same surrogates.
    register : CohortRegister, optional
        Where it lies; None for one derived from a master key.
    cohort : Cohort, optional
        As the register has it.
    """

    name: str
    key: CohortKey
    is_repeatable: bool
    register: CohortRegister | None = None
    cohort: Cohort | None = None

    def begin(self, *, may_be_retired: bool) -> None:
        """Let a run begin, and log that it does.

        Raises
        ------
        UsageError
            If the cohort is retired and may not be, or was destroyed meanwhile.
        """
        if self.register is None or self.cohort is None:
            return
        if self.cohort.state == "retired" and not may_be_retired:
            raise UsageError(
                f"cohort {self.name!r} was retired {self.cohort.since}: it is kept to finish runs that were begun; "
                "--use-retired begins one all the same"
            )
        self.register.note_use(self.name)


def chosen_cohort(options: Mapping[str, Any], configuration: Configuration) -> ChosenCohort:
    """Return the cohort a command line asks for over a site's configuration; the environment's secrets are forgotten.

    Worker processes inherit the environment: they get the cohort's key through a pipe and need no other.

    Raises
    ------
    UsageError
        If the key cannot be read, or the register not opened.
    """
    from palimpseste.surrogates.keys import MasterKey

    name = options["cohort"] or configuration.cohort or "default"
    path = options["cohort_register"] or configuration.cohort_register
    try:
        if path is None:
            if options["passphrase_file"] is not None or options["use_retired"]:
                raise UsageError("--passphrase-file and --use-retired are for a --cohort-register")
            master = master_key(options["key_file"], configuration)
            key = (master or MasterKey.generate()).cohort(name)
            return ChosenCohort(name, key, is_repeatable=master is not None)
        from palimpseste.cohorts import CohortRegister

        register = CohortRegister(path, opener_of(path, options, configuration))
        key, cohort = register.key_of(name)
        return ChosenCohort(name, key, is_repeatable=True, register=register, cohort=cohort)
    finally:
        forget_variable(KEY_VARIABLE)
        forget_variable(_PASSPHRASE_VARIABLE)


def opener_of(path: Path, options: Mapping[str, Any], configuration: Configuration) -> Opener:
    """Return what opens a register that is there: a key file or a passphrase, whichever it was made with.

    Parameters
    ----------
    path : Path
        Of the register.
    options : mapping
        Of the command line, by name.
    configuration : Configuration
        Of the site.

    Raises
    ------
    UsageError
        If that is not given, or the other one is.
    """
    from palimpseste.cohorts import contents_of

    kind = contents_of(path).scheme.get("kind")
    wrong = "passphrase_file" if kind == "key file" else "key_file"
    if options[wrong] is not None:
        raise UsageError(f"{path} is opened by a {kind}, not by --{wrong.replace('_', '-')}")
    if kind == "key file":
        master = master_key(options["key_file"], configuration)
        if master is None:
            raise UsageError(f"{path} is opened by a key file: give --key-file")
        return master
    return _passphrase(options["passphrase_file"] or configuration.passphrase_file, f"Passphrase of {path}")


def new_opener(key_file: Path | None, passphrase_file: Path | None, prompt: str) -> Opener:
    """Return what opens a register from now on: a key file if one is named, else a passphrase, asked for twice.

    Parameters
    ----------
    key_file : Path or None
        Where the key is.
    passphrase_file : Path or None
        Where the passphrase is, instead of being asked for.
    prompt : str
        What is asked.

    Raises
    ------
    UsageError
        If it cannot be read, or both are named.
    """
    if key_file is not None and passphrase_file is not None:
        raise UsageError("a register is opened by a key file or by a passphrase: name one")
    if key_file is not None:
        return master_key(key_file, Configuration())  # type: ignore[return-value] # a file that is named gives a key
    return _passphrase(passphrase_file, prompt, is_new=True)


def _passphrase(file: Path | None, prompt: str, *, is_new: bool = False) -> Opener:
    from palimpseste.cohorts import Passphrase

    if file is not None:
        return Passphrase.from_file(file)
    if _PASSPHRASE_VARIABLE in os.environ:
        return Passphrase(os.environ[_PASSPHRASE_VARIABLE])
    if not is_asked_by_hand():
        raise UsageError(f"no passphrase: give --passphrase-file, or set {_PASSPHRASE_VARIABLE}")
    return Passphrase(click.prompt(prompt, hide_input=True, confirmation_prompt=is_new, err=True))
