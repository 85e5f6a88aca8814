"""What a value says, in any writing: dates, ages, names, street lines, towns, number words, the calendar of a document.

Nothing here knows a key, draws, or asks a policy: detection, surrogates and every measurement read alike. `date_said`
and `ages_said` read one date or age for whoever has found it.

Must not import: detection or anything above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palimpseste.writings.said import AgeSaid, DateSaid, ages_said, date_said

__all__ = ["AgeSaid", "DateSaid", "ages_said", "date_said"]


def __getattr__(name: str) -> object:
    # Detection reads number words alone: the other readers are imported by whoever asks for them.
    if name in __all__:
        from palimpseste.writings import said

        return getattr(said, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
