"""What people work in, where a name might stand.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``trade.field``       people, bodies      letters of a field of work: « assistante RH », « travaille au SAV »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.lexicon import word_list
from palimpseste.detection.refusals.atoms import one_of
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.labels import OF_PEOPLE

__all__ = ["refusals"]

# Whose field of work letters behind tell; whoever is in care signs with them: « infirmière RH ».
_TRADES: Final = (
    "agent|animat(?:eur|rice)|assistante?|cadre|chargee?|chef(?:fe)?|conduct(?:eur|rice)|consultante?|controleu(?:r|se)"
    "|coordinat(?:eur|rice)|correspondante?|direct(?:eur|rice)|gestionnaire|ingenieure?|juriste|manageu?r|manageuse"
    "|opera(?:teur|trice)|ouvri(?:er|ere)|pilote|preventeur|preventrice|referente?|responsable|superviseu(?:r|se)"
    "|technicien(?:ne)?"
)


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (
        Refusal(
            "trade.field",
            (*OF_PEOPLE, "ORGANIZATION"),
            re.compile(one_of(word_list("refusals/trade_letters.txt"))),
            re.compile(
                rf"(?<![a-z])(?:{_TRADES})(?:[ ](?:en|de|du|des|qualite|projet)){{0,2}}[ ]$"
                r"|(?<![a-z])(?:travaille|embauchee?|bosse|poste)[ ](?:en|de|du|dans|a|au)[ ](?:la[ ]|le[ ])?$"
            ),
            re.compile("(?![a-z0-9-])"),
        ),
    )
