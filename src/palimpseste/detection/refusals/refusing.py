"""Spans that are refused, and by what.

What other modules of detection know is asked here too:

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``citation``          any                 whatever a citation of an article holds: « Zhang P, Brown J... 2008;17:3 »
``column.measured``   DATE, AGE           what is measured, by the head of its column: « TA » above « 13/8 »
``english``           any name            an ordinary word of an English passage: « Background: We aimed to »
``species``           any name            a species and who described it: « Vulpes vulpes L. »
``term.letters``      names, towns        what the words before abbreviate: « lithotritie extracorporelle (LEC) »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from palimpseste.detection.english import is_english_word
from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.refusals.atoms import TITLE
from palimpseste.detection.refusals.headings import is_head_of_column
from palimpseste.detection.refusals.lists import is_letter, is_of_lettered_list, is_of_schema
from palimpseste.detection.refusals.low_lines import is_part_of_column
from palimpseste.detection.refusals.ordinary import (
    is_english_kin,
    is_said_by_a_doctor,
    is_state,
    is_verb_of_somebody,
    refusal_of_a_thing,
)
from palimpseste.detection.refusals.passages import Passages, is_within
from palimpseste.detection.refusals.people import is_particle
from palimpseste.detection.refusals.places import is_food, is_generic, is_open, is_word_alone
from palimpseste.detection.refusals.published import is_of_a_study
from palimpseste.detection.refusals.refusal import AROUND, NAMES
from palimpseste.detection.refusals.table import refusal_by_shape
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE

__all__ = ["refusal_of", "without_refused"]

_SITE: Final = "rules.site."
_REFUSABLE: Final = ("model", "rules.", "propagation")
_OF_A_KIND: Final = {"HOSPITAL": "place.generic", "LOCATION": "place.generic", "ORGANIZATION": "body.generic"}
_OF_PEOPLE_OR_TOWNS: Final = (*OF_PEOPLE, "CITY")
_MEASURED: Final = ("DATE", "AGE")
_WORDS: Final = re.compile("[a-z]{2,}")


def without_refused(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans that are not refused, in their order. Time is linear in their number."""
    if not spans:
        return []
    passages = Passages.of(view)
    return [span for span in spans if not _refusal_in(view, span, passages)]


def refusal_of(view: TextView, span: Span) -> str:
    """Return the name of what refuses a span, or the empty string.

    Parameters
    ----------
    view : TextView
        Of the note.
    span : Span
        In offsets of the view.
    """
    return _refusal_in(view, span, Passages.of(view))


def _refusal_in(view: TextView, span: Span, passages: Passages) -> str:
    if span.source.startswith("model") and is_within(span, passages.citations):
        return "citation"
    if not span.source.startswith(_REFUSABLE) or span.source.startswith(_SITE):
        return ""
    if passages.has_low_lines and is_part_of_column(view, span):
        return "column.named"
    if span.label in _MEASURED and span.start in passages.measured:
        return "column.measured"
    if span.label not in NAMES:
        return refusal_by_shape(view.folded, span)
    if is_of_lettered_list(view.folded, span) or is_letter(view.folded, span, passages.letters):
        return "list.letter"
    if is_within(span, passages.headings):
        return "list.part"
    if span.label in OF_PEOPLE and is_of_schema(view.folded, span):
        return "list.schema"
    if span.label in _OF_PEOPLE_OR_TOWNS and is_head_of_column(view, span):
        return "column.head"
    return refusal_by_shape(view.folded, span) or _refusal_of_a_name(view, span, passages)


def _refusal_of_a_name(view: TextView, span: Span, passages: Passages) -> str:
    """Return what refuses a name that is none, but a word of a language, of a phrase, of a list of choices, a drug."""
    if is_within(span, passages.species):
        return "species"
    if is_within(span, passages.phrases):
        return "set.phrase"
    if span.label in _OF_PEOPLE_OR_TOWNS and is_within(span, passages.terms):
        return "term.letters"
    if span.source.startswith("model") and is_english_word(view, span):
        return "english"
    if span.label in _OF_PEOPLE_OR_TOWNS and is_of_a_study(view, span):
        return "study.named"
    written = view.text[span.start : span.end]
    if written.islower() and (refusal := _refusal_of_small_letters(view, span, has_capitals=passages.has_capitals)):
        return refusal
    if is_open(view, span):
        return "link.open"
    if passages.has_maker(view.folded, span):
        return "drug.laboratory"
    folded = view.folded[span.start : span.end]
    words = _WORDS.findall(folded)
    if any(map(str.isdigit, folded)) or any(map(is_listed_name, words)):
        return ""
    if TITLE.search(view.folded, max(0, span.start - AROUND), span.start):
        return ""
    if refusal := refusal_of_a_thing(view, span, has_capitals=passages.has_capitals):
        return refusal
    if span.label in OF_PEOPLE and is_particle(written):
        return "particle.alone"
    if len(words) == 1 and words[0] in passages.dosed:
        return "drug.dosed"
    return "list.option" if span.label in OF_PEOPLE and is_within(span, passages.lists) else ""


def _refusal_of_small_letters(view: TextView, span: Span, *, has_capitals: bool) -> str:
    """Return what refuses what is written in small letters, be it a name in a list or not."""
    if is_english_kin(view, span):
        return "kin.english"
    if span.label in OF_PEOPLE and is_state(view, span):
        return "state"
    if (
        has_capitals
        and span.label in OF_PEOPLE
        and (is_verb_of_somebody(view, span) or is_said_by_a_doctor(view, span))
    ):
        return "verb"
    if span.label not in OF_PEOPLE and is_food(view, span):
        return "food.named"
    if has_capitals and span.label in _OF_A_KIND and is_word_alone(view, span):
        return "word.alone"
    return _OF_A_KIND[span.label] if span.label in _OF_A_KIND and is_generic(view, span) else ""
