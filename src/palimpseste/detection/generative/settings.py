"""How a language model is put to work: plain values, so that they travel to other processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from palimpseste.errors import UsageError

__all__ = ["GenerativeSettings"]


@dataclass(frozen=True, slots=True)
class GenerativeSettings:
    """Which decoder masks notes, and how it does.

    Parameters
    ----------
    folder : Path, optional
        Of the decoder. With a server, only what the model is told is read there (``generative.json``).
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
    server : str, optional
        Instead of weights in a folder: the address of a server that speaks as OpenAI's does, such as
        ``http://127.0.0.1:8080/v1``. It must be this machine, or a private address among ``private_hosts``.
    private_hosts : tuple of str
        Hosts other than this machine that notes may be sent to.
    model_name : str
        Of the model, for a server that has several.
    grammar : {'none', 'llama.cpp', 'vllm', 'vllm-guided', 'json'}
        What the server takes to hold an answer to copying or masking: the field ``grammar``, ``structured_outputs`` or
        ``guided_grammar``; or a JSON schema, which says the form of an answer only. Answers are checked in any case.
    certificates : Path, optional
        PEM file of those who sign the server's certificate, for https.
    timeout : float
        Seconds that an answer may take.
    retries : int
        How often it is asked again after an error of the server or of the network.
    notes_at_once : int
        Notes that the server is asked about at the same time, in each process.
    """

    folder: Path | None = None
    adapters: Path | None = None
    way: Literal["one-pass", "copy-or-mask", "rewrite"] = "one-pass"
    threshold: Annotated[float, Meta(gt=0, lt=1)] | None = None
    recall: Annotated[float, Meta(gt=0, le=1)] | None = None
    most_altered: Annotated[float, Meta(ge=0, le=1)] = 0.05
    beyond: Literal["quarantine", "others"] = "quarantine"
    precision: Literal["float32", "bfloat16", "float16", "int8", "int4"] = "float32"
    device: str = "cpu"
    server: str | None = None
    private_hosts: tuple[str, ...] = ()
    model_name: str = ""
    grammar: Literal["none", "llama.cpp", "vllm", "vllm-guided", "json"] = "none"
    certificates: Path | None = None
    timeout: Annotated[float, Meta(gt=0)] = 60.0
    retries: Annotated[int, Meta(ge=0, le=10)] = 2
    notes_at_once: Annotated[int, Meta(ge=1, le=256)] = 1

    def __post_init__(self) -> None:
        if self.folder is None and self.server is None:
            raise UsageError("a language model is the folder of a decoder, or the address of a server")
        if self.server is None and self.private_hosts:
            raise UsageError("private-hosts belong to a server, and none is named")
        if self.server is None and self.notes_at_once > 1:
            raise UsageError("notes-at-once are those that a server is asked about, and none is named")
