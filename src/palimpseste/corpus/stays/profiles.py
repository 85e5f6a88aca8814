"""Disease profiles, read from ``data/stays``: how clinicians name a condition, what it shows, how it is treated.

A profile begins with ``@ CODE key=value...`` and has lines that begin with one letter and hold phrases parted by ``|``:
``=`` names, ``p`` complaints, ``x`` findings, ``b`` biology, ``i`` reports (``Title : text``), ``o`` operations (the
same), ``t`` drugs, ``e`` course, ``n`` nursing, ``d`` what is ruled out; ``c`` holds companions, ``CODE probability``.
Keys: ``w`` weight as main code (0: never), ``age`` (``40-95``; ``j`` days, ``m`` months), ``sex``, ``ward``,
``bg`` (probability of standing in a record, by age), ``chron`` and ``fam`` (chronic, runs in families).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from palimpseste import icd10
from palimpseste.errors import UsageError

__all__ = ["Profile", "chapter_of", "profile_from", "profiles", "records_of", "years_between"]

_CODE = re.compile(r"[A-Z]\d\d(\.\d)?")
_LINES = {
    "=": "names",
    "p": "complaints",
    "x": "findings",
    "b": "biology",
    "i": "reports",
    "o": "operations",
    "t": "drugs",
    "e": "course",
    "n": "nursing",
    "d": "ruled_out",
}
_DAYS_IN_YEAR, _MONTHS_IN_YEAR = 365.25, 12


@dataclass(frozen=True, slots=True)
class Profile:
    """What is written of one condition: how it shows, what is done, who has it.

    Phrases may hold slots in braces (`palimpseste.corpus.stays.phrases`).

    Parameters
    ----------
    code : str
        ICD-10, with its point.
    weight : float
        How often it brings somebody in, beside those of the other profiles; 0 for never.
    youngest, oldest : float
        Of whom has it, in years: ``[youngest, oldest)``.
    sex : {"x", "f", "m"}
        Who has it; ``x`` for everybody.
    ward : str
        Where it is treated; empty for any ward.
    is_chronic : bool
        Whether it lasts.
    is_familial : bool
        Whether it runs in families.
    background : tuple of (float, float)
        From which age on, in years, it stands in records with which probability; ages rise.
    names, complaints, findings, biology, drugs, course, nursing, ruled_out : tuple of str
        Phrases, of which letters take some.
    reports, operations : tuple of str
        The same, each a title and its text with a colon between.
    companions : tuple of (str, float)
        Codes of other conditions that come with it, each with its probability.
    """

    code: str
    weight: float = 0.0
    youngest: float = 18.0
    oldest: float = 95.0
    sex: str = "x"
    ward: str = ""
    is_chronic: bool = False
    is_familial: bool = False
    background: tuple[tuple[float, float], ...] = ()
    names: tuple[str, ...] = ()
    complaints: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    biology: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    drugs: tuple[str, ...] = ()
    course: tuple[str, ...] = ()
    nursing: tuple[str, ...] = ()
    ruled_out: tuple[str, ...] = ()
    companions: tuple[tuple[str, float], ...] = field(default=())

    def suits(self, years: float, sex: str) -> bool:
        """Tell whether a person of that age and sex may have it."""
        return self.youngest <= years < self.oldest and self.sex in ("x", sex)

    def background_at(self, years: float) -> float:
        """Return how likely it stands in the record of a person of that age, whatever brings the person in."""
        found = 0.0
        for age, probability in self.background:
            if years >= age:
                found = probability
        return found


def chapter_of(code: str) -> str:
    """Return the chapter of a code, as a Roman number.

    Raises
    ------
    UsageError
        If the code has not the form of one, or no chapter holds it.
    """
    chapter = icd10.chapter_of(code) if _CODE.fullmatch(code) else None
    if chapter is not None:
        return chapter.number
    raise UsageError(f"{code!r} is no ICD-10 code of three or four characters")


@cache
def profiles() -> Mapping[str, Profile]:
    """Return every profile by code.

    Raises
    ------
    UsageError
        If a line is wrong, a code has two profiles, or a companion has none.
    """
    found: dict[str, Profile] = {}
    for entry in sorted((files("palimpseste") / "data" / "stays").iterdir(), key=lambda entry: entry.name):
        if not re.fullmatch(r"\d\d_\w+\.txt", entry.name):
            continue
        for head, options, lines in records_of(entry.name):
            if head in found:
                raise UsageError(f"{entry.name}: {head} has two profiles")
            chapter_of(head)
            found[head] = profile_from(head, options, lines, entry.name)
    for profile in found.values():
        missing = sorted({code for code, _ in profile.companions} - set(found))
        if missing:
            raise UsageError(f"{profile.code}: the companion {missing[0]} has no profile")
    return found


def records_of(name: str) -> Iterator[tuple[str, dict[str, str], list[str]]]:
    """Yield head, options and lines of each record of a file of ``data/stays``."""
    head, options, lines = "", dict[str, str](), list[str]()
    text = (files("palimpseste") / "data" / "stays" / name).read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("@ "):
            if head:
                yield head, options, lines
            head, *words = line[2:].split()
            options = {key: value for key, _, value in (word.partition("=") for word in words)}
            lines = []
        elif line.strip() and not line.startswith("#"):
            lines.append(line)
    if head:
        yield head, options, lines


def profile_from(code: str, options: Mapping[str, str], lines: list[str], where: str) -> Profile:
    """Return the profile a record describes.

    Parameters
    ----------
    code : str
        Of the diagnosis.
    options : mapping
        By key.
    lines : list of str
        Of the record, each begun by a letter that says what it is.
    where : str
        What an error calls the file.

    Raises
    ------
    UsageError
        If a key or the first letter of a line is unknown.
    """
    unknown = sorted(set(options) - {"w", "age", "sex", "ward", "bg", "chron", "fam", "on", "base"})
    if unknown:
        raise UsageError(f"{where}: {code}: unknown key {unknown[0]!r}")
    youngest, oldest = years_between(options.get("age", "18-95"))
    profile = Profile(
        code,
        weight=float(options.get("w", 0)),
        youngest=youngest,
        oldest=oldest,
        sex=options.get("sex", "x"),
        ward=options.get("ward", "").replace("_", " "),
        is_chronic="chron" in options,
        is_familial="fam" in options,
        background=_background(options.get("bg", "")),
    )
    for line in lines:
        letter, _, rest = line.partition(" ")
        if letter == "c":
            words = rest.split()
            pairs = zip(words[::2], map(float, words[1::2]), strict=True)
            profile = replace(profile, companions=profile.companions + tuple(pairs))
        elif letter in _LINES:
            phrases = tuple(phrase.strip() for phrase in rest.split(" | "))
            profile = replace(profile, **{_LINES[letter]: getattr(profile, _LINES[letter]) + phrases})
        else:
            raise UsageError(f"{where}: {code}: a line begins with {letter!r}; known: {', '.join(_LINES)}, c")
    return profile


def years_between(text: str) -> tuple[float, float]:
    """Return the ends, in years, of a range such as ``40-95``, ``0-28j`` (days) or ``1-24m`` (months)."""
    divisor = {"j": _DAYS_IN_YEAR, "m": float(_MONTHS_IN_YEAR)}.get(text[-1], 1.0)
    lowest, highest = text.rstrip("jm").split("-")
    return float(lowest) / divisor, float(highest) / divisor


def _background(text: str) -> tuple[tuple[float, float], ...]:
    pairs = (part.split(":") for part in text.split(",") if part)
    return tuple((float(age), float(probability)) for age, probability in pairs)
