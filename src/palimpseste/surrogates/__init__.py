"""Surrogates: what is written over the spans, as a pure function of a secret key.

Must not import: population or anything above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from palimpseste.surrogates.keys import CohortKey, MasterKey
from palimpseste.surrogates.policy.policy import Policy

if TYPE_CHECKING:
    from palimpseste.surrogates.replacer import Replacer

__all__ = ["CohortKey", "MasterKey", "Policy", "Replacer"]


def __getattr__(name: str) -> object:
    # Keys and policies are asked for by commands that replace nothing: the rest is imported with the first replacer.
    if name == "Replacer":
        from palimpseste.surrogates.replacer import Replacer

        return Replacer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
