"""Devices and brands of things, which are named as people are.

===================== =================== ==================================================================
refusal               labels              what it refuses
===================== =================== ==================================================================
``device.gauge``      names, DATE         a size, and in no list of names behind it: « aiguille 22G ViziShot »
``thing.brand``       names               in no list of names, alone behind its thing: « portable Doro, rasoir »
===================== =================== ==================================================================
"""

from __future__ import annotations

import re

from palimpseste.detection.enumerations import is_listed_name
from palimpseste.detection.lexicon import word_list
from palimpseste.detection.refusals.atoms import one_of
from palimpseste.detection.refusals.refusal import Refusal
from palimpseste.labels import OF_PEOPLE

__all__ = ["refusals"]


def refusals() -> tuple[Refusal, ...]:
    """Return the shapes that are refused, each between its contexts."""
    return (
        Refusal(
            "device.gauge",
            OF_PEOPLE,
            re.compile("[a-z]{4,20}"),
            re.compile(r"(?<![a-z0-9.,/])[0-9]{1,2}(?:g|fr|ch|[ ]gauges?)[ ]$"),
            None,
            lambda _, value: not is_listed_name(value),
        ),
        Refusal("device.gauge", ("DATE",), re.compile("1[0-9]|2[0-9]"), None, re.compile("g(?![a-z0-9])")),
        Refusal(
            "thing.brand",
            OF_PEOPLE,
            re.compile("[a-z]{3,20}"),
            re.compile(rf"(?<![a-z])(?:{one_of(word_list('refusals/branded_things.txt'))})s?[ ]$"),
            re.compile(r"[ ]?(?:[,;.)\n]|$)"),
            lambda _, value: not is_listed_name(value),
        ),
    )
