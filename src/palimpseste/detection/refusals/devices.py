"""Devices and brands of things, which are named as people are.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``device.gauge``      names               in no list of names, behind a size: « aiguille 22G ViziShot »
``thing.brand``       names               in no list of names, alone behind its thing: « portable Doro, rasoir »,
                                          « chariot Stiegel en panne », « monte-escalier »
``thing.vehicle``     names, bodies       what is driven: « conduit encore la Peugeot », « avec le Manitou du voisin »,
                                          « AVP vélo / VL »
``tool.operation``    names, bodies       what surgeons work with: « excision au Weck et Versajet »
``tool.use``          names, bodies,      what is done with a device: « lavage au Simcoe », « CPAP 3 min au Neopuff »
                      towns
``site.injection``    any name            what an anaesthetic is injected by: « injection sub-Tenon »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re
from typing import Final

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import alphabet, care_names, word_list
from palimpseste.detection.refusals.atoms import one_of
from palimpseste.detection.refusals.refusal import NAMES, Refusal
from palimpseste.detection.tokens import Trait
from palimpseste.labels import OF_BODIES, OF_PEOPLE

__all__ = ["refusals"]

# Makes of vehicles, which are employers too: « cariste chez Manitou ».
_VEHICLE: Final = (
    "audi|bmw|citroen|claas|dacia|fendt|fenwick|fiat|ford|harley|honda|hyundai|john[ ]deere|kawasaki|kubota|lamborghini"
    "|manitou|massey[ ]ferguson|mercedes|nissan|opel|peugeot|piaggio|renault|seat|skoda|suzuki|tesla|toyota|vespa"
    "|volkswagen|volvo|yamaha"
)
# What is done with a tool, and said with « au ».
_CUT: Final = (
    "(?<![a-z])(?:avivement|coagulation|comblement|curetage|debridement|detersion|dissection|excision|fermeture|hemostase"
    "|parage|section)s?(?:[ ][a-z]{4,15}){0,2}[ ]"
)
_USED: Final = (
    "(?<![a-z])(?:aspiration|coiffage|collage|cpap|debit|gonflage|irrigation|lavage|mise?[ ]en[ ]place|mesuree?"
    "|obturation|peep|polissage|rincage|scellement|ventilation|ventilee?)s?(?:[ ](?!chez|par|dr)[a-z0-9]{1,15}){0,2}[ ]"
)
_INJECTED: Final = "abces|alr|anesthesie|bloc|infiltration|injection|phlegmon|ponction"
_WITH: Final = "(?:au[ ]|a[ ]la[ ]|a[ ]l'[ ]?)"


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (
        Refusal(
            "device.gauge",
            OF_PEOPLE,
            re.compile("[a-z]{4,20}"),
            re.compile(r"(?<![a-z0-9.,/])[0-9]{1,2}(?:g|fr|ch|[ ]gauges?)[ ]$"),
            None,
            of_value=lambda value: not is_listed_name(value),
        ),
        Refusal(
            "thing.brand",
            OF_PEOPLE,
            re.compile("[a-z]{3,20}"),
            re.compile(
                rf"(?<![a-z])(?:{one_of(word_list('refusals/branded_things.txt'))})s?"
                r"[ ](?:(?:electrique|elevateur|manuel|roulant)s?[ ])?$"
            ),
            re.compile(
                r"[ ]?(?:[,;.()\n]|$|[0-9]{1,3}(?![0-9/]|[ ]?ans|[ .-][0-9]))"
                r"|[ ](?:en[ ]panne|hs|commandee?|fournie?|installee?|livree?|loue|mise?[ ]a|posee?|prete|recu|remise?"
                r"|reparee?)(?![a-z])"
            ),
            of_value=lambda value: not is_listed_name(value),
        ),
        Refusal("thing.brand", OF_PEOPLE, re.compile("(?:leve|monte)-[a-z]{4,9}|pousse-seringue|tire-lait")),
        Refusal(
            "thing.vehicle",
            (*OF_PEOPLE, "ORGANIZATION", "LOCATION"),
            re.compile(_VEHICLE),
            re.compile(
                r"(?<![a-z])(?:avec|au[ ]volant[ ]de|condui(?:t|re|sait)(?:[ ]encore)?|dans|sous|sur|vend(?:u|re)?)"
                r"[ ](?:l[ae]|sa|son|une?|leur|cette|ce)[ ](?:petite?[ ]|vie(?:ille|ux)[ ])?$"
            ),
        ),
        Refusal(
            "thing.vehicle",
            (*OF_PEOPLE, *OF_BODIES, "LOCATION"),
            re.compile("vl|pl|2rm|edpm|vp"),
            re.compile(
                r"(?<![a-z])(?:avp|accident)(?:[ ](?:avec|contre|cycliste|de|edpm|en|entre|et|moto|pieton|pl|scooter"
                r"|trottinette|une?|velo|vl|vp|vs|2rm)|[ ]?[/-]){0,5}[ ]?$"
            ),
        ),
        Refusal(
            "tool.operation",
            OF_PEOPLE,
            re.compile("[a-z]{3,15}"),
            re.compile(rf"{_CUT}{_WITH}(?:[a-z]{{3,15}}(?:,|[ ]et)[ ]{_WITH})?$"),
            None,
            ends=("au ", "a la ", "a l'", "a l' "),
            of_value=lambda value: value not in care_names(),
        ),
        Refusal(
            "tool.operation",
            (*OF_PEOPLE, "HOSPITAL", "ORGANIZATION"),
            re.compile("[a-z]{3,15}"),
            re.compile(rf"{_CUT}{_WITH}(?:[a-z]{{3,15}}(?:,|[ ]et)[ ](?:{_WITH})?)?$"),
            None,
            ends=("au ", "a la ", "a l'", "a l' ", ", ", " et "),
            of_value=lambda value: not is_listed_name(value) and value not in care_names(),
        ),
        Refusal(
            "tool.use",
            (*OF_PEOPLE, *OF_BODIES, "CITY"),
            re.compile("[a-z]{3,15}(?:-[a-z]{2,10})?"),
            re.compile(f"{_USED}au[ ]$"),
            None,
            of_value=_is_of_no_list,
            ends=(" au ",),
        ),
        Refusal(
            "tool.use",
            OF_BODIES,
            re.compile("(?:coiffage|collage|obturation|polissage|scellement)s?[ ]au[ ][a-z]{3,15}"),
        ),
        Refusal(
            "site.injection",
            NAMES,
            re.compile("(?:(?:infra|intra|para|peri|retro|sous|sub|supra)-)?[a-z]{3,15}"),
            re.compile(
                rf"(?<![a-z])(?:{_INJECTED})"
                r"(?:[ ](?:locale|loco-?regionale))?[ ](?:(?:infra|intra|para|peri|retro|sous|sub|supra)-)?$"
            ),
            None,
            lambda match, value: "-" in match[0][-1:] + value,
            ends=(*(f"{word} " for word in (*_INJECTED.split("|"), "locale", "regionale")), "-"),
        ),
    )


def _is_of_no_list(value: str) -> bool:
    """Tell whether a folded value is nobody's name, no town and no place of care of any list."""
    is_place = alphabet().lexicon.get(value, 0) & (Trait.CITY | Trait.LOCATION | Trait.HOSPITAL_START)
    return not (is_place or is_listed_name(value) or value in care_names())
