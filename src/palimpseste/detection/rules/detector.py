"""The detector made of the static rules."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from palimpseste.detection.rules.bodies import body_rules
from palimpseste.detection.rules.names import name_rules
from palimpseste.detection.rules.places import place_rules
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

__all__ = ["RuleDetector"]

_BY_CONTENT = ("name.pair", "name.given", "name.family", "name.case", "name.columns")


def _pattern_rules() -> tuple[PatternRule, ...]:
    rules = []
    for module in ("web", "identifiers", "phones", "dates", "ages", "addresses", "glued"):
        try:
            rules += importlib.import_module(f"palimpseste.detection.rules.{module}").RULES
        except Exception:
            pass
    return tuple(rules)


class RuleDetector:
    """Finds spans by the static rules, in order of trust.

    Parameters
    ----------
    site_rules : sequence of PatternRule
        Further rules of a site, trusted before the others.
    """

    name = "rules"

    def __init__(self, site_rules: Sequence[PatternRule] = ()) -> None:
        births = [rule for rule in _pattern_rules() if rule.name.startswith('birthdate')]
        self._patterns = (*site_rules, *births, *(rule for rule in _pattern_rules() if rule not in births))
        announced = [rule for rule in name_rules() if not rule.name.startswith(_BY_CONTENT)]
        by_content = [rule for rule in name_rules() if rule.name.startswith(_BY_CONTENT)]
        self._over_words = (*announced, *body_rules(), *place_rules(), *by_content)

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what the rules find, in offsets of the view; spans may overlap."""
        found = [span for rule in self._patterns for span in rule.spans(tokens.view)]
        found += [span for rule in self._over_words for span in rule.spans(tokens)]
        return found
