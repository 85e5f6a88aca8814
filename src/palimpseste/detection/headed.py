"""Places of care and bodies told by the words that begin their names: « maison med de garde argeles », « ambu vernay ».

Such words right before what the model found are one with it. With « du » and a noun they are a name whatever the model
says (« csnp de la haute bruche »), and so they are with an article and what houses are named by (« petite unite de vie
les glycines »), and before a word with a capital that no dictionary has (« SSR Bethesda »); so are names that carers of
many towns have (« air liquide »). A pavilion takes the letter behind it, carers of two towns or people are of both
(« HAD Béarn et Soule »).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, zip_longest

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, in_dictionary, word_list
from palimpseste.detection.merge import of_both
from palimpseste.detection.propagation import OF_THE_MODEL
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.tokens import Tokens, Trait
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE, Label

__all__ = ["HeadWords", "is_told_by_head", "of_heads", "with_heads"]

_SOURCE = "rules.body.headed"
# The lists are written with spaces for these marks.
_MARKS = "'’.-"
_IMAGING = "centre(?:[ ][a-z]{4,20})?[ ]d[ ]{1,2}imagerie(?:[ ]medicale)?"
_LINK = "(?:(?:de[ ]la|de[ ]l|du|des|de|d|la|les|le|l)[ ]{1,2})?"
# Lists of heads, what the model found behind them, and what both are together.
_BEFORE: Sequence[tuple[tuple[str, ...], Sequence[Label], str, Label]] = (
    (("hospitals", "care"), ("CITY", "LOCATION", "HOSPITAL"), _LINK, "HOSPITAL"),
    (("before_names",), ("CITY", "ORGANIZATION"), "", "ORGANIZATION"),
    (("rescue",), ("CITY", "LOCATION"), "", "ORGANIZATION"),
    (("before_doctors",), OF_PEOPLE, "", "HOSPITAL"),
)
# « centre catalan d'imagerie », « ambulances bigourdanes »
_OF_REGIONS = "ambulances"
_OF_REGIONS_AND_FIELDS = ("cabinet", "centre", "groupe", "institut", "pole")
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
_HEADED = (*OF_BODIES, *_PLACES, *OF_PEOPLE)
_WORD = re.compile("[a-z]+")
_PAVILION = re.compile(r"(?<![a-z])pav(?:illon|\.)?\Z")
_LETTER = re.compile(r"[ ](?:[a-z]|[0-9]{1,2})(?![a-z0-9'’])")
_OF_TERRITORIES = re.compile(r"(?:had|ssiad|spasad|esa|cabinet[ ](?:infirmier|idel)|cab[ ]idel)(?![a-z])")
_TERRITORIES: Sequence[Label] = ("CITY", "LOCATION", "HOSPITAL", "LASTNAME")


@dataclass(frozen=True, slots=True, repr=False)
class HeadWords:
    """The words of a note that heads begin with.

    Parameters
    ----------
    folded : str
        The note, folded.
    flat : str
        The same, with spaces for the marks that the lists have spaces for.
    starts : sequence of int
        Where such words stand.
    text : str
        The note as it is written.
    """

    folded: str
    flat: str
    starts: Sequence[int]
    text: str

    @classmethod
    def of(cls, tokens: Tokens) -> HeadWords:
        """Look through a note."""
        folded, first_words = tokens.view.folded, _first_words()
        starts = [start for word, start in zip(tokens.words, tokens.starts, strict=True) if word in first_words]
        return cls(folded, _flat(folded), starts, tokens.view.text)

    def found(self, *heads: re.Pattern[str]) -> list[list[re.Match[str]]]:
        """Return what each expression finds where such a word stands, in order and apart."""
        found: list[list[re.Match[str]]] = []
        for head in heads:
            found.append([])
            for start in self.starts:
                match = head.match(self.flat, start) if not found[-1] or start >= found[-1][-1].end() else None
                if match is not None:
                    found[-1].append(match)
        return found


@dataclass(frozen=True, slots=True, repr=False)
class _Heads:
    """The heads of a kind that stand in a note, what may be a name behind them, and what both are together."""

    found: Sequence[re.Match[str]]
    behind: Sequence[Label]
    label: Label

    def before(self, span: Span) -> re.Match[str] | None:
        """Return the head that a span stands right behind, or begins in."""
        place = bisect_left(self.found, span.start, key=re.Match.end)
        head = self.found[place] if place < len(self.found) else None
        return head if head is not None and head.start() < span.start and head.end() < span.end else None


def with_heads(spans: Sequence[Span], words: HeadWords) -> list[Span]:
    """Return the spans of a note, what the model found made one with the words that begin its name.

    Parameters
    ----------
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    words : HeadWords
        Of the note.
    """
    folded = words.folded
    if not any(span.label in _HEADED for span in spans):
        return list(spans)
    found = words.found(*(_before(names, link) for names, _, link, _ in _BEFORE))
    kinds = zip(found, _BEFORE, strict=True)
    heads = [_Heads(those, behind, label) for those, (_, behind, _, label) in kinds if those]
    headed: list[Span] = []
    for span, behind in zip_longest(spans, spans[1:]):
        before = headed[-1] if headed else None
        if not span.source.startswith(OF_THE_MODEL):
            headed.append(span)
        elif before is not None and _is_of_both(folded, before, span):
            headed[-1] = replace(before, end=span.end, probability=of_both(before, span))
        else:
            span = _with_head(folded, span, heads, before.end if before is not None else 0)
            headed.append(_with_letter(folded, span, behind.start if behind is not None else len(folded)))
    return headed


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
    for found in chain(*words.found(_named(), _regional(), _brands(), _unknown())):
        end = _end_of_word(words.folded, found.end())
        place = bisect_left(ends, end)
        if _names(found, words.text) and not (place < len(spans) and _is_known(spans[place], found.end("head"), end)):
            yield Span(found.start(), end, "ORGANIZATION" if _is_of_body(found) else "HOSPITAL", _SOURCE)


def is_told_by_head(name: str) -> bool:
    """Tell whether a folded name begins with words that tell a place of care or a body, and goes on with a name."""
    flat = _flat(name)
    found = _named().match(flat)
    return (found is not None and _names(found, name)) or _listed(flat)


def _flat(folded: str) -> str:
    for mark in _MARKS:
        folded = folded.replace(mark, " ")
    return folded


@cache
def _heads(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for word in word_list(f"heads/{name}.txt"))


@cache
def _first_words() -> frozenset[str]:
    lists = {"brands", *_NAMING, *(name for names, *_ in _BEFORE for name in names)}
    # Figures begin a token of their own: « AG2R ».
    first = {found[0] for head in _heads(*lists) if (found := _WORD.match(head)) is not None}
    return frozenset(first.union(_OF_REGIONS_AND_FIELDS))


@cache
def _before(names: tuple[str, ...], link: str) -> re.Pattern[str]:
    """Return what finds an entry of some lists and the words that link it to a name."""
    return re.compile(rf"(?<![a-z0-9_])(?:{_IMAGING}|{one_of(_heads(*names))})(?P<space>[ ]{{1,2}}){link}(?=[a-z0-9])")


@cache
def _named() -> re.Pattern[str]:
    noun = f"(?:(?:{_OF_PLACES}){_TAIL}|(?:(?:{_QUALIFIERS})[ ]){{0,2}}(?P<noun>[a-z]{{4,30}}))"
    house = f"(?:(?:{_OF_PLACES}){_TAIL}|(?:(?:{_QUALIFIERS})[ ]){{0,2}}{one_of(_heads('houses'))})"
    return re.compile(
        rf"(?<![a-z0-9_])(?P<head>{one_of(_heads(*_NAMING))})[ ]{{1,2}}"
        rf"(?:(?:du|des|de[ ]la|de[ ]l)[ ]{{1,2}}{noun}|(?:le|la|les|l)[ ]{{1,2}}{house}"
        rf"|de?[ ]{{1,2}}(?P<town>[a-z]{{3,30}}))(?![a-z0-9_])"
    )


@cache
def _regional() -> re.Pattern[str]:
    region = f"[ ]{one_of(_heads('demonyms'))}(?:ne|e|que)?s?"
    of_care = f"{one_of(_OF_REGIONS_AND_FIELDS)}{region}[ ]{_FIELDS}"
    return re.compile(rf"(?<![a-z0-9_])(?P<head>{_OF_REGIONS}{region}|{of_care})(?![a-z0-9_])")


@cache
def _brands() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9_])(?P<head>{one_of(_heads('brands'))})(?![a-z0-9_])")


@cache
def _unknown() -> re.Pattern[str]:
    """Return what finds places of care and a word behind that is no abbreviation of a ward, as « géronto » is."""
    heads = one_of(_heads("care") - _FAMILIES)
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
        return bool(known.get(town, 0) & Trait.CITY) and _head_of(found) in _heads("care")
    noun = found["noun"]
    return (
        noun is None
        or noun in _TELLS_PLACES
        or not (noun in _heads("generic") or known.get(noun, 0) & (_TELLS_NOTHING | _TELLS_OTHERS))
    )


def _is_told(found: re.Match[str]) -> bool:
    """Tell whether a word behind a place of care is in the dictionary, somebody, a town, or of medicine."""
    traits = alphabet().lexicon.get(found["unknown"], 0)
    told = _TELLS_OTHERS_THAN_NAMES if found["at"] is not None else _TELLS_OTHERS_THAN_NAMES | Trait.MEDICAL
    return bool(traits & told) or in_dictionary(found["unknown"])


def _is_of_body(found: re.Match[str]) -> bool:
    """Tell whether a head is that of a body which is no place of care."""
    return found.re is _brands() or _head_of(found) in _heads("bodies") or found["head"].startswith(_OF_REGIONS)


def _head_of(found: re.Match[str]) -> str:
    return " ".join(found["head"].split())


def _is_known(span: Span, head: int, end: int) -> bool:
    """Tell whether a span is the name behind a head that ends there: a body with or without it, a town without."""
    return span.start < end and (span.label in OF_BODIES or (span.label in _PLACES and span.start >= head))


def _listed(flat: str) -> bool:
    """Tell whether the head of a place of care stands before a name of a list, or a word that no list has."""
    head = _care().match(flat)
    return head is not None and (is_listed_name(head["word"]) or not _has_meaning(head["word"]))


def _has_meaning(word: str) -> bool:
    return bool(alphabet().lexicon.get(word)) or in_dictionary(word)


@cache
def _care() -> re.Pattern[str]:
    return re.compile(rf"{one_of(_heads('care'))}[ ]{{1,2}}{_LINK}(?P<word>[a-z]{{3,30}})(?![a-z0-9_])")


def _end_of_word(folded: str, end: int) -> int:
    """Return where a word that goes on behind hyphens ends."""
    while folded.startswith("-", end) and (word := _WORD.match(folded, end + 1)) is not None:
        end = word.end()
    return end


def _is_headed(folded: str, start: int) -> bool:
    """Tell whether a word that begins the name of a place of care stands there."""
    word = _WORD.match(folded, start)
    return word is not None and bool(alphabet().lexicon.get(word[0], 0) & Trait.CARE_HEAD)


def _with_head(folded: str, span: Span, heads: Sequence[_Heads], first: int) -> Span:
    """Return a span, and the words right before it, from `first` on, that say what it is the name of."""
    for each in heads:
        head = each.before(span) if span.label in each.behind else None
        if head is None or head.start() < first or folded[head.start("space")] == ".":
            continue
        if span.start < head.start("space") or not _is_headed(folded, span.start):
            return replace(span, start=head.start(), label=each.label)
    return span


def _with_letter(folded: str, span: Span, last: int) -> Span:
    """Return a span, and the letter or number, before `last`, of the pavilion that it ends in: « heh pav n »."""
    if span.label != "HOSPITAL" or _PAVILION.search(folded, span.start, span.end) is None:
        return span
    letter = _LETTER.match(folded, span.end, last)
    return span if letter is None else replace(span, end=letter.end())


def _is_of_both(folded: str, before: Span, span: Span) -> bool:
    """Tell whether carers are of what follows too: « HAD Béarn et Soule »."""
    return (
        before.label == "HOSPITAL"
        and span.label in _TERRITORIES
        and folded[before.end : span.start] == " et "
        and _OF_TERRITORIES.match(folded, before.start) is not None
        and not _is_headed(folded, span.start)
    )
