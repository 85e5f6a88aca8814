"""One report of all attacks on a release: what it finds, in two languages, with nothing of a note."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from palimpseste.cli.risk import command
from palimpseste.corpus import read_documents, write_documents, write_results
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document
from palimpseste.errors import UsageError
from palimpseste.evaluation.scores import Estimate
from palimpseste.leakage.memory.attack import WAYS, Names
from palimpseste.leakage.memory.exposure import Exposed
from palimpseste.leakage.memory.report import Memory, write_memory
from palimpseste.leakage.memory.roc import Told
from palimpseste.risk.notes.release import RELEASED
from palimpseste.surrogates import CohortKey, Policy
from palimpseste.surrogates.replacer import Replacer

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("risk")
    notes = list(islice(read_documents(ROOT / "corpus" / "notes" / "abroad.notes"), 40))
    write_documents(notes, folder / "notes.jsonl")
    for name, key in (("dp", 1), ("tag", 2)):
        policy = Policy.named(name)
        write = Deidentifier((), Replacer(CohortKey(bytes([key]) * 32), policy), policy.kept)
        # One is in quarantine.
        write_results((write.replace(each, each.entities) for each in notes[1:]), folder / f"{name}.jsonl")
    return folder


def run(*arguments: object) -> str:
    result = CliRunner().invoke(command, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_a_release_is_reported_by_three_criteria_in_two_languages(folder: Path, tmp_path: Path) -> None:
    notes, output = folder / "notes.jsonl", tmp_path / "out"
    fill_mask = tmp_path / "fill-mask"
    fill_mask.mkdir()
    (fill_mask / "fill-mask.csv").write_text("model,label,words,share\nA',ALL,120,0.080 (0.060 – 0.100)\n")
    arguments = (notes, "--against", folder / "dp.jsonl", "--second", folder / "tag.jsonl", "-o", output)
    said = run(*arguments, "--fill-mask", fill_mask)
    assert "linkability" in said
    found = json.loads((output / "risk.json").read_text(encoding="utf-8"))
    assert found["alone"][RELEASED]["notes"] == 39
    assert found["alone"]["as they are"]["under"]["11"]["rate"] > found["alone"][RELEASED]["under"]["11"]["rate"]
    assert found["linked"]["notes"]["candidates"] == 40
    assert found["linked"]["second"]["by_way"]["medical text"]["first"]["rate"] > 0.9
    assert found["inferred"]["age"]["right"]["rate"] < 0.8
    pages = {language: (output / f"risk.{language}.html").read_text(encoding="utf-8") for language in ("en", "fr")}
    for words, language in ((("Singling out", "Linkability", "Inference", "What was not tried"), "en"),
                            (("Individualisation", "Corrélation", "Inférence", "pas été tenté"), "fr")):  # fmt: skip
        assert all(each in pages[language] for each in words)
        assert pages[language].count("<svg") == 3
        assert "0.080 (0.060" in pages[language]
        assert "--register" in pages[language]
        assert "--second" not in pages[language]
    assert re.search(r"\d,\d\u202f% \(", pages["fr"])
    assert re.search(r"</td><td>\d+,\d+</td></tr>", pages["fr"])
    assert not re.search(r"</td><td>\d+\.\d+</td></tr>", pages["fr"])
    kept = sorted(file.name for file in output.glob("*.jsonl"))
    assert kept == ["by-note-linked-notes.jsonl", "by-note-linked-second.jsonl", "by-note-released.jsonl"]
    # Nothing of a note: no name of a record, no identifier, no released value that is long enough to be told.
    everything = "".join(file.read_text(encoding="utf-8") for file in output.iterdir())
    for side in ("notes", "dp"):
        for each in read_documents(folder / f"{side}.jsonl"):
            values = {each.text[span.start : span.end] for span in each.entities} | {each.id}
            # « dans le » before a new department is written anew too, and tells nothing.
            assert not [value for value in values if len(value) > 6 and not value.islower() and value in everything]
    # The same again, from what was kept.
    assert run(*arguments, "--fill-mask", fill_mask) == said


def test_tags_leave_nothing_to_guess_and_the_text_links_all_the_same(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    run(folder / "notes.jsonl", "--against", folder / "tag.jsonl", "-o", output)
    found = json.loads((output / "risk.json").read_text(encoding="utf-8"))
    assert found["alone"][RELEASED]["under"]["11"]["rate"] == 0
    assert found["inferred"]["age"]["right"]["rate"] == found["inferred"]["town"]["right"]["rate"] == 0
    assert "linkability" in found["failed"]
    assert "--second" in (output / "risk.fr.html").read_text(encoding="utf-8")


def test_what_was_missed_is_told(folder: Path, tmp_path: Path) -> None:
    notes = list(read_documents(folder / "notes.jsonl"))
    # Whoever wrote these released them as they are.
    bare = [Document(each.id, each.text, entities=each.entities[:1]) for each in notes]
    write_documents(bare, tmp_path / "bare.jsonl")
    run(folder / "notes.jsonl", "--against", tmp_path / "bare.jsonl", "-o", tmp_path / "out")
    found = json.loads((tmp_path / "out" / "risk.json").read_text(encoding="utf-8"))
    assert found["left"]["share"]["rate"] > 0.5
    assert "singling" in found["failed"]


def test_what_a_model_remembers_is_told_with_the_rest(folder: Path, tmp_path: Path) -> None:
    def told(auc: float) -> Told:
        return Told(40, 40, Estimate(auc, auc - 0.05, auc + 0.05), Estimate(0.08, 0.03, 0.19), ((1.0, 1.0),))

    membership = {way: {"loss": told(0.55), "as hard": told(auc)} for way, auc in zip(WAYS, (0.71, 0.6), strict=False)}
    canaries = [Exposed("name", times, 12, Estimate(1.5 + times, 1.0, 2.0 + times), 9.0, 0, 10.0) for times in (0, 4)]
    write_memory(tmp_path, Memory("", membership, Names(0.4, 0.3, told(0.52), None), canaries))
    command_line = (folder / "notes.jsonl", "--against", folder / "tag.jsonl", "-o", tmp_path / "out", "--memory")
    run(*command_line, tmp_path)
    found = json.loads((tmp_path / "out" / "risk.json").read_text(encoding="utf-8"))
    values = {each["what"]: (each["value"], round(each["chance"], 2)) for each in found["memory"]}
    assert values == {"membership": (0.71, 0.5), "sure": (0.08, 0.01), "names": (0.52, 0.5), "exposure": (5.5, 1.44)}
    english, french = (
        (tmp_path / "out" / f"risk.{language}.html").read_text(encoding="utf-8") for language in ("en", "fr")
    )
    assert "0.710 (0.660 – 0.760)" in english
    assert "0,710 (0,660 – 0,760)" in french
    assert "--memory" not in english + french
    (tmp_path / "memory.json").write_text('{"membership": 3}')
    with pytest.raises(UsageError, match="not what `attack memory` writes"):
        run(*command_line, tmp_path)
    with pytest.raises(UsageError, match="no figures"):
        run(*command_line, folder)


def test_a_release_of_other_notes_is_refused(folder: Path, tmp_path: Path) -> None:
    other = [replace(each, id=f"other-{number}") for number, each in enumerate(read_documents(folder / "tag.jsonl"))]
    write_documents(other, tmp_path / "other.jsonl")
    with pytest.raises(UsageError, match="released note 'other-0': not among the notes, or in another order"):
        run(folder / "notes.jsonl", "--against", tmp_path / "other.jsonl", "-o", tmp_path / "out")
    with pytest.raises(UsageError, match=r"fill-mask\.csv"):
        run(folder / "notes.jsonl", "--against", folder / "tag.jsonl", "-o", tmp_path / "o", "--fill-mask", tmp_path)
