"""What is counted or numbered, which is no day, no age and no number of anybody.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``count.of``          DATE                a count and its whole: « semaine 5/5 », « cure n° 5/12 », « 17 présents / 18 »
``count.thousands``   DATE, AGE           « 12 000 nouveaux cas »
``count.cores``       DATE                biopsies of which some: « biopsies (8/12) »
``count.dictated``    DATE, AGE           a count and its words: « 14 (quatorze) gélules »
``count.both``        DATE                « re-prélevés les 2 à 11h », « tous les 2. »
``count.room``        ADDRESS, DATE, AGE, rooms, lots, weeks, desks: « ch. 22 », « sem. 23 », « IOA poste 2 »
                      PHONE, OTHER_ID
``count.floor``       DATE                a floor or a part of a ward: « Secteur 1er », « aile 2e »
``count.all``         DATE                all of so many: « agrafes ôtées 12/12 »; « Séances réalisées : 13 (…) »
``count.bracketed``   DATE                « Sources consultées (4) »
``count.child``       AGE                 « avec 2 enfants »
``count.births``      DATE, AGE           « gestité 4 parité 3 »
``count.section``     numbers             the number of a part of a form: « 3. VISITE », « 6 - Aide »
``count.disease``     DATE, AGE           « PCR Covid-19 »
``count.alone``       names               a figure or two and nothing else: « box 1 »
``care.mode``         DATE                « mode de prise en charge principal 09 »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re

from palimpseste.detection.refusals.atoms import MONTH
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.labels import IDENTIFIERS, OF_PEOPLE

__all__ = ["refusals"]


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_things(), *_of_rooms(), *_of_people())


def _of_things() -> tuple[Refusal, ...]:
    """Return those of what is counted."""
    return (
        Refusal(
            "count.section",
            IDENTIFIERS,
            re.compile("[1-9]"),
            re.compile(r"(?:\A|\n)[ ]{0,8}$"),
            re.compile(r"(?:[.)]|[ ]?[-–—])[ ]{1,3}[a-z]{4}"),
        ),
        Refusal("count.disease", ("DATE", "AGE"), re.compile("19"), re.compile(r"(?<![a-z])covid[ -]?$")),
        Refusal("count.alone", OF_PEOPLE, re.compile("[0-9]{1,2}")),
        Refusal(
            "count.of",
            ("DATE",),
            re.compile("[0-9]{1,2}/[0-9]{1,2}"),
            re.compile(
                r"(?<![a-z])(?:(?:page|semaine|cycle|feuillet)[ ]|(?:cure|cycle|dose|injection|seance|tour)[ ]n°[ ]?)$"
            ),
            re.compile(r"(?![/.-]?[0-9])"),
            of_value=lambda value: int(value.partition("/")[0]) <= int(value.partition("/")[2]),
        ),
        # « Prochaine séance 6/10 » is a day.
        Refusal(
            "count.of",
            ("DATE",),
            re.compile(r"(?:[1-9]|1[0-9])/(?:[568]|1[0258])"),
            re.compile(r"(?<![a-z])(?<!prochaine[ ])(?<![0-9]e[ ])seances?[ ]$"),
            re.compile(r"(?![/.-]?[0-9])(?![ ]a[ ][0-9])"),
            of_value=lambda value: int(value.partition("/")[0]) <= int(value.partition("/")[2]),
        ),
        Refusal(
            "count.of",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![0-9])[0-9]{1,3}(?:(?:e|eme)[ ](?:cure|cycle|dose|seance|tour)[ ]sur[ ]"
                r"|[ ](?:inscrit|lit|place|present)s?[ ]?/[ ]?)$"
            ),
            re.compile(r"(?![0-9/])"),
        ),
        Refusal("count.thousands", ("DATE", "AGE"), re.compile("[0-9]{1,3}"), None, re.compile("[ ]000(?![0-9])")),
        Refusal(
            "count.cores",
            ("DATE",),
            re.compile(r"[0-9]{1,2}/(?:6|8|1[02-8]|2[04])"),
            re.compile(r"(?<![a-z])(?:biopsies|carottes)(?![a-z])[^.;\n0-9]{0,40}\($"),
            re.compile(r"[ ]?(?:\)|\+|positi)"),
        ),
        Refusal(
            "count.dictated",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            None,
            re.compile(
                r"[ ]\([a-z][a-z -]{1,30}\)[ ](?:gelules?|comprimes?|sachets?|ampoules?|jours?|boites?|seances?)"
            ),
        ),
        Refusal(
            "count.both",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])les[ ]$"),
            re.compile(
                r"(?![.,/-]?[0-9])"
                r"(?!\s{0,2}(?:[,&/-]|et(?![a-z])|ou(?![a-z])|au(?![a-z])|puis(?![a-z]))?\s{0,2}(?:le[ ]|les[ ])?[0-9])"
                r"(?!\s{0,2}[a-z]{3,9}\.?(?![a-z]))"
            ),
        ),
    )


def _of_rooms() -> tuple[Refusal, ...]:
    """Return those of rooms and floors."""
    return (
        Refusal(
            "count.room",
            ("OTHER_ID",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])(?:cachet|coffre|tube)[ ](?:n[°o][ ]?)?$"),
            re.compile("(?![a-z-]|[ ]?[./-]?[0-9])"),
        ),
        Refusal(
            "count.room",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])poste[ ]$"),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{MONTH})"),
        ),
        Refusal(
            "count.room",
            ("PHONE",),
            re.compile("[0-9]{1,2}"),
            re.compile(
                r"(?<![a-z])(?:box(?:[ ][0-9]{1,2})?|dialyse|iao|ioa|salle|serie(?:[ ](?:matin|midi|soir))?)"
                r",?[ ]poste[ ]$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "count.room",
            ("ADDRESS",),
            re.compile(r"(?:[0-9]{1,2}[a-z]?,?[ ])?(?:ch|chambre)\.?[ ][0-9]{1,4}[ ]?[a-z]?"),
            re.compile(r"(?<![a-z])service[ ]?:?[ ][^\n]{3,40}$"),
        ),
        Refusal(
            "count.room",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![a-z])(?:ch|chambres?|dossiers?|lits?|lots?|salles?|sem|semaines?|tubes?|vis)\.?[ ]"
                r"(?:[0-9]{1,3}(?:[ ]x[ ][0-9]{1,3})?(?:,[ ]|[ ]et[ ])){0,6}$"
            ),
            re.compile(r"(?![/.-]?[0-9])(?![ ](?:[a-z]{3,9}[ ])?[0-9]{4})"),
        ),
        # « la patiente de la 14 », « le curage de la 22 »: a day is no « la »
        Refusal(
            "count.room",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?<![a-z])la[ ]$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        # « petite dame du 6 », « sa voisine du 14 »
        Refusal(
            "count.room",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![a-z])(?:as|dames?|famille|gardienne?|gens|homonyme|ide|mamie|monsieur|papi|patiente?|sonnette|voisine?s?)"
                r"[ ]d(?:u|es)[ ]$"
            ),
            re.compile(rf"(?![/.-]?[0-9])(?![ ]{MONTH})"),
        ),
        # « fax 2/3 », « P.01/01 »
        Refusal(
            "count.of",
            ("DATE",),
            re.compile("[0-9]{1,2}/[0-9]{1,2}"),
            re.compile(r"(?<![a-z])(?:fax|feuille|folio|p\.|pg|volet)[ ]?$"),
            re.compile(r"(?![/.-]?[0-9])"),
            of_value=lambda value: int(value.partition("/")[0]) <= int(value.partition("/")[2]),
        ),
        Refusal(
            "count.floor",
            ("DATE",),
            re.compile("1(?:er|re|ere)|[2-9](?:e|eme)"),
            re.compile(
                r"(?<![a-z])(?:aile|bat(?:iment)?|chariot|couloir|etage|niveau|palier|pavillon|rang|secteur|unite)s?"
                r"\.?[ ]$"
            ),
            re.compile(rf"(?![ ]{MONTH})(?![/.-]?[0-9])"),
        ),
    )


def _of_people() -> tuple[Refusal, ...]:
    """Return those of people counted, and of how they are cared for."""
    return (
        Refusal(
            "count.all",
            ("DATE",),
            re.compile(r"(?P<of>[0-9]{1,2})/(?P=of)"),
            re.compile(
                r"(?<![a-z])(?:agrafes?|fils|points|seances?|cures?|doses?)"
                r"(?:[ ](?:faite?|effectuee?|enlevee?|otee?|realisee?|retiree?)s?)?[ ]$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "count.all",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(
                r"(?<![a-z])(?:(?:seances?|cures?|doses?|visites?)[ ](?:faite|effectuee|realisee|prescrite|restante)s?"
                r"|(?:nb|nbre|nombre)\.?[ ](?:total[ ])?d(?:e[ ]|')[a-z]{3,20})[ ]?:[ ]?$"
            ),
            re.compile(r"[ ]?(?:\(|[\n,;.]|$)(?![ ]?[0-9]{1,2}[ ,])"),
        ),
        Refusal(
            "count.bracketed",
            ("DATE",),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?<![a-z])[a-z]{3,20}s[ ][a-z]{3,20}[eiu]e?s[ ]\($"),
            re.compile(r"\)[ ]{0,3}(?:\n|$)"),
        ),
        Refusal(
            "count.child",
            ("AGE",),
            re.compile("[0-9]"),
            re.compile("(?<![0-9.,])$"),
            re.compile("[ ]enf(?:ants?)?(?![a-z])"),
        ),
        Refusal(
            "count.births",
            ("DATE", "AGE"),
            re.compile("[0-9]|1[0-9]"),
            re.compile(r"(?<![a-z])(?:gestite|gravidite|parite)[ ]?:?[ ]?$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "care.mode",
            ("DATE",),
            re.compile("[0-9]{2}"),
            re.compile(r"(?<![a-z])(?:mode de prise en charge|mpc|pec)[ ](?:(?:principale?|associee?)[ ])?:?[ ]?$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
    )
