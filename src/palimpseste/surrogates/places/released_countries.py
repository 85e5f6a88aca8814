"""Countries under a mechanism for towns: drawn as if none were told, among those that words which stay tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from palimpseste.surrogates.places.choices import choices_of
from palimpseste.surrogates.setting import Setting
from palimpseste.writings.atlas import Atlas, canonical_name
from palimpseste.writings.towns.read import TownsRead

__all__ = ["ReleasedCountries", "countries_in_order"]


class ReleasedCountries:
    """What stands for the countries of one document, whichever these are.

    Each is drawn uniformly over the countries with towns of the table that take its preposition. Where words that stay
    tell countries (« de nationalité turque », « famille kurde »), over those of them that they tell, or over all that
    they tell where none takes the preposition. In a document that is alone its patient's each of several is drawn among
    those told that stand for none before it, and as without words once none is left.

    Notes
    -----
    That words narrow the draw costs nothing. Proof: let x1 … xn be the countries, c(xi) the class of each by its
    preposition, which is public as the words around show it, and L the countries that words tell. No country's name
    holds these words, so that L is the same for neighbours, who differ in a country of one class. Z1 is drawn uniformly
    over a set that is a function of c(x1) and L; given Z1 … Zi-1, Zi over one that is a function of c(xi), L and, in a
    document alone, these; their order is that of the text. So P[Z = (z1 … zn)] is the same for x and any x' of the same
    classes with the same values equal: the ratio is 1, and nothing is spent. Draws over another set are independent of
    these, since their stream bears it, so that two runs that know other letters compose as nothing with nothing.

    L is public where the words stand in no span. In letters that are read first, for their dates alone, they may stand
    in a name that is replaced, a body's say: what is written then tells of that name, of no country. Words that names
    of places hold or people bear do not count there.

    Parameters
    ----------
    setting : Setting
        The document.
    atlas : Atlas
        Where countries are drawn from.
    told : callable
        Returns the ISO codes that words tell; asked for with the first country.
    in_order : callable
        Returns the keys of the countries of a document that is alone its patient's, in the order of its text; those of
        none of any other.
    """

    def __init__(
        self,
        setting: Setting,
        atlas: Atlas,
        told: Callable[[], Set[str]] = frozenset,
        in_order: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        self._setting = setting
        self._atlas = atlas
        self._choices = choices_of(atlas)
        self._told = told
        self._in_order = in_order
        self._drawn: dict[str, str] = {}

    def named(self, key: str, name: str) -> str:
        """Return the name of the country that stands for one, one and the same for all its writings and its towns.

        Parameters
        ----------
        key : str
            Its ISO code; of one without, its canonical name.
        name : str
            What it is called where it has no code.
        """
        if key not in self._drawn:
            told = self._told()
            if told and not self._drawn:
                self._draw_in_order(told)
            if key not in self._drawn:
                self._drawn[key] = self._draw(key, name, told)
        return self._drawn[key]

    def _draw_in_order(self, told: Set[str]) -> None:
        taken: set[str] = set()
        for key in self._in_order():
            self._drawn[key] = self._draw(key, key, told - taken)
            taken.add(self._atlas.country_code(self._drawn[key]))

    def _draw(self, key: str, name: str, told: Set[str]) -> str:
        own_class = self._choices.abroad.lands_like(self._atlas.country_named(key) or name)
        among = self._of(told, own_class) or self._of(told, self._choices.abroad.lands_like(""))
        purpose = f"uniform country of {' '.join(sorted(told))}" if among else "uniform country"
        return self._setting.noise.stream("LOCATION", key, purpose).choice(among or own_class)

    def _of(self, told: Set[str], names: Iterable[str]) -> Sequence[str]:
        return [name for name in names if self._atlas.country_code(name) in told] if told else []


def countries_in_order(setting: Setting, read: TownsRead) -> Sequence[str]:
    """Return the keys of the countries abroad that a document names, each once, in the order of its text."""
    named = (read.country(index) for index, span in enumerate(setting.spans) if span.label == "LOCATION")
    keys = (read.atlas.country_code(name) or canonical_name(name) for name in named if name is not None)
    return [key for key in dict.fromkeys(keys) if key != "FR"]
