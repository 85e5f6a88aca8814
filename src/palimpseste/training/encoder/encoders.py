"""Encoders and tokenizers by name or folder, as Hugging Face keeps them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from palimpseste.detection.neural.encoder.folder import load_tokenizer
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.errors import UsageError

__all__ = ["load_config", "load_encoder", "load_masked_language_model", "piece_reader", "quiet", "window_pieces"]

# Room for positions that these families leave before the first word.
_POSITIONS_AFTER_PADDING = ("camembert", "roberta", "xlm-roberta", "longformer")


def load_config(name: str) -> Any:
    """Return the configuration of an encoder, by name or folder.

    Raises
    ------
    UsageError
        If there is none.
    """
    from transformers import AutoConfig

    return _loaded(AutoConfig, name)


def load_encoder(name: str) -> Any:
    """Return the encoder of that name or folder, in float32.

    Raises
    ------
    UsageError
        If there is none.
    """
    from transformers import AutoModel

    return _loaded(AutoModel, name, dtype=torch.float32)


def load_masked_language_model(name: str) -> Any:
    """Return the encoder of that name or folder with the head that guesses masked words, in float32.

    Raises
    ------
    UsageError
        If there is none.
    """
    from transformers import AutoModelForMaskedLM

    return _loaded(AutoModelForMaskedLM, name, dtype=torch.float32)


def _loaded(kind: Any, name: str, **options: Any) -> Any:
    try:
        with quiet():
            return kind.from_pretrained(name, trust_remote_code=False, local_files_only=True, **options)
    except (OSError, ValueError):
        raise UsageError(
            f"{name!r} is neither a folder with an encoder nor one in the cache: hf download {name} fetches it"
        ) from None


def piece_reader(name: str) -> PieceReader:
    """Return how an encoder reads words."""
    with quiet():
        return PieceReader(load_tokenizer(name))


def window_pieces(config: Any, asked: int) -> int:
    """Return how many sub-words a window may have: those asked for, 0 for all, at most what the encoder takes.

    Raises
    ------
    UsageError
        If more are asked for.
    """
    limit = int(getattr(config, "max_position_embeddings", 0) or 512)
    if config.model_type in _POSITIONS_AFTER_PADDING:
        limit -= int(config.pad_token_id or 0) + 1
    if asked > limit:
        raise UsageError(f"window_pieces is {asked}, but this encoder takes {limit} sub-words")
    return asked or limit


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers from printing bars and remarks on weights; its level is as before at the end."""
    from transformers.utils import logging as untyped_logging

    logging: Any = untyped_logging

    level = logging.get_verbosity()
    had_bars = logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if had_bars:
            logging.enable_progress_bar()
