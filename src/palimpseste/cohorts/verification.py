"""What is wrong with a register and its audit log, if anything is."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from pathlib import Path

from palimpseste.chained_log import Chain, seal_of
from palimpseste.cohorts.audit import chain_of, head_of
from palimpseste.cohorts.contents import Contents, State
from palimpseste.cohorts.register import read_unlocked
from palimpseste.files import locked

__all__ = ["Verification", "verify"]

_STATE_AFTER: dict[str, State] = {"derive": "active", "retire": "retired", "destroy": "destroyed"}


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found.

    Parameters
    ----------
    entries : int
        Lines of the log that follow from each other.
    head : str
        SHA-256 of the last of them; noted elsewhere, it dates what is verified.
    flaws : tuple of str
        What is wrong; empty where nothing is.
    """

    entries: int
    head: str
    flaws: tuple[str, ...]


def verify(path: Path, sealing_key: bytes | None = None, known_head: str | None = None) -> Verification:
    """Return what is wrong with a register and its audit log.

    Parameters
    ----------
    path : Path
        The register.
    sealing_key : bytes, optional
        Of the opened register; without it seals are not checked.
    known_head : str, optional
        A head noted earlier: the log must have gone through it.

    Raises
    ------
    UsageError
        If either file cannot be read.
    """
    path = path.resolve()
    with locked(path):
        contents = read_unlocked(path)
        chain = chain_of(path, contents.register)
    flaws = [chain.flaw] if chain.flaw else []
    if chain.rest:
        flaws.append(f"the log ends in the middle of line {len(chain.lines) + 1}, as after a kill")
    if not chain.flaw:
        flaws += _end_flaws(contents, chain) + _state_flaws(contents, chain)
    if sealing_key is not None:
        flaws += _seal_flaws(contents, chain, sealing_key)
    heads = [head_of(contents.register, line) for line in ("", *chain.lines)]
    if known_head is not None and known_head not in heads:
        flaws.append("the log did not go through the head that was noted: register and log were both replaced")
    return Verification(len(chain.entries), heads[-1], tuple(flaws))


def _end_flaws(contents: Contents, chain: Chain) -> list[str]:
    last = chain.lines[-1] if chain.lines else ""
    if (len(chain.lines), last) == (contents.entries, contents.last_line):
        return []
    if len(chain.lines) == contents.entries - 1:
        return ["the last line of the log is missing, as after a kill; the next command writes it again"]
    return [
        f"the log ends after {len(chain.lines)} lines otherwise than the register says, which counts {contents.entries}"
    ]


def _state_flaws(contents: Contents, chain: Chain) -> list[str]:
    """Return where the states of the register are not what the log tells."""
    states: dict[str, State] = {}
    for entry in chain.entries:
        if entry["what"] in _STATE_AFTER:
            states[str(entry["cohort"])] = _STATE_AFTER[entry["what"]]
    if len(chain.lines) != contents.entries:
        return []  # said already
    flaws = [
        f"cohort {cohort.name!r} is {cohort.state} in the register and {states.get(cohort.name, 'unknown')} in the log"
        for cohort in contents.cohorts
        if states.get(cohort.name) != cohort.state
    ]
    names = {cohort.name for cohort in contents.cohorts}
    flaws += [f"cohort {name!r} of the log is not in the register" for name in states if name not in names]
    flaws += [
        f"cohort {cohort.name!r} is {cohort.state} and {'has no key' if cohort.key is None else 'has a key'}"
        for cohort in contents.cohorts
        if (cohort.key is None) != (cohort.state == "destroyed")
    ]
    return flaws


def _seal_flaws(contents: Contents, chain: Chain, sealing_key: bytes) -> list[str]:
    flaws = [] if contents.is_sealed_by(sealing_key) else ["the seal of the register does not hold"]
    for number, entry in enumerate(chain.entries, 1):
        seal = seal_of(sealing_key, {name: value for name, value in entry.items() if name != "seal"})
        if not hmac.compare_digest(seal.encode("ascii"), str(entry["seal"]).encode("utf-8")):
            flaws.append(f"the seal of line {number} does not hold")
            break
    return flaws
