"""Surrogates: what is written over the spans, as a pure function of a secret key."""

from palimpseste.surrogates.keys import CohortKey, MasterKey
from palimpseste.surrogates.policy import Policy
from palimpseste.surrogates.replacer import Replacer

__all__ = ["CohortKey", "MasterKey", "Policy", "Replacer"]
