"""Names of the record written with one typing error."""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.name_context import follows_title
from palimpseste.detection.record.name_forms import NameForm
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.labels import Label

__all__ = ["find_misspelt", "one_error_apart"]

_FIRST: Final = int(Trait.FIRST)
_SHORTEST: Final = 5
_SHORTEST_IN_LOWER_CASE: Final = 6
_CONFUSED: Final = frozenset(
    (("m", "rn"), ("rn", "m"), ("nn", "m"), ("m", "nn"), ("d", "cl"), ("cl", "d"), ("w", "vv"), ("vv", "w"))
)


def find_misspelt(tokens: Tokens, forms: list[NameForm]) -> list[tuple[int, int, NameForm]]:
    """Return the words one typing error away from a name of five letters or more, ordinary words left aside."""
    near: dict[str, list[tuple[str, NameForm]]] = {}
    for form in forms:
        if len(form.letters) >= _SHORTEST and not form.joints:
            name = form.letters.decode("ascii")
            # One error leaves the two first or the two last letters as they are.
            for edge in (name[:2] + "_", "_" + name[-2:]):
                near.setdefault(edge, []).append((name, form))
    if not near:
        return []
    found = []
    for word in set(compress(tokens.words, map(_unknown().__contains__, tokens.symbols))):
        if len(word) < _SHORTEST - 1:
            continue
        candidates = near.get(word[:2] + "_") or near.get("_" + word[-2:])
        if candidates is not None:
            for name, form in candidates:
                if one_error_apart(name, word) and _may_be(word, form):
                    found += _places(tokens, word, name, form)
                    break
    return found


def _places(tokens: Tokens, word: str, name: str, form: NameForm) -> list[tuple[int, int, NameForm]]:
    """Return where a word stands with a capital, or in any case if it is long and its model is no ordinary word."""
    in_lower_case = len(name) >= _SHORTEST_IN_LOWER_CASE and not form.ordinary
    # Martin for Marin may be somebody's given name.
    needs_title = form.label == "LASTNAME" and alphabet().lexicon.get(word, 0) & _FIRST != 0
    text, starts = tokens.view.text, tokens.starts
    return [
        (starts[index], starts[index] + len(word), form)
        for index, other in enumerate(tokens.words)
        if other == word
        and (in_lower_case or text[starts[index]].isupper())
        and (not needs_title or follows_title(tokens, index))
    ]


@cache
def _unknown() -> frozenset[str]:
    """Return the symbols of words that no list holds as ordinary."""
    ordinary = Trait.COMMON | Trait.MEDICAL | Trait.FUNCTION | Trait.UNIT | Trait.MONTH | Trait.TITLE | Trait.KIN
    known = alphabet()
    return frozenset(symbol for symbol in known.symbol_of.values() if not known.describe(symbol)[0] & ordinary)


_OTHER_KIND: Final[dict[Label, tuple[int, int]]] = {
    "LASTNAME": (int(Trait.FIRST), int(Trait.FAMILY)),
    "FIRSTNAME": (int(Trait.FAMILY), int(Trait.FIRST)),
}


def _may_be(word: str, form: NameForm) -> bool:
    """Tell whether a word is not known as a name of the other kind only, nor as a town."""
    traits = alphabet().lexicon.get(word, 0)
    other, own = _OTHER_KIND[form.label]
    return not (traits & other and not traits & own) and not traits & int(Trait.CITY | Trait.LOCATION)


def one_error_apart(name: str, word: str) -> bool:
    """Tell whether one letter added, dropped, replaced, exchanged with the next or misread separates the two."""
    if name == word or abs(len(name) - len(word)) > 1:
        return False
    shorter = min(len(name), len(word))
    head = 0
    while head < shorter and name[head] == word[head]:
        head += 1
    tail = 0
    while tail < shorter - head and name[-1 - tail] == word[-1 - tail]:
        tail += 1
    left, right = name[head : len(name) - tail], word[head : len(word) - tail]
    if len(left) <= 1 and len(right) <= 1:
        return True
    return (len(left) == 2 and left == right[::-1]) or (left, right) in _CONFUSED
