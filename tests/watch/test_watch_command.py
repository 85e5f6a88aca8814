"""``deid --watch-store`` and ``watch`` as their users run them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from palimpseste.surrogates import MasterKey
from palimpseste.watch import WatchStore

PROGRAM = "import sys; from palimpseste.cli import main; main(sys.argv[1:])"
NAME = "Zorglubine"
SITE = 'policy = "mask"\ndetectors = ["record", "rules"]\nkey-file = "key"\nwatch-store = "runs.sqlite"\nworkers = 1\n'
PATTERNS = "[site-patterns]\nOTHER_ID = ['ZX\\d{6}']\n"


def palimpseste(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", PROGRAM, *arguments], cwd=folder, capture_output=True, text=True)


@pytest.fixture
def site(tmp_path):
    MasterKey(b"0123456789abcdef0123456789abcdef").to_file(tmp_path / "key")
    (tmp_path / "site.toml").write_text(SITE + PATTERNS)
    with (tmp_path / "notes.jsonl").open("w") as stream:
        for number in range(40):
            text = f"Mme {NAME} vue le 12/03/2021, dossier ZX{number:06}. " + "Examen sans particularité. " * 20
            stream.write(json.dumps({"id": f"{NAME}{number}", "text": text, "type": "CR-CONS"}) + "\n")
    return tmp_path


def test_a_pattern_taken_out_of_the_configuration_is_seen_the_next_day(site):
    done = palimpseste(site, "deid", "notes.jsonl", "-o", "out.jsonl", "--config", "site.toml")
    assert done.returncode == 0, done.stderr
    store = WatchStore(site / "runs.sqlite")
    (first,) = store.runs()
    for day in range(5):
        store.append(replace(first, run=f"day {day}"))
    arguments = ("watch", "runs.sqlite", "--least-tokens", "1000")
    unchanged = palimpseste(site, *arguments)
    assert (unchanged.returncode, unchanged.stderr) == (
        0,
        "run 6 against 5 before it (13,400 tokens): nothing moved\n"
        "no evaluation on annotated notes is noted: --evaluated DAY, or 'palimpseste evaluate --watch-store'\n",
    )

    (site / "site.toml").write_text(SITE)
    palimpseste(site, "deid", "notes.jsonl", "-o", "last.jsonl", "--config", "site.toml")
    files = ("--json", "watch.json", "--html", "watch.html", "--svg", "watch.svg")
    changed = palimpseste(site, *arguments, *files)
    assert changed.returncode == 4, changed.stderr
    assert "rules.site" in changed.stdout
    assert "site patterns" in changed.stdout
    values = json.loads((site / "watch.json").read_text())
    moved = {(rate["name"], rate["source"]): rate["count"] for rate in values["rates"] if rate["moved"]}
    assert moved["OTHER_ID", None] == 0
    assert "<svg" in (site / "watch.html").read_text()

    for name in ("runs.sqlite", "watch.json", "watch.html", "watch.svg"):
        content = (site / name).read_bytes().lower()
        for word in (NAME, "12/03/2021", "ZX0000", "notes.jsonl", "0123456789abcdef"):
            assert word.lower().encode() not in content, (name, word)
    listed = palimpseste(site, "watch", "runs.sqlite", "--list")
    assert listed.returncode == 0
    assert "mask" in listed.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("watch", "absent.sqlite"), "no such watch store"),
        (("watch", "key"), "cannot be opened"),
        (("deid", "notes.jsonl", "-o", "x.jsonl", "--policy", "mask", "--watch-store", "key"), "cannot be opened"),
    ],
    ids=["no store", "another file", "another file for a run"],
)
def test_wrong_use_is_told_before_anything_is_done(site, arguments, words):
    done = palimpseste(site, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert not (site / "x.jsonl").exists()


def test_a_run_killed_once_its_results_are_in_place_is_in_the_store_once(site):
    program = (
        "import sys, os; from palimpseste.watch.store import WatchStore; append = WatchStore.append\n"
        "WatchStore.append = lambda store, record: (append(store, record), os.kill(os.getpid(), 9))\n" + PROGRAM
    )
    arguments = ("deid", "notes.jsonl", "-o", "out.jsonl", "--config", "site.toml")
    killed = subprocess.run([sys.executable, "-c", program, *arguments], cwd=site, capture_output=True)
    assert killed.returncode == -9
    assert len(WatchStore(site / "runs.sqlite").runs()) == 1
    assert palimpseste(site, *arguments).returncode == 0
    assert len(WatchStore(site / "runs.sqlite").runs()) == 1
    assert not (site / "out.jsonl.partial").exists()


def test_no_store_is_written_where_none_is_named(site):
    (site / "site.toml").write_text(SITE.replace('watch-store = "runs.sqlite"\n', ""))
    assert palimpseste(site, "deid", "notes.jsonl", "-o", "out.jsonl", "--config", "site.toml").returncode == 0
    assert not list(site.rglob("*.sqlite"))


def test_a_figure_of_one_run_is_said_not_to_be_written(site):
    assert palimpseste(site, "deid", "notes.jsonl", "-o", "out.jsonl", "--config", "site.toml").returncode == 0
    looked = palimpseste(site, "watch", "runs.sqlite", "--svg", "watch.svg")
    assert (looked.returncode, "watch.svg is not written: there is nothing to compare yet" in looked.stderr) == (
        0,
        True,
    )
    assert not (site / "watch.svg").exists()
