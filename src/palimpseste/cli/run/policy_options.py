"""The options that say what becomes of each label, and with which privacy budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from palimpseste.configuration import Configuration
from palimpseste.deidentifier import DEFAULT_POLICY
from palimpseste.privacy.epsilon import as_epsilon
from palimpseste.surrogates.policy.policy import Policy

__all__ = ["policy_of", "policy_options"]

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--policy", metavar="NAME|FILE", help=f"What becomes of each label.  [default: {DEFAULT_POLICY}]"),
    click.option("--epsilon", metavar="E", help="Privacy budget, such as 1 or 1/4.  [default: the policy's]"),
    click.option("--epsilon-per", type=click.Choice(["document", "value"]), help="What the budget is for."),
)


def policy_options(function: F) -> F:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


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
