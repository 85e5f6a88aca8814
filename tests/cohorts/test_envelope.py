"""Keys are derived and encrypted as the standards have it, and open for one opener and one context alone."""

from __future__ import annotations

import base64
import copy
import hashlib
import hmac
import pickle

import pytest

from palimpseste.cohorts import Passphrase, envelope
from palimpseste.cohorts.envelope import KeyEncryptionKey, new_scheme, opened_by, unwrapped, wrapped
from palimpseste.errors import UsageError
from palimpseste.surrogates import MasterKey

KEY = MasterKey(bytes(range(32)))
SALT = base64.b64encode(bytes(16)).decode()
SCRYPT = {"kind": "passphrase", "kdf": "scrypt", "n": 1 << 14, "r": 8, "p": 1, "salt": SALT}
HKDF = {"kind": "key file", "kdf": "hkdf-sha256", "salt": SALT}


def test_a_passphrase_becomes_a_key_by_scrypt() -> None:
    expected = hashlib.scrypt("é un mot de passe".encode(), salt=bytes(16), n=1 << 14, r=8, p=1, dklen=32)
    for words in ("é un mot de passe", "e\u0301 un mot de passe"):
        assert opened_by(Passphrase(words), SCRYPT, "r").to_bytes() == expected


def test_a_passphrase_that_is_no_text_becomes_a_key_too() -> None:
    """What the environment holds may be in no encoding; Python gives its bytes as surrogates."""
    words = b"mot de passe \xff".decode("utf-8", "surrogateescape")
    expected = hashlib.scrypt(b"mot de passe \xed\xb3\xbf", salt=bytes(16), n=1 << 14, r=8, p=1, dklen=32)
    assert opened_by(Passphrase(words), SCRYPT, "r").to_bytes() == expected


def test_the_dearest_derivation_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound itself takes all of a second and a GiB: here it is lower."""
    assert envelope._SCRYPT_BOUNDS == (1 << 14, 1 << 20)
    monkeypatch.setattr(envelope, "_SCRYPT_BOUNDS", (1 << 14, 1 << 15))
    expected = hashlib.scrypt(b"douze lettres", salt=bytes(16), n=1 << 15, r=8, p=1, dklen=32, maxmem=1 << 26)
    assert opened_by(Passphrase("douze lettres"), {**SCRYPT, "n": 1 << 15}, "r").to_bytes() == expected
    with pytest.raises(UsageError, match="a derivation this program does not do"):
        opened_by(Passphrase("douze lettres"), {**SCRYPT, "n": 1 << 16}, "r")


def test_a_key_file_becomes_a_key_by_hkdf() -> None:
    extracted = hmac.digest(bytes(16), KEY.to_bytes(), hashlib.sha256)
    expected = hmac.digest(extracted, b"palimpseste cohort register\x01", hashlib.sha256)
    assert opened_by(KEY, HKDF, "r").to_bytes() == expected


@pytest.mark.parametrize("opener", [Passphrase("douze lettres"), KEY], ids=["passphrase", "key"])
def test_each_register_has_a_salt_of_its_own(opener: Passphrase | MasterKey) -> None:
    first, second = new_scheme(opener), new_scheme(opener)
    assert len(base64.b64decode(first["salt"])) == 16
    assert first["salt"] != second["salt"]
    assert {**first, "salt": SALT} == (HKDF if opener is KEY else {**SCRYPT, "n": 1 << 17})
    assert new_scheme(opener, 1 << 14).get("n") == (None if opener is KEY else 1 << 14)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"kind": "key file"}, "r is opened by a key file, not by a passphrase"),
        ({"kind": None}, "not by a passphrase"),
        ({"n": 1 << 13}, "a derivation this program does not do"),
        ({"n": 1 << 21}, "a derivation this program does not do"),
        ({"n": (1 << 14) + 1}, "a derivation this program does not do"),
        ({"n": "16384"}, "a derivation this program does not do"),
        ({"r": 9}, "a derivation this program does not do"),
        ({"p": 2}, "a derivation this program does not do"),
        ({"salt": None}, "r is damaged"),
        ({"salt": "é"}, "r is damaged"),
        ({"salt": "AAA"}, "r is damaged"),
        ({"salt": f"{SALT}!"}, "r is damaged"),
    ],
)
def test_what_is_no_way_to_open_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        opened_by(Passphrase("douze lettres"), {**SCRYPT, **changed}, "r")


def test_a_passphrase_does_not_open_what_a_key_file_does() -> None:
    with pytest.raises(UsageError, match="r is opened by a passphrase, not by a key file"):
        opened_by(KEY, SCRYPT, "r")


def test_a_secret_opens_under_its_key_and_context_alone() -> None:
    kek, other = KeyEncryptionKey(bytes(32)), KeyEncryptionKey(b"1" * 32)
    text = wrapped(kek, b"secret", b"2024")
    assert unwrapped(kek, text, b"2024", "r") == b"secret"
    assert unwrapped(kek, text, b"2025", "r") is None
    assert unwrapped(other, text, b"2024", "r") is None
    assert text != wrapped(kek, b"secret", b"2024")
    content = base64.b64decode(text)
    # A nonce of 12 bytes before, a tag of 16 behind.
    assert len(content) == 12 + 6 + 16
    for place in range(len(content)):
        broken = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        assert unwrapped(kek, base64.b64encode(broken).decode(), b"2024", "r") is None
    assert unwrapped(kek, "AAAA", b"2024", "r") is None
    with pytest.raises(UsageError, match="r is damaged"):
        unwrapped(kek, "é", b"2024", "r")


def test_a_passphrase_is_the_first_line_of_its_file(tmp_path) -> None:
    path = tmp_path / "phrase"
    path.touch(mode=0o600)
    for content in ("mot de passe", "mot de passe\n", "mot de passe\r\nautre\n"):
        path.write_text(content, newline="")
        assert Passphrase.from_file(path).words == "mot de passe"
    for words in (" mot ", "MOT DE PASSE XX"):
        path.write_text(f"{words}\n")
        assert Passphrase.from_file(path).words == words
    path.write_bytes(b"\xff\n")
    with pytest.raises(UsageError, match="the passphrase is not UTF-8"):
        Passphrase.from_file(path)
    for empty in ("", "\n", "\r\nautre"):
        path.write_text(empty, newline="")
        with pytest.raises(UsageError, match="the passphrase is empty"):
            Passphrase.from_file(path)


def test_a_new_passphrase_has_twelve_characters() -> None:
    Passphrase("a" * 12).check_strength()
    with pytest.raises(UsageError, match="needs 12 characters or more"):
        Passphrase("a" * 11).check_strength()


def test_a_passphrase_is_never_shown() -> None:
    phrase = Passphrase("canari jaune")
    assert repr(phrase) == f"{phrase}" == "Passphrase(<masked>)"
    for attempt in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="is not pickled"):
            attempt(phrase)
