"""Time grows in proportion to the length of a note, whatever it repeats, from 3,000 to 30,000 characters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import islice

import pytest
from shapes import SHAPES, HostileShape, every_rule, word
from timing import grows_in_proportion
from triggers import triggers

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.refusals import without_refused
from palimpseste.detection.rules.rule import PatternRule
from palimpseste.detection.rules.token_rule import TokenRule
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.places import PlaceTable

# Ten times the text: what is linear takes ten times as long, what is quadratic a hundred.
in_proportion = partial(grows_in_proportion, lengths=(3_000, 30_000), growth=25, noise=0.04)


@cache
def deidentifier() -> Deidentifier:
    # The network reads a note in pieces of one size: what it takes is linear however it is written.
    # Nor is a note refused before it is read.
    return Deidentifier.default(detectors=DetectorChoice(("record", "rules"), refuses_abnormal_script=False))


def deidentify(document: Document) -> None:
    # A note may hold so many names that one is drawn for itself: it goes to quarantine, as late as any other.
    with suppress(DocumentError):
        deidentifier()(document)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.kind}, {shape.name}")
def test_time_is_linear_in_the_length_of_a_hostile_note(shape: HostileShape) -> None:
    assert in_proportion(lambda length: partial(deidentify, shape.note(length)))


@pytest.mark.parametrize("rule", every_rule(), ids=lambda rule: rule.name)
def test_a_rule_takes_linear_time_over_what_it_reacts_to(rule: PatternRule | TokenRule) -> None:
    drawn = list(islice(triggers(rule), 40))
    for unit in ("".join(drawn), drawn[0], max(drawn, key=len), drawn[0][: len(drawn[0]) // 2 + 1]):
        assert in_proportion(partial(searching, rule, unit))


def test_small_words_that_the_model_takes_for_names_are_refused_in_linear_time() -> None:
    assert grows_in_proportion(refusing, lengths=(20_000, 200_000), growth=25, noise=0.04)


@pytest.mark.parametrize("unit", ["Vu à Dijon. ", "21000 Dijon, ", "Né dans l'Ain, vu au CHU de Lyon. "])
def test_one_town_everywhere_takes_linear_time_under_a_policy_that_draws_towns(unit: str) -> None:
    deidentify = Deidentifier.default(policy="plausible", detectors=("rules",))
    note = deidentify.detect(Document("n", unit))

    def replacing(length: int) -> Callable[[], object]:
        count = length // len(unit)
        spans = [
            span.at(at + span.start, at + span.end) for at in range(0, count * len(unit), len(unit)) for span in note
        ]
        return partial(deidentify.replace, Document("n", unit * count), spans)

    assert grows_in_proportion(replacing, lengths=(12_000, 120_000), growth=25, noise=0.04)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param((("p.{}@a.fr", "EMAIL"), ("{}", "LASTNAME")), id="people with an address"),
        pytest.param((("Bourg-{}", "CITY"), ("25809992310{}", "SSN")), id="towns nobody knows and births abroad"),
    ],
)
def test_values_that_others_of_the_note_tell_of_take_linear_time(values: tuple[tuple[str, str], ...]) -> None:
    deidentify = Deidentifier.default(policy="plausible", detectors=("rules",))

    def replacing(count: int) -> Callable[[], object]:
        text, spans = "", []
        for number in range(count):
            for template, label in values:
                value = template.format(f"{number % 10_000:04}" if label == "SSN" else f"ker{word(number)}")
                spans.append(Span(len(text), len(text) + len(value), label))
                text += value + ", "
        return partial(deidentify.replace, Document("n", text), spans)

    assert grows_in_proportion(replacing, lengths=(600, 6_000), growth=30, noise=0.1)


@pytest.mark.parametrize("head", ["", "Venue en kwassa. "], ids=["on the mainland", "overseas"])
def test_more_towns_than_lie_around_home_take_linear_time(head: str) -> None:
    deidentify = Deidentifier.default(policy="dp", detectors=("rules",))
    towns = list(dict.fromkeys(commune.name for commune in PlaceTable.bundled().communes))

    def replacing(count: int) -> Callable[[], object]:
        text, spans = head, []
        for town in towns[:count]:
            spans.append(Span(len(text), len(text) + len(town), "CITY"))
            text += town + ", "
        return partial(deidentify.replace, Document("n", text), spans)

    assert grows_in_proportion(replacing, lengths=(800, 8_000), growth=20, noise=0.1)


def refusing(length: int) -> Callable[[], object]:
    """Return what asks of each verb of a text whether it is refused."""
    unit, verb = "madame honore ses sœurs. ", "honore"
    view = TextView.of(unit * (length // len(unit)))
    starts = range(unit.index(verb), len(view.text), len(unit))
    spans = [Span(start, start + len(verb), "LASTNAME", "model") for start in starts]
    return lambda: without_refused(view, spans)


def searching(rule: PatternRule | TokenRule, unit: str, length: int) -> Callable[[], object]:
    """Return what looks for a rule in a text of one unit."""
    view = TextView.of(unit * (length // len(unit) + 1))
    if isinstance(rule, PatternRule):
        return lambda: list(rule.spans(view))
    tokens = Tokens(view, alphabet())
    return lambda: list(rule.spans(tokens))


def test_each_rule_is_met_by_what_is_drawn_from_it() -> None:
    for rule in every_rule():
        assert len(set(islice(triggers(rule), 20))) > 10, rule.name


def test_no_shape_makes_a_stage_fail() -> None:
    for shape in SHAPES:
        try:
            deidentifier()(shape.note(3_000))
        except DocumentError as error:
            reason = error.reason
        else:
            reason = ""
        assert " failed (" not in reason, f"{shape.name}: {reason}"
