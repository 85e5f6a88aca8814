"""Places of care and other named bodies: the head word stays, the name changes, a town inside follows the towns."""

from __future__ import annotations

import re
from typing import NamedTuple

from palimpseste.folding import fold_name
from palimpseste.rendering.screen import shown_without_values
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.bodies.family_bodies import family_body_surrogate
from palimpseste.surrogates.places.bodies.heads import head_in, with_words
from palimpseste.surrogates.places.bodies.parts import BODY_OF_AREA, part_surrogate
from palimpseste.surrogates.places.bodies.reforms import court_of_its_time
from palimpseste.surrogates.places.bodies.retirement_funds import is_retirement_fund
from palimpseste.surrogates.places.bodies.unplaced import is_of_place, names_for, not_repeated, renamed, says_no_name
from palimpseste.surrogates.places.choices import has_university
from palimpseste.surrogates.places.geography import Geography
from palimpseste.surrogates.places.named import town_written
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.people import People
from palimpseste.writings.bodies import (
    NamedThing,
    body_parts,
    body_thing,
    body_things,
    body_value,
    heads_of,
    spaced_like,
    split_name,
)
from palimpseste.writings.case import broken_like, is_laid_out, like
from palimpseste.writings.short_bodies import Longer, initials_of
from palimpseste.writings.spelling_out import body_spelled_out
from palimpseste.writings.towns.bodies import is_body_of_town

__all__ = ["body_surrogate"]

_SAINT = re.compile(r"(?:Sainte?|Notre)-")
_BETWEEN_NAMES = re.compile(r"[ -]|(?<=\b[lL])['’]")
_LONGEST_WORD = 16


@shown_without_values
class _Drawn(NamedTuple):
    """What is drawn for the parts of a body's name and what separates them, and the bits that it was drawn from."""

    parts: list[str]
    stream: BitStream
    released: bool


def body_surrogate(index: int, setting: Setting, geography: Geography, people: People) -> str:
    """Return the surrogate of a named place of care or another named body, of the same kind as its head word tells.

    « CHU de Dijon » becomes the CHU of what stands for Dijon, « boucherie Noblet » that of what stands for Dr Noblet.

    Parameters
    ----------
    index : int
        Of the span.
    setting : Setting
        Of the document.
    geography : Geography
        What stands for its towns.
    people : People
        What stands for its people.
    """
    source, value = setting.source(index), body_value(setting.values[index])
    longer = geography.longer_bodies.get(index)
    written = family_body_surrogate(index, setting, geography, people)
    written = written or (_short(value, longer, setting, geography) if longer else "")
    written = written or _whole(index, setting, geography)
    if fold_name(value).split()[:1] != fold_name(written).split()[:1]:
        written = not_repeated(setting.before(index, _LONGEST_WORD), written)
    spaced = spaced_like(setting.values[index], written)
    if (spaced != written and "\n" not in source) or not is_laid_out(source):
        return spaced
    # A part behind spaces of its own stands behind them already.
    return broken_like(source, " ".join(written.split()), every=True)


def _whole(index: int, setting: Setting, geography: Geography) -> str:
    """Return what stands for a body whatever else the document calls it."""
    label, value = setting.spans[index].label, body_value(setting.values[index])
    if (label, value) not in geography.bodies_written:
        geography.bodies_written[label, value] = _written_whole(label, value, _drawn_for(index, setting, geography))
    return geography.bodies_written[label, value]


def _written_whole(label: str, value: str, drawn: _Drawn) -> str:
    written = "".join(drawn.parts)
    if drawn.released or fold_name(written) != fold_name(value):
        return written
    thing = split_name(value, heads_of(label))
    if says_no_name(thing, label):
        return value
    if thing.proper and (is_body_of_town(thing.head) or BODY_OF_AREA.search(thing.head)):
        # There is but one overseas, or it is that of its own region: « TJ de Cayenne » is a TJ.
        return thing.head.rstrip()
    return renamed(written, drawn.stream, names_for(label, value), keeps_head=label == "HOSPITAL")


def _short(value: str, longer: Longer, setting: Setting, geography: Geography) -> str:
    """Return a short name as what stands for the longer one is called; empty where initials are none, or the same."""
    label, of_longer = setting.spans[longer.span].label, body_value(setting.values[longer.span])
    drawn = _drawn_for(longer.span, setting, geography)
    if longer.is_initials:
        initials = initials_of(_written_whole(label, of_longer, drawn))
        return "" if initials == value else initials
    if longer.part is None:
        whole = drawn.parts[0] if len(drawn.parts) > 1 else _written_whole(label, of_longer, drawn)
        # « le SSIAD passe » is no « SSIAD DE DOLE ».
        return like(value, whole) if split_name(value, heads_of(label)).proper else whole
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
    heads, names, written = heads_of(label), names_for(label, value), body_parts(value)
    things = body_things(value, heads)
    if not geography.released and any(not each.head and geography.read.in_thing(each) for each in things[1:]):
        # « polyclinique de Franche-Comté, Besançon » is in Besançon.
        first, *others = things
        things = first if _is_placed(first, geography) else first._replace(is_behind=True), *others
    streams = [
        _stream_of(part, thing, label, setting, geography) for part, thing in zip(written[::2], things, strict=True)
    ]
    written[::2] = [
        part_surrogate(thing, stream, setting, geography, heads, names)
        for thing, (stream, _) in zip(things, streams, strict=True)
    ]
    for town in filter(None, (geography.read.in_thing(thing) for thing in things[1:] if not thing.head)):
        # « CHU Montpied, Clermont-Ferrand »
        written[0] = head_in(written[0], geography.towns.drawn(town).name)
    if not geography.released and any(geography.read.foreign_called(thing.proper) for thing in things[1:]):
        if things[0].head and geography.areas.area_in(things[0]) is not None:
            # « Hôpital du Jura, site de Delémont » is in no department.
            written[0] = things[0].head.rstrip(" -–,")
    elif label == "HOSPITAL" and not _is_placed(things[0], geography):
        written[0] = _at_its_address(written[0], things[0], value, geography)
    written[0] = court_of_its_time(written[0], geography)
    return _Drawn(written, streams[0][0], any(released for _, released in streams))


def _is_placed(thing: NamedThing, geography: Geography) -> bool:
    """Tell whether a part of a body is named after a town or area."""
    return geography.read.in_thing(thing) is not None or geography.areas.area_in(thing) is not None


def _at_its_address(written: str, thing: NamedThing, value: str, geography: Geography) -> str:
    """Return the first part of a place of care that no town names as the town of the address behind it asks.

    « Centre hospitalier de Saintonge, 17108 Saintes » is that of what stands for Saintes, and a CHU with another name
    is one where that has one. Only in a document that is alone its patient's: in another one the place of care may
    stand without address. Under a mechanism that hangs on the release of the town, and on where codes and towns stand,
    which is public; elsewhere a CHU stays one unless the old town has one.
    """
    index = geography.cities_of_addresses.get(value) if geography.setting.has_no_others else None
    if index is None or geography.read.abroad(index):
        return written
    town = geography.read.by_span[index]
    seat = geography.bodies.sits_at(index, town) or geography.towns.drawn(town).name
    if is_of_place(thing):
        return head_in(thing.head, seat) + town_written(thing, seat, thing.proper)
    may_tell = geography.released or (town.commune is not None and has_university(town.commune.name))
    return head_in(written, seat) if may_tell else written


def _stream_of(
    part: str, thing: NamedThing, label: str, setting: Setting, geography: Geography
) -> tuple[BitStream, bool]:
    """Return the bits of a part of a body, and whether it is named after a town or area that is released.

    « hôpital Morvan » has those of « Morvan »: one name stands for both, in all documents. What is named after a town
    that is released stays if the town does, and is drawn with the noise of the town: anything else would tell of the
    town what its own draw does not.
    """
    is_placed = _is_placed(thing, geography) or (
        geography.released and geography.areas.area_of_home(with_words(thing)) is not None
    )
    released = geography.released and (is_placed or is_retirement_fund(thing))
    draws = setting.noise if released else setting.draws
    own = thing.proper if thing.proper and not (thing.link or released) else part
    return draws.stream(label, body_spelled_out(own), "body"), released
