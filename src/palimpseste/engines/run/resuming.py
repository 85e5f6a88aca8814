"""Where a run writes: anew, or on from where an interrupted one of the same plan stopped."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from palimpseste.engines.run.journal import JOURNAL_BEGINS, Checkpoint, Journal
from palimpseste.engines.run.output import Output, PartialOutput, StandardOutput, quarantine_file_of
from palimpseste.engines.run.plan import Plan, W
from palimpseste.errors import UsageError
from palimpseste.files import (
    claim_folder,
    is_claimed,
    lock_file_of,
    open_to_read,
    opened_at,
    partial_folder_of,
    refuse_special,
    remove_folder,
)
from palimpseste.sources.target import Target, Written

__all__ = ["begun_inputs", "discard", "is_begun", "opened"]

_JOURNAL = "journal.jsonl"
# What a run leaves in its partial folder; whatever else stands there is not its own.
_INPUTS = "inputs"
_LEFT = frozenset((_JOURNAL, _INPUTS, lock_file_of(Path(_JOURNAL)).name, "quarantine.jsonl", "result", "replaced"))

# Written for a run that no later one can continue: its key is gone with it, or its input.
_SINGLE: Mapping[str, str] = {"single": "run"}


def opened(plan: Plan[W]) -> tuple[Output[Written], Checkpoint]:
    """Return the output of a run and where it begins.

    Raises
    ------
    UsageError
        If the results exist already, or an interrupted run with other settings left some.
    OSError
        If nothing can be written there.
    """
    target = plan.target.path
    if target is None:
        return StandardOutput(plan.shape, plan.quarantine), Checkpoint()
    folder = partial_folder_of(target)
    quarantine = plan.quarantine or quarantine_file_of(target)
    if not os.path.lexists(folder):
        _refuse_existing(plan, target, quarantine)
    claim_folder(folder, _LEFT, _JOURNAL, JOURNAL_BEGINS)
    journal = Journal(folder / _JOURNAL)
    try:
        begun = journal.fingerprint
        if begun is not None and begun == plan.fingerprint and not plan.restart:
            journal.resume()
        else:
            if begun not in (None, dict(_SINGLE)) and not plan.restart:
                raise UsageError(_difference(folder, begun or {}, plan.fingerprint))
            try:
                _refuse_existing(plan, target, quarantine)
            except UsageError:
                if begun is None:  # all that a kill left of a run whose results are in their place
                    journal.close()
                    remove_folder(folder, _JOURNAL)
                raise
            journal.forget()
            _emptied(folder)
            with opened_at(folder / _INPUTS, 0) as stream:
                stream.write("\n".join(plan.inputs).encode("ascii"))
                stream.flush()
                os.fsync(stream.fileno())
            journal.begin(plan.fingerprint or _SINGLE)
        output = PartialOutput(
            target, quarantine, plan.target.is_folder, plan.shape, len(plan.sources), journal, replaces=plan.force
        )
    except BaseException:
        journal.close()
        raise
    return output, journal.last


def is_begun(plan: Plan[W]) -> bool:
    """Tell whether an interrupted run of the same plan is there to be gone on with."""
    if plan.target.path is None or plan.fingerprint is None or plan.restart:
        return False
    folder = partial_folder_of(plan.target.path)
    path = folder / _JOURNAL
    if not is_claimed(folder, _LEFT, _JOURNAL, JOURNAL_BEGINS) or not path.exists():
        return False
    journal = Journal(path)
    try:
        return journal.fingerprint == plan.fingerprint
    finally:
        journal.close()


def begun_inputs(target: Target, digests: Sequence[str]) -> frozenset[str]:
    """Return the digests of the files of an interrupted run, if all of these are still as they were; else none.

    Parameters
    ----------
    target : Target
        Where its results go.
    digests : sequence of str
        Of the files that there are now.
    """
    if target.path is None:
        return frozenset()
    folder = partial_folder_of(target.path)
    path = folder / _INPUTS
    if not is_claimed(folder, _LEFT, _JOURNAL, JOURNAL_BEGINS) or not path.exists():
        return frozenset()
    with os.fdopen(open_to_read(path), "rb") as stream:
        begun = frozenset(stream.read().decode("ascii", "replace").split())
    return begun if begun.issubset(digests) else frozenset()


def discard(target: Target, output: Output[Written]) -> None:
    """Close the output of a run that none can continue, and remove what it left."""
    output.close()
    if target.path is not None:
        remove_folder(partial_folder_of(target.path), _JOURNAL)


def _refuse_existing(plan: Plan[W], target: Path, quarantine: Path) -> None:
    for path in (target, quarantine):
        try:
            refuse_special(path)
        except OSError as error:
            raise UsageError(f"{path} {error.strerror}; '-' is standard output") from None
        if os.path.lexists(path) and not plan.force:
            raise UsageError(f"{path} exists; --force replaces it")


def _difference(folder: Path, begun: Mapping[str, str], now: Mapping[str, str] | None) -> str:
    if now is None:
        what = "a key, and this run has none of its own"
    elif begun.get("key") != now.get("key"):
        # All other digests are made with it: they tell nothing.
        what = "another key, or for another cohort"
    else:
        settings = sorted(n for n in {*begun, *now} if begun.get(n) != now.get(n))
        if settings == ["inputs"]:
            return (
                f"{folder} holds an interrupted run over other files: some came, went or changed since; with the files "
                "that there were, its command finishes it, or give --restart to throw it away"
            )
        what = "other settings: " + ", ".join(settings)
    return (
        f"{folder} holds an interrupted run with {what}; repeat its command to finish it, "
        "or give --restart to throw it away"
    )


def _emptied(folder: Path) -> None:
    journal = folder / _JOURNAL
    for path in folder.iterdir():
        if path in (journal, lock_file_of(journal)):
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
