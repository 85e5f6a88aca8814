"""A decoder on disk: weights, adapters beside them, tokenizer; loaded from a local folder and from nowhere else.

::

    model/
    ├── config.json  tokenizer*.json  ...       as transformers writes them
    ├── model*.safetensors                      weights; files of pickles are not read
    ├── adapter_config.json  adapter_model.safetensors      instead of weights: a folder of adapters, as peft writes it
    └── generative.json                         what the model is told (card)
"""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from palimpseste.detection.generative.card import CARD_FILE, GenerativeCard
from palimpseste.detection.generative.pieces import Pieces
from palimpseste.errors import UsageError

__all__ = [
    "ADAPTERS_FILE",
    "Decoder",
    "Precision",
    "check_folder",
    "digests_of",
    "load_decoder",
    "load_model",
    "load_tokenizer",
    "quiet",
    "with_adapters",
]

Precision = Literal["float32", "bfloat16", "float16", "int8", "int4"]
_PRECISIONS: tuple[Precision, ...] = get_args(Precision)
ADAPTERS_FILE = "adapter_config.json"
_ADAPTER_WEIGHTS = "adapter_model.safetensors"
_NEEDS = "pip install 'palimpseste[generative]'"


@dataclass(frozen=True, slots=True, repr=False)
class Decoder:
    """A loaded decoder.

    Parameters
    ----------
    model : transformers or peft model
        In evaluation mode.
    pieces : Pieces
        Its tokenizer.
    card : GenerativeCard
        What it is told.
    longest : int
        Most tokens that it reads, prompt and response together.
    ends : frozenset of int
        Tokens that end a response.
    """

    model: Any
    pieces: Pieces
    card: GenerativeCard
    longest: int
    ends: frozenset[int]


def load_decoder(
    folder: Path, adapters: Path | None = None, *, device: str = "cpu", precision: Precision = "float32"
) -> Decoder:
    """Load what masks notes.

    Parameters
    ----------
    folder : Path
        The decoder's.
    adapters : Path, optional
        Folder of adapters that were trained beside it; its card stands before that of the decoder.
    device : str
        ``cpu``, ``cuda`` or ``cuda:N``.
    precision : {'float32', 'bfloat16', 'float16', 'int8', 'int4'}
        Of the weights; ``int8`` and ``int4`` (NF4) by bitsandbytes.

    Raises
    ------
    UsageError
        If something is missing or damaged, or what runs it is not installed.
    """
    tokenizer = load_tokenizer(adapters if adapters is not None and _has_tokenizer(adapters) else folder)
    pieces = Pieces(tokenizer)
    model = load_model(folder, device=device, precision=precision)
    if adapters is not None:
        model = with_adapters(model, adapters)
    model.eval()
    card = GenerativeCard.read(adapters if adapters is not None and (adapters / CARD_FILE).exists() else folder)
    config = model.config
    window = getattr(config, "sliding_window", None) if getattr(config, "use_sliding_window", True) else None
    longest = min(int(getattr(config, "max_position_embeddings", 1 << 20)), int(window or 1 << 20))
    return Decoder(model, pieces, card, longest, _ends_of(model, tokenizer))


def load_model(folder: Path, *, device: str = "cpu", precision: Precision = "float32") -> Any:
    """Return the decoder of a folder, without adapters.

    Parameters
    ----------
    folder : Path
        With weights as safetensors; code that stands in it is not run.
    device, precision : str
        As for `load_decoder`.

    Raises
    ------
    UsageError
        If it is none, or cannot be loaded as asked.
    """
    if precision not in _PRECISIONS:
        raise UsageError(f"unknown precision {precision!r}; precisions: {', '.join(_PRECISIONS)}")
    check_folder(folder)
    _stay_offline()
    try:
        import torch
        from transformers import AutoModelForCausalLM
    except ImportError:
        raise UsageError(f"a generative model needs torch and transformers: {_NEEDS}") from None
    options: dict[str, Any] = {"dtype": torch.float32}
    is_quantised = precision in ("int8", "int4")
    try:
        place = torch.device(device)
        if place.type not in ("cpu", "cuda") or (place.type == "cuda" and not torch.cuda.is_available()):
            raise RuntimeError
    except RuntimeError:
        raise UsageError(f"device {device!r} is not there; devices: cpu, cuda, cuda:N") from None
    if is_quantised:
        options |= _quantised(precision, place)
    else:
        options["dtype"] = getattr(torch, precision)
    try:
        with quiet():
            model: Any = AutoModelForCausalLM.from_pretrained(
                str(folder), trust_remote_code=False, local_files_only=True, use_safetensors=True, **options
            )
            return model if is_quantised else model.to(place)
    except ImportError as error:
        missing = error.name or "a further library"
        raise UsageError(f"{folder} as {precision} needs {missing}: {_NEEDS}") from None
    except Exception:
        # Weights that were cut, of other shapes, of a family this transformers does not know: none quotes a note.
        raise UsageError(
            f"{folder} cannot be loaded as {precision}: its weights or its configuration are damaged"
        ) from None


def with_adapters(model: Any, adapters: Path) -> Any:
    """Return a decoder with the adapters of a folder.

    Raises
    ------
    UsageError
        If the folder holds none, or those of another decoder.
    """
    if not (adapters / ADAPTERS_FILE).is_file() or not (adapters / _ADAPTER_WEIGHTS).is_file():
        raise UsageError(f"{adapters} holds no adapters: {ADAPTERS_FILE} and {_ADAPTER_WEIGHTS}")
    try:
        from peft import PeftModel
    except ImportError:
        raise UsageError(f"adapters need peft: {_NEEDS}") from None
    try:
        with quiet():
            return PeftModel.from_pretrained(model, str(adapters), is_trainable=False)
    except Exception:
        raise UsageError(f"{adapters} holds adapters of another model, or damaged ones") from None


def load_tokenizer(folder: Path) -> Any:
    """Return the tokenizer of a folder.

    Raises
    ------
    UsageError
        If it has none, or a library it needs is missing.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder")
    _stay_offline()
    try:
        from transformers import AutoTokenizer
    except ImportError:
        raise UsageError(f"a generative model needs transformers: {_NEEDS}") from None
    try:
        with quiet():
            return AutoTokenizer.from_pretrained(str(folder), trust_remote_code=False, local_files_only=True)
    except ImportError:
        raise UsageError(f"the tokenizer of {folder} needs a further library: {_NEEDS}") from None
    except Exception:
        raise UsageError(f"{folder} holds no tokenizer that can be read") from None


def digests_of(folder: Path, adapters: Path | None = None) -> dict[str, str]:
    """Return the SHA-256 of each file of a decoder and of its adapters; those of adapters begin with ``adapters/``.

    Raises
    ------
    UsageError
        If a file cannot be read.
    """
    found: dict[str, str] = {}
    for prefix, each in (("", folder), ("adapters/", adapters)):
        if each is None:
            continue
        try:
            for path in sorted(each.iterdir()):
                if path.is_file():
                    status = path.stat()
                    found[prefix + path.name] = _digest_of(path, status.st_size, status.st_mtime_ns)
        except OSError as error:
            raise UsageError(f"{each}: the model cannot be read: {error.strerror}") from None
    return found


@contextmanager
def quiet() -> Iterator[None]:
    """Let transformers say nothing: neither warnings nor bars."""
    from transformers.utils import logging as transformers_logging

    said: Any = transformers_logging
    level, has_bars = said.get_verbosity(), said.is_progress_bar_enabled()
    said.set_verbosity(logging.CRITICAL)
    said.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        said.set_verbosity(level)
        if has_bars:
            said.enable_progress_bar()


@cache
def _digest_of(path: Path, size: int, modified: int) -> str:
    # Weights are gigabytes, and asked for by the journal and by the report: what did not change is read once.
    from palimpseste.files.digests import digest_of_file

    return digest_of_file(path)


def _stay_offline() -> None:
    """Let no library that is loaded from now on look for files or kernels of a hub."""
    for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"):
        os.environ.setdefault(variable, "1")


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds no decoder, or one whose weights are files of pickles.

    Raises
    ------
    UsageError
        If it does.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder")
    if not (folder / "config.json").is_file():
        raise UsageError(f"{folder} is no decoder: it holds no config.json")
    if not any(folder.glob("*.safetensors")):
        raise UsageError(
            f"{folder} holds no weights as safetensors; files of pickles, which may run code, are not read"
        )


def _quantised(precision: str, place: Any) -> dict[str, Any]:
    import torch
    from transformers import BitsAndBytesConfig

    configured: Any = BitsAndBytesConfig
    compute = torch.bfloat16 if place.type == "cuda" else torch.float32
    return {
        "dtype": compute,
        "device_map": {"": str(place)},
        "quantization_config": configured(
            load_in_8bit=precision == "int8",
            load_in_4bit=precision == "int4",
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=compute,
        ),
    }


def _has_tokenizer(folder: Path) -> bool:
    return (folder / "tokenizer_config.json").is_file()


def _ends_of(model: Any, tokenizer: Any) -> frozenset[int]:
    """Return the tokens that end a response: the tokenizer's, and those that the model's own settings name."""
    said = getattr(getattr(model, "generation_config", None), "eos_token_id", None)
    further = said if isinstance(said, list) else [] if said is None else [said]
    return frozenset((int(tokenizer.eos_token_id), *map(int, further)))
