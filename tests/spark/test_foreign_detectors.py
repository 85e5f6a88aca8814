"""A detector of another distribution runs in the executors of Spark, with the results of a run here."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from offered import Logged, offer
from standalone import KEY, missing

from palimpseste import Deidentifier
from palimpseste.surrogates import MasterKey

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "a cluster can be started")


def test_it_runs_in_executors_as_here(key_file: Path, plugin: Path, tmp_path: Path) -> None:
    texts = [f"Mme Durand, badge B-{4711 + number}." for number in range(7)]
    texts[3] = "Mme Durand, badge en panne."
    lines = [json.dumps({"id": str(number), "text": text}) for number, text in enumerate(texts)]
    (tmp_path / "notes.jsonl").write_text("\n".join(lines), encoding="utf-8")
    arguments = ("deid", "notes.jsonl", "--policy", "tag", "--key-file", key_file, "--detectors", "badge,rules")
    written = []
    for where in ((), ("--engine", "spark", "--spark-master", "local[2]")):
        output = tmp_path / f"out{len(written)}.jsonl"
        done = subprocess.run(
            [sys.executable, "-m", "palimpseste", *map(str, (*arguments, "--workers", 2, *where, "-o", output))],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(plugin), *sys.path])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 3, done.stderr
        written.append(output.read_bytes())
    assert written[0] == written[1]
    assert written[0].count(b"badge [OTHER_ID].") == 6


TEXTS = [f"Mme Durand, badge B-{4711 + number}." for number in range(7)]
TEXTS[3] = "Mme Durand, badge en panne, ECHOUE."
# Its first argument is a folder that only the driver looks into.
FRAMES = """
import json, sys
from pathlib import Path
alone, key_file, log, *texts = sys.argv[1:]
sys.path.insert(0, alone)
from offered import Logged
from words_of_others import Words
from pyspark.sql import SparkSession
from palimpseste.engines.cluster import Cluster
from palimpseste.spark import ERROR, KeySource, deidentify
session = SparkSession(Cluster("local[1]").open(1))
notes = session.createDataFrame([(str(n), text) for n, text in enumerate(texts)], "id string, text string").coalesce(1)

def rows(*detectors):
    try:
        done = deidentify(notes, policy="dp", key=KeySource(Path(key_file)), detectors=detectors)
        return [[row.id, row.text, row[ERROR]] for row in done.collect()]
    except Exception as error:
        return str(error)

print(json.dumps([rows(*each) for each in (["badge"], [Logged(Path(log), 3)], ["words"], [Words(None)])]))
session.stop()
"""


def test_a_data_frame_knows_them_by_name_and_as_they_are_and_says_what_is_not_there(
    key_file: Path, plugin: Path, tmp_path: Path
) -> None:
    log, alone = tmp_path / "log", offer(tmp_path / "alone")
    log.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", FRAMES, *map(str, (alone, key_file, log, *TEXTS))],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(plugin), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    named, given, absent, absent_class = json.loads(done.stdout)

    here = Deidentifier.default(key=MasterKey(KEY), policy="dp", detectors=[Logged(tmp_path, 1)])
    expected = [
        [str(n), None if n == 3 else here(text, id=str(n)).text, None] for n, text in enumerate(TEXTS) if n != 3
    ]
    expected.insert(3, ["3", None, "detection failed (RuntimeError)"])
    assert named == given == expected
    assert TEXTS[0] not in named[0]
    # The batch with the note that fails is read again one by one.
    (sizes,) = Logged(log, 3).sizes().values()
    assert sizes == [3, 3, 1, 1, 1, 1]
    host = socket.gethostname()
    listed = "detectors: model, record, rules, generative, badge"
    assert f"PalimpsesteError: on {host}: unknown detector 'words'; {listed}" in absent
    assert (
        f"PalimpsesteError: on {host}: what the run uses, a detector of its own maybe, cannot be unpickled"
        in absent_class
    )
    assert "(ModuleNotFoundError 'words_of_others'); it must be installed on each executor" in absent_class
    assert not [text for text in TEXTS for told in (absent, absent_class, done.stderr) if text in told]


DRIVER = "import sys; sys.path.insert(0, sys.argv.pop(1)); from palimpseste.cli import main; main(sys.argv[1:])"
EXECUTORS = {
    "another version": "the detector words on {host} is of words 1.3, where the run was started of words 1.2",
    "not installed": "on {host}: unknown detector 'words'; detectors: model, record, rules, generative",
}


@pytest.mark.parametrize("case", EXECUTORS)
def test_executors_without_the_same_version_are_refused_before_a_document_is_touched(
    case: str, key_file: Path, tmp_path: Path
) -> None:
    old, new = offer(tmp_path / "old"), offer(tmp_path / "new", version="1.3")
    work = tmp_path / "work"
    work.mkdir()
    (work / "notes.jsonl").write_text(json.dumps({"id": "1", "text": TEXTS[0]}), encoding="utf-8")
    there = [str(new), *sys.path] if case == "another version" else sys.path
    options = ("--policy", "tag", "--key-file", key_file, "--detectors", "words", "--workers", 1)
    spark = ("--engine", "spark", "--spark-master", "local[1]")
    command = (old, "deid", "notes.jsonl", "-o", "out.jsonl", *options, *spark)
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, *map(str, command)],
        cwd=work,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(there)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    (said,) = [row for row in done.stderr.splitlines() if row.startswith("palimpseste: ")]
    assert said.removeprefix("palimpseste: ") == EXECUTORS[case].format(host=socket.gethostname())
    assert not [path for path in work.iterdir() if path.name not in ("notes.jsonl", "out.jsonl.partial")]
