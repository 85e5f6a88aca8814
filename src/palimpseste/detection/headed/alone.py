"""Names told by the words that begin them, whatever the model says.

With « du » and a noun such words are a name (« csnp de la haute bruche »), and so they are with an article and what
houses are named by (« petite unite de vie les glycines »), and before a word with a capital that no dictionary has
(« SSR Bethesda »); so are names that carers of many towns have (« air liquide »).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.headed.words import (
    LINK,
    OF_MATTERS,
    OF_REGIONS_AND_FIELDS,
    WORD,
    HeadWords,
    entries_of,
    with_spaces,
)
from palimpseste.detection.lexicon import alphabet, in_dictionary
from palimpseste.detection.refusals.atoms import TITLE
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.tokens import Trait
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, Label

__all__ = ["is_told_by_head", "of_heads"]

_SOURCE = "rules.body.headed"
_REACH = 16
# « ambulances bigourdanes »
_OF_REGIONS = "ambulances"
_FIELDS = (
    "(?:d[ ]{1,2}|de[ ])?(?:cancerologie|cardiologie|chirurgie|dialyse|hemodialyse|imagerie|oncologie|ophtalmologie"
    "|radiologie|radiotherapie|readaptation|reeducation|urologie)(?:[ ]medicale)?"
)
# Lists of heads that with a noun are a name.
_NAMING = ("care", "services", "bodies")
# « des trois vallées »
_QUALIFIERS = (
    "trois|quatre|deux|cinq|sept|vieux|vieil|vieille|haute?s?|bas|basses?|grande?s?|petite?s?|beau|bel|belle|bon|bonne"
    "|blanc|blanche|rouge|verte?|nouveau|nouvelle|saint|sainte|st|ste|notre"
)
# « du val de saire », « de la rue haute »
_OF_PLACES = (
    "val|vallee|vallees|pays|bois|parc|lac|pont|mont|monts|oree|rive|rives|bord|bords|clos|mas|domaine|chateau"
    "|jardins?|iles?|baie|bassin|cote|coteaux|golfe|gorges|plaine|plateau|pointe|portes?|sources?|terres?|rue|place|quai"
)
# « pharma du bd », where no name of the street follows
_CLIPPED = "(?:bd|bld|blvd|pl)(?=[ ]?(?:[^a-z0-9 ]|\\Z)|[ ](?:a|avec|demain|en|et|ne|ou|pour|qui|tel)[ ])"
_TAIL = (
    "[ ](?:(?:(?:de[ ]la|de[ ]l|du|des|de|d|en|sur)[ ]{1,2}|(?:saint|sainte|st|ste)[ ])[a-z]{3,20}"
    "|(?:bas|basse|blanc|blanche|doux|douce|fleurie?|haute?|joli|jolie|neuf|neuve|noire?|nord|ouest|rose|rouge|royale?"
    "|sud|verte?|vieux)s?)"
)
# What tells of people, times and wards, and names no place.
_TELLS_NOTHING = Trait.FUNCTION | Trait.KIN | Trait.ROLE | Trait.TITLE | Trait.MONTH | Trait.CARE_WORD | Trait.UNIT
# Streets and sites, for all that.
_TELLS_PLACES = frozenset({"forum", "houilleres", "mail", "thermes"})
_TELLS_OTHERS = Trait.CARE_HEAD | Trait.BODY_HEAD | Trait.MEDICAL
_TELLS_OTHERS_THAN_NAMES = _TELLS_NOTHING | Trait.FIRST | Trait.CITY | Trait.EPONYM
# Places of care that are families' names too: « Lam Kim Chi ».
_FAMILIES = frozenset({"lam", "mas"})
_PLACES: Sequence[Label] = ("CITY", "LOCATION")


def of_heads(words: HeadWords, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield names that are told by their first words and that no span names. Time is linear in the text.

    Parameters
    ----------
    words : HeadWords
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    ends = [span.end for span in spans]
    for found in chain(*words.found(_named(), _regional(), _brands(), _care_brands(), _of_matters(), _unknown())):
        end = _end_of_word(words.folded, found.end())
        place = bisect_left(ends, end)
        if found.re is _brands() and TITLE.search(words.folded, max(0, found.start() - _REACH), found.start()):
            continue  # « M. Proman »
        if _names(found, words.text) and not (place < len(spans) and _is_known(spans[place], *found.span("head"), end)):
            yield Span(found.start(), end, "ORGANIZATION" if _is_of_body(found) else "HOSPITAL", _SOURCE)


def is_told_by_head(name: str) -> bool:
    """Tell whether a folded name begins with words that tell a place of care or a body, and goes on with a name."""
    flat = with_spaces(name)
    found = _named().match(flat)
    return (found is not None and _names(found, name)) or _listed(flat)


@cache
def _named() -> re.Pattern[str]:
    noun = f"(?:(?:{_OF_PLACES}){_TAIL}|(?:(?:{_QUALIFIERS})[ ]){{0,2}}(?P<noun>[a-z]{{4,30}}))"
    house = f"(?:(?:{_OF_PLACES}){_TAIL}|(?:(?:{_QUALIFIERS})[ ]){{0,2}}{one_of(entries_of('houses'))})"
    return re.compile(
        rf"(?<![a-z0-9_])(?P<head>{one_of(entries_of(*_NAMING))})[ ]{{1,2}}"
        rf"(?:(?:du|des|de[ ]la|de[ ]l)[ ]{{1,2}}(?:{noun}|{_CLIPPED})|(?:le|la|les|l)[ ]{{1,2}}{house}"
        rf"|de?[ ]{{1,2}}(?P<town>[a-z]{{3,30}}))(?![a-z0-9_])"
    )


@cache
def _regional() -> re.Pattern[str]:
    region = f"[ ]{one_of(entries_of('demonyms'))}(?:ne|e|que)?s?"
    of_care = f"{one_of(OF_REGIONS_AND_FIELDS)}{region}[ ]{_FIELDS}"
    return re.compile(rf"(?<![a-z0-9_])(?P<head>{_OF_REGIONS}{region}|{of_care})(?![a-z0-9_])")


@cache
def _brands() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9_])(?P<head>{one_of(entries_of('brands'))})(?![a-z0-9_])")


@cache
def _of_matters() -> re.Pattern[str]:
    """Return what finds centres of reference and what they are of: « CNR des légionelles »."""
    return re.compile(
        rf"(?<![a-z0-9_])(?P<head>{one_of(OF_MATTERS)})[ ](?:de[ ]la|de[ ]l|des?|du)[ ]{{1,2}}"
        "[a-z]{4,20}(?![a-z0-9_])"
    )


@cache
def _care_brands() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9_])(?P<head>{one_of(entries_of('care_brands'))})(?![a-z0-9_])")


@cache
def _unknown() -> re.Pattern[str]:
    """Return what finds places of care and a word behind that is no abbreviation of a ward, as « géronto » is."""
    heads = one_of(entries_of("care") - _FAMILIES)
    return re.compile(
        rf"(?<![a-z0-9_])(?P<at>(?<=[ ]au[ ])|(?<=[ ]l[ ]))?(?P<head>{heads})[ ]"
        "(?P<unknown>[a-z]{4,19}[a-np-z])(?![a-z0-9_])"
    )


def _names(found: re.Match[str], text: str) -> bool:
    """Tell whether what stands behind a head names it: no person, time or ward, and a town only a practice."""
    if found.re is _unknown():
        return text[found.start("unknown")].isupper() and not _is_told(found)
    if found.re is not _named():
        return True
    known = alphabet().lexicon
    if (town := found["town"]) is not None:
        return bool(known.get(town, 0) & Trait.CITY) and _head_of(found) in entries_of("care")
    noun = found["noun"]
    return (
        noun is None
        or noun in _TELLS_PLACES
        or not (noun in entries_of("generic") or known.get(noun, 0) & (_TELLS_NOTHING | _TELLS_OTHERS))
    )


def _is_told(found: re.Match[str]) -> bool:
    """Tell whether a word behind a place of care is in the dictionary, somebody, a town, or of medicine."""
    traits = alphabet().lexicon.get(found["unknown"], 0)
    told = _TELLS_OTHERS_THAN_NAMES if found["at"] is not None else _TELLS_OTHERS_THAN_NAMES | Trait.MEDICAL
    return bool(traits & told) or in_dictionary(found["unknown"])


def _is_of_body(found: re.Match[str]) -> bool:
    """Tell whether a head is that of a body which is no place of care."""
    return (
        found.re in (_brands(), _of_matters())
        or _head_of(found) in entries_of("bodies")
        or found["head"].startswith(_OF_REGIONS)
    )


def _head_of(found: re.Match[str]) -> str:
    return " ".join(found["head"].split())


def _is_known(span: Span, start: int, head: int, end: int) -> bool:
    """Tell whether a span is the name behind a head: a body with all of it or without it, a town without."""
    is_behind = span.start >= head
    is_whole = is_behind or span.start <= start
    return span.start < end and (is_whole if span.label in OF_BODIES else is_behind and span.label in _PLACES)


def _listed(flat: str) -> bool:
    """Tell whether the head of a place of care stands before a name of a list, or a word that no list has."""
    head = _care().match(flat)
    return head is not None and (is_listed_name(head["word"]) or not _has_meaning(head["word"]))


def _has_meaning(word: str) -> bool:
    return bool(alphabet().lexicon.get(word)) or in_dictionary(word)


@cache
def _care() -> re.Pattern[str]:
    return re.compile(rf"{one_of(entries_of('care'))}[ ]{{1,2}}{LINK}(?P<word>[a-z]{{3,30}})(?![a-z0-9_])")


def _end_of_word(folded: str, end: int) -> int:
    """Return where a word that goes on behind hyphens ends."""
    while folded.startswith("-", end) and (word := WORD.match(folded, end + 1)) is not None:
        end = word.end()
    return end
