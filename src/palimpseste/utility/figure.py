"""What a model does by ε, between tags and the original, and on the same axis how often dates are linked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from palimpseste.rendering.charts import curves
from palimpseste.utility.results import ExperimentResults, VersionResult

__all__ = ["f1_figure", "sides_figure"]

_LEVELS = ("original", "plausible", "tag")


def f1_figure(results: ExperimentResults) -> str:
    """Return F1 by ε as SVG; the empty string where the versions have not two ε.

    Versions without one are level lines: tags tell nothing of a value (ε = 0), the original all of it.
    """
    return _figure(results, "F1", lambda each: each.f1.value)


def sides_figure(results: ExperimentResults) -> str:
    """Return a figure of the share of sides of cases told right, by ε; the empty string without cases."""
    return _figure(results, "sides told right", lambda each: each.sides.value) if results.side_claims else ""


def _figure(results: ExperimentResults, measure: str, value: Callable[[VersionResult], float]) -> str:
    of_epsilon = [each for each in results.versions if each.version.epsilon is not None]
    epsilons = sorted({float(each.version.epsilon or 0) for each in of_epsilon})
    if len(epsilons) < 2:
        return ""
    series: dict[str, list[tuple[float, float]]] = {}
    dashed: dict[str, str] = {}
    for each in results.versions:
        version = each.version
        name = f"{measure}, {version.policy or version.treatment}"
        if version.spans == "detected":
            dashed[f"{name}, detected"] = name
            name = f"{name}, detected"
        if version.epsilon is not None:
            series.setdefault(name, []).append((float(version.epsilon), value(each)))
        elif version.treatment in _LEVELS:
            series[name] = [(epsilon, value(each)) for epsilon in epsilons]
    linked = _linked(of_epsilon)
    if linked:
        series["dates linked by three intervals"] = linked
    return curves({name: sorted(points) for name, points in series.items()}, "ε of a document", "share", dashed=dashed)


def _linked(versions: list[VersionResult]) -> list[tuple[float, float]]:
    found: Mapping[float, float] = {
        float(each.version.epsilon or 0): each.attack["rate"] for each in versions if each.attack is not None
    }
    return sorted(found.items())
