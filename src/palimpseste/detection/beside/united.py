"""Spans that are one thing: a family name of two words, parts of a body or an address, a body and its town."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.detection.headed.joined import begins_with_head
from palimpseste.detection.merge import joined
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, Label

__all__ = ["with_doors", "with_double_names", "with_one_body", "with_towns"]

_PARTED = (("LASTNAME", "FIRSTNAME"), ("LASTNAME", "LASTNAME"))
# « Saint-Côme et Saint-Damien »
_SAINT = re.compile("(?<![a-z])sainte?[ -]")
_AND = " et "
_OF_ONE_BODY = frozenset({*OF_BODIES, "CITY", "LASTNAME", "LOCATION"})
# « ENTREPRISES DU HAVRE ET DE L ESTUAIRE »
_IN_CAPITALS = re.compile("[ ](?:ET[ ])?(?:DE[ ]LA[ ]|DE[ ]L['’ ]|DE[ ]|DU[ ]|DES[ ]|D['’ ])?")
# « IAE de La Réunion »
_ACRONYM = re.compile("[A-Z]{2,6}")
_OF = re.compile(r"\s(?:d['’]|d(?:e|u|es)\s|de\sla\s|de\sl['’])", re.IGNORECASE)

_ELIDED = re.compile(r"(?:commune|hameau|[îi]le|lieu-dit|tribu|village)\sd\Z", re.IGNORECASE)
# What leads to a door.
_WAY = frozenset(
    (
        *("a", "acces", "au", "aux", "ascenseur", "bas", "bout", "chaussee", "code", "cote", "cour", "couloir"),
        *("d", "dans", "de", "derriere", "des", "devant", "deuxieme", "digicode", "droit", "droite", "du", "en"),
        *("entree", "entresol", "escalier", "escaliers", "et", "etage", "face", "fond", "gauche", "hall", "haut"),
        *("interphone", "l", "la", "le", "les", "palier", "par", "portail", "porte", "premier", "premiere", "rdc"),
        *("rez", "seconde", "sonnette", "sortant", "sous", "sol", "sur", "troisieme"),
    )
)
_WORD = re.compile("[a-z0-9]+")
_WIDEST_WAY = 60


def with_doors(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, two parts of an address as one that words of the way to a door stand between.

    « Tour Nord, 1er ét. | à droite en sortant de l'ascenseur, | 8 rue Basse ».

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """

    def label_of(first: Span, second: Span) -> Label | None:
        if first.label != "ADDRESS" or second.label != "ADDRESS" or second.start - first.end > _WIDEST_WAY:
            return None
        between = view.folded[first.end : second.start]
        words = _WORD.findall(between)
        return "ADDRESS" if words and "\n" not in between and _WAY.issuperset(words) else None

    is_parted = sum(span.label == "ADDRESS" for span in spans) > 1
    return joined(spans, label_of) if is_parted else list(spans)


def with_double_names(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, two words as one family name where the note has them as one elsewhere: « Saïd Omar ».

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    folded = view.folded
    names = {folded[span.start : span.end] for span in spans if span.label == "LASTNAME"}
    double = {name for name in names if name.count(" ") == 1}
    if not double:
        return list(spans)

    def label_of(first: Span, span: Span) -> Label | None:
        is_of_model = first.source.startswith("model") and span.source.startswith("model")
        is_parted = is_of_model and (first.label, span.label) in _PARTED
        return "LASTNAME" if is_parted and folded[first.start : span.end] in double else None

    return joined(spans, label_of)


def with_one_body(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, parts of the name of one body as one: of two saints, or in capitals.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """

    def label_of(body: Span, span: Span) -> Label | None:
        if body.label not in OF_BODIES or span.label not in _OF_ONE_BODY:
            return None
        return body.label if _goes_on(view, body, span) else None

    return joined(spans, label_of)


def _goes_on(view: TextView, body: Span, behind: Span) -> bool:
    """Tell whether the name of a body goes on in what is behind it."""
    folded = view.folded
    if folded[body.end : behind.start] == _AND and folded.startswith("saint", behind.start):
        return _SAINT.search(folded, body.start, body.end) is not None
    if behind.label not in OF_BODIES or _IN_CAPITALS.fullmatch(view.text, body.end, behind.start) is None:
        return False
    is_written_so = view.text[body.start : body.end].isupper() and view.text[behind.start : behind.end].isupper()
    return is_written_so and not begins_with_head(folded, behind.start)


def with_towns(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, a body and the town or hospital that it is of as one: « clinique des Lilas de Dijon ».

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    text = view.text

    def label_of(body: Span, span: Span) -> Label | None:
        if body.label == "LOCATION" and span.label in ("CITY", "LOCATION"):
            # « village d | ' | Antecume-Pata »
            is_cut = (
                text[body.end : span.start] in ("'", "’") and _ELIDED.search(text, body.start, body.end) is not None
            )
            return "LOCATION" if is_cut else None
        if body.label not in OF_BODIES:
            return None
        is_of_town = (
            span.label == "CITY"
            or span.label == body.label == "HOSPITAL"
            or (span.label == "LOCATION" and _ACRONYM.fullmatch(text, body.start, body.end) is not None)
        )
        return body.label if is_of_town and _OF.fullmatch(text, body.end, span.start) else None

    return joined(spans, label_of)
