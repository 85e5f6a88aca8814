"""Days that come again and again, and figures and words that are none.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``week.counted``      DATE                « lundi en huit », « mardi en quinze »
``day.ordinal``       DATE                the first of any month: « le 1er de chaque mois », « le 1er et le 3e jeudi »;
                                          the first of others: « depuis le 1er confinement », « le 1er trimestre »
``day.round``         DATE                « astreinte 24/ | 24 »
``day.none``          DATE                figures that are no day, month or year: « suture 6/0 », « rotation 28/28 »;
                                          hundreds in words: « B douze deux cent quatre-vingt-dix »
``shift.worked``      DATE                how somebody works: « fait les trois-huit », « posté en 3/8 »
``hour.glued``        DATE, numbers       four figures of an hour: « reçue 0948, sortie 1035 »
``day.pattern``       numbers, dates      how a day is to be written: « (JJ/MM/AAAA) »
``picture``           dates, numbers      files of pictures: « IMG_2083 »
``fool``              DATE                « poisson d'avril »
``article.elided``    dates, AGE          an article before its noun: « depuis l'automne »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.refusals.atoms import MONTH, WEEKDAYS
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.labels import DATES, NUMBERS, OF_PEOPLE

__all__ = ["refusals"]

# What there is a first of, and what no note begins with behind a day, as it does with « contrôle » or « scanner ».
_NOT_OF_A_MONTH: Final = (
    "accouchement|appareillage|bebe|biberon|(?:de|re)?confinement|cycle|degre|enfant|episode|etage|jour|lever|metacarpien"
    "|metatarsien|mois|mot|orteil|quadrimestre|rayon|semestre|tour|traitement|trimestre"
)
_IN_WORDS: Final = (
    "et|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente"
    "|quarante|cinquante|soixante"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (
        Refusal(
            "week.counted",
            ("DATE",),
            re.compile("huit|quinze|8|15"),
            re.compile(rf"(?<![a-z])(?:{WEEKDAYS}|demain)[ ]en[ ]$"),
            re.compile(r"(?![/.-]?[0-9])(?![ ][a-z]{3,9}[ ][0-9]{4})"),
        ),
        Refusal(
            "week.counted",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(rf"(?<![a-z])(?:{WEEKDAYS})s?[ ]$"),
            re.compile(r"[ ](?:(?:semaines|fois)(?![a-z])|sem(?:aine|\.)?[ ]sur[ ])"),
        ),
        Refusal(
            "day.pattern",
            (*NUMBERS, *DATES, *OF_PEOPLE, "AGE"),
            re.compile("(?:jj|dd|mm|aa(?:aa)?|yyyy)(?:[ ]?[-/.]?[ ]?(?:jj|dd|mm|aa(?:aa)?|yyyy)){1,2}"),
        ),
        Refusal(
            "day.ordinal",
            ("DATE",),
            re.compile("1(?:er)?"),
            None,
            re.compile(
                r"(?:er)?[ ](?:(?:et[ ]le[ ][0-9]{1,2}(?:er|e)?[ ])?(?:(?:de[ ])?chaque|du)[ ]mois(?![a-z])"
                rf"|et[ ]le[ ][234]e[ ]|(?:{WEEKDAYS})[ ]du[ ]mois"
                rf"|(?:pansement|rappel|contact|temps|{_NOT_OF_A_MONTH})(?![a-z]))"
            ),
        ),
        Refusal(
            "day.ordinal",
            ("DATE",),
            re.compile("[0-9]{1,2}"),
            re.compile(r"(?<![a-z])le[ ][0-9]{1,2}(?:er)?[ ]et[ ]le[ ]$"),
            re.compile("[ ](?:(?:de[ ])?chaque[ ]mois|du[ ]mois(?![ ][a-z]))"),
        ),
        Refusal(
            "day.round",
            ("DATE",),
            re.compile("24"),
            re.compile(r"(?<![0-9/.-])24[ ]?/[ ]?$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "day.none",
            ("DATE",),
            re.compile("(?:1[3-9]|[2-9][0-9])/(?:1[3-9]|[2-9][0-9])"),
            # « né le 31/14 » is a day, misread.
            re.compile(r"(?<!(?<![a-z])(?:au|du|le)[ ])$"),
            re.compile("(?![/.-]?[0-9])"),
        ),
        Refusal(
            "day.none",
            ("DATE",),
            re.compile(rf"(?:(?:deux|trois|quatre|cinq|six|sept|huit|neuf)[ -])?cents?(?:[ -](?:{_IN_WORDS})){{0,5}}"),
            # « dix-neuf cent », « mille neuf cent »
            re.compile(r"(?<![a-z])(?<!(?:dix|mil)[ -])(?<!mille[ -])$"),
            re.compile(r"(?![a-z])(?![ ](?:ans|mois|jours)(?![a-z]))"),
        ),
        Refusal("day.none", ("DATE",), re.compile("[0-9]{1,2}/0"), None, re.compile("(?![/.-]?[0-9])")),
        Refusal(
            "shift.worked",
            ("DATE",),
            re.compile("(?:deux|trois|quatre|cinq)[ -]?huits?|[2345][ ]?/[ ]?(?:8|12)"),
            re.compile(
                r"(?<![a-z])(?:fai(?:re|s|sait|t)[ ]les"
                r"|(?:horaires?|postee?|travail(?:le|lait|ler)?|usine)[ ](?:en|aux))[ ]$"
            ),
            re.compile(rf"(?![ ]?(?:[/&,]|et(?![a-z]))?[ ]?[0-9])(?![a-z])(?![ ]{MONTH})"),
        ),
        # « sortie 2012 » is a year, « sortie 1812 » a day.
        Refusal(
            "hour.glued",
            ("DATE", *NUMBERS),
            re.compile("(?!19|20)(?:[01][0-9]|2[0-3])(?:1[3-9]|[2-5][0-9])"),
            re.compile(r"(?<![a-z])(?:arrivee?s?|depart|entrees?|parties?|recues?|sorties?)[ ](?:a[ ])?$"),
            re.compile("(?![a-z]|[ ]?[/.-]?[0-9])"),
        ),
        # The view has spaces for low lines; « IMG 2012 » is a pregnancy that was ended.
        Refusal(
            "picture",
            (*DATES, *NUMBERS),
            re.compile("(?!19|20[0-3])[0-9]{4}"),
            re.compile("(?<![a-z])(?:img|dscn?|pxl|vid)[_ ]$"),
        ),
        Refusal("fool", ("DATE",), re.compile("avril"), re.compile(r"(?<![a-z])poissons?[ ]d'[ ]?$")),
        Refusal("article.elided", ("DATE", "BIRTHDATE", "AGE"), re.compile("[ld]"), None, re.compile("['’][a-z]")),
    )
