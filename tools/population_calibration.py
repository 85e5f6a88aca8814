"""Print the reliability diagram of posteriors on simulated patients: ``make population-calibration``."""

from __future__ import annotations

import argparse

from palimpseste.population.people import People
from palimpseste.rendering.tables import markdown_table
from palimpseste.risk.notes.calibration import posterior_reliability


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--patients", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = posterior_reliability(People.of_france(), options.patients, options.seed)
    rows = [(f"{r.said:.4f}", f"{r.right:.4f}", f"{r.deviation:.4f}", f"{r.pairs:,}") for r in found]
    print(markdown_table(("posterior", "right", "deviation by chance", "pairs"), rows), end="")


if __name__ == "__main__":
    main()
