"""Names of the record written with one typing error."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.name_forms import NameForm
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.labels import Label

__all__ = ["find_misspelt", "one_error_apart"]

_SHORTEST: Final = 5
_SHORTEST_IN_LOWER_CASE: Final = 6
_CONFUSED: Final = frozenset((("m", "rn"), ("rn", "m"), ("nn", "m"), ("m", "nn"), ("d", "cl"), ("cl", "d"), ("w", "vv"), ("vv", "w")))


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
    words, starts, text = tokens.words, tokens.starts, tokens.view.text
    for match in _unknown_word().finditer(tokens.symbols):
        index = match.start()
        word = words[index]
        if len(word) < _SHORTEST - 1:
            continue
        candidates = near.get(word[:2] + "_") or near.get("_" + word[-2:])
        if candidates is None:
            continue
        for name, form in candidates:
            if one_error_apart(name, word) and _may_be(word, form):
                start = starts[index]
                if text[start].isupper() or (len(name) >= _SHORTEST_IN_LOWER_CASE and not form.ordinary):
                    found.append((start, start + len(word), form))
                    break
    return found


@cache
def _unknown_word() -> re.Pattern[str]:
    ordinary = Trait.COMMON | Trait.MEDICAL | Trait.FUNCTION | Trait.UNIT | Trait.MONTH | Trait.TITLE | Trait.KIN
    return re.compile(alphabet().words(lambda traits, _: not traits & ordinary))


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
    """Tell whether one letter added, dropped, replaced or exchanged with its neighbour, or misread, separates the two."""
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
