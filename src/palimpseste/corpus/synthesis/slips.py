"""Typing errors and misreadings of single words."""

from __future__ import annotations

from palimpseste.corpus.synthesis.chance import Chance

__all__ = ["misread", "mistyped"]

_NEAR = {
    "a": "zq", "b": "vn", "c": "xv", "d": "sf", "e": "zr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
    "k": "jl", "l": "km", "m": "lp", "n": "b", "o": "ip", "p": "om", "q": "sa", "r": "et", "s": "qd", "t": "ry",
    "u": "yi", "v": "cb", "w": "x", "x": "wc", "y": "tu", "z": "ae",
}  # fmt: skip
_MISREAD = (
    ("O", "0"), ("0", "O"), ("l", "1"), ("1", "l"), ("rn", "m"), ("m", "rn"), ("I", "l"), ("é", "e"), ("S", "5"),
    ("cl", "d"), ("ii", "n"), ("è", "e"), ("B", "8"), ("u", "ii"), ("e", "c"), ("i", "l"), ("h", "li"), (",", "."),
)  # fmt: skip


def mistyped(word: str, chance: Chance) -> str:
    """Return a word with one typing error: a letter dropped, doubled, exchanged with the next, or of the next key."""
    if len(word) < 3:
        return word
    place = chance.between(1, len(word) - 2)
    kind = chance.below(4)
    letter = word[place]
    if not letter.isalpha():
        return word
    if kind == 0:
        return word[:place] + word[place + 1 :]
    if kind == 1:
        return word[:place] + letter + word[place:]
    if kind == 2:
        return word[:place] + word[place + 1] + letter + word[place + 2 :] if word[place + 1].isalpha() else word
    near = _NEAR.get(letter.lower())
    if near is None:
        return word
    drawn = chance.choice(near)
    return word[:place] + (drawn.upper() if letter.isupper() else drawn) + word[place + 1 :]


def misread(word: str, chance: Chance) -> str:
    """Return a word as character recognition misreads it once, where one of its letters is of those often misread."""
    start = chance.below(len(_MISREAD))
    for step in range(len(_MISREAD)):
        right, wrong = _MISREAD[(start + step) % len(_MISREAD)]
        place = word.find(right)
        if place >= 0:
            return word[:place] + wrong + word[place + len(right) :]
    return word
