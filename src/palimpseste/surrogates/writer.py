"""What is written over each span of a document and beside it, as its label and the policy ask."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cached_property

from palimpseste.folding import fold
from palimpseste.labels import DATES, Label
from palimpseste.surrogates.beside import Beside, elided
from palimpseste.surrogates.dates.ages import is_of_infant, kept_age, near_age
from palimpseste.surrogates.places.articles import contracted, suited, suited_to_long_name, suited_to_town
from palimpseste.surrogates.places.bodies.accents import with_accents
from palimpseste.surrogates.places.bodies.bodies import body_surrogate
from palimpseste.surrogates.places.cities import city_surrogate, town_beside_article, zip_surrogate
from palimpseste.surrogates.places.locations import location_surrogate
from palimpseste.surrogates.places.named import ARTICLED
from palimpseste.surrogates.values.addresses import address_surrogate
from palimpseste.surrogates.values.marks import MASK, Marks
from palimpseste.surrogates.values.names import name_surrogate
from palimpseste.surrogates.values.phones import landline_abroad_surrogate, phone_surrogate
from palimpseste.surrogates.values.references import reference_surrogate
from palimpseste.surrogates.values.shapes import changed_shape
from palimpseste.surrogates.values.social_security import ssn_surrogate
from palimpseste.surrogates.values.web import email_surrogate, url_surrogate
from palimpseste.surrogates.world import World
from palimpseste.writings.spelt import remark_unsuited

__all__ = ["SpanWriter"]

_ELIDED = frozenset({"FIRSTNAME", "LASTNAME", "CITY", "LOCATION", "HOSPITAL", "ORGANIZATION", *DATES})
# A number of nothing but a few letters, which may be somebody's initials.
_INITIALS = re.compile(r"[^\W\d_]{2,4}")
_SUITED = frozenset({"CITY", "LOCATION", "HOSPITAL", "ORGANIZATION"})
_WITH_ARTICLE = frozenset({"ADDRESS", "CITY", "LOCATION"})


class SpanWriter:
    """Writes what stands for the spans of one document.

    Parameters
    ----------
    world : World
        What it follows.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._setting = world.setting
        text = world.setting.document.text
        self._decomposed = not text.isascii() and not unicodedata.is_normalized("NFC", text)

    def over(self, index: int) -> str:
        """Return what is written over a span under the policy."""
        label = self._setting.spans[index].label
        strategy = self._world.policy.strategy_of(label)
        if strategy == "mask":
            return MASK
        if strategy == "tag":
            return f"[{label}]"
        if strategy == "numbered-tag":
            return self._marks.numbered_tag(index)
        if index not in self._world.drawn:
            # No name or line is that long: its letters and figures are drawn, in time linear in its length.
            stream = self._setting.draws.stream(label, self._setting.values[index], "long")
            return changed_shape(self._setting.source(index), stream)
        surrogate = self._surrogate(index, label)
        return unicodedata.normalize("NFD", surrogate) if self._decomposed else surrogate

    def before(self, index: int, before: str, surrogate: str) -> tuple[Sequence[Beside], str]:
        """Return what before a span follows from its surrogate and is written anew with it, and the surrogate then.

        Parameters
        ----------
        index : int
            Of the span.
        before : str
            The text that stands before it.
        surrogate : str
            What is written over it.
        """
        if index not in self._world.drawn:
            return (), surrogate
        label = self._setting.spans[index].label
        own = tuple(self._world.dates_written.beside(index, before)) if label in DATES else ()
        town = town_beside_article(index, self._world.geography) if label == "CITY" else ""
        pieces: tuple[Beside, ...] = ()
        if town:
            pieces = tuple(suited_to_town(before, town, surrogate))
        elif label in _SUITED:
            whole = self._whole_with_article(index, label, surrogate)
            found = suited_to_long_name(before, whole, surrogate) if whole else suited(before, surrogate, label)
            pieces = tuple(found)
        if pieces:
            return (*own, *pieces), _begun_like(before, pieces[0], surrogate)
        joined = contracted(before, surrogate) if label in _WITH_ARTICLE else None
        if joined is not None:
            return (*own, joined[0]), joined[1]
        return (*own, *(elided(before, surrogate) if label in _ELIDED else ())), surrogate

    def _whole_with_article(self, index: int, label: Label, surrogate: str) -> str:
        """Return what stands for the longer name of a body, where that is the short one behind an article.

        « Le Bon Foyer … réponse du Bon Foyer »
        """
        longer = self._world.geography.longer_bodies.get(index) if label in ("HOSPITAL", "ORGANIZATION") else None
        if longer is None or longer.span not in self._world.drawn:
            return ""
        whole = self._surrogate(longer.span, self._setting.spans[longer.span].label)
        article = ARTICLED.match(whole)
        return whole if article is not None and fold(whole[article.end() :]) == fold(surrogate) else ""

    def behind(self, index: int, after: str, surrogate: str) -> Iterator[Beside]:
        """Yield what right behind a span is written anew with it."""
        if index not in self._world.drawn:
            return
        label = self._setting.spans[index].label
        if label in DATES:
            yield from self._world.dates_written.behind(index, after)
        if label in ("FIRSTNAME", "LASTNAME"):
            # « en deux mots » would tell how the old name was written.
            end = remark_unsuited(after, surrogate)
            if end:
                yield Beside(0, end, "")

    @cached_property
    def _marks(self) -> Marks:
        return Marks(self._setting, self._world.people.read)

    def _surrogate(self, index: int, label: str) -> str:
        setting, world = self._setting, self._world
        if label in ("FIRSTNAME", "LASTNAME"):
            return name_surrogate(index, setting, world.people)
        if label in DATES:
            return world.dates_written.surrogate(index)
        if label == "AGE":
            return self._age(index)
        if label == "CITY":
            return self._accented(index, city_surrogate(index, world.geography))
        if label == "ZIP":
            return zip_surrogate(index, world.geography)
        if label == "LOCATION":
            return location_surrogate(index, world.geography)
        if label in ("HOSPITAL", "ORGANIZATION"):
            return self._accented(index, body_surrogate(index, setting, world.geography, world.people))
        if label == "ADDRESS":
            return address_surrogate(index, setting)
        if label == "PHONE":
            abroad = world.phones_abroad.get(index)
            if abroad is not None:
                return landline_abroad_surrogate(index, setting, abroad.figures, abroad.old_zone, abroad.new_zone)
            return phone_surrogate(index, setting, world.phone_zones, world.phone_codes)
        if label == "EMAIL":
            return email_surrogate(index, setting, world.people)
        if label == "URL":
            return url_surrogate(index, setting, world.people)
        if label == "SSN":
            place = world.geography.birth_place(index)
            return ssn_surrogate(index, setting, world.dates.birth_in, place, lambda: world.dates.birth_year)
        if label == "REFERENCE":
            return reference_surrogate(index, setting, world.people, world.identifiers.told(index))
        if self._is_of_initials(index):
            # « prothèse marquée TG »
            return reference_surrogate(index, setting, world.people, world.identifiers.told(index))
        return world.identifiers.surrogate(index)

    def _accented(self, index: int, surrogate: str) -> str:
        """Return a name in small letters with its accents in a text that writes some, unless the old one has some."""
        source = self._setting.source(index)
        if not source.islower() or not source.isascii() or not self._world.people.are_among_accents:
            return surrogate
        return with_accents(surrogate, source)

    def _is_of_initials(self, index: int) -> bool:
        """Tell whether a number is nothing but the initials of somebody whom the only document of a patient names."""
        value = self._setting.values[index]
        if not self._setting.has_no_others or not _INITIALS.fullmatch(value):
            return False
        return self._world.people.initials.of_pair(fold(value)) is not None

    def _age(self, index: int) -> str:
        world = self._world
        if world.ages_are_private:
            return world.noisy_ages.surrogate(index)
        if not world.dates.are_private and (world.calendar.knows_birth or world.identifiers.tell_a_birth):
            # Birth and document move alike: the age that their surrogates tell is the age itself.
            return kept_age(index, world.ages_read, self._setting)
        if world.dates.moves and not world.dates.are_private and is_of_infant(index, world.ages_read):
            return kept_age(index, world.ages_read, self._setting)
        return near_age(index, world.ages_read, self._setting, world.years_told)


def _begun_like(before: str, piece: Beside, surrogate: str) -> str:
    """Return a surrogate with a capital where the article that a sentence began with falls away: « L'agefiph ne »."""
    falls_away = not piece.text.strip() and before[piece.start : piece.end].lstrip()[:1].isupper()
    return surrogate[:1].upper() + surrogate[1:] if falls_away else surrogate
