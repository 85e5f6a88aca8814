"""Trainings on what people settled: what is too little, one that was cut off, and what the figure is drawn of."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta, timezone

import pytest

from palimpseste.detection.choice import DetectorChoice
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.service.background.training.process import RoundScores, TrainingWork
from palimpseste.service.background.training.rounds import Round, RoundState, Trainings, figure_of
from palimpseste.service.words import words_for

NOW = datetime(2026, 3, 1, tzinfo=timezone.utc)
WORK = TrainingWork(DetectorChoice(), 2, 0)


def name_of(patient):
    return hashlib.sha256(patient.encode()).hexdigest()


NAME = (Span(4, 10, "LASTNAME"),)


def notes(count, entities=NAME):
    return [Document(f"n{number}", "Mme Durand tousse.", entities=entities) for number in range(count)]


def round_of(minutes, settled, f1, state=RoundState.DONE, **changes):
    after = RoundScores(f1, None) if f1 is not None else None
    values = {"id": f"{minutes:032}", "user": "u", "made": NOW + timedelta(minutes=minutes), "state": state}
    return Round(**values, notes=settled, trained=1, held_out=1, seconds=60 * minutes, after=after, **changes)


@pytest.mark.parametrize("gold", [notes(9), notes(30, ())], ids=["few", "nothing in them"])
def test_too_little_is_refused_and_leaves_nothing(tmp_path, gold):
    trainings = Trainings(tmp_path / "training", WORK, print)
    with pytest.raises(UsageError, match="settled notes are too few"):
        trainings.begin("u", gold, 1, name_of)
    assert list((tmp_path / "training").iterdir()) == []


def test_detectors_without_a_model_have_nothing_to_train(tmp_path):
    trainings = Trainings(tmp_path / "training", TrainingWork(DetectorChoice(("rules",)), 2, 0), print)
    with pytest.raises(UsageError, match="do not include the model"):
        trainings.begin("u", notes(30), 1, name_of)


def test_one_is_done_at_a_time_and_one_that_was_cut_off_is_said_to_be(tmp_path):
    ended = []
    trainings = Trainings(tmp_path / "training", WORK, ended.append)
    begun = trainings.begin("u", notes(30), 7, name_of)
    with pytest.raises(UsageError, match="a training is under way"):
        trainings.begin("u", notes(30), 7, name_of)
    trainings.close()
    assert ended == [begun]
    (each,) = Trainings(tmp_path / "training", WORK, print).all()
    assert (each.state, each.reason) == (RoundState.FAILED, "the service ended meanwhile: begin again")
    assert (each.notes, each.trained + each.held_out, each.seconds) == (30, 30, 7)
    record = tmp_path / "training" / each.id / "round.json"
    record.write_bytes(record.read_bytes().replace(b'"failed"', b'"running"'))  # as a kill leaves it
    not_begun, of_volume = (tmp_path / "training" / name for name in ("0" * 16, "lost+found"))
    not_begun.mkdir()
    of_volume.mkdir()
    (again,) = Trainings(tmp_path / "training", WORK, print).all()
    assert again.state is RoundState.FAILED
    assert not not_begun.exists()
    assert of_volume.exists()


def test_one_whose_process_cannot_be_started_has_failed_and_the_next_may_begin(tmp_path, no_process):
    ended = []
    trainings = Trainings(tmp_path / "training", WORK, ended.append)
    with no_process():
        for _ in range(2):
            trainings.begin("u", notes(30), 7, name_of)
            trainings._thread.join(timeout=30)
    assert [(each.state, each.reason) for each in ended] == 2 * [
        (RoundState.FAILED, "no process can be started here (Resource temporarily unavailable)")
    ]
    assert trainings.all() == ended


def test_the_same_patients_are_held_out_in_every_round(tmp_path):
    held_out = []
    for count in (20, 40):
        trainings = Trainings(tmp_path / f"training{count}", WORK, print)
        trainings._run = lambda each, training, out: held_out.append({note.id for note in out})
        trainings.begin("u", notes(count), 1, name_of)
        trainings.close()
    assert held_out[0] < held_out[1]
    assert held_out[0] == held_out[1] & {f"n{number}" for number in range(20)}


def test_the_figure_has_the_last_of_each_number_of_notes_and_nothing_that_failed():
    words = words_for("en")
    assert figure_of([], words) is None
    rounds = [
        round_of(1, 10, 0.5),
        round_of(2, 10, 0.75),
        round_of(3, 20, 0.875),
        round_of(4, 30, None, RoundState.FAILED),
    ]
    rounds[2].before = RoundScores(0.625, None)
    drawn = figure_of(rounds, words)
    assert "before, 20: 0.625<" in drawn
    for point in ("10: 0.750", "20: 0.875", "2: 0.750", "3: 0.875", "1: 0.500"):
        assert f"{words['token_f1']}, {point}<" in drawn
    assert "10: 0.500" not in drawn
    assert "30:" not in drawn
