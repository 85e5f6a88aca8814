"""Secretarial references: figures drawn, initials of known persons and the year of the note those of surrogates."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import changed_shape, shape_surrogate
from palimpseste.surrogates.values.people import People
from palimpseste.writings.case import in_case_of, like
from palimpseste.writings.passages import alphanumeric

__all__ = ["reference_surrogate"]

_PART = re.compile(r"[^\W\d_]+|\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_INITIALS = 5


def reference_surrogate(index: int, setting: Setting, people: People, years: tuple[int, int] | None = None) -> str:
    """Return the surrogate of a reference such as « PM/CL/2023-114 », of the same shape.

    Letters that are the initials of one person of the document or record become that person's surrogate initials, the
    year of the document that of its surrogate.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    people : People
        Its persons.
    years : tuple of int, optional
        The year of the document, and what is written for it.
    """
    source = setting.source(index)
    stream = setting.draws.stream("REFERENCE", alphanumeric(setting.values[index]), "shape")

    def replaced(match: re.Match[str]) -> str:
        part = match.group()
        if years is not None and part in (f"{years[0]}", f"{years[0] % 100:02d}"):
            return f"{years[1]:04d}"[-len(part) :]
        if part.isdigit():
            kept = 2 if _YEAR.fullmatch(part) else 0
            return part[:kept] + shape_surrogate(part[kept:], stream)
        if len(part) <= _MOST_INITIALS:
            known = people.pair_abbreviated(fold(part))
            if known is not None:
                return in_case_of(part, "".join(known)) if not part.isupper() else "".join(known).upper()
        known_name = people.surrogate_of(fold(part))
        if known_name is not None:
            return like(part, known_name)
        # « famille », « dossier »: a long word in small letters is no name.
        return part if len(part) > _MOST_INITIALS and part.islower() else shape_surrogate(part, stream)

    written = _PART.sub(replaced, source)
    return written if written != source else changed_shape(source, stream)
