"""The options that say what becomes of each label, and with which privacy budget."""

from __future__ import annotations

from typing import Any

import click

from palimpseste.cli.options import together
from palimpseste.configuration import Configuration
from palimpseste.deidentifier import DEFAULT_POLICY
from palimpseste.privacy.epsilon import as_epsilon
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["policy_of", "policy_options"]


policy_options = together(
    click.option("--policy", metavar="NAME|FILE", help=f"What becomes of each label.  [default: {DEFAULT_POLICY}]"),
    click.option("--epsilon", metavar="E", help="Privacy budget, such as 1 or 1/4.  [default: the policy's]"),
    click.option("--epsilon-per", type=click.Choice(["document", "value"]), help="What the budget is for."),
)


def policy_of(configuration: Configuration, options: dict[str, Any]) -> Policy:
    """Return the policy of a command line over a site's configuration; its options are taken out of `options`.

    Raises
    ------
    UsageError
        If the policy is unknown, or a budget is given to one that has none.
    """
    name, epsilon, per = (options.pop(option) for option in ("policy", "epsilon", "epsilon_per"))
    policy = Policy.named(name or configuration.policy or DEFAULT_POLICY)
    return policy.with_budget(as_epsilon(epsilon) if epsilon is not None else None, per)
