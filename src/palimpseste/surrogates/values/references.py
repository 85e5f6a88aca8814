"""Secretarial references: figures drawn, initials of known persons and the year of the note those of surrogates."""

from __future__ import annotations

import re
from collections.abc import Mapping

from palimpseste.folding import fold
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.people import People
from palimpseste.surrogates.values.shapes import changed_shape, shape_surrogate
from palimpseste.writings.case import in_case_of, like
from palimpseste.writings.numbers import Part, with_parts_replaced
from palimpseste.writings.passages import alphanumeric

__all__ = ["reference_surrogate"]

_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_INITIALS = 5


def reference_surrogate(index: int, setting: Setting, people: People, told: Mapping[int, str]) -> str:
    """Return the surrogate of a reference such as « PM/CL/2023-114 », of the same shape.

    Letters that are the initials of one person of the document or record become that person's surrogate initials.

    Parameters
    ----------
    index : int
        The span.
    setting : Setting
        The document.
    people : People
        Its persons.
    told : mapping of int to str
        Its letters and figures that are not drawn, by their places among all.
    """
    source = setting.source(index)
    stream = setting.draws.stream("REFERENCE", alphanumeric(setting.values[index]), "shape")

    def replaced(found: Part) -> str:
        part, start = found.text, found.start
        if part.isdigit():
            kept = 2 if _YEAR.fullmatch(part) and start not in told else 0
            drawn = part[:kept] + shape_surrogate(part[kept:], stream)
            return "".join(told.get(place, figure) for place, figure in enumerate(drawn, start))
        if len(part) <= _MOST_INITIALS:
            known = people.initials.of_pair(fold(part)) or people.initials.with_particles(fold(part))
            if known is not None:
                return in_case_of(part, "".join(known)) if not part.isupper() else "".join(known).upper()
        known_name = people.surrogate_of(fold(part))
        if known_name is not None:
            return like(part, known_name)
        if start in told:
            return part
        # « famille », « dossier »: a long word in small letters is no name.
        return part if len(part) > _MOST_INITIALS and part.islower() else shape_surrogate(part, stream)

    written = with_parts_replaced(source, replaced)
    return written if written != source else changed_shape(source, stream)
