"""Which notes people have before them, so that no more read one than are to."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

__all__ = ["Turns"]

# Whoever has a note before him for longer has left it.
_SECONDS_OPEN = 1800.0


class Turns:
    """The notes that people have before them, by name."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, float]] = {}
        self._handing_out = threading.Lock()

    def next_of(
        self, user: str, names: Sequence[str], readers: int, others: Callable[[], Mapping[str, set[str]]]
    ) -> str | None:
        """Return the first of some notes that too few people have reviewed or before them, and note who has it now.

        Parameters
        ----------
        user : str
            Who asks.
        names : sequence of str
            The notes, by rank.
        readers : int
            How many people review each.
        others : callable
            Returns who else has reviewed each note; asked while nobody else is handed one.
        """
        with self._handing_out:
            since = time.monotonic() - _SECONDS_OPEN
            people = {name: set(each) for name, each in others().items()}
            for name, readers_now in self._open.items():
                people.setdefault(name, set()).update(
                    each for each, at in readers_now.items() if at > since and each != user
                )
            found = next((name for name in names if len(people.get(name, ())) < readers), None)
            for readers_now in self._open.values():
                readers_now.pop(user, None)
            self._open = {name: readers_now for name, readers_now in self._open.items() if readers_now}
            if found is not None:
                self._open.setdefault(found, {})[user] = time.monotonic()
            return found
