"""A hospital stay: its documents and the codes it was given."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from palimpseste.icd10 import family_of

__all__ = ["Stay", "StayDigest", "with_codes_among", "with_families"]


@dataclass(frozen=True, slots=True, repr=False)
class Stay:
    """A stay of one or several documents.

    Parameters
    ----------
    id : str
        By which predictions and codes are matched to it.
    documents : tuple of str
        Their texts, in order.
    codes : tuple of str
        In their normal form, each once; empty where they are not known.
    is_asked : bool
        Whether it was coded and only some codes were asked for: to have none of them is an answer then.
    """

    id: str
    documents: tuple[str, ...]
    codes: tuple[str, ...] = ()
    is_asked: bool = False

    @property
    def text(self) -> str:
        """The texts of the documents, an empty line between them."""
        return "\n\n".join(self.documents)

    def __repr__(self) -> str:
        return f"Stay({self.id!r}, <{len(self.documents)} documents>, <{len(self.codes)} codes>)"


def with_families(stay: Stay) -> Stay:
    """Return a stay whose codes are cut to their families, each once."""
    return replace(stay, codes=tuple(dict.fromkeys(map(family_of, stay.codes))))


def with_codes_among(stay: Stay, codes: Collection[str]) -> Stay:
    """Return a coded stay with those of its codes that are among some; maybe with none."""
    return replace(stay, codes=tuple(code for code in stay.codes if code in codes), is_asked=bool(stay.codes))


class StayDigest:
    """A digest of stays and their order, taken one by one."""

    def __init__(self) -> None:
        self._digest: Any = hashlib.sha256()

    def take(self, stay: Stay) -> None:
        """Add a stay."""
        self._digest.update(json.dumps([stay.id, stay.documents, stay.codes]).encode() + b"\n")

    def hexdigest(self) -> str:
        """Return the digest of all so far."""
        return str(self._digest.hexdigest())
