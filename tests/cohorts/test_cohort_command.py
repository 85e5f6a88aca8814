"""``cohort`` and ``deid --cohort-register`` in processes of their own; a canary is looked for in all they leave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from palimpseste.cohorts import CohortRegister, Passphrase
from palimpseste.surrogates import MasterKey

PROGRAM = "import sys; from palimpseste.cli import main; main(sys.argv[1:])"
NAME = "Zorglubine"
PHRASE = "canari jaune de minuit"
OPENED = ("--register", "cohorts.json", "--passphrase-file", "phrase")
DEID = ("deid", "notes.jsonl", "--policy", "plausible", "--detectors", "rules", "--workers", "1")
UNDER = ("--cohort", "2024", "--cohort-register", "cohorts.json", "--passphrase-file", "phrase")


@pytest.fixture
def site(tmp_path):
    (tmp_path / "phrase").touch(0o600)
    (tmp_path / "phrase").write_text(PHRASE + "\n")
    note = {"id": "n1", "text": f"Mme Lucie {NAME.upper()} vue le 12/03/2021.", "patient": {"lastname": NAME}}
    (tmp_path / "notes.jsonl").write_text(json.dumps(note) + "\n")
    register = CohortRegister(tmp_path / "cohorts.json", Passphrase(PHRASE))
    register.create(scrypt_n=1 << 14)
    register.derive("2024")
    return tmp_path


def palimpseste(folder: Path, *arguments: str, program: str = PROGRAM, **environment: str):
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PALIMPSESTE")}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**variables, **environment},
    )


def test_a_cohort_lives_and_dies_by_commands_and_leaves_no_secret(site):
    register = CohortRegister(site / "cohorts.json", Passphrase(PHRASE))
    key = register.key_of("2024")[0].to_bytes()
    ran = [
        palimpseste(site, *DEID, "-o", "a.jsonl", *UNDER, "--watch-store", "runs.sqlite", "--report", "report"),
        palimpseste(site, "cohort", "retire", "2024", *OPENED[:2], PALIMPSESTE_PASSPHRASE=PHRASE),
        palimpseste(site, "cohort", "destroy", "2024", *OPENED, "--yes"),
        palimpseste(site, "cohort", "list", "--register", "cohorts.json"),
        palimpseste(site, "cohort", "verify", *OPENED),
        palimpseste(site, "cohort", "verify", "--register", "cohorts.json", "--unopened"),
    ]
    assert [each.returncode for each in ran] == [0] * 6, [each.stderr for each in ran]
    assert "not anonymisation" in ran[2].stderr
    assert "destroyed" in ran[3].stdout
    assert ran[4].stdout == ran[5].stdout
    assert [json.loads(line)["what"] for line in (site / "cohorts.json.audit.jsonl").read_text().splitlines()] == [
        "derive", "use", "retire", "destroy",
    ]  # fmt: skip

    secrets = (PHRASE.encode(), NAME.encode(), b"12/03/2021", key, key.hex().encode())
    left = {file: file.read_bytes() for file in site.rglob("*") if file.is_file()}
    printed = {each.args[3]: (each.stdout + each.stderr).encode() for each in ran}
    for place, content in {**left, **printed}.items():
        if place in (site / "phrase", site / "notes.jsonl"):
            continue
        assert [secret for secret in secrets if secret.lower() in content.lower()] == [], place


def test_a_destroyed_cohort_begins_no_run_and_a_wrong_passphrase_opens_none(site):
    (site / "phrase").write_text("une tout autre phrase\n")
    wrong = palimpseste(site, *DEID, "-o", "out.jsonl", *UNDER)
    assert (wrong.returncode, wrong.stderr.strip()[-41:]) == (
        2,
        f"the passphrase does not open {site}/cohorts.json"[-41:],
    )
    (site / "phrase").write_text(PHRASE + "\n")
    palimpseste(site, "cohort", "destroy", "2024", *OPENED, "--yes")
    refused = palimpseste(site, *DEID, "-o", "out.jsonl", *UNDER)
    assert refused.returncode == 2
    assert "was destroyed" in refused.stderr
    assert not list(site.glob("out*"))


def test_a_retired_cohort_finishes_what_was_begun_and_begins_nothing(site):
    killing = (
        "import os; from palimpseste.watch.store import WatchStore\n"
        "WatchStore.append = lambda store, record: os.kill(os.getpid(), 9)\n" + PROGRAM
    )
    watched = (*DEID, "-o", "begun.jsonl", *UNDER, "--watch-store", "runs.sqlite")
    assert palimpseste(site, *watched, program=killing).returncode == -9
    palimpseste(site, "cohort", "retire", "2024", *OPENED)
    assert palimpseste(site, *watched).returncode == 0
    new = palimpseste(site, *DEID, "-o", "new.jsonl", *UNDER)
    assert new.returncode == 2
    assert "--use-retired" in new.stderr
    asked = palimpseste(site, *DEID, "-o", "new.jsonl", *UNDER, "--use-retired")
    assert asked.returncode == 0
    assert (site / "new.jsonl").read_bytes() == (site / "begun.jsonl").read_bytes()


def test_a_register_named_in_the_configuration_is_used(site):
    (site / "site.toml").write_text(
        'cohort-register = "cohorts.json"\npassphrase-file = "phrase"\ncohort = "2024"\nworkers = 1\n'
    )
    done = palimpseste(site, *DEID, "-o", "out.jsonl", "--config", "site.toml")
    assert done.returncode == 0, done.stderr
    assert len((site / "cohorts.json.audit.jsonl").read_text().splitlines()) == 2


def test_a_dry_run_is_no_use(site):
    palimpseste(site, *DEID, "-o", "out.jsonl", *UNDER, "--dry-run")
    assert len((site / "cohorts.json.audit.jsonl").read_text().splitlines()) == 1


def test_a_register_may_be_opened_by_a_key_file(site):
    MasterKey.generate().to_file(site / "key")
    opened = ("--register", "other.json", "--key-file", "key")
    assert palimpseste(site, "cohort", "derive", "2024", *opened).returncode == 0
    under = ("--cohort", "2024", "--cohort-register", "other.json", "--key-file", "key")
    assert palimpseste(site, *DEID, "-o", "out.jsonl", *under).returncode == 0
    by_name = palimpseste(site, *DEID, "-o", "direct.jsonl", "--cohort", "2024", "--key-file", "key")
    assert by_name.returncode == 0
    assert (site / "out.jsonl").read_bytes() != (site / "direct.jsonl").read_bytes()
    rekeyed = palimpseste(site, "cohort", "rekey", *opened, "--new-passphrase-file", "phrase")
    assert rekeyed.returncode == 0, rekeyed.stderr
    refused = palimpseste(site, "cohort", "verify", *opened)
    assert (refused.returncode, "opened by a passphrase" in refused.stderr) == (2, True)


def test_a_tampered_log_is_found_by_the_command(site):
    log = site / "cohorts.json.audit.jsonl"
    log.write_text(log.read_text().replace("derive", "retire"))
    found = palimpseste(site, "cohort", "verify", *OPENED)
    assert found.returncode == 1
    assert "does not" in found.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cohort", "destroy", "2024", *OPENED), "confirm with --yes"),
        (("cohort", "derive", "2025", "--register", "cohorts.json"), "PALIMPSESTE_PASSPHRASE"),
        (("cohort", "list", "--register", "absent.json"), "no such register"),
        (("cohort", "retire", "2023", *OPENED), "holds no cohort '2023'"),
        (("cohort", "derive", "2024", *OPENED), "a name is used once"),
        (("cohort", "derive", "2025", "--register", "cohorts.json", "--key-file", "phrase"), "opened by a passphrase"),
        (("cohort", "rekey", *OPENED), "--new-passphrase-file"),
        ((*DEID, "-o", "x.jsonl", "--use-retired"), "--cohort-register"),
        ((*DEID, "-o", "x.jsonl", "--cohort-register", "absent.json"), "no such register"),
    ],
    ids=["unconfirmed", "no passphrase", "no register", "no cohort", "twice", "other opener", "rekey to what",
         "no register for an option", "no register for a run"],
)  # fmt: skip
def test_wrong_use_says_what_to_do(site, arguments, words):
    before = (site / "cohorts.json").read_bytes()
    done = palimpseste(site, *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert (site / "cohorts.json").read_bytes() == before
    assert not list(site.glob("x.jsonl*"))


def test_a_passphrase_is_asked_for_twice_on_a_terminal_and_not_shown(tmp_path):
    pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(tmp_path)
        os.environ.pop("PALIMPSESTE_PASSPHRASE", None)
        arguments = ["cohort", "derive", "2024", "--register", "new.json"]
        os.execv(sys.executable, [sys.executable, "-c", PROGRAM, *arguments])
    shown, asked = b"", 0
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # the other end closed
            break
        if shown.count(b": ") > asked and asked < 2:
            asked += 1
            os.write(terminal, PHRASE.encode() + b"\n")
    _, status = os.waitpid(process, 0)
    os.close(terminal)
    assert (status, asked) == (0, 2), shown
    assert PHRASE.encode() not in shown
    CohortRegister(tmp_path / "new.json", Passphrase(PHRASE)).key_of("2024")
