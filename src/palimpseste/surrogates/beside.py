"""What stands beside a span and is written anew with it: « de » before a drawn name that begins with a vowel."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from palimpseste.folding import fold

__all__ = ["OF_ARTICLE", "Beside", "elided", "ends_in_joint", "folded_joint", "is_aspirated"]

# « de » before a name with an article of its own, by that article.
OF_ARTICLE = MappingProxyType({"le ": "du ", "les ": "des ", "la ": "de la ", "l'": "de l'"})

_JOINT_ENDS = (" ", "\u00a0", "'", "’")
_ELIDING = re.compile(r"(?<!\w)(?P<joint>d|(?:jus|lors|puis|quoi)?qu)(?:e[ \u00a0]|(?P<elided>['’]))$", re.IGNORECASE)
_LONGEST_ELIDING = 9
# « d'Yvette », « de Yasmine ».
_Y_AS_I = re.compile("y[^aeiouy]")
# « de Haut-Mauco », « de Hauteville », « de la Haye »: French words whose h keeps what stands before it whole.
_ASPIRATED = re.compile("ha(?:ies?|lles?|lte|me(?:au|l)|ras|rdi|vre|ye)(?![a-z])|haut|he(?:ron|tre)|houx(?![a-z])")
# « d'Hélène », « qu'Henriette »: given names whose h is mute; of others (« de Hugo », « de Hadrien ») both are read.
_MUTE = re.compile(
    "h(?:e(?:ctor|l(?:en|i[ae]|o[iï])|nri|rcul|rm(?:i|ance|eli|en|es|og))|ila(?:ire|rion)|ipp?ol|o(?:mere|nor|race|rtens)"
    "|ubert|yacinth)"
)
# « le rapport de onze heures » is right.
_UNELIDED = re.compile(r"(?:onz|une?\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Beside:
    """A stretch beside a span, and what is written over it.

    Parameters
    ----------
    start, end : int
        Half-open interval of code points of the text that was looked at.
    text : str
        Its surrogate.
    """

    start: int
    end: int
    text: str


def folded_joint(text: str) -> str:
    """Return an article or preposition folded, with a plain apostrophe or space, to be compared."""
    return fold(text).replace("’", "'").replace("\u00a0", " ")


def ends_in_joint(before: str) -> bool:
    """Tell whether a text may end in a word joined to what follows: in a space or an apostrophe."""
    return before.endswith(_JOINT_ENDS)


def is_aspirated(name: str) -> bool:
    """Tell whether a name begins with a French word that nothing is elided before.

    Examples
    --------
    >>> is_aspirated("Haut-Mauco"), is_aspirated("HAUTERIVES"), is_aspirated("Hyères"), is_aspirated("Hamelin")
    (True, True, False, False)
    """
    return _ASPIRATED.match(fold(name)) is not None


def elided(before: str, name: str) -> Iterator[Beside]:
    """Yield « d' » or « que » for the « de » or « qu' » that a text ends in, where it does not suit what follows.

    So of « jusque », « lorsque », « puisque » and « quoique ».

    Examples
    --------
    >>> [piece.text for piece in elided("la fille de ", "Olivia")], list(elided("la fille de ", "Hugo"))
    (["d'"], [])
    """
    # Most spans stand behind a word that is none of these.
    may_end_in_joint = ends_in_joint(before) and (before[-1] in "'’" or before[-2:-1] in ("e", "E"))
    joint = _ELIDING.search(before, max(len(before) - _LONGEST_ELIDING, 0)) if may_end_in_joint else None
    if joint is None or not name[:1].isalpha() or _UNELIDED.match(name):
        return
    folded, written = fold(name), joint.group()
    first = folded[:1]
    if joint.group("elided"):
        # « d'Hélène » and « d'Yves » are right.
        is_whole = first not in "aeiouyhœ" or is_aspirated(name)
        text = written[0] + joint["joint"][1:].lower() + "e " if is_whole else ""
    else:
        is_elided = first in "aeiouœ" or _Y_AS_I.match(folded) or _MUTE.match(folded)
        text = joint["joint"] + "'" if is_elided else ""
    if text:
        yield Beside(joint.start(), joint.end(), text.upper() if written.isupper() and name.isupper() else text)
