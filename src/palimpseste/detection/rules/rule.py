"""What a rule over characters is, and how a set of them reads a text.

A pattern is matched on the folded text (lower case, no accents, plain spaces), or on the text with its case where it
says so; each group named in capitals is a label, followed by ``_`` and a number where a label occurs twice:
``(?P<DATE_1>...)``. The groups that matched become spans. Groups named in small letters are the rule's own: it asks its
match for them by name, since their numbers change with every bracket before them.

Patterns begin with a character class or a literal wherever they can: the engine then skips to the next candidate
position at the speed of a memory scan. No pattern nests one unbounded repetition in another over the same characters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import Label, label_named

__all__ = ["ANY_FIGURES", "PatternRule"]

ANY_FIGURES = range(1, 1 << 30)

_LABEL = re.compile(r"\(\?P<([A-Z]+(?:_[A-Z]+)*)(?:_\d+)?>")


@dataclass(frozen=True)  # without slots, as what is computed once is kept beside the fields
class PatternRule:
    """A pattern over the folded text whose groups named in capitals are labels.

    Parameters
    ----------
    name : str
        ``family.what``, such as ``date.numeric``; becomes the source of the spans, after ``rules.``.
    pattern : str
        A regular expression over the folded text, compiled without flags but ``(?x)`` where it says so itself.
    accept : callable, optional
        Decides on a match and the view it was found in (a checksum, the case of a letter); None accepts all. It may
        answer with a label, which then stands for that of the groups.
    cased : bool
        Match on the text in its own case instead of the folded text.
    starts_word : bool
        Try the pattern, which begins with a letter, only where a word begins; digits may precede (``97200Tél``).
    needs : tuple of str
        Folded literals of which every match that is accepted holds one; a text that holds none is not searched at all.
    figures : range
        How many figures in a row a match begins with, where it begins with some that none stands before; where the
        numbers of the text are known, the rule is tried at those alone.
    form : str
        An expression that is searched faster, and matches somewhere in every folded text that holds such a match.
    kind : callable, optional
        Tells of a match how it is written; the source of its spans ends with the answer unless it is empty, so that
        what a rule finds is judged kind by kind.
    first_words : frozenset of str
        The folded words a match of a `starts_word` rule may begin with; where the words of the text are known, the rule
        is tried at those alone. A word and the mark or space behind it (``"d'"``) spares the word's other occurrences.
    """

    name: str
    pattern: str
    accept: Callable[[re.Match[str], TextView], bool | Label] | None = None
    cased: bool = False
    starts_word: bool = False
    needs: tuple[str, ...] = ()
    figures: range = range(0)
    form: str = ""
    kind: Callable[[re.Match[str]], str] | None = None
    first_words: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        labels = _LABEL.findall(self.pattern)
        if not labels:
            raise ValueError(f"rule {self.name} names no label")
        for label in labels:
            label_named(label)

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as it is searched: not before a text asks for it, since many runs ask for few."""
        # Led by a class of what is no letter, the pattern keeps the engine's fast scan, which \b would lose;
        # the letter asked for next spares the branches of the pattern most of the attempts.
        return re.compile(f"[^A-Za-zÀ-ÿ](?=[A-Za-zÀ-ÿ])(?:{self.pattern})" if self.starts_word else self.pattern)

    @cached_property
    def groups(self) -> tuple[tuple[int, Label], ...]:
        """The groups of the pattern that are labels, by their numbers."""
        return tuple(
            (index, label_named(_label_part(name)))
            for name, index in self.compiled.groupindex.items()
            if name.isupper()
        )

    @cached_property
    def _form(self) -> re.Pattern[str] | None:
        return re.compile(self.form) if self.form else None

    @cached_property
    def _opening(self) -> re.Pattern[str] | None:
        return re.compile(self.pattern) if self.starts_word else None

    def spans(self, view: TextView) -> list[Span]:
        """Return what the rule finds, in offsets of the view."""
        if self.needs and not any(map(view.folded.__contains__, self.needs)):
            return []
        if self._form is not None and self._form.search(view.folded) is None:
            return []
        text = view.text if self.cased else view.folded
        matches: Iterable[re.Match[str]] = self.compiled.finditer(text)
        if self._opening is not None and (first := self._opening.match(text)):
            matches = chain((first,), self.compiled.finditer(text, first.end()))
        found: list[Span] = []
        for match in matches:
            found += self._spans_of(match, view)
        return found

    def spans_from(self, view: TextView, start: int) -> Iterable[Span]:
        """Return what the rule finds at the beginning of a word."""
        match = self._opening and self._opening.match(view.text if self.cased else view.folded, start)
        return self._spans_of(match, view) if match else ()

    def spans_at(self, view: TextView, starts: Iterable[int]) -> list[Span]:
        """Return what the rule finds at some places, in order, matches apart."""
        text, end = view.text if self.cased else view.folded, 0
        found: list[Span] = []
        for start in starts:
            match = self.compiled.match(text, start) if start >= end else None
            if match is not None:
                end = match.end()
                found += self._spans_of(match, view)
        return found

    def _spans_of(self, match: re.Match[str], view: TextView) -> Sequence[Span]:
        verdict = True if self.accept is None else self.accept(match, view)
        if verdict is False:
            return ()
        kind = self.kind(match) if self.kind else ""
        source = f"rules.{self.name}.{kind}" if kind else f"rules.{self.name}"
        return [
            Span(start, end, label if verdict is True else verdict, source)
            for index, label in self.groups
            for start, end in [match.span(index)]
            if 0 <= start < end
        ]


def _label_part(group: str) -> str:
    return re.sub(r"_\d+$", "", group)
