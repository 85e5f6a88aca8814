"""The envelope keys are kept in: a key-encryption key out of a passphrase or a key file, and AES-256-GCM under it.

- A passphrase becomes a key by scrypt (RFC 7914) with a random salt; N = 2^17, r = 8, p = 1: 128 MiB and about half a
  second a guess.
- A key file becomes one by HKDF-SHA256 (RFC 5869) with a random salt, so that it may serve elsewhere too.
- Each key is encrypted under a nonce of its own, 96 random bits, with what it is the key of as associated data: a key
  that is moved to another name, or another register, does not open.
"""

from __future__ import annotations

import base64
import binascii
import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from palimpseste.errors import UsageError
from palimpseste.files import private_bytes
from palimpseste.surrogates.keys import MasterKey, Secret

__all__ = ["KeyEncryptionKey", "Opener", "Passphrase", "new_scheme", "opened_by", "unwrapped", "wrapped"]

_BYTES = 32
_NONCE_BYTES = 12
_SALT_BYTES = 16
_LEAST_CHARACTERS = 12
# An edited register may ask for neither a cheap key nor all memory.
_SCRYPT_N = 1 << 17
_SCRYPT_BOUNDS = (1 << 14, 1 << 20)


class KeyEncryptionKey(Secret):
    """The key other keys are encrypted with, 32 bytes."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Passphrase:
    """What somebody remembers; never shown.

    Parameters
    ----------
    words : str
        Not empty. Composed characters and combining accents are the same passphrase.
    """

    words: str

    def __post_init__(self) -> None:
        if not self.words:
            raise UsageError("the passphrase is empty")

    @classmethod
    def from_file(cls, path: Path) -> Passphrase:
        """Read the first line of a file that only its owner may read.

        Raises
        ------
        UsageError
            If it cannot be read, may be read by others, or holds none.
        """
        try:
            return cls(private_bytes(path).decode("utf-8").split("\n")[0].rstrip("\r"))
        except UnicodeDecodeError:
            raise UsageError(f"{path}: the passphrase is not UTF-8") from None

    def check_strength(self) -> None:
        """Refuse a new passphrase that is too short.

        Raises
        ------
        UsageError
            If it has fewer than 12 characters.
        """
        if len(self.words) < _LEAST_CHARACTERS:
            raise UsageError(f"a passphrase needs {_LEAST_CHARACTERS} characters or more")

    def __repr__(self) -> str:
        return "Passphrase(<masked>)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Passphrase is not pickled")


Opener = Passphrase | MasterKey


def new_scheme(opener: Opener, scrypt_n: int = _SCRYPT_N) -> dict[str, Any]:
    """Return how a new register is opened: the kind of its opener and a new salt."""
    salt = _text_of(os.urandom(_SALT_BYTES))
    if isinstance(opener, Passphrase):
        return {"kind": "passphrase", "kdf": "scrypt", "n": scrypt_n, "r": 8, "p": 1, "salt": salt}
    return {"kind": "key file", "kdf": "hkdf-sha256", "salt": salt}


def opened_by(opener: Opener, scheme: Mapping[str, Any], where: str) -> KeyEncryptionKey:
    """Return the key that an opener gives under a scheme, right or wrong.

    Parameters
    ----------
    opener : Opener
        What somebody opens it with.
    scheme : mapping
        As the file has it.
    where : str
        What an error calls the file.

    Raises
    ------
    UsageError
        If the scheme asks for another kind of opener, or is none.
    """
    kind = "passphrase" if isinstance(opener, Passphrase) else "key file"
    if scheme.get("kind") != kind:
        raise UsageError(f"{where} is opened by a {scheme.get('kind')}, not by a {kind}")
    salt = _bytes_of(scheme.get("salt"), where)
    if isinstance(opener, MasterKey):
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        derivation = HKDF(algorithm=SHA256(), length=_BYTES, salt=salt, info=b"palimpseste cohort register")
        return KeyEncryptionKey(derivation.derive(opener.to_bytes()))
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    n = scheme.get("n")
    low, high = _SCRYPT_BOUNDS
    if not isinstance(n, int) or not low <= n <= high or n & (n - 1) or (scheme.get("r"), scheme.get("p")) != (8, 1):
        raise UsageError(f"{where} asks for a derivation this program does not do")
    words = unicodedata.normalize("NFC", opener.words).encode("utf-8", "surrogatepass")
    return KeyEncryptionKey(Scrypt(salt=salt, length=_BYTES, n=n, r=8, p=1).derive(words))


def wrapped(kek: KeyEncryptionKey, secret: bytes, context: bytes) -> str:
    """Return a secret encrypted, as text that only the same key and context open.

    Parameters
    ----------
    kek : KeyEncryptionKey
        What encrypts.
    secret : bytes
        What is encrypted.
    context : bytes
        What it is bound to.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = os.urandom(_NONCE_BYTES)
    return _text_of(nonce + AESGCM(kek.to_bytes()).encrypt(nonce, secret, context))


def unwrapped(kek: KeyEncryptionKey, text: str, context: bytes, where: str) -> bytes | None:
    """Return a secret decrypted; None where key or context are others, or the text was changed.

    Parameters
    ----------
    kek : KeyEncryptionKey
        What decrypts.
    text : str
        As `wrapped` gave it.
    context : bytes
        What it is bound to.
    where : str
        What an error calls the file.

    Raises
    ------
    UsageError
        If the text is no wrapped secret.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    content = _bytes_of(text, where)
    try:
        return AESGCM(kek.to_bytes()).decrypt(content[:_NONCE_BYTES], content[_NONCE_BYTES:], context)
    except (InvalidTag, ValueError):
        return None


def _text_of(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _bytes_of(text: object, where: str) -> bytes:
    try:
        if not isinstance(text, str):
            raise ValueError
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise UsageError(f"{where} is damaged: what should be encrypted or salt is neither") from None
