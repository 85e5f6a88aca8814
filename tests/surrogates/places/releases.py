"""A sentence written anew under a mechanism for towns."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from palimpseste.corpus.markup import parse_markup
from palimpseste.document import Document, Patient
from palimpseste.result import Draft
from palimpseste.surrogates import CohortKey, Policy, Replacer
from palimpseste.surrogates.policy.options import Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import Strategy


def policy_of(
    strategy: Strategy,
    epsilon: Fraction = Fraction(1, 4),
    per: Literal["document", "value"] = "document",
    **places: object,
) -> Policy:
    plausible = Policy.named("plausible")
    strategies = {**plausible.strategies, "CITY": strategy, "ZIP": strategy}
    return Policy(strategy, strategies, privacy=Privacy(epsilon, per), places=PlaceOptions(**places))  # type: ignore[arg-type] # by name


def replaced(key: CohortKey, policy: Policy, marked: str, id: str = "note", **patient: str) -> Draft:
    text, spans = parse_markup(marked)
    return Replacer(key, policy)(Document(id, text, patient=Patient(**patient)), spans)
