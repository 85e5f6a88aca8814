"""Stays written: JSON lines, the same by split, and a flat table; nothing is there until all of it is."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from palimpseste.corpus.splits import SPLITS
from palimpseste.corpus.stays.profiles import chapter_of
from palimpseste.corpus.stays.stay import Stay
from palimpseste.errors import UsageError
from palimpseste.files import made_beside

__all__ = ["Tally", "split_path", "write_stays"]


@dataclass
class Tally:
    """What was written.

    Attributes
    ----------
    stays, documents, words, dependent : int
        Stays, their documents and words, and the stays of which a code depends on something else than words.
    codes : Counter
        How many stays bear each code.
    """

    stays: int = 0
    documents: int = 0
    words: int = 0
    dependent: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    @property
    def chapters(self) -> int:
        """Chapters of ICD-10 among the codes."""
        return len({chapter_of(code) for code in self.codes})

    def add(self, stay: Stay) -> None:
        """Count a stay."""
        self.stays += 1
        self.documents += len(stay.documents)
        self.words += sum(len(document.text.split()) for document in stay.documents)
        self.dependent += any(on != "none" for on in stay.depends_on.values())
        self.codes.update(stay.codes)


def split_path(path: Path, split: str) -> Path:
    """Return the file of a split: ``stays.train.jsonl`` beside ``stays.jsonl``."""
    return path.with_name(f"{path.stem}.{split}{path.suffix}")


def write_stays(
    stays: Iterable[Stay], path: Path, *, by_split: bool = False, flat: Path | None = None, overwrite: bool = False
) -> Tally:
    """Write stays as JSON lines and tell what was written.

    Parameters
    ----------
    stays : iterable of Stay
        Taken one by one.
    path : Path
        The file.
    by_split : bool
        Write the files of `split_path` too.
    flat : Path, optional
        CSV with the columns ``id``, ``text``, ``codes``, the codes parted by semicolons.
    overwrite : bool
        Replace files that exist.

    Raises
    ------
    UsageError
        If a file exists and is not to be replaced, or cannot be written.
    """
    by_name = {"": path}
    if by_split:
        by_name.update({split: split_path(path, split) for split in SPLITS})
    targets = [*by_name.values(), *([flat] if flat else [])]
    for target in targets:
        if target.exists() and not overwrite:
            raise UsageError(f"{target} exists; name another, or replace it (--force, overwrite=True)")
    tally = Tally()
    with ExitStack() as stack:
        files = {name: stack.enter_context(_whole_or_not(target)) for name, target in by_name.items()}
        table = csv.writer(stack.enter_context(_whole_or_not(flat))) if flat else None
        if table:
            table.writerow(("id", "text", "codes"))
        for stay in stays:
            line = json.dumps(stay.to_mapping(), ensure_ascii=False) + "\n"
            for name in {"", stay.split} & files.keys():
                files[name].write(line)
            if table:
                table.writerow(stay.flat())
            tally.add(stay)
    return tally


@contextmanager
def _whole_or_not(path: Path) -> Iterator[TextIO]:
    """Yield a file to write to that takes its name when the block ends, and is gone if it ends by an error."""
    try:
        with made_beside(path) as new, new.open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
