"""How a language model is put to work: plain values, so that they travel to other processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

__all__ = ["GenerativeSettings"]


@dataclass(frozen=True, slots=True)
class GenerativeSettings:
    """Which decoder masks notes, and how it does.

    Parameters
    ----------
    folder : Path
        Of the decoder.
    adapters : Path, optional
        Folder of adapters trained beside it.
    way : {'one-pass', 'copy-or-mask', 'rewrite'}
        One pass over the note gives each word a probability; copying or masking generates a response that can do
        nothing else; rewriting lets it answer freely.
    threshold : float, optional
        For one pass: a word is masked from this probability.
    recall : float, optional
        Or: the threshold that masked this share on development notes.
    most_altered : float
        For rewriting: the largest share of words that an answer may alter.
    beyond : {'quarantine', 'others'}
        What becomes of a note whose answer alters more: it fails, or is left to the other detectors.
    precision : {'float32', 'bfloat16', 'float16', 'int8', 'int4'}
        Of the weights.
    device : str
        ``cpu``, ``cuda`` or ``cuda:N``.
    """

    folder: Path
    adapters: Path | None = None
    way: Literal["one-pass", "copy-or-mask", "rewrite"] = "one-pass"
    threshold: Annotated[float, Meta(gt=0, lt=1)] | None = None
    recall: Annotated[float, Meta(gt=0, le=1)] | None = None
    most_altered: Annotated[float, Meta(ge=0, le=1)] = 0.05
    beyond: Literal["quarantine", "others"] = "quarantine"
    precision: Literal["float32", "bfloat16", "float16", "int8", "int4"] = "float32"
    device: str = "cpu"
