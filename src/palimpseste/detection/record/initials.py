"""Initials of the patient where they stand for a name: after a title, beside a name, or in a pair with dots."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet, word_list
from palimpseste.detection.record.compact import folded_words
from palimpseste.detection.record.name_context import follows_title
from palimpseste.detection.record.names import NameHit
from palimpseste.detection.tokens import Shape, Tokens, Trait
from palimpseste.document import Patient, Span

__all__ = ["initial_spans"]

_SOURCE: Final = "record.initials"
_APART: Final = frozenset(".- ")


def initial_spans(tokens: Tokens, patient: Patient, hits: list[NameHit]) -> list[Span]:
    """Return the initials of the record's names that stand for them.

    Parameters
    ----------
    tokens : Tokens
        Of the note.
    patient : Patient
        With the names.
    hits : list of NameHit
        Where names of the record stand already.
    """
    given = "".join(word[0] for word in folded_words(patient.firstname))
    family = {word[0] for word in folded_words(patient.lastname + " " + patient.birth_lastname)}
    if not given and not family:
        return []
    spans = _beside_names(tokens, given, family, hits)
    words = tokens.words
    for match in _initial().finditer(tokens.symbols):
        index = match.start()
        letter = words[index]
        if letter not in family and letter not in given:
            continue
        if words[index + 1 : index + 2] == ["'"] or (index and words[index - 1] in "'-" and words[index - 1] != ""):
            continue
        spans += _from(tokens, index, given, family)
    return spans


@cache
def _initial() -> re.Pattern[str]:
    return re.compile(alphabet().words(lambda _, shape: shape is Shape.INITIAL))


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(word_list("record/dotted.txt"))


def _from(tokens: Tokens, index: int, given: str, family: set[str]) -> list[Span]:
    """Return the spans of the initials that begin at a token: a pair, or one after a title."""
    words, text = tokens.words, tokens.view.text
    letter = words[index]
    titled = follows_title(tokens, index)
    end = _end_of(tokens, index)
    following = index + 1 + (end - tokens.starts[index] == 2)
    second = words[following] if following < len(words) else ""
    if len(second) == 1 and text[tokens.starts[following]].isupper() and second.isalpha():
        straight = letter in given[:1] and second in family
        reverse = letter in family and second in given[:1]
        dotted = end - tokens.starts[index] == 2
        second_end = _end_of(tokens, following)
        closed = second_end - tokens.starts[following] == 2
        # A longer chain of letters with dots is an abbreviation.
        chained = (index > 1 and words[index - 1] == "." and len(words[index - 2]) == 1 and not titled) or (
            text[second_end : second_end + 1].isupper() or text[second_end + 1 : second_end + 3][1:] == "."
        )
        clear = dotted and closed and letter + second not in _abbreviations() and not chained
        if (straight or reverse) and (titled or clear):
            first, last = ("FIRSTNAME", "LASTNAME") if straight else ("LASTNAME", "FIRSTNAME")
            return [
                Span(tokens.starts[index], end, "FIRSTNAME" if first == "FIRSTNAME" else "LASTNAME", _SOURCE),
                Span(tokens.starts[following], second_end, "LASTNAME" if last == "LASTNAME" else "FIRSTNAME", _SOURCE),
            ]
        return []
    if titled and letter in family and not (second and text[tokens.starts[following]].isupper() and second.isalpha()):
        # "Pr P 12" and the like are no person's.
        if words[index - 1 : index] and second[:1].isdecimal() and end - tokens.starts[index] == 1:
            return []
        return [Span(tokens.starts[index], end, "LASTNAME", _SOURCE)]
    return []


def _end_of(tokens: Tokens, index: int) -> int:
    """Return where an initial ends, its dot included."""
    end = tokens.end(index)
    return end + 1 if tokens.view.text[end : end + 1] == "." else end


def _beside_names(tokens: Tokens, given: str, family: set[str], hits: list[NameHit]) -> list[Span]:
    """Return ``P. Durand``, ``Durand P.``, ``J.-P. Durand``, ``JP Durand`` and ``Paul D.``: the initials only."""
    spans = []
    for start, end, form in hits:
        first = tokens.index_at(start)
        last = tokens.index_behind(end)
        if form.label == "LASTNAME" and given:
            before = _letters_back(tokens, first, given)
            after = _letters_forward(tokens, last, given)
            spans += [Span(*place, "FIRSTNAME", _SOURCE) for place in (before, after) if place]
        elif form.label == "FIRSTNAME":
            after = _letters_forward(tokens, last, "")
            if after and tokens.words[tokens.index_at(after[0])] in family:
                spans.append(Span(*after, "LASTNAME", _SOURCE))
    return spans


def _letters_back(tokens: Tokens, first: int, given: str) -> tuple[int, int] | None:
    """Return the interval of the given names' initials that end right before a token."""
    words, text = tokens.words, tokens.view.text
    index = first - 1
    letters = ""
    start = end = -1
    while index >= 0 and first - index <= 8:
        word = words[index]
        if word.isalpha() and len(word) <= 2 and text[tokens.starts[index]].isupper():
            joined = word + letters
            if not given.startswith(joined) and not given.endswith(joined):
                break
            letters, start = joined, tokens.starts[index]
            if end < 0:
                end = _end_of(tokens, index)
        elif word not in _APART:
            break
        index -= 1
    # "M." before a name is a title, whatever the given name.
    if (
        not letters
        or given[: len(letters)] != letters
        or (letters in ("m", "me", "mr", "dr", "pr") and _is_title(letters))
    ):
        return None
    return start, end


def _is_title(word: str) -> bool:
    return bool(alphabet().lexicon.get(word, 0) & int(Trait.TITLE))


def _letters_forward(tokens: Tokens, last: int, given: str) -> tuple[int, int] | None:
    """Return the interval of the initials right after a token; any letter if none is given."""
    words, text = tokens.words, tokens.view.text
    if last >= len(words):
        return None
    word = words[last]
    start = tokens.starts[last]
    if not word.isalpha() or len(word) > 2 or not text[start].isupper() or (given and not given.startswith(word)):
        return None
    end = _end_of(tokens, last)
    if (
        len(word) == 1
        and len(given) > 1
        and words[last + 1 : last + 3] == [".", "-"]
        and words[last + 3 : last + 4] == [given[1]]
    ):
        end = _end_of(tokens, last + 3)
    after = text[end : end + 1]
    if (
        after.isalnum()
        or after in ("'", "-", "/")
        or (len(word) == 2 and not given)
        or (not given and text[end - 1] != ".")
    ):
        return None
    return start, end
