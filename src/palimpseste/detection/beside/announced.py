"""What stands beside a number or a date settles which kind it is, whatever the model says.

That is the word that announces a number (« bracelet », « titre de séjour n° », « Vos réf. : ») or a date (nobody is
born « depuis 2016 »), what it corrects (« 2/2/29 et non 22/2/29 »), and a given name before a year in brackets (« leur
fils Noé (2017) »).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from palimpseste.detection.propagation import OF_THE_MODEL
from palimpseste.document import Span
from palimpseste.labels import DATES, NUMBERS, Label

__all__ = ["of_announcements"]

_REACH: Final = 48
_SIGN: Final = r"[ ]?:?[ ]?(?:n°[ ]?)?:?[ ]?\Z"
# In this order: « titre de séjour » is no stay.
_WORDS: Final[Sequence[tuple[Label, str]]] = (
    ("REFERENCE", r"(?:[nv]os|[nv]/)[ ]?ref(?:erences?)?\.?[ ]?:(?:[ ][a-z]{1,4})?"),
    ("OTHER_ID", r"(?:titre|carte)[ ]de[ ]sejour|carte[ ]d(?:e[ ]|')[a-z ']{3,30}|bracelet(?:[ ][a-z]{2,8})?"),
    ("OTHER_ID", r"contrat|sinistre|police|passeport|rpps|finess|adeli|lots?"),
    ("PATIENT_ID", r"(?:ipp|nip)(?:[ ]?/[ ]?(?:iep|nda|sejour|venue))?|permanent"),
    ("VISIT_ID", r"iep|nda|venue|passage|hospit\.|hospitalisation|visite|episode|rpu|eds|drm"),
    # Of those who are called for help, not of an insurer.
    ("VISIT_ID", r"samu(?:[ ](?:[0-9]{2}|2[ab]))?[ ,–-]{1,3}(?:dossier|affaire)|dossier[ ]de[ ]regulation"),
)
_ANNOUNCED: Final = tuple((label, re.compile(rf"(?<![a-z])(?:{words}){_SIGN}")) for label, words in _WORDS)
_LABELS: Final = frozenset({*NUMBERS, *DATES})
_AND_NOT: Final = re.compile(r"[ ]et[ ](?:non|pas)[ ](?:(?:le|du|au)[ ])?")
_SINCE: Final = re.compile(r"(?<![a-z])depuis[ ](?:(?:le|en|debut|fin)[ ])?\Z")
_YEAR: Final = re.compile("(?:19|20)[0-9]{2}")
_DEATH: Final = re.compile(r"(?<![a-z])(?:mort|deces|decede|perdu|veu(?:f|ve)|tue)e?(?![a-z])")


def of_announcements(folded: str, spans: Sequence[Span]) -> list[Span]:
    """Return spans, those of the model with the labels that what stands before gives; time is linear in their number.

    Parameters
    ----------
    folded : str
        The text, folded.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    told: list[Span] = []
    for span in spans:
        label = _label_of(folded, span, told[-1] if told else None)
        told.append(span if label is None or label == span.label else replace(span, label=label))
    return told


def _label_of(folded: str, span: Span, before: Span | None) -> Label | None:
    """Return the label that what stands before a number or a date gives it; None where that tells nothing."""
    if span.label not in _LABELS or not span.source.startswith(OF_THE_MODEL):
        return None
    group = NUMBERS if span.label in NUMBERS else DATES
    if before is not None and before.label in group and _AND_NOT.fullmatch(folded, before.end, span.start):
        return before.label
    if group is NUMBERS:
        start = max(0, span.start - _REACH)
        return next((label for label, words in _ANNOUNCED if words.search(folded, start, span.start)), None)
    if span.label == "BIRTHDATE" and _SINCE.search(folded, max(0, span.start - _REACH), span.start):
        return "DATE"
    if (
        before is not None
        and before.label == "FIRSTNAME"
        and folded[before.end : span.start] == " ("
        and _YEAR.fullmatch(folded, span.start, span.end)
        and not _DEATH.search(folded, max(0, before.start - _REACH), before.start)
    ):
        return "BIRTHDATE"
    return None
