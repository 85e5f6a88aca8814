"""What people marked and nothing had found: words for the list that a site always masks.

They are drawn from what people decided each time they are asked for, and kept nowhere beside it: what is undone is gone
from the list, and what is encrypted there stays so.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from palimpseste.detection.lexicon import in_dictionary
from palimpseste.detection.rules.identifiers import pattern_of_words
from palimpseste.errors import UsageError
from palimpseste.folding import fold_name
from palimpseste.labels import LABELS, Label
from palimpseste.service.reviewing.reviews import Review

__all__ = ["MissedList", "MissedWord", "missed_of", "site_words"]

# Dates and numbers stand once: they want a rule, or a pattern of the site.
_LISTED: Final[frozenset[Label]] = frozenset(
    {"FIRSTNAME", "LASTNAME", "ADDRESS", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION"}
)


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word or phrase that people marked and nothing had found.

    Parameters
    ----------
    label : str
        What they say that it is.
    text : str
        As it is written most often; not in the `repr`.
    notes, people : int
        In how many notes, and by how many people.
    is_ordinary : bool
        Whether it is a word of French that is written small: always masked, it would be so in any sentence.
    """

    label: Label
    text: str = field(repr=False)
    notes: int
    people: int
    is_ordinary: bool


@dataclass(frozen=True, slots=True)
class MissedList:
    """What was missed.

    Parameters
    ----------
    words : tuple of MissedWord
        What a list may hold: the most often missed first.
    others : mapping of str to int
        How many spans of other kinds, by label.
    """

    words: tuple[MissedWord, ...]
    others: Mapping[Label, int]


class _Seen:
    """Where a word was marked."""

    def __init__(self) -> None:
        self.writings: Counter[str] = Counter()
        self.notes: set[str] = set()
        self.people: set[str] = set()


def missed_of(decided: Iterable[Sequence[Review]], least_notes: int = 1) -> MissedList:
    """Return what was missed in notes.

    Parameters
    ----------
    decided : iterable of sequence of Review
        What holds of each note, of one person or several.
    least_notes : int
        In how many notes a word was missed at least.
    """
    seen: dict[tuple[Label, str], _Seen] = {}
    others: Counter[Label] = Counter()
    for reviews in decided:
        counted = set()
        for review in reviews:
            document = review.document
            for span in document.entities:
                if any(span.start < found.end and found.start < span.end for found in review.found):
                    continue
                text = " ".join(document.text[span.start : span.end].split())
                if span.label in _LISTED and _may_be_listed(text):
                    each = seen.setdefault((span.label, fold_name(text)), _Seen())
                    each.writings[text] += 1
                    each.notes.add(document.id)
                    each.people.add(review.user)
                elif (place := (span.start, span.end, span.label)) not in counted:
                    counted.add(place)
                    others[span.label] += 1
    words = [
        MissedWord(label, each.writings.most_common(1)[0][0], len(each.notes), len(each.people), in_dictionary(folded))
        for (label, folded), each in seen.items()
        if len(each.notes) >= least_notes
    ]
    words.sort(key=lambda word: (-word.notes, -word.people, fold_name(word.text)))
    return MissedList(tuple(words), {label: others[label] for label in LABELS if others[label]})


def site_words(words: Iterable[MissedWord]) -> str:
    """Return words as the table ``[site-words]`` of a site's file; ordinary words stand in it as comments.

    Parameters
    ----------
    words : iterable of MissedWord
        What it holds.
    """
    by_label: dict[Label, list[MissedWord]] = {label: [] for label in LABELS}
    for word in words:
        by_label[word.label].append(word)
    lines = ["[site-words]"]
    for label, own in by_label.items():
        wanted = [word for word in own if not word.is_ordinary]
        if wanted:
            lines.append(f"{label} = [")
            lines += [f"    {_quoted(word.text)}," for word in wanted]
            lines.append("]")
        lines += [f"# ordinary word, {label}: {_quoted(word.text)}" for word in own if word.is_ordinary]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _may_be_listed(text: str) -> bool:
    if not text.isprintable() or not any(map(str.isalpha, text)):
        return False
    try:
        pattern_of_words([text], "")
    except UsageError:
        return False
    return True
