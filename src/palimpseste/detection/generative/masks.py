"""The words that stand for what is masked: one for all (Dorémus et al. 2024), or one that says what was there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, stands_for, view_named

__all__ = ["MaskWords"]

_PLAIN_WORD = "[XXXXX]"
# What a plain mask hides is not said: its spans get the label of which least is assumed.
_UNTOLD: Label = "OTHER_ID"
# Brackets at both ends and none inside: no mask word begins another, and none begins like a word of a note.
_WORD = re.compile(r"\[[^\s\[\]]+\]")


@dataclass(frozen=True)
class MaskWords:
    """Which word a span of each label becomes, and which label a word is read as.

    Parameters
    ----------
    written : mapping of Label to str
        The word of each label; labels that are absent are left in place.
    read : mapping of str to Label
        The label of each word.

    Raises
    ------
    UsageError
        If a word does not stand between brackets, or none is read.

    Examples
    --------
    >>> MaskWords.plain().masked("Vu M. DURAND.", [Span(6, 12, "LASTNAME")])
    'Vu M. [XXXXX].'
    """

    written: Mapping[Label, str]
    read: Mapping[str, Label]

    def __post_init__(self) -> None:
        for word in (*self.written.values(), *self.read):
            if not _WORD.fullmatch(word):
                raise UsageError(f"a mask word stands between brackets, with no space or bracket inside: not {word!r}")
        unread = sorted(set(self.written.values()) - set(self.read))
        if unread or not self.read:
            raise UsageError(f"no label says how the mask word {unread[0] if unread else ''!r} is read")
        for label in (*self.written, *self.read.values()):
            if label not in LABELS:
                raise UsageError(f"unknown label {label!r}; labels: {', '.join(LABELS)}")

    @classmethod
    def plain(cls, view: str = "canonical") -> MaskWords:
        """Return the masks of the paper: ``[XXXXX]`` over whatever a view labels.

        Raises
        ------
        UsageError
            If there is no such view.
        """
        return cls(dict.fromkeys(view_named(view), _PLAIN_WORD), {_PLAIN_WORD: _UNTOLD})

    @classmethod
    def typed(cls, words: Mapping[Label, str], view: str = "canonical") -> MaskWords:
        """Return masks that say what they hide.

        Parameters
        ----------
        words : mapping of Label to str
            What stands between the brackets for each canonical label.
        view : str
            Under another view than ``canonical`` its own names of labels stand there, and are read as the canonical
            label that stands for them.

        Raises
        ------
        UsageError
            If there is no such view.
        """
        if view == "canonical":
            written = {label: f"[{word}]" for label, word in words.items()}
            return cls(written, {word: label for label, word in written.items()})
        names = view_named(view)
        chosen = stands_for(dict.fromkeys(names.values()), view)
        marks = {name: f"[{re.sub(r'[^A-Z]', '_', name.upper())}]" for name in chosen}
        return cls({label: marks[name] for label, name in names.items()}, {marks[n]: c for n, c in chosen.items()})

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All mask words, sorted."""
        return tuple(sorted(self.read))

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """What finds a mask word in an answer."""
        return re.compile("|".join(map(re.escape, self.words)))

    @property
    def is_plain(self) -> bool:
        """Whether a mask does not say what it hides."""
        return len(self.read) == 1

    def hides(self, span: Span) -> bool:
        """Tell whether a span is masked."""
        return span.label in self.written

    def masked(self, text: str, spans: Sequence[Span]) -> str:
        """Return a text with mask words over its spans.

        Parameters
        ----------
        text : str
            As it came.
        spans : sequence of Span
            Sorted and disjoint; those of labels without a word stay.
        """
        pieces: list[str] = []
        last = 0
        for span in spans:
            if self.hides(span):
                pieces += (text[last : span.start], self.written[span.label])
                last = span.end
        return "".join((*pieces, text[last:]))
