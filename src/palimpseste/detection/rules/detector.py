"""The detector made of the static rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from palimpseste.detection.rules import abroad, addresses, departments, identifiers, institutes, network, phones, web
from palimpseste.detection.rules.address_extents import widened_addresses
from palimpseste.detection.rules.bodies import body_rules
from palimpseste.detection.rules.dates import ages, figures
from palimpseste.detection.rules.dates.repeats import repeated_dates
from palimpseste.detection.rules.identifiers import SITE
from palimpseste.detection.rules.names import small, typists
from palimpseste.detection.rules.names.glued import glued_rules
from palimpseste.detection.rules.names.rules import name_rules
from palimpseste.detection.rules.places import place_rules
from palimpseste.detection.rules.rule import ANY_FIGURES, PatternRule
from palimpseste.detection.steps import Way, end_of
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span

__all__ = ["RuleDetector"]

# Names told by what they are made of yield, on the same words, to bodies and places told by a head word or the table.
_BY_CONTENT = ("name.pair", "name.line", "name.given", "name.family", "name.case", "name.columns")

# What no rule finds by itself: found by what other rules found.
_FOUND_LATER = frozenset({"address.whole", "date.repeated", "date.listed"})

# What so many rules work with stays near the processor together.
_RULES_A_STEP = 12
_WORD = re.compile("[a-z]+")


class RuleDetector:
    """Finds spans by the static rules, in order of trust.

    Parameters
    ----------
    site_rules : sequence of PatternRule
        Further rules of a site, trusted before the others.
    """

    name = "rules"
    is_quick = True

    def __init__(self, site_rules: Sequence[PatternRule] = ()) -> None:
        self._site_rules = tuple(site_rules)
        self._over_characters = (
            *site_rules,
            *figures.RULES,
            *web.RULES,
            *identifiers.RULES,
            *phones.RULES,
            *ages.RULES,
            *addresses.RULES,
            *abroad.RULES,
            *network.RULES,
            *departments.RULES,
            *institutes.RULES,
            *small.RULES,
            *typists.RULES,
        )
        # By word: what must follow it right away, and the rule to try there.
        self._at_words: dict[str, list[tuple[str, PatternRule]]] = {}
        for rule in self._over_characters:
            for beginning in sorted(rule.first_words):
                word = _WORD.match(beginning)
                if word:
                    self._at_words.setdefault(word[0], []).append((beginning, rule))
        names = name_rules()
        self._over_words = (
            *(rule for rule in names if not rule.name.startswith(_BY_CONTENT)),
            *body_rules(),
            *place_rules(),
            *(rule for rule in names if rule.name.startswith(_BY_CONTENT)),
            *glued_rules(),
        )

    def __reduce__(self) -> tuple[type[RuleDetector], tuple[tuple[PatternRule, ...]]]:
        # The rules of the package are made where it is unpickled.
        return type(self), (self._site_rules,)

    @property
    def rule_names(self) -> tuple[str, ...]:
        """Names of all rules but those of a site, sorted: what a model that reads their spans was trained with."""
        names = {rule.name for rule in self._over_characters} | {rule.name for rule in self._over_words}
        return tuple(sorted({name for name in names if not name.startswith(SITE)} | _FOUND_LATER))

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what the rules find, in offsets of the view; spans may overlap."""
        return end_of(self.in_steps(tokens, patient))

    def in_steps(self, tokens: Tokens, patient: Patient) -> Way[list[Span]]:
        """Yield between some rules and others; return what they find."""
        view = tokens.view
        # The order of trust is that of the rules: a rule tried at words comes where it stands among the others.
        at_words: dict[str, list[Span]] = {}
        for index in tokens.places_of(self._at_words):
            start = tokens.starts[index]
            for beginning, rule in self._at_words[tokens.words[index]]:
                if view.folded.startswith(beginning, start):
                    at_words.setdefault(rule.name, []).extend(rule.spans_from(view, start))
        numbers = tokens.numbers()
        all_numbers = [start for start, _ in numbers]
        found: list[Span] = []
        for place, rule in enumerate(self._over_characters):
            if rule.first_words:
                found += at_words.get(rule.name, ())
            elif rule.figures:
                is_any = rule.figures is ANY_FIGURES
                starts = all_numbers if is_any else [start for start, length in numbers if length in rule.figures]
                found += rule.spans_at(view, starts)
            else:
                found += rule.spans(view)
            if not place % _RULES_A_STEP:
                yield
        found += repeated_dates(view, found)
        found += list(widened_addresses(view, found))
        for place, of_words in enumerate(self._over_words):
            found += of_words.spans(tokens)
            if not place % _RULES_A_STEP:
                yield
        return found
