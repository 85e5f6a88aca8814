"""The writing of a name, with the surrogates of its words in the place of the words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from palimpseste.folding import fold_name
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
# « e » and « y » between two names would read as initials.
_DRAWN_PARTICLES = ("De", "Le", "Di", "Van", "Ben", "El", "Da", "Del")


def name_surrogate(index: int, setting: Setting, people: People) -> str:
    """Return the surrogate of a name span, written as the span is.

    Case, hyphens, spaces, initials and glued words are kept; each whole word becomes the surrogate of that word, each
    initial the initial of the surrogate of the name it stands for. Particles are left out, and so are the accents of
    capitals, and of small letters in a text that has no accents beside its values, unless the policy keeps them.
    """
    kept = setting.options.keep_of_names
    name = people.read.names[index]
    saint = _SAINT.search(setting.before(index, _LONGEST_SAINT)) if len(name.pieces) == 1 and name.full else None
    if saint is not None:
        return like(setting.source(index), _saint_for(name.full[0], setting, is_woman=saint.group(1) is not None))
    letters = tuple(word.key for word in name.initials)
    # Initials beside whole words (« J.-Pierre », « Maria da C. ») stand for words no one else can tell.
    resolved = iter(people.initials.of(index, letters) if letters else ())
    written: list[str] = []
    drawn = iter(people.surrogates_of_name(name))
    # One word of what the text calls another spelling.
    misspelt = index in people.read.misspelt
    for piece in name.pieces if "particles" in kept else _without_particles(name):
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
    surrogate = "".join(written)
    source = setting.source(index)
    if source == setting.values[index]:
        return surrogate
    return broken_like(source, surrogate, every=True) if "\n" in source else like(source, surrogate)


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
