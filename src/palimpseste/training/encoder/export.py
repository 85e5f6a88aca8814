"""A trained encoder as ONNX: float32, and int8 by dynamic quantisation; neither needs torch to run."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from palimpseste.detection.neural.encoder.folder import ONNX_FILES, TaggerCard
from palimpseste.detection.neural.encoder.network import INPUTS, OUTPUT, OnnxNetwork, TorchNetwork
from palimpseste.detection.neural.encoder.tagger import Tagger
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.errors import PalimpsesteError
from palimpseste.files import write_atomically

__all__ = ["export"]

_OPSET = 17
_MOST_DISAGREEMENT = 1e-4


def export(folder: Path, *, int8: bool = True) -> float:
    """Write ``model.onnx``, and ``model.int8.onnx`` if asked for, into a trained model's folder.

    Parameters
    ----------
    folder : Path
        What ``palimpseste train ner`` wrote.
    int8 : bool
        Also quantise weights to 8 bits (dynamic quantisation of ONNX Runtime).

    Returns
    -------
    float
        Largest difference of an emission between torch and the float32 file, on batches of other shapes than the one
        the network was traced with.

    Raises
    ------
    UsageError
        If the folder holds no trained encoder.
    PalimpsesteError
        If the two disagree by more than 1e-4; no file is left.
    """
    tags = len(TagScheme(TaggerCard.read(folder).labels))
    tagger = Tagger.load(folder, tags).eval()
    path = folder / ONNX_FILES["float32"]
    difference = 0.0

    def write(partial: Path) -> None:
        nonlocal difference
        _trace(tagger, partial)
        difference = _disagreement(tagger, partial)
        if not difference <= _MOST_DISAGREEMENT:
            partial.unlink()
            raise PalimpsesteError(
                f"{folder}: ONNX and torch differ by {difference:.1e}, more than {_MOST_DISAGREEMENT:.0e}; not exported"
            )

    write_atomically(path, write)
    if int8:
        write_atomically(folder / ONNX_FILES["int8"], lambda partial: _quantise(path, partial))
    return difference


def _trace(tagger: Tagger, path: Path) -> None:
    # The second sequence is padded, so that nothing is traced that holds for full batches only.
    ids, mask = _batch(tagger, [9, 6], seed=0)
    axes = {name: {0: "sequences", 1: "pieces"} for name in (*INPUTS, OUTPUT)}
    with warnings.catch_warnings():
        # The tracing exporter announces its end; the one to come needs one more library, takes ten times as long and
        # fails on ModernBERT (torch 2.13). Its remarks on Python values in the trace are settled by _disagreement.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", torch.jit._trace.TracerWarning)
        warnings.filterwarnings("ignore", "Exporting aten::index operator", UserWarning)
        torch.onnx.export(
            tagger,
            (torch.from_numpy(ids), torch.from_numpy(mask)),
            str(path),
            input_names=list(INPUTS),
            output_names=[OUTPUT],
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )


def _disagreement(tagger: Tagger, path: Path) -> float:
    """Return the largest difference between both, where there is a sub-word."""
    exported, original = OnnxNetwork(path), TorchNetwork(tagger, torch.device("cpu"))
    worst = 0.0
    for seed, lengths in enumerate(([1], [17, 3, 11], [40, 40])):
        ids, mask = _batch(tagger, lengths, seed)
        both = np.abs(exported(ids, mask) - original(ids, mask))
        worst = max(worst, float(both[mask.astype(bool)].max()))
    return worst


def _batch(tagger: Tagger, lengths: list[int], seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    config = tagger.encoder.config
    pad = int(config.pad_token_id or 0)
    generator = np.random.default_rng(seed)
    ids = np.full((len(lengths), max(lengths)), pad, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, length in enumerate(lengths):
        drawn = generator.integers(0, config.vocab_size, length)
        # The sign that fills up must not occur in the text: positions are counted past it.
        ids[row, :length] = np.where(drawn == pad, (pad + 1) % config.vocab_size, drawn)
        mask[row, :length] = 1
    return ids, mask


def _quantise(source: Path, target: Path) -> None:
    import logging

    from onnxruntime.quantization import QuantType, quantize_dynamic

    # It recommends a preprocessing for static quantisation, on the root logger.
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)
    try:
        quantize_dynamic(str(source), str(target), weight_type=QuantType.QInt8)
    finally:
        root.setLevel(level)
