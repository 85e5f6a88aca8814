"""French numbers in words, and Roman figures, read and written: « quatre-vingt-dix-sept », « septante », « XVI »."""

from __future__ import annotations

from functools import cache

__all__ = ["read_number", "read_roman", "split_numbers", "write_number", "write_roman"]

_UNITS = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
_REGIONAL = {"septante": 70, "huitante": 80, "octante": 80, "nonante": 90}
_ROMAN_UNITS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"]
_ROMAN = ["X" * (number // 10) + _ROMAN_UNITS[number % 10] for number in range(1, 21)]


def read_number(words: tuple[str, ...]) -> int | None:
    """Return the number that folded words spell in the standard way, in ``[0, 9999]``; None where they spell none.

    « mil », which years may be written with, is « mille ».
    """
    return _numbers().get(tuple("mille" if word == "mil" else word for word in words))


def split_numbers(words: tuple[str, ...], count: int) -> list[tuple[int, ...]]:
    """Return every way to read folded words as `count` numbers in a row; a leading « zéro » may mark a digit.

    Longer first numbers come first: « trente et un douze » is 31 and 12 before 30 and 1.
    """
    if count == 0:
        return [()] if not words else []
    readings = []
    for cut in range(min(len(words), 9), 0, -1):
        head = words[:cut]
        number = read_number(head[1:]) if len(head) == 2 and head[0] == "zero" else read_number(head)
        if number is not None:
            readings += [(number, *rest) for rest in split_numbers(words[cut:], count - 1)]
    return readings


def write_number(number: int, *, hyphen: str = "-") -> str:
    """Return a number of ``[0, 9999]`` in words.

    Parameters
    ----------
    number : int
        What to spell.
    hyphen : str
        What joins the words below a hundred: ``-``, or a space as dictation writes.
    """
    if number < 100:
        return _below_hundred(number).replace("-", hyphen)
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        head = "cent" if hundreds == 1 else f"{_UNITS[hundreds]} cent"
    else:
        thousands, rest = divmod(number, 1000)
        head = "mille" if thousands == 1 else f"{_UNITS[thousands]} mille"
    return f"{head} {write_number(rest, hyphen=hyphen)}" if rest else head


def read_roman(figure: str) -> int | None:
    """Return the number of a Roman figure of ``[1, 20]``, in any case; None where it is none."""
    upper = figure.upper()
    return _ROMAN.index(upper) + 1 if upper in _ROMAN else None


def write_roman(number: int) -> str:
    """Return a number of ``[1, 20]`` in Roman capitals."""
    return _ROMAN[number - 1]


def _below_hundred(number: int) -> str:
    if number < 20:
        return _UNITS[number]
    tens, unit = divmod(number, 10)
    if tens in (7, 9):
        tens, unit = tens - 1, unit + 10
    head = "quatre-vingt" if tens == 8 else _TENS[tens * 10]
    if unit == 0:
        return head
    if unit in (1, 11) and tens != 8:
        return f"{head}-et-{_UNITS[unit]}"
    return f"{head}-{_UNITS[unit]}"


@cache
def _numbers() -> dict[tuple[str, ...], int]:
    """Folded words of every number, in the spellings met: with and without « et », « cents », regional tens."""
    below = _below_hundred_words()
    numbers = {("premier",): 1, ("une",): 1, ("quatre", "vingts"): 80, **below}
    tails = {(): 0, **{words: value for words, value in below.items() if value}}
    heads: dict[tuple[str, ...], int] = {("cent",): 100}
    for hundreds in range(2, 10):
        heads[_UNITS[hundreds], "cent"] = hundreds * 100
    for thousands, words in ((1000, "mille"), (2000, "deux mille")):
        heads[tuple(words.split())] = heads[tuple(f"{words} et".split())] = thousands
        for hundreds in (8, 9):
            for cents in ("cent", "cents"):
                heads[tuple(f"{words} {_UNITS[hundreds]} {cents}".split())] = thousands + hundreds * 100
    for hundreds in (8, 9):
        # « dix-neuf cent douze »
        heads["dix", _UNITS[hundreds], "cent"] = 1000 + hundreds * 100
    for head, base in heads.items():
        numbers.update({head + tail: base + value for tail, value in tails.items()})
    return numbers


def _below_hundred_words() -> dict[tuple[str, ...], int]:
    below: dict[tuple[str, ...], int] = {}
    for value in range(100):
        words = tuple(_below_hundred(value).replace("é", "e").split("-"))
        below[words] = value
        below[tuple(word for word in words if word != "et")] = value
    for word, tens in _REGIONAL.items():
        below[(word,)] = tens
        for unit in range(1, 10):
            below[word, _UNITS[unit]] = below[word, "et", _UNITS[unit]] = tens + unit
    return below
