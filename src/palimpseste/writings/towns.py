"""What a writing of a town stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from palimpseste.places import Commune

__all__ = ["Town"]


@dataclass(frozen=True, slots=True)
class Town:
    """What a writing of a town stands for.

    Parameters
    ----------
    key : str
        The same for all writings of one town: its INSEE code, or its folded name where no table knows it.
    commune : Commune or None
        The French commune, where it is one.
    suffix : re.Match or None
        Arrondissement or CEDEX.
    """

    key: str
    commune: Commune | None
    suffix: re.Match[str] | None
