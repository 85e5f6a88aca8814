"""The towns of a document in which there is a hospital: it is named after one, lies there or treated somebody there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from palimpseste.places import Commune
from palimpseste.surrogates.places.choices import Care
from palimpseste.surrogates.places.seats import told_of_town
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.bodies import body_value
from palimpseste.writings.towns.addressed import cities_of_addresses
from palimpseste.writings.towns.read import TownsRead

__all__ = ["care_told"]

# Places of care with beds, by how their names begin: « CHRU Nancy », « Centre hospitalier de », « C.H. Fleyriat »,
# « service d'urgences du CH »; no maison de santé, no EHPAD, no dispensary.
_WITH_BEDS = re.compile(
    r"(?:(?:services?|urgences?|urg|p[ôo]le|smur|samu)\b[\w .'’-]{0,24}?\b)?"
    r"(?:c\.?h\.?(?:[ru]\.?){0,2}|chic?|gh\w{0,3}|hia|h[ôo]p(?:ital|itaux)?|h[ôo]tel-dieu|ap-?h[mp]|hcl"
    r"|hospices civils|(?:centre|groupe|groupement|p[ôo]le)\s(?:hospitalier|hospitalo-universitaire)"
    r"|(?:poly)?clinique|maternit[ée]|smur)\b(?!\s(?:de jour|local|de proximit[ée]))",
    re.IGNORECASE,
)
_CLINIC = re.compile(r"(?:poly)?clinique\b", re.IGNORECASE)
# What words before a town tell of it (:mod:`.seats`), and how far before it they are looked for.
_KINDS = frozenset({"hospital", "emergency", "university hospital"})
_LONGEST_SENTENCE = 90
# What stands between the body that begins a letterhead and its town, how far apart, and how near the beginning.
_OF_LETTERHEADS = frozenset({"ADDRESS", "HOSPITAL", "PHONE", "ZIP"})
_MOST_SPANS, _LINE, _HEAD = 6, 100, 200


def care_told(setting: Setting, read: TownsRead, care_in: Callable[[Commune], Care]) -> Mapping[Commune, Care]:
    """Return the care that what stands for a town has at least, for each town in which a document tells of a hospital.

    As much as the town itself is known to have, a clinic's with beds alone; beds where it is not known to have any.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    care_in : callable
        Tells what a town is known to have.
    """
    found: dict[Commune, Care] = {}
    for commune, most in _told(setting, read):
        least = min(most, max(care_in(commune), Care.BEDS))
        found[commune] = max(least, found.get(commune, least))
    return found


def _told(setting: Setting, read: TownsRead) -> Iterator[tuple[Commune, Care]]:
    """Yield each town in which there is a hospital, and the most care that is told of it."""
    addressed = cities_of_addresses(setting)
    for index, (span, value) in enumerate(zip(setting.spans, setting.values, strict=True)):
        if span.label == "HOSPITAL" and _WITH_BEDS.match(value):
            most = Care.BEDS if _CLINIC.match(value) else Care.EMERGENCIES
            city = addressed.get(
                body_value(value), _city_right_behind(setting, index) or _city_of_letterhead(setting, index)
            )
            cities = [read.by_span[city]] if city is not None and read.abroad(city) is None else []
            towns = [*read.told_by(index), *cities]
        elif span.label == "CITY" and read.abroad(index) is None:
            is_told = told_of_town(setting.before(index, _LONGEST_SENTENCE)) in _KINDS
            most, towns = Care.EMERGENCIES, [read.by_span[index]] if is_told else []
        else:
            continue
        yield from ((town.commune, most) for town in towns if town.commune is not None)


def _city_right_behind(setting: Setting, index: int) -> int | None:
    """Return the ``CITY`` behind a body with no letter or figure between; None where there is none."""
    behind = index + 1
    if behind >= len(setting.spans) or setting.spans[behind].label != "CITY":
        return None
    return None if any(map(str.isalnum, setting.between(index, behind))) else behind


def _city_of_letterhead(setting: Setting, index: int) -> int | None:
    """Return the ``CITY`` behind the first postal code of a letterhead that a body begins; None where none does."""
    spans = setting.spans
    if index or spans[0].start > _HEAD:
        return None
    for each in range(1, min(_MOST_SPANS, len(spans))):
        if spans[each].label == "CITY" and spans[each - 1].label == "ZIP":
            return each
        if spans[each].label not in _OF_LETTERHEADS or spans[each].start - spans[each - 1].end > _LINE:
            return None
    return None
