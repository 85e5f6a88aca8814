"""Laws, books, nomenclatures and studies: what is published has days and numbers, and is nobody's.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``law.date``          DATE                the day of a law, a decree or an order: « Loi du 18 août 2013 »
``law.number``        DATE, numbers       the number of a law or a decree: « Décret n° 2012-1120 »
``law.article``       DATE, numbers,      an article of a code, its letter too: « (R. 4127-76) »
                      PHONE, people
``volume``            DATE, AGE           of a journal, and its issue: « 2012, 11(4) »
``page``              names, DATE, AGE,   « lecture p. 14 », « (p. 31) »
                      PHONE
``edition``           DATE                the year of a classification: « TNM 8e éd. 2017 »
``act.code``          numbers             an act of the CCAM: « (HMFC004) », « code CCAM NZQK005 »
``table.disease``     AGE, OTHER_ID       the table of an occupational disease: « MP 57A »
``product.global``    numbers, PHONE      the number of a product: « GTIN 00380652383134 », « (01)08714729123456 »
``study.named``       names, towns        « la cohorte ELFE », « l'essai TICORA »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.refusals.refusal import AROUND, Refusal
from palimpseste.detection.view import TextView
from palimpseste.document import Span
from palimpseste.labels import IDENTIFIERS, NUMBERS, OF_PEOPLE

__all__ = ["is_of_a_study", "refusals"]

# An act of the CCAM: where, what, how, and its number.
_ACT: Final = re.compile("[a-hj-npqyz][a-z]{2}[a-hj-npq][0-9]{3}")
_STUDY: Final = re.compile(
    r"(?<![^\W_])(?:[Cc]ohorte|essai|[Ee]nquête|[Rr]egistre)[ ](?:de[ ]phase[ ][1-4I]{1,3}[ ])?\Z"
)
_SHORTEST_ACRONYM: Final = 4
_ARTICLE: Final = "[0-9]{3,4}-[0-9]{1,3}(?:-[0-9]{1,2}){0,2}"
# Who classifies, and by whose criteria.
_SOCIETIES: Final = (
    "acr|ada|afu|aha|ajcc|ann[ ]arbor|asas|ata|ats|banff|baveno|bethesda|cim(?:-10)?|cngof|dsm(?:-[0-9iv]+)?|easl"
    "|eln|ers|esc|esh|esmo|eular|gina|gold|has|ilae|kdigo|lugano|magnims|mcdonald|nccn|sfar|slicc|spilf|who"
    "|criteres[ ](?:de[ ])?[a-z-]{3,12}"
)
_DAY_IN_WORDS: Final = "[0-9]{1,2}(?:er)?[ ][a-z]{3,9}[ ][0-9]{4}"
# « article L. », « (R. », « art. L. 3212-1 à L. »
_OF_ARTICLE: Final = (
    rf"(?:(?<![a-z])art(?:icles?|s?\.?)[ ](?:[lrd]\.?[ ]?{_ARTICLE}(?:,[ ]|[ ](?:et|a|ou)[ ])){{0,2}}|\()"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_laws(), *_of_books(), *_of_lists())


def _of_laws() -> tuple[Refusal, ...]:
    """Return those of laws."""
    return (
        Refusal(
            "law.date",
            ("DATE",),
            re.compile(_DAY_IN_WORDS),
            re.compile(
                r"(?<![a-z])(?:loi|decret|arrete ministeriel|directive europeenne)"
                r"(?:[ ]n[°o]?[ ]?[0-9]{2,4}-[0-9]{1,5})?[ ]du[ ]$"
            ),
        ),
        Refusal(
            "law.date",
            ("DATE",),
            re.compile("(?:19|20)[0-9]{2}"),
            re.compile(r"(?<![a-z])loi[ ][a-z]{3,15}(?:-[a-z]{3,15})?[ ]de[ ]$"),
        ),
        # An order that a form or a rule is of; that of a prefect is about somebody.
        Refusal(
            "law.date",
            ("DATE",),
            re.compile(_DAY_IN_WORDS),
            re.compile(
                r"(?<![a-z])(?:(?:annexe|conforme|fixe|prevu|defini|mentionne)e?s?[ ](?:a|dans|par)|conformement a"
                r"|en application de|au sens de|selon|aux termes de)[ ]l'arrete[ ]du[ ]$"
            ),
        ),
        Refusal(
            "law.date",
            ("DATE",),
            re.compile(_DAY_IN_WORDS),
            re.compile(r"(?<![a-z])arretes?[ ]du[ ]$"),
            re.compile("[ ](?:fixant|modifie|portant|pris pour|relatif)"),
        ),
        Refusal(
            "law.number",
            ("DATE",),
            re.compile("[0-9]{1,5}"),
            re.compile(r"(?<![a-z])(?:loi|decret)[ ]n[°o]?[ ]?(?:(?:19|20)?[0-9]{2}-)?$"),
        ),
        Refusal(
            "law.number",
            IDENTIFIERS,
            re.compile(r"(?:19|20)[0-9]{2}-[0-9]{1,5}"),
            re.compile(r"(?<![a-z])(?:loi|decret)[ ]n[°o]?[ ]?$"),
        ),
        Refusal(
            "law.article",
            (*NUMBERS, "PHONE", "DATE"),
            re.compile(_ARTICLE),
            re.compile(rf"{_OF_ARTICLE}[lrd]\.[ ]?$"),
            re.compile("(?![a-z0-9/.-]?[0-9])"),
        ),
        Refusal(
            "law.article",
            (*NUMBERS, *OF_PEOPLE, "PHONE", "DATE"),
            re.compile(rf"[lrd]\.(?:[ ]?{_ARTICLE})?"),
            re.compile(rf"{_OF_ARTICLE}$"),
            re.compile(rf"[ ]?{_ARTICLE}|(?<=[0-9])(?![a-z0-9/.-]?[0-9])"),
        ),
    )


def _of_books() -> tuple[Refusal, ...]:
    """Return those of volumes, pages and editions."""
    return (
        Refusal(
            "volume",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?:19|20)[0-9]{2}[,;][ ]?(?:[0-9]{1,3}[ ]?)?\($"),
            re.compile(r"\)[:,]"),
        ),
        Refusal(
            "volume",
            ("DATE", "AGE"),
            re.compile("[0-9]{1,3}"),
            re.compile(r"(?:19|20)[0-9]{2}[,;][ ]?$"),
            re.compile(r"[ ]?\([0-9]{1,3}\)[:,]"),
        ),
        Refusal(
            "page",
            OF_PEOPLE,
            re.compile(r"pp?\."),
            re.compile(
                r"(?<![a-z])(?:chapitre|lecture|livre|revue|tome)(?:[ ,][^.\n]{0,40})?(?<!mme|lle|.mr|.dr|.pr|..m)[ ]$"
            ),
            re.compile(r"[ ]?[0-9]{1,4}(?![a-z0-9/])(?![ ]ans)"),
        ),
        Refusal(
            "page",
            ("DATE", "AGE", "PHONE"),
            re.compile("[0-9]{1,3}(?:-[0-9]{1,3})?"),
            re.compile(r"\(pp?\.[ ]?$"),
            re.compile(r"\)"),
        ),
        Refusal(
            "edition",
            ("DATE",),
            re.compile("(?:19|20)[0-9]{2}"),
            re.compile(
                rf"(?<![a-z])(?:tnm|oms|isup|ctcae|aasm|duke|edition|figo|grio|version|{_SOCIETIES}|"
                r"revision(?=[ ][0-9]{1,2}[. ])|"
                r"ald[ ][0-9]{1,2}[ ]\(liste|[0-9]e[ ]ed\.?)"
                r"[ ]?\(?(?:v?[0-9]{1,2}(?:\.[0-9])?e?(?:[ ]ed(?:ition|\.)?)?|(?:19|20)[0-9]{2}/)?,?[ ]?\(?$"
            ),
            re.compile("(?![/.-]?[0-9])"),
        ),
    )


def _of_lists() -> tuple[Refusal, ...]:
    """Return those of acts, tables and products."""
    return (
        Refusal(
            "act.code",
            IDENTIFIERS,
            _ACT,
            re.compile(
                r"(?:(?:ectomie|scopie|plastie|tomie|graphie|stomie|desie|biopsie|exerese)s?(?![a-z])[^\n]{0,30}\("
                r"|(?<![a-z])(?:ccam|actes?|cotations?)(?:[ ]ccam)?[ ]?:?[ ])$"
            ),
            re.compile("(?![a-z0-9-])"),
        ),
        Refusal("act.code", IDENTIFIERS, _ACT, None, re.compile(r"[ ]{2,20}[0-9]{1,4},[0-9]{2}(?![0-9])")),
        Refusal(
            "table.disease",
            ("AGE", "OTHER_ID"),
            re.compile("[0-9]{1,3}[ ]?(?:bis|[a-d])?"),
            re.compile(r"(?<![a-z])(?:mp|maladies?[ ]professionnelles?|tableau)[ ](?:n[°o]?[ ]?)?$"),
            re.compile("(?![ ]?(?:ans|mois))(?![a-z-]|[ ]?[./-]?[0-9])"),
        ),
        Refusal(
            "product.global",
            (*IDENTIFIERS, "PHONE"),
            re.compile("[0-9]{14}"),
            re.compile(r"(?:\(01\)|(?<![a-z])gtin[ ]?:?)[ ]?$"),
        ),
    )


def is_of_a_study(view: TextView, span: Span) -> bool:
    """Tell whether a name in capitals is that of a cohort or a trial, in a text of small letters too."""
    written = view.text[span.start : span.end]
    if len(written) < _SHORTEST_ACRONYM or not (written.isalpha() and written.isupper()):
        return False
    return _STUDY.search(view.text, max(0, span.start - AROUND), span.start) is not None and not view.text.isupper()
