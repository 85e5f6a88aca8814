"""What a note says is a name, whatever it looks like.

That is a person's (« gendre deux (c'est son nom) », « surnommé "Loulou" »), or a body's, by the initials that stand
beside it (« CHCS (Centre hospitalier Corse-Sud) »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from palimpseste.detection.propagation import meets
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, Label
from palimpseste.writings.short_bodies import initials_of

__all__ = ["of_initials", "of_sayings"]

_CALLED: Final = "rules.name.called"
_INITIALS: Final = "rules.body.initials"
_REACH_OF_INITIALS: Final = 14
# « CHCS ( », « (« le GHR ») », « Centre hospitalier de Périgueux - CHP »
_MARKS: Final = r"[ ]{0,3}[(\[,:\n–—-][ ]{0,3}"
_INITIALS_BEFORE: Final = re.compile(rf"(?<!\w)(?P<initials>[A-Z]{{3,6}}){_MARKS}\Z")
_INITIALS_BEHIND: Final = re.compile(
    rf"{_MARKS}(?:[«\"][ ]?)?(?:[Ll]e[ ]|[Ll]a[ ]|[Ll]['’])?(?P<initials>[A-Z]{{3,6}})(?!\w)"
)
_SON: Final = re.compile(r"son[ ](?<![a-z]son[ ])(?:vrai[ ])?(?P<kind>pre)?nom(?![a-z])")
_IT_IS: Final = re.compile(
    r"(?<![a-z0-9])(?P<name>[a-z][a-z'-]{1,24})[ ]?[(,][ ]?"
    r"(?:(?:oui|si),?[ ])?c['’ ]?(?:est)?[ ](?:bien[ ]|vraiment[ ])?\Z"
)
_REACH_OF_NAME: Final = 60
_NICKNAME: Final = re.compile(
    r"surnom(?<![a-z]surnom)(?:mee?|s)?(?:[ ]?:)?[ ][«\"][ ]?(?P<name>[a-z][a-z' -]{0,23}[a-z])[ ]?[»\"]"
)


def of_sayings(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield what a note says is somebody's name or nickname; in 5,106 notes of `corpus/notes` it always is.

    Time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view: what they have is known already.
    """
    folded = view.folded
    covered = [(span.start, span.end) for span in spans]
    for said in _SON.finditer(folded):
        found = _IT_IS.search(folded, max(0, said.start() - _REACH_OF_NAME), said.start())
        if found is not None and not meets(covered, *found.span("name")):
            label: Label = "FIRSTNAME" if said["kind"] else "LASTNAME"
            yield Span(*found.span("name"), label, _CALLED)
    for called in _NICKNAME.finditer(folded):
        if not meets(covered, *called.span("name")):
            yield Span(*called.span("name"), "FIRSTNAME", _CALLED)


def of_initials(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the initials of bodies that a bracket, a dash, a comma or a new line parts from their names.

    In 5,106 notes of `corpus/notes` 17 of 18 are annotated as well. Time is linear in the number of spans.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    text = view.text
    bodies = [span for span in spans if span.label in OF_BODIES]
    covered = [(span.start, span.end) for span in spans] if bodies else []
    for span in bodies:
        for beside in (
            _INITIALS_BEFORE.search(text, max(0, span.start - _REACH_OF_INITIALS), span.start),
            _INITIALS_BEHIND.match(text, span.end),
        ):
            if beside is None or meets(covered, *beside.span("initials")):
                continue
            if initials_of(text[span.start : span.end]).startswith(beside["initials"]):
                yield Span(*beside.span("initials"), span.label, _INITIALS)
