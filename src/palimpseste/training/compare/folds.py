"""Notes in groups that share no patient, so that no name seen in training is met again in measuring."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.training.run.patients import by_patient, patient_of

__all__ = ["Sets", "dev_split", "folds_of"]


@dataclass(frozen=True, slots=True, repr=False)
class Sets:
    """Notes for one training; those of one patient should be in one set only.

    Parameters
    ----------
    train : list of Document
        To learn from.
    dev : list of Document
        To choose the best weights on.
    test : list of Document
        To measure on.
    """

    train: list[Document]
    dev: list[Document]
    test: list[Document]

    def told(self) -> str:
        """Return how many there are, as a sentence."""
        return (
            f"Trained on {len(self.train):,} notes, the best weights chosen on {len(self.dev):,}, measured on "
            f"{len(self.test):,}.\n"
        )


def folds_of(documents: Sequence[Document], folds: int, seed: int) -> list[list[int]]:
    """Return the positions of the documents of each fold, sorted; a patient's documents are all in one.

    Patients are shuffled, then each joins the fold with fewest documents.

    Parameters
    ----------
    documents : sequence of Document
        Annotated.
    folds : int
        At least 2.
    seed : int
        Of the draws.

    Raises
    ------
    UsageError
        If there are fewer patients than folds.
    """
    patients = by_patient(documents)
    if folds < 2 or len(patients) < folds:
        raise UsageError(f"{len(patients)} patients cannot make {folds} folds; folds: 2 or more, one patient in each")
    order = sorted(patients)
    random.Random(f"folds {seed}").shuffle(order)  # noqa: S311 # an order that a seed repeats
    found: list[list[int]] = [[] for _ in range(folds)]
    for patient in order:
        min(found, key=len).extend(patients[patient])
    return [sorted(fold) for fold in found]


def dev_split(documents: Sequence[Document], seed: int) -> tuple[list[Document], list[Document]]:
    """Return nine tenths of the documents to train on and one tenth to measure on; they share no patient.

    Raises
    ------
    UsageError
        If there are fewer than two patients.
    """
    patients = len({patient_of(document) for document in documents})
    held_out = set(folds_of(documents, max(2, min(10, patients)), seed)[0])
    return (
        [document for position, document in enumerate(documents) if position not in held_out],
        [document for position, document in enumerate(documents) if position in held_out],
    )
