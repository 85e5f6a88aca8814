"""What of the name of a body says what it is, and what goes with it: a university, ordinary words, an acronym."""

from __future__ import annotations

import re

from palimpseste.detection.lexicon import in_dictionary, words_of
from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.places.acronyms import care_acronym
from palimpseste.surrogates.places.choices import has_university
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.bodies import NamedThing, heads_of, split_name
from palimpseste.writings.case import in_case_of
from palimpseste.writings.spelling_out import body_spelled_out
from palimpseste.writings.towns.town import Town

__all__ = ["head_in", "is_of_university", "town_behind_acronym", "with_acronym_drawn", "with_words"]

# CHU, CHRU and C.H.U. without their U; « Centre hospitalier universitaire » without its last word.
_UNIVERSITY = re.compile(r"\b(ch)r?u\b|\b(c\.\s?h\.)\s?(?:r\.\s?)?u\.", re.IGNORECASE)
_UNIVERSITY_WORD = re.compile(
    r"(?:(?<=hospitalier)|(?<=h.pital)|(?<=h.pitaux))(?:[\s-]+r[ée]gional)?(?:[\s-]+et)?[\s-]+universitaires?\b",
    re.IGNORECASE,
)
# What hospitals together are called in some towns alone, and in which, folded.
_HOSPICES = re.compile(r"\bhospices civils\b", re.IGNORECASE)
_WITH_HOSPICES = frozenset({"beaune", "colmar", "lyon", "strasbourg"})
# Before a name with a capital: « angiologie | des Thermes ».
_WORDS_IN_FRONT = re.compile(
    r"(?P<words>[a-zà-ÿ]{4,}(?:[ -](?:(?:de|du|des|la|le|les|et|en|à|au|aux)[ ]|d['’]|l['’])*[a-zà-ÿ]{4,}){0,5})"
    r"(?=\s(?:(?:de|du|des|la|le|les|en|à|au|aux)\s|d['’]|l['’])*[A-ZÀ-Ý])"
)
# « CHMS | Chambéry », not « CHMS », nor « ALBERT BOUSQUET ».
_ACRONYM_FIRST = re.compile(r"(?P<acronym>[A-Z]{3,6})(?P<gap> (?:- )?|-)(?=[^\W\d_]*[a-zà-ÿ])(?!(?:en|et|ou|pour)\b)")
# « GHRMSA | HOPITAL EMILE MULLER »
_ACRONYM_BEFORE_HEAD = re.compile(r"(?P<acronym>[A-Z]{3,6})(?P<gap> )(?=(?:HOPITAL|HÔPITAL|CLINIQUE|CENTRE|SITE)\b)")


def head_in(head: str, town: str) -> str:
    """Return the head of a place of care in a town: that of a university is none in a town that has no university's.

    What some towns alone have are hospitals in others, several so that articles agree: « Hôpitaux universitaires | de
    Nantes » for « Hospices civils | de Lyon ».
    """
    if fold_name(town) not in _WITH_HOSPICES:
        head = _HOSPICES.sub(_hospitals, head)
    if has_university(town):
        return head
    return _UNIVERSITY_WORD.sub("", _UNIVERSITY.sub(r"\1\2", head))


def _hospitals(found: re.Match[str]) -> str:
    """Return what stands for hospices in other towns, written in their case."""
    written = in_case_of(found.group(), "hôpitaux universitaires")
    return written[0].upper() + written[1:] if found.group()[0].isupper() else written


def is_of_university(head: str) -> bool:
    """Tell whether a head is that of a university's hospital."""
    return _UNIVERSITY.search(head) is not None


def with_words(thing: NamedThing) -> NamedThing:
    """Return a body with ordinary words before its name in its head: « cabinet d'angiologie | des | Thermes »."""
    words = _WORDS_IN_FRONT.match(thing.proper)
    if words is None or not all(map(in_dictionary, words_of(words.group("words")))):
        return thing
    rest = split_name(thing.proper[words.end("words") :].lstrip(), frozenset())
    gap = thing.proper[words.end("words") : len(thing.proper) - len(rest.link) - len(rest.proper)]
    return NamedThing(thing.head + thing.link + words.group("words") + gap, rest.link, rest.proper)


def with_acronym_drawn(thing: NamedThing, setting: Setting, geography: Geography) -> NamedThing:
    """Return a place of care whose name begins with an acronym with that drawn, in its head: « CHMS | Chambéry ».

    Those that lie in a town behind « de » are cut in two elsewhere: « CAP de Toulouse ».

    Parameters
    ----------
    thing : NamedThing
        The name, taken apart.
    setting : Setting
        Of the document.
    geography : Geography
        What stands for its towns.
    """
    begun = _ACRONYM_FIRST.match(thing.proper) or _ACRONYM_BEFORE_HEAD.match(thing.proper)
    if begun is None or thing.link or heads_of("HOSPITAL").issuperset(words_of(begun["acronym"])):
        return thing
    is_before_head = begun.re is _ACRONYM_BEFORE_HEAD
    rest = split_name(thing.proper[begun.end() :], heads_of("HOSPITAL") if is_before_head else frozenset())
    if not is_before_head and fold(rest.link).strip() in ("de", "d'", "d’", "a", "en"):
        return thing
    stream = setting.draws.stream("HOSPITAL", body_spelled_out(begun["acronym"]), "body")
    drawn = care_acronym(begun["acronym"], stream, geography.refused_of_bodies)
    head = f"{thing.head}{drawn}{begun['gap']}{rest.head}"
    return NamedThing(head, rest.link, rest.proper, is_behind=thing.is_behind)


def town_behind_acronym(thing: NamedThing, geography: Geography) -> Town | None:
    """Return the town that stands behind a drawn acronym: « CHMS | Chambéry »."""
    is_acronym = not geography.released and _ACRONYM_FIRST.match(f"{thing.head}a")
    return geography.bodies.town_meant(thing.proper.strip()) if is_acronym and not thing.link else None
