"""Characters that nobody sees, accents apart, writing that runs backwards, and what is read as a Latin letter.

Letters in other forms (full-width, mathematical, in circles) are always read as letters. A letter of another alphabet
is, where it looks like a Latin one and stands in a word of which nothing else is foreign: « Durаnd » with a Cyrillic a,
not « Иван ». Greek letters that mean something by themselves stay (α, γGT, TNFα). Both tables are built by
``tools/build_lookalikes.py``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from palimpseste.detection.disguises.rewriting import Edit, Rewriting

__all__ = ["read_characters"]

# Within character classes: what Unicode calls "default ignorable", and controls that end no line; marks that join the
# letter before them, and the later parts of Korean syllables.
_INVISIBLE = (
    "\x01-\x08\x0e-\x1b\x7f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_MARKS = "\u0300-\u036f\u0483-\u0489\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
# Further ones that are one character with the letter before them: of Arabic, of India, of Japanese.
_APART = (
    "\u0653\u0654\u0655\u093c\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca"
    "\u0dcf\u0ddf\u102e\u1b35\u3099\u309a\U000110ba\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd"
    "\U000115af\U00011930"
)
_ON_LETTERS = f"{_MARKS}\u1161-\u11ff{_APART}"
_JOINS = re.compile(f"[{_INVISIBLE}{_ON_LETTERS}]")
_UNSEEN = re.compile(f"[{_INVISIBLE}]")
# Marks that made no letter with the one before them: struck through, underlined.
_LOOSE = re.compile(f"([0-9A-Za-z\u00c0-\u024f])[{_MARKS}]+")

# Beyond the letters of French and its neighbours, and signs of typography.
_UNUSUAL = re.compile(
    "[\u0180-\u02b8\u0370-\u1cff\u1d00-\u1fff\u2071\u207f\u2090-\u209c\u2100-\u2188\u2460-\u24ff\u2c60-\ufdff\uff10-\uffdc"
    "\U00010000-\U0001ffff]"
)
_WORD = re.compile(f"(?:[^\\W\\d_][{_MARKS}]*)+")
_FOREIGN = re.compile("[\u0180-\u02af\u0370-\u1fff\u2c80-\u2dff\ua000-\uabff\U00010000-\U0001ffff]")
_GREEK_SMALL = re.compile("[\u03ac-\u03ce]")
# Eta, iota, nu, omicron, rho, upsilon: they mark no kind of anything behind a word.
_NO_SYMBOLS = re.compile("[\u03b7\u03b9\u03bd\u03bf\u03c1\u03c5]")

# Shown from right to left whatever is written.
_BACKWARDS = re.compile("(\u202e)([^\u202c\u202e\n]*)(\u202c?)")


def read_characters(rewriting: Rewriting) -> None:
    """Read each character as a reader sees it; time is linear."""
    text = rewriting.text
    joins = _JOINS.search(text) is not None
    is_unusual = not text.isascii() and _UNUSUAL.search(text) is not None
    if is_unusual:
        _read_forms(rewriting)
    if joins:
        if "\u202e" in text:
            _turn(rewriting)
        rewriting.replace(_composed(rewriting.text))
        is_unusual = _UNUSUAL.search(rewriting.text) is not None
        if is_unusual:
            _read_forms(rewriting)
    if is_unusual:
        rewriting.replace(_lookalikes(rewriting.text))
        rewriting.replace(_composed(rewriting.text))
    if joins:
        rewriting.replace((*loose.span(), loose[1]) for loose in _LOOSE.finditer(rewriting.text))


def _turn(rewriting: Rewriting) -> None:
    """Read what is shown from right to left in the order in which it is seen, accents with the letters they are on."""
    rewriting.replace(
        (*match.span(), unicodedata.normalize("NFC", match.group()))
        for match in _clusters()[0].finditer(rewriting.text)
    )
    turned = [match.span(2) for match in _BACKWARDS.finditer(rewriting.text)]
    signs = [match.span(group) for match in _BACKWARDS.finditer(rewriting.text) for group in (1, 3)]
    rewriting.mirror(turned)
    rewriting.replace((start, end, "") for start, end in signs if start < end)


def _read_forms(rewriting: Rewriting) -> None:
    table, ligatures = _forms()
    rewriting.translate(table)
    rewriting.replace((*match.span(), ligatures[match.group()]) for match in _LIGATURE.finditer(rewriting.text))


_LIGATURE = re.compile("[\ufb00-\ufb06]")


def _composed(text: str) -> Iterator[Edit]:
    """Yield clusters of a character and what joins it as the characters they make; what nobody sees makes none."""
    for cluster in _clusters()[1].finditer(text):
        composed = unicodedata.normalize("NFC", _UNSEEN.sub("", cluster.group()))
        if composed != cluster.group():
            yield *cluster.span(), composed


@cache
def _clusters() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a character and the marks on it, and of one and whatever joins it, nobody sees or both.

    Marks of any script may stand between a letter and its accent: taken apart, marks are sorted by their class.
    """
    on_letters = _ON_LETTERS + "".join(filter(unicodedata.combining, map(chr, range(0x370, 0x1F000))))
    return (
        re.compile(f".[{on_letters}]+", re.DOTALL),
        re.compile(f".[{_INVISIBLE}{on_letters}]+|[{_INVISIBLE}]", re.DOTALL),
    )


def _lookalikes(text: str) -> Iterator[Edit]:
    """Yield the letters of other alphabets that are read as Latin ones.

    Where Greek letters stand for Latin ones in several words, they do in those that could be symbols, too.
    """
    table = _alike()
    words = [word for word in _WORD.finditer(text) if _FOREIGN.search(word.group())]
    symbols = {word.group() for word in words if _is_symbol(word.group())}
    told = {word.group() for word in words if _GREEK_SMALL.search(word.group())} - symbols
    is_told = sum(all(_as_latin(letter, table) for letter in written) for written in told) >= _ENOUGH_TOLD
    for word in words:
        written = word.group()
        if written in symbols and not is_told:
            continue
        letters = [_as_latin(letter, table) for letter in written]
        if all(letters):
            for place, (letter, read) in enumerate(zip(written, letters, strict=True), word.start()):
                if letter != read:
                    yield place, place + 1, read


_ENOUGH_TOLD = 3


def _as_latin(letter: str, table: dict[str, str]) -> str:
    """Return what a letter or mark of a word is read as; nothing for a foreign letter like no Latin one."""
    if letter in table:
        return table[letter]
    decomposed = unicodedata.normalize("NFD", letter)
    base, marks = decomposed[0], decomposed[1:]
    if base in table:
        read = unicodedata.normalize("NFC", table[base] + marks)
        return read if len(read) == 1 else table[base]
    if base.isascii():
        return letter
    return "" if _FOREIGN.match(letter) else letter


def _is_symbol(word: str) -> bool:
    """Tell whether the only foreign letter of a word is a small Greek one at its edge that keeps its meaning there."""
    foreign = _FOREIGN.findall(word)
    if len(foreign) == 1 < len(word) and _NO_SYMBOLS.match(foreign[0]):
        return False
    if len(word) <= 2 and all(map(_GREEK_SMALL.match, foreign)):
        return True
    if len(foreign) > 1 or not _GREEK_SMALL.match(foreign[0]):
        return False
    rest = word[:-1]
    return word[0] == foreign[0] or (word[-1] == foreign[0] and (rest.isupper() or rest.islower()))


@cache
def _forms() -> tuple[dict[int, str], dict[str, str]]:
    pairs = [(form, letter) for letter, forms in _rows("latin_forms") for form in forms]
    return (
        {ord(form): letter for form, letter in pairs if len(letter) == 1},
        {form: letter for form, letter in pairs if len(letter) > 1},
    )


@cache
def _alike() -> dict[str, str]:
    return {form: letter for letter, forms in _rows("lookalikes") for form in forms}


def _rows(name: str) -> Iterator[list[str]]:
    table = files("palimpseste") / "data" / "words" / "characters" / f"{name}.tsv"
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")
