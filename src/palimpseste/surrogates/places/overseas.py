"""Parts of France overseas: which stand for which, what is written for the name of one, and which words tell one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from palimpseste.places import Area, is_on_mainland
from palimpseste.writings.needed import Needed
from palimpseste.writings.passages import Passages

__all__ = [
    "OVERSEAS_WORDS",
    "OverseasWords",
    "departments_meant",
    "overseas_for",
    "overseas_told",
    "wider_than",
]

# The parts whose towns stand for one another, by department: each has 200,000 people or more, a fund, means of travel
# and words of its own, which a story tells. Their names become those of what they lie in.
_WIDER = {
    "971": "Antilles",
    "972": "Antilles",
    "973": "Amazonie",
    "974": "océan Indien",
    "976": "océan Indien",
    "987": "Océanie",
    "988": "Océanie",
}
# What stands for the small ones: Wallis-et-Futuna, and the others.
_FOR_SMALL = {"986": frozenset({"987", "988"})}
_FOR_OTHERS = frozenset({"971", "972", "974"})
_REGION_CODE_LENGTH = 2


class OverseasWords(NamedTuple):
    """Words, and where they are said.

    Parameters
    ----------
    words : str
        A pattern. No name of a town holds what it finds, nor completes it, so that it finds the same whichever stands
        in a note.
    departments : frozenset of str
        The parts overseas, by department.
    """

    words: str
    departments: frozenset[str]


_LARGE = frozenset({"971", "972", "973", "974", "976", "987", "988"})
_ANY = _LARGE | {"975", "977", "978", "986"}
_ANTILLES = frozenset({"971", "972"})

# By hand. Left out is what notes of the mainland say as well (« en métropole depuis 2003 », rum, dengue, a dispensary,
# a pirogue, a medical evacuation, lychees, « toute la tribu »), and what mostly stands in names that are replaced
# (RSMA, CGSS, Air Tahiti). What may be somebody's name (« Banga ») needs words beside it, as the rules that plan dates
# find no names.
OVERSEAS_WORDS = (
    OverseasWords(r"[ée]vasan\w*", _ANY),
    OverseasWords(r"alerte (?:orange |rouge )?cyclone", _ANY - {"973"}),
    # Antilles and Guyane.
    OverseasWords(r"mwen|ti-?punch|rim[eè]d (?:razi[ée]|razy[ée]|p[ée]yi)", _ANTILLES | {"973"}),
    OverseasWords(r"chlord[ée]cone|bananeraies?|dombr[ée]s|quimbois\w*", _ANTILLES),
    OverseasWords(r"sargasses?", _ANTILLES | {"977", "978"}),
    OverseasWords(r"gwo-?ka", frozenset({"971"})),
    OverseasWords(r"yole ronde", frozenset({"972"})),
    OverseasWords(r"bothrops", frozenset({"972", "973"})),
    # Not « cannes », which a town is called.
    OverseasWords(
        r"(?:coupeu(?:r|rs|se|ses) de|champs? de|coupe de la|récolte de la) canne|canne à sucre", _ANTILLES | {"974"}
    ),
    OverseasWords(
        r"orpaill(?:age|ages|eur|eurs|euse|euses)|(?:sur|d['’]) ?(?:un|le) placer|garimpeiros?|wayanas?|wayampis?"
        r"|alukus?|palikurs?|bushinengu[ée]s?|saramacas?|ndjukas?|taki-taki|nengee? tongo|sranan tongo|cachiri"
        r"|(?:à|dans|sur|de) l['’]abattis|grages?",
        frozenset({"973"}),
    ),
    # The Indian Ocean.
    OverseasWords(
        r"zamal|gramoun(?:e|s|es)?|zoreil(?:le|s|les)?|maloya|zourites?|bichiques?|mwin"
        r"|mi (?:lé|gagn|gingn|dor)",
        frozenset({"974"}),
    ),
    OverseasWords(
        r"kwassas?(?:-kwassas?)?|(?:un|le|au|du|en|son|leur|des|les) bangas?|bangas? en tôle|kibushi"
        r"|(?:la|en|par) barge|mabawas?|salouvas?|brochettis?",
        frozenset({"976"}),
    ),
    # The Pacific.
    OverseasWords(r"francs? (?:du )?pacifique|francs? cfp|f\.? ?cfp|xpf", frozenset({"986", "987", "988"})),
    OverseasWords(
        r"ia ora na|iaorana|m[aā]['’]?uru['’]?uru|fa['’]?a['’]?amu|rspf|popa['’]?a|(?:au|le|du) fenua"
        r"|(?:un|au|son|leur) fare|(?:en|parle|parlent) tahitien",
        frozenset({"987"}),
    ),
    OverseasWords(
        r"en tribu|(?<!une )tribu d[eu]|cafat|ruamm|bougna|nakamal|drehu|nengone|iaai"
        r"|(?:statut|autorités?|mariages?|adoption|conseil|sénat) coutumi(?:er|ers|ère|ères)"
        r"|(?:mines?|usine) de nickel",
        frozenset({"988"}),
    ),
    OverseasWords(r"kava", frozenset({"986", "988"})),
)

_SAID = re.compile(
    rf"(?<!\w)(?:{'|'.join(f'(?P<w{number}>{told.words})' for number, told in enumerate(OVERSEAS_WORDS))})(?!\w)",
    re.IGNORECASE,
)
# All of these words hold one, and few notes do.
_NEEDED = Needed(
    (
        "evasan", "cyclone", "mwen", "punch", "tipunch", "rimed", "chlordecone", "bananeraie", "dombre", "dombres",
        "quimbois", "sargasse", "gwoka", "gwo-ka", "yole ronde", "bothrops", "de canne", "de la canne", "canne à sucre",
        "orpaill", "placer", "garimpeiro", "wayana", "wayamp", "aluku", "alukus", "palikur",
        "bushinengu", "saramaca", "ndjuka", "taki-taki", "tongo", "cachiri", "abattis", "grage", "grages", "zamal",
        "gramoun", "zoreil", "maloya", "zourite", "bichique", "mwin", "mi lé", "mi gagn", "mi gingn", "mi dor",
        "kwassa", "banga", "bangas", "kibushi", "barge", "mabawa", "salouva", "brochetti", "pacifique", "cfp", "fcfp",
        "xpf", "ora na", "iaorana", "uru", "uruuru", "mauruuru", "amu", "aamu", "faaamu", "rspf", "popa", "popaa",
        "fenua", "fare", "tahitien", "en tribu", "tribu de", "tribu du", "cafat", "ruamm", "bougna", "nakamal",
        "drehu", "nengone", "iaai", "coutumi", "de nickel", "kava",
    )
)  # fmt: skip


def overseas_for(department: str) -> frozenset[str]:
    """Return the departments whose towns may stand for those of one overseas; empty for one of the mainland."""
    if is_on_mainland(department):
        return frozenset()
    return frozenset({department}) if department in _WIDER else _FOR_SMALL.get(department, _FOR_OTHERS)


def wider_than(area: Area, department: str) -> Area:
    """Return what a department or region overseas lies in, as what stands for itself must not be named by its name.

    Parameters
    ----------
    area : Area
        The department or region.
    department : str
        The code of a department of it; one of the mainland stays itself.
    """
    wider = _WIDER.get(department)
    return replace(area, code=area.code[:_REGION_CODE_LENGTH], name=wider) if wider else area


def overseas_told(passages: Passages) -> frozenset[int]:
    """Return which of :data:`OVERSEAS_WORDS` a note says outside its spans, by their numbers.

    Parameters
    ----------
    passages : Passages
        Of the note.
    """
    if not _NEEDED.among(passages.beginnings):
        return frozenset()
    said, _ = passages.squeezed
    return frozenset(int((found.lastgroup or "w0")[1:]) for found in _SAID.finditer(said))


def departments_meant(numbers: Iterable[int]) -> frozenset[str]:
    """Return the parts overseas that most of some words tell; none of none.

    Examples
    --------
    >>> sorted(departments_meant([])), len(departments_meant([0]))
    ([], 11)
    """
    told = Counter(department for number in numbers for department in sorted(OVERSEAS_WORDS[number].departments))
    most = max(told.values(), default=0)
    return frozenset(department for department, count in told.items() if count == most)
