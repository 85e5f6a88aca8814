"""``palimpseste deid --engine spark``: the bytes of a local run, an executor killed on the way, and nothing told."""

from __future__ import annotations

import base64
import json
import re
import time
from types import SimpleNamespace

import pyarrow
import pyarrow.parquet
import pytest
from standalone import KEY, run_command

from palimpseste.cli import main

CANARIES = ("Zorglubine", "CANARIVAL", "canarival.test", "Zorgville")
NOTE = (
    "Mme Zélie CANARIVAL, née le 12/03/1950, Zorgville, zelie@canarival.test, 06 12 34 56 78. Zorglubine 5 mg. "
    "Revue le 14/02/2021 par le Dr Paul DURAND.\n"
)
LONG = 1_000_000
KEYS = (base64.urlsafe_b64encode(KEY).decode().rstrip("="), KEY.decode(), KEY.hex())
# What the driver logs of a task: the executor that has it, and how large it is.
STARTED = re.compile(r"Starting task \S+ in stage \S+ \(TID \d+\) \([^,]*, ?executor (\d+),[^\n]*?(\d+) bytes\)")
CHOSEN = ("--policy", "plausible", "--detectors", "record,rules", "--workers", "2", "--no-progress")
SPARK = ("--engine", "spark", "--key-file", "KEY", "--workers", "2")


def write_notes(folder) -> None:
    """Write JSON lines and Parquet: short notes, three of a million characters, one that no reader takes."""
    folder.mkdir()
    patient = {"lastname": "CANARIVAL", "city": "Zorgville"}
    texts = [NOTE * (1 + number % 3) for number in range(60)]
    # Three, so that there is work left for the driver to notice who was killed.
    texts[20:23] = [NOTE * (LONG // len(NOTE) + 1)] * 3
    lines = [json.dumps({"id": f"j{n}", "text": text, "patient": patient}) for n, text in enumerate(texts)]
    lines[40] = '{"id": "CANARIVAL",'
    (folder / "notes.jsonl").write_text("\n".join(lines), encoding="utf-8")
    count = 40
    columns = {
        "id": [f"p{number}" for number in range(count)],
        "text": [NOTE * (1 + number % 2) for number in range(count)],
        "lastname": ["CANARIVAL"] * count,
        "service": ["cardiologie"] * count,
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), folder / "notes.parquet", row_group_size=15)


@pytest.fixture(scope="module")
def runs(standalone, key_file, tmp_path_factory):
    """The same notes done here and on the cluster, one of whose two executors was killed."""
    folder = tmp_path_factory.mktemp("runs")
    write_notes(folder / "in")
    arguments = ("deid", folder / "in", "--keep-column", "service", *CHOSEN)
    local = run_command(*arguments, "-o", folder / "local", key_file=key_file)
    told, _ = local.communicate(timeout=300)
    assert local.returncode == 3, told
    settings = [part for setting in standalone.settings.items() for part in ("--spark-conf", "=".join(setting))]
    cluster = ("--engine", "spark", "--spark-master", standalone.master, *settings)
    log = standalone.folder / "logs" / "deid"
    with log.open("wb") as stream:
        spark = run_command(
            *arguments,
            "-o",
            folder / "spark",
            *cluster,
            key_file=key_file,
            environment=standalone.environment,
            output=stream,
        )
    deadline = time.monotonic() + 300
    while not (
        holders := [each[1] for each in STARTED.finditer(log.read_text(errors="replace")) if int(each[2]) > LONG]
    ):
        assert spark.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    executors = standalone.executors()
    standalone.kill(executors[holders[0]])
    was_running = spark.poll() is None
    return SimpleNamespace(
        status=spark.wait(timeout=300),
        executors=len(executors),
        was_running=was_running,
        local=folder / "local",
        spark=folder / "spark",
        log=log.read_text(errors="replace"),
    )


def test_the_executor_that_had_the_long_note_was_killed(runs):
    assert (runs.executors, runs.was_running, runs.status) == (2, True, 3)
    assert "Lost executor" in runs.log


def test_results_have_the_bytes_of_a_local_run(runs):
    names = sorted(path.name for path in runs.local.iterdir())
    assert names == ["notes.jsonl", "notes.parquet"]
    assert sorted(path.name for path in runs.spark.iterdir()) == names
    for name in names:
        assert (runs.spark / name).read_bytes() == (runs.local / name).read_bytes()
    longest = max(len(line) for line in (runs.spark / "notes.jsonl").open(encoding="utf-8"))
    assert longest > LONG


def test_the_quarantine_is_that_of_a_local_run(runs):
    refused = [folder.with_name(f"{folder.name}.quarantine.jsonl").read_bytes() for folder in (runs.local, runs.spark)]
    assert refused[0] == refused[1]
    assert refused[0].count(b"\n") == 1


def test_neither_text_nor_key_is_in_any_log_or_event(runs, standalone):
    written = standalone.written()
    # What is looked for would be there: each kind of log is among what is read, with the settings of the run.
    for kind in ("SparkListenerTaskEnd", "Registering worker", "Running task 0.0", "Submitting 1 missing tasks"):
        assert kind in written
    with (runs.spark / "notes.jsonl").open(encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    surrogates = {
        document["text"][entity["start"] : entity["end"]] for document in documents for entity in document["entities"]
    }
    assert len(surrogates) > 5
    told = [word for word in (*CANARIES, *KEYS, *surrogates) if len(word) > 5 and word in written]
    assert told == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--engine", "spark"), "needs a key"),
        (("--engine", "spark", "--key-file", "KEY"), "needs --workers"),
        (("--spark-master", "spark://host:7077"), "are for --engine spark"),
        ((*SPARK, "--spark-conf", "x=1"), "no setting of Spark"),
        (
            (*SPARK, "--spark-conf", "spark.io.encryption.enabled=false"),
            "notes would be written to disk in clear",
        ),
        (
            (*SPARK, "--spark-conf", "spark.executorEnv.PALIMPSESTE_KEY=palimpseste-key-1:c2VjcmV0"),
            "would show the key",
        ),
    ],
    ids=["no key", "no processors", "no engine", "no setting", "in clear", "a key"],
)
def test_what_cannot_be_done_safely_is_refused(arguments, said, key_file, tmp_path, monkeypatch, capsys):
    for name in ("PALIMPSESTE_KEY", "PALIMPSESTE_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "a.jsonl").write_text('{"id": 1, "text": "note"}\n')
    named = [str(key_file) if argument == "KEY" else argument for argument in arguments]
    with pytest.raises(SystemExit) as ended:
        main(["deid", str(tmp_path / "a.jsonl"), "-o", str(tmp_path / "out.jsonl"), *named])
    printed = capsys.readouterr().err
    assert (ended.value.code, said in printed, "c2VjcmV0" in printed) == (2, True, False)
