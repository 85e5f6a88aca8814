"""The ways of writing the stays that are compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Literal, get_args

from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.privacy.epsilon import as_epsilon
from palimpseste.surrogates.keys import MasterKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import PLACES, Strategy

__all__ = ["COHORT", "DEFAULT_POLICIES", "ORIGINAL", "Version", "WhichSpans", "check_gold", "known_key", "versions_of"]

WhichSpans = Literal["gold", "detected"]

DEFAULT_POLICIES = ("tag", "mask", "plausible", "dp:1/4", "dp:1", "dp:4", "dp:16", "exponential-knn:1")
# Whatever is compared: the same key gives the same surrogates, and the same figures.
COHORT = "utility"
_NEAREST: Strategy = "exponential-knn"


@dataclass(frozen=True, slots=True)
class Version:
    """One way of writing the stays.

    Parameters
    ----------
    policy : str
        Name or file of a policy, or ``exponential-knn``: the policy ``dp`` with towns drawn as published by Tchouka et
        al. 2023, among the ten nearest; empty for the original.
    epsilon : Fraction, optional
        Of a document, where the policy has a budget and another ε is meant than its own.
    spans : {"gold", "detected"}, optional
        What is written over: what annotators marked, or what the detectors find. None for the original.
    """

    policy: str = ""
    epsilon: Fraction | None = None
    spans: WhichSpans | None = None

    @property
    def treatment(self) -> str:
        """The policy and its ε, whichever the spans."""
        if not self.policy:
            return "original"
        return self.policy if self.epsilon is None else f"{self.policy}, ε = {self.epsilon}"

    @property
    def name(self) -> str:
        """What the version is called in tables."""
        return f"{self.treatment}, {self.spans} spans" if self.policy else self.treatment

    @property
    def slug(self) -> str:
        """What its files are called."""
        epsilon = "" if self.epsilon is None else f"-{self.epsilon.numerator}-{self.epsilon.denominator}"
        policy = "".join(sign if sign.isalnum() else "-" for sign in self.policy)
        return f"{policy}{epsilon}-{self.spans}" if self.policy else "original"

    def made_policy(self) -> Policy:
        """Return the policy; not of the original.

        Raises
        ------
        UsageError
            If there is none of that name, or it has no budget to set.
        """
        if self.policy == _NEAREST:
            base = Policy.named("dp")
            policy = replace(base, name=_NEAREST, strategies={**base.strategies, **dict.fromkeys(PLACES, _NEAREST)})
        else:
            policy = Policy.named(self.policy)
        return policy.with_budget(self.epsilon, None)


ORIGINAL = Version()


def versions_of(written: Iterable[str], spans: Iterable[WhichSpans]) -> tuple[Version, ...]:
    """Return the original and every policy over every kind of spans.

    Parameters
    ----------
    written : iterable of str
        ``policy`` or ``policy:ε``, such as ``dp:1/4``.
    spans : iterable of str
        ``gold``, ``detected``.

    Raises
    ------
    UsageError
        If a policy is unknown or has no budget to set, or two versions would be one.
    """
    found = [ORIGINAL]
    kinds = tuple(spans)
    unknown = [kind for kind in kinds if kind not in get_args(WhichSpans)]
    if unknown:
        raise UsageError(f"unknown spans {unknown[0]!r}; spans: {', '.join(get_args(WhichSpans))}")
    for each in written:
        policy, colon, epsilon = each.partition(":")
        for kind in kinds:
            version = Version(policy, as_epsilon(epsilon) if colon else None, kind)
            version.made_policy()
            if version.slug in {other.slug for other in found}:
                raise UsageError(f"policy {each!r} is named twice")
            found.append(version)
    return tuple(found)


def check_gold(documents: Sequence[Document], versions: Sequence[Version]) -> None:
    """Refuse gold spans where nobody annotated any.

    Raises
    ------
    UsageError
        If a version is written over gold spans and no document has one.
    """
    wanted = any(version.spans == "gold" for version in versions)
    if wanted and not any(document.entities for document in documents):
        raise UsageError("no document has gold spans: ask for --spans detected")


def known_key() -> MasterKey:
    """Return a key that everybody knows, for surrogates that leave no process: figures come out again."""
    return MasterKey(sha256(b"surrogates of an experiment, which leave no process").digest())
