"""Secret keys: one master key an institution keeps, one key derived from it for each cohort.

A cohort key is HKDF-SHA256 of the master key under the cohort's name (RFC 5869), so surrogates of two cohorts cannot be
linked without the master key, and destroying the master key makes every link unrecoverable.

No key is ever shown: not by ``repr``, ``str`` or ``format``, nor in an error, nor by pickling, which is refused.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

from palimpseste.errors import UsageError
from palimpseste.files import new_private, private_bytes

__all__ = ["CohortKey", "MasterKey", "Secret", "proof_of"]

_BYTES = 32
_MOST_BYTES = 4096  # of a file: a wrong one may be of any length
_PREFIX = "palimpseste-key-1:"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Secret:
    """32 secret bytes that nothing shows."""

    _secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self._secret, bytes) or len(self._secret) != _BYTES:
            raise UsageError(f"a key is {_BYTES} bytes")

    def to_bytes(self) -> bytes:
        """Return the secret itself, to hand to a worker process; never log it."""
        return self._secret

    def __repr__(self) -> str:
        return f"{type(self).__name__}(<masked>)"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and hmac.compare_digest(self._secret, other._secret)

    __hash__ = None  # type: ignore[assignment] # a key is no dictionary key

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} is not pickled; pass to_bytes() on purpose")


class CohortKey(Secret):
    """The key all surrogates of one cohort are drawn with, 32 bytes."""

    __slots__ = ()


def proof_of(key: CohortKey) -> str:
    """Return what shows that two processes have the same key of a cohort, and tells nothing of it: an HMAC under it."""
    return hmac.digest(key.to_bytes(), b"palimpseste: proof of the same cohort key", sha256).hex()


class MasterKey(Secret):
    """The key an institution keeps, 32 random bytes.

    Examples
    --------
    >>> MasterKey.generate()
    MasterKey(<masked>)
    """

    __slots__ = ()

    @classmethod
    def generate(cls) -> MasterKey:
        """Return a new key from the system's randomness."""
        return cls(os.urandom(_BYTES))

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> MasterKey:
        """Read the key of a file that only its owner may read.

        Raises
        ------
        UsageError
            If the file cannot be read, may be read by others, or holds no key.
        """
        return cls._parsed(private_bytes(Path(path), "key file", _MOST_BYTES), f"key file {path}")

    @classmethod
    def from_environment(cls, name: str = "PALIMPSESTE_KEY") -> MasterKey:
        """Read the key of an environment variable.

        Raises
        ------
        UsageError
            If the variable is unset or holds no key.
        """
        text = os.environ.get(name)
        if text is None:
            raise UsageError(f"environment variable {name} is not set")
        return cls._parsed(text.encode("utf-8", "replace"), f"environment variable {name}")

    def to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the key to a new file of mode 0600.

        Raises
        ------
        UsageError
            If the file exists, which is never overwritten, or cannot be written.
        """
        line = f"{_PREFIX}{base64.urlsafe_b64encode(self._secret).decode('ascii')}\n"
        try:
            new_private(Path(path), line.encode("ascii"))
        except FileExistsError:
            raise UsageError(f"key file {path} exists and is not overwritten; choose another name") from None
        except OSError as error:
            raise UsageError(f"key file {path} cannot be written: {error.strerror}") from None

    def cohort(self, name: str) -> CohortKey:
        """Return the key of a cohort.

        Raises
        ------
        UsageError
            If the name is empty.
        """
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        if not name.strip():
            raise UsageError("a cohort needs a name")
        info = b"palimpseste cohort:" + name.encode("utf-8")
        return CohortKey(HKDF(algorithm=SHA256(), length=_BYTES, salt=None, info=info).derive(self._secret))

    @classmethod
    def _parsed(cls, text: bytes, where: str) -> MasterKey:
        stripped = text.strip()
        prefix = _PREFIX.encode("ascii")
        try:
            if not stripped.startswith(prefix):
                raise ValueError
            secret = base64.b64decode(stripped[len(prefix) :], altchars=b"-_", validate=True)
            if len(secret) != _BYTES:
                raise ValueError
        except (ValueError, binascii.Error):
            if prefix in stripped:  # whoever made a new one instead would have other surrogates from then on
                raise UsageError(f"{where} holds a key that was cut or changed; put a copy of it back") from None
            raise UsageError(f"{where} holds no key of this program; make one with: palimpseste key new") from None
        return cls(secret)
