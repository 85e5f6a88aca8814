"""Harms things of a kind until a law is broken, so many were tried or the time is over."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from kinds import Kind
from workplace import Workplace

__all__ = ["harm"]


def harm(kind: Kind, place: Workplace, cases: int, seed: int | None = None) -> None:
    """Try cases of a kind; the first that breaks a law is made small and raised.

    Parameters
    ----------
    kind : Kind
        What is harmed.
    place : Workplace
        Where; it counts what became of each case.
    cases : int
        How many.
    seed : int, optional
        Where chance starts; the same cases at every call without one.
    """

    def tried(case: Any) -> None:
        place.count(kind.check(place, case))

    phases = (Phase.explicit, Phase.generate, Phase.shrink)
    within = settings(
        max_examples=cases,
        deadline=None,
        database=None,
        derandomize=seed is None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
    )
    test = within(given(kind.cases)(tried))
    (test if seed is None else seeded(seed)(test))()
