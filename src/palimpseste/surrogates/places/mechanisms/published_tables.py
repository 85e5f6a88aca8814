"""The two printed tables of the exponential mechanism on towns, and the reading that gives every digit of each.

They are Figure 6 of Tchouka, Couchot, Laiymani (HEALTHINF 2023) and Table 4 of Tchouka, Couchot, Laiymani, Selles,
Rahmani. What their texts do not say was worked out from the digits:

- a feature is normalised by the minimum and the maximum of the region, and the minima are of communes that are not
  printed: one of 8 inhabitants, and one of 9 in Doubs for cancer and strokes. These two columns are the inhabitants of
  a town times one rate a department, and Besançon tells that of Doubs. Strokes must lie within 0.016474 and 0.016491
  for the digits of Table 4, and then 8 inhabitants alone give those of Figure 6;
- Table 4 takes its distances from the strokes alone, times √3; Figure 6 from all three features;
- the score of Table 4 is 1 - d / √3, that of Figure 6 is 1 - d; both weigh by exp(score / 4);
- Figure 6 prints nine of its ten candidates. Its probabilities leave 0.0904 to the tenth, which is what Autun gets, a
  candidate of Table 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

from palimpseste.surrogates.places.mechanisms.published_scores import PublishedTable, Reading, Reproduction, reproduce

__all__ = ["PaperTable", "paper_tables"]

_EPSILON = 1 / 4
_POPULATION, _CANCER, _STROKE = "overall population", "cancer incidence rate", "stroke"
# Of the smallest commune of the region, and of the one with the least of both diseases, in Doubs.
_FEWEST_INHABITANTS = 8
_INHABITANTS_WITH_LEAST_DISEASE = 9
_OF_DOUBS = "BESANCON"
_TENTH = "AUTUN"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of a paper, and how its figures follow from its features.

    Parameters
    ----------
    title : str
        The paper and the place in it.
    table : PublishedTable
        As printed.
    reading : Reading
        What gives its digits.
    """

    title: str
    table: PublishedTable
    reading: Reading

    @property
    def features_used(self) -> tuple[str, ...]:
        """The features that its distances are taken from."""
        one = self.reading.distance_from
        return (one,) if one else self.table.feature_names

    def reproduced(self) -> Reproduction:
        """Return what its features give, compared with what is printed."""
        return reproduce(self.table, self.reading)


@cache
def paper_tables() -> tuple[PaperTable, PaperTable]:
    """Return Figure 6 of the conference paper and Table 4 of the journal paper."""
    figure, journal = _printed("healthinf_figure_6"), _printed("hnfc_table_4")
    tenth = dict(zip(journal.feature_names, journal.features[journal.names.index(_TENTH)].tolist(), strict=True))
    return (
        PaperTable(
            "HEALTHINF 2023, Figure 6",
            figure,
            Reading(
                figure.names[0],
                _EPSILON,
                _minima(figure),
                divided=False,
                unprinted={_TENTH: tuple(tenth[name] for name in figure.feature_names)},
            ),
        ),
        PaperTable(
            "Journal paper, Table 4",
            journal,
            Reading(journal.names[0], _EPSILON, _minima(journal), distance_from=_STROKE),
        ),
    )


def _printed(name: str) -> PublishedTable:
    with as_file(files("palimpseste") / "data" / "papers" / f"{name}.csv") as path:
        return PublishedTable.read(path)


def _minima(table: PublishedTable) -> dict[str, float]:
    """Return the minimum of each feature over the region; those of diseases by the rate that Besançon tells."""
    town = dict(zip(table.feature_names, table.features[table.names.index(_OF_DOUBS)].tolist(), strict=True))
    share = _INHABITANTS_WITH_LEAST_DISEASE / town[_POPULATION]
    return {_POPULATION: _FEWEST_INHABITANTS, _CANCER: share * town[_CANCER], _STROKE: share * town[_STROKE]}
