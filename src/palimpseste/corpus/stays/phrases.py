"""Phrases picked and worked out: choices, numbers, gender, side, elision.

In a phrase ``[a~b]`` is a choice, ``{12-40}`` a whole number, ``{1.2-3.4}`` a number with as many decimals, ``{e}`` the
feminine ending, ``{il}`` and ``{Il}`` the pronoun, ``{seul/seule}`` masculine and feminine, ``{gd}`` and ``{gdm}`` the
side of the stay (« droite », « droit »). Slots in capitals are left to `palimpseste.corpus.synthesis.templates`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.folding import fold

__all__ = ["Phrasing", "capitalised", "with_de"]

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}A-Z][^{}]*|Il)\}")
_RANGE = re.compile(r"(\d+(?:\.(\d+))?)-(\d+(?:\.\d+)?)")
_ASPIRATED = ("hernie", "hanche", "hallux", "haut", "hamartom", "hoquet", "handicap", "heurt", "hors")
# Lists shorter than these have no phrase to spare for the test stays.
_HELD_SENTENCES, _HELD_NAMES = 3, 5


class Phrasing:
    """The phrasing of one stay.

    Parameters
    ----------
    chance : Chance
        What is chosen by.
    sex : str
        ``f`` or ``m``.
    is_test : bool
        Whether phrases kept for the test stays may be used.
    """

    def __init__(self, chance: Chance, sex: str, *, is_test: bool) -> None:
        self.chance = chance
        self.is_test = is_test
        self.is_feminine = sex == "f"
        left = chance.odds(0.5)
        self._words = {
            "e": "e" if self.is_feminine else "",
            "il": "elle" if self.is_feminine else "il",
            "Il": "Elle" if self.is_feminine else "Il",
            "gd": "gauche" if left else "droite",
            "gdm": "gauche" if left else "droit",
        }

    def phrase(self, phrases: Sequence[str], *, names: bool = False) -> str:
        """Return one of the phrases, worked out; the last of a long list stands in test stays only."""
        held = len(phrases) >= (_HELD_NAMES if names else _HELD_SENTENCES)
        if held and self.is_test and self.chance.odds(0.5):
            return self.worked_out(phrases[-1])
        return self.worked_out(self.chance.choice(phrases[:-1] if held and not self.is_test else phrases))

    def some(self, phrases: Sequence[str], count: int) -> list[str]:
        """Return at most that many different phrases, worked out, in the order of the list."""
        usable = phrases[:-1] if len(phrases) >= _HELD_SENTENCES and not self.is_test else phrases
        left = list(range(len(usable)))
        while len(left) > count:
            left.pop(self.chance.below(len(left)))
        return [self.worked_out(usable[index]) for index in left]

    def worked_out(self, phrase: str) -> str:
        """Return a phrase with its choices made and its small slots filled."""
        if "[" in phrase:
            phrase = _CHOICE.sub(lambda match: self.chance.choice(match.group(1).split("~")), phrase)
        return _SLOT.sub(self._slot, phrase) if "{" in phrase else phrase

    def _slot(self, match: re.Match[str]) -> str:
        inside = match.group(1)
        if inside in self._words:
            return self._words[inside]
        bounds = _RANGE.fullmatch(inside)
        if bounds:
            return self._number(*bounds.groups())
        masculine, slash, feminine = inside.partition("/")
        return (feminine if self.is_feminine else masculine) if slash else match.group()

    def _number(self, lowest: str, decimals: str | None, highest: str) -> str:
        if decimals is None:
            return str(self.chance.between(int(lowest), int(highest)))
        scale = 10 ** len(decimals)
        drawn = self.chance.between(round(float(lowest) * scale), round(float(highest) * scale))
        return f"{drawn / scale:.{len(decimals)}f}".replace(".", ",")


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def with_de(text: str) -> str:
    """Return « de » and a noun without article, elided before a vowel or a mute h.

    Examples
    --------
    >>> with_de("embolie pulmonaire"), with_de("hernie inguinale"), with_de("hypoxie"), with_de("BPCO")
    ("d'embolie pulmonaire", 'de hernie inguinale', "d'hypoxie", 'de BPCO')
    """
    folded = fold(text)
    elided = folded[:1] in "aeiouyh" and not folded.startswith(_ASPIRATED)
    return ("d'" if elided else "de ") + text
