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
from palimpseste.detection.neural.compact.origin import Origin
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span
from palimpseste.labels import Label
from palimpseste.training.compact import calibration
from palimpseste.training.compact.calibration import (
    THRESHOLDS,
    ReadNote,
    RuleTally,
    calibrated,
    fitted_temperature,
    harmful_rules,
    operating_points,
    read_notes_with_evidence,
    rule_tallies,
)

Built = tuple[Path, CompactSettings, list[Document]]
SETTINGS = CompactSettings(("LASTNAME",), (1,), 1.0, 0.5, (), Origin.of_this_package(RuleDetector().rule_names))
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
    with_all = operating_points(network, replace(settings, evidence_only=()), notes)
    alone = operating_points(network, replace(settings, evidence_only=sources), notes)
    assert all(one.redacted >= other.redacted for one, other in zip(with_all, alone, strict=True))
    assert with_all[0].redacted > alone[0].redacted


def test_points_are_measured_without_what_is_refused(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, settings, held_out = built
    monkeypatch.setattr("palimpseste.training.compact.calibration.without_refused", lambda view, spans: [])
    points = operating_points(CompactModel.load(folder)._network, settings, read_notes_with_evidence(held_out[:1]))
    assert {point.redacted for point in points} == {0.0}


@pytest.mark.parametrize(
    ("most", "threshold"), [(1e-9, THRESHOLDS[0]), (0.999, THRESHOLDS[-1])], ids=["nothing needless", "anything"]
)
def test_the_default_threshold_is_the_lowest_within_the_limit(most: float, threshold: float, built: Built) -> None:
    folder, settings, held_out = built
    network = CompactModel.load(folder)._network
    told: list[str] = []
    notes = read_notes_with_evidence(held_out[:3])
    again = calibrated(network, settings, notes, most_over_redaction=most, moved=told.append)
    assert again.threshold == threshold
    assert told == ["temperature", "rules", "operating points"]
    assert 0.5 <= again.temperature <= 4.0
    assert not [source for source in again.evidence_only if source.startswith("record.")]


def test_rules_are_judged_by_other_notes_where_these_are_given(built: Built) -> None:
    folder, settings, held_out = built
    network = CompactModel.load(folder)._network
    notes = read_notes_with_evidence(held_out[:3])
    tallies = {"rules.good": RuleTally(4, 4, 1), "rules.idle": RuleTally(0, 0, 0), "rules.dear": RuleTally(1, 1, 9)}
    again = calibrated(network, settings, notes, most_over_redaction=0.01, tallies=tallies)
    assert again.evidence_only == ("rules.dear",)


def test_the_default_threshold_of_a_built_model_is_within_its_limit(built: Built) -> None:
    _, settings, _ = built
    within = [point.threshold for point in settings.operating_points if point.over_redaction <= 0.01]
    assert settings.threshold == (within[-1] if within else THRESHOLDS[0])
