"""The number for help, which is no day.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``number.emergency``  DATE                « appelez le 15 ou le 112 », « adressé par le 15 », « le 3114 »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.refusals.atoms import MONTH
from palimpseste.detection.refusals.refusal import Refusal

__all__ = ["refusals"]

# What somebody is to call for help with.
_ALARMING: Final = (
    "fievre|confusion|malaise|douleurs?|convulsions?|crise|dyspnee|essoufflement|gene|saignements?|hemorragie|melena"
    "|somnolence|vomissements?|oppression|aggravation|palpitations|paralysie|cyanose|detresse|perte de connaissance"
)
# What is given before help is called.
_FIRST_GIVEN: Final = (
    "adrenaline|anapen|antihistaminique|bronchodilatateur|buccolam|emerade|epipen|glucagen|glucagon|jext|krenosin|natispray"
    "|salbutamol|trinitrine|valium|ventoline"
)
# Numbers for help that are no day and no year.
_SHORT_NUMBERS: Final = "11[24569]|3114|3117|3624|3919|3939|3966|3977"
_EMERGENCY: Final = "15|17|18|112"
_HELP: Final = re.compile("15|18|112")
# What follows the number of who is called; « le 15 mars » is a day.
_CALLED: Final = (
    r"[ ]?(?:[\n.,;:!?)]|[-→]|$|(?:si|en[ ]cas|qui|vers|pour|sans|tout|direct|devant)(?![a-z])"
    rf"|(?:et|ou|puis)[ ]le[ ](?:{_EMERGENCY})(?![0-9/])|le[ ][0-9]{{1,2}}(?![0-9]))"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (
        # « ou le 15 la nuit », « puis le 15. »; « le 8 avril ou le 15 » are days
        Refusal(
            "number.emergency",
            ("DATE",),
            re.compile("15"),
            re.compile(r"(?<![a-z])(?:appelez|appeler|composer|dispensaire ou)[ ]le[ ]$"),
            re.compile(r"[ ](?:d'urgence|en[ ]cas|la[ ]nuit|si)(?![a-z])|[ ]?(?:\.?\n|\)|$)"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            re.compile("15"),
            re.compile(r"(?<![a-z])(?:attendre|faire)[ ]le[ ]$"),
            re.compile(r"[ ](?:d'urgence|en[ ]cas|si)(?![a-z])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appelle|appellent|appele|appela|appel)[ ](?:le|du|au)[ ]$"),
            re.compile(
                r"[ .,;:]{1,2}[^\n]{0,40}(?<![a-z])(?:regulateur|regulation|samu|smur|pompiers?|secours|vsav)"
                r"|[ ](?:a|vers)[ ][0-9]{1,2}[ ]?[h:]"
            ),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                r"(?<![a-z])(?:appels?[ ]d(?:e[ ]|u[ ]|')[a-z.' -]{1,25}[ ]au"
                r"|en[ ]cas[ ]d[a-z' ]{1,40}[ ](?:faites|composez|prevenez|prevenir|faire|composer)[ ]le"
                r"|prevenir[ ][a-z.' -]{1,25},?[ ](?:puis|et|ou)[ ]le)[ ]$"
            ),
            re.compile(_CALLED),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:r?appele[rz]|composer|composez|contacte[rz]|faire|faites)[ ]le[ ]$"),
            re.compile(rf"[ ](?:si|en cas d(?:e[ ]|'))[ ]?(?:[a-z']{{1,12}}[ ])?(?:{_ALARMING})(?![a-z])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                rf"(?<![a-z])(?:{_ALARMING})[ ](?:avant[ ][0-9]{{1,2}}[ ](?:mois|semaines)|[>≥][ ]?[0-9.,]{{2,4}})"
                r"[^\n.;:]{0,12}[ ]?:[ ](?:(?:appeler|faire)[ ])?le[ ]$"
            ),
            re.compile(r"[ ]{0,2}(?:[.;\n]|$)"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            re.compile(_EMERGENCY),
            re.compile(
                rf"(?:(?<![a-z])faut(?:[ -]il|[ ]t[ ]il)?[ ](?:appeler|faire|composer)[ ]le"
                r"|(?<![a-z])urgences?[ ]?:[ ]?le|(?:^|[.;:!\n][ ]?)(?:faites|composez)[ ]le"
                rf"|(?<![0-9/])(?:{_SHORT_NUMBERS})[^\n.;:0-9]{{0,20}}[ ,](?:ou|et|puis)[ ](?:le|au))[ ]$"
            ),
            re.compile(r"[ ]?(?:[\n.,;:!?)]|[-→]|$|(?:si|en[ ]cas|ou|tout de suite|direct)(?![a-z]))"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            re.compile(_EMERGENCY),
            re.compile(
                r"(?:(?<![a-z])(?<!(?<![a-z])a[ ])(?:appele[rz]|compose[rz]|appel)"
                r"|(?<![a-z])(?:a|ai|avait|ont|avons|et)[ ]appele)"
                r"[ ](?:aussitot[ ]|tout de suite[ ])?(?:le|du|au)[ ]$"
                rf"|(?<![a-z])appele[ ]le[ ](?:{_EMERGENCY})[ ](?:et|ou|puis)[ ]le[ ]$"
                r"|(?<![a-z])(?:adresse|envoye|guide|oriente|regule)e?s?[ ]par[ ]le[ ]$"
                r"|(?:[0-9]{2}[ .]){4}[0-9]{2},?[ ](?:ou|puis|sinon|a[ ]defaut)[ ]le[ ]$"
                r"|(?<![a-z])(?:si[ ]|s'il[ ]|en[ ]cas[ ]d)[^.:\n]{1,40}[ ]?:[ ](?:appeler[ ])?le[ ]$"
            ),
            re.compile(_CALLED),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                rf"(?<![a-z])(?:si|en[ ]cas)(?![a-z])[^.\n]{{0,25}}(?<![a-z])(?:{_ALARMING}|fr|sat|spo2|ring)(?![a-z])"
                r"(?:(?!le[ ][0-9])[^.\n]){0,40}(?:[ ]?:|,|[ ]puis)[ ](?:pas[ ])?le[ ]$"
                r"|(?:[0-9]{2}[ .]){4}[0-9]{2}(?![0-9])[^.\n0-9]{1,30}[ ]la[ ]nuit[ ]le[ ]$"
            ),
            re.compile(rf"{_CALLED}|[ ]ou[ ]venir(?![a-z])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appele[rz]|appelle(?:nt)?)[ ]le[ ]$"),
            re.compile("(?:,[ ]|[ ])(?:qui|ou[ ](?:rendez-vous[ ]aux|venez|allez))(?![a-z])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(
                r"(?<![a-z])(?:heures[ ]ouvrables,?[ ](?:ou|puis|sinon)|(?:occupe|injoignable)s?,[ ]donc)[ ]le[ ]$"
            ),
            re.compile(r"\.?[ ]?(?:\n|$)"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:a|ai|ont)[ ]fait[ ]le[ ]$"),
            re.compile(r"[ ]?[;,][ ](?:le[ ])?(?:samu|smur|pompiers)(?![a-z])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(r"(?<![a-z])(?:appele[rz]|appelle|faites|fais|composez)[ ](?:vite[ ]|aussitot[ ])?le[ ]$"),
            re.compile(r"[ ]ou[ ](?:[a-z]{4,12}-(?:les?|la|moi|nous|vous|y)|filez|foncez|reve(?:nez|nir))(?![a-z-])"),
        ),
        Refusal(
            "number.emergency",
            ("DATE",),
            _HELP,
            re.compile(rf"(?<![a-z])(?:{_FIRST_GIVEN})(?![a-z])[^\n.;0-9]{{0,36}}(?:,[ ]?|[ ])(?:puis|et)[ ]le[ ]$"),
            re.compile(r"[ ]{0,2}(?:[.;!\n]|$)"),
        ),
        # Nothing is done by a day: « prévenu par le 15 à 10h »; « commencer par le 15/3 ».
        Refusal(
            "number.emergency",
            ("DATE",),
            re.compile("15|17|18"),
            re.compile(r"(?<![a-z])(?:par|via)[ ]le[ ]$"),
            re.compile(rf"(?![ ]?[/.-]?[0-9])(?![ ]{MONTH})"),
        ),
        Refusal("number.emergency", ("DATE",), re.compile(_SHORT_NUMBERS), None, re.compile("(?![/.-]?[0-9])")),
    )
