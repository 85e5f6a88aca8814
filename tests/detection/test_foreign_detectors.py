"""Detectors that another distribution offers: used like ours, and refused in one sentence where they are wrong."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from palimpseste import Deidentifier, Document, Patient, Span
from palimpseste.detection.choice import DetectorChoice
from palimpseste.detection.foreign import GROUP, ForeignDetector, check_detector
from palimpseste.detection.kinds import DEFAULT_DETECTORS, DETECTORS, DetectorKind
from palimpseste.detection.rules.detector import RuleDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.engines.run.planning import settings_of_choice
from palimpseste.errors import DocumentError, UsageError
from palimpseste.surrogates import MasterKey

NOTES = [f"Mme Durand, badge B-{4711 + number}, vue le 12/03/2021." for number in range(8)]
NOTES[4] = "Mme Zorglubine, badge en panne."

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command line where distributions lie on the path."""

    def run(path: Path, *arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
        where = os.pathsep.join([str(path), *sys.path])
        command = [sys.executable, "-m", "palimpseste", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": where, **variables}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.jsonl"
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(NOTES)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_it_runs_in_two_workers_as_in_one_and_the_note_it_fails_on_fails_alone(
    run: Run, plugin: Path, notes: Path, tmp_path: Path
) -> None:
    written = []
    for workers in (1, 2):
        done = run(
            plugin, "detect", notes, "-o", f"{workers}.jsonl", "--detectors", "badge,rules", "--workers", workers
        )
        assert done.returncode == 3, done.stderr
        assert "Zorglubine" not in done.stderr
        written.append((tmp_path / f"{workers}.jsonl").read_bytes())
        (refused,) = (tmp_path / f"{workers}.jsonl.quarantine.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(refused)["reason"] == "detection failed (RuntimeError)"
    assert written[0] == written[1]
    documents = [json.loads(line) for line in written[0].decode("utf-8").splitlines()]
    assert [document["id"] for document in documents] == ["0", "1", "2", "3", "5", "6", "7"]
    for document in documents:
        badge = next(each for each in document["entities"] if each["source"].startswith("badge"))
        assert badge == {
            "start": 18,
            "end": 24,
            "label": "OTHER_ID",
            "source": "badge",
            "probability": 0.9,
            "evidence": ["badge"],
        }


def test_results_report_and_dry_run_name_it(run: Run, plugin: Path, notes: Path, tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text('detectors = ["badge", "record"]\n', encoding="utf-8")
    options = ("--config", "site.toml", "--policy", "tag", "--workers", 2, "--report", "report")
    done = run(plugin, "deid", notes, "-o", "out.jsonl", *options)
    assert done.returncode == 3, done.stderr
    assert "badge (palimpseste-plugin-example 0.1.0)" in (tmp_path / "report" / "report.html").read_text("utf-8")
    texts = [json.loads(line)["text"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert texts[0] == "Mme Durand, badge [OTHER_ID], vue le 12/03/2021."
    assert "probability" not in (tmp_path / "out.jsonl").read_text("utf-8")


def test_a_run_that_names_only_ours_reads_no_entry_point() -> None:
    program = (
        "import sys; from palimpseste.detection.choice import DetectorChoice; DetectorChoice().check();"
        "sys.exit('importlib.metadata' in sys.modules or 'palimpseste.plugins' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


MINE = "mine = broken:KIND"
BROKEN = {
    "import": ("import absent", "mine = broken:KIND", "it cannot be imported (ModuleNotFoundError)"),
    "no kind": ("KIND = 3", "mine = broken:KIND", "it is no DetectorKind, but a int"),
    "other name": ("KIND = DetectorKind('other', Made)", "mine = broken:KIND", "another name than the entry point"),
    "label": (
        "KIND = DetectorKind('mine', Made, labels=('NICKNAME',))",
        "mine = broken:KIND",
        "unknown label 'NICKNAME'",
    ),
    "no label": ("KIND = DetectorKind('mine', Made, labels=())", "mine = broken:KIND", "unknown label ''"),
    "trust": ("KIND = DetectorKind('mine', Made, trust=5)", "mine = broken:KIND", "its trust must be a whole number"),
    "lambda": (
        "KIND = DetectorKind('mine', lambda choice: Made(choice))",
        "mine = broken:KIND",
        "it cannot be pickled",
    ),
    "detector": (
        "KIND = DetectorKind('mine', Closed)",
        "mine = broken:KIND",
        "the detector it makes cannot be pickled",
    ),
    "not called so": ("KIND = DetectorKind('mine', Other)", "mine = broken:KIND", "is not called with the tokens"),
    "no batch": ("KIND = DetectorKind('mine', Batch)", "mine = broken:KIND", "it has a batch_size and no detect_batch"),
    "cannot be made": (
        "KIND = DetectorKind('mine', Failing, extra='broken[gpu]')",
        "mine = broken:KIND",
        "cannot be made (RuntimeError); it needs: pip install 'broken[gpu]'",
    ),
    "a name of ours": ("KIND = DetectorKind('rules', Made)", "rules = broken:KIND", "has a detector of that name"),
    "no name": ("KIND = DetectorKind('Mi ne', Made)", "Mi ne = broken:KIND", "its name must be of small letters"),
}
MODULE = """
from palimpseste.detection.kinds import DetectorKind
class Made:
    def __init__(self, choice): pass
    def __call__(self, tokens, patient): return []
class Closed(Made):
    def __init__(self, choice): self.closed = lambda: 3
class Other(Made):
    def __call__(self, text): return []
class Batch(Made):
    batch_size = 4
class Failing(Made):
    def __init__(self, choice): raise RuntimeError('Zorglubine')
"""


def distribution(folder: Path, code: str, *entries: str, name: str = "broken") -> Path:
    """Lay a distribution where a path may find it."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.py").write_text(MODULE + code, encoding="utf-8")
    metadata = folder / f"{name}-1.2.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *entries]), encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_one_is_refused_before_a_note_is_touched(case: str, run: Run, notes: Path, tmp_path: Path) -> None:
    code, entry, reason = BROKEN[case]
    folder = distribution(tmp_path / "site", code, entry)
    name = "mine" if case in ("a name of ours",) else entry.partition(" = ")[0]
    done = run(folder, "detect", notes, "-o", "out.jsonl", "--detectors", f"{name},record", "--workers", 2)
    assert done.returncode == 2, done.stderr
    assert f"broken 1.2: entry point '{entry}' of {GROUP} is refused: " in done.stderr
    assert reason in done.stderr
    assert "Zorglubine" not in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.glob("out.jsonl*"))


def test_two_of_one_name_are_refused_and_what_there_is_is_listed(run: Run, notes: Path, tmp_path: Path) -> None:
    folder = distribution(tmp_path / "site", "KIND = DetectorKind('mine', Made)", "mine = broken:KIND")
    distribution(folder, "KIND = DetectorKind('mine', Made)", "mine = second:KIND", name="second")
    done = run(folder, "detect", notes, "-o", "out.jsonl", "--detectors", "mine")
    assert done.returncode == 2
    assert "second 1.2: entry point 'mine = second:KIND'" in done.stderr
    assert "broken offers a detector of that name; detectors: model, record, rules, generative, mine" in done.stderr
    done = run(folder, "detect", notes, "-o", "out.jsonl", "--detectors", "absent")
    assert "unknown detector 'absent'; detectors: model, record, rules, generative, mine" in done.stderr


class Words:
    """Finds a word under a label, some notes at once; fails over a note that says so."""

    def __init__(self, word: str, label: Any = "OTHER_ID", size: int = 1, source: str = "") -> None:
        self.word, self.label, self.batch_size, self.source = word, label, size, source
        self.asked: list[int] = []

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        text = tokens.view.text
        if "ECHOUE" in text:
            raise RuntimeError(text)
        start = text.find(self.word)
        return [Span(start, start + len(self.word), self.label, self.source)] if start >= 0 else []

    def detect_batch(self, notes: Sequence[tuple[Tokens, Patient]]) -> list[list[Span]]:
        self.asked.append(len(notes))
        return [self(*note) for note in notes]


def test_a_detector_itself_may_be_given() -> None:
    deidentify = Deidentifier.default(policy="tag", detectors=["record", Words("zélande")])
    assert deidentify("Nouvelle zélande").text == "Nouvelle [OTHER_ID]"
    choice = DetectorChoice(("record",), own=(Words("x"),))
    assert settings_of_choice(choice) != settings_of_choice(DetectorChoice(("record",)))
    with pytest.raises(UsageError, match=r"^function is no detector: "):
        DetectorChoice(own=(lambda tokens: [],))  # type: ignore[arg-type] # that is what is tested


@pytest.mark.parametrize("size", [1, 2, 3, 8, 50])
def test_whatever_the_size_of_batches_results_are_those_of_one_by_one(size: int) -> None:
    texts = [f"vu zélande {number}" for number in range(11)]
    texts[3], texts[8], texts[5] = "ECHOUE", "zélande ECHOUE", "  "
    documents = [Document(str(number), text) for number, text in enumerate(texts)]
    words = Words("zélande", size=size)
    deidentify = Deidentifier.default(key=MasterKey(bytes(32)), policy="dp", detectors=["record", words])
    alone = []
    for document in documents:
        try:
            alone.append(deidentify(document).text)
        except DocumentError as error:
            alone.append(str(error))
    words.asked.clear()
    together = [str(o) if isinstance(o, DocumentError) else o.text for o in deidentify.stream(documents)]
    assert together == alone
    assert together[3] == "3: detection failed (RuntimeError)"
    assert max(words.asked, default=1) >= min(size, 10) - 1  # the blank note is not read


def test_a_stream_reads_no_further_than_a_batch() -> None:
    read = []

    def documents() -> Any:
        for number in range(9):
            read.append(number)
            yield Document(str(number), "vu")

    stream = Deidentifier.default(policy="tag", detectors=[Words("x", size=4)]).stream(documents())
    next(iter(stream))
    assert len(read) == 4


class Short(Words):
    """Forgets a note."""

    def detect_batch(self, notes: Sequence[tuple[Tokens, Patient]]) -> list[list[Span]]:
        return super().detect_batch(notes)[1:]


def test_a_batch_without_an_answer_for_each_note_is_a_failure() -> None:
    outcomes = Deidentifier((Short("x", size=2),)).detect_all([Document("1", "a"), Document("2", "b")])
    assert [str(outcome) for outcome in outcomes] == [f"{n}: detection failed (ValueError)" for n in (1, 2)]


def test_what_others_find_comes_after_ours_and_says_whose_it_is() -> None:
    text = "Mme Durand, née le 12/03/1954"
    ours = Deidentifier((RuleDetector(),)).detect(Document("n", text))
    foreign = ForeignDetector("mine", frozenset({"CITY"}), Words("Durand", "CITY", source="rules.site.x"))
    both = Deidentifier((RuleDetector(), foreign)).detect(Document("n", text))
    assert both == ours  # on the same stretch our label stands
    (alone,) = Deidentifier((foreign,)).detect(Document("n", text))
    assert (alone.label, alone.source) == ("CITY", "mine.rules.site.x")
    assert all(kind.trust < DetectorKind("mine", DETECTORS["rules"].make).trust for kind in DETECTORS.values())


@pytest.mark.parametrize("found", [[Span(0, 2, "DATE")], [Span(0, 99, "CITY")], [(0, 2)]], ids=["label", "end", "type"])
def test_what_was_not_announced_fails_the_note(found: Any) -> None:
    class Gives(Words):
        def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
            return list(found)

    foreign = ForeignDetector("mine", frozenset({"CITY"}), Gives("x"))
    with pytest.raises(DocumentError, match=r"^n: detection failed \((TypeError|ValueError)\)$"):
        Deidentifier((foreign,)).detect(Document("n", "vu le"))


def test_our_detectors_are_what_is_asked_of_others() -> None:
    for name in DEFAULT_DETECTORS:
        kind = DETECTORS[name]
        assert check_detector(kind.make(DetectorChoice())) == ""


def test_a_pickle_holds_no_key_and_asks_for_it() -> None:
    text = "Mme Durand, née le 12/03/1954 à Brest, dossier ZZ-1234."
    key = MasterKey(b"Zorglubine-Zorglubine-Zorglubine")
    choice = DetectorChoice(site_patterns={"PATIENT_ID": (r"zz-\d{4}",)}, recall=0.99)
    deidentify = Deidentifier.default(key=key, policy="dp", cohort="study", detectors=choice)
    pickled = pickle.dumps(deidentify)
    for secret in (key.to_bytes(), key.cohort("study").to_bytes()):
        for written in (secret, secret.hex().encode(), b64encode(secret)[:40], urlsafe_b64encode(secret)[:40]):
            assert written not in pickled
    assert len(pickled) < 100_000  # rules and weights are those of where it is unpickled
    again = pickle.loads(pickled)
    document = Document("n", text)
    assert again.detect(document) == deidentify.detect(document)
    for use in (lambda: again(text), lambda: again.replace(document, ()), lambda: list(again.stream([document]))):
        with pytest.raises(UsageError, match="a pickle holds no key"):
            use()
    with pytest.raises(UsageError, match="this is another key"):
        again.with_key(key, cohort="other")
    with pytest.raises(UsageError, match="only a Deidentifier that was pickled"):
        deidentify.with_key(key)
    assert again.with_key(key, cohort="study")(text) == deidentify(text)
    assert again.with_key(key.cohort("study"))(text) == deidentify(text)
    assert pickle.loads(pickle.dumps(again)).with_key(key, cohort="study")(text) == deidentify(text)


def test_the_page_shows_the_package_as_it_is() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "extending.md").read_text(encoding="utf-8")
    package = root / "tests" / "plugin"
    code = (package / "src" / "palimpseste_plugin_example" / "badge.py").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page
    assert len(code.splitlines()) < 40
    (shown,) = [block.split("```")[0] for block in page.split("```toml\n")[1:] if GROUP in block]
    assert shown in (package / "pyproject.toml").read_text(encoding="utf-8")
