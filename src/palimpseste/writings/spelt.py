"""What a text says of a name in it: « Bonnin avec deux n », « orthographié BONIN », « COLIN Martin (2 prénoms) »."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from palimpseste.folding import fold
from palimpseste.writings import lists
from palimpseste.writings.names import Kind

__all__ = [
    "LONGEST_CALLING",
    "LONGEST_REMARK",
    "AlsoOfKind",
    "Remark",
    "Spelling",
    "is_said_misspelt",
    "remark_unsuited",
    "remarks_said",
]

_REMARK = re.compile(
    r"[\s,;(/]{1,3}(?:et )?(?:(?P<held>avec|sans) (?:une? |le )?|(?:avec )?(?P<twice>deux |2 ))"
    r"(?P<letter>i grec|[a-z](?![\w'’-]))"
)
# What any begins with, letters not folded yet.
_BEGUN = re.compile(r"[\s,;(/]{1,3}[ADESades2\x80-\U0010ffff]|[\x80-\U0010ffff]")
# « COLIN Martin (attention 2 prénoms », « Désiré (c'est son prénom ! », « Mme Gaston (oui, c'est son nom »
_DOUBT = re.compile(
    r"[\s,;:(–-]{1,3}(?:attention,? |oui,? )?"
    r"(?:(?:(?:2|deux) noms ?= ?)?(?:2|deux) prenoms"
    r"|(?:c['’]est|est) (?:bien )?(?:son|le|un) "
    r"(?:(?P<given>prenom)|(?P<family>nom(?: de famille| marital)?)(?! d)))(?!\w)"
)
_DOUBT_BEGUN = re.compile(r"[\s,;:(–-]{1,3}[aoc2deAOC2DE]")
# « Rossignol, comme l'oiseau »: what a name says that is a word, too.
_WORDS_LIKE = (
    "acteur|actrice|animal|arbre|canon|chanteur|chanteuse|couleur|d[ée]partement|[ée]crivain|fleur|fleuve|fromage|fruit"
    "|g[ée]n[ée]ral|instrument|mois|oiseau|peintre|plante|po[èe]te|poisson|pr[ée]nom|pr[ée]sident|reine|rivi[èe]re|roi"
    "|saint|ville|vin"
)
# « en deux mots », « avec un trait d'union », « (sans accent) », « avec un c cédille »
_OF_WRITING = re.compile(
    r"(?P<open>[\s,;]{0,2}\(|[\s,;]{1,3})(?:(?:s['’])?[ée]cri(?:te?)? )?"
    r"(?:en (?P<count>un|une|deux|trois|[123]) mots?|(?P<joined>tout attach[ée]|sans (?:trait d['’]union|tiret|espace))"
    r"|avec (?P<hyphen>(?:un )?(?:trait d['’]union|tiret))"
    r"|(?P<held>avec|sans) (?:une? |les |l['’])?accents?(?: (?:aigu|grave|circonflexe))?(?: sur l[ea] ?['’]?[a-z])?"
    r"(?! d[ue] )"
    r"|avec (?P<cedilla>(?:une? |le |la )?(?:c )?c[ée]dille)"
    rf"|(?P<like>comme (?:le |la |l['’]|un |une )(?:{_WORDS_LIKE})))"
    r"(?P<close>\s?\))?(?![\w'’-])",
    re.IGNORECASE,
)
_WORDS = {"un": 1, "une": 1, "deux": 2, "trois": 3, "1": 1, "2": 2, "3": 3}
_MOST_REMARKS = 3
LONGEST_REMARK = 48
_SAID_BEFORE = re.compile(
    r"(?:^|\W)(?:(?:mal )?(?:orthographiee?|ecrite?|epelee?|notee?|saisie?|imprimee?)|et non)[ :(«\"]{1,3}$"
)
LONGEST_CALLING = 24


@dataclass(frozen=True, slots=True, repr=False)
class Spelling:
    """What is said of the spelling of a word.

    Parameters
    ----------
    letters : str
        Folded letters in a row: ``nn``.
    held : bool
        Whether the word has them.
    """

    letters: str
    held: bool

    @property
    def kind(self) -> None:
        """Of which kind of name it is said: any."""
        return None

    def suits(self, word: str) -> bool:
        """Tell whether a word is spelt so."""
        return (self.letters in fold(word)) == self.held


@dataclass(frozen=True, slots=True, repr=False)
class AlsoOfKind:
    """What is said of a name that may be taken for one of the other kind.

    Parameters
    ----------
    kind : str
        What the name is: a given name that is a family name too, or the other way round.
    """

    kind: Kind

    def suits(self, word: str) -> bool:
        """Tell whether a word is a name of the other kind: a given name that was counted, or a family name listed."""
        folded = fold(word)
        return lists.is_counted(folded) if self.kind == "family" else lists.is_family_name(folded)


Remark: TypeAlias = Spelling | AlsoOfKind


def remarks_said(behind: str) -> Iterator[Remark]:
    """Yield what a text says, right at its start, of the name before it.

    Examples
    --------
    >>> [(said.letters, said.held) for said in remarks_said(", sans h, avec deux t")]
    [('h', False), ('tt', True)]
    >>> [said.kind for said in remarks_said(" (attention, deux prénoms)")]
    ['family']
    """
    if _DOUBT_BEGUN.match(behind) is not None:
        doubt = _DOUBT.match(fold(behind[:LONGEST_REMARK]))
        if doubt is not None:
            yield AlsoOfKind("given" if doubt["given"] else "family")
            return
    yield from _spellings_said(behind)


def _spellings_said(behind: str) -> Iterator[Spelling]:
    """Yield what a text says, right at its start, of the spelling of the name before it."""
    if _BEGUN.match(behind) is None:
        return
    folded, start = fold(behind[:LONGEST_REMARK]), 0
    for _ in range(_MOST_REMARKS):
        remark = _REMARK.match(folded, start)
        if remark is None:
            return
        letter = "y" if remark["letter"] == "i grec" else remark["letter"]
        yield Spelling(letter * 2 if remark["twice"] else letter, remark["held"] != "sans")
        start = remark.end()


def remark_unsuited(behind: str, name: str) -> int:
    """Return where what a text says of how the name before it is written ends; 0 where it says none, or it is true.

    Parameters
    ----------
    behind : str
        The text behind the name, up to the next span.
    name : str
        What stands for it.

    Examples
    --------
    >>> remark_unsuited(", en deux mots, né le", "Moreau"), remark_unsuited(" en deux mots, né le", "Le Guen")
    (15, 0)
    >>> remark_unsuited(" (avec un accent) vu", "Marchand"), remark_unsuited(" (avec un accent) vu", "Béranger")
    (17, 0)
    """
    found = _OF_WRITING.match(behind[:LONGEST_REMARK])
    if found is None or ("(" in found["open"]) != bool(found["close"]):
        return 0
    if found["count"] in ("un", "1") and not behind[found.end() :].strip():
        # « sans terre en un mot | santerre »
        return 0
    words = len(re.split(r"[\s-]+", name.strip()))
    if found["count"]:
        is_true = words == _WORDS[found["count"].lower()]
    elif found["joined"]:
        is_true = words == 1
    elif found["hyphen"]:
        is_true = "-" in name
    elif found["like"]:
        is_true = False
    elif found["cedilla"]:
        is_true = "ç" in name.lower()
    else:
        is_true = (fold(name) != name.lower()) == (found["held"].lower() == "avec")
    if is_true:
        return 0
    is_between_commas = "," in found["open"] and behind[found.end() : found.end() + 1] == ","
    return found.end() + is_between_commas


def is_said_misspelt(before: str) -> bool:
    """Tell whether a text ends in words that call what follows another spelling: « (orthographié »."""
    return _SAID_BEFORE.search(fold(before[-LONGEST_CALLING:])) is not None
