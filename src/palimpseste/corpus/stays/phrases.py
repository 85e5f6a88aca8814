"""Phrases picked and worked out: choices, numbers, gender, side, elision.

In a phrase ``[a~b]`` is a choice, ``{12-40}`` a whole number, ``{1.2-3.4}`` a number with as many decimals, ``{e}`` the
feminine ending, ``{il}`` and ``{Il}`` the pronoun, ``{seul/seule}`` masculine and feminine, ``{gd}`` and ``{gdm}`` the
side of the stay (« droite », « droit »). Slots in capitals are left to `palimpseste.corpus.synthesis.templates`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.corpus.splits import Split
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.folding import fold

__all__ = ["Phrasing", "capitalised", "with_de"]

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{([^{}A-Z][^{}]*|Il)\}")
_RANGE = re.compile(r"(\d+(?:\.(\d+))?)-(\d+(?:\.\d+)?)")
_ASPIRATED = ("hernie", "hanche", "hallux", "haut", "hamartom", "hoquet", "handicap", "heurt", "hors")
# Lists shorter than these have no phrase to spare for the test stays; one more is needed for the development stays.
_HELD_SENTENCES, _HELD_NAMES = 3, 5


class Phrasing:
    """The phrasing of one stay.

    Parameters
    ----------
    chance : Chance
        What is chosen by.
    sex : str
        ``f`` or ``m``.
    split : str
        Of the stay: the last phrase of a long list stands in test stays only, the one before in development stays.
    """

    def __init__(self, chance: Chance, sex: str, split: Split) -> None:
        self.chance = chance
        self.split = split
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
        """Return one of the phrases, worked out; every other time the one kept for the split, if there is one."""
        common, kept = self._usable(phrases, _HELD_NAMES if names else _HELD_SENTENCES)
        if kept and self.chance.odds(0.5):
            return self.worked_out(kept[0])
        return self.worked_out(self.chance.choice([*common, *kept]))

    def some(self, phrases: Sequence[str], count: int) -> list[str]:
        """Return at most that many different phrases, worked out, in the order of the list."""
        common, kept = self._usable(phrases, _HELD_SENTENCES)
        usable = [*common, *kept]
        left = list(range(len(usable)))
        while len(left) > count:
            left.pop(self.chance.below(len(left)))
        return [self.worked_out(usable[index]) for index in left]

    def _usable(self, phrases: Sequence[str], shortest: int) -> tuple[Sequence[str], Sequence[str]]:
        """Return the phrases that stand in any stay, and the one that stands in stays of this split only."""
        if len(phrases) < shortest:
            return phrases, ()
        end = len(phrases) - (2 if len(phrases) > shortest else 1)
        kept = {"train": (), "dev": phrases[end:-1], "test": phrases[-1:]}[self.split]
        return phrases[:end], kept

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
