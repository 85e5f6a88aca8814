"""The build script makes the committed files again."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools" / "build_places.py"
DATA = ROOT / "src" / "palimpseste" / "data" / "places"
BUILT = ["communes.csv.gz", "regions.tsv", "world_cities.tsv"]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Both packages, fetched with the pins of the script."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed: the build script cannot be checked against the committed files")
    folder = tmp_path_factory.mktemp("packages")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import build_places; from pathlib import Path; "
        "print(build_places.fetch_npm(Path(sys.argv[2]))); print(build_places.fetch_wheel(Path(sys.argv[2])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(SCRIPT.parent), str(folder)], capture_output=True, text=True, timeout=300
    )
    if done.returncode:
        pytest.skip(f"the registries cannot be reached: {done.stderr.strip().splitlines()[-1]}")
    npm_archive, wheel = done.stdout.split()
    return Path(npm_archive), Path(wheel)


def test_a_run_gives_the_committed_content(archives: tuple[Path, Path], tmp_path: Path) -> None:
    npm_archive, wheel = archives
    subprocess.run(
        [sys.executable, str(SCRIPT), "--npm-archive", npm_archive, "--geonames-wheel", wheel, "--out", tmp_path],
        check=True,
        capture_output=True,
        timeout=300,
    )
    for name in BUILT:
        # Another zlib may pack the same content otherwise.
        assert content(tmp_path / name) == content(DATA / name), f"{name} is out of date: run tools/build_places.py"
        if name.endswith(".gz"):
            assert (tmp_path / name).read_bytes()[4:8] == bytes(4), "the hour of packing would change the bytes"


def test_another_archive_is_refused(tmp_path: Path) -> None:
    fake = tmp_path / "fake.tgz"
    fake.write_bytes(b"")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--npm-archive", fake, "--geonames-wheel", fake, "--out", tmp_path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "fake.tgz: sha256" in done.stderr


def content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
