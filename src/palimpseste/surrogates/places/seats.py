"""What few towns have: a court, a rectorat, a prison, a spa, a university's hospital. Words before one tell which."""

from __future__ import annotations

import re

__all__ = ["NEAR_HOME", "OFFICES", "SITTING", "is_told_by_words", "seat_told", "told_of_town"]

# What sits in one town for others around it, unlike a prison or spa, which is somewhere in particular.
SITTING = frozenset({"academy", "court", "court of appeal", "fund", "prefecture"})
# Of these each department has one or a few.
OFFICES = frozenset({"fund", "prefecture"})
# Who comes from near home: firemen, a priest.
NEAR_HOME = "near home"
# Behind each of these a town stands, with or without « de » or « à » between.
_TOLD = re.compile(
    r"\b(?:(?P<court>tribunal(?: (?:judiciaire|administratif|de grande instance|de proximit[ée]|pour enfants))?"
    r"|juge des enfants|tj|tgi|barreau|parquet|sous-pr[ée]fecture)|(?P<appeal>cour d['’]appel)"
    r"|(?P<academy>rectorat(?: de l['’]acad[ée]mie)?|acad[ée]mie|agence r[ée]gionale de sant[ée]|ars|dreets)"
    r"|(?P<fund>caf|carsat|cci|cpam|udaf|urssaf|caisse (?:primaire(?: d['’]assurance[ -]maladie)?"
    r"|d['’]allocations familiales|d['’]assurance[ -]maladie)|assurance[ -]maladie|s[ée]cu(?:rit[ée] sociale)?"
    r"|chambre des? (?:commerce(?: et d['’]industrie)?|m[ée]tiers(?: et de l['’]artisanat)?))"
    r"|(?P<prefecture>mdph|maison d[ée]partementale des personnes handicap[ée]es|pr[ée]fecture|dasen|dsden"
    r"|inspection acad[ée]mique|chambre d['’]agriculture|[ée]v[êe]ch[ée]|conseil (?:d[ée]partemental|g[ée]n[ée]ral))"
    r"|(?P<college>coll[èe]ge)|(?P<lycee>lyc[ée]e(?: (?:g[ée]n[ée]ral|polyvalent|professionnel|techn\w{4,6}))?)"
    r"|(?P<university>universit[ée]|fac(?:ult[ée])?(?: de (?:droit|lettres|m[ée]decine|pharmacie|sciences))?|iut)"
    r"|(?P<metro>m[ée]tro)|(?P<tram>tram(?:way)?)|(?P<station>gare(?: sncf| tgv)?|tgv)"
    r"|(?P<plant>centrale nucl[ée]aire|cnpe)"
    r"|(?P<police>commissariat(?: central| de police)?|h[ôo]tel de police)|(?P<airport>a[ée]roport(?: international)?)"
    r"|(?P<emergency>samu|smur(?: p[ée]diatrique)?|urgences?|(?-i:SAU))"
    r"|(?P<poison>anti-?poisons?|captv|cap)"
    r"|(?P<prison>p[ée]nitentiaire(?: pour femmes)?|maison d['’]arr[êe]t|maison centrale|centre de d[ée]tention|prison"
    r"|usmp|ucsa|(?-i:MA|CP|CD)|(?:incarc[ée]r[ée]|d[ée]tenu|[ée]crou[ée])e?s?)"
    r"|(?P<thermal>thermes|[ée]tablissement thermal|cures? thermales?|curistes?)"
    r"|(?P<spa>thermal|cures?(?: conventionn[ée]es?)?)"
    r"|(?P<arsenal>arsenal|manufacture d['’]armes)|(?P<naval>base navale|port militaire)"
    r"|(?P<ski>station de ski|ski|esf|[ée]cole du ski fran[çc]ais))"
    r"[\s.]{0,3}(?:(?:à|au|aux|de|du|des|d['’])\s{0,3})?\Z",
    re.IGNORECASE,
)
# No match of it is longer.
_LONGEST_TOLD = 60
_KINDS = {
    "court": "court",
    "academy": "academy",
    "appeal": "court of appeal",
    "fund": "fund",
    "prefecture": "prefecture",
    "college": "college",
    "lycee": "lycee",
    "class": "lycee",
    "metro": "metro",
    "tram": "tram",
    "station": "railway station",
    "train": "railway station",
    "plant": "nuclear plant",
    "works": "nuclear plant",
    "student": "university",
    "ward": "hospital",
    "thermal": "spa",
    "resort": "ski",
    "coast": "sea",
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
    "university": "university",
    "graft": "university hospital",
    "great": "university hospital",
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
    r"|(?P<graft>(?:(?:greff(?:e|er|[ée]e?)|transplant(?:ation|er|[ée]e?))"
    r"(?:\s(?:en cours|pr[ée]vue?|faite?|r[ée]nale|h[ée]patique|pulmonaire|cardiaque|du (?:rein|foie|c(?:œ|oe)ur)))"
    r"{0,2})" + _LINK + r")"
    r"|(?P<great>(?:r[ée]a(?:nimation)? p[ée]d(?:iatrique)?|neuro-?chir(?:urgie|urgiens?)?|chir(?:urgie)? cardiaque"
    r"|pont[ée]e?s?|cecos|thrombectomie|(?:niveau|type) (?:3|iii))" + _LINK + r")"
    r"|(?P<resort>(?:stations?|domaine skiable|pistes|moniteur|monitrice|perchiste|saisonni(?:er|[èe]re))"
    + _LINK
    + r")"
    r"|(?P<works>centrale" + _LINK + r")"
    r"|(?P<coast>(?:ports?|plaisance|bateaux?|voiliers?|baign\w+|noyade|en mer|la mer|p[êe]che [àa] pied|plong[ée]e"
    r"|kite(?:surf)?|paddle|planche [àa] voile|catamaran|croisi[èe]re|jet[ée]e|digue|b[âa]teau-pilote)" + _LINK + r")"
    r"|(?P<class>en (?:seconde|premi[èe]re|terminale|tle|bts)"
    r"(?: (?:g[ée]n[ée]rale|technologique|pro|stmg|st2s|sti2d|[SL]))?" + _LINK + r")"
    r"|(?P<train>(?:tgv|trains?)\s(?:pour|depuis|vers)\s)"
    r"|(?P<student>(?:[ée]tudiante?s?|en (?:l[123]|m[12]|licence|master)(?: de \w{3,14})?)" + _LINK + r")"
    r"|(?P<hospital>(?:hospitalis(?:[ée]e?s?|ation)|op[ée]r[ée]e?s?|maternit[ée])" + _LINK + r")"
    r"|(?P<ward>(?:bloc(?: (?:obst[ée]trical|op[ée]ratoire))?|chirurgie|coro(?:narographie)?|dialyse|radioth[ée]rapie"
    r"|r[ée]a(?:nimation)?|usic|soins intensifs|soins palliatifs|usp)" + _LINK + r")"
    r"|(?P<home>(?:vsav|vsab|pompiers|curé|paroisse)(?:" + _LINK + r"|\s)))\Z",
    re.IGNORECASE,
)
# « Cures » are of chemotherapy too, a « CD » is a disk.
_UNSURE = re.compile(
    r"\b(?:cures|post-?\s?cure|(?-i:MA|CP|CD))\W{1,3}(?:(?:à|au|aux|de|du|des|d['’])\s{0,3})?\Z", re.IGNORECASE
)
# What is said of other towns too.
_NEVER_SURE = frozenset(
    {"coast", "flight", "metro", "resort", "shore", "station", "student", "train", "tram", "ward", "works"}
)
# What tells so surely that it need not be known of the town: « séjour de ski à ».
_BY_WORDS = frozenset(
    {
        *("airport", "flight", "emergency", "police", "ski", "runs", "thermal", "plant", "metro", "tram", "station"),
        *("train", "college", "lycee", "class", "student", "university", "hospital", "ward", "great"),
    }
)
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
    group = _seat_group(words)
    return _KINDS[group] if group else ""


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
    group = _group_told(words)
    return _KINDS[group] if group and not (is_sure and (group in _NEVER_SURE or _UNSURE.search(words))) else ""


def is_told_by_words(words: str) -> bool:
    """Tell whether what some words tell of a town need not be known of it.

    Examples
    --------
    >>> is_told_by_words("chute à ski à "), is_told_by_words("moniteur à "), is_told_by_words("cure à ")
    (True, False, False)
    """
    return _group_told(words) in _BY_WORDS


def _seat_group(words: str) -> str:
    """Return the group of what sits in a town that words before it tell; empty for none."""
    found = _TOLD.search(words, max(0, len(words) - _LONGEST_TOLD))
    return (found.lastgroup if found is not None else None) or ""


def _group_told(words: str) -> str:
    """Return the group of what the words of a sentence tell of the town that they lead to; empty for none."""
    found = _TOLD_OF_TOWN.search(words)
    if found is None:
        return _seat_group(words)
    group = next(group for group, text in found.groupdict().items() if text is not None and group != "gap")
    return "hospital" if group == "ski" and _OF_CARE.search(found["gap"] or "") else group
