"""Identifying sequences: social security, patients, stays, carers, specimens, devices, papers, references.

Most are found by the word that announces them; a few by their shape or their checksum alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from palimpseste.checksums import has_luhn_key, has_nir_key
from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import first_words, listed, one_of
from palimpseste.detection.rules.dates.parts import is_calendar_date
from palimpseste.detection.rules.numbers import DIGIT_WORD, NUMBER_WORD
from palimpseste.detection.rules.patterns import checked_pattern
from palimpseste.detection.rules.rule import ANY_FIGURES, PatternRule
from palimpseste.detection.view import TextView, fold_same_length
from palimpseste.errors import UsageError
from palimpseste.labels import Label, label_named

__all__ = ["RULES", "SITE", "pattern_of_words", "site_rules"]

# What the names of a site's own rules begin with.
SITE = "site."

# The words of a site are written by it, and short: no text of others is matched here.
_SITE_WORD: Final = re.compile("[a-z0-9][^\n]{0,98}[a-z0-9]")

# -- social security --------------------------------------------------------------------------------------------------

_SSN: Final = (
    "(?P<SSN>[1-478](?<![0-9a-z].)(?<![0-9][./:-].)(?:[ .]{0,3}[0-9]){5,6}(?:[ .]{0,2}[0-9ab])?(?:[ .]{0,3}[0-9]){5,6}"
    r"(?:[ ./-]{0,3}(?:cle[ :]{1,2})?[0-9][ ]?[0-9])?(?![0-9]))"
)
_SSN_CUE: Final = re.compile(
    r"\b(?:nir|ins|n?ss|s\.s|secu\w*|soc|immat\w*|dn|cps|matricule|assure\w*)\b[^0-9\n]{0,40}\n?[^0-9\n]{0,30}$"
)
_SSN_SPACED: Final = re.compile(
    r"[1-478][ .][0-9]{2}[ .][0-9]{2}[ .][0-9][0-9ab][ .]?[0-9]{3}[ .]?[0-9]{3}(?:[ ./-]{0,3}"
    r"(?:cle[ :]{1,2})?[0-9]{2})?"
)


def _is_ssn(match: re.Match[str], view: TextView) -> bool:
    """Accept a right key, the usual spacing of a NIR, or 13 or 15 digits that a word announces."""
    start = match.start("SSN")
    value = match["SSN"]
    compact = re.sub(r"[^0-9ab]", "", value.replace("cle", ""))
    if has_nir_key(compact):
        return True
    if not 12 <= len(compact) <= 15:
        return False
    if _SSN_SPACED.fullmatch(value) and len(compact) >= 13:
        return True
    return _SSN_CUE.search(view.folded[max(0, start - 80) : start]) is not None


# -- announced identifiers --------------------------------------------------------------------------------------------

_SOLID: Final = r"(?=[a-z./-]{0,7}[0-9])[a-z0-9]{1,24}(?:[-/._][a-z0-9]{1,14}){0,5}(?![a-z0-9])"
_GROUPS: Final = (
    r"(?:[a-z][ ])?[0-9]{1,6}(?:[ .][0-9]{1,6}){1,6}(?:[ ][a-z])?(?![a-z0-9]|[/,.:-][0-9]|[ ](?:ans|mg|ml|cm|mm|h)\b)"
)
_VALUE: Final = f"(?:{_GROUPS}|{_SOLID})"
_SIGN: Final = r"(?:n[°ro]{1,2}|n°s|numeros?|num|#|nb)(?![a-z])"
_FILL: Final = (
    rf"(?![a-z])(?:[ ]?\([^()\n]{{1,14}}\))?[ ]{{0,2}}(?:{_SIGN}|c'est|code)?[ .:=#°|*([_-]{{0,24}}"
    rf"(?:n°[ ]?)?(?:\n[ ]{{0,30}})?"
)
_NEXT: Final = r"(?:[ ]?(?:,|/|;|et|ou|a|-)[ ]{1,2}(?P<OTHER_ID_2>(?=(?:[a-z./-]{0,4}[0-9]){3})" + _SOLID + "))?"

# The label of each announcement; the words are tried as one list.
_LABEL_OF: Final[dict[str, Label]] = {
    word: label
    for label in ("OTHER_ID", "VISIT_ID", "PATIENT_ID")
    for word in word_list(f"rules/numbers/{label.lower()}.txt")
}
_ANNOUNCED: Final = f"(?P<cue>{one_of(_LABEL_OF)}){_FILL}(?P<OTHER_ID>{_VALUE}){_NEXT}"
_NUMBERED: Final = rf"n(?<![a-z].)[°º](?:s?[ :.]{{0,3}}|[ ]{{1,2}}:[ ])(?P<OTHER_ID>{_VALUE}){_NEXT}"

_DATE_SHAPE: Final = re.compile(
    r"[0-3]?[0-9]([./ -])[01]?[0-9](?:\1(?:[0-9]{2}|(?:19|20)[0-9]{2}))?|(?:19|20)[0-9]{2}"
    r"(?:-[0-9]{2}){0,2}|[0-9]{1,2}h[0-9]{0,2}|[0-3]?[0-9](?:janv|fevr|mars|avri|mai|juin|juil|aout|sept"
    r"|octo|nove|dece)[a-z]*[0-9]*|[0-9]+[.,][0-9]+|t[0-4][a-d]?n.*"
    r"|[0-3]?[0-9][./][01]?[0-9](?:[./][0-9]{2,4})?-[0-3]?[0-9][./][01]?[0-9](?:[./][0-9]{2,4})?"
)
_UNIT_AFTER: Final = re.compile(r"[ ]?(?:%|°c)|[ ]{1,2}(?:" + listed("dates/unit") + r")(?![a-z])")
_STRONG: Final = re.compile(
    r"(?:" + listed("numbers/strong_id") + r")(?![a-z])[^a-z0-9]{0,30}(?:n[°ro]|c'est|numero)?[^a-z0-9]{0,24}$"
)
_PLACE_BEFORE: Final = re.compile(r"(?:\b(?:" + listed("numbers/not_identified") + r")[ .:]{0,3})$")


def _is_identifying(match: re.Match[str], view: TextView) -> bool:
    """Refuse dates, years, decimals and quantities, and figures too short to identify anything."""
    value = match["OTHER_ID"]
    start, end = match.span("OTHER_ID")
    digits = sum(character.isdigit() for character in value)
    if digits < 3 or _DATE_SHAPE.fullmatch(value) or _UNIT_AFTER.match(view.folded, end):
        return False
    if view.folded[end : end + 1] == "@" or re.match("[.,][0-9]|[ ]?€", view.folded[end : end + 2]):
        return False
    if digits >= 4 or (len(value) >= 5 and re.search(r"[a-z/-]", value) is not None):
        return True
    return _STRONG.search(view.folded[max(0, start - 60) : start]) is not None


def _label_announced(match: re.Match[str], view: TextView) -> bool | Label:
    """Return the label that the announcing word gives."""
    return _is_identifying(match, view) and _LABEL_OF[re.sub("[ ]{2}", " ", match["cue"])]


def _is_numbered(match: re.Match[str], view: TextView) -> bool:
    start = match.start()
    return _PLACE_BEFORE.search(view.folded[max(0, start - 30) : start]) is None and _is_identifying(match, view)


_SAID: Final = (
    rf"(?:(?:i[ ]?p[ ]?p|nip)[ ]{{1,2}}(?P<PATIENT_ID>(?:{DIGIT_WORD}|{NUMBER_WORD})(?:[ ](?:{DIGIT_WORD}"
    rf"|{NUMBER_WORD})){{3,14}})"
    rf"|(?:r[ ]?p[ ]?p[ ]?s|lot|numero)[ ]{{1,2}}(?P<OTHER_ID>(?:[a-z][ ]){{0,3}}(?:{DIGIT_WORD}"
    rf"|{NUMBER_WORD})(?:[ ](?:{DIGIT_WORD}|{NUMBER_WORD}|cent|mille|[a-z])(?![a-z])){{3,14}}))(?![a-z])"
)

_SAID_FIRST: Final = frozenset(("ipp", "ip p", "i p", "nip", "rpps", "rpp s", "rp p", "r p", "lot", "numero"))

# -- identifiers known by their shape ---------------------------------------------------------------------------------

_LONG: Final = r"(?P<OTHER_ID>[0-9](?<![0-9a-z].)(?<![0-9+][ .,/:-].)[0-9]{7,16})(?![0-9a-z]|[.,/:-][0-9]|[ ][0-9])"
_CODED: Final = (
    # 23B00964, PJN8830146, G23-04471: capitals and five figures or more, in one piece
    r"(?P<OTHER_ID>[A-Z0-9](?=[A-Z0-9/.-]{4})(?<![A-Za-z0-9.,:@/_+-].)(?:(?<=[A-Z])|(?=[0-9/.-]{0,10}[A-Z]))(?=(?:[A-Z/.-]{0,4}[0-9]){4})"
    r"(?:[A-Z0-9]{1,16})(?:[-/.][A-Z0-9]{1,14}){0,4})(?![\w@]|[-/.,][\w])"
)
_BIRTH_BEFORE: Final = re.compile(r"[0-9]{2}[/.-][0-9]{2}[/.-][0-9]{4}[ ]?(?:[MFH][ ])?[ ]{0,3}[/|-]?[ ]{1,8}$")
_QUANTITY: Final = re.compile(
    r"[0-9.]+(?:MG|UI|ML|UG|KG|G|CM|MM|UFC|H[0-9]*|J|L|W|HZ|K)|(?:NCT|PMID|DRB|HLA|LOINC)[0-9-]+|G[0-9]+P[0-9]+|[0-9]+U"
)
_TIMESTAMP: Final = re.compile(r"(?:19|20)[0-9]{2}-[01][0-9]-[0-3][0-9]T")
_MONTH_INSIDE: Final = re.compile(r"JAN|FEV|MAR|AVR|MAI|JUI|AOU|SEP|OCT|NOV|DEC")


def _is_card(digits: str) -> bool:
    """Tell whether digits are as many as those of a bank card, with its key."""
    return len(digits) in (14, 15, 16) and has_luhn_key(digits)


def _label_of_long_number(match: re.Match[str], view: TextView) -> bool | Label:
    """Accept eight digits or more that are no telephone, no date and no quantity; after a birth date, a patient's."""
    value = match["OTHER_ID"]
    start, end = match.span("OTHER_ID")
    if (len(value) == 10 and value[0] == "0" and value[1] != "0") or is_calendar_date(value):
        return False
    if value.endswith("00000") and not _is_card(value):
        return False
    if _UNIT_AFTER.match(view.folded, end):
        return False
    return "PATIENT_ID" if _BIRTH_BEFORE.search(view.folded[max(0, start - 26) : start]) else True


def _is_coded(match: re.Match[str], view: TextView) -> bool:
    """Accept a code of five figures or more with capitals, which is no dose, date or public registration."""
    value = match["OTHER_ID"]
    figures = sum(character.isdigit() for character in value)
    if (
        figures < 5
        or value[-1:] in "./-"
        or _TIMESTAMP.match(value)
        or _QUANTITY.fullmatch(value)
        or _MONTH_INSIDE.search(value)
    ):
        return False
    return any(character.isalpha() for character in value)


_SHAPED: Final = (
    # AB-123-CD, the number plates in force since 2009; with spaces, where a word speaks of a vehicle
    r"(?P<OTHER_ID>[A-HJ-NP-TV-Z](?<![A-Za-z0-9].)(?:"
    r"[A-HJ-NP-TV-Z](?:-[0-9]{3}-|[ ][0-9]{3}[ ]|[0-9]{3}(?=[A-Z]{2}[^A-Za-z0-9]))[A-HJ-NP-TV-Z]{2}(?![A-Za-z0-9-])"
    # IBAN
    r"|(?<=F)R[0-9]{2}(?:[ ]?[0-9A-Z]{4}){5}[ ]?[0-9A-Z]{3}(?![A-Za-z0-9])))"
)
# A line of the zone that machines read on a passport, an identity card, a residence permit: names and numbers in one.
_MACHINE_READ: Final = r"(?P<OTHER_ID>[A-Z0-9](?<![A-Za-z0-9<].)(?=[A-Z0-9<]{0,44}<<)[A-Z0-9<]{27,45})(?![A-Za-z0-9<])"
_VEHICLE: Final = re.compile(
    r"\b(?:vehicule|voiture|vl|pl|fourgon\w*|camion\w*|utilitaire|ambulances?|scooter|moto|plaque|immat\w*"
    r"|tiers|taxi|vsl|clio|peugeot|renault|citroen|conduct\w*|vsav)\b"
)


def _is_shaped(match: re.Match[str], view: TextView) -> bool:
    value, start = match["OTHER_ID"], match.start("OTHER_ID")
    return "-" in value or len(value) > 12 or _VEHICLE.search(view.folded[max(0, start - 70) : start]) is not None


# -- references -------------------------------------------------------------------------------------------------------

_REFERENCE: Final = (
    r"(?:[nv]/?[ ]?|[nv]os[ ]|notre[ ]|votre[ ])?ref(?:erences?|s)?(?![a-z])[ .:]{0,6}"
    r"(?P<REFERENCE>[a-z0-9]{1,6}(?:[ ]?[/-][ ]?[a-z0-9.]{1,10}){1,5}(?:[ ]"
    r"(?=[0-9])[0-9][0-9a-z./-]{1,12})?(?:[ ]-[ ][a-z]{4,12}[ ][a-z]-[0-9]{3,8})?)(?![a-z0-9])"
)


_FORM_OF_REFERENCE: Final = "ref(?:erences?|s)?(?![a-z])[ .:]{0,6}[a-z0-9]{1,6}[ ]?[/-]"


def _is_reference(match: re.Match[str], view: TextView) -> bool:
    """Accept initials with a figure or another pair of initials; figures alone are no correspondence."""
    value = match["REFERENCE"]
    if _DATE_SHAPE.fullmatch(value):
        return False
    return re.match(r"[a-z]{1,6}[ ]?[/-]|[0-9]{1,5}/[a-z]{2,}", value) is not None and (
        re.search(r"[0-9]", value) is not None or "/" in value
    )


_INITIALS: Final = (
    # JF/VA, alone under the signature; "frappée le 08.05.19 MLG/st"
    r"\n[ \t]{0,60}(?:(?:[Dd]ictée?|[Ff]rappée?|[Tt]apée?|[Ss]aisie?)[^\n]{0,40}? )?"
    r"(?P<REFERENCE>[A-Z]{2,4}/(?:[a-z]{2,3}|[A-Z]{2,4}))[ ]{0,3}(?=\n|$)"
)
_NOT_INITIALS: Final = frozenset(
    {"TA/FC", "FC/TA", "AM/PM", "RAS/RAS", "HC/HDJ", "IV/PO", "PO/IV", "AT/MP", "OD/OG", "ET/OU", "FC/FR"}
)


def _are_initials(match: re.Match[str], view: TextView) -> bool:
    """Accept a pair of initials in the second half of the text, where signatures are."""
    return match.start("REFERENCE") * 2 > len(view) and match["REFERENCE"].upper() not in _NOT_INITIALS


RULES: tuple[PatternRule, ...] = (
    PatternRule("ssn.number", _SSN, _is_ssn, figures=ANY_FIGURES),
    PatternRule(
        "identifier.announced", _ANNOUNCED, _label_announced, starts_word=True, first_words=first_words(_LABEL_OF)
    ),
    PatternRule("identifier.numbered", _NUMBERED, _is_numbered, needs=("n°", "nº")),
    PatternRule("identifier.said", _SAID, starts_word=True, first_words=_SAID_FIRST),
    PatternRule(
        "identifier.long",
        _LONG,
        _label_of_long_number,
        kind=lambda match: "card" if _is_card(match["OTHER_ID"]) else "",
        figures=range(8, 18),
    ),
    PatternRule("identifier.coded", _CODED, _is_coded, cased=True),
    PatternRule("identifier.shaped", _SHAPED, _is_shaped, cased=True),
    PatternRule("identifier.machine_read", _MACHINE_READ, cased=True, needs=("<<",)),
    PatternRule("reference.announced", _REFERENCE, _is_reference, starts_word=True, form=_FORM_OF_REFERENCE),
    PatternRule("reference.initials", _INITIALS, _are_initials, cased=True),
)


def site_rules(patterns: Mapping[Label, Sequence[str]]) -> tuple[PatternRule, ...]:
    """Return rules for the identifiers of a site, from the regular expressions of its configuration.

    Parameters
    ----------
    patterns : mapping of Label to sequence of str
        Expressions without named groups, read without case on text whose accents are gone. The whole match is the span.

    Raises
    ------
    UsageError
        If a label is unknown, an expression is no valid one, matches the empty string, or may take exponential time.
    """
    return tuple(
        PatternRule(
            f"{SITE}{label_named(label).lower()}_{number}",
            f"(?P<{label}>(?i:{checked_pattern(pattern, label)}))",
        )
        for label, expressions in patterns.items()
        for number, pattern in enumerate(expressions, 1)
    )


def pattern_of_words(words: Sequence[str], where: str) -> str:
    """Return the expression, for `site_rules`, of any of a site's words or phrases, each as a whole.

    All become one trie, so that a list of thousands is searched in the time of one word.

    Parameters
    ----------
    words : sequence of str
        In any case, with or without accents; a space stands for one or two.
    where : str
        Where they are named, for the message.

    Raises
    ------
    UsageError
        If there is none, or one holds fewer than two letters or digits, or begins or ends with another character.
    """
    folded = [fold_same_length(word) for word in words]
    if not folded or any(not _SITE_WORD.fullmatch(word) for word in folded):
        raise UsageError(f"{where}: expected words of two letters or digits at least, which begin and end with one")
    return f"(?<![a-z0-9]){one_of(folded)}(?![a-z0-9])"
