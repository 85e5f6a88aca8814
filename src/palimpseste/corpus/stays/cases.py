"""Cases: one text, several codes, told apart by a date, an age, a season, a place or a provider alone.

Read from ``data/stays/dependences.txt``. A record is that of a profile, with ``on`` (what tells the codes apart) and
``base`` (a code that stands whatever the variant), and one line a variant: ``? CODE key=range +CODE...`` where the code
``-`` stands for none. Keys: ``gap`` (days from the event to the admission), ``after`` (days from the admission to the
event), ``age``, ``months``, ``home`` and ``place`` (a kind of place), ``habit`` (of the hospital).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from palimpseste.corpus.stays.profiles import Profile, chapter_of, profile_from, records_of, years_between
from palimpseste.errors import UsageError

__all__ = ["DEPENDENCES", "Case", "Dependence", "Variant", "cases"]

Dependence = Literal["dates", "age", "season", "place", "provider"]
DEPENDENCES: tuple[Dependence, ...] = get_args(Dependence)


@dataclass(frozen=True, slots=True)
class Variant:
    """One side of a case.

    Attributes
    ----------
    codes : tuple of str
        The codes that hold on this side and are told by nothing else; may be empty.
    gap_days : tuple of int, optional
        Lowest and highest number of days from the event to the admission; negative where the event comes after.
    ages : tuple of float, optional
        Lowest and highest age in years, half-open.
    months : tuple of int
        Months of the admission; empty for any.
    home, place : str
        What kind of place the patient lives in, or went to; empty for any.
    habit : str
        Habit of the hospital; empty for any.
    """

    codes: tuple[str, ...]
    gap_days: tuple[int, int] | None = None
    ages: tuple[float, float] | None = None
    months: tuple[int, ...] = ()
    home: str = ""
    place: str = ""
    habit: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A text that stands alike on several sides, of which each has other codes.

    Parameters
    ----------
    name : str
        What the case is called in ``dependences.txt``.
    on : {"dates", "age", "season", "place", "provider"}
        What alone tells the sides apart.
    profile : Profile
        The text, and the code that stands on every side; its code is empty where there is none.
    variants : tuple of Variant
        The sides.
    """

    name: str
    on: Dependence
    profile: Profile
    variants: tuple[Variant, ...]


@cache
def cases() -> tuple[Case, ...]:
    """Return every case.

    Raises
    ------
    UsageError
        If a record is wrong.
    """
    return tuple(_case(name, options, lines) for name, options, lines in records_of("dependences.txt"))


def _case(name: str, options: dict[str, str], lines: list[str]) -> Case:
    on = next((known for known in DEPENDENCES if known == options.get("on")), None)
    if on is None:
        raise UsageError(f"dependences.txt: {name}: 'on' must be one of {', '.join(DEPENDENCES)}")
    variants = tuple(_variant(line.split()[1:]) for line in lines if line.startswith("? "))
    if len(variants) < 2:
        raise UsageError(f"dependences.txt: {name}: at least two variants are wanted")
    texts = [line for line in lines if not line.startswith("? ")]
    profile = profile_from(options.get("base", ""), options, texts, "dependences.txt")
    return Case(name, on, profile, variants)


def _variant(words: list[str]) -> Variant:
    codes = tuple(word.lstrip("+") for word in words if "=" not in word and word != "-")
    for code in codes:
        chapter_of(code)
    options = dict(word.split("=") for word in words if "=" in word)
    gap: tuple[int, int] | None = None
    if "gap" in options:
        lowest, highest = map(int, options["gap"].split("-"))
        gap = (lowest, highest)
    elif "after" in options:
        lowest, highest = map(int, options["after"].split("-"))
        gap = (-highest, -lowest)
    return Variant(
        codes,
        gap_days=gap,
        ages=years_between(options["age"]) if "age" in options else None,
        months=tuple(map(int, options["months"].split(","))) if "months" in options else (),
        home=options.get("home", ""),
        place=options.get("place", ""),
        habit=options.get("habit", ""),
    )
