"""``palimpseste deid`` as its users run it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path

import pytest

NOTES = [
    {
        "id": "n1",
        "text": "Mme Lucie DURAND, vue le 12/03/2021.",
        "patient": {"lastname": "Durand"},
        "date": "2021-03-12",
    },
    {"id": "n2", "text": "M. Paul LEROY va mieux.\r\nTél 06 12 34 56 78", "type": "CR-CONS"},
    {"id": "n3", "text": ""},
]
COMMAND = [sys.executable, "-c", "from palimpseste.cli import main; main()"]


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text("".join(json.dumps(note) + "\n" for note in NOTES))
    return path


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_run_writes_results_a_report_and_a_manifest(palimpseste_with_processes, notes, key_file, tmp_path):
    status, out, err = palimpseste_with_processes(
        "deid", notes, "-o", "out.jsonl", "--policy", "plausible", "--key-file", key_file, "--report", "report"
    )
    assert (status, out) == (0, "")
    results = lines_of(Path("out.jsonl"))
    assert [list(result) for result in results] == [
        ["id", "text", "date", "entities"],
        ["id", "text", "type", "entities"],
        ["id", "text", "entities"],
    ]
    assert results[0]["date"] != "2021-03-12"
    for value in ("Durand", "DURAND", "LEROY", "06 12 34 56 78", "12/03/2021"):
        assert value not in Path("out.jsonl").read_text()
    for note, result in zip(NOTES, results, strict=True):
        assert result["text"].count("\r\n") == note["text"].count("\r\n")
        assert all(result["text"][e["start"] : e["end"]] for e in result["entities"])
    report = json.loads(Path("report/report.json").read_text())
    assert report["documents"] == {"done": 3, "quarantined": 0}
    assert report["spans"]["total"] == sum(len(result["entities"]) for result in results)
    assert report["spans"]["by_source"].keys() <= {"model", "record", "rules", "propagation"}
    page = Path("report/report.html").read_text()
    assert "téléphone" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "documents    3 done, 0 quarantined" in err
    assert "results      out.jsonl" in err
    assert names_in(tmp_path) == ["key", "notes.jsonl", "out.jsonl", "report"]


@pytest.mark.parametrize("place", ["full/report", "file/report"])
def test_a_report_that_cannot_be_written_is_told_before_anything_is_done(palimpseste, notes, key_file, tmp_path, place):
    (tmp_path / "full").mkdir(mode=0o500)
    (tmp_path / "file").write_text("")
    if os.access(tmp_path / "full", os.W_OK) and place.startswith("full"):
        pytest.skip("this user may write anywhere")
    status, _, err = palimpseste("deid", notes, "-o", "out.jsonl", "--key-file", key_file, "--report", place)
    assert (status, "the report cannot be written" in err) == (2, True)
    assert not Path("out.jsonl").exists()
    assert not Path("out.jsonl.partial").exists()


@pytest.mark.parametrize("command", ["deid", "detect"])
def test_files_that_come_go_or_change_during_a_run_are_told(palimpseste_with_processes, key_file, tmp_path, command):
    folder = tmp_path / "ward"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.txt").write_text("Vu le 12/03/2021 par le Dr Morvan. " * 20)
    folder_of_run = tmp_path / "out.jsonl.partial"

    def meanwhile():
        while not folder_of_run.exists():
            time.sleep(0.001)
        (folder / "zz late.txt").write_text("Mme Durand")
        (folder / "later").mkdir()
        (folder / "later" / "x.txt").write_text("M. Durand")
        (folder / "29.txt").unlink()
        (folder / "28.txt").write_text("M. Leroy")

    thread = threading.Thread(target=meanwhile)
    thread.start()
    key = ["--key-file", key_file, "--report", "report"] if command == "deid" else []
    status, _, err = palimpseste_with_processes(command, "ward", "-o", "out.jsonl", "--detectors", "rules", *key)
    thread.join()
    assert status == 3  # what went or changed before it was read is in quarantine
    assert "came since the run began and not read: 2 files (ward/later/x.txt, ward/zz late.txt); " in err
    assert "no longer there: 1 file (ward/29.txt); " in err
    assert "written to during the run: 1 file (ward/28.txt); " in err
    if command == "deid":
        report = json.loads(Path("report/report.json").read_text())
        assert report["files_meanwhile"] == {"came": 2, "gone": 1, "changed": 1}
        page = Path("report/report.html").read_text()
        assert "Came since the run began" in page
        assert "zz late" not in page
        status, _, err = palimpseste_with_processes("deid", "ward", "-o", "out.jsonl", "--force", *key[:2])
        assert (status, "during the run" in err) == (0, False)
        assert len(lines_of(Path("out.jsonl"))) == 31


@pytest.mark.parametrize(
    ("inputs", "options"),
    [
        pytest.param(["site/a.txt"], ["-o", "site"], id="the folder of an input"),
        pytest.param(["b.txt", "c.txt"], ["-o", "site", "--key-file", "site/key"], id="the folder of the key"),
        pytest.param(["b.txt", "c.txt"], ["-o", "site", "--config", "site/site.toml"], id="the folder of the settings"),
        pytest.param(["rows.jsonl"], ["-o", "people.jsonl", "--patients", "people.jsonl"], id="the file of patients"),
        pytest.param(["o.jsonl.quarantine.jsonl"], ["-o", "o.jsonl"], id="an input that is named as a quarantine"),
        pytest.param(["site/quarantine.jsonl"], ["-o", "-", "--report", "site"], id="the same, of a report"),
    ],
)
def test_no_force_replaces_what_is_read(palimpseste, key_file, tmp_path, inputs, options):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "key").write_bytes(key_file.read_bytes())
    (tmp_path / "site" / "key").chmod(0o600)
    line = '{"id": "a", "text": "Vu le 3."}\n'
    texts = {"site/a.txt": "Vu.", "b.txt": "Vu.", "c.txt": "Vu.", "site/site.toml": 'key-file = "key"\n'}
    lines = {"o.jsonl.quarantine.jsonl": line, "site/quarantine.jsonl": line, "rows.jsonl": line}
    for name, text in {**texts, **lines, "people.jsonl": '{"id": "a", "lastname": "Li"}\n'}.items():
        Path(name).write_text(text)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    status, out, err = palimpseste("deid", *inputs, *options, "--force", "--detectors", "rules")
    assert (status, out) == (2, "")
    assert "results cannot replace" in err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_an_earlier_result_does_not_stand_for_a_note_in_quarantine(palimpseste, key_file, tmp_path):
    Path("a.txt").write_text("Mme Durand.")
    command = ("deid", "a.txt", "-o", "out.txt", "--detectors", "rules", "--key-file", key_file, "--force")
    assert palimpseste(*command)[0] == 0
    Path("a.txt").write_bytes(b"Mme \0 Durand.")
    assert palimpseste(*command)[0] == 3
    assert names_in(tmp_path) == ["a.txt", "key", "out.txt.quarantine.jsonl"]
    Path("a.txt").write_text("Mme Durand.")
    assert palimpseste(*command)[0] == 0
    assert names_in(tmp_path) == ["a.txt", "key", "out.txt"]


def test_what_a_policy_keeps_is_told_apart_from_what_was_missed(palimpseste, key_file, tmp_path):
    note = {"id": 1, "text": "Mme Durand, suivie à l'hôpital Bichat. Le CHU de Dijon l'adresse."}
    Path("notes.jsonl").write_text(
        json.dumps(note) + "\n" + json.dumps({"id": 2, "text": "Vu au CHU de Dijon."}) + "\n"
    )
    status, _, err = palimpseste(
        *("deid", "notes.jsonl", "-o", "out.jsonl", "--policy", "keep-hospitals", "--key-file", key_file),
        *("--detectors", "rules", "--report", "report", "--watch-store", "runs.sqlite"),
    )
    assert status == 0
    results = lines_of(Path("out.jsonl"))
    kept = [[result["text"][each["start"] : each["end"]] for each in result["kept"]] for result in results]
    assert kept == [["hôpital Bichat", "CHU de Dijon"], ["CHU de Dijon"]]
    assert "HOSPITAL" not in {entity["label"] for result in results for entity in result["entities"]}
    assert "  kept         3 HOSPITAL: found, and left in place by the policy\n" in err
    report = json.loads(Path("report/report.json").read_text())
    assert report["spans"]["kept"] == {"HOSPITAL": 3}
    assert report["spans"]["by_strategy"]["keep"] == report["spans"]["by_label"]["HOSPITAL"] == 3
    assert report["spans"]["per_document"].get("0") is None, "a note in which something was kept is none without find"
    assert "<dt>Kept</dt><dd><b>3</b>" in Path("report/report.html").read_text()
    # A result is read again as any other text.
    assert palimpseste("deid", "out.jsonl", "-o", "again.jsonl", "--policy", "mask", "--detectors", "rules")[0] == 0
    assert "Bichat" not in Path("again.jsonl").read_text()


def test_the_same_key_gives_the_same_bytes_whatever_the_workers(palimpseste_with_processes, notes, key_file):
    note = {**NOTES[0], "text": "Durand va mieux. " * 200}
    notes.write_text("".join(json.dumps({**note, "id": n}) + "\n" for n in range(60)))
    for workers in ("1", "2"):
        options = ("--key-file", key_file, "--detectors", "record", "--workers", workers)
        assert palimpseste_with_processes("deid", notes, "-o", f"{workers}.jsonl", *options)[0] == 0
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()
    assert "Durand" not in Path("1.jsonl").read_text()


def test_standard_input_goes_to_standard_output_and_refusals_to_standard_error(notes, key_file, tmp_path):
    sent = notes.read_bytes() + b'{"id": "n1", "text": "encore"}\n{"id":\n'
    done = subprocess.run(
        [*COMMAND, "deid", "-", "-o", "-", "--policy", "tag", "--key-file", key_file],
        input=sent,
        capture_output=True,
        cwd=tmp_path,
    )
    assert done.returncode == 3
    texts = [json.loads(line)["text"] for line in done.stdout.splitlines()]
    assert texts == [
        "Mme [FIRSTNAME] [LASTNAME], vue le [DATE].",
        "M. [FIRSTNAME] [LASTNAME] va mieux.\r\nTél [PHONE]",
        "",
    ]
    errors = done.stderr.decode()
    assert "quarantined: standard input:4: the identifier 'n1' is that of standard input:1" in errors
    assert "quarantined: standard input:5: not JSON" in errors


def test_one_text_goes_through_a_pipe_and_without_a_key_the_run_says_so(tmp_path):
    text = "Vue par Mme Lucie DURAND.\r\n"
    arguments = ["deid", "-", "-o", "-", "--format", "text", "--policy", "mask"]
    done = subprocess.run([*COMMAND, *arguments], input=text.encode("cp1252"), capture_output=True, cwd=tmp_path)
    assert done.returncode == 0
    assert b"one is made for this run and forgotten, so the run can be neither repeated nor resumed" in done.stderr
    assert done.stdout == b"Vue par Mme [XXXXX] [XXXXX].\r\n"


def test_records_beside_texts_are_used(palimpseste, tmp_path, key_file):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "cr1.txt").write_text("Zorglub va mieux.")
    (tmp_path / "patients.csv").write_text("id,lastname\ncr1,Zorglub\n")
    options = ("--patients", "patients.csv", "--policy", "tag", "--key-file", key_file, "--detectors", "record")
    assert palimpseste("deid", "notes", "-o", "out", *options)[0] == 0
    assert Path("out/cr1.txt").read_text() == "[LASTNAME] va mieux."


def test_a_dry_run_counts_and_writes_nothing(palimpseste, notes, tmp_path):
    status, _, err = palimpseste("deid", notes, "-o", "out.jsonl", "--dry-run", "--workers", "2")
    assert status == 0
    assert "would read 3 documents, 79 characters, from files: 1 jsonl" in err
    assert "would write to out.jsonl with 2 worker processes; nothing was done" in err
    assert names_in(tmp_path) == ["notes.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(("absent.jsonl", "-o", "o.jsonl"), "absent.jsonl: no such file or folder", id="no input"),
        pytest.param(("notes.jsonl", "-o", "o.csv"), "results keep the format of their source, jsonl", id="format"),
        pytest.param(
            ("notes.jsonl", "-o", "o.jsonl", "--policy", "plausble"), "unknown policy 'plausble'", id="policy"
        ),
        pytest.param(("notes.jsonl", "-o", "o.jsonl", "--detectors", "ner"), "unknown detector 'ner'", id="detector"),
        pytest.param(("notes.jsonl", "-o", "o.jsonl", "--key-file", "absent"), "key file absent cannot be", id="key"),
        pytest.param(("notes.jsonl", "-o", "o.jsonl", "--encoding", "klingon"), "unknown encoding", id="encoding"),
        pytest.param(("notes.jsonl", "-o", "o.jsonl", "--workers", "0"), "--workers", id="workers"),
        pytest.param(("notes.jsonl", "-o", "o.jsonl", "--deadline", "0"), "--deadline", id="deadline"),
        pytest.param(("table.csv", "-o", "o.csv"), "table.csv: no column 'text' among its 2 columns", id="column"),
        pytest.param(("notes.jsonl", "notes.jsonl", "-o", "o"), "two inputs of the name", id="twice"),
        pytest.param(("notes.jsonl",), "--output", id="no output"),
    ],
)
def test_wrong_use_makes_status_2_before_anything_is_written(palimpseste, notes, tmp_path, arguments, message):
    (notes.parent / "table.csv").write_text("DURAND,Paul\n")
    status, out, err = palimpseste("deid", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert names_in(tmp_path) == ["notes.jsonl", "table.csv"]


def test_an_interrupted_run_says_how_to_go_on_and_does(tmp_path, key_file):
    path = tmp_path / "many.jsonl"
    text = NOTES[0]["text"] + " Suivi habituel." * 30
    path.write_text("".join(json.dumps({"id": str(n), "text": text}) + "\n" for n in range(400)))
    command = [*COMMAND, "deid", "many.jsonl", "-o", "out.jsonl", "--key-file", "key", "--workers", "1"]
    errors = _interrupted(command, tmp_path)
    assert "Traceback" not in errors
    assert "repeat the command to go on from here" in errors
    assert not (tmp_path / "out.jsonl").exists()
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert "resuming after " in done.stderr
    assert [values["id"] for values in lines_of(tmp_path / "out.jsonl")] == [str(n) for n in range(400)]


def test_an_interrupted_run_goes_on_although_files_came_and_says_which(tmp_path, key_file):
    folder = tmp_path / "ward"
    folder.mkdir()
    for number in range(200):
        (folder / f"{number:03}.txt").write_text(NOTES[0]["text"] + " Suivi habituel." * 30)
    command = [*COMMAND, "deid", "ward", "-o", "out", "--key-file", "key", "--workers", "1"]
    _interrupted(command, tmp_path)
    told = (tmp_path / "out.partial" / "inputs").read_text().split()
    assert len(told) == 200
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in told)
    (folder / "000 came.txt").write_text("Mme DURAND")
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "resuming after " in done.stderr
    assert "came since the run began and not read: 1 file (ward/000 came.txt)" in done.stderr
    assert len(list((tmp_path / "out").iterdir())) == 200


def _interrupted(command: list[str], folder: Path) -> str:
    """Begin a command, interrupt it once a part is done, and return what it said."""
    # Tests begun in the background of a shell ignore interruptions, and so would what they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    journal = Path(folder, command[command.index("-o") + 1] + ".partial", "journal.jsonl")
    deadline = time.monotonic() + 120
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 1) and time.monotonic() < deadline:
        time.sleep(0.02)
    _no_secret_in_processes(process.pid, (folder / "key").read_text().strip())
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130, errors
    return errors


def _no_secret_in_processes(pid: int, secret: str) -> None:
    """Check the command lines and environments of a process and its workers, where the system shows them."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if int(entry.joinpath("stat").read_text().rsplit(")", 1)[1].split()[2]) != pid:
                continue
            shown = entry.joinpath("cmdline").read_bytes() + entry.joinpath("environ").read_bytes()
        except OSError:
            continue
        assert secret.encode() not in shown


def test_a_site_configuration_gives_defaults_patterns_and_the_columns_of_a_csv(palimpseste, tmp_path, key_file):
    rows = "note_id;lastname;note_text;ward;unit\r\n1;Durand;dossier ZZ-1234 de Durand;B2;U\r\n"
    (tmp_path / "n.csv").write_bytes(rows.encode())
    (tmp_path / "site.toml").write_text(
        'policy = "tag"\nkey-file = "key"\nworkers = 1\ndeadline = 300\ndetectors = ["record", "rules"]\n'
        '[site-patterns]\nVISIT_ID = ["zz-\\\\d{4}"]\n'
        '[columns]\ntext = "note_text"\nid = "note_id"\nkeep = ["ward"]\n'
    )
    status, _, err = palimpseste("deid", "n.csv", "-o", "o.csv", "--config", "site.toml")
    assert status == 0
    assert "no key given" not in err
    assert Path("o.csv").read_bytes() == b"note_id;note_text;ward\r\n1;dossier [VISIT_ID] de [LASTNAME];B2\r\n"
    assert "columns not written: lastname, unit (--keep-column keeps any that is not of the record)" in err


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("n.csv", "id,text,Nom,prénom,unit\n1,Vu ce jour,CANARIDA,Maëlla,U\n"),
        ("n.jsonl", '{"id": "1", "text": "Vu ce jour", "Nom": "CANARIDA", "prénom": "Maëlla", "unit": "U"}\n'),
    ],
)
def test_french_columns_of_the_record_are_told_as_not_read(palimpseste, tmp_path, key_file, file, content):
    (tmp_path / file).write_text(content)
    status, _, err = palimpseste("deid", file, "-o", f"out_{file}", "--policy", "tag", "--key-file", "key")
    assert status == 0
    assert "not read as the patient's record: Nom (lastname), prénom (firstname); rename these columns" in err
    assert "CANARIDA" not in err


def test_french_fields_of_standard_input_are_told_once_it_is_read(tmp_path, key_file):
    line = b'{"id": "1", "text": "Vu ce jour", "Nom": "CANARIDA", "unit": "U"}\n'
    options = ("--policy", "tag", "--key-file", key_file, "--detectors", "record,rules")
    done = subprocess.run(
        [*COMMAND, "deid", "-", "-o", "-", *options], input=line * 2, capture_output=True, cwd=tmp_path, check=False
    )
    errors = done.stderr.decode()
    assert "columns not written: Nom, unit (--keep-column keeps any that is not of the record)\n" in errors
    assert "not read as the patient's record: Nom (lastname); rename these columns" in errors
    assert "CANARIDA" not in errors + done.stdout.decode()


def test_a_kept_column_with_the_french_name_of_a_field_of_the_record_is_warned_of(palimpseste, tmp_path, key_file):
    (tmp_path / "n.csv").write_text("id,text,Nom,unit\n1,Vu ce jour,CANARIDA,U\n")
    kept = ("--keep-column", "Nom", "--keep-column", "unit")
    status, _, err = palimpseste("deid", "n.csv", "-o", "o.csv", "--policy", "tag", "--key-file", "key", *kept)
    assert status == 0
    assert "warning: --keep-column writes what seems to be of the patient's record as it is: Nom (lastname)" in err
    assert "CANARIDA" not in err


def test_resources_that_are_never_written_are_told_to_give_no_document(palimpseste, tmp_path, key_file):
    (tmp_path / "n.ndjson").write_text('{"resourceType": "Binary", "id": "b", "contentType": "text/plain"}\n')
    status, _, err = palimpseste("deid", "n.ndjson", "-o", "o.ndjson", "--policy", "tag", "--key-file", "key")
    assert status == 0
    assert "columns not written: Binary resources" in err
    assert "nothing to de-identify: the input holds no resource that is written" in err


def test_words_of_a_site_are_always_masked(palimpseste, tmp_path, key_file):
    (tmp_path / "n.txt").write_text("Avis du réseau aquarelle, IMM 4.")
    (tmp_path / "site.toml").write_text(
        'policy = "tag"\nkey-file = "key"\nworkers = 1\n'
        '[site-patterns]\nORGANIZATION = ["imm [0-9]"]\n[site-words]\nORGANIZATION = ["Réseau Aquarelle"]\n'
    )
    status, _, _ = palimpseste("deid", "n.txt", "-o", "o.txt", "--config", "site.toml")
    assert status == 0
    assert Path("o.txt").read_text() == "Avis du [ORGANIZATION], [ORGANIZATION]."


def test_words_of_a_site_are_never_masked_and_counted(palimpseste, tmp_path, key_file):
    (tmp_path / "n.csv").write_text("id,text,lastname\n1,Vu à la clinique Aquarelle avec Mme Weber.,Weber\n")
    (tmp_path / "site.toml").write_text(
        'policy = "tag"\nkey-file = "key"\nworkers = 1\nkept-words = ["Clinique Aquarelle", "Weber"]\n'
    )
    status, _, err = palimpseste("deid", "n.csv", "-o", "o.jsonl", "--config", "site.toml", "--report", "r.html")
    assert status == 0
    assert "Vu à la clinique Aquarelle avec Mme [LASTNAME]." in Path("o.jsonl").read_text()
    assert "kept-words: 'Weber' is a frequent name" in err
    assert "Aquarelle' is a frequent name" not in err
    assert "words kept   1 occurrences" in err
    assert "Words of the site" in Path("r.html/report.html").read_text()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(
            "polcy = 'tag'",
            "site.toml: polcy: unknown key (did you mean 'policy'?)",
            id="unknown key",
        ),
        pytest.param(
            "[columns]\nname = 'x'",
            "[columns] name: unknown key; allowed: text",
            id="unknown column",
        ),
        pytest.param("workers = 0", "workers: 0; allowed: a whole number of 1 or more", id="no worker"),
        pytest.param("workers = '4'", "workers: a string; allowed: a whole number", id="a string for a number"),
        pytest.param("[site-patterns]\nNOM = ['x']", "[site-patterns] NOM: unknown key", id="unknown label"),
        pytest.param("[site-patterns]\nSSN = ['(']", "SSN", id="a broken pattern"),
        pytest.param(f"[site-patterns]\nSSN = ['9{{{'9' * 5000}}}']", "SSN", id="a number too long in a pattern"),
        pytest.param("[site-words]\nCITY = ['a']", "[site-words] CITY: expected words", id="a word of one letter"),
        pytest.param("kept-words = ['a']", "kept-words: expected words", id="a kept word of one letter"),
        pytest.param(
            "kept-words = ['Réseau']\n[site-words]\nCITY = ['reseau']", "either never masked or always", id="both"
        ),
        pytest.param("detectors = 'rules'", "detectors: a string; allowed: a list of strings", id="not a list"),
        pytest.param("policy = ", "not valid TOML", id="not TOML"),
    ],
)
def test_a_wrong_configuration_is_refused_by_name(palimpseste, notes, content, message):
    (notes.parent / "site.toml").write_text(content)
    status, _, err = palimpseste("deid", notes, "-o", "o.jsonl", "--config", "site.toml")
    assert status == 2
    assert message in err


def test_a_budget_is_split_over_the_values_of_each_note_and_told(palimpseste, notes, key_file):
    budget = ("--epsilon", "1/2", "--epsilon-per", "document")
    palimpseste("deid", notes, "-o", "out.jsonl", *budget, "--key-file", key_file, "--report", "report")
    ledgers = [result["privacy"] for result in lines_of(Path("out.jsonl"))]
    assert [Fraction(ledger["epsilon"]) <= Fraction(1, 2) for ledger in ledgers] == [True] * len(NOTES)
    assert any(Fraction(ledger["epsilon"]) == Fraction(1, 2) for ledger in ledgers)
    privacy = json.loads(Path("report/report.json").read_text())["privacy"]
    assert (privacy["epsilon"], privacy["per"]) == ("1/2", "document")
    assert sum(row["values"] for row in privacy["released"]) == sum(
        entry["values"] for ledger in ledgers for entry in ledger["spent"]
    )
    assert "metric differential privacy" in Path("report/report.html").read_text()


def test_a_budget_for_a_policy_without_one_is_refused(palimpseste, notes):
    status, _, err = palimpseste("deid", notes, "-o", "out.jsonl", "--policy", "plausible", "--epsilon", "1")
    assert status == 2
    assert "no privacy budget" in err


@pytest.mark.parametrize("epsilon", ["0", "-1", "much", "1/0"])
def test_a_budget_that_is_no_positive_number_is_refused(palimpseste, notes, epsilon):
    status, _, err = palimpseste("deid", notes, "-o", "out.jsonl", "--epsilon", epsilon)
    assert status == 2
    assert "epsilon must" in err
