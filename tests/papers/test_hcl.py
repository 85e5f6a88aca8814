"""The HCL paper in small: on a dozen notes, a few steps, encoders made from the notes."""

from __future__ import annotations

import statistics
import xml.etree.ElementTree
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from made_tables import rows_of
from two_encoders import make_two_encoders

from palimpseste.corpus import read_documents, write_documents
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.leakage.fill_mask import FillMask
from palimpseste.leakage.fill_mask_table import fill_mask_scores
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.papers.experiment import Material
from palimpseste.papers.hcl.labels import LABELS
from palimpseste.papers.registry import experiment_named
from palimpseste.training.compare.rates import Trial, chosen_of, rates_from
from palimpseste.training.encoder.mlm import MaskingSettings, surprises

NOTES = Path(__file__).parents[2] / "corpus" / "notes"
Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def notes() -> list[Document]:
    return list(read_documents(NOTES / "names.notes"))[:12]


@pytest.fixture(scope="module")
def room(notes: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Notes and two encoders; and the output that all tests share."""
    folder = tmp_path_factory.mktemp("room")
    write_documents(notes, folder / "notes.jsonl")
    make_two_encoders(notes, folder)
    return folder


@pytest.fixture
def run(papers_run: Run, room: Path, monkeypatch: pytest.MonkeyPatch, one_thread: None) -> Run:
    monkeypatch.chdir(room)
    return lambda name, *options: papers_run(name, "notes.jsonl", "--device", "cpu", *options)


def test_entities_stand_beside_the_printed_ones(run: Run, notes: list[Document]) -> None:
    status, err = run("hcl-entities")
    assert status == 0, err
    rows = {row["class"]: row for row in rows_of("hcl-entities.csv")}
    assert [*rows][:-1] == [*LABELS]
    names = sum(span.label in ("FIRSTNAME", "LASTNAME") for note in notes for span in note.entities)
    assert rows["Nom/Prénom"]["ours"] == str(names)
    assert (rows["Nom/Prénom"]["printed"], rows["documents"]["printed"]) == ("10,475", "1,240")


def test_table_1_is_of_both_encoders_and_made_once(run: Run, room: Path) -> None:
    asked = ("--encoder", "first", "--compare-encoder", "other", "--steps", 2, "--folds", 2)
    status, err = run("hcl-table-1", *asked)
    assert status == 0, err
    for model, printed in (("B", "0.967 ± 0.009"), ("B2", "0.957 ± 0.009")):
        rows = rows_of(f"hcl-table-1-{model}.csv")
        assert [row["class"] for row in rows] == [*LABELS, "**mean of classes**"]
        assert rows[0]["P, printed"] == printed
        # The last line is the mean of the lines above, each of them the mean of its folds.
        recalls = [row["R, ours, tokens"].split()[0] for row in rows[:-1] if row["R, ours, tokens"] != "–"]
        mean = float(rows[-1]["R, ours, tokens"].split()[0])
        assert mean == pytest.approx(statistics.mean(map(float, recalls)), abs=6e-4)
    made = {path: path.stat().st_mtime_ns for path in (room / "out" / "trainings").rglob("folds.json")}
    assert len(made) == 2
    assert run("hcl-table-1", *asked)[0] == 0
    assert {path: path.stat().st_mtime_ns for path in made} == made


def test_the_rate_is_raised_until_held_out_notes_are_worse(run: Run) -> None:
    status, err = run("hcl-rates", "--encoder", "first", "--steps", 2)
    assert status == 0, err
    rows = rows_of("hcl-rates-B.csv")
    held_out = [float(row["f1, held out"]) for row in rows]
    assert [row["rate"] for row in rows] == [f"{rate:g}" for rate in rates_from(1e-5)][: len(rows)]
    assert all(one <= other for one, other in pairwise(held_out[:-1]))
    assert [row["chosen"] for row in rows].count("yes") == 1
    xml.etree.ElementTree.parse("out/hcl-rates.svg")


def test_rates_rise_by_one_two_five_and_the_best_is_chosen() -> None:
    assert [*rates_from(1e-5)] == [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3]
    trials = [Trial(1e-5, 0.5, 0.5), Trial(2e-5, 0.8, 0.7), Trial(5e-5, 0.9, 0.7), Trial(1e-4, 0.95, 0.6)]
    assert chosen_of(trials).rate == 2e-5


def test_cross_entropies_are_those_of_texts(run: Run, room: Path, notes: list[Document]) -> None:
    status, err = run("hcl-perplexity", "--encoder", "first", "--compare-encoder", "other")
    assert status == 0, err
    rows = {row["model"]: row for row in rows_of("hcl-perplexity.csv")}
    settings = MaskingSettings(encoder=str(room / "first"), window_words=256, window_stride=128, seed=0)
    found = surprises(notes, settings, device="cpu")
    ours = rows["ours: A, first"]
    assert ours["mean"] == f"{statistics.mean(found):.2f}"
    extremes = (f"{min(found):.2f}", f"{max(found):.2f}")
    assert (ours["smallest"], ours["largest"], ours["texts"]) == (*extremes, str(len(found)))
    # An encoder that learned nothing is as surprised as one that guesses among its 300 sub-words: log 300 is 5.7.
    assert 5.4 < statistics.mean(found) < 6.1
    assert rows["printed: A'"]["mean"] == "0.66"
    status, err = run("hcl-perplexity")
    assert (status, "no language model" in err) == (2, True)


def test_words_found_again_stand_beside_the_printed_ones(run: Run, room: Path, notes: list[Document]) -> None:
    status, err = run("hcl-reidentification", "--encoder", "first", "--compare-encoder", "other", "--bootstrap", "20")
    assert status == 0, err
    rows = {row["model"]: row for row in rows_of("hcl-reidentification.csv")}
    assert rows["printed: A'"]["found"] == "115,191"
    ours = rows["ours: A, first"]
    counts = FillMask().counts(MaskGuesser.load(str(room / "first"), device="cpu"), lambda: notes)
    found = fill_mask_scores(list(counts), LABELS, 1, bootstrap=0)[-1]
    assert (ours["words masked"], ours["found"]) == (f"{found.words:,}", f"{found.found[0]:,}")
    by_class = rows_of("hcl-reidentification-classes.csv")
    assert sum(int(row["words masked"].replace(",", "")) for row in by_class if row["model"] == "A'") == found.words
    status, err = run("hcl-reidentification")
    assert (status, "no language model" in err) == (2, True)


@pytest.mark.parametrize("name", ["hcl-entities", "hcl-table-1", "hcl-rates"])
def test_notes_without_an_entity_are_refused(name: str) -> None:
    material = Material([Document("a", "45 ans", entities=(Span(0, 6, "AGE"),))], Path())
    with pytest.raises(UsageError, match="no note holds an entity"):
        experiment_named(name).run(material)
