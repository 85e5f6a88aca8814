"""What a policy may set about towns: which may be drawn, and how far apart two of them are.

::

    [places]
    zone = ["21", "71"]          # or "france", "metropolitan"
    measure = "population"       # or "square-root", "uniform"
    kilometres = 5               # a step of the metric; 0 leaves position out
    size = 5                     # steps for a factor e in population; 0 leaves population out
    norm = "sum"                 # or "euclidean"
    nearest = 10                 # of exponential-knn
    radius_km = 50

    [places.features]            # a CSV file by INSEE code, its path relative to the policy file
    file = "stroke.csv"
    key = "insee"
    columns = [{ name = "stroke", unit = "deaths a year", missing = "median", steps = 20, by = "maximum" }]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

from palimpseste.errors import UsageError
from palimpseste.places import Feature, MissingRule, PlaceTable
from palimpseste.surrogates.policy.strategies import Strategy

if TYPE_CHECKING:
    from palimpseste.places.metric import TownMetric

__all__ = ["FeatureColumn", "FeatureFile", "Measure", "PlaceOptions"]

Measure = Literal["population", "square-root", "uniform"]

_MOST = {"kilometres": 1_000, "size": 100, "steps": 1_000, "nearest": 10_000, "radius_km": 20_000}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "measure": get_args(Measure),
    "norm": ("sum", "euclidean"),
    "missing": get_args(MissingRule),
    "by": ("range", "maximum"),
}


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

    name: str
    steps: int = 20
    by: Literal["range", "maximum"] = "range"
    unit: str = ""
    column: str = ""
    missing: MissingRule = "error"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise UsageError("a column of places.features needs a name")
        _check_whole(self, ("steps",), 1)
        _check_words(self, ("by", "missing"))


@dataclass(frozen=True, slots=True)
class FeatureFile:
    """A CSV file of features by INSEE code; further parameters as :meth:`PlaceTable.join` takes them."""

    file: str
    columns: tuple[FeatureColumn, ...]
    key: str = "insee"
    delimiter: str = ","
    decimal: str = "."
    unknown: Literal["error", "report"] = "error"

    def __post_init__(self) -> None:
        if not isinstance(self.file, str) or not self.file:
            raise UsageError("places.features needs a file")
        if not self.columns:
            raise UsageError("places.features needs columns, each a table with a name")

    @classmethod
    def from_mapping(cls, values: object, folder: Path | None) -> FeatureFile:
        """Read the table ``places.features``; a relative path is one from the folder."""
        table = _table(values, cls, "places.features")
        columns = table.get("columns")
        if not isinstance(columns, Sequence) or isinstance(columns, str):
            raise UsageError("places.features.columns must be a list of tables, each with a name")
        table["columns"] = tuple(
            FeatureColumn(**_table(column, FeatureColumn, "places.features.columns")) for column in columns
        )
        if folder is not None and isinstance(table.get("file"), str):
            table["file"] = str(folder / table["file"])
        return cls(**table)

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
    kilometres : int
        Of one step of the metric; 0 leaves position out.
    size : int
        Steps for a factor e (2.7) in population; 0 leaves population out.
    norm : {"sum", "euclidean"}
        How the parts of the metric make one distance.
    features : FeatureFile, optional
        Features that count as well.
    nearest : int
        How many towns ``exponential-knn`` draws among, beside the original.
    radius_km : int
        How far they may lie.

    Notes
    -----
    The defaults follow from the table that ``palimpseste privacy places`` makes. At the share of a town in a document's
    ε = 1, about 1/8, steps of one kilometre leave Dijon in place nine times in ten, since the next town of its size
    lies 74 km away; steps of five kilometres leave it one time in seven. The measure by population is the one under
    which towns of every size change their population by a like factor: Zipf's law makes it flat in the logarithm.
    """

    zone: str | tuple[str, ...] = "france"
    measure: Measure = "population"
    kilometres: int = 5
    size: int = 5
    norm: Literal["sum", "euclidean"] = "sum"
    features: FeatureFile | None = None
    nearest: int = 10
    radius_km: int = 50

    def __post_init__(self) -> None:
        known = [area.code for area in PlaceTable.bundled().departments] if isinstance(self.zone, tuple) else []
        if isinstance(self.zone, tuple):
            unknown = [code for code in self.zone if code not in known]
            if unknown or not self.zone:
                raise UsageError(f"places.zone: {unknown[0] if unknown else 'nothing'!r} is no code of a department")
        elif self.zone not in ("france", "metropolitan"):
            raise UsageError(f"places.zone must be france, metropolitan or a list of departments, got {self.zone!r}")
        _check_words(self, ("measure", "norm"))
        _check_whole(self, ("kilometres", "size"), 0)
        _check_whole(self, ("nearest", "radius_km"), 1)
        if not self.kilometres and not self.size and self.features is None:
            raise UsageError("the metric of places has no part: set kilometres, size or features")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path | None = None) -> PlaceOptions:
        """Read the table ``places`` of a policy file that lies in a folder."""
        table = _table(values, cls, "places")
        if isinstance(table.get("zone"), list):
            table["zone"] = tuple(table["zone"])
        if table.get("features") is not None:
            table["features"] = FeatureFile.from_mapping(table["features"], folder)
        return cls(**table)

    def to_mapping(self) -> dict[str, Any]:
        """Return the options as `from_mapping` reads them."""
        values = asdict(self)
        if self.features is None:
            del values["features"]
        return values

    def check_for(self, strategy: Strategy) -> None:
        """Raise UsageError if a strategy for towns cannot do with these options."""
        if strategy == "planar-laplace" and not self.kilometres:
            raise UsageError("planar-laplace moves positions: set kilometres of places above 0")
        if strategy == "exponential-knn" and not self.size and self.features is None:
            raise UsageError("exponential-knn compares features: leave population in places, or name features")

    def metric(self, table: PlaceTable) -> TownMetric:
        """Return the metric between the communes of a table that holds the features."""
        from palimpseste.places.metric import FeatureScale, TownMetric

        columns = self.features.columns if self.features else ()
        scales = [FeatureScale(each.name, each.steps, each.by) for each in columns]
        return TownMetric(table, kilometres=self.kilometres, size=self.size, features=scales, norm=self.norm)


T = TypeVar("T", FeatureColumn, FeatureFile, PlaceOptions)


def _table(values: object, kind: type[T], name: str) -> dict[str, Any]:
    known = [option.name for option in fields(kind)]
    if not isinstance(values, Mapping):
        raise UsageError(f"{name} must be a table")
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise UsageError(f"{name}: unknown key {unknown[0]!r}; allowed: {', '.join(known)}")
    missing = [each for each in ("name",) if kind is FeatureColumn and each not in values]
    missing += [each for each in ("file", "columns") if kind is FeatureFile and each not in values]
    if missing:
        raise UsageError(f"{name} needs {missing[0]!r}")
    return dict(values)


def _check_whole(options: object, names: Sequence[str], lowest: int) -> None:
    for name in names:
        value = getattr(options, name)
        if type(value) is not int or not lowest <= value <= _MOST[name]:
            raise UsageError(f"places option {name!r} must be a whole number from {lowest} to {_MOST[name]}")


def _check_words(options: object, names: Sequence[str]) -> None:
    for name in names:
        if getattr(options, name) not in _WORDS[name]:
            raise UsageError(
                f"places option {name!r} must be one of {', '.join(_WORDS[name])}, got {getattr(options, name)!r}"
            )
