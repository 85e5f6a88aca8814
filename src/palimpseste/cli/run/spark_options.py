"""The options that move a run from the processes of one machine to those of a Spark cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.options import together
from palimpseste.configuration import Configuration
from palimpseste.errors import UsageError

if TYPE_CHECKING:
    from palimpseste.cli.run.cohort_options import ChosenCohort
    from palimpseste.engines.cluster import Cluster

__all__ = ["cluster_of", "spark_options"]


spark_options = together(
    click.option(
        "--engine",
        type=click.Choice(["local", "spark"]),
        default="local",
        help="Where documents are processed; results are the same.  [default: local]",
    ),
    click.option("--spark-master", metavar="URL", help="Spark's master, such as spark://HOST:7077 or yarn."),
    click.option("--spark-conf", multiple=True, metavar="NAME=VALUE", help="Setting of Spark; repeat."),
)


def cluster_of(configuration: Configuration, options: dict[str, Any], cohort: ChosenCohort) -> Cluster | None:
    """Return the cluster of a command line, None for a run on this machine; its options are taken out of `options`.

    Parameters
    ----------
    configuration : Configuration
        Of the site.
    options : dict
        Of the command line, by name.
    cohort : ChosenCohort
        With its key.

    Raises
    ------
    UsageError
        If executors could not find the key of the cohort, or anything else asked for does not go with Spark.
    """
    engine, master, conf = (options.pop(option) for option in ("engine", "spark_master", "spark_conf"))
    if engine == "local":
        if master or conf:
            raise UsageError("--spark-master and --spark-conf are for --engine spark")
        return None
    if cohort.register is not None:
        raise UsageError("--engine spark needs a key that executors find themselves: no --cohort-register")
    if not cohort.is_repeatable:
        raise UsageError("--engine spark needs a key, here and on every executor: PALIMPSESTE_KEY_FILE or --key-file")
    if not (options["workers"] or configuration.workers):
        raise UsageError("--engine spark needs --workers: how many processors of the cluster the run may use")
    from palimpseste.engines.cluster import Cluster
    from palimpseste.engines.keyed import KeySource

    wrong = next((each for each in conf if "=" not in each), None)
    if wrong is not None:
        raise UsageError(f"--spark-conf takes NAME=VALUE, got {wrong!r}")
    settings = dict(each.split("=", 1) for each in conf)
    return Cluster(master, settings, KeySource(options["key_file"] or configuration.key_file))
