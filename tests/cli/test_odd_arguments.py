"""Arguments that somebody did not mean are refused before anything is done, and nothing that is no file is replaced."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import click
import pytest

from palimpseste.cli import palimpseste as every_command

_RULES = ("--policy", "tag", "--detectors", "record,rules", "--workers", 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        pytest.param(("", "-o", "o.txt"), "an argument is empty", id="an input"),
        pytest.param(("a.txt", "-o", ""), "an argument behind -o is empty", id="an output"),
        pytest.param(("a.txt", "--output="), "an argument behind --output= is empty", id="an output in one"),
        pytest.param(("a.txt", "-o", "o.txt", "--report", ""), "an argument behind --report is empty", id="a report"),
    ],
)
def test_an_empty_argument_is_not_taken_for_this_folder(palimpseste, tmp_path, arguments, told) -> None:
    (tmp_path / "a.txt").write_text("Vue.")
    status, _, err = palimpseste("deid", *arguments, *_RULES)
    assert (status, told in err) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


@pytest.mark.parametrize("name", ["pipe", "link"])
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "with force"])
def test_a_pipe_or_a_link_to_one_is_never_replaced(palimpseste, tmp_path, name, force) -> None:
    (tmp_path / "a.txt").write_text("Vue.")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    status, _, err = palimpseste("deid", "a.txt", "-o", name, *force, *_RULES)
    assert (status, f"{name} is no file, but a pipe, a socket or a device" in err) == (2, True)
    assert stat.S_ISFIFO((tmp_path / name).stat().st_mode)


def test_one_column_is_not_both_text_and_identifier(palimpseste, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,text\n1,Vue\n")
    status, _, err = palimpseste("deid", "t.csv", "-o", "o.csv", "--text-column", "id", *_RULES)
    assert (status, "text and identifier cannot both be the column 'id'" in err) == (2, True)


def test_what_the_system_calls_an_error_is_told(tmp_path) -> None:
    (tmp_path / "a.txt").write_text("Vue.")
    name = "x" * 300 + ".txt"
    done = subprocess.run(
        [sys.executable, "-m", "palimpseste", "deid", "a.txt", "-o", name, *map(str, _RULES)],
        capture_output=True,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert b"failed (OSError: File name too long)" in done.stderr


def test_signs_that_a_terminal_has_not_end_no_command(tmp_path) -> None:
    note = "=== id: a\n---\nVue par <LASTNAME>Kervadoréac</LASTNAME>.\n"
    (tmp_path / "n.notes").write_text(note)
    done = subprocess.run(
        [sys.executable, "-m", "palimpseste", "evaluate", "n.notes", "n.notes"],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, b"\\u2013" in done.stdout) == (0, True)


def test_a_file_whose_only_document_is_refused_is_not_said_to_be_there(palimpseste, tmp_path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\x00\x01\x02")
    status, _, err = palimpseste("deid", "a.txt", "-o", "o.txt", *_RULES)
    assert (status, "results      none" in err) == (3, True)
    assert not (tmp_path / "o.txt").exists()


@pytest.mark.parametrize(
    ("hidden", "told"), [(1, "1 file or folder whose name begins"), (2, "2 files and folders whose")]
)
def test_hidden_files_are_counted_aloud(palimpseste, tmp_path, hidden, told) -> None:
    for name in ("a.txt", *(f".{number}.txt" for number in range(hidden))):
        (tmp_path / "notes").mkdir(exist_ok=True)
        (tmp_path / "notes" / name).write_text("Vue.")
    _, _, err = palimpseste("deid", "notes", "-o", "out", "--dry-run", *_RULES)
    assert f"not read: {told}" in err
    _, _, err = palimpseste("detect", "notes", "-o", "out.jsonl", "--dry-run", "--detectors", "rules")
    assert f"not read: {told}" in err


_NOTE = "=== id: a\n---\nVue par <LASTNAME>Kervadoréac</LASTNAME>.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("evaluate", "gold.notes", "found.notes", "--html", "gold.notes"), id="a page over annotations"),
        pytest.param(("evaluate", "gold.notes", "found.notes", "--html", "../here/gold.notes"), id="by another name"),
        pytest.param(("explain", "gold.notes", "-o", "gold.notes", "--force"), id="an explanation over its note"),
    ],
)
def test_what_a_command_reads_is_never_replaced_by_what_it_writes(
    palimpseste, tmp_path, monkeypatch, arguments
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("gold.notes", "found.notes"):
        (here / name).write_text(_NOTE)
    status, _, err = palimpseste(*arguments)
    assert (status, "this command reads it, or writes it twice" in err) == (2, True)
    assert [path.read_text() for path in here.iterdir()] == [_NOTE, _NOTE]


def test_a_page_takes_the_place_of_an_earlier_one(palimpseste, tmp_path) -> None:
    (tmp_path / "gold.notes").write_text(_NOTE)
    for _ in range(2):
        status, _, _ = palimpseste("evaluate", "gold.notes", "gold.notes", "--html", "page.html")
        assert status == 0


@pytest.mark.parametrize("option", ["--html", "--json"])
@pytest.mark.parametrize(
    "there",
    [
        pytest.param("palimpseste-key-1:0f", id="a key"),
        pytest.param('{"id": "a", "text": "Vue."}\n', id="notes"),
        pytest.param('{\n "format": "palimpseste-cohorts-1"\n}\n', id="a register"),
    ],
)
def test_a_page_takes_the_place_of_nothing_else(palimpseste, tmp_path, option, there) -> None:
    (tmp_path / "gold.notes").write_text(_NOTE)
    (tmp_path / "kept").write_text(there)
    status, _, err = palimpseste("evaluate", "gold.notes", "gold.notes", option, "kept")
    assert (status, "kept exists and is no earlier result of this kind: name another file, or remove it" in err) == (
        2,
        True,
    )
    assert (tmp_path / "kept").read_text() == there


def _commands(command, context):
    yield context, command
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        yield from _commands(below, click.Context(below, context, name))


def test_every_command_and_every_option_is_explained() -> None:
    mute = [
        (context.command_path, option)
        for context, command in _commands(every_command, click.Context(every_command, info_name="palimpseste"))
        for option in ["", *command.get_params(context)]
        if not (getattr(option, "help", None) if isinstance(option, click.Option) else option or command.help)
    ]
    assert mute == []


@pytest.mark.parametrize("head", ["0f", "9" * 63, "z" * 64])
def test_a_head_that_is_copied_amiss_is_no_sign_that_a_log_was_replaced(palimpseste, head) -> None:
    for command in (("cohort", "verify", "--register", "r.json"), ("user", "audit", "--folder", "s")):
        status, _, err = palimpseste(*command, "--head", head)
        assert (status, "no head of a log" in err, "copy it whole" in err) == (2, True, True)


def test_the_argument_that_the_system_refuses_is_told_and_no_other_path(palimpseste, tmp_path) -> None:
    (tmp_path / "gold.notes").write_text(_NOTE)
    (tmp_path / "file").write_text("")
    for arguments, named in (
        (("campaign", "import", "gold.notes", "-o", "file/campaign"), "file/campaign"),
        (("risk", "gold.notes", "--against=gold.notes", "--output=file/risk"), "--output=file/risk"),
    ):
        status, _, err = palimpseste(*arguments)
        assert (status, f"palimpseste: {named}: failed (NotADirectoryError" in err) == (1, True)
