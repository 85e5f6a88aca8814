"""One part of the name of a body: its head stays, the town, area or name behind it changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from palimpseste.detection.lexicon import in_dictionary, words_of
from palimpseste.folding import fold, fold_name
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.bodies.care_names import names_of_care
from palimpseste.surrogates.places.bodies.clubs import club_of_unknown_town, is_club
from palimpseste.surrogates.places.bodies.compounds import (
    begun_with_town,
    begun_with_town_near,
    compound_surrogate,
)
from palimpseste.surrogates.places.bodies.heads import head_in, town_behind_acronym, with_acronym_drawn, with_words
from palimpseste.surrogates.places.bodies.of_areas import area_written, body_of_area, direction_linked, seat_written
from palimpseste.surrogates.places.bodies.reforms import fund_in, only_fund
from palimpseste.surrogates.places.bodies.retirement_funds import retirement_fund_surrogate
from palimpseste.surrogates.places.bodies.unplaced import named_anew, numbered, unplaced
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import linked, town_written
from palimpseste.surrogates.places.seats import OFFICES, seat_told
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.shapes import changed_shape, shape_surrogate
from palimpseste.writings.bodies import NamedThing, body_thing
from palimpseste.writings.case import in_case_of, like
from palimpseste.writings.towns.bodies import CITY_CENTRE, is_body_of_area, is_body_of_town
from palimpseste.writings.towns.town import Town, without_article

__all__ = ["BODY_OF_AREA", "part_surrogate"]

# Never named after a person: one of each department, or of each region.
BODY_OF_AREA = re.compile(
    r"\b(?:(?P<region>ars|carsat|crcdc|dreets|efs)|(?P<department>cgss|cdom|ddass|ddcs|ddpp|ddets|dsden|elsm|mdph|msa))\W*\Z",
    re.IGNORECASE,
)
# Who goes out from a hospital bears the name of its town.
_GOING_OUT = re.compile(r"\b(?:samu|smur)\W*\Z", re.IGNORECASE)
# « CH du Centre | Bretagne » is in the middle of Bretagne.
_OF_FOREIGN_TOWN = re.compile(r"(?<!\w)(?:(?i:az|chl|ehu|uz)|[A-Z]{3,6})\s+\Z")
_OF_CENTRE = re.compile(r"\b(?P<of>du)\s+(?P<in>centre[\s-]+)\Z", re.IGNORECASE)
# Few departments have two, told by a letter: « SAMU 64A ».
_LETTERED_CODE = re.compile(r"(?P<code>\d\d)\s?[A-Za-z]\Z")
_CODE = r"(?P<code>\d\d|97\d|2[ABab])"
# « SAMU93 », and « 115 du 93 », who shelters there.
_GLUED_CODE = re.compile(rf"(?P<head>[^\W\d_]{{3,12}}){_CODE}")
_CALLED_BY_NUMBER = re.compile(rf"(?:1\d{{1,2}}|3\d{{3}}) (?:du|de l[ea] )?\s?{_CODE}")
_MOST_WORDS_OF_TOWN = 3
_NUMBER_BEHIND = re.compile(r"\d{1,2}|[IVX]{1,4}")
# Units of hospitals, which bear the name of a town that has one.
_OF_HOSPITAL = re.compile(r"\b(?:maternit[ée]|soins palliatifs|usic|usp)\b", re.IGNORECASE)
# « CH de l'Agglomération de Nevers »: with the town behind it it names nothing else.
_OF_SOME_TOWN = frozenset({"agglomeration", "arrondissement", "canton", "communaute", "commune", "metropole", "ville"})
_FIRST = re.compile(r"(?<=[2-9])er\b|(?<=\d\d)er\b")
_LINK_TO_TOWN = re.compile(r"\s+(?:(?:de|à)\s+|d['’])(?=[^\W\d_])", re.IGNORECASE)
_BEFORE_TOWN = re.compile(r"\s+à\s+")
_LETTERS = re.compile(r"[A-Z]{2,6}")
# « MSP du 14e km »
_MILESTONE = re.compile(r"(?:PK\s*)?\d+(?:er|e|è|ème)?\s*(?:km)?", re.IGNORECASE)
# From this size a town is known by its name alone.
_TOLD_POPULATION = 2_000
_CODE_OVERSEAS = "97"


@dataclass(frozen=True, slots=True, repr=False)
class _Drawing:
    """What the surrogate of a part is drawn with; see `part_surrogate`."""

    stream: BitStream
    setting: Setting
    geography: Geography
    heads: frozenset[str]
    names: Sequence[str]

    def part(self, thing: NamedThing) -> str:
        """Return the surrogate of another part of the same name."""
        return part_surrogate(thing, self.stream, self.setting, self.geography, self.heads, self.names)


def part_surrogate(
    thing: NamedThing,
    stream: BitStream,
    setting: Setting,
    geography: Geography,
    heads: frozenset[str],
    names: Sequence[str],
) -> str:
    """Return the surrogate of one part of a body's name, without its own parts.

    Parameters
    ----------
    thing : NamedThing
        The part, taken apart.
    stream : BitStream
        Where names are drawn from.
    setting : Setting
        Of the document.
    geography : Geography
        What stands for its towns.
    heads : frozenset of str
        Words that begin names of such bodies.
    names : sequence of str
        Which are drawn where no town is named.
    """
    if not thing.proper:
        return fund_in(thing.head, "", geography) + thing.link
    if names is names_of_care() and not geography.released:
        thing = with_acronym_drawn(thing, setting, geography)
    # « CPS de Papeete » is that of all Polynésie.
    fund = "" if geography.released else only_fund(thing, geography)
    if fund:
        return fund
    thing = thing if geography.released else with_words(thing)
    thing = thing if geography.released else _with_centre_apart(_with_code_apart(thing), geography)
    of_place = _of_place(thing, geography)
    if of_place is not None:
        return of_place
    # Of a name that lies nowhere the fund must not tell that the patient lives overseas.
    thing = thing._replace(head=fund_in(thing.head, "", geography))
    # A town that is released is no part of it: « consulat du Portugal à Tours ».
    country = _BEFORE_TOWN.split(thing.proper, maxsplit=1)[0] if geography.released else thing.proper
    if thing.link and geography.areas.is_country(country, thing.link):
        return thing.head + linked(thing.link, geography.areas.country_drawn(country))
    if _GOING_OUT.search(thing.head):
        thing = thing._replace(proper=_LETTERED_CODE.sub(r"\g<code>", thing.proper))
    drawing = _Drawing(stream, setting, geography, heads, names)
    of_figures = _of_figures(thing, drawing)
    return _of_unknown_name(thing, drawing) if of_figures is None else of_figures


def _of_place(thing: NamedThing, geography: Geography) -> str | None:
    """Return a body named after a town of the note, a fund of its area, or an area; None for any other."""
    town = geography.read.in_thing(thing) or town_behind_acronym(thing, geography)
    if town is not None and not geography.bodies.is_namesake(town):
        return _of_town(thing, town, geography)
    fund = retirement_fund_surrogate(thing, geography)
    if fund is not None:
        return fund
    isle = geography.areas.around_isle(thing.proper) if thing.is_behind and not thing.head else ""
    if isle:
        return like(thing.proper, isle)
    area = geography.areas.area_in(thing)
    return None if area is None else body_of_area(thing, area, geography)


def _of_town(thing: NamedThing, town: Town, geography: Geography) -> str:
    """Return a body of what stands for its town, or of the town near that which has such a body."""
    name, proper = geography.towns.name(town, thing.proper.strip())
    kind = seat_told(thing.head) or ("hospital" if _OF_HOSPITAL.search(thing.head) else "")
    seat = geography.bodies.seat_drawn(town, kind)
    head = fund_in(thing.head, geography.areas.department_drawn("", town), geography)
    if seat and fold_name(seat) != fold_name(name):
        return head_in(head, seat) + seat_written(thing, seat, proper)
    return head_in(head, name) + town_written(thing, name, proper)


def _of_figures(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a body named by a code, a number or a shape: « MDPH 69 », « MSP du 14e km »; None for any other."""
    code = drawing.geography.areas.code_drawn(thing.proper)
    if code:
        # A part overseas has no code: « CRIP 976 » is a CRIP.
        return thing.head.rstrip() if code == _CODE_OVERSEAS and thing.head else thing.head + thing.link + code
    if any(c.isdigit() for c in thing.proper) and not any(
        len(word) > 2 for word in re.findall(r"[^\W\d_]+", thing.proper)
    ):
        if _MILESTONE.fullmatch(thing.proper):
            return thing.head + thing.link + changed_shape(thing.proper, drawing.stream, figures_only=True)
        # « 1er » becomes « 6e ».
        return thing.head + thing.link + _FIRST.sub("e", shape_surrogate(thing.proper, drawing.stream))
    other = numbered(thing.proper, drawing.stream, drawing.heads)
    return None if other is None else thing.head + thing.link + other


def _with_code_apart(thing: NamedThing) -> NamedThing:
    """Return a body of an area whose code stands right behind its head, or behind a number, with that as its head."""
    glued = None if thing.head else _GLUED_CODE.fullmatch(thing.proper)
    if glued is not None and is_body_of_area(glued["head"]):
        return NamedThing(glued["head"], "", glued["code"])
    called = None if thing.head else _CALLED_BY_NUMBER.fullmatch(thing.proper)
    if called is not None:
        return NamedThing(thing.proper[: called.start("code")], "", called["code"])
    return thing


def _with_centre_apart(thing: NamedThing, geography: Geography) -> NamedThing:
    """Return a body of the middle of a land with that behind its head: « CH | de | Centre Bretagne »."""
    centre = _OF_CENTRE.search(thing.head)
    if centre is None or thing.link or not geography.areas.is_area(thing.proper):
        return thing
    return NamedThing(thing.head[: centre.start()], in_case_of(centre["of"], "de") + " ", centre["in"] + thing.proper)


def _of_unknown_name(thing: NamedThing, drawing: _Drawing) -> str:
    """Return a body whose name is of no place that the note or a table tells."""
    geography = drawing.geography
    is_of_town = bool(thing.link) and (geography.released or fold(thing.link).strip() in ("de", "d'", "d’"))
    of_seat = _of_unknown_seat(thing, geography, is_of_town=is_of_town)
    if of_seat is not None:
        return of_seat
    if geography.released:
        worded = with_words(thing)
        area = geography.areas.area_of_home(worded)
        if area is not None:
            return fund_in(worded.head, area.code, geography) + area_written(worded, area)
        thing = worded if is_of_town else thing
    if _GOING_OUT.search(thing.head) and not thing.link:
        return thing.head + like(thing.proper, geography.bodies.hospital_seat(thing.proper))
    # « UZ Gent », « CHU UCL Namur »
    if (
        _OF_FOREIGN_TOWN.search(thing.head)
        and not thing.link
        and geography.read.foreign_called(thing.proper) is not None
    ):
        return thing.head + like(thing.proper, geography.towns.unknown(thing.proper))
    for written_by in (_compound, _begun, _with_town_linked, _with_town_behind, _club):
        written = written_by(thing, drawing)
        if written is not None:
            return written
    kind = seat_told(thing.head)
    may_sit = bool(thing.link) and (is_of_town or kind not in ("college", "lycee", "university"))
    seat = geography.bodies.seat_around_unknown(thing.proper, kind) if may_sit else ""
    if seat:
        return thing.head + town_written(thing, seat, thing.proper)
    return unplaced(thing, drawing.stream, geography, drawing.names)


def _of_unknown_seat(thing: NamedThing, geography: Geography, *, is_of_town: bool) -> str | None:
    """Return a body that is one of an area or of a town by its head, though no table knows that; None for others."""
    of_area = BODY_OF_AREA.search(thing.head)
    # « CPAM de l'Artois » is that of a department, not of a town.
    is_of_land = geography.areas.is_land(thing.proper) and (of_area is not None or seat_told(thing.head) in OFFICES)
    if is_of_land or (of_area is not None and not is_of_town):
        kind = (of_area.lastgroup if of_area else None) or "department"
        area = geography.areas.unknown_area(thing.proper, kind)
        return fund_in(thing.head, area.code, geography) + area_written(thing, area)
    if is_body_of_town(thing.head):
        seat = geography.bodies.unknown_seat(thing.proper, seat_told(thing.head))
        return thing.head + town_written(thing, seat, thing.proper)
    return None


def _compound(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a body of several towns or areas: « HDJ Nord-Isère »; None for any other.

    One that few towns have is in one: « maison d'arrêt de | Lyon | Corbas ».
    """
    begun = None
    if seat_told(thing.head) and not drawing.geography.released:
        begun = begun_with_town(thing.proper.strip(), drawing.geography)
    if begun is not None:
        return _of_town(thing._replace(proper=begun[1]), begun[0], drawing.geography)
    compound = compound_surrogate(thing.proper.strip(), drawing.stream, drawing.geography)
    if compound is None:
        return None
    head = next((head_in(thing.head, town) for town in compound.towns), thing.head)
    written = linked(thing.link, compound.text) if compound.towns else direction_linked(thing.link, compound.text)
    return head + written + thing.proper[len(thing.proper.rstrip()) :]


def _begun(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a body named after a town and something else: « CHU de | Rennes | Pontchaillou », « CH Agen-Nérac ».

    None for any other, and where towns are released.
    """
    geography = drawing.geography
    is_of_town = (
        fold(thing.link).strip() in ("de", "d'", "d’") or CITY_CENTRE.match(thing.head) or is_club(drawing.names)
    )
    found = begun_with_town(thing.proper, geography) if is_of_town and not geography.released else None
    if found is None:
        return None
    town, name, joint, rest = found
    if _NUMBER_BEHIND.fullmatch(rest):
        # « université de Rennes 2 » is that of a town which may have but one.
        return _of_town(thing._replace(proper=name), town, geography)
    drawn = geography.towns.drawn(town).name
    near = begun_with_town_near(town, rest, geography)
    if near is not None:
        other, name_near, behind = near
        written = like(name_near, geography.towns.drawn(other).name)
        # « CHR Metz-Thionville | Hôpital de Mercy »
        if behind:
            written += behind[0] + drawing.part(body_thing(behind[1], drawing.heads))
    elif body_thing(rest, drawing.heads).head:
        written = drawing.part(body_thing(rest, drawing.heads))
    else:
        of_care = drawing.names is names_of_care()
        written = named_anew(NamedThing("", "", rest), drawing.stream, geography, drawing.names, of_care=of_care)
    return head_in(thing.head, drawn) + linked(thing.link, like(name, drawn)) + joint + written


def _club(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a club that is called after a town no table knows; None for any other body."""
    return club_of_unknown_town(thing, drawing.geography) if is_club(drawing.names) else None


def _with_town_linked(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a body with its town behind its name: « collège Rabelais de Gourin »; None for any other."""
    geography = drawing.geography
    placed = _placed(thing, geography)
    if placed is None:
        return None
    own, of_town, town = placed
    whole = "".join((own.head, own.link, own.proper))
    name, proper = geography.towns.name(town, of_town.proper)
    kind = seat_told(whole)
    seat = geography.bodies.seat_drawn(town, kind or seat_told(own.head))
    is_left = (kind and seat) or _says_no_name(own.proper)
    left = whole if is_left else _of_country_or_unplaced(own, drawing.stream, geography, drawing.names)
    return left + town_written(of_town, seat or name, proper)


def _with_town_behind(thing: NamedThing, drawing: _Drawing) -> str | None:
    """Return a body with its town right behind its name: « CH ESQUIROL LIMOGES »; None for any other."""
    geography = drawing.geography
    behind = None if thing.link or geography.released else _behind_its_name(thing, geography)
    if behind is None:
        return None
    own, of_town, town = behind
    name, proper = geography.towns.name(town, of_town.proper)
    return unplaced(own, drawing.stream, geography, drawing.names) + town_written(of_town, name, proper)


def _placed(thing: NamedThing, geography: Geography) -> tuple[NamedThing, NamedThing, Town] | None:
    """Return a body without the town behind its name, that town, and what it is: « collège Rabelais | de Gourin ».

    None where it bears none, or towns are released: what a body tells of those is read by fixed rules of their own.
    """
    links = [] if geography.released else list(_LINK_TO_TOWN.finditer(thing.proper))
    for link in links[-1:]:
        of_town = NamedThing(thing.head, link.group().lstrip(), thing.proper[link.end() :])
        town = geography.read.in_thing(of_town)
        commune = town.commune if town else None
        # « AQDF de Chamrousse »
        has_letters = not thing.head and _LETTERS.fullmatch(thing.proper, 0, link.start()) is not None
        is_told = commune is not None and (has_letters or commune.population >= _TOLD_POPULATION)
        # « Institut du Val de Loire » is no institute in Loire-sur-Rhône.
        left = thing.proper[: link.start()]
        if town is not None and is_told and not _is_of_land(left, of_town.proper, town, geography):
            gap = link.group()[: -len(of_town.link)]
            return NamedThing(thing.head, thing.link, left + gap), of_town, town
    return None


def _behind_its_name(thing: NamedThing, geography: Geography) -> tuple[NamedThing, NamedThing, Town] | None:
    """Return a body without the town right behind its name, as `_placed` does: « CH ESQUIROL | LIMOGES »; else None."""
    words = thing.proper.split(" ")
    for first in range(max(1, len(words) - _MOST_WORDS_OF_TOWN), len(words)):
        name = " ".join(words[first:])
        town = geography.bodies.town_meant(name)
        if town is not None:
            own = NamedThing(thing.head, thing.link, " ".join(words[:first]) + " ")
            return own, NamedThing(thing.head, "", name), town
    return None


def _is_of_land(left: str, name: str, town: Town, geography: Geography) -> bool:
    """Tell whether what follows some words and a link is no town: « Pays de la | Loire », « Val de | Saône ».

    A small town far from all others of the document is none behind a word that is no acronym.
    """
    if geography.areas.is_area(without_article(name)):
        return True
    return any(map(in_dictionary, words_of(left)[-1:])) and geography.read.is_out_of_the_way(town)


def _says_no_name(text: str) -> bool:
    """Tell whether words are none but ordinary ones: « local de santé mentale », « Agglomération »."""
    words = words_of(text)
    return _OF_SOME_TOWN.issuperset(words) or (text.islower() and all(map(in_dictionary, words)))


def _of_country_or_unplaced(thing: NamedThing, stream: BitStream, geography: Geography, names: Sequence[str]) -> str:
    """Return a body without its town, of another country where it is one's: « consulat de Roumanie | à Marseille »."""
    proper = thing.proper.rstrip()
    if not thing.link or not geography.areas.is_country(proper, thing.link):
        return unplaced(thing, stream, geography, names)
    return thing.head + linked(thing.link, geography.areas.country_drawn(proper)) + thing.proper[len(proper) :]
