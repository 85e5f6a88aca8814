"""The same seed, the same weights: what holds around a training, and what a checkpoint must remember of chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from palimpseste.errors import UsageError

__all__ = ["chance_state", "deterministic", "device_named", "restore_chance"]


@contextmanager
def deterministic(seed: int, device: torch.device) -> Iterator[None]:
    """Seed every generator and ask torch for deterministic algorithms; everything is as before at the end.

    On a CPU results are then equal to the bit, given the number of threads. On a GPU, operations that have no
    deterministic form stay as they are.

    Parameters
    ----------
    seed : int
        The same seed gives the same numbers.
    device : torch.device
        Where the training runs.
    """
    before = chance_state()
    algorithms = torch.are_deterministic_algorithms_enabled()
    warn_only = torch.is_deterministic_algorithms_warn_only_enabled()
    threads_before = torch.get_num_threads()
    torch.use_deterministic_algorithms(device.type == "cpu")
    torch.manual_seed(seed)
    random.seed(seed)
    try:
        yield
    finally:
        torch.use_deterministic_algorithms(algorithms, warn_only=warn_only)
        torch.set_num_threads(threads_before)
        restore_chance(before)


def chance_state() -> dict[str, Any]:
    """Return the state of every generator that a training step may draw from."""
    return {
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "python": random.getstate(),
    }


def restore_chance(state: dict[str, Any]) -> None:
    """Put the generators back into a state."""
    torch.set_rng_state(state["torch"])
    if torch.cuda.is_available() and len(state["cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(state["cuda"])
    version, internal, gauss = state["python"]
    random.setstate((version, tuple(internal), gauss))


def device_named(name: str, precision: str = "float32") -> torch.device:
    """Return a device by name; ``auto`` is the GPU where there is one.

    Raises
    ------
    UsageError
        If there is no such device, or it does not compute in that precision.
    """
    device = _device_named(name)
    if precision == "float16" and device.type == "cpu":
        raise UsageError("precision 'float16' needs a GPU; on a CPU: float32 or bfloat16")
    return device


def _device_named(name: str) -> torch.device:
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        raise UsageError(f"unknown device {name!r}; devices: auto, cpu, cuda, cuda:N") from None
    if device.type not in ("cpu", "cuda"):
        raise UsageError(f"unknown device {name!r}; devices: auto, cpu, cuda, cuda:N")
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise UsageError(f"device {name!r}: torch sees {torch.cuda.device_count()} GPUs here; use cpu or auto")
    return device
