"""Masks that are dropped in the end because the model itself takes them for nobody, and nothing else speaks for them.

Three kinds are asked for more than others. An echo is a single word masked because it is a name elsewhere in the note,
or because one rule alone takes it for a town in capitals: « Névrome de Morton » in a note of Mme Morton, « 0 BAAR ».
A lone guess is a name, body or place that the model tells, no rule and no list, in a short text without a record in
which no rule and no structure of the source finds anything of a person: a title, a question of an examination; more
is asked of one in brackets behind a word that is nobody: « par ingestion de carambole (Averrhoa carambola) ». A small
word is one in small letters that the model takes for a name, body or place: « ( rn5 1 voie , eboulis ) ». Most is asked
of one that the dictionary has and no list of names; one that lists have, or that nobody knows, has to be surer to be a
person in a note written with capitals; so has a word with a capital that the dictionary has and no list of names, where
it is a whole sentence or the head of a line: « Droitier. », « Semelle : podologue ». Odds are told in times those of
the operating point, so that whoever asks for more masks keeps more of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from palimpseste.detection.confidence.evidence import Evidence, evidence_for
from palimpseste.detection.confidence.unsure import unsure
from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.headed.alone import is_told_by_head
from palimpseste.detection.lexicon import alphabet, in_dictionary, is_of_medicine
from palimpseste.detection.tokens import OF_NAMES, Trait, is_told_by_capitals
from palimpseste.labels import DATES, NUMBERS, OF_BODIES, OF_PEOPLE

if TYPE_CHECKING:
    from palimpseste.detection.confidence.judge import Judge
    from palimpseste.detection.view import TextView
    from palimpseste.document import Span

__all__ = ["without_doubted"]

_ECHOES: Final = frozenset({"propagation", "rules.place.town.upper"})
_GUESSES: Final = frozenset({*OF_PEOPLE, *OF_BODIES, "CITY", "LOCATION"})
_OF_SOMEBODY: Final = frozenset(
    {*OF_PEOPLE, "AGE", "ADDRESS", "ZIP", "HOSPITAL", "PHONE", "EMAIL", "URL", "SSN", *DATES, *NUMBERS}
)
_YEAR_LENGTH: Final = 4
_SHORTEST: Final = 3
# Characters of a title or a question with its choices.
_LONGEST: Final = 800
# « 8h15 », « 11/3 »
_OF_NOTES: Final = re.compile(r"(?<![0-9])[0-9]{1,2}[hH/][0-9]{1,2}(?![0-9])")
_CAPITALISED: Final = re.compile("(?<![^\\W_])[A-ZÀ-Ý][^\\W\\d_]+")
_NAMES_OF_PEOPLE: Final = Trait.FIRST | Trait.FAMILY | Trait.PARTICLE
_NAMES_OF_TOWNS: Final = Trait.CITY | Trait.CITY_WORD | Trait.LOCATION | Trait.PLACE_START
# What lists have as names under a label.
_LISTED: Final[Mapping[str, int]] = {
    "FIRSTNAME": _NAMES_OF_PEOPLE,
    "LASTNAME": _NAMES_OF_PEOPLE,
    "CITY": _NAMES_OF_TOWNS,
}
_ARTICLE: Final = re.compile("l'[ ]?")
_CAPITALS: Final = re.compile("[A-ZÀ-Ý]{2}")
_SENTENCE_BEFORE: Final = re.compile(r"(?:[^\W\d_]{5,30}[.!?]|\))[ \n]{1,3}\Z")
_SENTENCE_BEHIND: Final = re.compile(r"[ ]?\.(?:\s|\Z)")
_HEAD_BEFORE: Final = re.compile(r"(?:\A|\n)[ ]{0,8}(?:[-•*][ ])?\Z")
_HEAD_BEHIND: Final = re.compile(r"[ ]?:\s")
_BRACKET_BEFORE: Final = re.compile(r"(?<![a-z])(?P<word>[a-z]{3,30})[ ]?\([ ]?\Z")
# « Rôle du | TNF »
_FIRST_WORD: Final = re.compile(r"(?P<word>[a-z]{3,30})[ ](?:d[eu][ ]|des[ ]|d'|l'|la[ ]|les?[ ])")
_BRACKET_BEHIND: Final = re.compile(r"[ ]?[,)]")
# Whose name may stand in brackets behind: « sa fille (Gwylbert) ».
_BEFORE_NAMES: Final = Trait.TITLE | Trait.ROLE | Trait.KIN | Trait.BODY_HEAD | Trait.CARE_HEAD | Trait.UNIT
_NEAR: Final = 34
# Where names are found from 0.15 on, these are 0.22, 0.4, 0.43, 0.5, 0.6, 0.7 and 0.9.
_ANY_WORD: Final = 1.6
_UNKNOWN_WORD: Final = 34 / 9
_NAME_OF_OTHERS: Final = 13 / 3
_OF_MEDICINE = _NAME_AND_WORD = 17 / 3
_GUESSED: Final = 17 / 2
_ORDINARY_WORD: Final = 119 / 9
_ASIDE: Final = 51.0


def without_doubted(spans: list[Span], view: TextView, judge: Judge, *, has_record: bool) -> list[Span]:
    """Return the spans, in their order, without echoes and lone guesses that are hardly anybody.

    Parameters
    ----------
    spans : list of Span
        Disjoint and sorted, in offsets of the view.
    view : TextView
        Of the note.
    judge : Judge
        One without a model and its calibration doubts nothing.
    has_record : bool
        Whether anything is known of whom the note is about.
    """
    if judge.opinion is None or judge.calibration is None:
        return spans
    has_capitals = is_told_by_capitals(view.text, view.text.count(" "))
    if left := unsure(spans, view, judge, has_capitals=has_capitals):
        spans = [span for span in spans if span not in left]
    may_be_a_title = not has_record and _may_be_a_title(view.text)
    looked_at = (
        spans
        if may_be_a_title
        else [span for span in spans if span.source in _ECHOES or _asked_of_word(view, span, has_capitals=has_capitals)]
    )
    if not looked_at:
        return spans
    evidence = evidence_for(looked_at, judge.found)
    is_of_nobody = may_be_a_title and not any(map(_tells_of_somebody, looked_at, evidence))
    times = {
        span: asked
        for span, (sources, _) in zip(looked_at, evidence, strict=True)
        if sources == (span.source,)
        and (asked := _times_asked(view, span, is_of_nobody=is_of_nobody, has_capitals=has_capitals))
    }
    asked_of_all = _odds(judge.threshold)
    doubted = {
        span
        for span in judge(list(times))
        if span.probability is not None and _odds(span.probability) < times[span] * asked_of_all
    }
    return [span for span in spans if span not in doubted]


def _times_asked(view: TextView, span: Span, *, is_of_nobody: bool, has_capitals: bool) -> float:
    """Return how many times the odds of the operating point are asked of a span that nothing else speaks for, or 0."""
    if span.source in _ECHOES:
        word = view.folded[span.start : span.end]
        if len(word) < _SHORTEST or not word.isalpha():
            return 0.0
        return _ANY_WORD if span.source == "propagation" and not is_of_medicine(word) else _OF_MEDICINE
    is_guess = is_of_nobody and span.source == "model" and span.label in _GUESSES and len(span) >= _SHORTEST
    return max(_asked_of_word(view, span, has_capitals=has_capitals), _asked_of_guess(view, span) if is_guess else 0.0)


def _asked_of_guess(view: TextView, span: Span) -> float:
    """Return how many times the odds are asked of a lone guess: less where lists hold its name or its head."""
    is_known = _holds_listed_name(view, span) or _is_told_by_head(view, span)
    if _is_aside(view, span) and not is_known:
        return _ASIDE
    if _is_acronym(view, span):
        return 0.0
    return _GUESSED if not is_known else _ANY_WORD if span.label in OF_BODIES else 0.0


def _is_aside(view: TextView, span: Span) -> bool:
    """Tell whether brackets hold a span behind a word that is nobody: « toux ( Nyxol ) »."""
    before = _BRACKET_BEFORE.search(view.folded, max(0, span.start - _NEAR), span.start)
    if before is None or _BRACKET_BEHIND.match(view.folded, span.end) is None:
        return False
    return not alphabet().lexicon.get(before["word"], 0) & (OF_NAMES | _BEFORE_NAMES)


def _asked_of_word(view: TextView, span: Span, *, has_capitals: bool) -> float:
    """Return how many times the odds are asked of a word that the model takes for a name, or 0."""
    return _asked_of_small(view, span, has_capitals=has_capitals) or (_GUESSED if _is_word_alone(view, span) else 0.0)


def _is_word_alone(view: TextView, span: Span) -> bool:
    """Tell whether a person is a word of the dictionary, of no list of names, all of a sentence or head of a line."""
    word = view.folded[span.start : span.end]
    if span.source != "model" or span.label not in OF_PEOPLE or len(word) <= _SHORTEST or not word.isalpha():
        return False
    if alphabet().lexicon.get(word, 0) & OF_NAMES or not in_dictionary(word):
        return False
    near = max(0, span.start - _NEAR)
    return any(
        behind.match(view.text, span.end) and before.search(view.text, near, span.start)
        for before, behind in ((_SENTENCE_BEFORE, _SENTENCE_BEHIND), (_HEAD_BEFORE, _HEAD_BEHIND))
    )


def _asked_of_small(view: TextView, span: Span, *, has_capitals: bool) -> float:
    """Return how many times the odds are asked of a word in small letters that the model takes for a name, or 0."""
    if span.source != "model" or span.label not in _GUESSES or not view.text[span.start : span.end].islower():
        return 0.0
    word = view.folded[span.start : span.end]
    if (article := _ARTICLE.match(word)) is not None and has_capitals:
        word = word[article.end() :]
    if len(word) < _SHORTEST or not word.isalpha():
        return 0.0
    traits = alphabet().lexicon.get(word, 0)
    is_word = in_dictionary(word)
    if is_word and not traits & OF_NAMES:
        return _ORDINARY_WORD
    if span.label in OF_PEOPLE and has_capitals:
        if not traits & OF_NAMES:
            return _UNKNOWN_WORD
        if is_word:
            return _NAME_AND_WORD
    is_of_others = is_word and span.label in _LISTED and not traits & _LISTED[span.label]
    return _NAME_OF_OTHERS if is_of_others else 0.0


def _holds_listed_name(view: TextView, span: Span) -> bool:
    """Tell whether a word with a capital is a name of somebody or of a place, and no ordinary word beside."""
    words = _CAPITALISED.finditer(view.text, span.start, span.end)
    return any(is_listed_name(view.folded[word.start() : word.end()]) for word in words)


def _is_acronym(view: TextView, span: Span) -> bool:
    """Tell whether a body bears capitals in a row, in a text that is not all in capitals: « au CNR arbovirus ».

    One that begins with an ordinary word does not: « Rôle du TNF ».
    """
    first = _FIRST_WORD.match(view.folded, span.start, span.end)
    is_body = span.label in OF_BODIES and not (first is not None and _is_ordinary(first["word"]))
    return is_body and _CAPITALS.search(view.text, span.start, span.end) is not None and not view.text.isupper()


def _is_ordinary(word: str) -> bool:
    """Tell whether a folded word is of the dictionary, and neither a name nor what a body begins with."""
    traits = alphabet().lexicon.get(word, 0)
    return in_dictionary(word) and not traits & (OF_NAMES | Trait.BODY_HEAD | Trait.CARE_HEAD | Trait.CARE_WORD)


def _is_told_by_head(view: TextView, span: Span) -> bool:
    """Tell whether words that say a place of care begin it, and a name follows: « mmg les tilleuls »."""
    return span.label in OF_BODIES and is_told_by_head(view.folded[span.start : span.end])


def _may_be_a_title(text: str) -> bool:
    """Tell whether a text is short, has capitals, and no hours, pressures or days in figures as notes have them."""
    return len(text) <= _LONGEST and not text.islower() and _OF_NOTES.search(text) is None


def _tells_of_somebody(span: Span, evidence: Evidence) -> bool:
    """Tell whether a rule or the structure of the source says that a span is of a person; a year alone is of nobody."""
    if span.label not in _OF_SOMEBODY or (span.label == "DATE" and span.end - span.start == _YEAR_LENGTH):
        return False
    return any(not source.startswith("model") and ":" not in source for source in evidence.sources)


def _odds(probability: float) -> float:
    return probability / (1.0 - probability)
