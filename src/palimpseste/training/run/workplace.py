"""Where a run keeps what it has so far, and how it ends: one folder beside the target, renamed when all is there.

::

    model.partial/
    ├── request.json      what was asked for: a resumed run must ask for the same
    ├── checkpoint.pt     how far it is, and everything the next step depends on
    ├── best.safetensors  the best weights so far
    ├── log.jsonl
    └── result/           what becomes the target
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.files import claim_folder, make_folder, partial_folder_of, put_in_place, read_json, write_json
from palimpseste.training.run.running import Running

__all__ = ["Workplace", "digest_of"]

_REQUEST = "request.json"
_RESULT = "result"
# A folder that holds none of these was not written by a training and is never replaced.
_OURS = ("config.json", "coder.json", "report.md", "study.db", "folds.json")


class Workplace:
    """The folder of an unfinished run.

    Parameters
    ----------
    target : Path
        The folder the run ends in.
    request : mapping
        What was asked for, by name, as JSON holds it.
    running : Running
        Says what becomes of what an interrupted run left, and of the target.

    Raises
    ------
    UsageError
        If the target exists and is not to be replaced, the folder beside it is not of a training, or an interrupted run
        was asked for something else: then it is named.
    """

    def __init__(self, target: Path, request: Mapping[str, object], running: Running) -> None:
        if target.exists() and not running.force:
            raise UsageError(f"{target} exists; name another, or replace it (--force)")
        if target.exists() and not any((target / name).exists() for name in _OURS):
            raise UsageError(f"{target} was not written by a training and is not replaced")
        self.target = target
        self.folder = partial_folder_of(target)
        try:
            claim_folder(self.folder, None, _REQUEST, b"{")
        except OSError as error:
            raise UsageError(f"{self.folder}: {error.strerror}") from None
        if running.restart:
            shutil.rmtree(self.folder)
        # What JSON makes of a value is what is compared.
        asked = json.loads(json.dumps(request))
        before = read_json(self.folder / _REQUEST)
        if before is not None:
            _refuse_changes(before, asked, self.folder)
        try:
            make_folder(self.folder)
            write_json(self.folder / _REQUEST, asked)
        except OSError as error:
            raise UsageError(f"{self.folder}: {error.strerror}") from None

    def path(self, name: str) -> Path:
        """Return the path of a file of the unfinished run."""
        return self.folder / name

    def finish(self, fill: Callable[[Path], None]) -> None:
        """Let `fill` write the result into a new folder, give it its name and clear the rest."""
        result = self.folder / _RESULT
        shutil.rmtree(result, ignore_errors=True)
        make_folder(result)
        fill(result)
        old = self.folder / "replaced"
        if self.target.exists():
            shutil.rmtree(old, ignore_errors=True)  # set aside before a kill
        put_in_place(result, self.target, old)
        shutil.rmtree(self.folder)


def _refuse_changes(before: Mapping[str, object], asked: Mapping[str, object], folder: Path) -> None:
    for name in sorted(before.keys() | asked.keys()):
        old, new = before.get(name), asked.get(name)
        if old != new:
            told = "" if name.endswith("documents") else f" ({old!r} before, {new!r} now)"
            raise UsageError(
                f"an interrupted run in {folder} had another {name}{told}: "
                "ask for the same, or throw it away (--restart)"
            )


def digest_of(documents: Iterable[Document]) -> str:
    """Return a digest of documents, their annotations and their order."""
    digest = hashlib.sha256()
    for document in documents:
        digest.update(json.dumps(document.to_mapping(), ensure_ascii=True, sort_keys=True).encode())
        digest.update(b"\n")
    return digest.hexdigest()
