"""Places by what they are, streets named after who has a title, regiments and banks of tissues.

What the model found behind a word in small letters that says what it is goes on over it (« passe de Tiputa », « bains
de Llo », « IDEL, hameau de Poggio, »), and what nobody found is a place behind such a word alone (« lac de Guéry »).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import meets
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import OF_PEOPLE

__all__ = ["of_kinds"]

_PLACE: Final = "rules.place.formed"
_STREET: Final = "rules.address.formed"
_BODY: Final = "rules.body.formed"

_LINK: Final = r"(?:de[ ]la[ ]|de[ ]l'[ ]?|du[ ]|des[ ]|de[ ]|d'[ ]?)"
# What land and water have that is named after nobody: « étang de Thau ».
_SURE: Final = (
    "barrage|calanque|cascade|ecluse|etang|falaise|foret|gouffre|grotte|lac|lagon|motu|phare|plage|presqu'ile|tourbiere"
    "|vallee"
)
# What anatomy, streets or graphs have too.
_OTHERS: Final = (
    "anse|bains|baie|bois|cap|cirque|col|combe|crete|crique|dune|gorges|marais|massif|mont|parc|passe|pic|piton|plateau"
    "|pointe|pont|ravine|refuge|riviere|rocher|saut|source|vallon"
)
_KIND_BEFORE: Final = re.compile(rf"(?<![\w-])(?:{_SURE}|{_OTHERS})[ ]{_LINK}\Z")
_LAST_OF_LINKS: Final = ("de ", "du ", "des ", "de la ", "'", "' ", "hameau ", "dit ")
_SURE_KIND: Final = re.compile(
    rf"(?<![a-z-])(?P<kind>{_SURE})[ ]{_LINK}(?P<name>[a-z][a-z']{{2,20}}(?:-[a-z']{{1,20}}){{0,4}})(?![a-z0-9'-])"
)
# « presqu'île » is two tokens.
_SURE_WORDS: Final = tuple(kind.rpartition("'")[2] for kind in _SURE.split("|"))
_KIND_WORDS: Final = (*_SURE_WORDS, *_OTHERS.split("|"), "hameau", "lieu", "lieudit")
_NO_PLACE: Final = Trait.EPONYM | Trait.MEDICAL | Trait.TITLE | Trait.MONTH
_REACH: Final = 40
_PLACES: Final = frozenset({"CITY", "LOCATION", *OF_PEOPLE})

# « IDEL, hameau de Poggio, 04 95 »: where somebody is found.
_HAMLET_BEFORE: Final = re.compile(
    rf"(?:[,;:(][ ]|[ ][–-][ ]|\n[ ]{{0,20}})(?P<kind>(?:hameau|lieu-?dit)[ ]{_LINK}?)\Z"
)
_ENDS: Final = re.compile(r"[ ]*(?:[,;)\n]|\.(?:\s|\Z)|\Z|[ ][–-])")

# « Boulevard du Pr Jules Leclercq »
_TITLED: Final = re.compile(
    r"(?<![\w'’-])(?:[0-9]{1,4}(?:[ ]?(?:bis|ter))?,?[ ])?(?:[Rr]ue|RUE|[Aa]venue|AVENUE|[Aa]v\.?|[Bb]oulevard"
    r"|BOULEVARD|[Bb]d|BD|[Aa]llées?|ALLEES?|[Cc]hemin|CHEMIN|[Ii]mpasse|IMPASSE|[Qq]uai|QUAI|[Ss]quare|SQUARE"
    r"|Place|PLACE|Cours|COURS|Esplanade|ESPLANADE)[ ](?:du|DU|de[ ]la|DE[ ]LA|des|DES)[ ]"
    r"(?:[PpDd]r\.?|PR|DR|[Pp]rof\.?|PROF|[Dd]octeur|DOCTEUR|[Pp]rofesseur|PROFESSEUR)[ ]"
    r"[A-ZÀ-Ý][\w'’.-]*(?:[ ](?:d[eu][ ]|d['’])?[A-ZÀ-Ý][\w'’-]{1,20}){0,3}"
)
_OF_TITLED: Final = (" du pr", " du dr", " du docteur ", " des docteurs ")

_STREETS: Final = (
    *("allee", "allees", "av", "avenue", "bd", "boulevard", "chemin", "cours", "esplanade", "impasse", "place", "quai"),
    *("rue", "square"),
)

# The army's, by the letters of its kinds: no others but these are read, of which medicine has none.
_REGIMENTS: Final = (
    *("BCA", "BCP", "BIMA", "BIMa", "BImA", "BIma", "BPC", "DBLE", "DLEM", "RAL", "RAMA", "RAMa", "RAP", "RCA"),
    *("RCC", "RCh", "RDP", "REC", "REG", "REI", "REP", "RGE", "RGP", "RHC", "RHFS", "RHP", "RIAOM", "RIC", "RICM"),
    *("RIMA", "RIMAP", "RIMa", "RIMaP", "RMAT", "RMED", "RMT", "RPCS", "RPCs", "RPIMA", "RPIMa", "RSM", "RSMA"),
    *("RTM", "RTP", "RTm", "RTrans"),
)
# These are exams or findings elsewhere: « 2e RA ».
_SHORT_REGIMENTS: Final = ("BM", "GC", "RA", "RD", "RG", "RH", "RI", "RIA")
_ARMY_WORDS: Final = frozenset(map(str.lower, _REGIMENTS))
_SHORT_WORDS: Final = frozenset(map(str.lower, _SHORT_REGIMENTS))


def _numbered(letters: Iterable[str]) -> re.Pattern[str]:
    """Return what finds a regiment by its number and letters."""
    return re.compile(rf"(?<![\w.,/-])[0-9]{{1,3}}(?:er|e|ème|eme|°)[ ](?:{'|'.join(letters)})(?![\w'’-])")


_OF_REGIMENT: Final = _numbered(_REGIMENTS)
_OF_SHORT_REGIMENT: Final = _numbered(_SHORT_REGIMENTS)
_OF_ARMY: Final = (
    *("regiment", "engage volontaire", "militaire", "armee", "caserne", "legion", "sergent", "adjudant", "caporal"),
    *("lieutenant", "parachutiste", "service national", "incorpor"),
)

# « Banque française des yeux », « Banque de tissus HCL »
_BANK: Final = re.compile(
    r"(?<!\w)(?:Banque[ ](?:(?:française|européenne|nationale|régionale|multitissus)[ ])?"
    r"|banque[ ](?=[a-z' ]{5,20}[ ](?:HCL|EFS|CHU|CHRU)))"
    r"(?:de[ ]|des[ ]|d['’])(?:cornées|lait|os|peau|sang[ ]placentaire|tissus(?:[ ]humains)?|yeux|têtes[ ]fémorales)"
    r"(?:[ ](?:HCL|EFS|CHR?U|AP-HP)(?!\w))?(?![\w-])"
)


def of_kinds(view: TextView, spans: Sequence[Span], words: frozenset[str]) -> Iterator[Span]:
    """Yield places with the word that says what they are, streets, regiments and banks; time is linear in the text.

    Parameters
    ----------
    view : TextView
        The note.
    spans : sequence of Span
        Disjoint and sorted, in offsets of the view.
    words : frozenset of str
        The folded tokens of the note.
    """
    if not words.isdisjoint(_KIND_WORDS):
        yield from _with_kinds(view, spans)
    if not words.isdisjoint(_SURE_WORDS):
        yield from _unfound(view, spans)
    text, folded = view.text, view.folded
    if not words.isdisjoint(_STREETS) and any(map(folded.__contains__, _OF_TITLED)):
        for found in _TITLED.finditer(text):
            yield Span(*found.span(), "ADDRESS", _STREET)
    if not words.isdisjoint(_ARMY_WORDS):
        for found in _OF_REGIMENT.finditer(text):
            yield Span(*found.span(), "ORGANIZATION", _BODY)
    if not words.isdisjoint(_SHORT_WORDS) and any(map(folded.__contains__, _OF_ARMY)):
        for found in _OF_SHORT_REGIMENT.finditer(text):
            yield Span(*found.span(), "ORGANIZATION", _BODY)
    if "banque" in words:
        for found in _BANK.finditer(text):
            yield Span(*found.span(), "ORGANIZATION", _BODY)


def _with_kinds(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield what the model found behind a word that says what it is, with that word."""
    folded = view.folded
    for span in spans:
        if span.label not in _PLACES or not span.source.startswith("model"):
            continue
        start = max(0, span.start - _REACH)
        if folded.endswith(_LAST_OF_LINKS, start, span.start):
            if span.label not in OF_PEOPLE or view.text[span.start].isupper():
                kind = _KIND_BEFORE.search(folded, start, span.start)
                if kind is not None and view.text[kind.start()].islower() and _may_be_a_place(view, span):
                    yield Span(kind.start(), span.end, "LOCATION", _PLACE)
                    continue
            hamlet = _HAMLET_BEFORE.search(folded, start, span.start)
            if hamlet is not None and _ENDS.match(folded, span.end):
                yield Span(hamlet.start("kind"), span.end, "ADDRESS", _STREET)


def _may_be_a_place(view: TextView, span: Span) -> bool:
    """Tell whether a span is no name of anatomy: « anse de Roux »."""
    word = view.folded[span.start : span.end].partition(" ")[0].partition("-")[0]
    return span.label not in OF_PEOPLE or not alphabet().lexicon.get(word, 0) & _NO_PLACE


def _unfound(view: TextView, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield places behind a word that only places have, in small letters, where nothing was found."""
    folded = view.folded
    for found in _SURE_KIND.finditer(folded):
        if not view.text[found.start()].islower() or not view.text[found.start("name")].isupper():
            continue
        traits = alphabet().lexicon.get(found["name"].partition("-")[0], 0)
        if not traits & _NO_PLACE and not meets(spans, *found.span()):
            yield Span(*found.span(), "LOCATION", _PLACE)
