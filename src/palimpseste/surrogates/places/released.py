"""Places released by a mechanism: what is drawn is written, and nothing but the draw hangs on the original."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from fractions import Fraction
from functools import cached_property

from palimpseste.places import Area, Commune, WorldCity, is_on_mainland, squared_distance
from palimpseste.privacy.accountant import Contribution
from palimpseste.surrogates.budget import Budget
from palimpseste.surrogates.draws import BitStream
from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.places.mechanisms.draws import UniformTowns, town_draw
from palimpseste.surrogates.places.mechanisms.territory import Territory, territory_of
from palimpseste.surrogates.places.released_countries import ReleasedCountries
from palimpseste.surrogates.policy.strategies import MECHANISMS, Strategy
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import Atlas, canonical_name, grammar_written
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town

__all__ = ["ReleasedTowns", "town_contributions"]

# Who comes to a home comes from within so many hundreds of metres.
_NEAR_HOME = 150
# Of what was drawn for a town its size and hospital are kept so well where it is drawn once more: nothing is spent.
_EPSILON_ONCE_MORE = Fraction(2)


class ReleasedTowns:
    """The places of one document under a mechanism for towns.

    Towns of the place table are drawn by the mechanism and spend of the budget. Everything else is uniform: a town no
    table knows over the towns of its class of grammar, a country as :mod:`.released_countries` has it, a foreign town
    over those of what stands for its country, a department in which no town of the note lies over those of metropolitan
    France, a region as well. Class and preposition are public: the words around show them. France stays France, where
    its towns stay.

    Where words of the patient's documents tell a part of France overseas, and what is drawn for home lies in none such,
    a town there stands for that, and for what is drawn for any other town one of those around it, about as large.

    The town of the patient's record, or the first of a document that is alone its patient's, is drawn first; where the
    strategy is ``exponential`` or ``uniform`` all others are drawn among those around what stands for it
    (:meth:`~palimpseste.surrogates.places.mechanisms.territory.Territory.around`), so are towns no table knows, and a
    department or region without a town of the note is that of what stands for home.

    Every draw hangs on the key, the scope of the noise, the place, what stands for home and the policy alone: not on
    the document, nor on which of its places is asked for first. In a document that is alone its patient's, which no
    other need agree with, the towns that lie around home are drawn in one order, each anew where it is one that
    stands for another before it.

    Notes
    -----
    That others lie around what stands for home costs nothing. Proof: let t0 be home, t1 … tn the other towns, and
    Y0 … Yn what is released for them. Y0 is ε·d-private in t0 and hangs on nothing else. Given Y0 = y, the candidates
    for Yi are C(y), a function of y and of what is public, so that Yi is ε·d-private in ti
    (:class:`~palimpseste.privacy.exponential.ExponentialMechanism`, with C(y) for its fixed set), and hangs on t0
    through y alone. So P[Y = (y0 … yn)] is the product of P[Y0 = y0] and all P[Yi = yi | Y0 = y0], of which but one
    factor changes where one town does, by exp(ε·d) at most. The same holds where the candidates for Yi are those of
    C(y0) that are none of y1 … yi-1: a function of y0 … yi-1. Such a Yi is drawn among all of C(y0) first, and anew
    where that is one of y1 … yi-1, which have probability q there: y with p(y) + q·p(y) / (1 - q) = p(y) / (1 - q), as
    if drawn among the rest at once. Where no home is told y is drawn with the key alone. Draws under another y, or
    apart from other towns, are independent of these: their stream bears them. So they compose where one document is
    replaced twice and more is found the second time.

    That towns are brought overseas costs nothing either. Proof: let L be the parts that words tell. No name of a town
    holds these words nor completes them, so that L is the same for neighbours, who differ in a town. (It is public
    where they stand in no span. In letters that are read first, for their dates alone, they may stand in a name that
    is replaced, a body's say: what is written then tells of that name, of no town.) What is written is Z = (Z0 … Zn):
    Y itself where Y0 lies in L or L is empty, else Z0 drawn by a law that hangs on Y0 and L alone, and Zi by one that
    hangs on Yi, Z0, L and Z1 … Zi-1. So P[Z = z | t] is the sum over y of P[Y = y | t] · H(z | y), with an H that
    hangs on no true town. Where one town of t changes each P[Y = y | t] does by exp(ε·d) at most, so each term and the
    sum do. Y is drawn as if no words told anything, so that which z may come out is the same for a town overseas and
    for one of the mainland. Documents of a patient that are read with other words, as in another run, are written by
    another H from one and the same Y: together they are ε·d-private as well.

    Parameters
    ----------
    setting : Setting
        The document, with the options for places.
    atlas : Atlas
        Where foreign towns and areas are drawn from.
    strategy : Strategy
        Of towns.
    budget : Budget
        Of the document.
    home : Town, optional
        Of the patient, in the table.
    in_order : iterable of Town
        The towns of a document that is alone its patient's, in an order that does not hang on which they are; none of
        any other.
    overseas : set of str
        The departments overseas that words tell, the same in all documents of the patient; none of most.
    countries : ReleasedCountries, optional
        What stands for countries; drawn beside no words by default.
    """

    released = True

    def __init__(
        self,
        setting: Setting,
        atlas: Atlas,
        strategy: Strategy,
        budget: Budget,
        home: Town | None = None,
        in_order: Iterable[Town] = (),
        overseas: Set[str] = frozenset(),
        countries: ReleasedCountries | None = None,
    ) -> None:
        self._setting = setting
        self._atlas = atlas
        self._choices = choices_of(atlas)
        self._strategy = strategy
        self._budget = budget
        self._home = home
        self._drawn: dict[str, Commune] = {}
        self._brought: dict[str, Commune] = {}
        self._overseas = overseas
        self._countries = countries or ReleasedCountries(setting, atlas)
        self._is_around = setting.places.is_around_home(strategy)
        self._in_order = {town.key: town for town in in_order} if self._is_around else {}
        if home is not None and self._is_around:
            self.commune(home)

    def commune(self, town: Town) -> Commune:
        """Return the commune that stands for a town; those named beside it do not count."""
        centre = self._centre_overseas
        if centre is None:
            return self._released(town)
        if self._is_home(town):
            return centre
        if town.key not in self._brought and town.key in self._in_order:
            self._bring_in_order(centre)
        if town.key not in self._brought:
            self._brought[town.key] = self._drawn_once_more(
                town.key, self._released(town), self._territory.around(centre)
            )
        return self._brought[town.key]

    def _bring_in_order(self, centre: Commune) -> None:
        """Bring the towns of a document that is alone its patient's overseas, none to where one before it is."""
        before = _Before(self._territory.around(centre))
        for town in self._in_order.values():
            if not self._is_home(town):
                apart = f" apart {before.codes}"
                self._brought[town.key] = self._drawn_once_more(town.key, self._released(town), before.left, apart)
                before.add(self._brought[town.key])

    def _drawn_once_more(self, key: str, drawn: Commune, among: Territory, apart: str = "") -> Commune:
        """Return a town of some for what the mechanism drew for one: about as large, with a hospital for one with."""
        purpose = f"{self._strategy} from {drawn.insee} overseas {' '.join(sorted(self._overseas))}{apart}"
        stream = self.stream("CITY", key, f"{purpose} {self._setting.places.parameters}")
        return town_draw(self._strategy, among).draw(drawn, _EPSILON_ONCE_MORE, stream)

    @cached_property
    def _centre_overseas(self) -> Commune | None:
        """What stands for home in the parts overseas that words tell; None where what was drawn for it lies there."""
        drawn = self._centre
        if drawn is None or drawn.department in self._overseas:
            return None
        parts = self._territory.within(self._overseas)
        return None if parts is None else self._drawn_once_more(self._home.key if self._home else "", drawn, parts)

    @property
    def _home_drawn(self) -> Commune | None:
        """What all towns lie around as they are written; None for no bound."""
        return self._centre_overseas or self._centre

    def _released(self, town: Town) -> Commune:
        """Return the commune that the mechanism drew for a town."""
        if town.key not in self._drawn and town.key in self._in_order and not self._is_home(town):
            self._draw_in_order()
        if town.key not in self._drawn:
            self._drawn[town.key] = self._draw(town, self._territory if self._is_home(town) else self._near)
        return self._drawn[town.key]

    def _is_home(self, town: Town) -> bool:
        return self._home is not None and town.key == self._home.key

    def _draw_in_order(self) -> None:
        """Draw the towns of a document that is alone its patient's, each anew where it is one of those before it."""
        before = _Before(self._near)
        for town in self._in_order.values():
            if not self._is_home(town):
                drawn = self._draw(town, self._near)
                if drawn in before:
                    drawn = self._draw(town, before.left, f" apart from {before.codes}")
                self._drawn[town.key] = drawn
                before.add(drawn)

    def hospital_of_home(self, kind: str) -> None:
        """Return nothing: which town that is hangs on the true home."""

    def near_home(self, town: Town) -> Commune | None:
        """Return the town near what stands for home that is nearest to what stands for a town; None where that is near.

        A function of what is released of both alone.
        """
        drawn, home = self.commune(town), self._home_drawn
        if home is None or self._is_home(town) or squared_distance(drawn, home) <= _NEAR_HOME**2:
            return None
        towns = self._choices.towns_near(home)
        return min(towns, key=lambda near: squared_distance(near, drawn), default=None)

    def foreign_town(self, city: WorldCity, written: str) -> str:
        """Return any town of what stands for the country of a town."""
        land = self.land(city.country)
        stream = self.stream("CITY", f"{city.country} {canonical_name(city.name)}", "uniform foreign")
        return stream.choice(self._choices.abroad.towns_of_land(land)).name

    def land(self, country: str) -> str:
        """Return the ISO code of what stands for a country."""
        return self._atlas.country_code(self._countries.named(country, country))

    def department(self, code: str) -> Area:
        """Return that of what towns lie around; where they need not, any of metropolitan France."""
        if self._home_drawn is not None:
            return self._atlas.table.department_of(self._home_drawn)
        areas = [area for area in self._atlas.table.departments if is_on_mainland(area.code)]
        return self.stream("LOCATION", code, "uniform department").choice(areas)

    def region(self, code: str) -> Area:
        """Return that of what towns lie around; where they need not, any of metropolitan France."""
        home = self._home_drawn
        if home is not None:
            return next(area for area in self._atlas.table.regions if area.code == home.region)
        return self.stream("LOCATION", code, "uniform region").choice(self._choices.regions)

    def country(self, value: str, written: str) -> str:
        """Return any country with towns and the same preposition, or that words tell; France stays, as written."""
        code = self._atlas.country_code(value)
        return written if code == "FR" else self._countries.named(code or canonical_name(value), value)

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        """Return bits of the scope of the budget."""
        return self._setting.noise.stream(label, value, purpose)

    def _draw(self, town: Town, territory: Territory, apart: str = "") -> Commune:
        around = "" if self._is_home(town) else self._around + apart
        if town.commune is None:
            stream = self.stream("CITY", town.key, f"uniform{around}")
            return UniformTowns(territory).of_class(grammar_written(town.key), stream)
        epsilon, purpose = Fraction(1), f"{self._strategy}{around}"
        if self._strategy in MECHANISMS:
            epsilon = self._budget.spend("CITY", town.key, self._strategy)
            # Releases with different epsilons, metrics or centres must be independent, or one would tell of the noise
            # of the other.
            purpose = f"{self._strategy} {epsilon} {self._setting.places.parameters}{around}"
        stream = self.stream("CITY", town.key, purpose)
        return town_draw(self._strategy, territory).draw(town.commune, epsilon, stream)

    @cached_property
    def _centre(self) -> Commune | None:
        """What all towns but home lie around: what stands for home, or without one any town; None for no bound."""
        if not self._is_around:
            return None
        if self._home is not None:
            return self._released(self._home)
        return self._territory.any_town(self.stream("CITY", "", "centre"))

    @property
    def _territory(self) -> Territory:
        return territory_of(self._atlas.table, self._setting.places)

    @property
    def _near(self) -> Territory:
        """The towns that may stand for others than home."""
        return self._territory.around(self._centre) if self._centre else self._territory

    @property
    def _around(self) -> str:
        return f" {self._setting.places.around_km} km around {self._centre.insee}" if self._centre else ""


class _Before:
    """What stands for the towns of a document before one, each once, and what is left of those that may.

    Both are made anew where a town is added that was none of them, so that thousands of towns, for which those around
    home do not suffice, take no time each that grows with their number.
    """

    def __init__(self, around: Territory) -> None:
        self._around = around
        self._communes: dict[str, Commune] = {}
        self._made: tuple[Territory, str] | None = None

    def __contains__(self, commune: Commune) -> bool:
        return commune.insee in self._communes

    def add(self, commune: Commune) -> None:
        """Add a town."""
        if commune not in self:
            self._communes[commune.insee] = commune
            self._made = None

    @property
    def left(self) -> Territory:
        """The towns that are none of them; of a class of grammar without another, all of it."""
        return self._parts[0]

    @property
    def codes(self) -> str:
        """The codes of them, sorted."""
        return self._parts[1]

    @property
    def _parts(self) -> tuple[Territory, str]:
        if self._made is None:
            left = self._around.without(self._communes.values())
            self._made = left, " ".join(sorted(self._communes))
        return self._made


def town_contributions(read: TownsRead, indices: Iterable[int], others: Iterable[Town] = ()) -> Iterator[Contribution]:
    """Yield the towns of the table that some spans, and others, tell of: what a mechanism will be asked for.

    Parameters
    ----------
    read : TownsRead
        The towns of the document.
    indices : iterable of int
        Of the spans.
    others : iterable of Town
        Towns that no span tells of.
    """
    told = (*(town for index in indices for town in read.told_by(index)), *others)
    for key in dict.fromkeys(town.key for town in told if town.commune is not None):
        yield Contribution("CITY", key)
