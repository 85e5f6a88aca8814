"""Formats that another distribution offers: used like ours, and refused in one sentence where they are wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from palimpseste.document import Document
from palimpseste.errors import DocumentError, PalimpsesteError, UsageError
from palimpseste.plugins import plugins_of
from palimpseste.result import OffsetMap, Result
from palimpseste.sources.entry import Entry, Place
from palimpseste.sources.foreign import ForeignSource
from palimpseste.sources.formats import FORMATS, GROUP, Format, format_of_name, table_with
from palimpseste.sources.listing import Input
from palimpseste.sources.source import SourceDefaults

CANARY = "Zorglubine"
LETTER = (
    "NOM: {name}\nPRENOM: Lucie\nIPP: 1234567\nDATE: 2021-03-12\n\nMme {name} Lucie, vue le 12/03/2021 ({number}).\n"
)
# Checkpoints come fast, so that a kill falls between two.
PROGRAM = """
import sys
from palimpseste.engines.run import output
output._SECONDS_BETWEEN_CHECKPOINTS = 0.02
from palimpseste.cli import main
main(sys.argv[1:])
"""


@pytest.fixture
def run(plugin, tmp_path):
    """Run the command line where the plugin is installed."""

    def start(*arguments: object, path: Path = plugin) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, arguments)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(path), *sys.path])},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(*arguments: object, path: Path = plugin) -> tuple[int, str, str]:
        process = start(*arguments, path=path)
        out, error = process.communicate(timeout=120)
        return process.returncode, out, error

    run.start = start
    return run


@pytest.fixture
def letters(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()

    def write(count: int) -> Path:
        for number in range(count):
            (folder / f"n{number:03}.ltr").write_bytes(LETTER.format(name=CANARY, number=number).encode("cp1252"))
        return folder

    return write


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_folder_of_a_plugins_files_is_killed_and_resumed_with_two_workers(run, letters, tmp_path):
    folder = letters(300)
    assert run("key", "new", tmp_path / "k")[0] == 0
    options = ("--key-file", tmp_path / "k", "--policy", "plausible", "--detectors", "record,rules", "--workers", 2)
    assert run("deid", folder, "-o", "whole", *options)[0] == 0
    process = run.start("deid", folder, "-o", "often", *options)
    journal = tmp_path / "often.partial" / "journal.jsonl"
    while not journal.exists() or len(journal.read_bytes().splitlines()) < 3:
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not (tmp_path / "often").exists()

    status, _, said = run("deid", folder, "-o", "often", *options)
    assert status == 0
    assert "resuming after" in said
    assert contents(tmp_path / "often") == contents(tmp_path / "whole")
    assert len(contents(tmp_path / "whole")) == 300
    one = contents(tmp_path / "whole")["n007.ltr"].decode("cp1252")
    assert one.startswith("DATE: ")
    assert one.endswith("(7).\n")
    assert CANARY not in one


def test_another_version_of_the_plugin_does_not_go_on_with_a_run(run, letters, plugin, tmp_path):
    import shutil

    folder = letters(1)
    assert run("key", "new", tmp_path / "k")[0] == 0
    options = ("--key-file", tmp_path / "k", "--policy", "tag", "--detectors", "rules", "--workers", 1)
    newer = tmp_path / "newer"
    shutil.copytree(plugin, newer)
    (metadata,) = newer.glob("*.dist-info/METADATA")
    metadata.write_text(metadata.read_text().replace("Version: 0.1.0", "Version: 0.2.0"))
    assert run("deid", folder, "-o", "out", *options)[0] == 0
    # What an interrupted run leaves: its folder, with the journal begun.
    begun = tmp_path / "out.partial"
    fingerprints = [fingerprint_with(run, folder, options, path, tmp_path) for path in (plugin, newer)]
    assert {name for name in fingerprints[0] if fingerprints[0][name] != fingerprints[1][name]} == {"formats"}
    begun.mkdir(exist_ok=True)
    (begun / "journal.jsonl").write_text(json.dumps({"fingerprint": fingerprints[0]}) + "\n")
    status, _, said = run("deid", folder, "-o", "out", "--force", *options, path=newer)
    assert status == 2
    assert "holds an interrupted run with other settings: formats" in said


def fingerprint_with(run, folder: Path, options: tuple, path: Path, tmp_path: Path) -> dict[str, str]:
    """The fingerprint that a run begins its journal with."""
    process = run.start("deid", folder, "-o", "kept", *options, path=path)
    journal = tmp_path / "kept.partial" / "journal.jsonl"
    while process.poll() is None:
        if journal.exists() and (lines := journal.read_bytes().splitlines()):
            process.kill()
            process.communicate()
            subprocess.run(["rm", "-r", tmp_path / "kept.partial"], check=True)
            return json.loads(lines[0])["fingerprint"]
    raise AssertionError(process.communicate())


def test_results_of_any_input_go_to_a_plugins_kind_of_file(run, letters, tmp_path):
    folder = letters(2)
    (folder / "plain.txt").write_text(f"Mme {CANARY} va mieux.")
    (tmp_path / "records.csv").write_text(f"id,lastname\nplain,{CANARY}\n")
    options = ("--policy", "tag", "--detectors", "record", "--workers", 1, "--patients", tmp_path / "records.csv")
    status, _, said = run("deid", folder, "-o", "all.spl", *options)
    assert status == 0, said
    notes = (tmp_path / "all.spl").read_text().split("\f")
    assert notes == [
        "n000.ltr\nMme [LASTNAME] [FIRSTNAME], vue le 12/03/2021 (0).\n",
        "n001.ltr\nMme [LASTNAME] [FIRSTNAME], vue le 12/03/2021 (1).\n",
        "plain.txt\nMme [LASTNAME] va mieux.",
        "",
    ]


def test_a_plugins_format_is_asked_for_by_name_and_a_record_found_by_the_stem_of_its_file(run, letters, tmp_path):
    (tmp_path / "note.old").write_text(f"DATE: 2021-03-12\n\nMme {CANARY} va mieux.")
    (tmp_path / "records.csv").write_text(f"id,lastname\nnote,{CANARY}\n")
    options = ("--policy", "tag", "--detectors", "record", "--workers", 1, "--patients", tmp_path / "records.csv")
    status, out, said = run("deid", tmp_path / "note.old", "--format", "letter", "-o", "-", *options)
    assert (status, out) == (0, "\nMme [LASTNAME] va mieux."), said
    status, _, said = run("deid", tmp_path / "note.old", "--format", "lettre", "-o", "-", *options)
    assert status == 2
    assert "unknown format 'lettre'; formats: text, jsonl, csv, parquet, pdf, fhir, letter" in said


def test_what_is_no_letter_goes_to_the_quarantine_and_a_damaged_one_quotes_nothing(run, letters, tmp_path):
    folder = letters(1)
    (folder / "bad.ltr").write_text(CANARY)
    (folder / "bad_date.ltr").write_text(f"DATE: {CANARY}\n\n{CANARY}")
    status, _, said = run("deid", folder, "-o", "out", "--policy", "tag", "--detectors", "record", "--workers", 1)
    assert (status, list(contents(tmp_path / "out"))) == (3, ["n000.ltr"])
    assert CANARY not in said
    assert "bad.ltr: not a letter: a header of 'NAME: value', an empty line, a text" in said
    assert "the format 'letter' of palimpseste-plugin-example 0.1.0 failed in 'entries': ValueError" in said


@pytest.fixture
def offered(tmp_path, monkeypatch):
    """Install a distribution of one module and one entry point, and return the table with it."""
    count = 0

    def offer(body: str, name: str = "mine", attribute: str = "FORMAT", distribution: str = "hospital-x") -> object:
        nonlocal count
        count += 1
        module = f"{tmp_path.name.replace('-', '_')}_{count}"
        folder = tmp_path / f"site{count}"
        info = folder / f"{distribution.replace('-', '_')}-1.2.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {module}:{attribute}\n")
        (folder / f"{module}.py").write_text(HEAD + body)
        monkeypatch.syspath_prepend(folder)
        return lambda: table_with(plugins_of(GROUP))

    return offer


HEAD = """
from palimpseste.sources.formats import Format, Gathering
from palimpseste.sources.source import SourceDefaults

class Lines(SourceDefaults):
    def entries(self): ...
    def written(self, origin, result): ...

class Half:
    def entries(self): ...

def line(origin, result, columns): ...
"""
BROKEN = {
    "not a format": ("FORMAT = 3", {}, "it must be a Format or a Gathering, not a int"),
    "cannot be imported": ("raise ValueError('secret')", {}, "it cannot be imported (ValueError)"),
    "names nothing": ("", {}, "it cannot be imported (AttributeError)"),
    "two names": ("FORMAT = Format('other', Lines)", {}, "it is called 'other': both names must be one"),
    "a name that is none": ("FORMAT = Format('Mine!', Lines)", {"name": "Mine!"}, "its name must be of small letters"),
    "a name of ours": (
        "FORMAT = Format('csv', Lines)",
        {"name": "csv"},
        "the name 'csv' is taken by 'csv' of palimpseste",
    ),
    "a suffix of ours": (
        "FORMAT = Format('mine', Lines, ('.csv',))",
        {},
        "the suffix '.csv' is taken by 'csv' of palimpseste; formats: text (.txt), jsonl (.jsonl), csv (.csv .tsv)",
    ),
    "a suffix that is none": ("FORMAT = Format('mine', Lines, ('csv',))", {}, "'csv' is no suffix"),
    "annotated notes": (
        "FORMAT = Format('mine', Lines, ('.ann',))",
        {},
        "the suffix '.ann' is that of annotated notes",
    ),
    "members missing": (
        "FORMAT = Format('mine', Half)",
        {},
        "its source must be a class with open, check, dropped, head, written, finish",
    ),
    "cannot be pickled": ("FORMAT = Format('mine', type('X', (), {}))", {}, "it cannot be pickled (PicklingError)"),
    "a source that is not there": ("FORMAT = Format('mine', 'nowhere:X')", {}, "its source cannot be imported"),
    "a gathering that writes nothing": ("FORMAT = Gathering('mine', 3, ('.m',))", {}, "its 'written' cannot be called"),
    "a gathering of a suffix of ours": (
        "FORMAT = Gathering('mine', line, ('.jsonl',))",
        {},
        "the suffix '.jsonl' is taken by 'jsonl' of palimpseste; files that take any results: jsonl (.jsonl)",
    ),
}


@pytest.mark.parametrize(("body", "options", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_refused_by_one_sentence(offered, body, options, reason):
    table = offered(body, **options)
    with pytest.raises(UsageError) as refused:
        table()
    said = str(refused.value)
    assert said.startswith(f"hospital-x 1.2: entry point '{options.get('name', 'mine')} = ")
    assert f":FORMAT' of palimpseste.sources is refused: {reason}" in said
    assert "\n" not in said
    assert "secret" not in said


def test_a_plugin_that_is_right_is_a_row_of_the_table_with_its_distribution(offered):
    table = offered("FORMAT = Format('mine', Lines, ('.m1', '.m2'), becomes=('text',))")()
    found = table.format_of(".m2")
    assert (found.name, found.distribution, found.version) == ("mine", "hospital-x", "1.2")
    assert list(table.formats) == [*FORMATS, "mine"]


def test_of_two_plugins_that_claim_one_suffix_the_second_is_refused_and_both_are_named(offered):
    offered("FORMAT = Format('first', Lines, ('.mm',))", "first", distribution="a-hospital")
    table = offered("FORMAT = Format('second', Lines, ('.mm',))", "second", distribution="b-hospital")
    with pytest.raises(UsageError) as refused:
        table()
    said = str(refused.value)
    assert said.startswith("b-hospital 1.2: entry point 'second = ")
    assert "the suffix '.mm' is taken by 'first' of a-hospital; formats: text (.txt)" in said


def test_a_format_that_becomes_what_is_not_there_is_refused(offered):
    with pytest.raises(UsageError, match="the format 'mine' becomes 'nothing'; formats: text, jsonl"):
        offered("FORMAT = Format('mine', Lines, becomes=('nothing',))")()


def test_no_plugin_is_looked_for_where_every_suffix_is_known(tmp_path):
    program = (
        "import sys\n"
        "from palimpseste.sources import listed_inputs, open_sources\n"
        "from palimpseste.sources.target import target_of\n"
        f"inputs = listed_inputs([{str(tmp_path)!r}])\n"
        "open_sources(inputs)\n"
        f"target_of('out', [{str(tmp_path)!r}], inputs)\n"
        "print('importlib.metadata' in sys.modules)\n"
    )
    for name in ("a.txt", "b.jsonl", "c.csv", "d.TSV", "e"):
        (tmp_path / name).write_text("id,text\n")
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_an_unknown_suffix_is_no_format():
    assert format_of_name("note.dat") is format_of_name("note") is None


class Faulty(SourceDefaults):
    """A source that does what it is told."""

    def __init__(self, entries=lambda: iter(()), written=lambda: b"") -> None:
        self.entries, self._written = entries, written

    def written(self, origin, result):
        return self._written()


def raises():
    raise KeyError(CANARY)


def watched(*, is_one_document: bool = False, **options) -> ForeignSource:
    form = Format("mine", Faulty, is_one_document=is_one_document, distribution="hospital-x", version="1.2")
    return ForeignSource(3, Input(Path("a.m"), "a.m", "text"), Faulty(**options), form)


def entry(source: int = 3, number: int = 0, id: str = "a.m") -> Entry:
    return Entry(source, number, Place("a.m"), Document(id, ""))


def ends_the_process():
    raise SystemExit(CANARY)


WRONG = {
    "raises at once": (raises, "KeyError"),
    "ends the process": (ends_the_process, "SystemExit"),
    "raises later": (lambda: (raises() for _ in range(1)), "KeyError"),
    "no entry": (lambda: [CANARY], "entries of another source or number"),
    "None": (lambda: [None], "entries of another source or number"),
    "another source": (lambda: [entry(source=2)], "entries of another source or number"),
    "another number": (lambda: [entry(number=1)], "entries of another source or number"),
}
WRONG_OF_ONE = {
    "another identifier": (lambda: [entry(id=CANARY)], "an identifier that is not the name of the file"),
    "two": (lambda: [entry(), entry(number=1)], "not one entry for a file of one document"),
    "none": (list, "not one entry for a file of one document"),
}


@pytest.mark.parametrize(("entries", "what"), WRONG.values(), ids=WRONG)
def test_a_source_that_breaks_the_rules_ends_the_run_and_quotes_nothing(entries, what):
    with pytest.raises(PalimpsesteError) as caught:
        list(watched(entries=entries).entries())
    assert str(caught.value) == f"a.m: the format 'mine' of hospital-x 1.2 failed in 'entries': {what}"


@pytest.mark.parametrize(("entries", "what"), (WRONG | WRONG_OF_ONE).values(), ids=WRONG | WRONG_OF_ONE)
def test_a_file_of_one_document_that_a_source_gets_wrong_is_unreadable(entries, what):
    (found,) = watched(is_one_document=True, entries=entries).entries()
    assert (found.document, found.source, found.number) == (None, 3, 0)
    assert found.reason == f"a.m: the format 'mine' of hospital-x 1.2 failed in 'entries': {what}"


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        (raises, "cannot write it (KeyError)"),
        (ends_the_process, "cannot write it (SystemExit)"),
        (lambda: CANARY, "wrote a str, not bytes"),
    ],
)
def test_a_document_that_a_format_cannot_write_is_refused_and_not_quoted(written, reason):
    with pytest.raises(DocumentError) as caught:
        watched(written=written).written(entry(), Result("a.m", CANARY, (), (), OffsetMap(())))
    assert caught.value.reason == f"the format 'mine' of hospital-x 1.2 {reason}"


def test_the_page_shows_the_code_that_is_tested():
    root = Path(__file__).parents[2]
    page = (root / "docs" / "extending.md").read_text()
    package = root / "tests" / "plugin"
    assert f"```python\n{(package / 'src/palimpseste_plugin_example/letters.py').read_text()}```" in page
    (shown,) = [block for block in page.split("```toml\n")[1:] if GROUP in block]
    assert shown.split("```")[0] in (package / "pyproject.toml").read_text()
