"""Where bodies sit: towns near what stands for the town of one, towns that have a hospital, towns that names mean."""

from __future__ import annotations

from palimpseste.folding import fold_name
from palimpseste.places import Area, is_on_mainland, squared_distance
from palimpseste.surrogates.places.choices import Care, choices_of
from palimpseste.surrogates.places.places_named import hamlet_surrogate
from palimpseste.surrogates.places.seats import NEAR_HOME, SITTING, is_told_by_words, told_of_town
from palimpseste.surrogates.places.towns_drawn import TownsDrawn
from palimpseste.writings.atlas import canonical_name, grammar_of
from palimpseste.writings.homonyms import homonyms_of
from palimpseste.writings.towns.town import MOST_AROUND, Town, article_at

__all__ = ["BodyTowns"]

# Two towns of one body lie within so many hundreds of metres; a smaller town so far from all others, without a
# hospital, bears the name of a quarter of one.
_NEAR_TOWN, _FAR_TOWN, _SMALL_TOWN = 700, 1000, 20_000
# A body that few towns have is in one of so many around.
_NEAREST_SEATS = 3
# Words before a town that tell of one are looked for so far.
_LONGEST_SENTENCE = 90


class BodyTowns:
    """The towns that the bodies of one document sit in and what stands for them.

    Parameters
    ----------
    towns : TownsDrawn
        Its towns.
    """

    def __init__(self, towns: TownsDrawn) -> None:
        self._towns = towns
        self._choices = choices_of(towns.atlas)
        self._seats_told: dict[int, str] = {}

    def seat_drawn(self, town: Town, kind: str, *, may_have_article: bool = True) -> str:
        """Return the name of the town where a body of a kind sits, of those around what stands for a town.

        A court sits in the nearest town that has one, of a town that it is for where the document names one; any other
        body in what stands for the town where that has it, else in one of the nearest, never in its own, or where towns
        are released in the nearest, whichever that is, as nothing written may hang on the town itself. Empty where it
        sits in what stands for the town, or is nowhere.

        Parameters
        ----------
        town : Town
            Which the body follows.
        kind : str
            Of body, one of ``seats.txt``; empty where it is of none.
        may_have_article : bool
            Whether the town may be called « Le … » or « Les … ».
        """
        if not kind or kind == NEAR_HOME:
            return ""
        served = self._judged(town) if kind == "court" else town
        drawn = self._towns.drawn(served)
        if kind in SITTING or self._towns.released:
            among = self._choices.seats_for(kind, drawn, self._towns.refused)
            first = next((seat for seat in among if may_have_article or not article_at(seat.name)), drawn)
            is_of_town = served is town and (first == drawn or drawn in among[:1])
            return "" if is_of_town else first.name
        if self._choices.is_seat(kind, drawn):
            return drawn.name
        own = frozenset({fold_name(town.commune.name)} if town.commune else ())
        seats = self._choices.seats_for(kind, drawn, self._towns.refused | own)
        near = [seat for seat in seats if grammar_of(seat.name) not in ("le", "les")][:_NEAREST_SEATS]
        return self._towns.source.stream("CITY", town.key, kind).choice(near).name if near else ""

    def _judged(self, court: Town) -> Town:
        """Return the first town, of record and document, that a court is for and does not sit in; its own for none.

        One that comes out as a town with a court of its own comes before others.

        Such as are drawn in the order of the document, and of a patient with others his home alone. Where towns are
        released, nothing written may hang on which courts they had.
        """
        commune, setting = court.commune, self._towns.setting
        if self._towns.released or commune is None:
            return court
        towns = self._towns.read.by_key
        served = []
        for town in towns if setting.has_no_others else towns[: bool(setting.document.patient.city)]:
            own = town.commune
            is_near = own is not None and own != commune and own.department == commune.department
            if own is not None and is_near and self._choices.seats_for("court", own, frozenset())[:1] == [commune]:
                served.append(town)
        # What stands for one of them may have a court of its own, which is nearer to it than any other.
        with_court = (town for town in served if self._choices.is_seat("court", self._towns.drawn(town)))
        return next(with_court, served[0] if served else court)

    def seat_around_unknown(self, name: str, kind: str) -> str:
        """Return where a body that is no court sits for a town that no table knows, as `seat_drawn`; else empty."""
        if kind in SITTING or self._towns.released:
            return ""
        return self.seat_drawn(Town(canonical_name(name), None), kind)

    def sits_at(self, index: int, town: Town) -> str:
        """Return where the words before a ``CITY`` tell that what stands for it lies; empty where they do not."""
        if index not in self._seats_told:
            self._seats_told[index] = self._seat_told(index, town)
        return self._seats_told[index]

    def _seat_told(self, index: int, town: Town) -> str:
        """Return where a prison, spa or the like lies that the words before a ``CITY`` tell; empty for none.

        That its town has it must be known too, unless the words are sure of it, or towns are released: then nothing but
        the words and what is released may tell. Words in other spans tell nothing there.
        """
        setting = self._towns.setting
        before = setting.outside_before if self._towns.released else setting.before
        return self.seat_behind(before(index, _LONGEST_SENTENCE), town, may_have_article=not self._towns.released)

    def seat_behind(self, words: str, town: Town, *, may_have_article: bool = True) -> str:
        """Return where what some words before a town tell lies; empty where they do not, or it lies in the town itself.

        That its town has it must be known too, unless the words are sure of it, towns are released, or words tell the
        sea of a town that no table knows: « patron pêcheur à Doëlan ».

        Parameters
        ----------
        words : str
            Before the town.
        town : Town
            Behind them.
        may_have_article : bool
            Whether what is written may be called « Le … » or « Les … ».
        """
        kind = told_of_town(words, is_sure=self._towns.released)
        if self._towns.released:
            if kind == NEAR_HOME:
                near = self._towns.source.near_home(town)
                return near.name if near is not None else ""
            return self.seat_drawn(town, kind, may_have_article=may_have_article)
        if not kind or kind == NEAR_HOME:
            # A town near home comes out as one wherever it stands.
            return ""
        if town.commune is None and kind in (*SITTING, "hospital"):
            # It may be what a body is called.
            return ""
        if kind in SITTING or is_told_by_words(words):
            return self.seat_drawn(town, kind)
        is_seat = kind == "sea" if town.commune is None else self._choices.is_seat(kind, town.commune)
        return self.seat_drawn(town, kind) if is_seat else ""

    def hospital_near_unknown(self, name: str, kind: str = "hospital") -> str:
        """Return a town with a hospital and no article for one that no table knows: the hospital is that of home.

        Where no home is known, or it is released, the nearest to what stands for the unknown town. A hamlet, which may
        lie anywhere, stays; for a foreign town stands what does elsewhere.
        """
        if self._towns.read.foreign_called(name) is not None:
            return self._towns.unknown(name)
        of_home = self._towns.source.hospital_of_home(kind)
        if of_home is not None and not article_at(of_home.name) and fold_name(of_home.name) not in self._towns.refused:
            return of_home.name
        drawn = self._towns.drawn(Town(canonical_name(name), None))
        if drawn != self._towns.atlas.table.by_insee(drawn.insee):
            return drawn.name
        seats = self._choices.seats_for(kind, drawn, self._towns.refused)
        return next((seat.name for seat in seats if not article_at(seat.name)), drawn.name)

    def hospital_overseas(self, area: Area) -> str:
        """Return a town with a hospital in the part overseas that one bears the name of; empty for any other area.

        One that stands for a town of record or document where such a one has a hospital; else a drawn one.

        Parameters
        ----------
        area : Area
            The department or region, as the document names it.
        """
        departments = [each for each in self._towns.atlas.table.departments if area.code in (each.code, each.region)]
        code = next((each.code for each in departments if not is_on_mainland(each.code)), "")
        among = self._choices.overseas_of(code) if code else ()
        with_emergencies, with_beds = (
            self._choices.with_care(care, among, overseas=True) for care in (Care.EMERGENCIES, Care.BEDS)
        )
        setting, towns = self._towns.setting, self._towns.read.by_key
        here = towns if setting.has_no_others else towns[: bool(setting.document.patient.city)]
        drawn = [self._towns.drawn(town) for town in here if town.commune is not None]
        own = next((town.name for seats in (with_emergencies, with_beds) for town in drawn if town in seats), "")
        free = [seat for seat in with_emergencies if fold_name(seat.name) not in self._towns.refused]
        if own or not free:
            return own
        return self._towns.source.stream("CITY", code, "hospital").choice(free).name

    def hospital_seat(self, name: str) -> str:
        """Return a town with a hospital, never a hamlet, for a name no table knows of whoever goes out from one."""
        found = self.hospital_near_unknown(name, "emergency")
        drawn = self._towns.drawn(Town(canonical_name(name), None))
        seat = self._towns.atlas.table.by_insee(drawn.insee)
        if found != drawn.name or seat is None:
            return found
        seats = self._choices.seats_for("emergency", seat, self._towns.refused)
        return next((each.name for each in seats if not article_at(each.name)), found)

    def unknown_quarter(self, name: str) -> str:
        """Return the name of what stands for a quarter of a town: « CHRU de Nancy, hôpitaux de | Brabois ».

        A hamlet, which may lie in any town; what stands for a town that record or document name as one, or abroad.
        """
        if self._towns.read.is_here(name) or self._towns.read.foreign_called(name) is not None:
            return self._towns.unknown(name)
        stream = self._towns.setting.draws.stream("LOCATION", fold_name(name), "quarter")
        return hamlet_surrogate(name, stream, self._towns.refused)

    def unknown_site(self, name: str) -> str:
        """Return the name of what stands for no commune that a place of care lies in: « centre de | Kerpape ».

        A hamlet, as `unknown_quarter`; a commune where what would stand for a town is overseas, which has no such ones.
        """
        found = self._towns.unknown(name)
        commune = self._towns.drawn(Town(canonical_name(name), None))
        is_overseas = commune.name == found and not is_on_mainland(commune.department)
        return found if is_overseas else self.unknown_quarter(name)

    def unknown_seat(self, name: str, kind: str) -> str:
        """Return the name of a commune for a town no table knows, where a body sits that bears the name of its town.

        Parameters
        ----------
        name : str
            Of the unknown town, or of several: « rectorat d'Orléans-Tours ».
        kind : str
            Of body, as `seat_told` gives it. An ``academy``, a court, the ``police`` sit in the nearest of the towns
            that have such, a ``fund`` in a large town, any other in what stands for the town.
        """
        drawn = self._towns.drawn(Town(canonical_name(name), None))
        commune = self._towns.atlas.table.by_insee(drawn.insee) or drawn
        is_among_few = kind == "police" or kind in SITTING
        among = self._choices.seats_for(kind, commune, self._towns.refused) if is_among_few else ()
        return (among[0] if among else commune).name

    def town_meant(self, name: str) -> Town | None:
        """Return the town that a part of the name of a body means: one of the document, or a large one.

        None in another part overseas than the towns of the document: « Rivière-Salée », of Nouméa.
        """
        town = self._towns.read.named(name)
        if town is None or town.commune is None or fold_name(town.commune.name) != fold_name(name):
            return None
        if self._towns.read.is_here(name):
            return town
        overseas = {department for department in self._departments if not is_on_mainland(department)}
        is_elsewhere = not is_on_mainland(town.commune.department) and town.commune.department not in overseas
        return town if self._towns.read.is_large(name) and not (overseas and is_elsewhere) else None

    @property
    def _departments(self) -> frozenset[str]:
        """Those of the French towns of record and document."""
        towns = self._towns.read.by_key
        return frozenset(town.commune.department for town in towns if town.commune is not None)

    def town_with(self, kind: str, name: str) -> Town | None:
        """Return the town of a name, however small, that is known to have a body of a kind; None for any other."""
        commune = self._towns.atlas.commune_named(name) if kind and kind not in (*SITTING, NEAR_HOME) else None
        is_seat = commune is not None and self._choices.is_seat(kind, commune)
        return Town(commune.insee, commune) if commune is not None and is_seat else None

    def is_namesake(self, town: Town) -> bool:
        """Tell whether a quarter of another town is meant by a body that seems to bear the name of one.

        That of a town far from all others of a document that is alone its patient's, of some size and without hospital.
        """
        commune, here = town.commune, [each.commune for each in self._towns.read.by_key if each.commune is not None]
        if self._towns.released or commune is None or not here or not self._towns.setting.has_no_others:
            return False
        if commune in here or commune.population >= _SMALL_TOWN or self._choices.has_hospital(commune):
            return False
        return all(squared_distance(commune, other) > _FAR_TOWN**2 for other in here[:MOST_AROUND])

    def town_near(self, town: Town, name: str) -> Town | None:
        """Return the other town that a name means near one; None where none of that name lies within 70 km."""
        own = town.commune
        found = homonyms_of(self._towns.atlas).meant(name, (own,)) if own is not None else None
        if own is None or found is None or found == own or squared_distance(found, own) > _NEAR_TOWN**2:
            return None
        return Town(found.insee, found)
