"""Names made of a head and a proper part: « clinique | des | Cèdres », « école | Jean-Macé », « quartier | Bandrajou ».

The head says what the thing is; a link may stand between it and what identifies it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from palimpseste.folding import fold
from palimpseste.remembered import remembered
from palimpseste.rendering.screen import shown_without_values
from palimpseste.writings import lists
from palimpseste.writings.case import in_case_of

__all__ = [
    "NamedThing",
    "article_of",
    "bears_a_person",
    "body_parts",
    "body_thing",
    "body_things",
    "body_value",
    "head_words",
    "heads_of",
    "is_island",
    "kind_of_body",
    "spaced_like",
    "split_name",
    "without_tail",
]

_WORD, _SIGNS = re.compile(r"[^\W_]+"), re.compile(r"\W+")
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
_LINK = re.compile(
    r"(?:(?:de\s+l|d)['’]\s*(?=[^\W_])|(?:de\s+la|des|du|de|aux|à\s+la|à|en)\s+|(?<=d['’]))", re.IGNORECASE
)
_LINK_WORDS = frozenset({"de", "du", "des", "d", "la", "le", "les", "l", "et", "a", "au", "aux", "en", "pour", "s"})
# For whom a body is, behind « pour »: « tribunal pour enfants de Lille ».
_SERVED = frozenset({"adolescents", "adultes", "enfants", "femmes"})
# « Juge des enfants » is such a body without « pour ».
_JUDGE = re.compile(r"juge\b", re.IGNORECASE)
_SPACED_WORD = re.compile(r"(?<!\S)[^\W\d_](?: (?:- )?[^\W\d_]){2,}(?!\S)")
# One that stands apart among others, which few bodies hold.
_SPACED_LETTER = re.compile(r" [^\W\d_] ")
_SEPARATOR = re.compile(
    r"((?<!\s)\s+[-–—]\s+|(?<!\s)\s{3,}(?=(?:centre|ch|chi|chu|clinique|h[oô]pital|institut|maternit[ée]|p[oô]le|site)\b)|(?<!\s)\s*[,/]\s*|(?<!\s)\s+(?:site|antenne|unité)\s+(?=[^\W\d_]))",
    re.IGNORECASE,
)
# « Assistance Publique - Hôpitaux de | Marseille »
_PUBLIC_ASSISTANCE_IN_FULL = re.compile(
    r"\bassistance publique\s{0,3}[-–—,]?\s{0,3}h[ôo]pitaux(?=\s+(?:d[eu]|universitaires)\s)", re.IGNORECASE
)
_PUBLIC_ASSISTANCE = re.compile(r"\A(?:ap-?h[pm]|hcl)(?:\.(?=\s))?", re.IGNORECASE)
_KINDS = ("school", "shop", "insurer", "public", "club", "association", "company")
# Sections of names that tell the kind and, unlike head words, do not stay.
_TOLD_BY_NAMES = {"names of insurers": "insurer", "names of associations": "association"}
_WHOLE_NAME = re.compile(r"(?P<given>[^\W\d_]{3,})-(?P<family>(?:d['’]|de-|du-)?[^\W\d_]{3,})", re.IGNORECASE)
# A name of two head words: elsewhere « harmonie municipale », « mutuelle du Ponant ».
_INSURER = ("harmonie", "mutuelle")
# A group of schools is no company.
_TOLD_BY_TWO = {_INSURER: "insurer", ("groupe", "scolaire"): "school"}
_MOST_TAIL_WORDS = 2


@shown_without_values
class NamedThing(NamedTuple):
    """A name cut in three.

    Parameters
    ----------
    head : str
        Words that say what it is, trailing space included; may be empty.
    link : str
        ``de``, ``du``, ``de la``..., trailing space included; may be empty.
    proper : str
        What identifies it; may be empty.
    is_behind : bool
        Whether another name of the same body stands before it.
    """

    head: str
    link: str
    proper: str
    is_behind: bool = False


@cache
def head_words(section: str) -> frozenset[str]:
    """Return the folded head words of a section of ``heads.txt``, or of ``location_heads.txt`` for ``place``."""
    lines = lists.entries("location_heads.txt") if section == "place" else lists.sections("heads.txt")[section]
    return frozenset(word for line in lines for word in line.split())


@cache
def heads_of(label: str) -> frozenset[str]:
    """Return the folded words that may head a ``HOSPITAL``, or an ``ORGANIZATION`` of any kind."""
    return head_words("care") if label == "HOSPITAL" else frozenset().union(*map(head_words, _KINDS))


@remembered
def kind_of_body(value: str) -> str:
    """Return the kind of a body that is no place of care, as the first word that tells one; ``company`` if none.

    Examples
    --------
    >>> kind_of_body("Lycée Jean-Macé"), kind_of_body("Durand et fils"), kind_of_body("Matmut Agen")
    ('school', 'company', 'insurer')
    """
    words = _SIGNS.split(fold(value))
    told = _TOLD_BY_TWO.get((words[0], words[1])) if len(words) > 1 else None
    # « Société Ardennaise de Gymnastique » is a company; « société de chasse » is what the words behind tell.
    is_society_named = len(words) > 1 and words[0] == "societe" and words[1] not in _LINK_WORDS
    if told is None and is_society_named and _kind_told(words[1], is_first=True) is None:
        told = "company"
    kinds = (told, *(_kind_told(word, is_first=place == 0) for place, word in enumerate(words[:3])))
    return next(filter(None, kinds), "company")


def _kind_told(word: str, *, is_first: bool) -> str | None:
    """Return the kind of body that a folded word among the first of its name tells; None for most words."""
    if not is_first and (word in head_words("behind names") or word in head_words("told in front only")):
        return None
    by_heads = (kind for kind in _KINDS if word in head_words(kind))
    by_names = (kind for section, kind in _TOLD_BY_NAMES.items() if word in head_words(section))
    return next(chain(by_heads, by_names), None)


def bears_a_person(value: str) -> bool:
    """Tell whether a body is called by the whole name of somebody, as schools and streets are: « Jean-Moulin ».

    Examples
    --------
    >>> bears_a_person("Honoré-d'Urfé"), bears_a_person("Saint-Gobain"), bears_a_person("Marie-Claire")
    (True, False, False)
    """
    found = _WHOLE_NAME.fullmatch(value)
    if found is None or not lists.is_listed("given", fold(found["given"])):
        return False
    return not lists.is_listed("given", fold(found["family"]))


def without_tail(name: str) -> str:
    """Return a name without the words at its end that say what a body is.

    Examples
    --------
    >>> without_tail("Luberon Assistance"), without_tail("Assistance"), without_tail("Nord Taxi SARL")
    ('Luberon', 'Assistance', 'Nord')
    """
    words = list(_WORD.finditer(name))
    count = 0
    tail = head_words("behind names")
    while count < min(_MOST_TAIL_WORDS, len(words) - 1) and fold(words[-1 - count].group()) in tail:
        if name[words[-1 - count].start() - 1] == "-":
            break
        count += 1
    return name[: words[-1 - count].end()] if count else name


@remembered
def body_value(value: str) -> str:
    """Return the value of a body with words whose letters stand apart written together: « C H U  de Brest ».

    What two towns call their university's hospital is one: « Assistance publique - Hôpitaux de Marseille ».
    """
    value = _PUBLIC_ASSISTANCE_IN_FULL.sub("CHU", value.replace("_", " "))
    if _SPACED_LETTER.search(value) is None:
        return value
    return _SPACED_WORD.sub(lambda word: word.group().replace(" ", ""), value)


def spaced_like(value: str, written: str) -> str:
    """Return a body with its letters apart where those of the value are: all of them, or those of its first word."""
    if not _SPACED_WORD.search(value):
        return written
    words = written.split()
    if _SPACED_WORD.sub("", value).strip(" -"):
        return "  ".join((" ".join(words[0]), " ".join(words[1:])))
    return "   ".join(map(" ".join, words))


def body_parts(value: str) -> list[str]:
    """Return the names that a body is called by and what separates them, in turn: « CHU de Brest |, | Morvan »."""
    return _SEPARATOR.split(value)


@remembered
def body_thing(text: str, heads: frozenset[str]) -> NamedThing:
    """Return one name of a body cut in three; an acronym that names the town of its hospitals is read as « CHU »."""
    if tuple(fold(text).split()) == _INSURER:
        return NamedThing("", "", text)
    return split_name(_PUBLIC_ASSISTANCE.sub(lambda match: in_case_of(match.group(), "CHU"), text, count=1), heads)


@remembered
def body_things(value: str, heads: frozenset[str]) -> Sequence[NamedThing]:
    """Return each name of a body cut in three.

    Examples
    --------
    >>> [thing.proper for thing in body_things("CH Fleyriat, Bourg-en-Bresse", frozenset({"ch"}))]
    ['Fleyriat', 'Bourg-en-Bresse']
    """
    first, *others = (body_thing(part, heads) for part in body_parts(value)[::2])
    return (first, *(thing._replace(is_behind=True) for thing in others))


@remembered
def split_name(text: str, heads: frozenset[str]) -> NamedThing:
    """Return a name cut after its last leading head word; links between head words belong to the head."""
    dotted = _DOTTED.match(text)
    end = dotted.end() if dotted and fold(dotted.group().replace(".", "")) in heads else 0
    before = ""
    for match in _WORD.finditer(text, end):
        word = fold(match.group())
        if text.startswith("-", match.end()) and _goes_on(text, match, heads):
            break
        if word in heads or (end and word in _SERVED and (before == "pour" or _JUDGE.match(text))):
            end = match.end()
        elif word not in _LINK_WORDS:
            break
        before = word
    while end < len(text) and (text[end].isspace() or text[end] in "._-"):
        end += 1
    link = _LINK.match(text, end)
    start = link.end() if link else end
    return NamedThing(text[:end], text[end:start], text[start:])


def _goes_on(text: str, match: re.Match[str], heads: frozenset[str]) -> bool:
    """Tell whether a word before a hyphen begins a compound: « Croix-Bleue », « médico-scolaire », not « CHU-Sud »."""
    following = _WORD.match(text, match.end() + 1)
    return following is not None and fold(following.group()) not in heads and not match.group().isupper()


def is_island(thing: NamedThing) -> bool:
    """Tell whether a place is called an island: « île de Ré »."""
    return fold(thing.head).strip() == "ile"


def article_of(thing: NamedThing) -> str:
    """Return the article that the link of a name holds: « centre hospitalier du Mans » is that of « Le Mans »."""
    return {"du": "Le ", "des": "Les "}.get(fold(thing.link).strip(), "")
