"""Measures what notes keep under every version, over processes; the new texts are never written."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from palimpseste.document import Document, Span
from palimpseste.engines.worker import compute_on_one_processor, prepare_process, settle_process
from palimpseste.errors import DocumentError, UsageError
from palimpseste.places import Feature, PlaceTable
from palimpseste.surrogates.keys import MasterKey
from palimpseste.utility.processes import processes
from palimpseste.utility.versions import COHORT, Version

if TYPE_CHECKING:
    from palimpseste.utility.fidelity.tally import FidelityTally

__all__ = ["FeatureFile", "Tallies", "added", "shares_of", "tallies_of"]

_DOCUMENTS_A_SHARE = 10

Tallies = Mapping[Version, "FidelityTally"]


@dataclass(frozen=True, slots=True)
class FeatureFile:
    """A user's CSV file of features of communes.

    Parameters
    ----------
    path : Path
        Every column beside the key is a feature; a commune without a value is left out of it.
    key : str
        Column of INSEE codes.
    """

    path: Path
    key: str = "insee"

    def joined(self) -> PlaceTable:
        """Return the table of the package with the features; codes that no commune of today bears are left out.

        Raises
        ------
        UsageError
            If the file cannot be read, or anything in it is no number.
        """
        try:
            with self.path.open(encoding="utf-8-sig", newline="") as stream:
                heads = next(csv.reader(stream), [])
            columns = [Feature(head, unit="", missing="nan") for head in heads if head != self.key]
            return PlaceTable.bundled().join(self.path, key=self.key, columns=columns, unknown="report")
        except OSError as error:
            raise UsageError(f"{self.path}: {error.strerror}") from None
        except (UnicodeDecodeError, csv.Error):
            raise UsageError(f"{self.path}: not a CSV file in UTF-8") from None


def shares_of(documents: Sequence[Document]) -> list[Sequence[Document]]:
    """Return documents in the shares that processes take."""
    return [documents[first : first + _DOCUMENTS_A_SHARE] for first in range(0, len(documents), _DOCUMENTS_A_SHARE)]


def tallies_of(
    shares: Sequence[Sequence[Document]],
    versions: Sequence[Version],
    key: MasterKey,
    *,
    jobs: int,
    features: FeatureFile | None = None,
) -> Iterator[Tallies]:
    """Yield what each share of documents keeps under each version; texts stay in the memory of the processes.

    What is measured are the values that a version is written over, those its policy keeps too.

    Parameters
    ----------
    shares : sequence of sequence of Document
        With their gold spans, where a version is written over these.
    versions : sequence of Version
        Not the original.
    key : MasterKey
        Of the surrogates.
    jobs : int
        Processes.
    features : FeatureFile, optional
        Features in which towns are compared too.

    Raises
    ------
    DocumentError
        If a document cannot be de-identified: figures without it would be those of other documents.
    PalimpsesteError
        If a process dies.
    """
    start = (tuple(versions), key.to_bytes(), features)
    jobs = max(1, min(jobs, len(shares)))
    compute_on_one_processor()
    with processes(jobs, _start, start, loaded=[__name__]) as pool:
        yield from pool.map(_measured, shares)


def added(parts: Iterator[Tallies]) -> dict[Version, FidelityTally]:
    """Return the sums of tallies, version by version."""
    sums: dict[Version, FidelityTally] = {}
    for part in parts:
        for version, tally in part.items():
            sums[version] = sums[version] + tally if version in sums else tally
    return sums


class _Measurer:
    """All that a process needs, made once."""

    def __init__(self, versions: Sequence[Version], key: MasterKey, features: FeatureFile | None) -> None:
        from palimpseste.deidentifier import Deidentifier, DetectorChoice
        from palimpseste.surrogates.replacer import Replacer
        from palimpseste.utility.fidelity.tally import FidelityTally

        table = features.joined() if features else PlaceTable.bundled()
        cohort = key.cohort(COHORT)
        policies = {version: version.made_policy() for version in versions}
        self._writers = {
            version: Deidentifier((), Replacer(cohort, policy, table), policy.kept)
            for version, policy in policies.items()
        }
        detects = any(version.spans == "detected" for version in versions)
        self._detector = Deidentifier.detecting(DetectorChoice()) if detects else None
        self._empty = FidelityTally(table)

    def __call__(self, documents: Sequence[Document]) -> Tallies:
        tallies = {version: self._new_tally() for version in self._writers}
        for document in documents:
            detected = self._detected(document)
            for version, writer in self._writers.items():
                spans = document.entities if version.spans == "gold" else detected
                result = writer.replace(document, spans)
                try:
                    tallies[version].add(document, result, spans)
                except Exception as error:
                    # Its message may quote the text.
                    reason = f"{version.treatment}: measuring failed ({type(error).__name__})"
                    raise DocumentError(document.id, reason) from None
        return tallies

    def _new_tally(self) -> FidelityTally:
        # What a tally knows of the features takes a while to work out: a sum has it from its parts.
        return self._empty + self._empty

    def _detected(self, document: Document) -> tuple[Span, ...]:
        if self._detector is None:
            return ()
        # Gold spans must not help.
        return self._detector.detect(replace(document, entities=()))


_measurer: _Measurer | None = None


def _start(versions: Sequence[Version], secret: bytes, features: FeatureFile | None) -> None:
    global _measurer
    prepare_process()
    _measurer = _Measurer(versions, MasterKey(secret), features)
    settle_process()


def _measured(documents: Sequence[Document]) -> Tallies:
    if _measurer is None:
        raise RuntimeError("the process was not started for this")
    return _measurer(documents)
