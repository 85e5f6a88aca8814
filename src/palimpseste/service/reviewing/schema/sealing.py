"""What a database of reviews holds of notes, encrypted, and notes by names that tell nothing of them."""

from __future__ import annotations

import hmac
import json
import secrets
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from palimpseste.errors import UsageError

__all__ = ["Seal"]

_NONCE_BYTES = 12


class Seal:
    """Encrypts values of reviews (AES-256-GCM) and names notes, by keys drawn from a secret.

    Parameters
    ----------
    secret : bytes
        The service's.
    """

    def __init__(self, secret: bytes) -> None:
        self._naming_key = hmac.digest(secret, b"palimpseste reviews: names of notes", "sha256")
        self._cipher = AESGCM(hmac.digest(secret, b"palimpseste reviews: texts", "sha256"))

    def name_of(self, document: str) -> str:
        """Return the name of a note, given the identifier of the document."""
        return hmac.digest(self._naming_key, document.encode("utf-8", "surrogatepass"), "sha256").hex()[:32]

    def sealed(self, values: object, *place: str) -> bytes:
        """Return values encrypted, bound to where they stand, so that rows cannot be exchanged."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, json.dumps(values).encode(), "\0".join(place).encode())

    def opened(self, sealed: bytes, *place: str) -> Any:
        """Return values that were encrypted for a place.

        Raises
        ------
        UsageError
            If they were not, or not under this secret.
        """
        try:
            nonce, content = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
            return json.loads(self._cipher.decrypt(nonce, content, "\0".join(place).encode()))
        except InvalidTag:
            raise UsageError("the reviews were kept under another service's secret, or changed since") from None
