"""Every error a caller may meet, and the exit status each one means.

::

    PalimpsesteError          1
    ├── UsageError            2   a wrong option, file, key, policy or column: nothing was processed
    └── DocumentError         3   one document could not be read or processed: it is quarantined, the run goes on

A command may end with status 4 without any error: ``palimpseste watch`` saw something move.

Messages name files, lines, document identifiers, offsets, labels and configuration values. They never hold text of a
document, a replaced value or a key.
"""

from __future__ import annotations

from palimpseste.debugging import kind_of

__all__ = ["DocumentError", "PalimpsesteError", "UsageError"]


class PalimpsesteError(Exception):
    """Any error raised on purpose by this package."""

    exit_status = 1


class UsageError(PalimpsesteError):
    """The caller asked for something that cannot be done; nothing was processed."""

    exit_status = 2


class DocumentError(PalimpsesteError):
    """One document could not be read or processed; it goes to the quarantine.

    Parameters
    ----------
    document_id : str
        The document, or the place it was read from (``file:line``).
    reason : str
        What went wrong, in words that quote nothing of the document.
    """

    exit_status = 3

    def __init__(self, document_id: str, reason: str) -> None:
        super().__init__(f"{document_id}: {reason}")
        self.document_id = document_id
        self.reason = reason

    @classmethod
    def of_stage(cls, document_id: str, stage: str, error: BaseException) -> DocumentError:
        """Return what stands for an error that was not meant for a reader: its own message may quote the note.

        Parameters
        ----------
        document_id : str
            The document.
        stage : str
            What was being done with it: « detection », « replacement ».
        error : BaseException
            What ended it; only its kind is told.
        """
        return cls(document_id, f"{stage} failed ({kind_of(error)})")

    def __reduce__(self) -> tuple[type[DocumentError], tuple[str, str]]:
        return type(self), (self.document_id, self.reason)
