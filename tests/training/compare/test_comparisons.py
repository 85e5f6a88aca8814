"""Trainings that are compared: folds, searches, ablations; each resumes where it was."""

from __future__ import annotations

import json
import shutil
import statistics
import xml.etree.ElementTree
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from runs import ON_CPU, StoppedError

from palimpseste.document import Document, Patient
from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.rendering.tables import mean_and_deviation, share
from palimpseste.training.compare.ablation import Comparisons, ablate, compared
from palimpseste.training.compare.cross_validation import cross_validate
from palimpseste.training.compare.folds import Sets, dev_split, folds_of
from palimpseste.training.compare.search import SearchSpace, search
from palimpseste.training.compare.significance import t_test
from palimpseste.training.encoder.settings import Settings
from palimpseste.training.run.patients import patient_of
from palimpseste.training.run.progress import Silent
from palimpseste.training.run.running import Running


class StopsAfter(Silent):
    """Ends a run after so many steps, whatever is being trained; counts those of all its trainings."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.messages: list[str] = []

    def moved(self, step: int, loss: float) -> None:
        self.left -= 1
        if not self.left:
            raise StoppedError

    def said(self, message: str) -> None:
        self.messages.append(message)


@pytest.fixture(scope="module")
def brief(quick: Settings) -> Settings:
    return quick.changed(steps=4, evaluate_every_steps=4)


def without_energy(path: Path) -> object:
    """What a comparison wrote, less what differs from run to run."""
    text = json.loads(path.read_text())

    def cleaned(value: object) -> object:
        if isinstance(value, dict):
            return {name: cleaned(item) for name, item in value.items() if name != "energy"}
        return [cleaned(item) for item in value] if isinstance(value, list) else value

    return cleaned(text)


def note(name: str, **patient: str) -> Document:
    return Document(name, "rien", patient=Patient(**patient))


def test_folds_share_no_patient_and_hold_every_document_once() -> None:
    documents = [note(f"d{i}", patient_id=f"p{i % 7}") for i in range(30)] + [note(f"e{i}") for i in range(6)]
    folds = folds_of(documents, 4, seed=1)
    assert sorted(position for fold in folds for position in fold) == list(range(36))
    patients = [{patient_of(documents[position]) for position in fold} for fold in folds]
    assert not any(one & other for i, one in enumerate(patients) for other in patients[i + 1 :])
    assert max(map(len, folds)) - min(map(len, folds)) <= 5
    assert folds == folds_of(documents, 4, seed=1) != folds_of(documents, 4, seed=2)


def test_a_patient_is_told_by_number_else_by_name_in_any_writing() -> None:
    one, other = note("1", lastname="LE GOFF", firstname="Zoé"), note("2", lastname="le goff", firstname="ZOE")
    assert patient_of(one) == patient_of(other)
    assert patient_of(note("1", patient_id="7", lastname="A")) == patient_of(note("2", patient_id="7", lastname="B"))
    assert patient_of(note("1", lastname="A")) != patient_of(note("2", lastname="A"))


def test_too_few_patients_are_refused() -> None:
    with pytest.raises(UsageError, match="1 patients cannot make 2 folds"):
        dev_split([note("1", patient_id="7"), note("2", patient_id="7")], seed=1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0.5, 0.7], "0.600 ± 0.141"), ([0.5], "0.500"), ([None, float("nan")], "–"), ([0.5, None, 0.7], "0.600 ± 0.141")],
)
def test_means_leave_out_what_is_undefined(values: Sequence[float | None], expected: str) -> None:
    assert mean_and_deviation(values) == expected


def test_cross_validation_resumes_by_fold_and_ends_alike(
    brief: Settings, notes: list[Document], tmp_path: Path
) -> None:
    documents = notes[:15]
    whole, target = tmp_path / "whole", tmp_path / "stopped"
    report = cross_validate(documents, brief, whole, ON_CPU, folds=3)
    progress = StopsAfter(6)  # in the second fold
    with pytest.raises(StoppedError):
        cross_validate(documents, brief, target, Running(device="cpu", progress=progress), folds=3)
    assert progress.messages == ["fold 1 of 3", "fold 2 of 3"]
    with pytest.raises(UsageError, match="another folds"):
        cross_validate(documents, brief, target, ON_CPU, folds=2)
    cross_validate(documents, brief, target, ON_CPU, folds=3)
    assert without_energy(target / "folds.json") == without_energy(whole / "folds.json")
    measured = json.loads((whole / "folds.json").read_text())
    assert sum(result["test"]["overall"]["documents"] for result in measured) == 15
    assert report == (whole / "report.md").read_text()
    assert "| LASTNAME | " in report
    assert "| **all** | " in report
    assert _mean_line(measured) in report
    assert {path.name for path in whole.iterdir()} == {"report.md", "folds.json"}


def _mean_line(folds: list[dict[str, Any]]) -> str:
    """Return the unweighted mean over labels of their means over folds, worked out apart."""
    cards = [fold["test"]["overall"]["labels"] for fold in folds]
    cells = []
    for part, measure in (("tokens", "precision"), ("tokens", "recall"), ("tokens", "f1"), ("redaction", "redacted")):
        means = []
        for label in {label for card in cards for label in card}:
            shares = [card[label][part][measure]["value"] for card in cards if label in card]
            known = [share for share in shares if share is not None]
            if known:
                means.append(sum(known) / len(known))
        mean = sum(means) / len(means)
        deviation = (sum((share - mean) ** 2 for share in means) / (len(means) - 1)) ** 0.5
        cells.append(f"{mean:.3f} ± {deviation:.3f}")
    return f"| **mean of labels** | {' | '.join(cells)} |"


def test_models_of_folds_are_kept_when_asked_for(brief: Settings, notes: list[Document], tmp_path: Path) -> None:
    cross_validate(notes[:8], brief.changed(steps=1), tmp_path / "out", ON_CPU, folds=2, keeps_models=True)
    assert (tmp_path / "out" / "fold-02" / "tagger.json").exists()


def test_a_search_resumes_at_its_trial_and_ends_alike(
    brief: Settings, few: tuple[list[Document], list[Document]], tmp_path: Path
) -> None:
    space = SearchSpace(epochs=(1, 2), lengths=(32, 64), batch_sizes=(16, 32))
    settings = brief.changed(epochs=1, evaluate_every_steps=0, metric="redacted")
    whole, target = tmp_path / "whole", tmp_path / "stopped"
    report = search(*few, settings, space, whole, ON_CPU, trials=3)
    with pytest.raises(StoppedError):
        search(*few, settings, space, target, Running(device="cpu", progress=StopsAfter(4)), trials=3)
    with pytest.raises(UsageError, match="another searched_lengths"):
        search(*few, settings, replace(space, lengths=(32,)), target, ON_CPU, trials=3)
    assert search(*few, settings, space, target, ON_CPU, trials=3) == report
    assert (target / "trials.json").read_text() == (whole / "trials.json").read_text()
    assert {path.name for path in target.iterdir()} == {"best.toml", "model", "report.md", "study.db", "trials.json"}
    best = Settings.from_recipe(str(target / "best.toml"))
    assert best.to_mapping() == json.loads((target / "model" / "settings.json").read_text())
    assert best.window_pieces in (32, 64)


def test_a_search_refuses_lengths_the_encoder_does_not_take(
    brief: Settings, few: tuple[list[Document], list[Document]], tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="takes 160 sub-words"):
        search(*few, brief, SearchSpace(lengths=(64, 512)), tmp_path / "out", ON_CPU)
    with pytest.raises(UsageError, match="epochs to search"):
        SearchSpace(epochs=(3, 2))


def test_an_ablation_compares_sizes_types_encoders_and_rules(
    brief: Settings, notes: list[Document], encoders: dict[str, Path], tmp_path: Path
) -> None:
    train, dev, test = notes[:12], notes[12:15], notes[15:21]
    left_out = train[0].type
    comparisons = Comparisons(sizes=(4, 12), without_types=(left_out,), encoders=(str(encoders["xlm-roberta"]),))
    whole, target = tmp_path / "whole", tmp_path / "stopped"
    report = ablate(Sets(train, dev, test), brief, comparisons, whole, ON_CPU)
    with pytest.raises(StoppedError):
        ablate(Sets(train, dev, test), brief, comparisons, target, Running(device="cpu", progress=StopsAfter(7)))
    progress = StopsAfter(1000)
    ablate(Sets(train, dev, test), brief, comparisons, target, Running(device="cpu", progress=progress))
    assert 1000 - progress.left == 10, "of 16 steps, the first training and two of the second were done before"
    assert without_energy(target / "results.json") == without_energy(whole / "results.json")
    results = json.loads((whole / "results.json").read_text())
    assert [result["kind"] for result in results] == ["all notes", "size", "without type", "encoder", "rules"]
    assert results[0]["ways"]["all"]["measures"]["redacted"] >= results[0]["ways"]["model"]["measures"]["redacted"]
    french, multilingual = results[0]["reading"], results[3]["reading"]
    assert multilingual["pieces_a_word"] > french["pieces_a_word"] > 1
    assert 0 < multilingual["whole"] < french["whole"] < 1
    for encoder, reading in ((brief.encoder, french), (str(encoders["xlm-roberta"]), multilingual)):
        assert f"| {encoder} | {reading['vocabulary']} | {reading['pieces_a_word']:.2f} |" in report
    for figure in ("rules.svg", "sizes.svg", "types.svg", "encoders.svg"):
        assert f"]({figure})" in report
        assert xml.etree.ElementTree.parse(whole / figure).getroot().tag.endswith("svg")
    values = {d.text[s.start : s.end] for d in test for s in d.entities if len(s) > 6}
    assert not [value for value in values if value in report + (whole / "results.json").read_text()]


def test_repeated_trainings_are_means_with_a_test_of_significance(
    brief: Settings, notes: list[Document], tmp_path: Path
) -> None:
    train, test = notes[:12], notes[15:21]
    (left_out, *_) = sorted({note.type for note in train} & {note.type for note in test})
    settings, comparisons = brief.changed(steps=2, evaluate_every_steps=2), Comparisons((4,), (left_out,), (), 2)
    target = tmp_path / "out"
    report = ablate(Sets(train, notes[12:15], test), settings, comparisons, target, ON_CPU)
    results = json.loads((target / "results.json").read_text())
    assert [(result["kind"], result["repeat"]) for result in results] == [
        *((kind, repeat) for kind in ("all notes", "size", "without type") for repeat in (0, 1)), ("rules", 0),
    ]  # fmt: skip
    first, second = (result["ways"]["model"]["measures"]["recall"] for result in results[:2])
    assert first != second, "another seed, another model"
    whole = [result["ways"]["model"]["measures"] for result in results[:2]]
    cells = [mean_and_deviation(each[name] for each in whole) for name in ("precision", "recall", "f1", "redacted")]
    assert f"| model | {' | '.join(cells)} | " in report
    of_type = [
        result["ways"]["model"]["types"][left_out]["redacted"] for result in results if result["kind"] != "rules"
    ]
    sides = of_type[:2], of_type[4:]
    assert f"| {' | '.join(map(mean_and_deviation, sides))} | {share(t_test(*sides))} | " in report
    progress = StopsAfter(1000)
    running = Running(progress=progress)
    compared(Sets(train, notes[12:15], test), settings, replace(comparisons, sizes=()), tmp_path, running)
    again = compared(Sets(train, notes[12:15], test), settings, replace(comparisons, repeats=1), tmp_path, running)
    assert 1000 - progress.left == 10, "two of six trainings were made before, and one is of another kind"
    assert [result["kind"] for result in again] == ["all notes", "size", "without type", "rules"]


@pytest.mark.parametrize(("repeats", "beyond"), [(2, 4.303), (5, 2.306), (11, 2.086)])
def test_a_t_test_gives_the_quantiles_of_its_table(repeats: int, beyond: float) -> None:
    first = [-1.0, *[0.0] * (repeats - 2), 1.0]
    error = (statistics.variance(first) * 2 / repeats) ** 0.5
    assert t_test(first, [value + beyond * error for value in first]) == pytest.approx(0.05, abs=5e-5)
    assert t_test(first, first) == 1.0


def test_the_printed_p_values_are_those_of_five_trainings_and_population_deviations() -> None:
    """Tannier et al. 2023, Table 5, pathology: p = 0.027 of F1 and 0.023 of fully redacted; rounded means and ±."""
    (row,) = (row for row in published("aphp_table_5") if row["type"] == "Anapath")
    for measure, p in (("f1", 0.027), ("fully", 0.023)):
        sides = []
        for side in ("excluded", "included"):
            mean, deviation = float(row[f"{measure}_{side}"]), float(row[f"{measure}_{side}_deviation"])
            sides.append([mean - deviation * 2.5**0.5, mean, mean, mean, mean + deviation * 2.5**0.5])
            assert statistics.pstdev(sides[-1]) == pytest.approx(deviation)
        assert t_test(*sides) == pytest.approx(p, abs=0.002)


def test_a_t_test_is_undefined_without_repetition_or_without_any_difference() -> None:
    assert t_test([0.5], [0.5, 0.6]) is None
    assert t_test([0.75, 0.75], [0.75, 0.75]) is None


def test_comparisons_that_cannot_be_made_are_refused(
    brief: Settings, few: tuple[list[Document], list[Document]], tmp_path: Path
) -> None:
    train, dev = few
    with pytest.raises(UsageError, match="size 99: there are 12 notes"):
        ablate(Sets(train, dev, dev), brief, Comparisons(sizes=(99,)), tmp_path / "out", ON_CPU)
    with pytest.raises(UsageError, match="type 'XX' cannot be left out; types:"):
        ablate(Sets(train, dev, dev), brief, Comparisons(without_types=("XX",)), tmp_path / "out", ON_CPU)
    bare = [replace(document, entities=()) for document in dev]
    with pytest.raises(UsageError, match="no entity in test data"):
        ablate(Sets(train, dev, bare), brief, Comparisons(), tmp_path / "out", ON_CPU)
    assert not (tmp_path / "out.partial").exists()
    shutil.rmtree(tmp_path / "out", ignore_errors=True)
