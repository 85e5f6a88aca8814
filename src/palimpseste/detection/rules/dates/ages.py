"""Ages of persons: a number and its unit, unless the words around it make it a duration, a term or a threshold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.rules.alternation import listed
from palimpseste.detection.rules.context import ends_with_word_of
from palimpseste.detection.rules.numbers import NUMBER_WORD
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.view import TextView

__all__ = ["RULES"]

_HALF: Final = r"(?:[ ]{0,2}(?:1/2|½|et demie?\b))?"
_BLANK: Final = r"(?:[ ]{0,2}|[ ]{0,2}\n[ ]{0,30})"
_MONTHS_TOO: Final = r"(?:(?:[ ]{1,2}et)?[ ]{1,2}[0-9]{1,2}[ ]?(?:mois|m\b)(?:[ ]{1,2}[0-9]{1,2}[ ]?(?:jours|j\b))?)?"

# Each alternative ends with an empty group whose name tells afterwards how the age was written.
_FIGURES: Final = (
    r"(?P<AGE>[0-9](?<![0-9].)(?<![a-gi-z].)(?<![0-9][.,/].)(?:[0-9](?<!0.)|[0-9]{2}(?<=1[01][0-9]))?(?:"
    # 82 ans, 45ans, 3 ans et demi, 9 ans 7 mois
    rf"(?:[.,]5)?{_BLANK}(?:ans?|annees?|piges)(?![a-z]){_HALF}{_MONTHS_TOO}(?P<years>)"
    # 71a, (63 a), 3a1/2
    r"|[ ]{0,2}a(?:1/2|[ ]?[0-9]{1,2}m)?(?![0-9a-z'°/-])(?P<short>)"
    # 11 mois, 3 semaines, 5 m
    r"|(?:[.,]5)?[ ]{0,2}(?:mois|semaines?|jours?|heures|m(?=\)|,|[ ]?\n)|j(?=\)| :|,|[ ]?\n))"
    rf"(?![a-z]){_HALF}(?:[ ]{{1,2}}(?:et[ ])?[0-9]{{1,2}}[ ]?(?:jours?|j)\b)?(?P<small>)"
    # dans sa 82e année
    r"|(?:e|eme|ieme)[ ]{1,2}annee(?![a-z])(?P<nth>)"
    # the 4 of "4 et 9 mois", the 8 and 5 of "8, 5 et 2 ans"
    r"|(?=(?:,[ ][0-9]{1,2}){0,4}(?:[ ](?:et|ou|puis)|,)[ ][0-9]{1,2}[ ]?(?:ans|mois)\b)(?P<listed>)"
    "))"
)
_ANNOUNCED: Final = (
    r"age(?:[ ](?:du patient|de la patiente))?(?:[ ]?[:=.|][ :=.|]{0,12}|[ ]{2,14})(?P<AGE>[0-9]{1,3}"
    r"(?![0-9/]))(?![ ]?[.,][0-9])"
)
_SAID: Final = rf"(?P<AGE>{NUMBER_WORD}[ ]{{1,2}}(?:ans|annees)(?![a-z])(?:[ ]{{1,2}}et[ ]demie?\b)?)"
# A word before the unit, no figure.
_FORM_OF_SAID: Final = "[ ]an(?:(?<=[a-z][ ]an)|(?<=[a-z][ ]{2}an))(?:s|nees)(?![a-z])"

# A duration, a frequency, a threshold: the number of years is nobody's age.
_DURATIONS: Final = frozenset(word_list("rules/dates/duration.txt"))
_ABOUT: Final = re.compile(
    r"(?:plus de|moins de|environ|env|encore|au moins|au plus|minimum|les|bientot|presque|pres de) $"
)
_FREQUENCY_BEFORE: Final = re.compile(
    r"(?:[0-9] ?(?:x|fois|/|pa|prises?|cp|mg|g|sur) ?|[x*/+<>≥≤=] ?|\bj|[0-9] ?(?:-|a) ?)$"
)
_THRESHOLD_BEFORE: Final = re.compile(
    r"(?:depistage|recommande\w*|vaccin\w*|indication|enfants?|patients|femmes|hommes|sujets|personnes"
    r"|adultes|apparent\w*|population|avant l'age)[^.\n]{0,20}"
    r"\b(?:avant|apres|de plus de|de moins de|des|a partir de|jusqu'a|entre)(?: l'age de)? $|\b(?:plus|moins) de $"
)
_LIFE_AFTER: Final = re.compile(r"[ ]{1,2}(?:de vie|d'age)\b")
_DURATION_AFTER: Final = re.compile(r"[ ]{0,2}(?:" + listed("dates/duration_after") + r"(?![a-z])|/)")
_TIME_AFTER: Final = re.compile(r"[ ]{1,2}(?:apres|avant|sans)(?![a-z])")
# "un homme de 54 ans sans antécédent" has an age, "5 ans sans tabac" is a duration.
_PERSON_BEFORE: Final = re.compile(
    r"\b(?:homme|femme|patiente?|monsieur|madame|dame|enfant|garcon|fille|fillette|sujet)[^.\n]{0,20} de $"
)


def _is_duration(before: str) -> bool:
    """Tell whether what comes before a number of years makes it a duration or a frequency."""
    if _FREQUENCY_BEFORE.search(before[-8:]):
        return True
    about = _ABOUT.search(before[-14:])
    if about:
        before = before[: len(before) - len(about[0])]
    return ends_with_word_of(before, _DURATIONS, most=4, marks=" :=(~")


def _is_threshold(before: str) -> bool:
    return (
        before.endswith((" de ", "avant ", "apres ", " a ", "entre ", "des "))
        and _THRESHOLD_BEFORE.search(before) is not None
    )


def _around(match: re.Match[str], view: TextView) -> tuple[str, str]:
    start, end = match.span("AGE")
    return view.folded[max(0, start - 50) : start], view.folded[end : end + 30]


def _number(match: re.Match[str]) -> int:
    digits = re.match("[0-9]+", match["AGE"])
    return int(digits[0]) if digits else 0


def _is_age_in_years(match: re.Match[str], view: TextView) -> bool:
    """Refuse durations (depuis 10 ans), frequencies, thresholds nobody has, and figures no person reaches."""
    before, after = _around(match, view)
    if _is_duration(before) or _is_threshold(before) or _DURATION_AFTER.match(after):
        return False
    if _TIME_AFTER.match(after) and not (before.endswith(" a ") or _PERSON_BEFORE.search(before)):
        return False
    return _number(match) <= 119


def _is_short_age(match: re.Match[str], view: TextView) -> bool:
    """Tell "71a" from "34 à 41" and from a street number: the letter is no "à", and no place word precedes."""
    start, end = match.span("AGE")
    if "à" in view.text[start:end]:
        return False
    before, after = _around(match, view)
    if re.search(
        r"(?:n°|num|ch|chambre|chb|lit|box|apt|appt|appartement|bat|code|art|article|porte|esc|rue|av|bd|salle"
        r"|ligne|bus|annexe|fig|pa)[ .:]{0,3}$",
        before,
    ):
        return False
    if _is_duration(before) or _DURATION_AFTER.match(after):
        return False
    glued = " " not in match["AGE"]
    number = _number(match)
    if not glued:
        return re.match(r"[).,;]|[ ]{2}|\s*$|\n", after) is not None and number > 0
    if re.match(r"[ ]{1,2}(?:rue|av|bd|bis|ter|all|imp|ch|pl|r\.|route|[a-z]+str)", after):
        return False
    return number >= 10 or re.search(r"(?:[0-9]{4}|[(]|\b[mfh])[ ]{0,3}$", before) is not None or "/" in match["AGE"]


_AGE_WORDS: Final = frozenset(word_list("rules/dates/age.txt"))
_TWO_NAMES_BEFORE: Final = re.compile(r"\b[A-ZÀ-Ý][\w'-]+ [A-ZÀ-Ý][\w'-]*\.? $")


def _is_small_age(match: re.Match[str], view: TextView) -> bool:
    """Accept months, weeks and days only where the words before speak of a child or of an age."""
    before, after = _around(match, view)
    if _DURATION_AFTER.match(after):
        return False
    start = match.start("AGE")
    if _LIFE_AFTER.match(after) or ends_with_word_of(before.removesuffix("de "), _AGE_WORDS, most=4, marks=" :(,"):
        return True
    if before.endswith("("):
        return re.search(r"[A-ZÀ-Ý][\wÀ-ÿ'-]* \($", view.text[max(0, start - 30) : start]) is not None
    if before.endswith(", ") or before.endswith("  "):
        name = re.search(
            r"\b([A-ZÀ-Ý][\wÀ-ÿ'-]*)(?:,|[A-ZÀ-Ý. ]{0,3}[ ]) {0,9}$", view.text[max(0, start - 40) : start]
        )
        return name is not None and "mois" in match["AGE"]
    if _TWO_NAMES_BEFORE.search(view.text[max(0, start - 40) : start]):
        return "mois" in match["AGE"]
    return before.strip() == "" and after[:1] in (",", ".") and "mois" in match["AGE"]


def _is_listed_age(match: re.Match[str], view: TextView) -> bool:
    before, _ = _around(match, view)
    return not _is_duration(before)


_OWN_YEAR: Final = re.compile(r"(?<![a-z])(?:dans|entame|entree? dans|passe|vers) (?:ma|sa|votre) $")
_OF_STUDIES: Final = re.compile(r"[ ]{1,2}(?:d'|d(?:e|u|es)[ ]|(?:scolaire|universitaire)(?![a-z]))")
_YOUNGEST_IN_YEARS_BEGUN: Final = 20


def _is_year_of_life(match: re.Match[str], view: TextView) -> bool:
    """Tell « dans sa 82e année » from the third year of studies, of a marriage, of the century."""
    before, after = _around(match, view)
    return (
        _OWN_YEAR.search(before) is not None
        and _number(match) > _YOUNGEST_IN_YEARS_BEGUN
        and (_OF_STUDIES.match(after) is None or _LIFE_AFTER.match(after) is not None)
    )


_SAID_AFTER: Final = re.compile(
    r"[ ]{0,2}(?:de (?:traitement|suivi|recul|tabac|gauloises)|d'evolution|plus tard|apres|avant|auparavant)"
)


def _is_said_age(match: re.Match[str], view: TextView) -> bool:
    before, after = _around(match, view)
    if _SAID_AFTER.match(after) or _DURATION_AFTER.match(after) or _is_duration(before) or _is_threshold(before):
        return False
    return not match["AGE"].startswith(("un ", "une "))


# By the name of the empty group that ends the alternative: whether the number is an age.
_VERDICTS: Final[dict[str, Callable[[re.Match[str], TextView], bool]]] = {
    "years": _is_age_in_years,
    "short": _is_short_age,
    "small": _is_small_age,
    "nth": _is_year_of_life,
    "listed": _is_listed_age,
}
_NAMES: Final = tuple(_VERDICTS)


def _is_age_in_figures(match: re.Match[str], view: TextView) -> bool:
    return _VERDICTS[_NAMES[match.group(*_NAMES).index("")]](match, view)


RULES: tuple[PatternRule, ...] = (
    PatternRule("age.figures", _FIGURES, _is_age_in_figures, figures=range(1, 4)),
    PatternRule("age.announced", _ANNOUNCED, starts_word=True, first_words=frozenset({"age"})),
    PatternRule("age.said", _SAID, _is_said_age, starts_word=True, form=_FORM_OF_SAID),
)
