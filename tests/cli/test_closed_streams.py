"""Whoever starts a program may close its standard streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from palimpseste.surrogates import MasterKey

_DEID = ("--policy", "tag", "--detectors", "record,rules", "--workers", "1", "--key-file", "key")


def _run(folder: Path, closed: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a folder, with some streams closed as a shell closes them."""
    MasterKey(b"0123456789abcdef0123456789abcdef").to_file(folder / "key")
    (folder / "a.txt").write_text("Vue par Mme Kervadoréac.")
    command = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "palimpseste", *arguments]
    return subprocess.run(command, capture_output=True, cwd=folder, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize(
    ("closed", "arguments", "told"),
    [
        pytest.param("<&-", ("-", "-o", "o.jsonl"), "standard input is closed: hand notes over", id="lines from it"),
        pytest.param("<&-", ("-", "--format", "text", "-o", "o.txt"), "standard input is closed", id="a text from it"),
        pytest.param(">&-", ("a.txt", "-o", "-"), "standard output is closed: hand results on", id="results to it"),
    ],
)
def test_a_closed_stream_that_is_asked_for_is_told_with_the_way_out(
    tmp_path: Path, closed: str, arguments: tuple[str, ...], told: str
) -> None:
    done = _run(tmp_path, closed, "deid", *arguments, *_DEID)
    assert done.returncode == 2
    assert told in done.stderr.decode()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_run_goes_on_with_closed_streams_and_tells_them_nothing(tmp_path: Path, closed: str) -> None:
    done = _run(tmp_path, closed, "deid", "a.txt", "-o", "o.txt", *_DEID)
    assert done.returncode == 0
    assert (tmp_path / "o.txt").read_text() == "Vue par Mme [LASTNAME]."
    # Nothing that was meant for a stream stands in a file that was opened in its place.
    assert all(b"palimpseste 0" not in path.read_bytes() for path in tmp_path.iterdir())


def test_nobody_is_asked_where_standard_input_is_closed(tmp_path: Path) -> None:
    done = _run(tmp_path, "<&-", "cohort", "list", "--register", "r.json")
    assert done.returncode == 2
    assert b"AttributeError" not in done.stderr
