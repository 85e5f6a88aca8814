"""What a release leaves of a note besides the values it wrote over, as features that two notes may share.

Features are numbers that words are hashed to: no text is kept.

========== =======================================================================================
words      words and pairs of words outside the values written over
numbers    figures with the word before them: laboratory values, doses, scores
durations  durations in words, and days between the dates as they are released
style      punctuation, capitals and line ends, letters and figures told apart and no further
values     the values written over: the same in two releases under one key, or where they are kept; not « au » or « d' »
           before a place, which is written anew with it and stands in results as what was written over
========== =======================================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Literal, get_args
from zlib import crc32

from palimpseste.document import Document
from palimpseste.folding import fold
from palimpseste.surrogates.values.marks import is_mark
from palimpseste.writings.dates.calendar import Calendar
from palimpseste.writings.passages import Passages

__all__ = ["KINDS", "Kind", "residual_features"]

Kind = Literal["words", "numbers", "durations", "style", "values"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_WORD = re.compile(r"[^\W\d_]{2,40}")
_FIGURE = re.compile(r"([^\W\d_]{1,20})[^\w\n]{0,3}(\d{1,6}(?:[.,/]\d{1,4})?)")
_DURATION = re.compile(r"\b(\d{1,3}) ?(ans?|mois|semaines?|jours?|heures?|j|h)\b", re.IGNORECASE)
_RUN = re.compile(r"(.)\1+")
_STYLE_LENGTH = 5
# What is written anew before a value ends so, and no value does.
_ENDS_OF_LINKS = frozenset(" \u00a0\n'’")


def residual_features(document: Document) -> Mapping[Kind, Mapping[int, int]]:
    """Return the features of a released note, each with how often it occurs.

    Parameters
    ----------
    document : Document
        A release, whose entities are what was written over.
    """
    text, parts, end = document.text, [], 0
    for span in document.entities:
        parts.append(text[end : span.start])
        end = span.end
    parts.append(text[end:])
    folded = [fold(part) for part in parts]
    return {
        "words": _hashed(each for part in folded for each in _words(part)),
        "numbers": _hashed(" ".join(found) for part in folded for found in _FIGURE.findall(part)),
        "durations": _hashed(
            (*(" ".join(found) for part in folded for found in _DURATION.findall(part)), *_gaps(document))
        ),
        "style": _hashed(each for part in parts for each in _shapes(part)),
        "values": _hashed(
            f"{span.label} {fold(text[span.start : span.end])}"
            for span in document.entities
            if not is_mark(text, span.start, span.end) and text[span.end - 1] not in _ENDS_OF_LINKS
        ),
    }


def _hashed(features: Iterable[str]) -> Mapping[int, int]:
    return Counter(crc32(each.encode("utf-8", "surrogatepass")) for each in features)


def _words(part: str) -> Iterator[str]:
    words = _WORD.findall(part)
    yield from words
    yield from (f"{first} {second}" for first, second in pairwise(words))


def _gaps(document: Document) -> Iterator[str]:
    """Yield the days between dates of the note that are written to the day, one after another."""
    dates = [span for span in document.entities if span.label == "DATE"]
    calendar = Calendar(Passages.at(document, dates))
    days = sorted({dated.day.toordinal() for dated in calendar.dated.values() if dated.unit == "day"})
    yield from (f"gap {later - earlier}" for earlier, later in pairwise(days))


def _shapes(part: str) -> Iterator[str]:
    shape = "".join(
        "A" if sign.isupper() else "a" if sign.isalpha() else "9" if sign.isdigit() else sign for sign in part
    )
    shape = _RUN.sub(r"\1", shape)
    yield from (shape[start : start + _STYLE_LENGTH] for start in range(len(shape) - _STYLE_LENGTH + 1))
