"""What few towns have: a court, a rectorat, a prison, a spa, a university's hospital. Words before one tell which."""

from __future__ import annotations

import re

__all__ = ["NEAR_HOME", "SITTING", "TOLD_BY_WORDS", "seat_told", "told_of_town"]

# What sits in one town for others around it, unlike a prison or spa, which is somewhere in particular.
SITTING = frozenset({"academy", "court", "court of appeal", "fund"})
# What words tell so surely that it need not be known of the town: « séjour de ski à ».
TOLD_BY_WORDS = frozenset({"airport", "emergency", "police", "ski"})
# Who comes from near home: firemen, a priest.
NEAR_HOME = "near home"
# Behind each of these a town stands, with or without « de » or « à » between.
_TOLD = re.compile(
    r"\b(?:(?P<court>tribunal(?: (?:judiciaire|administratif|de grande instance|de proximit[ée]|pour enfants))?"
    r"|juge des enfants|tj|tgi|barreau|parquet)|(?P<appeal>cour d['’]appel)"
    r"|(?P<academy>rectorat(?: de l['’]acad[ée]mie)?|acad[ée]mie)"
    r"|(?P<fund>caf|carsat|cpam|mdph|pr[ée]fecture|udaf|urssaf)"
    r"|(?P<police>commissariat(?: central| de police)?|h[ôo]tel de police)|(?P<airport>a[ée]roport(?: international)?)"
    r"|(?P<emergency>samu|smur(?: p[ée]diatrique)?|urgences?|(?-i:SAU))"
    r"|(?P<poison>anti-?poisons?|captv|cap)"
    r"|(?P<prison>p[ée]nitentiaire(?: pour femmes)?|maison d['’]arr[êe]t|maison centrale|centre de d[ée]tention|prison"
    r"|usmp|ucsa|(?-i:MA|CP|CD)|(?:incarc[ée]r[ée]|d[ée]tenu|[ée]crou[ée])e?s?)"
    r"|(?P<spa>thermes|thermal|cures?(?: thermales?| conventionn[ée]es?)?)"
    r"|(?P<arsenal>arsenal|manufacture d['’]armes)|(?P<naval>base navale|port militaire)"
    r"|(?P<ski>station de ski|ski|esf|[ée]cole du ski fran[çc]ais))"
    r"[\s.]{0,3}(?:(?:à|au|aux|de|du|des|d['’])\s{0,3})?\Z",
    re.IGNORECASE,
)
# No match of it is longer.
_LONGEST_TOLD = 36
_KINDS = {
    "court": "court",
    "academy": "academy",
    "appeal": "court of appeal",
    "fund": "fund",
    "poison": "poison centre",
    "police": "police",
    "airport": "airport",
    "emergency": "emergency",
    "prison": "prison",
    "spa": "spa",
    "arsenal": "arsenal",
    "naval": "naval base",
    "ski": "ski",
    "runs": "ski",
    "fishing": "sea",
    "shore": "sea",
    "flight": "airport",
    "university": "university hospital",
    "hospital": "hospital",
    "home": NEAR_HOME,
}
_LINK = r"(?:\s(?:à|aux?|avec|d[eu]|sur)\s|\sd['’])"
# What else the words of a sentence tell of the town that they lead to.
_TOLD_OF_TOWN = re.compile(
    r"(?<!\w)(?:(?P<ski>(?:ski|snowboard|luge|classe de neige|sports d['’]hiver)"
    r"(?:\s(?:avec|du|le|en|alpin|de fond|hors[ -]piste)(?!\w)(?P<gap>[^.,;:\n]{0,48}))?"
    r"\s(?:(?:à|aux?|station d[eu])\s|\())"
    # « sur les pistes de », « piste noire des », not « piste cyclable d' », nor « pistes de réflexion ».
    r"|(?P<runs>(?:sur (?:les|des|une|la)|bas (?:de la|des)) pistes?(?: (?:bleue?|noire|rouge|verte)s?| de ski)?"
    r"(?:\s(?:à|aux?|d[eu]s?)\s|\sd['’]))"
    r"|(?P<fishing>(?:(?:ostr[ée]i|conchyli|mytili)cult(?:eur|rice)s?|(?:marin|patron)s?[ -]p[êe]cheurs?"
    r"|mareyeu(?:r|se)s?|cri[ée]e|port de p[êe]che|docker|chalutier(?: bas[ée])?|surfeu(?:r|se)|(?:char à|de) voile"
    r"|s[ée]maphore|plages?|bord de mer|thalasso(?:th[ée]rapie)?|gens de mer|(?:affaires|quartier) maritimes?)"
    + _LINK
    + r")"
    # Said of other places too.
    r"|(?P<shore>(?:marins?|surf|la voile|(?:cercle|centre|club) nautique|(?:base|[ée]cole) de voile|port de plaisance"
    r"|plage d[^.,;:()\n]{1,36}|chantier naval|ferry|phare)" + _LINK + r")"
    r"|(?P<flight>vols?\s(?:(?:m[ée]dicalis[ée]s?|retour|sanitaires?|pour|vers|depuis)\s)?)"
    r"|(?P<university>(?:(?:greff(?:e|er|[ée]e?)|transplant(?:ation|er|[ée]e?))"
    r"(?:\s(?:en cours|pr[ée]vue?|faite?|r[ée]nale|h[ée]patique|pulmonaire|cardiaque|du (?:rein|foie|c(?:œ|oe)ur)))"
    r"{0,2}"
    r"|r[ée]a(?:nimation)? p[ée]d(?:iatrique)?|neuro-?chir(?:urgie|urgiens?)?|chir(?:urgie)? cardiaque|cecos"
    r"|thrombectomie|(?:niveau|type) (?:3|iii))" + _LINK + r")"
    r"|(?P<hospital>(?:hospitalis(?:[ée]e?s?|ation)|op[ée]r[ée]e?s?|maternit[ée])" + _LINK + r")"
    r"|(?P<home>(?:vsav|vsab|pompiers|curé|paroisse)(?:" + _LINK + r"|\s)))\Z",
    re.IGNORECASE,
)
# « Cures » are of chemotherapy too, a « CD » is a disk.
_UNSURE = re.compile(
    r"\b(?:cures|post-?\s?cure|(?-i:MA|CP|CD))\W{1,3}(?:(?:à|au|aux|de|du|des|d['’])\s{0,3})?\Z", re.IGNORECASE
)
_NEVER_SURE = frozenset({"shore", "flight"})
# What is done elsewhere than where somebody was skiing: « chute à ski, opéré à ».
_OF_CARE = re.compile(
    r"\b(?:adress|consult|hospitali|irm|op[ée]r|radio|scanner|suivi|transf|urgences|vue?\b)", re.IGNORECASE
)


def seat_told(words: str) -> str:
    """Return the section of ``seats.txt``, or ``fund``, of the body that the words before a town tell; empty for none.

    Examples
    --------
    >>> seat_told("cour d'appel "), seat_told("incarcéré à "), seat_told("CPAM de "), seat_told("CHU de ")
    ('court of appeal', 'prison', 'fund', '')
    """
    found = _TOLD.search(words, max(0, len(words) - _LONGEST_TOLD))
    return _KINDS[found.lastgroup] if found is not None and found.lastgroup else ""


def told_of_town(words: str, *, is_sure: bool = False) -> str:
    """Return what `seat_told` does, or what else the words of a sentence tell of the town that they lead to.

    Parameters
    ----------
    words : str
        Those before the town.
    is_sure : bool
        Whether words that often tell something else are to tell nothing.

    Examples
    --------
    >>> told_of_town("séjour de ski avec sa classe à "), told_of_town("bilan de greffe en cours avec ")
    ('ski', 'university hospital')
    >>> told_of_town("chute à ski le 3 opérée à "), told_of_town("demande le curé de ")
    ('hospital', 'near home')
    """
    found = _TOLD_OF_TOWN.search(words)
    if found is None:
        return "" if is_sure and _UNSURE.search(words) else seat_told(words)
    kind = next(kind for kind, text in found.groupdict().items() if text is not None and kind != "gap")
    if is_sure and kind in _NEVER_SURE:
        return ""
    return "hospital" if kind == "ski" and _OF_CARE.search(found["gap"] or "") else _KINDS[kind]
