"""The three ways from the command line, on one tiny model: files, processes, operating points, what is reported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hostile_notes import LONGEST, hostile_notes
from inline_engine import InlineEngine

from palimpseste.corpus import write_documents
from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.generative.card import GenerativeCard, MeasuredPoint
from palimpseste.detection.generative.copying import copy_or_mask
from palimpseste.detection.generative.folder import load_decoder
from palimpseste.detection.generative.pieces import bytes_of
from palimpseste.detection.generative.segments import passages_of
from palimpseste.detection.generative.settings import GenerativeSettings
from palimpseste.document import Document, Prediction
from palimpseste.engines.run.tally import Tally
from palimpseste.errors import UsageError

WAYS = ("one-pass", "copy-or-mask", "rewrite")
Palimpseste = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def folder(decoders: dict[tuple[str, str], Path]) -> Path:
    return decoders["llama", "byte-level"]


@pytest.fixture(scope="module")
def deidentifier(folder: Path) -> Deidentifier:
    settings = GenerativeSettings(folder)
    choice = DetectorChoice(("generative",), generative=settings, refuses_abnormal_script=False)
    return Deidentifier.default(policy="mask", detectors=choice)


@pytest.fixture
def few(notes: list[Document], tmp_path: Path) -> Path:
    short = sorted(notes, key=lambda note: len(note.text))[:4]
    write_documents([Document(note.id, note.text) for note in short], tmp_path / "notes.jsonl")
    return tmp_path / "notes.jsonl"


def lines_of(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


@pytest.mark.parametrize("way", WAYS)
def test_each_way_runs_from_the_command_line(
    way: str, folder: Path, few: Path, palimpseste: Palimpseste, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    command = ("detect", few, "-o", "found.jsonl", "--detectors", "generative,rules", "--generative", folder)
    status, _, said = palimpseste(*command, "--way", way)
    if way == "rewrite":  # drawn weights answer anything but the note
        assert (status, "4 quarantined" in said) == (3, True), said
        assert "altered" not in said.replace("AlteredError", "")
        return
    assert status == 0, said
    sources = {entity["source"] for line in lines_of("found.jsonl") for entity in line["entities"]}
    assert any(source.startswith("generative.") for source in sources)


def test_how_much_may_be_altered_is_said_by_the_site(
    folder: Path, few: Path, palimpseste: Palimpseste, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    site = Path("site.toml")
    for limit, beyond, expected in ((0.05, "quarantine", 3), (0.05, "others", 0), (1.0, "quarantine", 0)):
        site.write_text(
            'detectors = ["generative", "rules"]\n[generative]\n'
            f'folder = "{folder}"\nway = "rewrite"\nmost-altered = {limit}\nbeyond = "{beyond}"\n'
        )
        status, _, said = palimpseste("detect", few, "-o", "found.jsonl", "--config", site, "--force")
        assert status == expected, said


def test_two_processes_write_what_one_does(folder: Path, few: Path, palimpseste: Palimpseste) -> None:
    command = ("--detectors", "generative,rules", "--generative", folder, "--way", "copy-or-mask")
    for workers in (1, 2):
        status, _, said = palimpseste("detect", few, "-o", f"{workers}.jsonl", "--workers", workers, *command)
        assert status == 0, said
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()


def test_several_notes_at_once_are_read_as_each_alone(deidentifier: Deidentifier, notes: list[Document]) -> None:
    together = deidentifier.detect_all(notes[:3])
    assert together == [deidentifier.detect(note) for note in notes[:3]]
    assert any(together)


def test_an_operating_point_is_asked_for_by_its_recall(
    folder: Path, few: Path, palimpseste: Palimpseste, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    pointed = tmp_path / "pointed"
    pointed.mkdir()
    for path in folder.iterdir():
        (pointed / path.name).symlink_to(path)
    points = (MeasuredPoint(0.9999, 0.2, 0.0), MeasuredPoint(0.0001, 0.99, 0.9))
    GenerativeCard(points=points).write(pointed)
    masked = {}
    command = ("detect", few, "--detectors", "generative", "--generative", pointed)
    for recall in (0.2, 0.99):
        status, _, said = palimpseste(*command, "-o", "found.jsonl", "--recall", recall, "--force")
        assert status == 0, said
        masked[recall] = sum(e["end"] - e["start"] for line in lines_of("found.jsonl") for e in line["entities"])
    assert masked[0.2] < masked[0.99]
    status, _, said = palimpseste(*command, "-o", "more.jsonl", "--recall", 0.999)
    assert status == 2
    assert "the highest is 0.9900" in said
    status, _, said = palimpseste(*command, "-o", "more.jsonl", "--recall", 0.9, "--way", "copy-or-mask")
    assert status == 2
    assert "needs the way 'one-pass'" in said


class Silent:
    """Masks nothing, as the answer ANONYMOUS does."""

    name = "generative"

    def __call__(self, tokens: object, patient: object) -> list[Any]:
        return []


def test_a_note_said_to_be_anonymous_in_which_others_find_something_is_counted(
    folder: Path, few: Path, palimpseste: Palimpseste, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = DetectorChoice(("rules",)).make()
    contradicted = Deidentifier((*rules, Silent()))
    found = contradicted.detect_all([Document("a", "Vu M. DURAND."), Document("b", "Toux."), Document("c", "")])
    assert [getattr(each, "is_contradicted", None) for each in found] == [True, False, False]
    assert not getattr(Deidentifier(rules).detect(Document("a", "Vu M. DURAND.")), "is_contradicted", True)
    tally = Tally()
    tally.count(Prediction(Document("a", "Vu M. DURAND."), (), is_contradicted=True))
    assert Tally.from_mapping(tally.to_mapping()).contradicted == 1

    monkeypatch.setattr("palimpseste.engines.run.run.LocalEngine", InlineEngine)
    Path("site.toml").write_text(
        f'detectors = ["generative", "rules"]\n[generative]\nfolder = "{folder}"\nthreshold = 0.999999\n'
    )
    few.write_text(json.dumps({"id": "n", "text": "Vu M. Paul DURAND, né le 12/03/1954."}) + "\n")
    command = ("deid", few, "-o", "out.jsonl", "--config", "site.toml", "--policy", "mask", "--report", "report")
    status, _, said = palimpseste(*command)
    assert status == 0, said
    assert "contradicted 1 documents" in said
    assert json.loads(Path("report/report.json").read_text())["contradicted"] == 1
    assert "Contradicted" in Path("report/report.html").read_text()


def test_notes_come_back_outside_masks(folder: Path, deidentifier: Deidentifier, notes: list[Document]) -> None:
    hostile = hostile_notes()
    assert len(hostile) == 200
    assert max(map(len, hostile)) == LONGEST
    short = [text for text in (*hostile, *(note.text for note in notes[::6])) if len(text) < 3_000]
    masks = 0
    for text in short[::3]:
        result = deidentifier(text)
        old = new = 0
        for before, after in zip(result.original_spans, result.spans, strict=True):
            assert text[old : before.start] == result.text[new : after.start]
            old, new = before.end, after.end
        assert text[old:] == result.text[new:]
        masks += len(result.spans)
    decoder = load_decoder(folder)
    prompt = decoder.card.instruction.prompt(decoder.pieces)
    for text in short[::9]:
        for passage in passages_of(text, decoder.pieces, 400):
            copy = copy_or_mask(decoder, prompt, passage)
            said = b"".join(decoder.pieces.of_id[number] or b"?" for number in copy.ids)
            parts: list[str] = []
            reached = passage.segments[0].start
            for each in copy.masks:
                parts += (text[reached : each.start], each.word)
                reached = each.end
            assert said == bytes_of("".join((*parts, text[reached : passage.segments[-1].end])))
    assert masks > 50


def test_a_recall_is_asked_of_one_pass_only(folder: Path) -> None:
    with pytest.raises(UsageError, match="one-pass"):
        DetectorChoice(("generative",), generative=GenerativeSettings(folder, way="copy-or-mask", recall=0.9)).check()
