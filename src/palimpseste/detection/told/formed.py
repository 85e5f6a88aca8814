"""Names and numbers that a note does not say to be any, and that their form or what stands beside them tells.

Bodies by the initials that stand beside their names (« CHCS (Centre hospitalier Corse-Sud) »), of two words behind
« chez » (« Elle & Tifs »), by what stands there behind a trade (« horloger chez lippe »), of a place and a trade
(« Vosges Accessibilité »), of a name and a legal form (« Kessler S.à r.l. ») and of the letters of a club (« FC
Robretières »). Places with « aux » (« rivière aux Écrevisses ») and with the word that begins the name of a part of an
island (« Bras de Pontho »), creeks, and France for who came there. Numbers of orders (« bon n° 77 »).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from palimpseste.detection.lexicon import alphabet, in_dictionary, words_of
from palimpseste.detection.merge import meets
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.folding import fold
from palimpseste.labels import OF_BODIES
from palimpseste.writings import lists
from palimpseste.writings.short_bodies import initials_of

__all__ = ["of_forms", "of_initials"]

_INITIALS: Final = "rules.body.initials"
_REACH_OF_INITIALS: Final = 14
# « CHCS ( », « (« le GHR ») », « Centre hospitalier de Périgueux - CHP »
_MARKS: Final = r"[ ]{0,3}[(\[,:\n–—-][ ]{0,3}"
_INITIALS_BEFORE: Final = re.compile(rf"(?<!\w)(?P<initials>[A-Z]{{3,6}}){_MARKS}\Z")
_INITIALS_BEHIND: Final = re.compile(
    rf"{_MARKS}(?:[«\"][ ]?)?(?:[Ll]e[ ]|[Ll]a[ ]|[Ll]['’])?(?P<initials>[A-Z]{{3,6}})(?!\w)"
)
_CAPITAL: Final = r"[A-ZÀ-Ý][\w'’-]{1,20}"
_OF_TWO: Final = re.compile(
    r"(?<!\w)(?:[Cc]hez|[Bb]outique|[Ee]ntreprise|[Mm]agasin|[Rr]estaurant|[Ss]alon|[Ss]ociété)[ ]"
    rf"(?P<name>(?P<one>{_CAPITAL})[ ]&[ ](?P<two>{_CAPITAL}))"
)
_TRADE_WORDS: Final = (
    "Accessibilité|Ambulances?|Ascenseurs|Assistance|Autonomie|Dialyse|Habitat|Insertion|Logement|Médical|Mobilité"
    "|Nettoyage|Nutrition|Oxygène|Perfusion|Propreté|Rénovation|Taxis?|Transports?"
)
_TRADE: Final = f"(?:{_TRADE_WORDS})"
_OF_TRADE: Final = re.compile(
    rf"(?<![\w'’-])(?P<where>[A-ZÀ-Ý][^\W\d_]{{3,15}}(?:-[A-ZÀ-Ý][^\W\d_]{{2,15}})?)[ ]{_TRADE}"
    rf"(?:[ ](?:{_TRADE}|Respiratoire|Services?))?(?!\w)"
)
_BESIDE: Final = re.compile(
    r"(?<!\w)(?P<name>(?:(?P<water>[Rr]avine|[Rr]ivière|[ÎIîi]let|[Tt]rou)"
    r"|[Aa]nse|[Bb]assin|[Cc]ascade|[Cc]ombe|[Éé]tang|[Gg]rotte|[Gg]ué|[Ll]ac|[Mm]are|[Pp]lage|[Pp]ointe|[Pp]ont|[Ss]ource)"
    r"[ ](?:aux|(?(water)à|(?!)))[ ](?P<what>[A-ZÀ-Ý][^\W\d_]{2,20}))(?!\w)"
)
_ISLAND: Final = re.compile(r"(?<!\w)(?:Bras|Fond|[ÎI]let|Morne|Ravine|Bois)[ ](?:d[eu]s?[ ]|d['’])\Z")
# Of these words, folded, a text has one that has one of these forms.
_OF_TRADES: Final = frozenset(fold(word.replace("?", "")) for word in _TRADE_WORDS.split("|")) | frozenset(
    fold(word.removesuffix("s?")) for word in _TRADE_WORDS.split("|")
)
_OF_BESIDE: Final = frozenset(
    (
        *("anse", "bassin", "cascade", "combe", "etang", "grotte", "gue", "ilet", "lac", "mare", "plage", "pointe"),
        *("pont", "ravine", "riviere", "source", "trou"),
    )
)
_REACH_OF_ISLAND: Final = 16
# « arrivé en France », « bon n° 77 »
_IN_FRANCE: Final = re.compile(r"[ ]en[ ](?P<name>France)(?![\w-])")
_CAME: Final = re.compile(
    "(?<![a-z])(?:arriv|entr|install|reg(?:roup|ular)|revenu|sejourn|venu|vi[st]|vivre)[a-z]{0,8}"
    r"(?:[ ](?:seule?|illegalement))?\Z"
)
_ORDER: Final = re.compile(r"(?<!\w)[Bb]ons?[ ]n°[ ]?(?P<number>[0-9][0-9A-Z./-]{0,14}[0-9]|[0-9])(?!\w)")
# « crique Sparouine »
_CREEK: Final = re.compile(r"(?<!\w)[Cc]rique[ ](?P<what>[A-ZÀ-Ý][\w'’]{2,20}(?:-[\w'’]{2,20}){0,2})(?!\w)")
# « horloger chez lippe », « sang chez biovallées »
_AT: Final = re.compile(r"chez[ ](?P<name>[a-zà-ÿ]{4,20})(?!\w|['’-])")
_TRADE_BEFORE: Final = re.compile(
    r"(?<![\w'’-])(?:[a-zà-ÿ]{3,14}(?:ier|ière|eur|euse|rice|iste|ien|ienne)"
    r"|(?:berg|bouch|boulang|horlog|maraîch|vach)(?:er|ère)|agent|cadre|commis|employée?|maçon|mécano|salariée?)[ ]\Z"
)
_REACH_OF_TRADE: Final = 20
_NOBODY: Final = (
    Trait.FUNCTION | Trait.KIN | Trait.ROLE | Trait.TITLE | Trait.UNIT | Trait.MEDICAL
    | Trait.CARE_WORD | Trait.CARE_HEAD | Trait.BODY_HEAD
)  # fmt: skip
# How names of firms are made up.
_MADE_UP: Final = re.compile("(?:agri|aqua|auto|bio|cerba|eco|euro|inter|labo|medi|opti|pharma|techni)[a-z]{3,15}")
# « match (FC Robretières) », « handball au Saint-Herblain HB »
_SPORTS: Final = (
    *("match", "entrainement", "licenci", " club", "foot", "rugby", "handb", "basket", "volley", "judo"),
    *("pilier ", "joue ", " sport", "moniteur", " surf", "tournoi"),
)
_CLUB_LETTERS: Final = (
    "A[CJLOS]|ASC|ASM|ASPTT|B[CB]|C[AKNOS]|CSM|E[ANS]|FC|GS|HBC?|J[AS]|O[CL]|R[CS]|RCT|S[ACLOU]|TC|U[AGS]|US[MO]"
    "|V[BC]|VBC"
)
_CLUB: Final = re.compile(
    rf"[A-Z](?<![\w'’-].)(?:(?<=(?=(?:{_CLUB_LETTERS})[ ]).)[A-Z]{{1,4}}[ ](?:d[eu][ ]|d['’])?"
    r"(?P<before>[A-ZÀ-Ý][\w'’-]{2,24})"
    r"|(?P<behind>[\w'’-]{2,24})[ ](?:HBC?|FC|Handball|Rugby|Basket|Volley|Judo|Natation|Football|Surf[ ]School))"
    r"(?![\w'’-])"
)
_REACH_OF_CLUB: Final = 70
# « Nettoservice S.à r.l. »
_LEGAL: Final = re.compile(
    r"[ ]?(?:S\.[ ]?[àa][ ]?r\.[ ]?l\b\.?|S\.A\.(?:R\.L\.|S\.|[ ]de[ ]C\.V\.)?|S\.P\.R\.L\.|S\.R\.L\.)"
)
_OF_LEGAL: Final = ("S.à", "S.A.", "S.P.R.L.", "S.R.L.")
_FORMED_BODY: Final = "rules.body.formed"
_FORMED_NUMBER: Final = "rules.number.formed"
_FORMED_PLACE: Final = "rules.place.formed"


def of_initials(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the initials of bodies that a bracket, a dash, a comma or a new line parts from their names.

    In 5,106 notes of `corpus/notes` 17 of 18 are annotated as well. Time is linear in the number of spans.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    """
    text = view.text
    bodies = [span for span in spans if span.label in OF_BODIES]
    for span in bodies:
        for beside in (
            _INITIALS_BEFORE.search(text, max(0, span.start - _REACH_OF_INITIALS), span.start),
            _INITIALS_BEHIND.match(text, span.end),
        ):
            if beside is None or meets(spans, *beside.span("initials")):
                continue
            if initials_of(text[span.start : span.end]).startswith(beside["initials"]):
                yield Span(*beside.span("initials"), span.label, _INITIALS)


def of_forms(view: TextView, spans: Sequence[Span], words: frozenset[str]) -> Iterator[Span]:
    """Yield bodies, places and numbers that are told by their form; time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    words : frozenset of str
        The folded tokens of the note.
    """
    bodies = [span for span in spans if span.label in OF_BODIES or span.label == "ADDRESS"]
    yield from _of_firms(view.text, bodies, words)
    yield from _at_work(view, spans)
    yield from _of_places_and_orders(view, spans)
    yield from _of_clubs(view, bodies)
    yield from _of_legal_forms(view.text, spans)
    if not words.isdisjoint(_OF_BESIDE):
        yield from _with_aux(view.text, bodies)
    yield from _of_islands(view.text, spans)


def _of_firms(text: str, bodies: Sequence[Span], words: frozenset[str]) -> Iterator[Span]:
    """Yield bodies of two words behind « chez » and the like, and of a place and a trade."""
    trades = () if words.isdisjoint(_OF_TRADES) else _OF_TRADE.finditer(text)
    for found in chain(_OF_TWO.finditer(text) if "&" in text else (), trades):
        start, end = found.span("name" if found.re is _OF_TWO else 0)
        if not meets(bodies, start, end) and _names_a_body(found):
            yield Span(start, end, "ORGANIZATION", _FORMED_BODY)


def _of_places_and_orders(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield France where somebody came to it, creeks, and the numbers of orders."""
    text = view.text
    for found in _IN_FRANCE.finditer(text) if " en France" in text else ():
        before = _CAME.search(view.folded, max(0, found.start() - _REACH_OF_TRADE), found.start())
        if before is not None and not meets(spans, *found.span("name")):
            yield Span(*found.span("name"), "LOCATION", _FORMED_PLACE)
    for found in _ORDER.finditer(text) if "n n°" in text else ():
        if not meets(spans, *found.span("number")):
            yield Span(*found.span("number"), "OTHER_ID", _FORMED_NUMBER)
    for found in _CREEK.finditer(text) if "rique " in text else ():
        if not meets(spans, *found.span()):
            yield Span(*found.span(), "LOCATION", _FORMED_PLACE)


def _at_work(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield words in small letters behind « chez »: made up, or behind a trade."""
    if "chez " not in view.text:
        return
    text = view.text
    for found in _AT.finditer(text):
        name = view.folded[slice(*found.span("name"))]
        traits = alphabet().lexicon.get(name, 0)
        if traits & _NOBODY or meets(spans, *found.span("name")):
            continue
        is_made_up = not traits and _MADE_UP.fullmatch(name) is not None and not in_dictionary(name)
        start = found.start()
        if is_made_up or (
            not name.endswith("s") and _TRADE_BEFORE.search(text, max(0, start - _REACH_OF_TRADE), start) is not None
        ):
            yield Span(*found.span("name"), "ORGANIZATION", _FORMED_BODY)


def _of_clubs(view: TextView, bodies: Sequence[Span]) -> Iterator[Span]:
    """Yield clubs by the letters that their names begin or end with, behind a word of sports."""
    folded = view.folded
    said = [sport for sport in _SPORTS if sport in folded]
    if not said:
        return
    for found in _CLUB.finditer(view.text):
        start, end = found.span()
        name = found["before"] or view.text[start : found.end("behind")]
        before = folded[max(0, start - _REACH_OF_CLUB) : start]
        if any(map(before.__contains__, said)) and not meets(bodies, start, end) and _may_have_a_club(name):
            yield Span(start, end, "ORGANIZATION", _FORMED_BODY)


def _of_legal_forms(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield organizations with the legal form behind their name."""
    if not any(map(text.__contains__, _OF_LEGAL)):
        return
    for span in spans:
        # The model may have the first letter of the form.
        end = span.end - 2 if text.endswith("S.", span.start, span.end) else span.end
        legal = _LEGAL.match(text, end) if span.label == "ORGANIZATION" else None
        if legal is not None and legal.end() > span.end:
            yield Span(span.start, legal.end(), "ORGANIZATION", _FORMED_BODY)


def _with_aux(text: str, bodies: Sequence[Span]) -> Iterator[Span]:
    """Yield places by what is at them, behind « aux », of some waters also behind « à »."""
    for found in _BESIDE.finditer(text):
        if not meets(bodies, *found.span("name")) and not _traits(found["what"]) & Trait.CITY:
            yield Span(*found.span("name"), "LOCATION", _FORMED_PLACE)


def _of_islands(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield names that the model found with the word before them that begins the name of a part of an island."""
    for span in spans:
        if span.label not in ("CITY", "LOCATION", "LASTNAME") or not span.source.startswith("model"):
            continue
        if (head := _ISLAND.search(text, max(0, span.start - _REACH_OF_ISLAND), span.start)) is not None:
            yield Span(head.start(), span.end, "LOCATION", _FORMED_PLACE)


def _may_have_a_club(name: str) -> bool:
    """Tell whether a name is that of a town, or no word, so that letters beside it are a club and no trade or drug."""
    words = words_of(name)
    if lists.is_listed("given", name.lower()):
        return False
    known = [alphabet().lexicon.get(word, 0) for word in words]
    if any(traits & (Trait.CITY | Trait.CITY_WORD | Trait.LOCATION) for traits in known):
        return not any(traits & (Trait.TITLE | Trait.FUNCTION | Trait.MEDICAL) for traits in known[:1])
    return not any(known) and not any(map(in_dictionary, words))


def _names_a_body(found: re.Match[str]) -> bool:
    """Tell whether two names are no two people, or a trade stands behind a place or a word of no dictionary."""
    if found.re is _OF_TWO:
        return not (lists.is_listed("given", found["one"].lower()) and lists.is_listed("given", found["two"].lower()))
    first = found["where"].partition("-")[0]
    return bool(_traits(first) & Trait.LOCATION) or not any(map(in_dictionary, words_of(first)))


def _traits(name: str) -> int:
    words = words_of(name)
    return alphabet().lexicon.get(words[0], 0) if len(words) == 1 else 0
