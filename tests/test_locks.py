"""The lock files hold what `pyproject.toml` asks for, one version a Python, each with the digests of its files."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = msgspec.toml.decode((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "locks").glob("*.txt"))}
PYTHONS = ("3.10", "3.11", "3.12", "3.13")


def asked(extra: str) -> list[Requirement]:
    """Return what an installation with an extra asks for itself."""
    lines = PROJECT["dependencies"] + PROJECT["optional-dependencies"].get(extra, [])
    found = []
    for requirement in map(Requirement, lines):
        found += asked_by(requirement) if requirement.name == "palimpseste" else [requirement]
    return found


def asked_by(own: Requirement) -> list[Requirement]:
    return [each for extra in own.extras for each in asked(extra)]


def locked(lock: str) -> list[tuple[Requirement, list[str]]]:
    """Return what a lock file pins, with the digests of each."""
    entries = re.findall(r"^([^\s#][^\\\n]*?)\s*((?:\\\n\s+--hash=\S+\s*)*)$", lock, re.MULTILINE)
    return [(Requirement(line), re.findall(r"--hash=(\S+)", hashes)) for line, hashes in entries]


def environment(python: str) -> dict[str, str]:
    linux = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"}
    full = {"python_full_version": f"{python}.9", "platform_python_implementation": "CPython"}
    return {**linux, **full, "python_version": python, "implementation_name": "cpython"}


def test_an_installation_without_extras_and_those_for_notes_are_locked() -> None:
    assert set(LOCKS) == {"base", "campaign", "generative", "oidc", "omop", "onnx", "pdf", "service", "train"}
    assert set(LOCKS) - {"base"} <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("name", LOCKS)
def test_each_package_is_pinned_with_digests(name: str) -> None:
    pins = locked(LOCKS[name])
    assert len(pins) > 10
    for pin, digests in pins:
        assert re.fullmatch(r"==[\w.+!]+", str(pin.specifier)), pin
        assert digests, pin
        assert [each for each in digests if not re.fullmatch(r"sha256:[0-9a-f]{64}", each)] == []


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", LOCKS)
def test_what_is_asked_for_is_locked_once_within_its_bounds(name: str, python: str) -> None:
    here = environment(python)
    pins: dict[str, list[Requirement]] = {}
    for pin, _ in locked(LOCKS[name]):
        if not pin.marker or pin.marker.evaluate(here):
            pins.setdefault(canonicalize_name(pin.name), []).append(pin)
    assert [name for name, found in pins.items() if len(found) > 1] == []
    for requirement in asked(name):
        if requirement.marker and not requirement.marker.evaluate(here):
            continue
        (pin,) = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(str(pin.specifier).removeprefix("=="))


def test_all_lock_files_pin_one_version() -> None:
    versions: dict[tuple[str, str], set[str]] = {}
    for lock in LOCKS.values():
        for pin, _ in locked(lock):
            for python in PYTHONS:
                if not pin.marker or pin.marker.evaluate(environment(python)):
                    versions.setdefault((pin.name, python), set()).add(str(pin.specifier))
    assert {key: found for key, found in versions.items() if len(found) > 1} == {}


def test_every_python_that_is_supported_is_locked_for() -> None:
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert named == list(PYTHONS)
    assert sys.version_info >= (3, 10)
