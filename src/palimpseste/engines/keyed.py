"""De-identification in processes on other machines: each reads the key where it runs, and what travels holds none."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palimpseste import __version__
from palimpseste.configuration import KEY_FILE_VARIABLE, KEY_VARIABLE, Configuration, master_key
from palimpseste.deidentifier import DetectorChoice
from palimpseste.engines.task import Deidentification, Process
from palimpseste.errors import PalimpsesteError, UsageError
from palimpseste.result import Result
from palimpseste.surrogates.keys import proof_of

if TYPE_CHECKING:
    from palimpseste.surrogates.keys import CohortKey

__all__ = ["KeySource", "KeyedDeidentification", "proof_of"]


@dataclass(frozen=True, slots=True)
class KeySource:
    """Where a process finds the master key: in its environment, else in a file.

    Parameters
    ----------
    file : Path, optional
        Read where neither ``PALIMPSESTE_KEY`` nor ``PALIMPSESTE_KEY_FILE`` is set.
    """

    file: Path | None = None

    def cohort_key(self, cohort: str) -> CohortKey:
        """Return the key of a cohort.

        Raises
        ------
        UsageError
            If there is no key, or it cannot be read.
        """
        master = master_key(None, Configuration(key_file=self.file))
        if master is None:
            raise UsageError(f"no key: set {KEY_VARIABLE} or {KEY_FILE_VARIABLE}, or name a key file")
        return master.cohort(cohort)


@dataclass(frozen=True, slots=True)
class KeyedDeidentification:
    """De-identifies like :class:`palimpseste.engines.task.Deidentification`, with a key found where it is made.

    Parameters
    ----------
    source : KeySource
        Where the key is.
    cohort : str
        The cohort it is derived for.
    proof : str
        That of the key that whoever starts the run has.
    policy : mapping
        As :meth:`palimpseste.surrogates.policy.policy.Policy.from_mapping` reads it.
    detectors : DetectorChoice
        Which, and how they are set.
    version : str
        Of the package that starts the run: another one could give other bytes.
    foreign : tuple of (str, str), optional
        The detectors of other distributions with their versions; those found where the run is started by default.
    document_types : tuple of str
        Those of a site, which results bear beside those known.
    least_k : int
        How many people each result has to fit at least; 0 does not count.
    """

    source: KeySource
    cohort: str
    proof: str
    policy: Mapping[str, Any]
    detectors: DetectorChoice
    version: str = __version__
    foreign: tuple[tuple[str, str], ...] | None = None
    document_types: tuple[str, ...] = ()
    least_k: int = 0

    def __post_init__(self) -> None:
        if self.foreign is None:
            object.__setattr__(self, "foreign", tuple(self.detectors.foreign().items()))

    @property
    def batch_size(self) -> int:
        """How many documents its detectors ask to read at once."""
        return self.detectors.batch_size

    def make(self) -> Process[Result]:
        """Return the function that de-identifies.

        Raises
        ------
        PalimpsesteError
            If this machine has no key, another key, or another version of the package or of a distribution whose
            detectors the run uses; it names the machine.
        """
        host = socket.gethostname()
        if self.version != __version__:
            raise PalimpsesteError(f"version {__version__} on {host}, {self.version} where the run was started")
        try:
            foreign = tuple(self.detectors.foreign().items())
        except UsageError as error:
            raise PalimpsesteError(f"on {host}: {error}") from None
        for (name, here), (_, there) in zip(foreign, self.foreign or (), strict=True):
            if here != there:
                raise PalimpsesteError(
                    f"the detector {name} on {host} is of {here}, where the run was started of {there}"
                )
        try:
            key = self.source.cohort_key(self.cohort)
        except UsageError as error:
            raise PalimpsesteError(f"on {host}: {error}") from None
        if not hmac.compare_digest(proof_of(key), self.proof):
            raise PalimpsesteError(f"the key on {host} is another than the one of the run")
        task = Deidentification(key.to_bytes(), self.policy, self.detectors, self.document_types, self.least_k)
        return task.make()
