"""What to install where a library is missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence

from palimpseste.errors import UsageError

__all__ = ["require"]


def require(
    purpose: str, libraries: Sequence[str] = ("torch", "transformers", "safetensors"), extra: str = "train"
) -> None:
    """Check that libraries are installed, without loading them; `extra` is what they come with.

    Parameters
    ----------
    purpose : str
        What needs them, in errors.
    libraries : sequence of str
        Their names.
    extra : str
        What they come with.

    Raises
    ------
    UsageError
        If one is missing: then with the command that installs it.
    """
    missing = [name for name in libraries if importlib.util.find_spec(name) is None]
    if missing:
        raise UsageError(f"{purpose} needs {', '.join(missing)}: pip install 'palimpseste[{extra}]'")
