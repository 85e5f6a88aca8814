"""How far what the model found goes on, by the words right beside it.

A place of care has its number or field (« Pasteur 2 », « Sainte-Clotilde Rééducation »), a body its own article (« L'|
Atelier »), the word that its name needs (« Villa | Senior »), what « et » joins to it (« Mille | et Un Plateaux ») and
the words before what it does (« Appel | Médical », « SCANNER IRM | CHAMPEAU »), an address what tells a door of it
(« bâtiment C, cellule 212 », « rue de Gand, au-dessus du garage », « Grand rue »), a town all words of its listed name
(« saint jean | pied de port »), a family name with a particle its second one (« de Brissy d'Orval »), a name that a
line breaks its last letters, and a telephone the bracket that it closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary, place_names
from palimpseste.detection.tokens import OF_NAMES, Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_BODIES, OF_PEOPLE

__all__ = ["with_extents"]

_ENDS: Final = r"(?=[ ]*(?:\n|\Z|[,;:)»]|\.(?:\s|\Z)|[ ]{2}|[ ][–—(-]))"
# « Dupuytren 2 à 15 h », and no « Pasteur 2 fois »
_NUMBER: Final = re.compile(
    r"(?<=[^\W\d_])[ ][1-9](?=[ ]*(?:\n|\Z|[,;:)»]|\.(?:\s|\Z)|[ ][–—-]|[ ](?:le|la|les|lit|pour|en|à|est|ne)[ ]))"
)
_DEPARTMENT: Final = re.compile(rf"(?<=[A-Z]{{2}})[ ](?:0[1-9]|[1-8][0-9]|9[0-5]|2[AB]|97[1-6]){_ENDS}")
_FIELD: Final = re.compile(
    "[ ](?:readaptation|reeducation|dialyse|imagerie|radiologie|psychiatrie|onco(?:logie)?|pediatrie|sport|sante|had"
    f"|smr|ssr){_ENDS}"
)
# No name of a body ends in these: « Villa | Senior ».
_OPEN: Final = re.compile(r"(?<![a-z])(?:villa|saintes?|ste?|notre|les?|la|du|des|de[ ]la)\Z")
_NEXT_WORD: Final = re.compile("[ -][A-ZÀ-Ý][\\w'’]{2,20}(?:-[\\w'’]{2,20}){0,3}")
# « société Mille | et Un Plateaux »
_AND_MORE: Final = re.compile(
    r"[ ](?:et|&)[ ](?:(?:Fils|Filles?|Frères|Cie|Compagnie|Associée?s)(?!\w)"
    r"|[A-ZÀ-Ý][\w'’-]{1,20}(?:[ ][A-ZÀ-Ý][\w'’-]{1,20}){0,2}(?=\)))"
)
_REACH_OF_OPEN: Final = 8
# What firms do: « Appel | Médical ».
_TRADE_ALONE: Final = re.compile(
    "(?:Médical|Assistance|Club|Group|Groupe|Habitat|Institute|Intérim|Nettoyage|Propreté|School|Sécurité|Services?"
    "|Transports?)"
)
_WORDS_BEFORE_TRADE: Final = re.compile(r"(?<![\w'’.-])(?:[A-ZÀ-Ý][\w'’-]{2,20}[ ]){1,2}\Z")
_SPORT_BEHIND: Final = re.compile(
    "[ ](?:athletisme|basket|football|gymnastique|handball|judo|natation|rugby|volley)(?![a-z])"
)
_CLUB: Final = re.compile("(?:A[CJLOS]|ASC|ASM|CSM|E[ANS]|FC|J[AS]|R[CS]|S[CLOU]|U[AGS]|US[MO])[ ]")
# « SCANNER IRM | CHAMPEAU »
_IMAGING_BEFORE: Final = re.compile(
    r"(?:\A|\n)[ ]{0,40}(?P<words>(?:(?:CENTRE|ECHOGRAPHIE|IMAGERIE|IRM|RADIOLOGIE|SCANNER|TEP)[ ]){1,3})\Z"
)
_REACH_OF_WORDS: Final = 44
# An article of a name has a capital where no sentence begins, and in texts all of capitals tells it in a bracket alone.
_OWN_ARTICLE: Final = re.compile(
    r"(?:(?<=[a-zà-ÿ0-9,:][ ])|(?<=[(«\"])|(?<=«[ ]))(?:L['’]|L[ea]s?[ ])\Z|(?<=[(«\"])L(?:['’]|[EA]S?[ ])\Z"
)
_REACH_OF_ARTICLE: Final = 6
_BEHIND_ARTICLE: Final = frozenset({" ", "'", "’"})
_OF: Final = "(?:de[ ]la[ ]|de[ ]l'|du[ ]|des[ ]|de[ ]|d'|a[ ]la[ ]|a[ ]l'|au[ ]|aux[ ]|la[ ]|le[ ]|les[ ]|l')"
_DOOR: Final = (
    r"(?:cellule|chb|tour|bat(?:iment)?\.?|escalier|esc\.?|appt?\.?|appartement|porte|lot|case|casier|logement"
    r"|mobil-home|hangar|entree|hall|bloc|emplacement)[ ](?:n°[ ]?)?(?:[a-z](?![a-z])[ ]?[0-9]{0,3}|[0-9]{1,4}[a-z]?)"
    r"(?![a-z0-9])"
)
_BESIDE: Final = (
    "(?:au-dessus|au-dessous|derriere|en[ ]face|face|a[ ]cote|pres|au[ ]bord|au[ ]fond|au[ ]bout)[ ]"
    f"{_OF}?[a-z-]{{3,20}}(?:[ ]{_OF}?[a-z-]{{3,20}}){{0,2}}"
)
_ADDRESS_BEHIND: Final = re.compile(rf",[ ](?:{_DOOR}|{_BESIDE})(?=[ ]*(?:[,;.)\n]|\Z|[ ]{{2}}|[ ]-[ ]))")
# Behind a quarter only what is nobody's but a dwelling's: a hotel has rooms.
_QUARTER_BEHIND: Final = re.compile(r",[ ]tour[ ][0-9]{1,3}(?![a-z0-9])")
_ADDRESS_BEFORE: Final = re.compile(
    r"(?<![a-z-])(?:tribu[ ]de[ ](?:la[ ])?|(?P<grand>grand[ -])|(?:technopole|zone[ ]artisanale),[ ]"
    # « en chambre 8 de la | résidence La Péniche »
    r"|(?:appartement|appt|bungalow|chambre|logement|mobil-home|studio)[ ](?:n°[ ]?)?[a-z]?[0-9]{1,4}[a-z]?"
    r"[ ](?:(?:de|a)[ ]la|du|au|de[ ]l'|a[ ]l')[ ]?)\Z"
)
_STREET: Final = re.compile("rue(?![a-z])")
_PARTICLE: Final = re.compile("(?:d'|de[ ]|du[ ]|des[ ])")
_SECOND_NAME: Final = re.compile(rf"[ ]d'(?P<name>[a-z]{{3,14}}){_ENDS}")
# What a name goes on with in the next line; « Marie\nest sortie » does not.
_CUT: Final = re.compile(r"\n(?P<rest>[a-zà-ÿ]{1,6})(?=[ ]?[(,;/)\n]|\Z)")
_DETERMINERS: Final = frozenset({"de", "la", "le", "les", "ma", "mes", "ne", "sa", "se", "ses", "ta", "te", "tes"})
_WORDS_BEFORE: Final = re.compile(r"(?<![a-z0-9'-])(?:[a-z]{1,12}[ '-]){1,3}\Z")
_WORDS_BEHIND: Final = re.compile(r"(?:[ '-][a-z]{1,14}){1,5}(?![a-z0-9])")
_WORD: Final = re.compile("[a-z]+")
_ARTICLES: Final = frozenset({"l", "la", "le", "les"})
_REACH: Final = 32
_TOWNS: Final = frozenset({"CITY", "LOCATION"})
_LABELS: Final = frozenset({*OF_BODIES, *OF_PEOPLE, "ADDRESS", "CITY", "LOCATION", "PHONE"})


def with_extents(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Return the spans, disjoint and sorted as before, those of the model as far as they go; time is linear.

    Parameters
    ----------
    view : TextView
        Of the note.
    spans : sequence of Span
        Disjoint and sorted, in its offsets.
    """
    wider: list[Span] = []
    for place, span in enumerate(spans):
        if wider and span.end <= wider[-1].end:
            continue
        if span.label in _LABELS and span.source.startswith("model"):
            first = wider[-1].end if wider else 0
            start, end = _extent(view, span)
            last = end if end <= span.end else _first_of_others(view, spans, place, end)
            start, end = start if start >= first else span.start, end if end <= last else span.end
            span = span.at(start, end) if (start, end) != (span.start, span.end) else span
        wider.append(span)
    return wider


def _first_of_others(view: TextView, spans: Sequence[Span], place: int, end: int) -> int:
    """Return where what is found behind a span begins; a part of the name of a place that ends at `end` is not."""
    for other in islice(spans, place + 1, None):
        if other.end > end or spans[place].label not in _TOWNS or other.label not in _TOWNS:
            return other.start
    return len(view.text)


def _extent(view: TextView, span: Span) -> tuple[int, int]:
    """Return where a span begins and ends with what stands beside it."""
    start, end = span.start, span.end
    if view.text[start - 1 : start] in _BEHIND_ARTICLE and (span.label in OF_BODIES or span.label in _TOWNS):
        article = _OWN_ARTICLE.search(view.text, max(0, start - _REACH_OF_ARTICLE), start)
        if article is not None:
            return article.start(), max(end, _extent_behind(view, span)[1])
    return _extent_behind(view, span)


def _extent_behind(view: TextView, span: Span) -> tuple[int, int]:
    """Return where a span that no article stands before begins and ends."""
    start, end = span.start, span.end
    if span.label in OF_BODIES:
        if _OPEN.search(view.folded, max(start, end - _REACH_OF_OPEN), end) and (
            word := _NEXT_WORD.match(view.text, end)
        ):
            return start, word.end()
        if span.label == "HOSPITAL":
            return _start_of_imaging(view, span), _end_of_place_of_care(view, end)
        more = _AND_MORE.match(view.text, end)
        if more is None and _CLUB.match(view.text, start, end) is not None:
            more = _SPORT_BEHIND.match(view.folded, end)
        return _start_of_firm(view, span), end if more is None else more.end()
    if span.label == "ADDRESS":
        return _start_of_address(view, start), _end(_ADDRESS_BEHIND, view, end)
    if span.label in _TOWNS:
        if span.label == "LOCATION" and (behind := _QUARTER_BEHIND.match(view.folded, end)):
            return start, behind.end()
        return _town(view, span)
    if span.label == "LASTNAME" and _PARTICLE.match(view.folded, start, end):
        second = _SECOND_NAME.match(view.folded, end)
        # « de Brissy d'accord », and not « de Brissy d'Ars »
        if second is not None and (view.text[second.start("name")].isupper() or not in_dictionary(second["name"])):
            return start, second.end()
    if span.label in OF_PEOPLE and (rest := _CUT.match(view.text, end)) and _ends_name(view.folded, span, rest):
        return start, rest.end()
    if span.label == "PHONE" and view.text[start - 1 : start] == "(":
        value = view.text[start:end]
        return (start - 1 if value.count(")") > value.count("(") else start), end
    return start, end


def _start_of_firm(view: TextView, span: Span) -> int:
    """Return where the name of a firm begins of which what it does was found."""
    if _TRADE_ALONE.fullmatch(view.text, span.start, span.end) is None:
        return span.start
    before = _WORDS_BEFORE_TRADE.search(view.text, max(0, span.start - _REACH_OF_WORDS), span.start)
    return span.start if before is None else before.start()


def _start_of_imaging(view: TextView, span: Span) -> int:
    """Return where a line in capitals begins whose words tell what is done in the place of care that ends it."""
    if not view.text[span.start : span.end].isupper():
        return span.start
    before = _IMAGING_BEFORE.search(view.text, max(0, span.start - 2 * _REACH_OF_WORDS), span.start)
    word = _WORD.match(view.folded, span.start)
    if before is None or word is None or alphabet().lexicon.get(word[0], 0) & Trait.CARE_HEAD:
        return span.start
    return before.start("words")


def _ends_name(folded: str, span: Span, rest: re.Match[str]) -> bool:
    """Tell whether the letters of a next line are no word of their own, or make a listed name of a span."""
    letters = folded[rest.start("rest") : rest.end("rest")]
    words = alphabet().lexicon
    if letters not in words and not in_dictionary(letters):
        return True
    name = folded[span.start : span.end]
    if not words.get(name + letters, 0) & OF_NAMES:
        return False
    # « Mme Ani\nta). »: what leads to a noun ends no sentence.
    return letters in _DETERMINERS or not words.get(name, 0) & OF_NAMES


def _end(behind: re.Pattern[str], view: TextView, end: int) -> int:
    found = behind.match(view.folded, end)
    return end if found is None else found.end()


def _start_of_address(view: TextView, start: int) -> int:
    """Return where an address begins, with what its first word is of."""
    before = _ADDRESS_BEFORE.search(view.folded, max(0, start - _REACH), start)
    if before is None or (before["grand"] and _STREET.match(view.folded, start) is None):
        return start
    return before.start()


def _end_of_place_of_care(view: TextView, end: int) -> int:
    """Return where the name of a place of care ends, with its number or, written with a capital, its field."""
    for behind in (_NUMBER, _DEPARTMENT):
        if found := behind.match(view.text, end):
            return found.end()
    field = _FIELD.match(view.folded, end)
    return field.end() if field is not None and view.text[end + 1].isupper() else end


def _town(view: TextView, span: Span) -> tuple[int, int]:
    """Return where the longest listed name of a place begins and ends that a span is a part of."""
    folded = view.folded
    before = _WORDS_BEFORE.search(folded, max(0, span.start - _REACH), span.start)
    behind = _WORDS_BEHIND.match(folded, span.end)
    if before is None and behind is None:
        return span.start, span.end
    starts = [*(word.start() for word in _WORD.finditer(folded, before.start(), before.end()))] if before else []
    ends = [*(word.end() for word in _WORD.finditer(folded, behind.start(), behind.end()))] if behind else []
    for start in (*starts, span.start):
        names = place_names().get(_first_word(folded, start), {})
        if not names or (start < span.start and not _may_begin(view, span, start)):
            continue
        for end in (*reversed(ends), span.end):
            if names.get(" ".join(_words(folded, start, end))):
                return start, end
    return span.start, span.end


def _may_begin(view: TextView, span: Span, start: int) -> bool:
    """Tell whether a word may begin the name that goes on in a span: an article only where all is in small letters."""
    word = _first_word(view.folded, start)
    if word not in _ARTICLES:
        return view.text[start].isupper() == view.text[span.start].isupper()
    is_small = view.text[span.start : span.end].islower()
    return is_small and span.label == "CITY" and view.text[start + len(word)] != "'"


def _first_word(folded: str, start: int) -> str:
    word = _WORD.match(folded, start)
    return "" if word is None else word[0]


def _words(folded: str, start: int, end: int) -> Iterator[str]:
    return (word[0] for word in _WORD.finditer(folded, start, end))
