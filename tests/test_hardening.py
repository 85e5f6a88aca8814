"""The systemd unit that ships is sandboxed, its command is ours, and the papers of security point to what is there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from palimpseste.cli.run.deid import command

ROOT = Path(__file__).parent.parent
UNIT = ROOT / "examples" / "systemd" / "palimpseste@.service"
PAPERS = sorted(
    [ROOT / "SECURITY.md", *(ROOT / "docs" / "security").glob("*.md"), *(ROOT / "docs" / "fr").rglob("*.md")]
)
# Of 100; systemd 252 gives it 3.
MOST_EXPOSED = 10

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="systemd-analyze is not installed: the sandbox of the unit is not rated",
)


def rating(unit: Path) -> subprocess.CompletedProcess[str]:
    """Return what systemd says of a unit: status 0 where it is not more exposed than allowed."""
    rated = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", str(unit)]
    done = subprocess.run(rated, capture_output=True, text=True, timeout=60, check=False)
    if "offline" in done.stderr and "unrecognized" in done.stderr:
        pytest.skip("this systemd-analyze cannot rate a file: the sandbox of the unit is not rated")
    return done


@needs_systemd
def test_systemd_rates_the_unit_as_hardly_exposed() -> None:
    done = rating(UNIT)
    assert "Overall exposure level" in done.stdout, done.stderr
    assert done.returncode == 0, done.stdout[-200:]


@needs_systemd
@pytest.mark.parametrize("line", ["PrivateNetwork=yes", "CapabilityBoundingSet=", "SystemCallFilter=@system-service"])
def test_a_unit_without_a_wall_is_refused(line: str, tmp_path: Path) -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    assert line in lines
    weaker = tmp_path / UNIT.name
    family = line.split("=")[0] + "="
    dropped = (family, "RestrictAddressFamilies=", "IPAddressDeny=") if "Network" in line else (family, "User=")
    weaker.write_text("\n".join(each for each in lines if not each.startswith(dropped)), "utf-8")
    done = rating(weaker)
    assert "Overall exposure level" in done.stdout, done.stderr
    assert done.returncode != 0


def test_the_unit_keeps_notes_and_key_in_memory() -> None:
    lines = UNIT.read_text("utf-8").splitlines()
    assert {"LimitCORE=0", "MemorySwapMax=0", "UMask=0077", "User=palimpseste"} <= set(lines)
    assert [line for line in lines if line.startswith("ReadWritePaths=")] == ["ReadWritePaths=/srv/palimpseste/out"]


def test_the_command_of_the_unit_is_one_of_ours() -> None:
    text = UNIT.read_text("utf-8").replace("\\\n", " ")
    (line,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    program, name, *arguments = shlex.split(line)
    assert (program, name) == ("/opt/palimpseste/bin/palimpseste", "deid")
    assert isinstance(command, click.Command)
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert [each for each in arguments if each.startswith("-") and each not in known] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_paper_points_to_is_there(paper: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", paper.read_text("utf-8"))
    assert [link for link in links if "://" not in link and not (paper.parent / link).exists()] == []
