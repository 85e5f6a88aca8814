"""Years of birth that a text tells of people: by birth, age or weight behind a given name, by kinship before it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from palimpseste.folding import fold
from palimpseste.writings.ages.written import IN_A_YEAR, WrittenAge
from palimpseste.writings.passages import Passages
from palimpseste.writings.people.read import PeopleRead

__all__ = ["births_told"]

_GENERATION = 28
# By how many generations each is younger than the patient; « arrière-grand-mère » ends as « grand-mère » and « mère ».
_KIN = re.compile(
    r"(?:^|[^\w-])(?:"
    r"(?P<great_grandchild>arrieres?[- ]petits?[- ](?:fils|enfants?)|arrieres?[- ]petites?[- ]filles?)"
    r"|(?P<grandchild>petit-fils|petite?s?[- ](?:fille?s?|enfants?))"
    r"|(?P<child>(?:beau-)?fils|(?:belle-)?filles?|fillettes?|gendre|bru|neveux?|nieces?)"
    r"|(?P<like>mari|epou(?:x|se)|femme|conjointe?|(?:ex-)?compagn(?:on|e)|concubine?|fiancee?"
    r"|camarades?|copains?|copines?"
    r"|(?:demi-|beaux?-)?freres?|(?:demi-|belles?-)?s(?:oe|œ)urs?|jum(?:eau|elle)|cousine?s?)"
    r"|(?P<parent>(?:beau-)?pere|(?:belle-)?mere|papa|maman|oncle|tonton|tante|tata)"
    r"|(?P<great_grandparent>arriere[- ]grand-?[- ]?(?:pere|mere))"
    r"|(?P<grandparent>grand-?[- ]?(?:pere|mere)|papi|papy|mamie|mamy)"
    r")(?:\s(?:ainee?|cadet(?:te)?))?(?:,?\s(?:prenom(?:mee?s?)?|nommee?s?|appelee?s?))?"
    r"\s{0,2}[,:(]?\s{0,2}(?:(?:m|mr|mme|mlle|monsieur|madame)\.?\s)?$"
)
_YOUNGER = {
    "great_grandchild": 3,
    "grandchild": 2,
    "child": 1,
    "like": 0,
    "parent": -1,
    "grandparent": -2,
    "great_grandparent": -3,
}
_LONGEST_KIN = 40
# « Yoan (81 ans », « Yoan, âgé de 81 ans », « Yoan †81 ans », « Yoan, décédé à 81 ans ».
_AGE_GAP = re.compile(r"[\s,(:–†-]{1,4}(?:agee?s?\s(?:de\s|d['’])|(?:decede|mort)e?\sa\s)?")
# « Yoan, né ici en 2018 », « Yoan ° 18/07/1963 »
_BIRTH_GAP = re.compile(r"[\s,;:(°–-]{1,4}(?:nee?\s(?:ici\s)?(?:le\s|en\s)?)?")
_LONGEST_GAP = 16
# « Noé, garçon, 3 120 g », « bb Noé »
_WEIGHED = re.compile(r"[\s,:(–-]{1,4}(?:(?:fille|garcon|sexe [mf])[\s,:–-]{1,4})?[1-5][ .]?\d{3}\s?g(?!\w)")
_NEWBORN = re.compile(r"(?:^|[^\w-])(?:bb|bebe|nouveau-nee?|nourrisson)\s{0,2}[,:(]?\s{0,2}$")
_LONGEST_WEIGHT = 32


def births_told(
    read: PeopleRead,
    passages: Passages,
    ages: Mapping[int, WrittenAge],
    births: Mapping[int, int],
    written_in: int | None,
    patient_born: int | None,
) -> dict[str, int]:
    """Return the year of birth that is told of who bears each given name, by its key: by itself, an age or kinship.

    Who is weighed in grams, or called a newborn, was born in the year of the document.

    Parameters
    ----------
    read : PeopleRead
        The names.
    passages : Passages
        Of the document.
    ages : mapping
        What the age spans say.
    births : mapping
        The years that spans of dates of birth tell.
    written_in : int or None
        The year of the document.
    patient_born : int or None
        That of the patient's birth.
    """
    by_age: dict[str, int] = {}
    by_kin: dict[str, int] = {}
    for index, name in sorted(read.names.items()):
        keys = [read.known.key_of(word) for word in name.full if word.kind == "given"]
        own = (index, read.known.partner_of.get(index, index))
        born = births.get(max(own) + 1)
        age = ages.get(max(own) + 1)
        if keys and born is not None and _stands_behind(max(own), passages, _BIRTH_GAP):
            by_age.update((key, born) for key in keys if key not in by_age)
        elif keys and written_in is not None:
            if age is not None and _stands_behind(max(own), passages, _AGE_GAP):
                by_age.update((key, written_in - _years(age)) for key in keys if key not in by_age)
            elif _is_newborn(own, passages):
                by_age.update((key, written_in) for key in keys if key not in by_age)
        younger = _generations_before(min(own), passages) if keys else None
        if younger is not None and patient_born is not None:
            by_kin.update((key, patient_born + younger * _GENERATION) for key in keys if key not in by_kin)
    return by_kin | by_age


def _years(age: WrittenAge) -> int:
    first = age.values[0]
    return first.in_parts[0] // IN_A_YEAR[first.units[0]]


def _stands_behind(index: int, passages: Passages, gap: re.Pattern[str]) -> bool:
    """Tell whether the next span stands right behind a name, with what a pattern says between them."""
    spans = passages.spans
    if index + 1 >= len(spans) or spans[index + 1].start - spans[index].end > _LONGEST_GAP:
        return False
    return gap.fullmatch(fold(passages.between(index, index + 1))) is not None


def _is_newborn(own: tuple[int, int], passages: Passages) -> bool:
    """Tell whether the weight at birth stands right behind a name, or a word for a newborn right before it."""
    end = passages.spans[max(own)].end
    behind = fold(passages.document.text[end : end + _LONGEST_WEIGHT])
    before = fold(passages.before(min(own), _LONGEST_KIN))
    return _WEIGHED.match(behind) is not None or _NEWBORN.search(before) is not None


def _generations_before(index: int, passages: Passages) -> int | None:
    """Return by how many generations the word of kinship before a name says who bears it to be younger."""
    found = _KIN.search(fold(passages.before(index, _LONGEST_KIN)))
    return None if found is None or found.lastgroup is None else _YOUNGER[found.lastgroup]
