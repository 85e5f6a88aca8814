"""What stands for the towns of a document, and its name in the writing of the source."""

from __future__ import annotations

import re
from functools import cached_property

from palimpseste.folding import fold_name
from palimpseste.places import Commune, WorldCity
from palimpseste.surrogates.places.source import PlaceSource
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.values.drawable import as_written_here
from palimpseste.writings.atlas import canonical_name, grammar_written
from palimpseste.writings.case import like, without_accents
from palimpseste.writings.towns.read import TownsRead
from palimpseste.writings.towns.town import Town, article_at

__all__ = ["TownsDrawn", "written_in_french"]

# Of an Arabic letter that French has not: it parts no two letters.
_LONE_APOSTROPHE = re.compile(r"(?<![^\W\d_])['’‘]|['’‘](?![^\W\d_])")


def written_in_french(town: str) -> str:
    """Return the name of a foreign town as a French keyboard writes it.

    Examples
    --------
    >>> written_in_french("Al Khuşūş"), written_in_french("'Aïn Benian"), written_in_french("N'Djamena")
    ('Al Khusus', 'Aïn Benian', "N'Djamena")
    """
    return as_written_here(_LONE_APOSTROPHE.sub("", town))


class TownsDrawn:
    """The towns of one document and what stands for them.

    Parameters
    ----------
    setting : Setting
        The document.
    read : TownsRead
        Its towns.
    source : PlaceSource
        Where places are drawn from.
    """

    def __init__(self, setting: Setting, read: TownsRead, source: PlaceSource) -> None:
        self.setting = setting
        self.read = read
        self.source = source
        self.atlas = read.atlas
        self.released = source.released

    @cached_property
    def refused(self) -> frozenset[str]:
        """Folded words that no surrogate of a body or place may hold.

        Those of the document; where towns are released, of the patient's names alone: what else stands in the document
        is not the same in his other ones.
        """
        if not self.released:
            return self.setting.originals
        patient = self.setting.document.patient
        names = {fold_name(name) for name in (patient.lastname, patient.birth_lastname, patient.firstname) if name}
        return frozenset(names | {word for name in names for word in name.split() if len(word) > 3})

    def drawn(self, town: Town) -> Commune:
        """Return the commune that stands for a town, one and the same in the scope."""
        return self.source.commune(town)

    def name(self, town: Town, source: str) -> tuple[str, str]:
        """Return the name that stands for a town, and the source as far as the name may be written like it.

        Of a released town not even accents may show: « NÎMES » has one to keep in capitals, « DIJON » has none.
        """
        name = self.drawn(town).name
        bare = without_accents(source) if self.released else source
        return name.replace("œ", "oe").replace("Œ", "OE") if bare.isascii() else name, bare

    def written(self, source: str, town: Town, seat: str = "", *, behind_article: bool = True) -> str:
        """Return the name of what stands for a town, or of where something of it sits, written as a source is.

        Its article « Le » or « Les » is left out of what stands behind one, where the source has none either.

        Parameters
        ----------
        source : str
            How the old one is written.
        town : Town
            The old one.
        seat : str
            Where something of the new town sits, if not in it.
        behind_article : bool
            Whether an article before the span may be the town's.
        """
        name, source = self.name(town, source)
        name = seat or name
        own = grammar_written(name)
        if own in ("le", "les") and behind_article and not article_at(source):
            # « au [Havre] »: the article stands outside, contracted.
            name = name.split(" ", 1)[1]
        written = like(source, name)
        # Words without hyphens between them tell that there are several, which a released town may not.
        if self.released or "-" in source or " " not in source.strip():
            return written
        first = source.strip().split(" ")[0] + " "
        return written if article_at(first) == first else written.replace("-", " ")

    def foreign(self, city: WorldCity, name: str) -> str:
        """Return the surrogate of a foreign town, written as French writes it."""
        return like(name, written_in_french(self.source.foreign_town(city, name)))

    def unknown(self, name: str) -> str:
        """Return the name of what stands for a town that is none of France.

        Of a foreign one that of what stands for it; of an unknown one a commune, or a hamlet, which may lie anywhere.
        """
        foreign = self.read.foreign_called(name)
        if foreign is not None:
            return self.foreign(foreign, name)
        return self.drawn(Town(canonical_name(name), None)).name

    def arrondissement(self, town: Town, number: int) -> int:
        """Return the arrondissement of the surrogate that stands for one of the original, the same for zip and town."""
        count = len(self.atlas.arrondissements_of(self.drawn(town))) or 9
        return self.source.stream("CITY", f"{town.key}:{number}", "arrondissement").between(1, count)
