"""What tells one content from another."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

__all__ = ["digest_of", "digest_of_file"]

_BLOCK_BYTES = 1 << 20


def digest_of(stream: BinaryIO) -> str:
    """Return the SHA-256 of what is left of a stream, in hexadecimal; read in blocks, however long it is."""
    digest = sha256()
    while block := stream.read(_BLOCK_BYTES):
        digest.update(block)
    return digest.hexdigest()


def digest_of_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return digest_of(stream)
