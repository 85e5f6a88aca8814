"""A made-up note whose names any model finds: one whose weights were changed or mixed up does not run."""

from __future__ import annotations

from typing import Final

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document
from palimpseste.errors import DocumentError, UsageError

__all__ = ["check_canary"]

_TEXT: Final = (
    "Madame Sylvie MOREAU, née le 12/03/1954, a été vue en consultation par le Docteur Paul LEFEBVRE.\n"
    "Téléphone : 06 12 34 56 78. Mme MOREAU va mieux. Courrier au Dr LEFEBVRE.\n"
)
_NAMES: Final = ("Sylvie", "MOREAU", "Paul", "LEFEBVRE")


def check_canary(deidentifier: Deidentifier) -> None:
    """Refuse detectors that leave a name of the note.

    Parameters
    ----------
    deidentifier : Deidentifier
        As it is about to run.

    Raises
    ------
    UsageError
        If a name is left, or the note cannot be read at all.
    """
    try:
        spans = deidentifier.detect(Document("canary", _TEXT))
    except DocumentError as error:
        raise UsageError(f"the model does not read the note that every model is tried on: {error.reason}") from None
    left = _TEXT
    for span in spans:
        left = left[: span.start] + " " * len(span) + left[span.end :]
    missed = sum(left.count(name) for name in _NAMES)
    if missed:
        raise UsageError(
            f"the model leaves {missed} names of the note that every model is tried on: its weights are damaged, "
            "were changed, or it operates at a threshold that lets names through"
        )
