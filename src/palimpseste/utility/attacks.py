"""What an attacker gets of each version: the attack by intervals on simulated summaries, at the same ε."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from palimpseste.risk.dates.intervals import IntervalAttack
from palimpseste.risk.dates.releases import DateStrategy
from palimpseste.risk.dates.stays import simulated_stays
from palimpseste.risk.success import SuccessRate
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["KNOWN_INTERVALS", "AttackSize", "attacked", "date_strategy_of"]

KNOWN_INTERVALS = 3


@dataclass(frozen=True, slots=True)
class AttackSize:
    """How large a linkage attack is.

    Parameters
    ----------
    patients : int
        Among how many people a document is linked.
    documents : int
        How many are attacked at most.
    seed : int
        Which people and documents are drawn.
    """

    patients: int = 10_000
    documents: int = 1_000
    seed: int = 0


def date_strategy_of(policy: Policy) -> DateStrategy | None:
    """Return what the attack takes a policy's dates for; None where it has no model of them."""
    strategy = policy.strategy_of("DATE")
    if strategy in ("metric-laplace", "clock-laplace", "bounded-laplace"):
        return DateStrategy(strategy, policy.privacy.epsilon, policy.privacy.per)
    return {
        "plausible": DateStrategy("shift"),
        "shift": DateStrategy("shift"),
        "tag": DateStrategy("tag"),
        "mask": DateStrategy("tag"),
    }.get(strategy)


def attacked(strategies: Iterable[DateStrategy], size: AttackSize) -> dict[DateStrategy, SuccessRate]:
    """Return the success of the attack on each strategy: the larger of those before and after order is restored.

    The attacker knows three intervals, of the events that serve him best; dates are written as in the corpus.
    """
    stays = simulated_stays(size.patients, np.random.default_rng(size.seed), "corpus")
    attack = IntervalAttack(stays, size.documents, size.seed)
    found = {}
    for strategy in dict.fromkeys(strategies):
        orders = (False, True) if strategy.restores_order else (False,)
        successes = [attack.attack(strategy, KNOWN_INTERVALS, after_order=after).success for after in orders]
        found[strategy] = max(successes, key=lambda success: success.rate)
    return found
