"""The places of a document, drawn together so that towns, areas, bodies and numbers agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property

from palimpseste.surrogates.places.areas import Areas
from palimpseste.surrogates.places.body_towns import BodyTowns
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.places.towns_drawn import TownsDrawn
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.bodies import head_words
from palimpseste.writings.calling_codes import calling_code_of
from palimpseste.writings.short_bodies import Longer, longer_bodies
from palimpseste.writings.towns.addressed import cities_of_addresses
from palimpseste.writings.towns.birth_codes import birth_code_abroad
from palimpseste.writings.towns.read import TownsRead

__all__ = ["Geography"]


class Geography:
    """The places of one document and their surrogates.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    source : PlaceSource
        Where places are drawn from.
    new_date : callable, optional
        Gives the day that the new text is of; None where dates do not move, or none is known.

    Attributes
    ----------
    towns : TownsDrawn
        What stands for its towns.
    areas : Areas
        What stands for its departments, regions and countries.
    bodies : BodyTowns
        Where its bodies sit.
    bodies_written : dict
        What stands for each body written so far, by its label and value.
    released : bool
        Whether towns are released by a mechanism, so that nothing else written may hang on them.
    """

    def __init__(
        self,
        setting: Setting,
        read: TownsRead,
        source: PlaceSource,
        new_date: Callable[[], date | None] = lambda: None,
    ) -> None:
        self.setting = setting
        self.read = read
        self.source = source
        self.atlas = read.atlas
        self.released = source.released
        self.towns = TownsDrawn(setting, read, source)
        self.areas = Areas(self.towns)
        self.bodies = BodyTowns(self.towns)
        self.bodies_written: dict[tuple[str, str], str] = {}
        self._new_date = new_date

    @cached_property
    def longer_bodies(self) -> Mapping[int, Longer]:
        """The longer name of each body that the document names in full as well, by its span.

        Empty where towns are released: a body comes out in all documents as it does alone.
        """
        return {} if self.released else longer_bodies(self.setting)

    @cached_property
    def cities_of_addresses(self) -> Mapping[str, int]:
        """The town of the address that stands right behind each place of care."""
        return cities_of_addresses(self.setting)

    @cached_property
    def refused_of_bodies(self) -> frozenset[str]:
        """Folded words that no name of a body may hold: those, and what tells a land, a town or the sea."""
        return self.towns.refused | head_words("names that tell a land, a town or the sea")

    def is_dated_before(self, year: int) -> bool:
        """Tell whether the new text is of a day before some year."""
        day = self._new_date()
        return day is not None and day.year < year

    def calling_code_drawn(self, country: str) -> str:
        """Return the country code of the telephone numbers of what stands for a country given by its ISO code."""
        return calling_code_of(self.source.land(country))

    def birth_place(self, index: int) -> Callable[[], str]:
        """Return what gives the INSEE code of what stands for the town or foreign country of birth of a ``SSN``."""

        def place() -> str:
            country = self.read.born_abroad_in(index)
            if country:
                return birth_code_abroad(self._land_of_birth(country))
            town = self.read.born_in(index)
            return self.towns.drawn(town).insee if town else ""

        return place

    def _land_of_birth(self, country: str) -> str:
        """Return the ISO code of what stands for a country of birth, whether the document names it or not.

        Another document of the patient may name it. It stays with a town of it, where no other document is.
        """
        land = self.source.land(country)
        if self.released or land != country or self.read.has_town_in(country):
            return land
        name = self.atlas.country_named(country)
        return self.atlas.country_code(self.source.country(name, name)) if name else country
