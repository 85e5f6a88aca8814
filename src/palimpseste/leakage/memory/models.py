"""Models by folder, of whatever kind, to be asked what they remember."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from palimpseste.leakage.memory.losses import Asked, EncoderLosses, TagLosses

if TYPE_CHECKING:
    from palimpseste.leakage.memory.decoder_losses import DecoderLosses

__all__ = ["asked_of"]


def asked_of(
    folder: Path | None, *, decoder: Path | None = None, like: Asked | None = None, device: str = "auto"
) -> Asked:
    """Return the model of a folder; the bundled one without it.

    Parameters
    ----------
    folder : Path, optional
        An encoder of `train ner`, adapters of `train llm`, a decoder, or a model of the bundled kind.
    decoder : Path, optional
        The language model under adapters.
    like : Asked, optional
        The model that this one is a reference of: a language model is asked what that one is asked.
    device : str
        Where a language model runs.

    Raises
    ------
    UsageError
        If the folder holds none of them.
    """
    from palimpseste.detection.generative.folder import ADAPTERS_FILE
    from palimpseste.detection.neural.encoder.folder import TAGGER_FILE

    if folder is not None and (folder / TAGGER_FILE).exists():
        return EncoderLosses.load(folder)
    if folder is not None and any((folder / name).exists() for name in (ADAPTERS_FILE, "config.json")):
        from palimpseste.leakage.memory.decoder_losses import DecoderLosses

        model: DecoderLosses | None = like if isinstance(like, DecoderLosses) else None
        return DecoderLosses.load(folder, decoder, like=model, device=device)
    return TagLosses.load(folder)
