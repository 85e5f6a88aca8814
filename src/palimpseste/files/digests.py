"""What tells one content from another."""

from __future__ import annotations

from hashlib import sha256
from typing import BinaryIO

__all__ = ["digest_of"]

_BLOCK_BYTES = 1 << 20


def digest_of(stream: BinaryIO) -> str:
    """Return the SHA-256 of what is left of a stream, in hexadecimal; read in blocks, however long it is."""
    digest = sha256()
    while block := stream.read(_BLOCK_BYTES):
        digest.update(block)
    return digest.hexdigest()
