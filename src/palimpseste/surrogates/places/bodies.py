"""Places of care and other named bodies: the head word stays, the name changes, a town inside follows the towns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from palimpseste.detection.lexicon import in_dictionary, words_of
from palimpseste.folding import fold, fold_name
from palimpseste.places import Area
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.care_names import names_like, names_of_care
from palimpseste.surrogates.places.choices import has_university
from palimpseste.surrogates.places.compounds import begun_with_town, compound_surrogate
from palimpseste.surrogates.places.family_bodies import family_body_surrogate
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import care_acronym, drawn_proper_name, linked, sounding_like, town_written
from palimpseste.surrogates.places.retirement_funds import is_retirement_fund, retirement_fund_surrogate
from palimpseste.surrogates.places.seats import seat_told
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.identifiers import changed_shape, shape_surrogate
from palimpseste.surrogates.values.people import People
from palimpseste.writings import lists
from palimpseste.writings.bodies import (
    NamedThing,
    body_parts,
    body_thing,
    body_things,
    body_value,
    heads_of,
    kind_of_body,
    spaced_like,
    split_name,
    without_tail,
)
from palimpseste.writings.case import broken_like, has_titled_word, in_case_of, is_laid_out, like
from palimpseste.writings.short_bodies import Longer, initials_of
from palimpseste.writings.spelling_out import body_spelled_out
from palimpseste.writings.towns import CITY_CENTRE, Town, is_body_of_town, without_article

__all__ = ["body_surrogate", "head_in"]

# CHU, CHRU and C.H.U. without their U; « Centre hospitalier universitaire » without its last word.
_UNIVERSITY = re.compile(r"\b(ch)r?u\b|\b(c\.\s?h\.)\s?(?:r\.\s?)?u\.", re.IGNORECASE)
# The fund of an overseas department, and those of the mainland, which it is there in the stead of.
_OVERSEAS_FUND = re.compile(
    r"\b(?:(?P<short>CGSS|CSSM)|caisse g[ée]n[ée]rale de s[ée]curit[ée] sociale)\b", re.IGNORECASE
)
_FUND_SPELLED_OUT = "caisse primaire d'assurance maladie"
_MAINLAND_FUND = re.compile(r"\b(?:CPAM|MSA|URSSAF)\b", re.IGNORECASE)
_FUNDS_OVERSEAS = {"971": "CGSS", "972": "CGSS", "973": "CGSS", "974": "CGSS", "976": "CSSM"}
# Courts that others were merged into on 1 January 2020, and what they were before.
_COURTS_MERGED = 2020
_COURT_SINCE_2020 = re.compile(
    r"\b(?P<court>tribunal judiciaire)\b|\b(?P<short>tj)\b|\b(?P<near>tribunal de proximit[ée])\b",
    re.IGNORECASE,
)
_COURTS_BEFORE = {"court": "tribunal de grande instance", "short": "TGI", "near": "tribunal d'instance"}
# Departments whose councils became one, since when and under which name.
_MERGED_COUNCILS = {
    "67": (2021, "Collectivité européenne d'Alsace"),
    "68": (2021, "Collectivité européenne d'Alsace"),
    "2A": (2018, "Collectivité de Corse"),
    "2B": (2018, "Collectivité de Corse"),
}
_COUNCIL = re.compile(r"(?P<council>conseil) (?:d[ée]partemental|g[ée]n[ée]ral)\s*\Z", re.IGNORECASE)
# Who goes out from a hospital bears the name of its town.
_GOING_OUT = re.compile(r"\b(?:samu|smur)\W*\Z", re.IGNORECASE)
# Few departments have two, told by a letter: « SAMU 64A ».
_LETTERED_CODE = re.compile(r"(?P<code>\d\d)\s?[A-Za-z]\Z")
# Heads of places of care that a village has not.
_HOSPITAL = re.compile(
    r"\b(?:ch[rt]?u?|chi|ghi?|h[ôo]pita(?:l|ux)|hospitali(?:er|ère)s?|(?:poly)?cliniques?|urgences|maternit[ée]|samu|smr"
    r"|smur|usic)\b",
    re.IGNORECASE,
)
# Units of hospitals, which bear the name of a town that has one.
_OF_HOSPITAL = re.compile(r"\b(?:urgences|maternit[ée]|smur|soins palliatifs|usic|usp)\b", re.IGNORECASE)
_LINK_OF_AREA = re.compile(r"d(?:e l['’]|e la |es |u |e |['’])")
_LINK_TO_TOWN = re.compile(r"\s+(?:(?:de|à)\s+|d['’])(?=[^\W\d_])", re.IGNORECASE)
# Before a name with a capital: « angiologie | des Thermes ».
_WORDS_IN_FRONT = re.compile(
    r"(?P<words>[a-zà-ÿ]{4,}(?:[ -](?:(?:de|du|des|la|le|les|et|en|à|au|aux)[ ]|d['’]|l['’])*[a-zà-ÿ]{4,}){0,5})"
    r"(?=\s(?:(?:de|du|des|la|le|les|en|à|au|aux)\s|d['’]|l['’])*[A-ZÀ-Ý])"
)
# « CHMS | Chambéry », not « CHMS », nor « ALBERT BOUSQUET ».
_ACRONYM_FIRST = re.compile(r"(?P<acronym>[A-Z]{3,6})(?P<gap> (?:- )?|-)(?=[^\W\d_]*[a-zà-ÿ])(?!(?:en|et|ou|pour)\b)")
_BEFORE_TOWN = re.compile(r"\s+à\s+")
_SAINT = re.compile(r"(?:Sainte?|Notre)-")
_BETWEEN_NAMES = re.compile(r"[ -]|(?<=\b[lL])['’]")
_OF_TOWN = re.compile(r"de\s+(?!la\s|l['’])|d['’]", re.IGNORECASE)
# Never named after a person: one of each department, or of each region.
_BODY_OF_AREA = re.compile(
    r"\b(?:(?P<region>ars|carsat|crcdc|dreets|efs)|(?P<department>cgss|cdom|ddass|ddcs|ddpp|ddets|dsden|elsm|mdph|msa))\W*\Z",
    re.IGNORECASE,
)
# « MSP du 14e km »
_MILESTONE = re.compile(r"(?:PK\s*)?\d+(?:er|e|è|ème)?\s*(?:km)?", re.IGNORECASE)
# From this size a town is known by its name alone.
_TOLD_POPULATION = 2_000
_LONGEST_WORD = 16
# Public bodies that are called after persons, as schools are: buildings.
_BEARING_PERSONS = frozenset({"bourse", "caserne", "centre", "laboratoire", "maison", "residence"})
_CODE_OVERSEAS = "97"
# « base | aérienne 105 », « fosse 4 », « 3e régiment de hussards »
_NUMBERED = re.compile(
    r"(?P<kind>(?:a[ée]rienne|fosse|puits)\s+)(?P<number>[1-9]\d{0,3})\Z|(?P<rank>[1-9]\d{0,3})(?=\s?(?:er?|[eè]me|[èº°])\s)"
)
_UNIVERSITY_WORD = re.compile(
    r"(?<=hospitalier)(?:[\s-]+r[ée]gional)?(?:[\s-]+et)?[\s-]+universitaire\b", re.IGNORECASE
)


class _Drawn(NamedTuple):
    """What is drawn for the parts of a body's name and what separates them, and the bits that it was drawn from."""

    parts: list[str]
    stream: BitStream
    released: bool


def body_surrogate(index: int, setting: Setting, geography: Geography, people: People) -> str:
    """Return the surrogate of a named place of care or another named body, of the same kind as its head word tells.

    « CHU de Dijon » becomes the CHU of what stands for Dijon, « boucherie Noblet » that of what stands for Dr Noblet.
    """
    source, value = setting.source(index), body_value(setting.values[index])
    longer = geography.longer_bodies.get(index)
    written = family_body_surrogate(index, setting, geography, people)
    written = written or (_short(value, longer, setting, geography) if longer else "")
    written = written or _whole(index, setting, geography)
    if fold_name(value).split()[:1] != fold_name(written).split()[:1]:
        written = _not_repeated(setting.before(index, _LONGEST_WORD), written)
    spaced = spaced_like(setting.values[index], written)
    if (spaced != written and "\n" not in source) or not is_laid_out(source):
        return spaced
    # A part behind spaces of its own stands behind them already.
    return broken_like(source, " ".join(written.split()), every=True)


def _whole(index: int, setting: Setting, geography: Geography) -> str:
    """Return what stands for a body whatever else the document calls it."""
    label, value = setting.spans[index].label, body_value(setting.values[index])
    return _written_whole(label, value, _drawn_for(index, setting, geography))


def _written_whole(label: str, value: str, drawn: _Drawn) -> str:
    written = "".join(drawn.parts)
    if fold_name(written) != fold_name(value) or drawn.released:
        return written
    thing = split_name(value, heads_of(label))
    if thing.proper and (is_body_of_town(thing.head) or _BODY_OF_AREA.search(thing.head)):
        # There is but one overseas, or it is that of its own region: « TJ de Cayenne » is a TJ.
        return thing.head.rstrip()
    return _renamed(written, drawn.stream, _names_for(label, value), keeps_head=label == "HOSPITAL")


def _short(value: str, longer: Longer, setting: Setting, geography: Geography) -> str:
    """Return a short name as what stands for the longer one is called; empty where initials are none, or the same."""
    label, of_longer = setting.spans[longer.span].label, body_value(setting.values[longer.span])
    drawn = _drawn_for(longer.span, setting, geography)
    if longer.is_initials:
        initials = initials_of(_written_whole(label, of_longer, drawn))
        return "" if initials == value else initials
    if longer.part is None:
        return like(value, drawn.parts[0] if len(drawn.parts) > 1 else _written_whole(label, of_longer, drawn))
    heads = heads_of(label)
    old = body_parts(of_longer)[2 * longer.part]
    new = drawn.parts[2 * longer.part]
    count, words = (len(body_spelled_out(name).split()) for name in (value, old))
    of_proper = len(body_spelled_out(body_thing(old, heads).proper).split())
    if count > of_proper:
        return like(value, " ".join(new.split()[words - count :]))
    proper = split_name(new, heads).proper or new
    # « Widal » of « Fernand-Widal », « Bouleaux » of « Les Bouleaux ».
    is_cut = count < of_proper and not _SAINT.match(proper)
    return like(value, _BETWEEN_NAMES.split(proper)[-1] if is_cut else proper)


def _drawn_for(index: int, setting: Setting, geography: Geography) -> _Drawn:
    label, value = setting.spans[index].label, body_value(setting.values[index])
    heads, names, written = heads_of(label), _names_for(label, value), body_parts(value)
    things = body_things(value, heads)
    streams = [
        _stream_of(part, thing, label, setting, geography) for part, thing in zip(written[::2], things, strict=True)
    ]
    written[::2] = [
        _part_surrogate(thing, stream, setting, geography, heads, names)
        for thing, (stream, _) in zip(things, streams, strict=True)
    ]
    for town in filter(None, (geography.town_in(thing) for thing in things[1:] if not thing.head)):
        # « CHU Montpied, Clermont-Ferrand »
        written[0] = head_in(written[0], geography.town_drawn(town).name)
    written[0] = _court_of_its_time(written[0], geography)
    return _Drawn(written, streams[0][0], any(released for _, released in streams))


def _stream_of(
    part: str, thing: NamedThing, label: str, setting: Setting, geography: Geography
) -> tuple[BitStream, bool]:
    """Return the bits of a part of a body, and whether it is named after a town or area that is released.

    « hôpital Morvan » has those of « Morvan »: one name stands for both, in all documents. What is named after a town
    that is released stays if the town does, and is drawn with the noise of the town: anything else would tell of the
    town what its own draw does not.
    """
    is_placed = geography.town_in(thing) is not None or geography.area_in(thing) is not None
    is_placed = is_placed or (geography.released and geography.area_of_home(_with_words(thing)) is not None)
    released = geography.released and (is_placed or is_retirement_fund(thing))
    draws = setting.noise if released else setting.draws
    own = thing.proper if thing.proper and not (thing.link or released) else part
    return draws.stream(label, body_spelled_out(own), "body"), released


def _names_for(label: str, value: str) -> Sequence[str]:
    """Return the names that places of care, or other bodies of the kind of a value, bear."""
    if label == "HOSPITAL":
        return names_of_care()
    kind = kind_of_body(value)
    thing = split_name(value, heads_of(label))
    is_house = fold(thing.head).strip() == "maison" and not thing.link and has_titled_word(thing.proper)
    is_bare = not thing.head or (kind == "public" and not thing.proper)
    if kind in ("shop", "school", "public") and (is_bare or is_house):
        # A person's name or a shop's is none of a body without the word that says what it is.
        kind = "company"
    if kind == "school" or (kind == "public" and not _BEARING_PERSONS.isdisjoint(words_of(thing.head))):
        return lists.entries("eponyms.txt")
    if kind == "public":
        return lists.entries("hamlets_of_one_word.txt")
    return lists.sections("bodies.txt").get(kind, lists.sections("bodies.txt")["company"])


def _part_surrogate(
    thing: NamedThing,
    stream: BitStream,
    setting: Setting,
    geography: Geography,
    heads: frozenset[str],
    names: Sequence[str],
) -> str:
    """Return the surrogate of one part of a body's name, without its own parts."""
    if not thing.proper:
        return _fund_in(thing.head, "", geography) + thing.link
    if names is names_of_care() and not geography.released:
        thing = _with_acronym_drawn(thing, setting, geography)
    thing = thing if geography.released else _with_words(thing)
    town = geography.town_in(thing) or _town_behind_acronym(thing, geography)
    if town is not None:
        name, proper = geography.name_drawn(town, thing.proper.strip())
        kind = seat_told(thing.head) or ("hospital" if _OF_HOSPITAL.search(thing.head) else "")
        seat = geography.seat_drawn(town, kind)
        head = _fund_in(thing.head, geography.department_drawn("", town), geography)
        if seat and fold_name(seat) != fold_name(name):
            return head_in(head, seat) + _seat_written(thing, seat, proper)
        return head_in(head, name) + town_written(thing, name, proper)
    fund = retirement_fund_surrogate(thing, geography)
    if fund is not None:
        return fund
    area = geography.area_in(thing)
    if area is not None:
        return _of_area(thing, area, geography)
    # Of a name that lies nowhere the fund must not tell that the patient lives overseas.
    thing = thing._replace(head=_fund_in(thing.head, "", geography))
    # A town that is released is no part of it: « consulat du Portugal à Tours ».
    country = _BEFORE_TOWN.split(thing.proper, maxsplit=1)[0] if geography.released else thing.proper
    if thing.link and geography.is_country(country, thing.link):
        return thing.head + linked(thing.link, geography.country_drawn(country))
    if _GOING_OUT.search(thing.head):
        thing = thing._replace(proper=_LETTERED_CODE.sub(r"\g<code>", thing.proper))
    code = geography.code_drawn(thing.proper)
    if code:
        # A part overseas has no code: « CRIP 976 » is a CRIP.
        return thing.head.rstrip() if code == _CODE_OVERSEAS and thing.head else thing.head + thing.link + code
    if any(c.isdigit() for c in thing.proper) and not any(
        len(word) > 2 for word in re.findall(r"[^\W\d_]+", thing.proper)
    ):
        if _MILESTONE.fullmatch(thing.proper):
            return thing.head + thing.link + changed_shape(thing.proper, stream, figures_only=True)
        return thing.head + thing.link + shape_surrogate(thing.proper, stream)
    numbered = _numbered(thing.proper, stream, heads)
    if numbered is not None:
        return thing.head + thing.link + numbered
    is_of_town = thing.link and (geography.released or fold(thing.link).strip() in ("de", "d'", "d’"))
    of_area = _BODY_OF_AREA.search(thing.head)
    # « CPAM de l'Artois » is that of a department, not of a town.
    is_of_land = geography.is_land(thing.proper) and (of_area is not None or seat_told(thing.head) == "fund")
    if is_of_land or (of_area is not None and not is_of_town):
        kind = (of_area.lastgroup if of_area else None) or "department"
        area = geography.unknown_area(thing.proper, kind)
        return _fund_in(thing.head, area.code, geography) + _area_written(thing, area)
    if is_body_of_town(thing.head):
        seat = geography.unknown_seat(thing.proper)
        return thing.head + town_written(thing, seat, thing.proper)
    if geography.released:
        worded = _with_words(thing)
        area = geography.area_of_home(worded)
        if area is not None:
            return _fund_in(worded.head, area.code, geography) + _area_written(worded, area)
        thing = worded if is_of_town else thing
    if _GOING_OUT.search(thing.head) and not thing.link:
        return thing.head + like(thing.proper, geography.hospital_seat(thing.proper))
    compound = compound_surrogate(thing.proper.strip(), stream, geography)
    if compound is not None:
        head = next((head_in(thing.head, town) for town in compound.towns), thing.head)
        written = linked(thing.link, compound.text) if compound.towns else _linked_direction(thing.link, compound.text)
        return head + written + thing.proper[len(thing.proper.rstrip()) :]
    begun = _begun(thing, stream, setting, geography, heads, names)
    if begun is not None:
        return begun
    placed = _placed(thing, geography)
    if placed is not None:
        own, of_town, town = placed
        whole = "".join((own.head, own.link, own.proper))
        name, proper = geography.name_drawn(town, of_town.proper)
        seat = geography.seat_drawn(town, seat_told(whole))
        left = whole if seat or _says_no_name(own.proper) else _of_country_or_unplaced(own, stream, geography, names)
        return left + town_written(of_town, seat or name, proper)
    seat = geography.seat_around_unknown(thing.proper, seat_told(thing.head)) if thing.link else ""
    if seat:
        return thing.head + town_written(thing, seat, thing.proper)
    return _unplaced(thing, stream, geography, names)


def _begun(
    thing: NamedThing,
    stream: BitStream,
    setting: Setting,
    geography: Geography,
    heads: frozenset[str],
    names: Sequence[str],
) -> str | None:
    """Return a body named after a town and something else: « CHU de | Rennes | Pontchaillou », « CH Agen-Nérac ».

    None for any other, and where towns are released.
    """
    is_of_town = fold(thing.link).strip() in ("de", "d'", "d’") or CITY_CENTRE.match(thing.head)
    found = begun_with_town(thing.proper, geography) if is_of_town and not geography.released else None
    if found is None:
        return None
    town, name, joint, rest = found
    drawn = geography.town_drawn(town).name
    near = geography.town_near(town, rest)
    if near is not None:
        written = like(rest, geography.town_drawn(near).name)
    elif body_thing(rest, heads).head:
        written = _part_surrogate(body_thing(rest, heads), stream, setting, geography, heads, names)
    else:
        written = _named_anew(NamedThing("", "", rest), stream, geography, names, of_care=names is names_of_care())
    return head_in(thing.head, drawn) + linked(thing.link, like(name, drawn)) + joint + written


def _court_of_its_time(name: str, geography: Geography) -> str:
    """Return a body with the courts that there were where the new text is of a day before they were merged in 2020."""
    found = _COURT_SINCE_2020.search(name)
    if found is None or not geography.is_dated_before(_COURTS_MERGED):
        return name
    written = in_case_of(found.group(), _COURTS_BEFORE[found.lastgroup or "court"])
    if found.group()[0].isupper():
        written = written[0].upper() + written[1:]
    return name[: found.start()] + written + name[found.end() :]


def _of_area(thing: NamedThing, area: Area, geography: Geography) -> str:
    """Return a body of a department or region; without it where that is wider: « CHU de la Guadeloupe » is a CHU.

    There is no « préfecture d'Amazonie », and no part overseas has the code of a department: « MDPH 974 » is a MDPH.
    """
    if thing.head and not geography.has_sides(area):
        return thing.head.rstrip(" -–,")
    council = _COUNCIL.search(thing.head)
    since, merged = _MERGED_COUNCILS.get(area.code, (0, ""))
    if council and merged and thing.link and not geography.is_dated_before(since):
        return thing.head[: council.end("council")] + like(thing.head + thing.proper, f" de la {merged}")
    return _fund_in(thing.head, area.code, geography) + _area_written(thing, area)


def _fund_in(head: str, department: str, geography: Geography) -> str:
    """Return the head of a body with the fund that a department has: overseas a CGSS for CPAM and MSA.

    Of towns that are released alone: others overseas stay there.
    """
    if not geography.released:
        return head
    # Which of the two stood there is not kept.
    on_mainland = _OVERSEAS_FUND.sub(_fund_of_mainland, head)
    own = _FUNDS_OVERSEAS.get(department)
    return _MAINLAND_FUND.sub(lambda found: in_case_of(found.group(), own), on_mainland) if own else on_mainland


def _fund_of_mainland(found: re.Match[str]) -> str:
    """Return what stands on the mainland for the fund of an overseas department, spelled out where that is."""
    if found["short"]:
        return in_case_of(found.group(), "CPAM")
    written = in_case_of(found.group(), _FUND_SPELLED_OUT)
    return written[0].upper() + written[1:] if found.group()[0].isupper() else written


def _with_acronym_drawn(thing: NamedThing, setting: Setting, geography: Geography) -> NamedThing:
    """Return a place of care whose name begins with an acronym with that drawn, in its head: « CHMS | Chambéry ».

    Those that lie in a town behind « de » are cut in two elsewhere: « CAP de Toulouse ».
    """
    begun = _ACRONYM_FIRST.match(thing.proper)
    if begun is None or thing.link or heads_of("HOSPITAL").issuperset(words_of(begun["acronym"])):
        return thing
    rest = split_name(thing.proper[begun.end() :], frozenset())
    if fold(rest.link).strip() in ("de", "d'", "d’", "a", "en"):
        return thing
    stream = setting.draws.stream("HOSPITAL", body_spelled_out(begun["acronym"]), "body")
    drawn = care_acronym(begun["acronym"], stream, geography.refused_of_bodies)
    return NamedThing(f"{thing.head}{drawn}{begun['gap']}", rest.link, rest.proper, is_behind=thing.is_behind)


def _town_behind_acronym(thing: NamedThing, geography: Geography) -> Town | None:
    """Return the town that stands behind a drawn acronym: « CHMS | Chambéry »."""
    is_acronym = not geography.released and _ACRONYM_FIRST.match(f"{thing.head}a")
    return geography.town_meant(thing.proper.strip()) if is_acronym and not thing.link else None


def _linked_direction(link: str, name: str) -> str:
    """Return a direction or area behind a link, whose article is the one it asks for: « du Sud » for « de l'Est »."""
    area = _areas_linked().get(fold_name(name))
    if area is not None:
        return like(link + name, area) if link else name
    if fold(link).strip().replace("’", "'") not in ("de l'", "du"):
        return linked(link, name)
    return in_case_of(link, "de l'" if fold(name)[:1] in "aeiou" else "du ") + name


def _with_words(thing: NamedThing) -> NamedThing:
    """Return a body with ordinary words before its name in its head: « cabinet d'angiologie | des | Thermes »."""
    words = _WORDS_IN_FRONT.match(thing.proper)
    if words is None or not all(map(in_dictionary, words_of(words.group("words")))):
        return thing
    rest = split_name(thing.proper[words.end("words") :].lstrip(), frozenset())
    gap = thing.proper[words.end("words") : len(thing.proper) - len(rest.link) - len(rest.proper)]
    return NamedThing(thing.head + thing.link + words.group("words") + gap, rest.link, rest.proper)


def _seat_written(thing: NamedThing, town: str, proper: str) -> str:
    """Return link and town of a court or another body, the link as the town asks: « du Havre » for « d'Auch »."""
    if not thing.link:
        return like(proper, town)
    return like(f"{thing.link}{proper}", linked("de ", town))


def _placed(thing: NamedThing, geography: Geography) -> tuple[NamedThing, NamedThing, Town] | None:
    """Return a body without the town behind its name, that town, and what it is: « collège Rabelais | de Gourin ».

    None where it bears none, or towns are released: what a body tells of those is read by fixed rules of their own.
    """
    links = [] if geography.released else list(_LINK_TO_TOWN.finditer(thing.proper))
    for link in links[-1:]:
        of_town = NamedThing(thing.head, link.group().lstrip(), thing.proper[link.end() :])
        town = geography.town_in(of_town)
        commune = town.commune if town else None
        is_told = commune is not None and commune.population >= _TOLD_POPULATION
        # « Institut du Val de Loire » is no institute in Loire-sur-Rhône.
        left = thing.proper[: link.start()]
        if town is not None and is_told and not _is_of_land(left, of_town.proper, town, geography):
            gap = link.group()[: -len(of_town.link)]
            return NamedThing(thing.head, thing.link, left + gap), of_town, town
    return None


def _is_of_land(left: str, name: str, town: Town, geography: Geography) -> bool:
    """Tell whether what follows some words and a link is no town: « Pays de la | Loire », « Val de | Saône ».

    A small town far from all others of the document is none behind a word that is no acronym.
    """
    if geography.is_area(without_article(name)):
        return True
    return any(map(in_dictionary, words_of(left)[-1:])) and geography.is_out_of_the_way(town)


def _says_no_name(text: str) -> bool:
    """Tell whether words are none but ordinary ones: « local de santé mentale »."""
    return text.islower() and all(map(in_dictionary, words_of(text)))


def _numbered(proper: str, stream: BitStream, heads: frozenset[str]) -> str | None:
    """Return a body that a number tells with another one: « aérienne 118 », « 7e régiment »; None for others."""
    found = _NUMBERED.match(proper)
    if found is None:
        return None
    rest, figures = proper[found.end() :], found["number"] or found["rank"]
    words = words_of(rest)[1:]  # the first is the end of the rank
    if not all(word in heads or (rest.islower() and in_dictionary(word)) for word in words):
        return None
    own, lowest = int(figures), max(10 ** (len(figures) - 1), 2)
    drawn = stream.between(lowest, 10 ** len(figures) - 2)
    drawn += lowest <= own <= drawn
    # « 1er régiment »
    ending = re.sub(r"^(\s?)er\b", r"\1e", rest) if found["rank"] else rest
    return f"{found['kind'] or ''}{drawn}{ending}"


def _of_country_or_unplaced(thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str]) -> str:
    """Return a body without its town, of another country where it is one's: « consulat de Roumanie | à Marseille »."""
    proper = thing.proper.rstrip()
    if not thing.link or not geography.is_country(proper, thing.link):
        return _unplaced(thing, stream, geography, names)
    return thing.head + linked(thing.link, geography.country_drawn(proper)) + thing.proper[len(proper) :]


def _unplaced(thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str]) -> str:
    """Return a body without town or area with another name, the space behind it kept."""
    of_care = names is names_of_care()
    if _UNIVERSITY.search(thing.head):
        names = lists.entries("eponyms.txt")
    proper = thing.proper.rstrip()
    if not of_care and not thing.head:
        name = without_tail(proper)
        names = names if name == proper else lists.sections("bodies.txt")["company"]
        proper = name
    bare = thing._replace(proper=proper)
    return _named_anew(bare, stream, geography, names, of_care=of_care) + thing.proper[len(proper) :]


def _named_anew(
    thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str], *, of_care: bool
) -> str:
    alike = names_like(thing.proper) if of_care else sounding_like(names, thing.proper)
    refused = geography.refused_of_bodies
    town_for = geography.unknown_town
    if thing.is_behind:
        town_for = geography.unknown_quarter
    elif _HOSPITAL.search(thing.head.replace(".", "")):
        town_for = geography.hospital_near_unknown
    drawn = drawn_proper_name(thing, stream, refused, alike, town_for, of_care=of_care)
    drawn = _not_repeated(thing.head, drawn)
    of_town = _OF_TOWN.match(drawn)
    return (head_in(thing.head, drawn[of_town.end() :]) if of_town else thing.head) + drawn


def _not_repeated(before: str, drawn: str) -> str:
    """Return a name without its first word where that stands before it already: « mutuelle | Mutuelle Alizéo »."""
    first, _, rest = drawn.partition(" ")
    return rest if rest and before.split() and fold(before.split()[-1]) == fold(first) else drawn


def _area_written(thing: NamedThing, area: Area) -> str:
    """Return link and name of a department or region as those of a thing stand: its code for a code."""
    if thing.proper[:1].isdigit():
        return area.code
    if not thing.link:
        return like(thing.proper, area.name)
    return like(thing.link + thing.proper, _areas_linked().get(fold_name(area.name)) or linked("de ", area.name))


def head_in(head: str, town: str) -> str:
    """Return the head of a place of care in a town: that of a university is none in a town that has no university's."""
    if has_university(town):
        return head
    return _UNIVERSITY_WORD.sub("", _UNIVERSITY.sub(r"\1\2", head))


@cache
def _areas_linked() -> dict[str, str]:
    """Return each department and region as it follows the name of a body, by its name."""
    lines = (*lists.entries("regions.txt"), *lists.entries("departments.txt"))
    return {fold_name(_LINK_OF_AREA.sub("", line, count=1)): line for line in reversed(lines)}


def _renamed(text: str, stream: BitStream, names: Sequence[str], *, keeps_head: bool) -> str:
    """Return a body that is but head words with a drawn name after its first: « Hôpital européen » would stay.

    Of a single word nothing is left unless it `keeps_head`: « ADMR » is the name of a body, « hôpital » is none.
    """
    words = text.split()
    alike = names if keeps_head else sounding_like(names, text.rpartition(" ")[2])
    kept = " ".join(words[: 1 if keeps_head or len(words) > 1 else 0])
    return f"{kept} {_not_repeated(kept, like(text, stream.choice(alike)))}".lstrip()
