"""Names of the record written with one typing error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.record.name_context import follows_title
from palimpseste.detection.record.name_forms import NameForm
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.folding import one_error_apart
from palimpseste.labels import Label

__all__ = ["find_misspelt"]

_ORDINARY: Final = int(
    Trait.COMMON | Trait.MEDICAL | Trait.FUNCTION | Trait.UNIT | Trait.MONTH | Trait.TITLE | Trait.KIN
)
_FIRST: Final = int(Trait.FIRST)
_SHORTEST: Final = 5
_SHORTEST_IN_LOWER_CASE: Final = 6
_CONFUSED: Final = frozenset(
    (("m", "rn"), ("rn", "m"), ("nn", "m"), ("m", "nn"), ("d", "cl"), ("cl", "d"), ("w", "vv"), ("vv", "w"))
)


def find_misspelt(tokens: Tokens, forms: list[NameForm]) -> list[tuple[int, int, NameForm]]:
    """Return the words one typing error away from a name of five letters or more, ordinary words left aside."""
    models = [(form.letters.decode("ascii"), form) for form in forms if _may_be_misspelt(form)]
    if not models:
        return []
    # Between two spaces each word: its edges are then found by the memory scan of str.find.
    words = f" {' '.join(tokens.words)} "
    lexicon = alphabet().lexicon
    near: dict[str, tuple[str, NameForm]] = {}
    for name, form in models:
        for word in _sharing_an_edge(words, name):
            known = word in near or lexicon.get(word, 0) & _ORDINARY
            if not known and one_error_apart(name, word, _CONFUSED) and _may_be(word, form):
                near[word] = name, form
    if not near:
        return []
    return [
        (start, start + len(word), near[word][1])
        for index, (start, word) in enumerate(zip(tokens.starts, tokens.words))  # noqa: B905 (equal lengths)
        if word in near and _stands(tokens, index, *near[word])
    ]


def _may_be_misspelt(form: NameForm) -> bool:
    return len(form.letters) >= _SHORTEST and not form.joints


def _sharing_an_edge(words: str, name: str) -> Iterator[str]:
    """Yield the words of about a name's length that begin or end like it: one error leaves half of the rest intact."""
    length = len(name)
    edge = (length - 1) // 2
    find = words.find
    head = " " + name[:edge]
    place = find(head)
    while place >= 0:
        end = find(" ", place + edge)
        if -1 <= end - place - 1 - length <= 1:
            yield words[place + 1 : end]
        place = find(head, end)
    tail = name[-edge:] + " "
    place = find(tail)
    while place >= 0:
        end = place + edge
        start = words.rfind(" ", max(0, end - length - 3), end) + 1
        if start and -1 <= end - start - length <= 1:
            yield words[start:end]
        place = find(tail, end)


def _stands(tokens: Tokens, index: int, name: str, form: NameForm) -> bool:
    """Tell whether a misspelt word has a capital, or is long and its model no ordinary word."""
    if not tokens.view.text[tokens.starts[index]].isupper() and (len(name) < _SHORTEST_IN_LOWER_CASE or form.ordinary):
        return False
    # Martin for Marin may be somebody's given name.
    given = form.label == "LASTNAME" and alphabet().lexicon.get(tokens.words[index], 0) & _FIRST != 0
    return not given or follows_title(tokens, index)


_OTHER_KIND: Final[dict[Label, tuple[int, int]]] = {
    "LASTNAME": (int(Trait.FIRST), int(Trait.FAMILY)),
    "FIRSTNAME": (int(Trait.FAMILY), int(Trait.FIRST)),
}


def _may_be(word: str, form: NameForm) -> bool:
    """Tell whether a word is not known as a name of the other kind only, nor as a town."""
    traits = alphabet().lexicon.get(word, 0)
    other, own = _OTHER_KIND[form.label]
    return not (traits & other and not traits & own) and not traits & int(Trait.CITY | Trait.LOCATION)
