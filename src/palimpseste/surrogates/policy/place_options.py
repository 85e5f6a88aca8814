"""What a policy may set about towns: which may be drawn, and how far apart two of them are.

::

    [places]
    zone = ["21", "71"]          # or "france", "metropolitan"
    measure = "population"       # or "square-root", "uniform"
    populations = [500, 100000]  # fewer inhabitants count as the first number, more as the second
    largest = 20                 # at least so many towns of a class of grammar count as its largest; 0 for no pooling
    kilometres = 40              # a step of the metric; 0 leaves position out
    reach_km = 500               # towns farther apart count as that far; 0 for no bound
    size = 3                     # steps for a factor e in population; 0 leaves population out
    hospital = 6                 # steps between a town with a hospital and one without; 0 leaves it out
    hospital_weight = 6          # a town with a hospital is drawn so many times as often, before distance counts
    norm = "sum"                 # or "euclidean"
    nearest = 10                 # of exponential-knn
    radius_km = 50

    [places.features]            # a CSV file by INSEE code, its path relative to the policy file
    file = "stroke.csv"
    key = "insee"
    columns = [{ name = "stroke", unit = "deaths a year", missing = "median", steps = 20, by = "maximum" }]
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from palimpseste.errors import UsageError
from palimpseste.places import Feature, MissingRule, PlaceTable
from palimpseste.settings_files import check_settings
from palimpseste.surrogates.policy.strategies import AROUND_HOME, Strategy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from palimpseste.places.metric import TownMetric

__all__ = ["FeatureColumn", "FeatureFile", "Measure", "PlaceOptions"]

Measure = Literal["population", "square-root", "uniform"]

_Name = Annotated[str, Meta(min_length=1)]
_Population = Annotated[int, Meta(ge=1, le=1_000_000_000)]
_Populations = Annotated[
    tuple[_Population, _Population], Meta(description="two whole numbers [fewest, most], 1 <= fewest <= most")
]
_Zone = Annotated[
    Literal["france", "metropolitan"] | tuple[str, ...],
    Meta(description='france, metropolitan or a list of departments, such as ["21", "2A"]'),
]


@dataclass(frozen=True, slots=True)
class FeatureColumn:
    """A column of a user's file that counts in the metric.

    Parameters
    ----------
    name : str
        Of the feature, and of its column unless `column` says otherwise.
    steps : int
        What the largest difference counts, from 1 to 1000; its weight among the parts of the metric.
    by : {"range", "maximum"}
        What values are divided by first.
    unit : str
        What one means, for the reader of the policy.
    column : str
        Heading in the file.
    missing : {"error", "nan", "zero", "median"}
        What a commune without a value gets; a metric has no use for ``nan``, which is refused when the file is read.
    """

    name: _Name
    steps: Annotated[int, Meta(ge=1, le=1_000)] = 20
    by: Literal["range", "maximum"] = "range"
    unit: str = ""
    column: str = ""
    missing: MissingRule = "error"

    def __post_init__(self) -> None:
        check_settings(self, "a column of places.features")


@dataclass(frozen=True, slots=True)
class FeatureFile:
    """A CSV file of numbers by commune, joined to the place table; the table ``[places.features]`` of a policy.

    Parameters
    ----------
    file : str
        Its path, seen from the policy file.
    columns : tuple of FeatureColumn
        Which columns are taken, at least one.
    key : str
        The column of the INSEE code.
    delimiter : str
        Between two values.
    decimal : str
        Before the decimals of a number.
    unknown : {"error", "report"}
        What becomes of codes that the place table does not know.
    """

    file: _Name
    columns: Annotated[tuple[FeatureColumn, ...], Meta(min_length=1, description="a list of tables, each with a name")]
    key: str = "insee"
    delimiter: str = ","
    decimal: str = "."
    unknown: Literal["error", "report"] = "error"

    def __post_init__(self) -> None:
        check_settings(self, "places.features")

    def joined(self, table: PlaceTable) -> PlaceTable:
        """Return a place table with the features of the file."""
        columns = [Feature(each.name, each.unit, each.column, each.missing) for each in self.columns]
        return table.join(
            self.file,
            key=self.key,
            columns=columns,
            unknown=self.unknown,
            delimiter=self.delimiter,
            decimal=self.decimal,
        )


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """Which towns may be drawn, and the metric their privacy is stated in.

    Parameters
    ----------
    zone : str or tuple of str
        Towns that may be drawn: ``france``, ``metropolitan``, or the codes of departments. Towns elsewhere are
        replaced by towns of the zone as well.
    measure : {"population", "square-root", "uniform"}
        How often towns are drawn before distance counts: as their population, its square root, or all alike.
    populations : tuple of int
        Towns of fewer inhabitants count as of the first number, of more as of the second, in measure and metric.
    largest : int
        Towns larger than the one of this rank in their class of grammar, in the zone, count as that one; 0 for none.
    kilometres : int
        Of one step of the metric; 0 leaves position out.
    reach_km : int
        Towns farther apart count as that far; 0 for no bound.
    size : int
        Steps for a factor e (2.7) in population; 0 leaves population out.
    hospital : int
        Steps between a town that is publicly known to have a hospital and one that has none; 0 leaves it out.
    hospital_weight : int
        So many times as often towns with a hospital are drawn before distance counts: a factor of the measure.
    norm : {"sum", "euclidean"}
        How the parts of the metric make one distance.
    features : FeatureFile, optional
        Features that count as well.
    around_km : int
        So near to what stands for a patient's home the towns lie that may stand for his other ones, those with a
        hospital or 15,000 people or more half as far again at most; 0 for all of the zone. For ``exponential`` and
        ``uniform``.
    nearest : int
        How many towns ``exponential-knn`` draws among, beside the original.
    radius_km : int
        How far they may lie.

    Notes
    -----
    The defaults are for ε = 2/3 a town and follow from tables of ``palimpseste privacy places`` (docs/adr/0024). The
    measure by population is the one under which towns of every size change their population by a like factor: Zipf's
    law makes it flat in the logarithm. Its two ends are not: there is one Paris, and the smallest villages have no
    neighbours that are smaller. So the ends are pooled: cities from 100,000 inhabitants, villages up to 500; and
    the twenty largest of a class, since « aux » stands before few large towns. Of towns with a hospital one in twenty
    comes out as one without, and as many of the others as one with as if hospitals did not count: six steps alone would
    keep these apart too, the weight alone make all towns have one.
    """

    zone: _Zone = "france"
    measure: Measure = "population"
    populations: _Populations = (500, 100_000)
    largest: Annotated[int, Meta(ge=0, le=10_000)] = 20
    kilometres: Annotated[int, Meta(ge=0, le=1_000)] = 40
    reach_km: Annotated[int, Meta(ge=0, le=20_000)] = 500
    size: Annotated[int, Meta(ge=0, le=100)] = 3
    hospital: Annotated[int, Meta(ge=0, le=100)] = 6
    hospital_weight: Annotated[int, Meta(ge=1, le=100)] = 6
    norm: Literal["sum", "euclidean"] = "sum"
    features: FeatureFile | None = None
    around_km: Annotated[int, Meta(ge=0, le=20_000)] = 40
    nearest: Annotated[int, Meta(ge=1, le=10_000)] = 10
    radius_km: Annotated[int, Meta(ge=1, le=20_000)] = 50

    def __post_init__(self) -> None:
        check_settings(self, "places")
        if isinstance(self.zone, tuple):
            known = [area.code for area in PlaceTable.bundled().departments]
            unknown = [code for code in self.zone if code not in known]
            if unknown or not self.zone:
                found = repr(unknown[0]) if unknown else "an empty list"
                raise UsageError(f"zone: {found} is no code of a department; allowed: {', '.join(known)}")
        fewest, most = self.populations
        if fewest > most:
            raise UsageError(f"populations: {fewest} > {most}; allowed: [fewest, most], fewest <= most")
        if not self.kilometres and not self.size and self.features is None:
            raise UsageError("the metric of places has no part: set kilometres, size or features")

    def is_around_home(self, strategy: Strategy) -> bool:
        """Tell whether towns of a strategy, all but a patient's home, are drawn around what stands for it."""
        return strategy in AROUND_HOME and self.around_km > 0

    def with_files_of(self, folder: Path) -> PlaceOptions:
        """Return the options with the path of their file, if they name one, made one from a folder."""
        if self.features is None:
            return self
        return replace(self, features=replace(self.features, file=str(folder / self.features.file)))

    def to_mapping(self) -> dict[str, Any]:
        """Return the options as a policy file says them."""
        values = asdict(self)
        if self.features is None:
            del values["features"]
        return values

    @property
    def parameters(self) -> str:
        """What the probabilities of a draw hang on beside the town and ε, without the path of a file."""
        columns = self.features.columns if self.features else ()
        metric = f"{self.kilometres} {self.reach_km} {self.size} {self.hospital} {self.hospital_weight} {self.norm}"
        features = [f"{each.name} {each.steps} {each.by}" for each in columns]
        zone = [self.zone] if isinstance(self.zone, str) else self.zone
        return "|".join((*zone, self.measure, f"{self.populations} {self.largest}", metric, *features))

    def check_for(self, strategy: Strategy) -> None:
        """Raise UsageError if a strategy for towns cannot do with these options."""
        if strategy == "planar-laplace" and not self.kilometres:
            raise UsageError("planar-laplace moves positions: set kilometres of places above 0")
        if strategy == "exponential-knn" and not self.size and self.features is None:
            raise UsageError("exponential-knn compares features: leave population in places, or name features")

    def metric(self, table: PlaceTable, populations: NDArray[np.int64], has_hospital: NDArray[np.bool_]) -> TownMetric:
        """Return the metric between the communes of a table that holds the features.

        Parameters
        ----------
        table : PlaceTable
            Its communes.
        populations : array of int, shape (communes,)
            As how populous each counts.
        has_hospital : array of bool, shape (communes,)
            Which have a hospital.
        """
        from palimpseste.places.metric import FeatureScale, TownMetric

        columns = self.features.columns if self.features else ()
        scales = [FeatureScale(each.name, each.steps, each.by) for each in columns]
        return TownMetric(
            table,
            kilometres=self.kilometres,
            size=self.size,
            reach_km=self.reach_km,
            populations=populations,
            features=scales,
            classes=has_hospital * self.hospital,
            norm=self.norm,
        )
