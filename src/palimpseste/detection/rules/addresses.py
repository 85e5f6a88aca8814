"""Street lines, postal codes and the city that follows one.

Street names are read with their case: "12 rue des Lilas" ends where words without capital begin. A line wholly in lower
case, as in hurried notes, ends after the words that a street name usually has.
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import first_words, one_of
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["RULES"]


def _any_case(*names: str) -> str:
    """Return the expression of any entry of the lists, in lower case, capitalised or in capitals, accents or none."""
    forms = set()
    for word in (word for name in names for word in word_list(f"rules/addresses/{name}.txt")):
        for spelled in (word, fold_same_length(word)):
            forms |= {spelled, spelled.capitalize(), spelled.title(), spelled.upper()}
    return one_of(forms)


_CAPITAL: Final = "A-ZÀ-ÖØ-ÞŒ"
_PARTICLE: Final = (
    r"(?:d[ue]s?|de la|de l'|la|les?|l'|d'|aux|sur|sous|et|lès|lez|ar|an|DE LA|DES?|DU|LA|LES?|DE L'|D'|L'"
    r"|AUX|von|van|der|[àÀ](?=[ ](?:" + one_of(word_list("rules/addresses/behind_a.txt")) + r")(?!\w)))"
)
# One word of a street name: capitalised, quoted, or in figures but no postal code; a full stop ends a sentence
# unless what it ends is an abbreviation.
_NAME_WORD: Final = (
    rf"(?:[dlDL]')?(?:«[ ]?)?(?:[{_CAPITAL}][\w'’]{{0,2}}\.(?=[ -]?[{_CAPITAL}])|[{_CAPITAL}][\w'-]*"
    rf"|[0-9]{{1,4}}(?:er|e|ER|E)?(?![\w/,.:-]?[0-9]))(?:[ ]?»)?"
)
_NAME: Final = rf"(?:(?:[ ]{{1,2}}{_PARTICLE}){{0,2}}(?:[ ]|(?<=')){_NAME_WORD}){{1,5}}"
# In lower case: particles, one word or two.
_LOWER_WORD: Final = r"[a-zà-ÿ][a-zà-ÿ'-]{2,}"
_LOWER_NAME: Final = (
    r"(?:[ ](?:d[ue]s?|de la|la|les?|aux?|ar|an|de l'|d'|saint|ste?|general|gal|docteur|president"
    r"|marechal)){0,3}(?:[ ]|(?<=')){word}"
    r"(?:[ ](?!(?:et|ou|est|au|à|chez|avec|pour|tel|tél|dans|code|vers|alors|qui|il|elle|le|la|les|de|du"
    r"|des|dont|sans|par|porte|appt|esc|bat|bât)\b){word})?"
).replace("{word}", _LOWER_WORD)
_STREET: Final = _any_case("street", "street_rare")
_LOWER_STREET: Final = _any_case("street_sure", "street_lower")

# Bâtiment C, 2e étage, appt 12, « Les Mûriers »: what goes on after a comma, a dash or two spaces.
_PART_HEAD: Final = _any_case("address_part")
_ORDINAL: Final = (
    r"[0-9]{1,2}[ ]?(?:ers?|[eè]mes?|e|è|ER|EME|E)(?:[ ](?:étage|etage|ETAGE|ét\.?|et\.?|ETG|gauche|droite"
    r"|face|GAUCHE|DROITE))+"
)
_PART: Final = (
    r"(?:"
    rf"{_ORDINAL}"
    rf"|[0-9]{{1,4}}(?:[ ]?(?:bis|ter))?,?[ ]{{1,2}}{_STREET}(?!\w){_NAME}"
    rf"|{_PART_HEAD}(?!\w)[ ]{{0,2}}(?:n°s?[ ]?)?(?:[0-9][\w-]{{0,7}}(?:[ ][0-9]{{2,3}}(?![0-9]))?"
    rf"|[A-Za-z][0-9]{{0,4}}(?![\w'])|{_NAME})"
    r"|«[ ]?[^»\n]{2,40}»"
    r"|(?i:rdc|porche|bourg)(?!\w)"
    r")"
)
_TAIL: Final = (
    r"(?:(?:,[ ]|[ ]-[ ]|[ ]{1,2}(?=[BbEeAaCcTtPpRr0-9])(?=(?i:b[aâ]t|esc|appt?|apt|bp|cs|tsa|porte|r[eé]s"
    r"|pavillon|[0-9]{1,2}(?:er|[eè]me|e)[ ](?:[eé]t)))|\n[ ]{0,50}(?=(?i:b[aâ]t|esc|appt?|apt|bp"
    r"|cs[ ][0-9])))"
    rf"{_PART}){{0,5}}"
)
_REPEAT: Final = r"(?:[ ]?(?:bis|ter|quater|BIS|TER|QUATER|[A-Ea-e](?![\w'])))?"

_NUMBERED: Final = (
    rf"(?P<ADDRESS>[0-9](?<![0-9A-Za-z].)(?<![0-9][/,.].)[0-9]{{0,3}}(?=[ ,A-Za-z-])(?:[ ]?-[ ]?[0-9]{{1,4}})?{_REPEAT}"
    rf",?[ ]{{0,2}}(?:{_STREET}(?![\w']){_NAME}|{_LOWER_STREET}(?![\w']){_LOWER_NAME}|[Gg]rande?[ -][Rr]ue\b){_TAIL})"
)
_HEADED: Final = (
    rf"(?P<ADDRESS>(?P<head>{_any_case('street_named', 'street_weak')})(?![\w'-])(?:{_NAME}|{_LOWER_NAME}){_TAIL})"
)
_BOX: Final = (
    r"(?P<ADDRESS>[BCTS](?<![A-Za-z].)(?:(?<=B)\.?P\.?|(?<=C)\.?S\.?|(?<=T)SA)[ ]?(?:n°[ ]?)?"
    r"(?:[0-9]{2,3}[ ]?[0-9]{3}|[0-9]{1,5}|[A-Z][0-9]{1,3})(?![0-9/])(?:[ ][A-Z][a-zà-ÿ]{2,15})?)"
    r"(?=[ ]{0,3}(?:[-–,|)]|\n|$)|[ ]{1,40}[0-9]{5})"
)
_CUED: Final = (
    rf"{_any_case('address_cue')}(?![\w'])(?:[ ]?[:.=]{{1,12}}|[ ](?:au|à|dans)(?=[ ])|,)?[ ]{{0,20}}[\"(]?"
    rf"(?P<ADDRESS>[{_CAPITAL}0-9l][^\n,;:(|\"]{{2,60}}"
    rf"(?:,[ ][^\n,;:(|0-9]{{1,4}}[^\n,;:(|]{{1,46}}){{0,4}}?)(?=[,\"]{{0,2}}(?:\n[ ]{{0,40}}|[ ]{{1,6}}"
    rf"(?:[-–][ ])?)[0-9]{{5}}(?:[ ,]|$))"
)
_HAMLET: Final = (
    # "Mme Odile Marchais, Les Basses Roches, 49250": a hamlet between commas or dashes and the postal code
    rf"[,–-][ ](?P<ADDRESS>(?:L[ea]s?|L'|Mas|Ker|Moulin|Ferme|Hameau|Bourg)[ ]?[{_CAPITAL}]?[\w'-]*(?:[ ]"
    rf"(?:{_PARTICLE}[ ])?[{_CAPITAL}][\w'-]*){{0,4}}(?:,[ ][{_CAPITAL}][\w' -]{{2,30}})?)(?=(?:,[ ]"
    rf"|[ ][–-][ ])[0-9]{{5}}[ ][{_CAPITAL}])"
)

# -- postal code and city ---------------------------------------------------------------------------------------------

_CITY_PARTICLE: Final = (
    r"(?:sur|SUR|lès|les|LES|lez|LEZ|de|DE|la|LA|le|LE|du|DU|des|DES|en|EN|aux?|AUX?|sous|SOUS|et|ET|d'|D'"
    r"|l'|L'|s/|S/|à|-)"
)
_CITY_WORD: Final = rf"[{_CAPITAL}][\wÀ-ÿ'./-]*[\wÀ-ÿ]|[{_CAPITAL}]{{2,}}"
_CITY: Final = (
    rf"(?:{_CITY_WORD})(?:[ ]{{1}}(?:(?:{_CITY_PARTICLE})[ ]?){{0,3}}(?:{_CITY_WORD})){{0,4}}"
    r"(?:[ ](?i:cedex)(?:[ ][0-9]{1,2}(?![0-9]))?|[ ][0-9]{1,2}[ ]?(?:e|er|ème|eme|è|E|ER|EME)?(?![\w/.,-]))?"
)
_ZIP: Final = (
    rf"(?P<ZIP>[0-9](?<![0-9A-Z].)(?<![0-9][.,/-].)(?:[0-9]{{4}}|[0-9][ ][0-9]{{3}}))(?![0-9])"
    rf"(?:(?:,?[ ]{{1,8}}|[ ]?\n[ ]{{0,60}}|[ ]?-[ ]?)?(?P<CITY>{_CITY})|(?![A-Za-z%]|[.,/-][0-9]))"
)


def _is_department(digits: str) -> bool:
    return "01" <= digits[:2] <= "95" or digits[:3] in (
        "971",
        "972",
        "973",
        "974",
        "975",
        "976",
        "977",
        "978",
        "986",
        "987",
        "988",
        "980",
    )


_NOT_CITY: Final = frozenset(word_list("rules/addresses/not_city.txt"))


_NUMBER_BEFORE: Final = re.compile(
    r"(?:\ba |[<>=] ?|[0-9]{2,3}[ .][0-9]{2,3}[ .]|(?:\bn°|rpps|finess|ipp|nda|lot|poste|dect|tel|bip|code"
    r"|plaquettes|gb|cs|bp|tsa|adeli|am)[ :.]{0,4})$"
)
_ADDRESS_CONTEXT: Final = re.compile(
    r"(?:\b(?:code postal|cp|adresse|domicile|ville)[ :.]{1,12}|\b(?:rue|avenue|av|bd|boulevard|chemin"
    r"|allee|place|route"
    r"|impasse|residence|bp|cs|venelle|quai|cours|bat|etage|appt)\b[^\n]{0,40}[, \n-]{1,6})$"
)


def _is_postal_code(match: re.Match[str], view: TextView) -> bool:
    """Accept a department's code before capitalised words that are no unit, or alone in an address."""
    start = match.start("ZIP")
    if not _is_department(match["ZIP"]):
        return False
    if match["CITY"] is None:
        return " " not in match["ZIP"] and _ADDRESS_CONTEXT.search(view.folded[max(0, start - 70) : start]) is not None
    first = re.split("[^a-z]", fold_same_length(match["CITY"]), maxsplit=1)[0]
    if match["CITY"].lower() in ("le", "la", "les", "l"):
        return False
    return first not in _NOT_CITY and _NUMBER_BEFORE.search(view.folded[max(0, start - 14) : start]) is None


_CARE_OR_TITLE: Final = re.compile(
    r"\b(?:CHU|CHR|CH|Hôpital|hôpital|Clinique|clinique|EHPAD|Dr|Pr|Mme|M\.|IRM|RCP|HDJ|SSR|LHSS)\b"
)
_NOT_A_PLACE: Final = re.compile(
    r"\b(?:en|mise?s? en|au|sa|ma|une|cette|chaque|fausse|prise en|sur|de la|hopital|ehpad|clinique"
    r"|college|ecole|lycee|foyer|sur la|la|l[ea] place de) ?$"
)
_HOME_CUE: Final = re.compile(
    r"\b(?:"
    + one_of(word_list("rules/addresses/address_cue.txt"))
    + r")(?![a-z])[ :.=,\n]{0,12}(?:a la |au |dans la |la |le )?$"
)
_ZIP_AFTER: Final = re.compile(r"[, ]{0,3}(?:[-–][ ]?)?\n?[ ]{0,50}[0-9]{5}\b")


_WEAK_HEADS: Final = frozenset(fold_same_length(word) for word in word_list("rules/addresses/street_weak.txt"))
_SURE_HEADS: Final = frozenset(fold_same_length(word) for word in word_list("rules/addresses/street_sure.txt"))


def _is_headed_line(match: re.Match[str], view: TextView) -> bool:
    """Refuse "en place", "sur la route": a street without number needs its name, and a place where homes are told.

    A residence or a hamlet counts only with a postal code after it or words that speak of a home before it.
    """
    start, end = match.span("ADDRESS")
    value = match["ADDRESS"]
    if _CARE_OR_TITLE.search(value):
        return False
    if _ZIP_AFTER.match(view.text, end):
        return True
    before = view.folded[max(0, start - 40) : start]
    head = fold_same_length(match["head"])
    if value.islower():
        return head in _SURE_HEADS and _NOT_A_PLACE.search(before.removesuffix("la ").removesuffix("de ")) is None
    if head in _WEAK_HEADS:
        return "," in value and _HOME_CUE.search(before) is not None
    if head in ("place", "pl.", "route", "rte", "quai", "esplanade", "za", "zi"):
        return (
            _HOME_CUE.search(before) is not None or before.rstrip(" ")[-1:] in ("\n", ",", ":") or before.endswith("  ")
        )
    return any(character.isupper() for character in value[len(head) :]) and _NOT_A_PLACE.search(before) is None


# « rue du Four à Chaux », « rue de la Croix et des Moulins »: a street where readers of words see two.
_BEHIND_A: Final = r"[àÀ][ ](?:" + one_of(word_list("rules/addresses/behind_a.txt")) + r")(?!\w)"
_JOINED: Final = re.compile(rf"[ ](?:{_BEHIND_A}|et[ ](?:d[eu'’]|des|l[ae'’])[ '])")
_RARE: Final = re.compile(
    r"(?!(?:19|20)[0-9]{2}(?![0-9]))[0-9]{1,4}(?:[ ]?(?:bis|ter|quater))?,?[ ]{1,2}"
    + _any_case("street_rare")
    + r"(?!\w)"
)


def _kind_of_street(match: re.Match[str]) -> str:
    """Tell the streets that models cut in two or do not know from the others."""
    value = match["ADDRESS"]
    if _JOINED.search(value):
        return "joined"
    rare = _RARE.match(value)
    return "rare" if rare and any(letter.isupper() for letter in value[rare.end() :]) else ""


RULES: tuple[PatternRule, ...] = (
    PatternRule("address.numbered", _NUMBERED, cased=True, kind=_kind_of_street, figures=range(1, 5)),
    PatternRule(
        "address.headed",
        _HEADED,
        _is_headed_line,
        cased=True,
        kind=_kind_of_street,
        starts_word=True,
        first_words=first_words(
            (*word_list("rules/addresses/street_named.txt"), *word_list("rules/addresses/street_weak.txt"))
        ),
    ),
    PatternRule("address.box", _BOX, cased=True, needs=("bp", "b.p", "cs", "c.s", "tsa")),
    PatternRule(
        "address.cued",
        _CUED,
        cased=True,
        starts_word=True,
        first_words=first_words(word_list("rules/addresses/address_cue.txt")),
    ),
    PatternRule("address.hamlet", _HAMLET, cased=True, form="[,–-][ ][0-9]{5}[ ]"),
    PatternRule("address.postal_code", _ZIP, _is_postal_code, cased=True, figures=range(2, 6)),
)
