"""A trained encoder on disk: what its folder holds and how it is read.

::

    model/
    ├── config.json  tokenizer*.json  ...   as transformers writes them
    ├── model.safetensors                   weights of encoder and head, and the transitions between tags
    ├── tagger.json                         labels, what they stand for, windows
    ├── model.onnx                          the network, once exported; so model.int8.onnx
    └── settings.json  metrics.json  log.jsonl  energy.json    how it came about
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, label_named

__all__ = ["ONNX_FILES", "TAGGER_FILE", "WEIGHTS_FILE", "Precision", "TaggerCard", "load_tokenizer", "load_transitions"]

Precision = Literal["float32", "int8"]
WEIGHTS_FILE = "model.safetensors"
TAGGER_FILE = "tagger.json"
ONNX_FILES: Mapping[Precision, str] = {"float32": "model.onnx", "int8": "model.int8.onnx"}
_TRANSITIONS = "transitions"


@dataclass(frozen=True, slots=True)
class TaggerCard:
    """What must be known to use a trained encoder.

    Parameters
    ----------
    view : str
        The view its labels are of.
    labels : tuple of str
        In the order of its tags.
    stands_for : mapping
        Label of the view to the canonical label its spans are given.
    windows : WindowPlan
        As in training.
    privacy : mapping, optional
        What a private training says of any patient: ``epsilon``, ``delta`` and how they were counted.
    """

    view: str
    labels: tuple[str, ...]
    stands_for: Mapping[str, Label]
    windows: WindowPlan
    privacy: Mapping[str, Any] | None = None

    @classmethod
    def read(cls, folder: Path) -> TaggerCard:
        """Read the card of a model's folder.

        It says itself which canonical label stands for each of its own: those may have another name in its view now.

        Raises
        ------
        UsageError
            If the folder holds no trained encoder, its card is not one of this version, or a label is none any more.
        """
        path = folder / TAGGER_FILE
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            labels = tuple(map(str, values["labels"]))
            if not labels or len(set(labels)) < len(labels):
                raise ValueError("labels are some names, none of them twice")
            canonical = {str(name): str(values["stands_for"][name]) for name in labels}
            view, windows = str(values["view"]), WindowPlan(**values["windows"])
            privacy = dict(values["privacy"]) if values.get("privacy") else None
        except FileNotFoundError:
            raise UsageError(f"{folder} is no trained encoder: it holds no {TAGGER_FILE}") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise UsageError(f"{path} is damaged, or of another version") from None
        unknown = next((label for label in canonical.values() if label not in LABELS), None)
        if unknown is not None:
            raise UsageError(
                f"{folder}: the model was trained with another package than this one: its spans are given the label "
                f"{unknown!r}, which is none here. Train it again or use the version that trained it"
            )
        return cls(view, labels, {name: label_named(label) for name, label in canonical.items()}, windows, privacy)

    def write(self, folder: Path) -> None:
        """Write the card into a model's folder."""
        values = {**asdict(self), "stands_for": dict(self.stands_for)}
        if self.privacy is None:
            del values["privacy"]
        (folder / TAGGER_FILE).write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def load_tokenizer(name: str) -> Any:
    """Return the tokenizer of an encoder, by name or folder.

    Raises
    ------
    UsageError
        If transformers, or a library this tokenizer needs, is missing; or there is no such encoder.
    """
    try:
        from transformers import AutoTokenizer
    except ImportError:
        raise UsageError("an encoder needs transformers: pip install 'palimpseste[onnx]'") from None
    try:
        return AutoTokenizer.from_pretrained(name, trust_remote_code=False, local_files_only=True)
    except ImportError as error:
        known = ("sacremoses", "sentencepiece", "protobuf", "tiktoken")
        missing = next((library for library in known if library in str(error).lower()), "a further library")
        raise UsageError(f"the tokenizer of {name!r} needs {missing}: pip install 'palimpseste[train]'") from None
    except (OSError, ValueError):
        raise UsageError(
            f"{name!r} is neither a folder with a tokenizer nor an encoder in the cache: hf download {name} fetches it"
        ) from None


def load_transitions(folder: Path) -> NDArray[np.float64]:
    """Return the learned scores of one tag behind another, shape ``(tags, tags)``; no other weight is read.

    Raises
    ------
    UsageError
        If the weights are missing or damaged.
    """
    from safetensors import SafetensorError, safe_open

    path = folder / WEIGHTS_FILE
    try:
        with safe_open(path, framework="numpy") as weights:
            return np.asarray(weights.get_tensor(_TRANSITIONS), dtype=np.float64)
    except (OSError, SafetensorError):
        raise UsageError(f"{path} is missing or damaged") from None
