"""Street lines, postal codes and the city that follows one.

Street names are read with their case: "12 rue des Lilas" ends where words without capital begin. A line wholly in lower
case, as in hurried notes, ends after the words that a street name usually has.
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import one_of
from palimpseste.detection.rules.numbers import NUMBER_WORD
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView, fold_same_length

__all__ = ["RULES"]


def _any_case(name: str) -> str:
    """Return the expression of any entry of a list, whatever its case and with or without accents."""
    expression = one_of(word_list(f"rules/{name}.txt"))
    for plain, written in (("e", "[eéèê]"), ("a", "[aâà]"), ("o", "[oô]"), ("i", "[iî]")):
        expression = re.sub(rf"(?<!\\){plain}", written, expression)
    return f"(?i:{expression})"


_CAPITAL: Final = "A-ZÀ-ÖØ-ÞŒ"
# One word of a street name: capitalised, in figures, quoted, or a particle.
_PARTICLE: Final = (
    r"(?:d[ue]s?|de la|de l'|la|les?|l'|d'|aux?|à l'|à la|à|en|sur|sous|et|lès|lez|ar|an|ter|bis|the|von|van|der|of|do|da|i|u)"
)
_NAME_WORD: Final = rf"(?:[dlDL]')?(?:[«\"(][ ]?)?(?:[{_CAPITAL}][\w'.-]*|[0-9][\w'.-]*)(?:[ ]?[»\")])?"
_NAME: Final = rf"(?:(?:[ ]{{1,2}}{_PARTICLE}){{0,3}}(?:[ ]{{1,2}}|(?<=')){_NAME_WORD}){{1,6}}"
# In lower case: particles, one word or two, perhaps a second name after another particle.
_LOWER_WORD: Final = r"[a-zà-ÿ][a-zà-ÿ'-]{2,}"
_LOWER_NAME: Final = (
    rf"(?:[ ]{{1,2}}(?:d[ue]s?|de la|la|les?|aux?|ar|an|de l'|saint|ste?|general|gal|docteur|president|marechal)){{0,3}}(?:[ ]{{1,2}}|(?<=')){_LOWER_WORD}"
    rf"(?:[ ]{{1,2}}(?!et\b|ou\b|est\b|au\b|à|chez\b|avec\b|pour\b|tel\b|tél|dans\b|code\b|vers\b|alors\b|qui\b|il\b|elle\b){_LOWER_WORD})?"
)
_NUMBER: Final = r"[0-9]{1,4}(?:[ ]?[-/][ ]?[0-9]{1,4})?(?:[ ]?(?:bis|ter|quater|BIS|TER|QUATER|[A-Ea-e](?![\w'])))?"
_STREET: Final = _any_case("street")

# Bâtiment C, 2e étage, appt 12, « Les Mûriers »: what goes on after a comma or a dash.
_PART_HEAD: Final = _any_case("address_part")
_ORDINAL: Final = r"[0-9]{1,2}[ ]?(?:er|ère|[eè]me|e|è|ER|EME|E|ème)(?:[ ](?:étage|etage|ETAGE|ét\.|et\.|ETG|gauche|droite|face))*"
_PART: Final = (
    r"(?:"
    rf"{_ORDINAL}(?:[ ](?:gauche|droite|face|sur cour|sans asc\.?|GAUCHE|DROITE|porte [0-9A-Za-z]{{1,5}}))?"
    rf"|{_NUMBER},?[ ]{{1,2}}{_STREET}(?![\w]){_NAME}"
    rf"|{_PART_HEAD}(?![\w])[ ]{{0,2}}(?:n°s?[ ]?)?(?:[0-9][\w-]{{0,8}}(?:[ ][0-9]{{2,6}})?|[A-Za-z][0-9]{{0,4}}(?![\w'])|{_NAME})?"
    rf"|«[ ]?[^»\n]{{2,40}}»"
    r"|[Rr]\.?[Dd]\.?[Cc]\.?"
    r")"
)
_TAIL: Final = rf"(?:(?:,[ ]|[ ]-[ ]|[ ]{{1,2}}(?=(?i:b[aâ]t|esc|appt|apt|app\b|bp|cs|tsa|[eé]tage|porte|r[eé]s|code|[0-9]{{1,2}}(?:er|[eè]me|e)\b))|\n[ ]{{0,50}}(?=(?i:b[aâ]t|esc|appt?\b|apt|bp\b|cs [0-9]))){_PART}){{0,5}}"

_NUMBERED: Final = (
    rf"(?P<ADDRESS>[0-9](?<![0-9A-Za-z].)(?<![0-9][/,.].)[0-9]{{0,3}}(?:[ ]?[-/][ ]?[0-9]{{1,4}})?(?:[ ]?(?:bis|ter|quater|BIS|TER|QUATER|[A-Ea-e](?![\w'])))?"
    rf",?\n?[ ]{{0,2}}{_STREET}(?![\w'])(?:{_NAME}|{_LOWER_NAME}){_TAIL})"
)
_NAMED: Final = (
    rf"(?P<ADDRESS>(?:{_any_case('street_named')})(?![\w'-])(?:{_NAME}){_TAIL})"
)
_LOWER: Final = rf"(?P<ADDRESS>(?:{NUMBER_WORD}[ ]{{1,2}})?{one_of(word_list('rules/street_sure.txt'))}(?![a-z])[ ]{{1,2}}(?:(?:d[ue]s?|de la|la|les?|de l'|d')[ ']?){{0,2}}(?:[a-z][a-z'-]{{2,}}(?:[ ](?:d[ue]s?|de la|d'|la)[ ]?)?[ ]?){{1,2}})(?![a-z])"
_BOX: Final = r"(?P<ADDRESS>(?:B\.?P\.?|C\.?S\.?|TSA|SP)[ ]?(?:n°[ ]?)?(?:[0-9]{2,3}[ ]?[0-9]{3}|[0-9]{1,5}|[A-Z][0-9]{1,3})(?![0-9/]))(?=[ ]{0,3}(?:[-–,|]|\n|$|[ ]{0,20}[0-9]{5})|[ ]{1,20}[0-9]{5})"
_CUED: Final = (
    rf"(?i:adresse(?: postale| actuelle| complète)?|domicile|domicili[ée]e?s?|demeurant(?: jusque-là)?|demeure|résid(?:e|ant)|habit(?:e|ant)|logée?)"
    rf"(?:[ ]?[:.=]{{1,12}}|[ ]{{2,20}}|[ ](?:au|à|à l'|dans)[ ]|,)?[ ]{{0,12}}\n?[ ]{{0,2}}[\"]?"
    rf"(?P<ADDRESS>(?!(?i:le|la|les)[ ][0-9])[{_CAPITAL}0-9l][^\n,;:(|\"]{{2,60}}(?:,[ ][^\n,;:(|]{{2,50}}){{0,4}}?)(?=[,\"]?(?:\n[ ]{{0,40}}|[ ]{{1,6}}[-–]?[ ]?)[0-9]{{5}}(?:[ ,]|$))"
)
_BEFORE_ZIP: Final = (
    # "Mme Odile Marchais, Les Basses Roches, 49250": a hamlet between a comma and the postal code
    rf"(?<=[,\n–-])[ ]{{0,2}}(?P<ADDRESS>(?:L[ea]s?|L'|Le|Mas|Ker\w*|Moulin|Ferme|Hameau|Bourg)[ ]?[{_CAPITAL}][\w'-]*(?:[ ](?:{_PARTICLE}[ ])?[{_CAPITAL}][\w'-]*){{0,4}})(?=,[ ][0-9]{{5}}[ ][{_CAPITAL}])"
)

# -- postal code and city -----------------------------------------------------------------------------------------------------

_ZIP_DIGITS: Final = r"(?:[0-9oO][0-9oOIl|](?:[0-9O]{3}|[ ][0-9]{3}))"
_CITY_PARTICLE: Final = r"(?:sur|SUR|lès|les|LES|lez|LEZ|de|DE|la|LA|le|LE|du|DU|des|DES|en|EN|aux?|AUX?|sous|SOUS|et|ET|d'|D'|l'|L'|s/|S/|à|-)"
_CITY_WORD: Final = rf"[{_CAPITAL}][\wÀ-ÿ'./-]*[\wÀ-ÿ]|[{_CAPITAL}]{{2,}}"
_CITY: Final = (
    rf"(?:{_CITY_WORD})(?:[ ]{{1}}(?:(?:{_CITY_PARTICLE})[ ]?){{0,3}}(?:{_CITY_WORD})){{0,4}}"
    r"(?:[ ](?i:cedex)(?:[ ][0-9]{1,2}(?![0-9]))?|[ ][0-9]{1,2}[ ]?(?:e|er|ème|eme|è|E|ER|EME)?(?![\w/.,-]))?"
)
_ZIP_CITY: Final = (
    rf"(?P<ZIP>[0-9](?<![0-9A-Za-z].)(?<![0-9A-Z][ .,/-].)(?:[0-9][0-9]{{3}}|[0-9][ ][0-9]{{3}}))(?![0-9])(?:,?[ ]{{1,8}}|[ ]?\n[ ]{{0,60}}|[ ]?-[ ]?)(?P<CITY>{_CITY})"
)
_ZIP_ALONE: Final = r"(?P<ZIP>[0-9](?<![0-9A-Za-z].)(?<![0-9A-Z][ .,/-].)[0-9]{4})(?![0-9A-Za-z%]|[.,/-][0-9])"


def _is_department(digits: str) -> bool:
    return "01" <= digits[:2] <= "95" or digits[:3] in ("971", "972", "973", "974", "975", "976", "977", "978", "986", "987", "988", "980")


_NOT_CITY: Final = frozenset(word_list("rules/not_city.txt"))


def _is_zip_and_city(match: re.Match[str], view: TextView) -> bool:
    """Accept a department's postal code before capitalised words that are no unit nor another heading."""
    first = fold_same_length(match["CITY"]).partition(" ")[0]
    before = view.folded[max(0, match.start("ZIP") - 14) : match.start("ZIP")]
    if re.search(r"(?:\bn°|rpps|finess|ipp|nda|lot|poste|dect|tel|bip|code|plaquettes|gb|cs|bp|tsa|adeli|am)[ :.]{0,4}$", before):
        return False
    return _is_department(match["ZIP"]) and first not in _NOT_CITY


_ADDRESS_CONTEXT: Final = re.compile(
    r"(?:\b(?:code postal|cp|adresse|domicile|ville)[ :.]{1,12}|\b(?:rue|avenue|av|bd|boulevard|chemin|allee|place|route|impasse|residence|bp|cs|venelle|quai|cours|bat|etage|appt)\b[^\n]{0,40}[, \n-]{1,6})$"
)


def _is_zip_in_address(match: re.Match[str], view: TextView) -> bool:
    start = match.start("ZIP")
    return _is_department(match["ZIP"]) and _ADDRESS_CONTEXT.search(view.folded[max(0, start - 70) : start]) is not None


_NOT_STREET: Final = re.compile(r"(?:cours|place|route|passage|quai|cote|parc|port|pont|tour|section|quartier|r|res|villa|cite|mas|moulin)$")
_TITLE_OR_NAME: Final = re.compile(r"\b(?:CHU|CHR|CH|Hôpital|hôpital|Clinique|clinique|EHPAD|Ehpad|Dr|Pr|Mme|M\.|docteur|IRM|RCP)\b")


def _is_named_street(match: re.Match[str], view: TextView) -> bool:
    """Refuse "en cours", "prise en place": a street that bears no number needs a name, and nothing clinical in it."""
    value = match["ADDRESS"]
    start = match.start("ADDRESS")
    before = view.folded[max(0, start - 12) : start]
    if re.search(r"\b(?:en|au|mise en|sur|mis en|sa|son|l'|de|ch|unite|du|hopital|cl|service|college|ecole|lycee|ehpad|stade|foyer) ?$", before) and fold_same_length(value).startswith(
        ("cours", "place", "route", "tour", "section", "quartier", "moulin", "mas ", "chateau", "villa", "cite", "residence", "clos", "parc", "domaine", "ferme", "mail")
    ):
        return before.endswith(("residence ", "quartier ")) or re.search(r"\b(?:vit|habite|loge|demeure|adresse|domicile)", view.folded[max(0, start - 40) : start]) is not None and "hopital" not in before
    return _TITLE_OR_NAME.search(value) is None


def _is_lower_street(match: re.Match[str], view: TextView) -> bool:
    start, end = match.span("ADDRESS")
    return view.text[start:end].islower()


RULES: tuple[PatternRule, ...] = (
    PatternRule("address.numbered", _NUMBERED, cased=True),
    PatternRule("address.named", _NAMED, _is_named_street, cased=True, starts_word=True),
    PatternRule("address.lower", _LOWER, _is_lower_street, starts_word=True),
    PatternRule("address.box", _BOX, cased=True, starts_word=True),
    PatternRule("address.cued", _CUED, cased=True, starts_word=True),
    PatternRule("address.hamlet", _BEFORE_ZIP, cased=True),
    PatternRule("zip.city", _ZIP_CITY, _is_zip_and_city, cased=True),
    PatternRule("zip.alone", _ZIP_ALONE, _is_zip_in_address, cased=True),
)
