"""The writing of a name, with the surrogates of its words in the place of the words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from palimpseste.folding import fold_name
from palimpseste.rendering.screen import shown_without_values
from palimpseste.surrogates.draws import all_from_a_drawn_place
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values import drawable
from palimpseste.surrogates.values.people import People
from palimpseste.writings import lists
from palimpseste.writings.case import broken_like, in_case_of, like, without_accents
from palimpseste.writings.names import FOREIGN_PARTICLES, NameWord, ParsedName

__all__ = ["name_surrogate"]

# « St. Maarten », but « Mme Marie-Sainte Euphrasie », « IDE ST Coraline ».
_SAINT = re.compile(r"(?<![\w-])(?!(?-i:ST ))s(?:ain)?t(e)?\.?[ -]\Z", re.IGNORECASE)
_LONGEST_SAINT = 8
# Fewer letters behind a name are initials; words before them that they may spell.
_FEWEST_LETTERS, _MOST_SPELT = 3, 4
# « e » and « y » between two names would read as initials.
_DRAWN_PARTICLES = ("De", "Le", "Di", "Van", "Ben", "El", "Da", "Del")


def name_surrogate(index: int, setting: Setting, people: People) -> str:
    """Return the surrogate of a name span, written as the span is.

    Case, hyphens, spaces, initials and glued words are kept; each whole word becomes the surrogate of that word, each
    initial the initial of the surrogate of the name it stands for. Particles are left out, and so are the accents of
    capitals, and of small letters in a text that has no accents beside its values, unless the policy keeps them.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    people : People
        What stands for its people.
    """
    kept = setting.options.keep_of_names
    name = people.read.names[index]
    saint = _SAINT.search(setting.before(index, _LONGEST_SAINT)) if len(name.pieces) == 1 and name.full else None
    if saint is not None:
        return like(setting.source(index), _saint_for(name.full[0], setting, is_woman=saint.group(1) is not None))
    spelling = _spelling(name.pieces)
    head = name if spelling is None else ParsedName(name.pieces[: spelling.start])
    letters = tuple(word.key for word in head.initials)
    # Initials beside whole words (« J.-Pierre », « Maria da C. ») stand for words no one else can tell.
    resolved = iter(people.initials.of(index, letters) if letters else ())
    written: list[str] = []
    drawn = iter(people.surrogates_of_name(name))
    # One word of what the text calls another spelling.
    misspelt = index in people.read.misspelt
    spelt: list[str] = []
    for piece in head.pieces if "particles" in kept else _without_particles(head):
        if isinstance(piece, str):
            written.append(piece)
        elif piece.role == "initial":
            written.append(in_case_of(piece.text, next(resolved, piece.text)))
        elif piece.role == "particle":
            written.append(_particle(piece, setting))
        else:
            whole = next(drawn)
            word = like(piece.text, people.misspelling_of_word(piece, whole) if misspelt else whole)
            misspelt = False
            written.append(word if "accents" in kept else _accented(word, people))
            if spelling is not None and piece in spelling.words:
                spelt.append(written[-1])
    if spelling is not None:
        written[-1:] = [written[-1].rstrip()] if not spelt else [written[-1], spelling.of("".join(spelt))]
    surrogate = "".join(written)
    source = setting.source(index)
    if source == setting.values[index]:
        return surrogate
    return broken_like(source, surrogate, every=True) if "\n" in source else like(source, surrogate)


@shown_without_values
class _Spelling(NamedTuple):
    """Letters behind a name that spell words of it: « leroux | l e r o u x », « garneau | g-a-r-n-e-a-u ».

    Parameters
    ----------
    start : int
        The first of the pieces of the name that are letters.
    words : tuple of NameWord
        The words that they spell.
    gap : str
        What stands between letters.
    is_upper : bool
        Whether they are capitals.
    """

    start: int
    words: tuple[NameWord, ...]
    gap: str
    is_upper: bool

    def of(self, word: str) -> str:
        """Return the letters of another word, written as these."""
        letters = [letter for letter in without_accents(word) if letter.isalpha()]
        return self.gap.join(letter.upper() if self.is_upper else letter.lower() for letter in letters)


def _spelling(pieces: Sequence[str | NameWord]) -> _Spelling | None:
    """Return the letters at the end of a name that spell words before them; None where there are none."""
    start = len(pieces)
    while start > 0 and isinstance(piece := pieces[start - 1], NameWord) and len(piece.text) == 1:
        start -= 2
    letters = [piece for piece in pieces[max(start + 1, 0) :] if isinstance(piece, NameWord)]
    if start < 0 or len(letters) < _FEWEST_LETTERS:
        return None
    spelt = "".join(letter.key for letter in letters)
    words = [piece for piece in pieces[: start + 1] if isinstance(piece, NameWord)][-_MOST_SPELT:]
    for first in range(len(words)):
        for last in range(first + 1, len(words) + 1):
            if "".join(word.key for word in words[first:last]).replace("-", "").replace(" ", "") == spelt:
                gap = pieces[start + 2]
                return _Spelling(
                    start + 1, tuple(words[first:last]), str(gap), all(letter.text.isupper() for letter in letters)
                )
    return None


def _saint_for(word: NameWord, setting: Setting, *, is_woman: bool) -> str:
    """Return the name of a saint that stands for that of another: « St. Maarten Medical Center »."""
    start = "Sainte-" if is_woman else "Saint-"
    saints = [name.removeprefix(start) for name in lists.entries("saints.txt") if name.startswith(start)]
    stream = setting.draws.stream("NAME", word.key, "saint")
    free = (name for name in all_from_a_drawn_place(saints, stream) if drawable.is_free(name, setting.originals))
    return next((name for name in free if fold_name(name) != word.key), saints[0])


def _without_particles(name: ParsedName) -> Iterator[str | NameWord]:
    """Yield the pieces of a name, but for its particles and what stands between each and the next word."""
    after_particle = False
    for piece in name.pieces:
        if isinstance(piece, NameWord):
            after_particle = piece.role == "particle"
        if not after_particle:
            yield piece


def _accented(word: str, people: People) -> str:
    is_bare = word.isupper() or (word.islower() and not people.are_among_accents)
    return without_accents(word) if is_bare else word


def _particle(word: NameWord, setting: Setting) -> str:
    if word.key not in FOREIGN_PARTICLES:
        return word.text
    stream = setting.draws.stream("NAME", word.key, "particle")
    return in_case_of(word.text, stream.choice(_DRAWN_PARTICLES))
