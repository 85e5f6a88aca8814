"""One training among several that are compared: done once, its figures kept, its weights thrown away."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from palimpseste.detection.neural.encoder.detector import EncoderDetector
from palimpseste.document import Document
from palimpseste.files import partial_folder_of, read_json, write_json
from palimpseste.training.encoder.ner import train_ner
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.determinism import device_named
from palimpseste.training.run.running import Running

__all__ = ["run_experiment"]


def run_experiment(
    folder: Path,
    name: str,
    train: Sequence[Document],
    dev: Sequence[Document],
    settings: Settings,
    measure: Callable[[EncoderDetector], dict[str, Any]],
    running: Running,
    *,
    kept: bool = False,
) -> dict[str, Any]:
    """Return the figures of one training, from its file where it was done before.

    Parameters
    ----------
    folder : Path
        Of the unfinished comparison: ``NAME.json`` and, while it trains or where `kept`, the model ``NAME/``.
    measure : callable
        Makes figures, as JSON holds them, of the trained model.
    kept : bool
        Whether the model stays.
    """
    path = folder / f"{name}.json"
    known = read_json(path)
    if known is not None:
        return known
    model = folder / name
    if not model.exists():  # else it was trained, but killed before it was measured
        train_ner(train, dev, settings, model, running)
    figures = measure(EncoderDetector.load(model, str(device_named(running.device))))
    figures["notes"] = len(train)
    figures["energy"] = json.loads((model / "energy.json").read_text(encoding="utf-8"))
    write_json(path, figures)
    if not kept:
        shutil.rmtree(model, ignore_errors=True)
    shutil.rmtree(partial_folder_of(model), ignore_errors=True)
    return figures
