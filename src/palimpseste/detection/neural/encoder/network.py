"""The network that scores tags, run by ONNX Runtime or by torch: the same numbers in, the same numbers out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from palimpseste.errors import UsageError

if TYPE_CHECKING:
    import torch

    from palimpseste.detection.neural.encoder.tagger import Tagger

__all__ = ["INPUTS", "OUTPUT", "Network", "OnnxNetwork", "TorchNetwork"]

# The names of an exported network's ends.
INPUTS = ("input_ids", "attention_mask")
OUTPUT = "emissions"


class Network(Protocol):
    """Scores every tag at every sub-word."""

    def __call__(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]: ...


class OnnxNetwork:
    """A network exported to ONNX.

    Parameters
    ----------
    path : Path
        An ``.onnx`` file.
    device : str
        ``cpu``, ``cuda`` or ``cuda:N``.
    threads : int
        Processors for one batch; runs with several processes want 1.

    Raises
    ------
    UsageError
        If ONNX Runtime is missing or cannot use the device.
    """

    def __init__(self, path: Path, device: str = "cpu", threads: int = 1) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise UsageError(f"{path} needs onnxruntime: pip install 'palimpseste[onnx]'") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4  # warnings of the runtime are about its optimiser, never about the notes
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=_providers(device, onnxruntime.get_available_providers())
        )

    def __call__(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the emissions, shape ``(sequences, sub-words, tags)``."""
        (emissions,) = self._session.run([OUTPUT], {INPUTS[0]: ids, INPUTS[1]: mask})
        return np.asarray(emissions, dtype=np.float32)


def _providers(device: str, available: list[str]) -> list[str | tuple[str, dict[str, str]]]:
    kind, _, number = device.partition(":")
    if kind == "cpu":
        return ["CPUExecutionProvider"]
    if kind != "cuda":
        raise UsageError(f"unknown device {device!r}; devices: cpu, cuda, cuda:N")
    if "CUDAExecutionProvider" not in available:
        raise UsageError(f"device {device!r}: this onnxruntime knows no CUDA; pip install onnxruntime-gpu, or use cpu")
    return [("CUDAExecutionProvider", {"device_id": number or "0"}), "CPUExecutionProvider"]


class TorchNetwork:
    """A network run by torch, while it is trained or where nothing was exported."""

    def __init__(self, tagger: Tagger, device: torch.device) -> None:
        self._tagger = tagger
        self._device = device

    def __call__(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the emissions, shape ``(sequences, sub-words, tags)``."""
        import torch

        was_training = self._tagger.training
        self._tagger.eval()
        with torch.inference_mode():
            emissions = self._tagger(
                torch.from_numpy(ids).to(self._device), torch.from_numpy(mask).to(self._device)
            ).float()
        self._tagger.train(was_training)
        return np.asarray(emissions.cpu().numpy(), dtype=np.float32)
