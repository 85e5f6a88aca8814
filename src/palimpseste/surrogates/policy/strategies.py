"""What may become of a value: the strategies of a policy, the labels each is for, and what each guarantees."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from palimpseste.errors import UsageError
from palimpseste.labels import DATES, LABELS, Label

__all__ = [
    "AROUND_HOME",
    "MECHANISMS",
    "PLACES",
    "SHIFTS",
    "STRATEGIES",
    "Strategy",
    "check_strategies",
    "strategy_named",
    "strategy_of_towns",
]

Strategy = Literal[
    "plausible",
    "tag",
    "numbered-tag",
    "mask",
    "keep",
    "shift",
    "bounded-laplace",
    "metric-laplace",
    "clock-laplace",
    "exponential",
    "exponential-knn",
    "planar-laplace",
    "uniform",
]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)

PLACES: tuple[Label, ...] = ("CITY", "ZIP")

# Strategies that only some labels have; all others are for any label.
_LABELS_OF: Mapping[Strategy, tuple[Label, ...]] = MappingProxyType(
    {
        "shift": DATES,
        "bounded-laplace": DATES,
        "metric-laplace": (*DATES, "AGE"),
        "clock-laplace": DATES,
        "exponential": PLACES,
        "exponential-knn": PLACES,
        "planar-laplace": PLACES,
        "uniform": PLACES,
    }
)

# Strategies under which dates move by one secret number of days.
SHIFTS: frozenset[Strategy] = frozenset(("plausible", "shift"))

# Strategies that draw on a privacy budget.
MECHANISMS: frozenset[Strategy] = frozenset(
    ("bounded-laplace", "metric-laplace", "clock-laplace", "exponential", "exponential-knn", "planar-laplace")
)

# Strategies for towns that draw all but a patient's home around what stands for it.
AROUND_HOME: frozenset[Strategy] = frozenset(("exponential", "uniform"))

# Labels that stand for one thing in a note: dates on one calendar, a town and its postal code.
_TOGETHER = (DATES, PLACES)


def strategy_named(value: object, where: str) -> Strategy:
    """Return a strategy by its name.

    Raises
    ------
    UsageError
        If there is none of that name; `where` begins the message.
    """
    if value not in STRATEGIES:
        raise UsageError(f"{where}: unknown strategy {value!r}; strategies: {', '.join(STRATEGIES)}")
    return value


def strategy_of_towns(strategies: Mapping[Label, Strategy]) -> Strategy:
    """Return how towns are drawn, wherever they stand: as one of their labels says, else plausibly."""
    drawn = (strategies[label] for label in PLACES if _LABELS_OF.get(strategies[label]) == PLACES)
    return next(drawn, "plausible")


def check_strategies(strategies: Mapping[Label, Strategy], policy: str) -> None:
    """Raise UsageError if a label is missing, has a strategy for other labels, or parts from the label it goes with."""
    for label in LABELS:
        if label not in strategies:
            raise UsageError(f"policy {policy!r} says nothing of label {label}; give it a strategy or set default")
    for label, strategy in strategies.items():
        labels = _LABELS_OF.get(strategy, LABELS)
        if label not in labels:
            raise UsageError(f"policy {policy!r}: strategy {strategy!r} is for {', '.join(labels)}, not for {label}")
    for labels in _TOGETHER:
        own = {
            strategies[label] for label in labels if strategies[label] in _LABELS_OF or strategies[label] == "plausible"
        }
        if len(own) > 1:
            raise UsageError(
                f"policy {policy!r}: {' and '.join(labels)} move together: one strategy for both, or tag or mask one"
            )
