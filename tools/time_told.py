"""Count what tells time in words and stays under every policy: durations, days counted from others, clock times.

python tools/time_told.py NOTES
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.rendering.tables import markdown_table, share

_NUMBER = (
    r"(?:\d{1,3}(?:[.,]\d)?|un|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|quarante|"
    r"quelques|plusieurs)"
)
_UNIT = r"(?:ans?|années?|mois|semaines?|sem|jours?|j|heures?|minutes?|min)\b"
KINDS = {
    "counted from another day (« il y a trois jours », « J3 », « la veille »)": re.compile(
        rf"\bil y a (?:environ )?{_NUMBER} {_UNIT}|\b{_NUMBER} {_UNIT} (?:avant|après|auparavant|plus t(?:ard|ôt))\b"
        rf"|\bdans {_NUMBER} {_UNIT}|\bJ ?[+-]? ?\d{{1,3}}\b|\b(?:avant-)?hier\b|\b(?:après-)?demain\b|\bla veille\b"
        r"|\ble lendemain\b",
        re.IGNORECASE,
    ),
    "a duration (« pendant six semaines », « 10 j »)": re.compile(rf"\b{_NUMBER} ?{_UNIT}", re.IGNORECASE),
    "a clock time (« 14 h 30 »)": re.compile(
        r"\b(?:[01]?\d|2[0-3]) ?[hH:] ?[0-5]\d\b|\b(?:[01]?\d|2[0-3]) ?h(?:eures)?\b"
    ),
}


def main() -> None:
    """Print how many notes hold each kind outside the spans of their annotation, and how many times they do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notes", type=Path)
    held, times = Counter[str](), Counter[str]()
    notes = 0
    for document in read_documents(parser.parse_args().notes):
        notes += 1
        text = list(document.text)
        for span in document.entities:
            text[span.start : span.end] = "\0" * len(span)
        rest = "".join(text)
        counts = {}
        for kind, pattern in KINDS.items():  # in order: what is counted from a day is no duration
            rest, counts[kind] = pattern.subn("\0", rest)
        times.update(counts)
        held.update(kind for kind, count in counts.items() if count)
        held["any of these"] += any(counts.values())
    rows = [[kind, str(held[kind]), share(held[kind] / notes), str(times[kind])] for kind in KINDS]
    total = held["any of these"]
    rows.append(["any of these", str(total), share(total / notes), str(sum(times.values()))])
    print(markdown_table((f"of {notes:,} notes", "notes", "share", "times"), rows), end="")


if __name__ == "__main__":
    main()
