"""De-identify French clinical text.

``Deidentifier`` is where to begin; it, and the values it takes and gives, are imported when they are first named.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palimpseste.deidentifier import Deidentifier
    from palimpseste.document import Document, Patient, Span
    from palimpseste.result import Result

__all__ = ["Deidentifier", "Document", "Patient", "Result", "Span", "__version__"]

__version__ = "0.1.0"

_HOMES = {
    "Deidentifier": "palimpseste.deidentifier",
    "Document": "palimpseste.document",
    "Patient": "palimpseste.document",
    "Result": "palimpseste.result",
    "Span": "palimpseste.document",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
