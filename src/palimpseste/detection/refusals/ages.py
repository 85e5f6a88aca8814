"""How long something takes, and ages of many, which are nobody's age.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``age.threshold``     AGE                 « une personne de plus de 18 ans », « femmes de 50 à 74 ans »
``age.before``        AGE                 before which nothing is done: « rien ne presse avant 40 ans »
``age.many``          AGE                 « âge médian 52 ans », « 47,2 ± 11 ans »
``seniority``         AGE                 years of service: « ancienneté 11 ans », « dix ans d'expérience »,
                                          « a travaillé vingt-deux ans », « et seize ans de secrétariat »
``since``             AGE                 how long: « suivie depuis 17 ans », « après 4 mois et 11 jours »
``since.event``       AGE                 « à deux mois de sa prothèse », « à 2 ans de la greffe »
``control``           AGE                 when somebody is seen again: « revoir à 1 mois (4 déc.) »,
                                          « suivi à 6 mois. »
``level``             AGE                 what somebody reads like: « lexique à 7 ans 6 mois »
``duration.least``    AGE                 « pour une durée supérieure à 5 ans »
``pregnancy``         AGE                 « enceinte de 7 mois »
``clock.hour``        AGE                 an hour of the day: « vers 22 heures »
``duration.pair``     DATE                the first of two durations: « à 24 et 48 heures »
``stay``              AGE                 how long in a country: « Iran (8 mois), Turquie »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.detection.refusals.words import is_country

__all__ = ["refusals"]

_NUMBER_WORD: Final = (
    "(?:un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante"
    "|cinquante)"
)
_MANY: Final = (
    "(?:adolescent|adulte|eleve|enfant|femme|fille|garcon|homme|jeune|nourrisson|patient|patiente|personne|sujet)s"
)
# « ses enfants de 3 à 9 ans » are somebody's.
_NOT_COUNTED: Final = (
    "(?<![0-9][ ])(?<!deux[ ])(?<!trois[ ])(?<!quatre[ ])(?<!cinq[ ])(?<!ses[ ])(?<!mes[ ])(?<!vos[ ])(?<!leurs[ ])"
    "(?<!petits[ -])(?<!petites[ -])(?<!nos[ ])"
)
_FROM: Final = rf"(?<![a-z]){_NOT_COUNTED}{_MANY}(?:[ ]et[ ]{_MANY})?(?:[ ]agee?s)?[ ]"
# What is counted from; a birth is none of them.
_EVENTS: Final = (
    "accident|accouchement|amputation|arret|arthrodese|arthroplastie|avc|biopsie|chirurgie|chute|cure|depart|diagnostic"
    "|dose|embolie|entorse|episode|fracture|geste|greffe|hysterectomie|infarctus|intervention|ligamentoplastie|mastectomie"
    "|operation|osteosynthese|plastie|pose|pontage|prothese|resection|reparation|retrait|section|sortie|suture"
    "|traumatisme|thyroidectomie|transplantation|vaccin"
)
# « mort à 59 ans de son infarctus »
_DIED: Final = re.compile("(?<![a-z])(?:dcd|deced|deces|emporte|mort|perdu)")
# What somebody is since so long.
_STATES: Final = (
    "abstinente?|divorcee?|fonctionnaire|frontali(?:er|ere)|interimaire|mariee?|pacsee?|retraitee?|separee?|sevree?"
    "|veu(?:f|ve)"
)
# What years are spent in or with.
_PASTIMES: Final = (
    "bagne|barreau|bataille|boite|boxe|bureau|captivite|carriere|celibat|chantier|chomage|conduite|couple|cuisine|danse"
    "|detention|diabete|dialyse|enseignement|exercice|fonderie|foot|football|galere|greffe|guichet|handball|judo|legion"
    "|maladie|marche|marine|mariage|menage|metier|mine|prison|psychanalyse|psychotherapie|retraite|route|rue|rugby|salariat"
    "|secretariat|service|soins|sport|suivi|tabac|tabagisme|therapie|traitement|travail|usine|veuvage|vie[ ]commune"
    "|violences?"
)
# What is done to many of an age.
_OFFERED: Final = (
    "aspirine|chirurgie|coloscopie|consultation|controle|depistage|frottis|indication|intervention|lentilles|mammographie"
    "|operation|pilule|surveillance|test|traitement|urgence|vaccin"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (*_of_thresholds(), *_of_time_since(), *_of_appointments(), *_of_durations())


def _of_thresholds() -> tuple[Refusal, ...]:
    """Return those of ages and years that are a limit, of nobody or of many."""
    return (
        Refusal(
            "age.threshold",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois|semaines)"),
            re.compile(
                r"(?<![a-z])(?:personnes?|adultes?|enfants|sujets|patients|adolescents|femmes|hommes|filles|garcons)"
                r"[ ](?:ages[ ]|agees[ ])?(?:de[ ])?(?:plus|moins)[ ]de[ ]$"
            ),
        ),
        Refusal(
            "age.threshold",
            ("AGE",),
            re.compile(r"[0-9]{2}(?:[ ]?ans)?"),
            re.compile(r"(?:(?<![a-z])(?:superieur|inferieur)e?[ ](?:ou[ ]egale?[ ])?a[ ]|(?<!age[ ])[<>≤≥][ ]?)$"),
            re.compile(r"(?![.,]?[0-9])"),
        ),
        # « filles de 5 et 7 ans » are two, and somebody's.
        *(
            Refusal(
                "age.threshold",
                ("AGE",),
                re.compile(r"[0-9]{1,2}(?:[ ]?(?:ans|mois))?"),
                re.compile(rf"{_FROM}{first}[ ]$"),
                re.compile(rf"[ ]{second}[ ][0-9]{{1,2}}[ ]?(?:ans|mois)(?![a-z])"),
                ends=(f" {first} ",),
            )
            for first, second in (("de", "a"), ("entre", "et"))
        ),
        Refusal(
            "age.threshold",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans|mois)"),
            re.compile(
                rf"{_FROM}(?:de[ ][0-9]{{1,2}}(?:[ ]?(?:ans|mois))?[ ]a|entre[ ][0-9]{{1,2}}(?:[ ]ans)?[ ]et)[ ]$"
            ),
            ends=(" a ", " et "),
        ),
        Refusal(
            "age.before",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?ans"),
            re.compile(
                r"(?<![a-z])(?:conseille|indique|inutile|interdite?|presse|recommande|utile"
                r"|(?<!n'ont[ ])(?<!n'a[ ])rien"
                rf"|lieu[ ]d'[a-z]{{4,9}}|on[ ]attend|(?:aucune?|pas)[ ](?:de[ ]|d'[ ]?)?(?:{_OFFERED}))(?![a-z])"
                r"[^.;:\n0-9]{0,30}[ ]avant[ ]$"
            ),
            ends=(" avant ",),
        ),
        Refusal(
            "age.many",
            ("AGE",),
            re.compile(r"[0-9]{1,3}(?:,[0-9])?[ ]?(?:ans|mois)"),
            re.compile(
                r"(?<![a-z])(?:age[ ](?:moyen|median|limite)(?:[ ][a-z]{2,6}){0,2}[ ]?:?[ ]?"
                r"|age[ ]?[<>≤≥][ ]?|quoi[ ]faire[ ]apres[ ]|que[ ]faire[ ]apres[ ]|depistage[ ]des[ ])$|±[ ]?$"
            ),
        ),
        # « lexique du français à 7 ans 6 mois », of a child of ten
        Refusal(
            "level",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?ans?(?:[ ](?:et[ ])?(?:demi|[0-9]{1,2}[ ]?mois))?"),
            re.compile(
                r"(?<![a-z])(?:lexique|vocabulaire|niveau|age[ ](?:de[ ](?:developpement|lecture)|lexique|mental))"
                r"(?:[ ](?:du|de|en|des|d'|francais|lecture|langage|oral|ecrit|actif|passif|situe|estime)){0,3}"
                r"[ ]?[:=]?[ ](?:(?:a|de)[ ])?$"
            ),
        ),
    )


def _of_time_since() -> tuple[Refusal, ...]:
    """Return those of how long something lasts, or since when."""
    return (
        Refusal(
            "seniority",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois)"),
            re.compile(r"(?<![a-z])(?:anciennete|experience|carriere)[ ]?:?[ ](?:de[ ])?$"),
        ),
        Refusal(
            "seniority",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD}(?:-(?:et-)?{_NUMBER_WORD})?)[ ](?:ans|mois)"),
            re.compile(r"(?<![a-z])(?:enseigne|exerce|servi|travaille)(?:[ ](?:pendant|durant))?[ ]$"),
            re.compile("(?![ ](?:de vie|d'age))"),
        ),
        Refusal(
            "seniority",
            ("AGE",),
            re.compile(r"[0-9a-z-]{1,15}[ ]?(?:ans?|mois)"),
            None,
            re.compile(r"[ ]d'[ ]?(?:anciennete|essais?|experience|exercice|index)(?![a-z])"),
        ),
        # « Quinze ans chez Jaeger », « après sept ans de caisse »: who is so old has it in figures, or « de » before it
        Refusal(
            "seniority",
            ("AGE",),
            re.compile(rf"{_NUMBER_WORD}(?:-(?:et-)?{_NUMBER_WORD})?[ ]ans"),
            re.compile(
                r"(?:\A|[.;\n][ ]{0,8}"
                r"|(?<![a-z])(?:apres|depuis|dont|durant|et|fait|passe|pendant|puis|tenu|travaille)[ ])$"
            ),
            re.compile(
                r"[ ](?:chez[ ](?!l[ea]?[ ']|qui|que|ses|sa)|aux?[ ](?!antecedents|atcd|total|domicile|moment)"
                r"|dans[ ](?:la|le|les|l')"
                r"|de[ ](?!vie|plus|moins|mariage)[a-z0-9]{3,})"
            ),
        ),
        # « il a bien fait 14 ans aux fours »; « cuisinier 47 ans aux urgences » has an age
        Refusal(
            "seniority",
            ("AGE",),
            re.compile("[0-9]{1,2}[ ]?ans"),
            re.compile(r"(?<![a-z])(?:bosse|dont|fait|passe|puis|servi|tenu|travaille)[ ]$"),
            re.compile(r"[ ](?:aux?|chez|a[ ]l[a'])[ ]?(?!antecedents|atcd|total|domicile)[a-z]"),
        ),
        # « vingt ans de guichet et seize ans de secrétariat »; « un homme de 40 ans de service » has an age
        Refusal(
            "seniority",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD}(?:-(?:et-)?{_NUMBER_WORD})?)[ ](?:ans|mois)"),
            re.compile(r"(?<![a-z])(?<!age[ ])(?<!agee[ ])(?<!homme[ ])(?<!femme[ ])(?<!patient[ ])(?<!patiente[ ])$"),
            re.compile(rf"[ ]de[ ](?:{_PASTIMES})(?![a-z])"),
            lambda match, _: not match.string.endswith((" de ", ", ", "(", "d'")),
        ),
        Refusal(
            "since",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:ans?|mois|jours)(?:[ ]et[ ][0-9]{1,2}[ ]?(?:mois|semaines|jours))?"),
            re.compile(
                r"(?<![a-z])(?:(?:suivie?|traitee?|connue?|soignee?|installee?|evoluant|evolue"
                rf"|{_STATES})[ ]depuis"
                r"|(?:hospitalisation|sejour)(?:[ ][a-z]{3,12})?[ ](?:apres|de)"
                r"|(?:quitte|sort)[^.\n]{0,40}[ ]apres)[ ]$"
            ),
            re.compile("(?![ ](?:de vie|d'age))"),
        ),
        Refusal(
            "since",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ](?:ans|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])depuis[ ](?:bientot|presque|pres[ ]de|plus[ ]de|au[ ]moins|environ)[ ]$"),
        ),
        Refusal(
            "since",
            ("AGE",),
            re.compile(rf"{_NUMBER_WORD}[ ](?:ans|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])(?:depuis|revient[ ]apres|revue?[ ]apres)[ ]$"),
        ),
        Refusal(
            "since",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ]?(?:ans?|mois|semaines|jours)"),
            re.compile(r"(?<![a-z])il[ ]y[ ]a(?:ura|vait)?[ ](?:(?:environ|presque|plus[ ]de)[ ])?$"),
        ),
        Refusal(
            "since.event",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ]?(?:ans?|mois|semaines|jours)(?:[ ]et[ ]demi)?"),
            re.compile("$"),
            re.compile(rf"[ ]d(?:e|['’])[ ]?(?:son|sa|la|cette|cet|ce|l'|une?)[ ]?(?:{_EVENTS})s?(?![a-z])"),
            lambda match, _: _DIED.search(match.string) is None,
        ),
    )


def _of_appointments() -> tuple[Refusal, ...]:
    """Return those of when somebody is seen again, and of hours."""
    return (
        Refusal(
            "control",
            ("AGE",),
            re.compile(r"[0-9]{1,2}[ ]?(?:mois|semaines|jours)"),
            re.compile(
                r"(?<![a-z])(?:revoir|reverrai|revue?|controles?|a[ ]faire|rdv|rendez-vous)(?![a-z])"
                r"[^.;\n0-9]{0,40}[ ]a[ ]$"
            ),
            re.compile(r"[ ]\("),
        ),
        Refusal(
            "control",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ](?:mois|semaines)"),
            re.compile(r"(?<![a-z])(?:coloscopie|fibroscopie|endoscopie|irm|scanner|tdm|tep|scintigraphie)[ ]a[ ]$"),
            re.compile("(?![ ](?:de vie|d'age))"),
        ),
        # « Dermato, suivi à 6 mois. »
        Refusal(
            "control",
            ("AGE",),
            re.compile(rf"(?:[0-9]{{1,2}}|{_NUMBER_WORD})[ ]?(?:mois|semaines)"),
            re.compile(r"(?<![a-z])(?:suivi|controles?|rdv|rendez-vous)[ ]a[ ]$"),
            re.compile(r"[ ]{0,3}(?:[.,;)\n]|$|par[ ])"),
        ),
        Refusal(
            "clock.hour",
            ("AGE",),
            re.compile(r"(?:[01]?[0-9]|2[0-3])[ ]?(?:h|heures?)"),
            re.compile(r"(?<![a-z])vers[ ]$"),
            re.compile(r"(?![ ](?:de vie|d'age))"),
        ),
    )


def _of_durations() -> tuple[Refusal, ...]:
    """Return those of pregnancies, treatments and stays."""
    return (
        Refusal(
            "pregnancy",
            ("AGE",),
            re.compile(rf"(?:[1-9]|{_NUMBER_WORD})[ ]?mois(?:[ ]et[ ]demi)?"),
            re.compile(r"(?<![a-z])(?:enceinte|grossesse|gravide)[ ](?:de[ ])?(?:(?:bientot|environ|presque)[ ])?$"),
        ),
        Refusal(
            "duration.least",
            ("AGE",),
            re.compile("[0-9]{1,2}[ ]ans"),
            re.compile(r"(?<![a-z])duree[ ](?:superieur|inferieur)e[ ](?:ou[ ]egale[ ])?a[ ]$"),
        ),
        Refusal(
            "duration.pair",
            ("DATE",),
            re.compile(r"[0-9]{1,3}"),
            re.compile(r"(?<![a-z])(?:a|de|entre|pendant|apres|toutes les)[ ](?:[0-9]{1,3}[ ]?,[ ]){0,6}$"),
            re.compile(
                r"(?:[ ]?,[ ][0-9]{1,3}){0,6}[ ](?:et|ou|a|puis)[ ][0-9]{1,3}[ ]?"
                r"(?:heures?|h|mn|minutes?|semaines?|mois|ans)(?![a-z0-9])"
            ),
        ),
        Refusal(
            "stay",
            ("AGE",),
            re.compile("[0-9]{1,2}[ ](?:mois|semaines|jours)"),
            re.compile(r"(?<![a-z-])([a-z]{4,15})[ ]\($"),
            re.compile("[),]|[ ]a[ ]"),
            lambda match, _: is_country(match[1]),
        ),
    )
