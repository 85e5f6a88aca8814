"""What is fitted behind a training: temperature, rules, operating points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from palimpseste.detection.lexicon import alphabet
from palimpseste.detection.neural.compact import CompactModel, CompactSettings
from palimpseste.detection.neural.compact.network import Network, Steps
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span
from palimpseste.evaluation import Estimate, Scorecard, evaluate
from palimpseste.labels import Label
from palimpseste.training.compact import calibration
from palimpseste.training.compact.calibration import (
    THRESHOLDS,
    VIEW,
    Aims,
    ReadNote,
    RuleTally,
    calibrated,
    fitted_temperature,
    harmful_rules,
    operating_points,
    read_notes_with_evidence,
    rule_tallies,
    scorecards,
)

Built = tuple[Path, CompactSettings, list[Document]]
SETTINGS = CompactSettings(("LASTNAME",), (1,), 1.0, 0.5, ())
OUTSIDE, SINGLE = 0, 4


def read_note(text: str, gold: Sequence[Span] = (), found: Sequence[Span] = ()) -> ReadNote:
    return ReadNote(Document("note", text, entities=tuple(gold)), Tokens(TextView.of(text), alphabet()), tuple(found))


@pytest.mark.parametrize("temperature", [0.7, 1.0, 2.0, 3.5])
def test_the_temperature_under_which_tags_were_drawn_is_found(
    temperature: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 4,000 words, each a name or not by the sigmoid of its logit over the temperature. The estimate has a deviation of
    # about temperature x 2 / sqrt(4,000) = 3 % of the temperature; the tolerance is five of these, and a step.
    generator = np.random.default_rng(7)
    logits = generator.normal(size=4000) * 3
    is_name = generator.random(4000) < 1 / (1 + np.exp(-logits / temperature))
    spans = [Span(3 * index, 3 * index + 2, "LASTNAME") for index in np.flatnonzero(is_name).tolist()]
    scores = np.full((4000, 5), -1e6)
    scores[:, OUTSIDE], scores[:, SINGLE] = 0, logits

    class DrawnModel:
        def __init__(self, network: object, settings: object) -> None: ...

        def scores(self, tokens: Tokens, found: Sequence[Span]) -> np.ndarray:
            assert len(tokens.words) == 4000
            return scores / Steps.score

    monkeypatch.setattr(calibration, "CompactModel", DrawnModel)
    network: Network = None  # type: ignore[assignment] # the model drawn above reads none
    found = fitted_temperature(network, SETTINGS, [read_note("ab " * 3999 + "ab", spans)])
    assert found == pytest.approx(temperature, abs=0.15 * temperature + 0.05)


TEXT = "Mme Maëlle Kervella vue par Szymanski, douleur du genou droit, appui complet, marche sans aide, retour demain."


def span(value: str, label: Label, source: str = "") -> Span:
    return Span(TEXT.index(value), TEXT.index(value) + len(value), label, source)


@pytest.mark.parametrize(
    ("found", "harmful"),
    [
        ([span("Szymanski", "LASTNAME", "rules.good")], ()),
        ([span("Kervella", "LASTNAME", "rules.idle")], ()),
        # Right to mask, wrong in its label: masked all the same.
        ([span("Szymanski", "DATE", "rules.mislabels")], ()),
        ([span("genou", "CITY", "rules.needless")], ("rules.needless",)),
        # Three needless tokens for one that identifies is the price of a lower threshold; four is too much.
        ([span("Szymanski, douleur du", "LASTNAME", "rules.dear")], ()),
        ([span("Szymanski, douleur du genou", "LASTNAME", "rules.too.dear")], ("rules.too.dear",)),
        # Wider than the model's spans: its label wins, and nothing more is masked.
        ([span("Maëlle Kervella", "CITY", "rules.spoils")], ("rules.spoils",)),
        ([span("genou", "CITY", "record.city")], ()),
        (
            [
                span("Szymanski", "LASTNAME", "rules.good"),
                span("appui", "CITY", "rules.bad"),
                span("aide", "DATE", "rules.worse"),
            ],
            ("rules.bad", "rules.worse"),
        ),
        ([], ()),
    ],
    ids=[
        "good", "idle", "mislabels", "needless", "dear", "too dear", "spoils labels", "record", "each alone", "no rule",
    ],
)  # fmt: skip
def test_rules_that_cost_more_than_they_find_are_named(found: list[Span], harmful: tuple[str, ...]) -> None:
    def model(tokens: Tokens, found: Sequence[Span]) -> list[Span]:
        return [span("Maëlle", "FIRSTNAME", "model"), span("Kervella", "LASTNAME", "model"), *found]

    gold = [span("Maëlle", "FIRSTNAME"), span("Kervella", "LASTNAME"), span("Szymanski", "LASTNAME")]
    assert harmful_rules(rule_tallies(model, [read_note(TEXT, gold, found)])) == harmful


def test_a_rule_is_judged_by_all_notes_together() -> None:
    def model(tokens: Tokens, found: Sequence[Span]) -> list[Span]:
        return list(found)

    name, needless = span("Szymanski", "LASTNAME", "rules.one"), span("genou", "LASTNAME", "rules.one")
    notes = [read_note(TEXT, [span("Szymanski", "LASTNAME")], [name]), read_note(TEXT, [], [needless])]
    assert rule_tallies(model, notes) == {"rules.one": RuleTally(masked=1, labelled=1, needless=1)}
    assert harmful_rules(rule_tallies(model, notes)) == ()
    assert harmful_rules(rule_tallies(model, notes[1:])) == ("rules.one",)


def test_lower_thresholds_mask_more(built: Built) -> None:
    _, settings, _ = built
    points = settings.operating_points
    assert tuple(point.threshold for point in points) == THRESHOLDS
    for higher, lower in pairwise(points):
        assert higher.threshold > lower.threshold
        # No law, since spans are whole: a better span may take the place of another. Such tokens are few.
        assert higher.redacted <= lower.redacted + 0.003
        assert higher.over_redaction <= lower.over_redaction + 0.001
    assert points[0].redacted < points[-1].redacted


def test_points_are_measured_with_the_other_detectors_spans_that_stand(built: Built) -> None:
    folder, settings, held_out = built
    network = CompactModel.load(folder)._network
    notes = read_notes_with_evidence(held_out[:4])
    sources = tuple({span.source for note in notes for span in note.found})
    with_all = operating_points(scorecards(network, replace(settings, evidence_only=()), notes))
    alone = operating_points(scorecards(network, replace(settings, evidence_only=sources), notes))
    assert all(one.redacted >= other.redacted for one, other in zip(with_all, alone, strict=True))
    assert with_all[0].redacted > alone[0].redacted


def estimate(value: float, width: float = 0.02) -> Estimate:
    return Estimate(value, value - width / 2, value + width / 2)


def card_of(f1: Estimate, redacted: Estimate, fully: Estimate, over: Estimate) -> Scorecard:
    """A scorecard of which only what is aimed at is told."""
    gold = [Document("1", TEXT, entities=(span("Maëlle", "FIRSTNAME"),))]
    card = evaluate(gold, gold, view=VIEW, bootstrap=0).overall
    tokens = replace(card.micro.tokens, f1=f1)
    redaction = replace(card.micro.redaction, redacted=redacted, fully_redacted_where_present=fully)
    micro = replace(card.micro, tokens=tokens, redaction=redaction)
    return replace(card, micro=micro, over_redaction=replace(card.over_redaction, share=over))


@pytest.mark.parametrize(
    ("measures", "margin"),
    [
        ((estimate(0.98), estimate(0.999), estimate(0.90), estimate(0.001)), 0.45),
        ((estimate(0.99), estimate(0.999), estimate(0.79), estimate(0.001)), -0.5),
        ((estimate(0.99), estimate(0.999), estimate(0.79, 0.1), estimate(0.001)), -0.1),
        ((estimate(0.99), estimate(0.999), estimate(0.90), estimate(0.014)), -0.2),
        ((estimate(0.99), estimate(0.985), estimate(0.90), estimate(0.001)), -0.25),
    ],
    ids=["all reached", "notes missed", "notes missed by chance", "too much hidden", "tokens missed"],
)
def test_the_margin_of_aims_is_that_of_the_one_nearest_to_being_missed(
    measures: tuple[Estimate, Estimate, Estimate, Estimate], margin: float
) -> None:
    assert Aims().margin(card_of(*measures)) == pytest.approx(margin)


def test_aims_without_an_interval_are_reached_or_missed() -> None:
    sure = card_of(*(estimate(value, 0.0) for value in (1.0, 1.0, 1.0, 0.0)))
    assert Aims().margin(sure) > 1
    assert Aims(over_redaction=0.0).margin(sure) == 0


def test_the_default_threshold_reaches_its_aims_most_surely(built: Built) -> None:
    folder, settings, held_out = built
    network = CompactModel.load(folder)._network
    notes = read_notes_with_evidence(held_out[:3])
    told: list[str] = []
    nothing_needless = Aims(f1=0, redacted=0, fully_redacted=0, over_redaction=0)
    cautious = calibrated(network, settings, notes, aims=nothing_needless, moved=told.append)
    assert cautious.threshold == THRESHOLDS[0]
    assert told == ["temperature", "rules", "operating points"]
    assert 0.5 <= cautious.temperature <= 4.0
    assert not [source for source in cautious.evidence_only if source.startswith("record.")]

    nothing_missed = Aims(f1=0, redacted=1, fully_redacted=1, over_redaction=1)
    eager = calibrated(network, settings, notes, aims=nothing_missed)
    complete = [point.threshold for point in eager.operating_points if point.redacted == 1]
    assert eager.threshold == complete[0] < THRESHOLDS[0]


def test_rules_are_judged_by_other_notes_where_these_are_given(built: Built) -> None:
    folder, settings, held_out = built
    network = CompactModel.load(folder)._network
    notes = read_notes_with_evidence(held_out[:3])
    tallies = {"rules.good": RuleTally(4, 4, 1), "rules.idle": RuleTally(0, 0, 0), "rules.dear": RuleTally(1, 1, 9)}
    again = calibrated(network, settings, notes, aims=Aims(), tallies=tallies)
    assert again.evidence_only == ("rules.dear",)
