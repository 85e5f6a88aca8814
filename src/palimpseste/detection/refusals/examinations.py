"""What examinations are called, and how their results are written.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``test.beside``       any name            « NFS iono BNP tropo »
``test.machine``      names               in no list of names, in brackets: « recherche de BRAF (Idylla) »
``method``            names, towns        of physiotherapists: « Techniques : gainage, Mézières »
``score.whole``       names               a scale behind its name: « NSAA 26/34 », « SARA 18 → 7 »
``speech``            CITY                tests of language: « ELO, BALE, N-EEL », « BALE faible »
``score.scale``       names               a scale of medicine, and who filled it: « Conners enseignant 71 »
``column.expected``   names               heads of columns of lung function: « Théo   Pré   %Théo »
``cell.none``         names               no value in a row of values: « NR     16,2     9,8 »
``count.blood``       numbers             « gb 14000 »
``laser``             numbers             « FiLaC 13 W 980 nm »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import is_of_medicine, word_list
from palimpseste.detection.refusals.atoms import TITLE, WEEKDAYS, one_of
from palimpseste.detection.refusals.refusal import NAMES, Refusal
from palimpseste.labels import IDENTIFIERS, OF_PEOPLE

__all__ = ["refusals"]

_OF_SPEECH: Final = "alouette|elo|exalang|fluence|lecture|metaphonologie|n-?eel|odedys|pseudo-?mots"


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_tests(), *_of_values())


def _of_tests() -> tuple[Refusal, ...]:
    """Return those of tests, methods and machines."""
    tests = one_of(word_list("refusals/tests.txt"))
    return (
        Refusal(
            "test.beside", NAMES, re.compile(tests), None, re.compile(rf"(?:,|[ ]?[+/])?[ ](?:{tests})(?![a-z0-9])")
        ),
        Refusal(
            "test.machine",
            OF_PEOPLE,
            re.compile("[a-z]{4,15}"),
            re.compile(
                r"(?<![a-z])(?:recherche|dosage|serologie|pcr|mutation|statut|tests?)(?![a-z])"
                r"(?:(?!demande|fait|par[ ]|preleve|realise|relu|rendu|valide|vu)[^.;()\n]){0,40}\($"
            ),
            re.compile(r"\)"),
            of_value=lambda value: not is_listed_name(value),
            ends=("(",),
        ),
        Refusal(
            "method",
            (*OF_PEOPLE, "CITY"),
            re.compile(one_of(word_list("refusals/methods.txt"))),
            re.compile(
                r"(?<![a-z])(?:exercices|methodes?|seances|techniques?)(?:[ ][a-z]{3,12})?[ ]?:[ ]"
                # Between days and hours stand those who give the sessions.
                rf"(?:(?:(?!(?<![a-z])(?:{WEEKDAYS}|lun|mar|mer|jeu|ven|sam|dim)(?![a-z]))[^.:;\n0-9]){{0,45}}[ ,(])?"
                r"(?<!(?<![a-z])(?:avec|chez)[ ])(?<!(?<![a-z])par[ ])$"
            ),
            None,
            lambda match, _: TITLE.search(match.string) is None,
        ),
        *(
            Refusal("speech", ("CITY",), re.compile("bale"), before, behind)
            for before, behind in (
                (re.compile(rf"(?<![a-z])(?:{_OF_SPEECH})(?![a-z])[^.\n]{{0,50}}$"), None),
                (None, re.compile(rf"[ ]?(?:[,:][ ]|[ ])(?:{_OF_SPEECH}|faible|normale?|echouee?|reussie?)(?![a-z])")),
            )
        ),
        Refusal(
            "count.blood",
            IDENTIFIERS,
            re.compile(r"(?:gb|plaq(?:uettes)?|pnn|leuco(?:cytes)?s?|lympho(?:cytes)?s?)[ ]?:?[ ]?[0-9]{3,6}"),
        ),
        Refusal(
            "laser",
            IDENTIFIERS,
            re.compile(r"[a-z]{2,10}[ ][0-9]{1,3}[ ]?w[ ][0-9]{3,5}[ ]?nm"),
        ),
    )


def _of_values() -> tuple[Refusal, ...]:
    """Return those of scores and of cells of tables."""
    return (
        Refusal(
            "score.whole",
            OF_PEOPLE,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[\n.;(][ ]{0,3})$"),
            # « Martin 03/54 » is born in March.
            re.compile(r"[ ](?!0?[1-9]/|1[0-2]/)[0-9]{1,3}/(?:3[2-9]|[4-9][0-9]|100)(?![0-9/])"),
            of_value=lambda value: not is_listed_name(value),
        ),
        Refusal(
            "score.whole",
            OF_PEOPLE,
            re.compile("[a-z]{3,8}"),
            re.compile(r"(?:\A|[\n.;(][ ]{0,3})$"),
            re.compile(r"[ ][0-9]{1,3}[ ]?(?:→|->)[ ]?[0-9]"),
        ),
        Refusal(
            "score.scale",
            OF_PEOPLE,
            re.compile("[a-z]{4,15}(?:-[a-z]{3,15})?"),
            re.compile("(?:)$"),
            re.compile(
                r"(?:[ ](?:abrege|adapte|enseignante?|mere|modifie|parents?|pere|simplifie|total|version))"
                r"(?:[ ][a-z]{3,12})?"
                r"[ ]?:?[ ]?[0-9]{1,3}(?![0-9/]|[ ]?(?:ans|mois|h)(?![a-z]))"
            ),
            lambda match, value: is_of_medicine(value) and TITLE.search(match.string) is None,
        ),
        Refusal(
            "column.expected",
            OF_PEOPLE,
            re.compile(r"%?[ ]?theo\.?"),
            re.compile(
                r"(?:%[ ]?|(?<![a-z])(?:mes(?:uree?)?|obs(?:ervee?)?|ref|pre|post|valeur|unites?)\.?[ ]{2,30})$"
            ),
        ),
        Refusal(
            "column.expected",
            OF_PEOPLE,
            re.compile(r"%?[ ]?theo\.?"),
            None,
            re.compile(
                r"\.?(?:[ ]{1,30}%|[ ]\(gli|[ ]{2,30}(?:mes(?:uree?)?|obs|pre|post|valeur)(?![a-z])"
                r"|[ ](?:pre|mes|obs)[ ]{1,8}%)"
            ),
        ),
        Refusal(
            "cell.none",
            OF_PEOPLE,
            re.compile("n[adfrp]"),
            re.compile("[ ]{2}$"),
            re.compile(r"[ ]{2,30}[0-9]{1,3}(?:[.,][0-9]{1,3})?(?:[ ]{2}|[ ]?\n|$)"),
        ),
    )
