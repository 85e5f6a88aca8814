"""Telephones, identifiers, NIR and references redrawn in the shape of the source, checksums right or wrong."""

from __future__ import annotations

import re

from palimpseste.checksums import has_luhn_key, nir_key
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.folding import FIGURES_MISREAD, fold
from palimpseste.surrogates.values.shapes import dictated_surrogate, shape_surrogate
from palimpseste.writings.case import laid_over
from palimpseste.writings.number_words import split_numbers, write_number
from palimpseste.writings.passages import alphanumeric

__all__ = ["Figures", "nir"]

_PART = re.compile(r"[^\W\d_]+|\d+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_KEY_WORD = re.compile(r"cl[ée]", re.IGNORECASE)
_KEPT = 0.1
_LENGTHENED = 0.15
_VALID = 0.5
_DEPARTMENTS = (*(f"{number:02d}" for number in range(1, 96) if number != 20), "2A", "2B", "97", "99", "99")


class Figures:
    """The new numbers of one copy of a document; equal ones stay equal, however they are spaced."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._drawn: dict[str, str] = {}

    def phone(self, source: str) -> str:
        """Return another telephone number in the writing of the source."""
        chance = self._chance
        if sum(map(str.isdigit, source)) < 2:
            return self._dictated_phone(source)
        digits = "".join(c for c in source.translate(FIGURES_MISREAD) if c.isdigit())
        french = len(digits) >= 10 and (digits.startswith("0") or "33" in digits[:4])
        size = 9 if french else 6 if len(digits) > 8 else len(digits)
        key = f"phone:{digits[-size:]}"
        if key not in self._drawn:
            national = digits[-size:]
            if chance.odds(_KEPT):
                self._drawn[key] = national
            elif french:
                self._drawn[key] = _national(national[0], chance)
            else:
                self._drawn[key] = _leading(national, chance)
        return laid_over(source, lambda c: c.translate(FIGURES_MISREAD).isdigit(), digits[:-size] + self._drawn[key])

    def identifier(self, source: str) -> str:
        """Return another identifier in the shape of the source, at times one figure longer or shorter."""
        chance = self._chance
        normal = alphanumeric(source)
        if not any(c.isdigit() for c in source) and any(split_numbers((fold(w),), 1) for w in _PART.findall(source)):
            return dictated_surrogate(source, chance.stream())
        key = f"id:{normal}"
        if key not in self._drawn:
            self._drawn[key] = normal if chance.odds(_KEPT) else self._shaped(normal)
        new = self._drawn[key]
        longer = new[len(normal) :]
        return _cased(source, new[: len(normal)]) + longer

    def reference(self, source: str) -> str:
        """Return another secretarial reference: letters and figures drawn, years and long words kept."""
        key = f"reference:{source}"
        if key not in self._drawn:
            chance = self._chance

            def part(match: re.Match[str]) -> str:
                found = match.group()
                if _YEAR.fullmatch(found):
                    return found[:2] + f"{chance.between(5, 27) % 100:02d}"
                if found.isalpha() and len(found) > 5:
                    return found
                return shape_surrogate(found, chance.stream())

            self._drawn[key] = source if chance.odds(_KEPT) else _PART.sub(part, source)
        return self._drawn[key]

    def ssn(self, source: str) -> str:
        """Return another NIR, its key right half of the time."""
        body = _KEY_WORD.sub("", source)
        normal = alphanumeric(body).replace("o", "0").replace("l", "1")
        if len(normal) not in (13, 15):
            return self.identifier(source)
        key = f"ssn:{normal[:13]}"
        if key not in self._drawn:
            self._drawn[key] = normal if self._chance.odds(0.05) else nir(normal[:1], self._chance)
        filling = iter(self._drawn[key].upper())
        kept = {i for match in _KEY_WORD.finditer(source) for i in range(*match.span())}
        return "".join(c if i in kept or not c.isalnum() else next(filling, "") for i, c in enumerate(source))

    def _shaped(self, normal: str) -> str:
        chance = self._chance
        kept = chance.choice((0, 0, 1, 2)) if normal.isdigit() and len(normal) > 6 else 0
        if len(normal) == 11 and normal.startswith("10") and normal.isdigit():
            kept = chance.choice((2, 3))
        drawn = normal[:kept] + shape_surrogate(normal[kept:], chance.stream())
        if chance.odds(0.3) and len(drawn) in (9, 11, 14) and drawn.isdigit():
            drawn = next(drawn[:-1] + last for last in "0123456789" if has_luhn_key(drawn[:-1] + last))
        if normal[-3:].isdigit() and len(normal) > 5 and chance.odds(_LENGTHENED):
            drawn += chance.digits(1)
        return drawn

    def _dictated_phone(self, source: str) -> str:
        chance = self._chance
        words = tuple(re.split(r"[\s-]+", fold(source).strip()))
        for pairs in split_numbers(words, 5):
            if len(pairs) == 5 and all(pair < 100 for pair in pairs) and pairs[0] < 10:
                figures = "0" + _national(str(pairs[0]), chance)
                spoken = [int(figures[i : i + 2]) for i in range(0, 10, 2)]
                return " ".join(("zéro " if pair < 10 else "") + write_number(pair, hyphen=" ") for pair in spoken)
        return dictated_surrogate(source, chance.stream())


def nir(sex: str, chance: Chance) -> str:
    """Return the 15 characters of a NIR; its key is right half of the time."""
    number = (
        f"{sex if sex in ('1', '2') and chance.odds(0.6) else chance.choice('12')}{chance.below(100):02d}"
        f"{chance.between(1, 12):02d}{chance.choice(_DEPARTMENTS)}"
        f"{chance.between(1, 640):03d}{chance.between(1, 620):03d}"
    )
    right = nir_key(number) or 1
    return f"{number}{right if chance.odds(_VALID) else chance.between(1, 97):02d}"


def _national(first: str, chance: Chance) -> str:
    """Return the nine figures of a French number after its zero: a mobile for a mobile, a region for a region."""
    if first in "67":
        return chance.choice("6667") + chance.digits(8)
    if first in "12345":
        region = chance.choice("12345")
        if chance.odds(0.05):
            region = "9"
        return region + str(chance.between(1, 9)) + chance.digits(7)
    return (first if first in "89" else chance.choice("12345")) + chance.digits(8)


def _leading(figures: str, chance: Chance) -> str:
    return (str(chance.between(1, 9)) if figures[0] != "0" else "0") + chance.digits(len(figures) - 1)


def _cased(source: str, letters: str) -> str:
    filling = iter(letters)
    return "".join(_as(c, next(filling, "")) if c.isalnum() else c for c in source)


def _as(model: str, letter: str) -> str:
    return letter.upper() if model.isupper() else letter
