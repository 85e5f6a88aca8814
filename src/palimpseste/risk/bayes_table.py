"""Bayesian attacks as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping

from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.bayes import BayesRisk

__all__ = ["bayes_table"]


def bayes_table(risks: Mapping[str, BayesRisk], unit: str) -> str:
    """Return what the attacker's best guess is worth before and after, one line a strategy."""
    heads = (
        "strategy", "right before", "right after", f"error before, {unit}", f"error after, {unit}",
        f"error of the surrogate, {unit}",
    )  # fmt: skip
    return markdown_table(
        heads,
        (
            (
                name, f"{risk.right_before:.2%}", f"{risk.right_after:.2%}", f"{risk.error_before:.2f}",
                f"{risk.error_after:.2f}", "–" if math.isnan(risk.error_released) else f"{risk.error_released:.2f}",
            )
            for name, risk in risks.items()
        ),
    )  # fmt: skip
