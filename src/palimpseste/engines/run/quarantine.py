"""The documents a run could not do: which, where from, and why; never what they say."""

from __future__ import annotations

import json
from dataclasses import dataclass

from palimpseste.rendering.screen import identifier_shown
from palimpseste.sources.entry import Place

__all__ = ["Refusal"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One document that was not written.

    Parameters
    ----------
    id : str
        Its identifier, or its place where it could not be read.
    place : Place
        The file, and the line or row.
    reason : str
        Why.
    """

    id: str
    place: Place
    reason: str

    def to_json_line(self) -> bytes:
        """Return the line of the quarantine file."""
        values: dict[str, object] = {"id": self.id, "file": self.place.file}
        if self.place.line:
            values["line"] = self.place.line
        # In ASCII: the name of a file need not be valid Unicode.
        return (json.dumps({**values, "reason": self.reason}) + "\n").encode("ascii")

    def __str__(self) -> str:
        where = str(self.place)
        if self.id in (where, self.place.file):
            return f"{where}: {self.reason}"
        return f"{where}: document {identifier_shown(self.id)}: {self.reason}"
