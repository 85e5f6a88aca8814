"""Keys are made, kept, derived, and never shown."""

from __future__ import annotations

import base64
import copy
import os
import pickle
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.surrogates import CohortKey, MasterKey, Policy, Replacer
from palimpseste.surrogates.keys import proof_of

CANARY = b"canari-canari-canari-canari-cana"
WRITTEN = base64.urlsafe_b64encode(CANARY).decode("ascii")


def test_a_key_file_is_readable_by_its_owner_only_and_gives_the_key_back(tmp_path: Path) -> None:
    path = tmp_path / "key"
    key = MasterKey.generate()
    key.to_file(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().startswith("palimpseste-key-1:")
    assert MasterKey.from_file(path) == key


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o440, 0o404], ids=oct)
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
        pytest.param(f"palimpseste-key-1:{WRITTEN}\npalimpseste-key-1:{WRITTEN}", id="two keys"),
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
        is_of_a_key = content.startswith("palimpseste-key-1:")
        with pytest.raises(
            UsageError, match="a key that was cut or changed" if is_of_a_key else "holds no key"
        ) as error:
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


def test_a_key_is_32_bytes_and_nothing_else() -> None:
    for wrong in (b"c" * 31, b"c" * 33, "c" * 32, bytearray(32)):
        with pytest.raises(UsageError, match="32 bytes"):
            CohortKey(wrong)  # type: ignore[arg-type] # wrong on purpose
    assert CohortKey(CANARY).to_bytes() == CANARY


def test_keys_are_equal_where_they_are_of_one_kind_and_hold_the_same() -> None:
    assert MasterKey(CANARY) == MasterKey(CANARY)
    assert MasterKey(CANARY) != MasterKey(CANARY[::-1])
    assert MasterKey(CANARY) != CohortKey(CANARY)
    assert CohortKey(CANARY) != CANARY
    assert (repr(MasterKey(CANARY)), repr(CohortKey(CANARY))) == ("MasterKey(<masked>)", "CohortKey(<masked>)")
    with pytest.raises(TypeError, match="unhashable"):
        hash(CohortKey(CANARY))
    assert MasterKey.generate() != MasterKey.generate()


@pytest.mark.parametrize("secret", [b"\xfb\xff" * 16, b"\xff" * 32, bytes(32)], ids=["signs", "underscores", "zeros"])
def test_a_key_of_any_bytes_is_written_in_letters_safe_in_paths_and_read_back(tmp_path: Path, secret: bytes) -> None:
    path = tmp_path / "key"
    MasterKey(secret).to_file(path)
    written = path.read_text()
    assert written == f"palimpseste-key-1:{base64.urlsafe_b64encode(secret).decode()}\n"
    assert MasterKey.from_file(str(path)) == MasterKey(secret)
    path.write_text(f"\n  {written}\n ")
    assert MasterKey.from_file(path) == MasterKey(secret)


def test_the_source_of_a_wrong_key_is_named_and_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "key"
    path.touch(mode=0o600)
    with pytest.raises(UsageError) as of_file:
        MasterKey.from_file(path)
    advice = "holds no key of this program; make one with: palimpseste key new"
    assert str(of_file.value) == f"key file {path} {advice}"
    monkeypatch.setenv("OTHER_KEY", "\udce9")  # a byte that is no UTF-8
    with pytest.raises(UsageError) as of_variable:
        MasterKey.from_environment("OTHER_KEY")
    assert str(of_variable.value) == f"environment variable OTHER_KEY {advice}"
    with pytest.raises(UsageError) as missing:
        MasterKey.from_file(tmp_path / "none")
    assert str(missing.value) == f"key file {tmp_path / 'none'} cannot be read: No such file or directory"


def test_a_key_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    path = tmp_path / "none" / "key"
    with pytest.raises(UsageError) as caught:
        MasterKey(CANARY).to_file(path)
    assert str(caught.value) == f"key file {path} cannot be written: No such file or directory"


def test_a_wrong_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.touch(mode=0o600)
    os.truncate(path, 1 << 24)
    tracemalloc.start()
    with pytest.raises(UsageError, match="holds no key"):
        MasterKey.from_file(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1 << 20


def test_the_proof_of_a_key_is_an_hmac_under_it() -> None:
    """Computed here as RFC 2104 has it: pickles made yesterday must know their key today."""
    padded = CANARY.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + b"palimpseste: proof of the same cohort key")
    outer = sha256(bytes(byte ^ 0x5C for byte in padded) + inner.digest())
    assert proof_of(CohortKey(CANARY)) == outer.hexdigest()
