"""Words beside a name that tell whether a woman or a man bears it."""

from __future__ import annotations

import re

from palimpseste.folding import fold
from palimpseste.writings import lists
from palimpseste.writings.passages import Passages

__all__ = ["gender_beside", "is_sure"]

_TITLE = re.compile(r"(?:^|\W)(?:(mme|madame|mlle|melle|mademoiselle|mrs|ms)|(m|mr|monsieur))\.?\s*$")
# Words beside a name that tell whose it is, folded, before it and behind it: kin, and what else one is.
_WOMEN = (
    r"femme|(?:ex-)?compagne|fille|fillette|(?:demi-|belle-)?s(?:oe|œ)ur|(?:belle-|grand-)?mere|maman|mamie|mamy|tante|tata"
    r"|niece|cousine|jumelle|concubine|conjointe|fiancee|bru|marraine|copine"
)
_MEN = (
    r"mari|epoux|(?:ex-)?compagnon|fils|garcon|(?:demi-|beau-)?frere|(?:beau-|grand-)?pere|papa|papi|papy|oncle|tonton"
    r"|neveu|cousin|jumeau|concubin|conjoint|fiance|gendre|parrain|copain"
)
_OF_AGE = r"(?:\s{1,2}(?:ainee?|cadet(?:te)?))?"
_KIN = re.compile(
    rf"(?:^|\W)(?:({_WOMEN}|epouse|mineure|patiente|voisine|veuve|petite|amie|gardienne|residente|detenue|etudiante"
    r"|infirmiere|aide-soignante|puericultrice|educatrice|animatrice|directrice|conseillere"
    r"|assistante(?: (?:sociale|maternelle|medicale|familiale))?|curatrice|tutrice"
    r"|avocate|institutrice|maitresse|factrice|coiffeuse|nourrice|pharmacienne|religieuse|dite|surnommee|prenommee)"
    rf"|({_MEN}|mineur|patient|voisin|petit|veuf|ami|gardien"
    r"|detenu|etudiant|infirmier|aide-soignant|educateur|animateur|directeur|conseiller|curateur|tuteur|avocat"
    r"|instituteur|facteur|coiffeur|pharmacien|brancardier|ambulancier|(?<!le )dit|surnomme|prenomme))"
    rf"{_OF_AGE}\s{{0,2}}[,:(]?\s{{0,2}}$"
)
# What says the sex of who is named right behind it, whatever births tell: « son mari, M. Avril », « son fils Wassa ».
_OF_ONE_SEX = re.compile(
    rf"(?:(?:^|[^\w-]|petite?-|arriere-|belle-|beau-)(?:({_WOMEN})|({_MEN})){_OF_AGE}"
    r"|(?:^|\W)(?<!et )(?:(mme|madame|mlle|mademoiselle)|(m|mr|monsieur))\.?"
    # « son compagnon Gheorghe, dit Ghita »
    r"|,[ ](?:(dite|surnommee)|(?:dit|surnomme)))[ ]{1,2}(?:[«\"“][ ]?)?$"
)
_SAID_BEHIND = re.compile(
    r"[\s,(.]{1,3}(?:(nee|epouse|veuve|agee|hospitalisee|adressee|suivie|connue|elle)|(il|hospitalise|age de))(?!\w)"
)
# The column of the sex behind that of the date of birth, in a table.
_SEX_COLUMN = re.compile(r"[\s|;,]{1,20}\d{2,4}(?:[/.-]?\d{2}){2,3}[\s|;,]{1,8}(?:(f)|(?:m|h))(?![\w.'’])")
_LONGEST_KIN, _LONGEST_SAID = 32, 44


def gender_beside(passages: Passages, index: int, partner: int, *, is_told_by_births: bool) -> lists.Gender | None:
    """Return the gender that the title, the kinship or a participle beside a name tells, if any does.

    Against births only a title or word of kin with nothing between, not even a line: « la mère, Paul et sa sœur ».

    Parameters
    ----------
    passages : Passages
        Of the document.
    index : int
        Of the span of the name.
    partner : int
        Of that of the other name of who bears it, or of the same.
    is_told_by_births : bool
        Whether the name itself tells a sex by who bears it.
    """
    own = (index, partner)
    before = fold(passages.before(min(own), _LONGEST_KIN))
    if is_told_by_births:
        is_apart = min(own) < index and passages.between(min(own), index) != " "
        told = None if is_apart else _OF_ONE_SEX.search(before)
        return None if told is None else "f" if told[1] or told[3] or told[5] else "m"
    found = _TITLE.search(before[-16:]) or _KIN.search(before)
    if found is None:
        end = passages.spans[max(own)].end
        behind = fold(passages.document.text[end : end + _LONGEST_SAID])
        found = _SAID_BEHIND.match(behind) or _SEX_COLUMN.match(behind)
    return None if found is None else "f" if found.group(1) else "m"


def is_sure(key: str) -> bool:
    """Tell whether a given name is of one sex, by births: a list alone may err on a name from elsewhere."""
    return lists.gender_of(key) in ("f", "m") and lists.is_counted(key)
