"""How many people share a stay, a hospital, a profession, a diagnosis: what k-map takes where no table counts.

The usual ones are orders of magnitude, all of France: about ten million stays with a night a year, three thousand
hospitals, 486 professions in the nomenclature of INSEE (PCS 2003), stays of five nights, one person
in five with a number of children. A hospital that knows better says so in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from palimpseste.errors import UsageError
from palimpseste.folding import fold

__all__ = ["Shares"]

_NAMED = ("profession", "family", "diagnosis", "hospital")


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a population, each in (0, 1].

    Parameters
    ----------
    stays_a_day : float
        Share of all people who are admitted on a given day.
    nights : float
        Share of stays that end on the day they end.
    hospital, profession, family, diagnosis : float
        Share of stays for a hospital that is not named, and of people for a profession, a number of children and a
        diagnosis.
    named : mapping of tuple of str to float
        Kind and folded value to share.
    """

    stays_a_day: float = 10e6 / 365.25 / 68e6
    nights: float = 1 / 5
    hospital: float = 1 / 3_000
    profession: float = 1 / 486
    family: float = 1 / 5
    diagnosis: float = 1 / 1_000
    named: Mapping[tuple[str, str], float] = field(default_factory=dict, repr=False)

    @classmethod
    def from_file(cls, path: Path) -> Shares:
        """Read a table of tabs: kind, value, share; a value of ``*`` stands for those not named.

        Kinds are ``profession``, ``family`` (a number of children), ``diagnosis``, ``hospital``, ``stays_a_day`` and
        ``nights``.

        Raises
        ------
        UsageError
            If a line is not of this form; file and line are named.
        """
        usual: dict[str, float] = {}
        named: dict[tuple[str, str], float] = {}
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise UsageError(f"{path}: not UTF-8") from None
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith("#"):
                continue
            where = f"{path}: line {number}"
            parts = line.split("\t")
            if len(parts) != 3:
                raise UsageError(f"{where}: {len(parts)} cells; kind, value and share stand between tabs")
            kind, value, written = (part.strip() for part in parts)
            if kind not in (*_NAMED, "stays_a_day", "nights"):
                raise UsageError(f"{where}: unknown kind; kinds: {', '.join((*_NAMED, 'stays_a_day', 'nights'))}")
            share = _share_of(written, where)
            if value == "*":
                usual[kind] = share
            elif kind in _NAMED:
                named[kind, fold(value)] = share
            else:
                raise UsageError(f"{where}: {kind} has one share: write * for its value")
        return cls(**usual, named=named)

    def of(self, kind: str, value: str) -> float:
        """Return the share of a profession, a diagnosis or a hospital."""
        return self.named.get((kind, fold(value)), float(getattr(self, kind)))


def _share_of(written: str, where: str) -> float:
    try:
        share = float(written)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise UsageError(f"{where}: a share is a number above 0, up to 1")
    return share
