"""What a register holds, and the JSON it is.

::

    {"format": "palimpseste-cohorts-1",
     "register": "9f…",                       drawn once, in no other register
     "scheme": {"kind": "passphrase", …},     how it is opened
     "sealing": "…",                          the key of seals, encrypted
     "cohorts": [{"name": "2024", "state": "active", "since": "…", "key": "…"},
                 {"name": "2023", "state": "destroyed", "since": "…", "key": null}],
     "log": {"entries": 3, "last": "…"},      the last line of the audit log
     "seal": "…"}                             HMAC-SHA256 of all the rest
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeVar, get_args

from palimpseste.chained_log import read_json, seal_of
from palimpseste.errors import UsageError

__all__ = ["Cohort", "Contents", "State", "check_name"]

T = TypeVar("T")
State = Literal["active", "retired", "destroyed"]
_FORMAT = "palimpseste-cohorts-1"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Cohort:
    """A cohort of a register.

    Parameters
    ----------
    name : str
        Never used twice.
    state : State
        ``active``; ``retired``, for resuming only; ``destroyed``, a tombstone.
    since : str
        When it came to this state; ISO 8601, UTC.
    key : str, optional
        Encrypted; None once destroyed.
    """

    name: str
    state: State
    since: str
    key: str | None

    def __repr__(self) -> str:
        return f"Cohort(name={self.name!r}, state={self.state!r}, since={self.since!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Contents:
    """All of a register.

    Parameters
    ----------
    register : str
        Its identifier.
    scheme : mapping
        How it is opened.
    sealing : str
        The key of its seals, encrypted.
    cohorts : tuple of Cohort
        In the order they came.
    entries : int
        Lines of its audit log.
    last_line : str
        The last of them; empty before the first.
    seal : str
        Of all the rest.
    """

    register: str
    scheme: Mapping[str, Any]
    sealing: str
    cohorts: tuple[Cohort, ...] = ()
    entries: int = 0
    last_line: str = ""
    seal: str = ""

    def cohort(self, name: str) -> Cohort | None:
        """Return the cohort of a name; None where there is none."""
        return next((cohort for cohort in self.cohorts if cohort.name == name), None)

    def with_cohort(self, cohort: Cohort) -> Contents:
        """Return the contents with a cohort new or changed."""
        if self.cohort(cohort.name) is None:
            return replace(self, cohorts=(*self.cohorts, cohort))
        return replace(self, cohorts=tuple(cohort if each.name == cohort.name else each for each in self.cohorts))

    def sealed(self, sealing_key: bytes) -> Contents:
        """Return the contents under their seal."""
        return replace(self, seal=seal_of(sealing_key, self._unsealed()))

    def is_sealed_by(self, sealing_key: bytes) -> bool:
        """Tell whether nothing changed since these contents were sealed."""
        return hmac.compare_digest(self.seal.encode("utf-8"), seal_of(sealing_key, self._unsealed()).encode("utf-8"))

    def to_bytes(self) -> bytes:
        """Return the file."""
        return (json.dumps({**self._unsealed(), "seal": self.seal}, indent=1) + "\n").encode("ascii")

    @classmethod
    def from_bytes(cls, content: bytes, where: str) -> Contents:
        """Read the file back.

        Raises
        ------
        UsageError
            If it is no register.
        """
        try:
            values = read_json(content)
            if values["format"] != _FORMAT or not isinstance(values["scheme"], dict):
                raise ValueError
            contents = cls(
                register=_of_kind(str, values["register"]),
                scheme=values["scheme"],
                sealing=_of_kind(str, values["sealing"]),
                cohorts=tuple(_cohort_of(each) for each in values["cohorts"]),
                entries=_of_kind(int, values["log"]["entries"]),
                last_line=_of_kind(str, values["log"]["last"]),
                seal=_of_kind(str, values["seal"]),
            )
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise UsageError(f"{where} is no register of cohorts, or is damaged") from None
        return contents

    def _unsealed(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "register": self.register,
            "scheme": dict(self.scheme),
            "sealing": self.sealing,
            "cohorts": [asdict(cohort) for cohort in self.cohorts],
            "log": {"entries": self.entries, "last": self.last_line},
        }


def check_name(name: str) -> None:
    """Refuse what is no name of a cohort.

    Raises
    ------
    UsageError
        If it is empty, long or not printable.
    """
    if not name.strip() or name != name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
        raise UsageError(f"the name of a cohort is 1 to {_LONGEST_NAME} printable characters, no space at its ends")


def _of_kind(kind: type[T], value: object) -> T:
    """Return a value that is of a kind and no other: an edit that reads as the same would not be seen."""
    if type(value) is not kind:
        raise ValueError
    return value


def _cohort_of(values: Mapping[str, Any]) -> Cohort:
    name, state, since, key = values["name"], values["state"], values["since"], values["key"]
    strings = isinstance(name, str) and isinstance(since, str) and isinstance(key, (str, type(None)))
    if not strings or state not in get_args(State):
        raise ValueError
    return Cohort(name, state, since, key)
