"""Logical identifiers and references, written anew under the cohort's key so that they agree within it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from palimpseste.surrogates.draws import Draws
from palimpseste.surrogates.keys import CohortKey

__all__ = ["ID", "Pseudonyms", "target_of_reference"]

ID = re.compile(r"[A-Za-z0-9.-]{1,64}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_LETTERS = 26  # five bits each: 130 bits, so that two identifiers of an export never meet


@dataclass(frozen=True, slots=True, repr=False)
class Pseudonyms:
    """New logical identifiers, functions of the key and of the old ones.

    Parameters
    ----------
    key : CohortKey, optional
        Without one a key is made and forgotten.
    """

    key: CohortKey = field(default_factory=lambda: CohortKey(os.urandom(32)))

    def __call__(self, id: str) -> str:
        """Return the new identifier: a UUID for a UUID, else 26 letters and digits.

        One identifier has one new one whatever the resource's type, since ``urn:uuid:`` names no type.
        """
        stream = Draws(self.key, "fhir").stream("FHIR_ID", id.lower() if _UUID.fullmatch(id) else id, "logical id")
        if not _UUID.fullmatch(id):
            return "".join(_ALPHABET[stream.bits(5)] for _ in range(_LETTERS))
        # Version 4 and variant 1 of RFC 4122, as a random UUID has.
        bits = (stream.bits(128) & ~(0xF << 76) & ~(0x3 << 62)) | (0x4 << 76) | (0x2 << 62)
        digits = f"{bits:032x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    def __repr__(self) -> str:
        return "Pseudonyms(<masked>)"


def target_of_reference(reference: object) -> tuple[str, str] | None:
    """Return the type and logical identifier a reference names: relative, absolute, or ``urn:uuid:`` with type ``""``.

    None for a reference to a contained resource, and for what is no reference.
    """
    if not isinstance(reference, str) or reference.startswith("#"):
        return None
    if reference.startswith("urn:uuid:"):
        id = reference.removeprefix("urn:uuid:")
        return ("", id) if _UUID.fullmatch(id) else None
    parts = reference.split("/_history/")[0].split("/")
    if len(parts) < 2 or not parts[-2].isalpha() or not ID.fullmatch(parts[-1]):
        return None
    return parts[-2], parts[-1]
