"""Classes of errors, and which of them a rule says an error is of, where nobody has looked at it.

The classes are those the paper names; its readers saw more in a text than a rule does. The first class that fits is
taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from palimpseste.detection.lexicon import alphabet, in_dictionary, words_of
from palimpseste.detection.tokens import Trait
from palimpseste.document import Span
from palimpseste.labels import DATES

__all__ = ["FALSE", "MISSED", "ErrorClass", "class_of"]

_NAMES = ("FIRSTNAME", "LASTNAME")
_PARTING = "/_.-"
_SHORT = 2
_WORDS_BEFORE = 4
_YEAR = re.compile(r"(?:19|20)?\d\d")
_LIKE_A_NUMBER = re.compile(r"\d{1,2}[.,]\d{1,2}")


@dataclass(frozen=True, slots=True)
class ErrorClass:
    """A class of errors.

    Parameters
    ----------
    name : str
        As it stands in tables and forms.
    fits : callable
        Takes a text and an entity of it; whether a rule says that it is of this class.
    printed : str
        Its share as the text of the paper has it; empty where it has none.
    """

    name: str
    fits: Callable[[str, Span], bool]
    printed: str = ""


def class_of(text: str, span: Span, classes: tuple[ErrorClass, ...]) -> str:
    """Return the name of the first class that fits.

    Parameters
    ----------
    text : str
        Of the note.
    span : Span
        The error.
    classes : tuple of ErrorClass
        In order; one fits all.
    """
    return next(each.name for each in classes if each.fits(text, span))


def _value(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _beside(text: str, span: Span) -> str:
    """Return the characters right before and right behind an entity, spaces where the text ends."""
    return (text[span.start - 1] if span.start else " ") + (text[span.end] if span.end < len(text) else " ")


def _is_year_at_a_sign(text: str, span: Span) -> bool:
    beside = _beside(text, span)
    return (
        span.label in DATES
        and bool(_YEAR.fullmatch(_value(text, span)))
        and any(not sign.isalnum() and not sign.isspace() for sign in beside)
    )


def _looks_like_a_number(text: str, span: Span) -> bool:
    return span.label in DATES and bool(_LIKE_A_NUMBER.fullmatch(_value(text, span)))


def _lacks_a_space(text: str, span: Span) -> bool:
    return any(sign.isalnum() for sign in _beside(text, span))


def _is_parted_by_a_sign(text: str, span: Span) -> bool:
    if span.label not in _NAMES:
        return False
    before, behind = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    return (len(before) == 2 and before[1] in _PARTING and before[0].isalpha()) or (
        len(behind) == 2 and behind[0] in _PARTING and behind[1].isalpha()
    )


def _is_short(text: str, span: Span) -> bool:
    return sum(sign.isalpha() for sign in _value(text, span)) <= _SHORT and not _has_figures(text, span)


def _has_figures(text: str, span: Span) -> bool:
    return any(sign.isdigit() for sign in _value(text, span))


def _is_of_common_words(text: str, span: Span) -> bool:
    words = words_of(_value(text, span))
    return bool(words) and all(
        _has(word, Trait.COMMON | Trait.MEDICAL | Trait.FUNCTION | Trait.EPONYM) or in_dictionary(word)
        for word in words
    )


def _is_medical(text: str, span: Span) -> bool:
    words, before = words_of(_value(text, span)), _words_before(text, span)
    return any(_has(word, Trait.MEDICAL | Trait.EPONYM) for word in words) or any(
        _has(word, Trait.EPONYM_HEAD) for word in before
    )


def _is_of_a_team(text: str, span: Span) -> bool:
    words = (*words_of(_value(text, span)), *_words_before(text, span))
    return any(_has(word, Trait.UNIT | Trait.CARE_HEAD | Trait.WEAK_CARE_HEAD | Trait.BODY_HEAD) for word in words)


def _is_meaningless(text: str, span: Span) -> bool:
    return not _has_figures(text, span) and all(len(word) < _SHORT for word in words_of(_value(text, span)))


def _is_any(text: str, span: Span) -> bool:
    return True


def _words_before(text: str, span: Span) -> list[str]:
    """Return the last words of the line before an entity."""
    line = text[: span.start].rpartition("\n")[2]
    return words_of(line)[-_WORDS_BEFORE:]


def _has(word: str, traits: int) -> bool:
    return bool(alphabet().lexicon.get(word, 0) & traits)


MISSED = (
    ErrorClass("year beside a sign", _is_year_at_a_sign, "one third"),
    ErrorClass("date like a decimal number", _looks_like_a_number),
    ErrorClass("missing space", _lacks_a_space),
    ErrorClass("name beside a parting sign", _is_parted_by_a_sign),
    ErrorClass("ambiguous short form", _is_short),
    ErrorClass(
        "name that is a common word", lambda text, span: span.label in _NAMES and _is_of_common_words(text, span)
    ),
    ErrorClass("other", _is_any),
)
FALSE = (
    ErrorClass("meaningless characters", _is_meaningless),
    ErrorClass("code or number", _has_figures),
    ErrorClass("medical information", _is_medical, "0.31"),
    ErrorClass("team or unit", _is_of_a_team),
    ErrorClass("common word, not medical", _is_of_common_words),
    ErrorClass("other", _is_any),
)
