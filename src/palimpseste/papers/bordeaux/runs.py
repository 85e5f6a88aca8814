"""Folders that ``palimpseste train llm`` wrote: what its models were worth after every epoch, and where they masked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.labels import Label
from palimpseste.papers.experiment import Material

__all__ = ["EPOCHS", "Masked", "ModelRun", "model_runs", "named_folders"]

EPOCHS = "epochs"
_UNTOLD: Label = "OTHER_ID"
# Of a note: where it is masked, and whether the answer was ANONYMOUS.
Masked = tuple[tuple[Span, ...], bool]


@dataclass(frozen=True, slots=True)
class ModelRun:
    """A fine-tuned model, epoch by epoch.

    Parameters
    ----------
    name : str
        Of its folder.
    measures : mapping of int to mapping
        Epoch to measures of the development notes.
    found : mapping of int to mapping
        Epoch to notes by identifier, those that were answered.
    best : int
        The epoch whose adapters are the model's.
    """

    name: str
    measures: Mapping[int, Mapping[str, float]]
    found: Mapping[int, Mapping[str, Masked]]
    best: int

    def masked(self, notes: Sequence[Document], epoch: int) -> list[Document]:
        """Return those of the notes that were answered after an epoch, with their masks for entities."""
        found = self.found[epoch]
        return [replace(note, entities=found[note.id][0]) for note in notes if note.id in found]


def named_folders(material: Material) -> list[str]:
    """Return what ``--encoder`` and ``--compare-encoder`` name."""
    return [name for name in (material.settings.get("encoder", ""), *material.encoders) if name]


def model_runs(material: Material) -> list[ModelRun]:
    """Return the models of ``--encoder`` and ``--compare-encoder``.

    Raises
    ------
    UsageError
        If none is named, or a folder is not one that ``train llm`` wrote.
    """
    folders = named_folders(material)
    if not folders:
        raise UsageError("which language models? (--encoder, --compare-encoder: folders that `train llm` wrote)")
    return [_read(Path(folder)) for folder in folders]


def _read(folder: Path) -> ModelRun:
    try:
        lines = list(map(json.loads, (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()))
        best_step = json.loads((folder / "metrics.json").read_text(encoding="utf-8"))["best_step"]
        steps = {line["step"]: line["dev"] for line in lines if "dev" in line}
        # Adapters are kept once an epoch; of readings in between the last one stands.
        epoch_of = {line["step"]: max(1, -int(-line["epoch"] // 1)) for line in lines if "dev" in line}
        measures = {epoch_of[step]: values for step, values in steps.items()}
        found = {epoch: _found(folder / EPOCHS / f"{epoch:02}" / "found.jsonl") for epoch in measures}
        return ModelRun(folder.name, measures, found, epoch_of[best_step])
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(
            f"{folder} holds no answers after every epoch: it is not one that `palimpseste train llm` wrote"
        ) from None


def _found(path: Path) -> dict[str, Masked]:
    lines: list[dict[str, Any]] = list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
    return {
        line["id"]: (tuple(Span(start, end, _UNTOLD) for start, end in line["masks"]), line["anonymous"])
        for line in lines
    }
