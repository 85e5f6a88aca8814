"""Clock times in a date and right behind it, drawn anew where the policy asks."""

from __future__ import annotations

import re
from collections.abc import Callable

from palimpseste.surrogates.draws import BitStream

__all__ = ["time_after", "times_drawn"]

_TIME = re.compile(
    r"(?<![\d:.,/-])(?P<hour>[01]?\d|2[0-4])(?P<to>[ \u00a0]?h(?:eures?)?(?![^\W\d_])[ \u00a0]?|:(?=[0-5]\d))"
    r"(?P<minute>[0-5]\d(?!\d))?(?P<second>:[0-5]\d(?!\d))?",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"[ \u00a0,(-]{0,3}(?:(?:à|a|vers|dès)[ \u00a0]{1,2})?(?=\d)", re.IGNORECASE)


def times_drawn(text: str, stream_of: Callable[[str], BitStream]) -> str:
    """Return a text in which every clock time is a drawn one, written as it was (« 14h30 », « 08:05:00 », « 8 h »).

    Parameters
    ----------
    text : str
        Times, and what stands around them.
    stream_of : callable
        The stream of a time that is said as ``"14:30"``, whatever its writing.
    """

    def drawn(match: re.Match[str]) -> str:
        stream = stream_of(f"{int(match['hour'])}:{match['minute'] or '00'}{match['second'] or ''}")
        hour, minute, second = stream.below(24), stream.below(60), stream.below(60)
        written = f"{hour:0{len(match['hour'])}}{match['to']}"
        written += f"{minute:02}" if match["minute"] else ""
        return written + (f":{second:02}" if match["second"] else "")

    return _TIME.sub(drawn, text)


def time_after(text: str) -> tuple[int, int] | None:
    """Return where the clock time stands that a text begins with, as in « à 14h30 »; None where it does not."""
    link = _BEHIND.match(text)
    time = _TIME.match(text, link.end()) if link else None
    return time.span() if time else None
