"""Family names with a particle that the model took for a town or a body, or cut at it.

In a list of people the particle stands at the head of a name: « Blanc (anapath), | de Lachaise (radio) », « Zhou / | de
Bellancourt ». Written with capitals beside small letters, it goes on in one: « Pr ARNOUX | DE MAISON ROUGE (chir.) ».
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from palimpseste.detection.merge import of_both
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE

__all__ = ["with_particles"]

_JOINED: Final = frozenset({"LASTNAME", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION"})
_PARTICLE: Final = r"(?P<particle>(?:de[ ]la|de|du|des)[ ]|d['’][ ]?|de[ ]l['’][ ]?)"
_ROLE: Final = r"[ ]?\([^()\n]{2,25}\)"
# Between two people of a list; behind a comma alone stands where one comes from: « M. Blanc, de Lavaur, ».
_OF_LIST: Final = re.compile(rf"(?:{_ROLE},|(?:{_ROLE})?[ ]?/)[ ]?{_PARTICLE}", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"{_ROLE}|[ ]?/|[ ]?\)|[ ]*(?:\n|\Z)")
_CAPITAL_PARTICLE: Final = re.compile(r"[ ](?:(?:DE[ ]LA|DE|DU|DES)[ ]|D['’]|DE[ ]L['’])")
_SMALL: Final = re.compile("[a-zà-ÿ]{2}")
_REACH: Final = 24


def with_particles(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, disjoint and sorted as before, family names with their particle; time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    joined: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        before = joined[-1] if joined else None
        if before is None or span.label not in _JOINED or before.label not in OF_PEOPLE:
            joined.append(span)
        elif _goes_on(view.text, before, span):
            joined[-1] = Span(before.start, span.end, "LASTNAME", before.source, of_both(before, span))
        else:
            limit = len(view.text) if behind is None else behind.start
            joined.append(_led(view.text, before, span, limit))
    return joined


def _goes_on(text: str, name: Span, span: Span) -> bool:
    """Tell whether a name in capitals goes on in a span, behind a particle, beside what is written small."""
    if name.label != "LASTNAME" or _CAPITAL_PARTICLE.fullmatch(text, name.end, span.start) is None:
        return False
    if not (text[name.start : name.end].isupper() and text[span.start : span.end].isupper()):
        return False
    around = text[max(0, name.start - _REACH) : name.start] + text[span.end : span.end + _REACH]
    return _SMALL.search(around) is not None


def _led(text: str, name: Span, span: Span, limit: int) -> Span:
    """Return a span as a family name that its particle leads in a list of people, or as it is."""
    if span.label not in ("LASTNAME", "CITY") or not span.source.startswith("model"):
        return span
    between = _OF_LIST.fullmatch(text, name.end, span.start)
    if between is None or _BEHIND.match(text, span.end, limit) is None:
        return span
    return Span(between.start("particle"), span.end, "LASTNAME", span.source, span.probability)
