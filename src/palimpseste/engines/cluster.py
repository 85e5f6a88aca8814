"""A Spark cluster, and how it is entered: with settings under which no text or key is written where it may be read."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from palimpseste.engines.keyed import KeySource
from palimpseste.errors import PalimpsesteError, UsageError

if TYPE_CHECKING:
    from pyspark import SparkContext

__all__ = ["Cluster"]

_ENCRYPTION = "spark.io.encryption.enabled"

_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
_USUAL = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "ERROR",
    # Java only hands bytes on here: it would compute as much to compile itself as to do so.
    "spark.driver.extraJavaOptions": _JAVA,
    "spark.executor.extraJavaOptions": _JAVA,
    # Each task computes on one processor.
    "spark.executorEnv.OMP_NUM_THREADS": "1",
}
# Notes on their way to executors would lie in a file of the driver without it, and spilled results on theirs.
_FIXED = {_ENCRYPTION: "true"}


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster and how a run uses it.

    Parameters
    ----------
    master : str, optional
        Its address, such as ``spark://host:7077`` or ``yarn``; None leaves it to Spark's own configuration.
    settings : mapping of str to str
        Spark's own; they stand above those of this program and of Spark's configuration files.
    key_source : KeySource
        Where executors find the key.

    Raises
    ------
    UsageError
        If a setting would write texts to disk in clear, or bears a key of this program.
    """

    master: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    key_source: KeySource = field(default_factory=KeySource)

    def __post_init__(self) -> None:
        for name, value in self.settings.items():
            if not name.startswith("spark."):
                raise UsageError(f"{name!r} is no setting of Spark: their names begin with 'spark.'")
            if _FIXED.get(name, value) != value:
                raise UsageError(f"{name} must be {_FIXED[name]}: notes would be written to disk in clear")
            if name == "spark.executorEnv.PALIMPSESTE_KEY" or value.startswith("palimpseste-key-"):
                raise UsageError(
                    f"{name} would show the key in Spark's pages and logs; set PALIMPSESTE_KEY_FILE on the executors"
                )

    def open(self, processors: int) -> SparkContext:
        """Return a new context of this cluster that uses so many of its processors at most.

        Raises
        ------
        UsageError
            If Spark's library is missing.
        PalimpsesteError
            If the cluster does not let us in.
        """
        with warnings.catch_warnings():
            # It warns of versions of pandas, which nothing here uses.
            warnings.simplefilter("ignore", FutureWarning)
            return self._opened(processors)

    def _opened(self, processors: int) -> SparkContext:
        try:
            from pyspark import SparkConf, SparkContext
        except ImportError:
            raise UsageError("Spark needs pyspark: pip install 'palimpseste[spark]'") from None
        # Executors run the same program, at the same place unless the site says where.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        conf = SparkConf().setAppName("palimpseste")
        for name, value in (*_USUAL.items(), ("spark.cores.max", str(processors))):
            conf.setIfMissing(name, value)
        for name, value in (*self.settings.items(), *_FIXED.items()):
            conf.set(name, value)
        if self.master is not None:
            conf.setMaster(self.master)
        try:
            return SparkContext(conf=conf)
        except Exception as error:
            raise PalimpsesteError(f"Spark cannot be started ({type(error).__name__}); its messages say why") from None
