"""All tables and figures by name, those that are coming among them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from palimpseste.errors import UsageError
from palimpseste.papers.aphp.experiments import EXPERIMENTS as APHP
from palimpseste.papers.bordeaux.experiments import EXPERIMENTS as BORDEAUX
from palimpseste.papers.experiment import Experiment
from palimpseste.papers.hcl.experiments import EXPERIMENTS as HCL
from palimpseste.papers.tchouka.experiments import EXPERIMENTS as TCHOUKA

__all__ = ["EXPERIMENTS", "experiment_named"]

EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {experiment.name: experiment for experiment in (*APHP, *HCL, *TCHOUKA, *BORDEAUX)}
)


def experiment_named(name: str) -> Experiment:
    """Return the experiment of that name.

    Raises
    ------
    UsageError
        If there is none.
    """
    try:
        return EXPERIMENTS[name]
    except KeyError:
        raise UsageError(f"no table or figure {name!r}; 'palimpseste papers list' names them") from None
