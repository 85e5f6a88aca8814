"""Which documents are for training, development and test: a committed table, never drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, get_args

from palimpseste.document import Document
from palimpseste.errors import UsageError

__all__ = ["SPLITS", "Split", "read_splits", "split_documents"]

Split = Literal["train", "dev", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
_HEADER = "document\tsplit"


def read_splits(path: Path) -> dict[str, str]:
    """Return the split of each document of a table.

    After the header a line is an identifier, a tab and ``train``, ``dev`` or ``test``.

    Raises
    ------
    UsageError
        If the file cannot be read, or a line is not of this form, or a document stands twice.
    """
    try:
        header, *lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read ({type(error).__name__})") from None
    if header != _HEADER:
        raise UsageError(f"{path}:1: the header must be 'document', a tab, 'split'")
    splits: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        document, _, split = line.partition("\t")
        if split not in SPLITS or document in splits:
            raise UsageError(f"{path}:{number}: a line is a document, once, a tab and one of {', '.join(SPLITS)}")
        splits[document] = split
    return splits


def split_documents(documents: Iterable[Document], splits: Mapping[str, str]) -> dict[str, list[Document]]:
    """Return the documents of each split, in their order.

    Raises
    ------
    UsageError
        If the table does not know a document.
    """
    found: dict[str, list[Document]] = {split: [] for split in SPLITS}
    for document in documents:
        split = splits.get(document.id)
        if split is None:
            raise UsageError(f"document {document.id!r} stands in no split")
        found[split].append(document)
    return found
