"""Keys are made, kept, derived, and never shown."""

from __future__ import annotations

import base64
import copy
import pickle
from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer

CANARY = b"canari-canari-canari-canari-cana"
WRITTEN = base64.urlsafe_b64encode(CANARY).decode("ascii")


def test_a_key_file_is_readable_by_its_owner_only_and_gives_the_key_back(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = MasterKey.generate()
    key.to_file(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().startswith("palimpseste-key-1:")
    assert MasterKey.from_file(path) == key


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o400], ids=oct)
def test_a_key_file_of_another_mode_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "key"
    MasterKey(CANARY).to_file(path)
    path.chmod(mode)
    with pytest.raises(UsageError, match=f"mode {mode:04o}") as error:
        MasterKey.from_file(path)
    assert WRITTEN not in str(error.value)
    path.chmod(0o600)


def test_a_key_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "key"
    MasterKey(CANARY).to_file(path)
    with pytest.raises(UsageError, match="not overwritten"):
        MasterKey.generate().to_file(path)
    assert MasterKey.from_file(path) == MasterKey(CANARY)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="empty"),
        pytest.param(WRITTEN, id="no prefix"),
        pytest.param(f"palimpseste-key-1:{WRITTEN[:-8]}", id="too short"),
        pytest.param(f"palimpseste-key-1:{WRITTEN[:-3]}é=", id="not base64"),
        pytest.param(f"palimpseste-key-1:{WRITTEN[:9]}!{WRITTEN[9:]}", id="a sign that is not of base64"),
        pytest.param(f"palimpseste-key-2:{WRITTEN}", id="another version"),
    ],
)
def test_what_is_no_key_is_refused_without_being_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    path = tmp_path / "key"
    path.touch(mode=0o600)
    path.write_text(content)
    monkeypatch.setenv("PALIMPSESTE_KEY", content)
    for read in (lambda: MasterKey.from_file(path), MasterKey.from_environment):
        with pytest.raises(UsageError, match="holds no key") as error:
            read()
        assert WRITTEN[:10] not in str(error.value)


def test_a_missing_file_and_an_unset_variable_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PALIMPSESTE_KEY", raising=False)
    with pytest.raises(UsageError, match="nulle-part"):
        MasterKey.from_file(tmp_path / "nulle-part")
    with pytest.raises(UsageError, match="PALIMPSESTE_KEY"):
        MasterKey.from_environment()


def test_the_environment_holds_what_the_file_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    MasterKey(CANARY).to_file(tmp_path / "key")
    monkeypatch.setenv("PALIMPSESTE_KEY", (tmp_path / "key").read_text())
    assert MasterKey.from_environment() == MasterKey(CANARY)


def test_a_cohort_key_is_a_function_of_the_master_key_and_the_name() -> None:
    master = MasterKey(CANARY)
    assert master.cohort("sein") == MasterKey(CANARY).cohort("sein")
    assert master.cohort("sein") != master.cohort("poumon")
    assert master.cohort("sein") != MasterKey.generate().cohort("sein")
    assert master.cohort("sein").to_bytes() != CANARY
    with pytest.raises(UsageError, match="name"):
        master.cohort(" ")


def test_a_cohort_key_is_the_hkdf_of_rfc_5869() -> None:
    import hashlib
    import hmac

    extracted = hmac.digest(b"\0" * 32, CANARY, hashlib.sha256)
    expected = hmac.digest(extracted, b"palimpseste cohort:sein\x01", hashlib.sha256)
    assert MasterKey(CANARY).cohort("sein").to_bytes() == expected


@pytest.mark.parametrize("key", [MasterKey(CANARY), CohortKey(CANARY)], ids=["master", "cohort"])
def test_a_key_is_masked_wherever_it_is_shown(key: MasterKey | CohortKey) -> None:
    replacer = Replacer(CohortKey(CANARY), Policy.named("plausible"))
    for shown in (repr(key), str(key), f"{key}", f"{[key]}", repr(replacer)):
        assert "canari" not in shown
        assert WRITTEN[:10] not in shown
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError) as error:
            attempt(key)
        assert "canari" not in str(error.value)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(UsageError, match="32 bytes"):
        CohortKey(b"court")
