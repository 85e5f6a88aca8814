"""What surrogates of places are drawn from, whatever the policy for towns."""

from __future__ import annotations

from typing import Protocol

from palimpseste.places import Area, Commune, WorldCity
from palimpseste.surrogates.draws import BitStream
from palimpseste.writings.towns.town import Town

__all__ = ["PlaceSource"]


class PlaceSource(Protocol):
    """Draws the places that stand for those of one document.

    Attributes
    ----------
    released : bool
        Whether towns are released by a mechanism: nothing written may then hang on a town but what it drew, how the
        town was written, and the links between the values of the note.
    """

    released: bool

    def commune(self, town: Town) -> Commune:
        """Return the commune that stands for a town, one and the same in the scope."""

    def hospital_of_home(self, kind: str) -> Commune | None:
        """Return what stands for the nearest town to home with a hospital of a kind; None without, or if released."""

    def near_home(self, town: Town) -> Commune | None:
        """Return the town near what stands for home from which somebody comes who came from a town.

        None where that is what stands for the town, as it is where towns near one another stay so.
        """

    def foreign_town(self, city: WorldCity, written: str) -> str:
        """Return the name of the town that stands for a foreign one."""

    def land(self, country: str) -> str:
        """Return the ISO code of what stands for a country given by its own: the country itself where it stays."""

    def department(self, code: str) -> Area:
        """Return the department that stands for one in which no town of the note lies."""

    def region(self, code: str) -> Area:
        """Return the region that stands for one."""

    def country(self, value: str, written: str) -> str:
        """Return the country that stands for one, named by `value`, its article left out of it where it has one."""

    def stream(self, label: str, value: str, purpose: str) -> BitStream:
        """Return the bits that figures beside a town are drawn from: arrondissement, CEDEX.

        Parameters
        ----------
        label : str
            Of the span.
        value : str
            What the bits are for, such as a town.
        purpose : str
            What is drawn.
        """
