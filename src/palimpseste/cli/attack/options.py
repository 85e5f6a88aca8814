"""The options of attacks on synthetic stays, and the attack they make."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from palimpseste.cli.options import together
from palimpseste.errors import UsageError
from palimpseste.privacy.epsilon import as_epsilon

if TYPE_CHECKING:
    from palimpseste.risk.dates.intervals import IntervalAttack
    from palimpseste.risk.dates.stays import Written

__all__ = ["attack_options", "epsilons_of", "interval_attack_of"]


_QUICK_PATIENTS, _QUICK_DOCUMENTS = 1_000, 100
attack_options = together(
    click.option("--patients", type=click.IntRange(min=2), default=10_000, show_default=True, help="Whom to link to."),
    click.option(
        "--documents", type=click.IntRange(min=1), default=1_000, show_default=True, help="How many are attacked."
    ),
    click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of stays and noise."),
    click.option(
        "--known",
        type=click.Choice(["worst", "hospital"]),
        default="worst",
        show_default=True,
        help="Events the attacker has: those that serve best, or those that a hospital's claims tell first.",
    ),
    click.option(
        "--epsilon",
        "epsilons",
        metavar="E,E,...",
        default="1/4,1/2,2/3,1,2,4,8",
        show_default=True,
        help="Those tried.",
    ),
    click.option("--quick", is_flag=True, help="A tenth of the patients and documents, for a try."),
    click.option("--progress/--no-progress", default=None, help="Progress bar.  [default: on a terminal]"),
)


def interval_attack_of(options: dict[str, Any], written: Written) -> IntervalAttack:
    """Return the attack of a command line, on summaries whose dates are written as in the corpus or all to the day."""
    import numpy as np

    from palimpseste.risk.dates.intervals import IntervalAttack
    from palimpseste.risk.dates.stays import simulated_stays

    patients, documents = options["patients"], options["documents"]
    if options["quick"]:
        patients, documents = min(patients, _QUICK_PATIENTS), min(documents, _QUICK_DOCUMENTS)
    if documents > patients:
        raise UsageError(f"--documents must be at most --patients, {patients}, got {documents}")
    stays = simulated_stays(patients, np.random.default_rng(options["seed"]), written)
    return IntervalAttack(stays, documents, options["seed"], options["known"])


def epsilons_of(written: str) -> tuple[Fraction, ...]:
    """Return the values of ``--epsilon``, rising."""
    return tuple(sorted({as_epsilon(part) for part in written.split(",")}))
