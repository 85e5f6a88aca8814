"""A run against its reference: what moved, what was told differently, and whether there was enough to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from palimpseste.watch.exact import holm
from palimpseste.watch.rates import Rate, rates_of
from palimpseste.watch.stability import Stability, stabilities_of
from palimpseste.watch.window import Window

__all__ = ["Comparison", "Judged", "Limits", "compare"]


T = TypeVar("T", Rate, Stability)


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on something is said to have moved; both chance and size must be passed.

    Parameters
    ----------
    alpha : float in (0, 1)
        Probability that any of all things compared is said to have moved in a run like the others.
    least_change : float in [0, 1)
        A rate moves by this share at least: 0.1 is to 0.9 times or less, or to 1 / 0.9 times or more.
    least_index : float
        A mix moves by this population stability index at least.
    """

    alpha: float = 0.01
    least_change: float = 0.1
    least_index: float = 0.1


@dataclass(frozen=True, slots=True)
class Judged(Generic[T]):
    """A rate or a mix of a run beside its reference.

    Parameters
    ----------
    what : Rate or Stability
        What is compared.
    p_value : float in [0, 1]
        Corrected for all that is compared in the run (Holm).
    has_moved : bool
        Whether chance and size both pass the limits.
    """

    what: T
    p_value: float
    has_moved: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came out.

    Parameters
    ----------
    window : Window
        The run and its reference.
    limits : Limits
        What was called a move.
    rates, stabilities : tuple of Judged
        All that was compared; empty where the reference was not enough, or nothing was read.
    settings : mapping
        Each setting that differs from the run before: what it was, and what it is.
    """

    window: Window
    limits: Limits
    rates: tuple[Judged[Rate], ...]
    stabilities: tuple[Judged[Stability], ...]
    settings: Mapping[str, tuple[str, str]]

    @property
    def is_empty(self) -> bool:
        """Whether the run read nothing where others did."""
        return self.window.is_enough and not self.window.run.tokens

    @property
    def has_moved(self) -> bool:
        """Whether anything moved."""
        rates, stabilities = self.rates, self.stabilities
        return self.is_empty or any(rate.has_moved for rate in rates) or any(mix.has_moved for mix in stabilities)

    def moved_rates(self) -> list[tuple[Rate, float]]:
        """Return the rates that moved with their corrected p-values, the least likely first."""
        moved = [(each.what, each.p_value) for each in self.rates if each.has_moved]
        return sorted(moved, key=lambda pair: (pair[0].p_value, pair[0].name, pair[0].source))

    def to_mapping(self) -> dict[str, Any]:
        """Return all figures as a JSON object."""
        run, reference = self.window.run, self.window.reference
        return {
            "moved": self.has_moved,
            "enough_to_compare": self.window.is_enough,
            "run": {
                "number": run.number,
                "run": run.run,
                "finished": run.finished,
                "settings": dict(run.settings),
                "documents": run.documents,
                "quarantined": run.quarantined,
                "tokens": run.tokens,
                "seconds": run.seconds,
            },
            "reference": {"runs": [record.number for record in reference], "tokens": self.window.tokens},
            "limits": {
                "alpha": self.limits.alpha,
                "least_change": self.limits.least_change,
                "least_index": self.limits.least_index,
            },
            "settings_changed": {name: list(pair) for name, pair in self.settings.items()},
            "rates": [_rate_mapping(each) for each in self.rates],
            "stability": [_stability_mapping(each) for each in self.stabilities],
        }


def compare(window: Window, limits: Limits) -> Comparison:
    """Compare a run with its reference."""
    settings = _changed_settings(window)
    if not window.is_enough or not window.run.tokens:
        return Comparison(window, limits, (), (), settings)
    rates, stabilities = rates_of(window), stabilities_of(window)
    corrected = holm([*(rate.p_value for rate in rates), *(stability.p_value for stability in stabilities)])
    judged_rates = tuple(
        Judged(rate, p, p <= limits.alpha and rate.has_changed(limits.least_change))
        for rate, p in zip(rates, corrected, strict=False)
    )
    judged_stabilities = tuple(
        Judged(stability, p, p <= limits.alpha and stability.index >= limits.least_index)
        for stability, p in zip(stabilities, corrected[len(rates) :], strict=True)
    )
    return Comparison(window, limits, judged_rates, judged_stabilities, settings)


def _changed_settings(window: Window) -> dict[str, tuple[str, str]]:
    if not window.reference:
        return {}
    before, now = window.reference[-1].settings, window.run.settings
    return {
        name: (before.get(name, ""), now.get(name, ""))
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    }


def _rate_mapping(judged: Judged[Rate]) -> dict[str, Any]:
    rate = judged.what
    return {
        "name": rate.name,
        "source": rate.source or None,
        "count": rate.count,
        "expected": round(rate.expected, 3),
        "per": rate.unit,
        "rate": round(rate.rate, 4),
        "expected_rate": round(rate.expected_rate, 4),
        "ratio": round(rate.ratio, 4) if rate.expected else None,
        "dispersion": round(rate.dispersion, 3),
        "p_value": rate.p_value,
        "corrected_p_value": judged.p_value,
        "moved": judged.has_moved,
    }


def _stability_mapping(judged: Judged[Stability]) -> dict[str, Any]:
    stability = judged.what
    return {
        "name": stability.name,
        "index": round(stability.index, 5),
        "usual": round(stability.usual, 5),
        "p_value": stability.p_value,
        "corrected_p_value": judged.p_value,
        "moved": judged.has_moved,
        "shares": {name.strip(): [round(share, 5) for share in pair] for name, pair in stability.shares.items()},
    }
