"""What a rule over words finds alone in a sentence whose spans are marked inside it."""

from __future__ import annotations

from collections.abc import Sequence

from palimpseste.corpus import marked_text, parse_markup
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.merge import merge
from palimpseste.detection.rules.token_rule import TokenRule
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Span


def marked_by(rule: TokenRule, text: str) -> str:
    """Return the text with the spans of one rule in tags."""
    view = TextView.of(text)
    spans = merge(list(rule.spans(Tokens(view, alphabet()))), view.text)
    return marked_text(text, (Span(*view.to_original(span.start, span.end), span.label) for span in spans))


def check_alone(rules: Sequence[TokenRule], name: str, marked: str) -> None:
    """Fail unless that rule alone finds exactly what is marked."""
    (rule,) = (rule for rule in rules if rule.name == name)
    text, _ = parse_markup(marked)
    assert marked_by(rule, text) == marked
