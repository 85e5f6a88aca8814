"""Compose names as quarters and hamlets bear them, that are no commune's: for what places of care are called after.

Run from the root of the repository:

    python tools/build_quarters.py

Each is the beginning of the name of one commune of the bundled table and the end of that of another of the department,
which meet where they have a vowel and a consonant in common: « Marnaves » and « Arnay » give « Marnay ». Names that are
a commune's, an area's, a family's or a word's are left out. Writes `src/palimpseste/data/names/quarters.txt`; the
same table gives the same bytes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from palimpseste.detection.lexicon import in_dictionary
from palimpseste.folding import fold_name
from palimpseste.places import PlaceTable
from palimpseste.writings import lists
from palimpseste.writings.atlas import atlas_of

_LETTERS = range(5, 11)
_JOINT = r"[aeiouyé][bcdfglmnprstvz]"
_BEGINNING = re.compile(rf"[^\W\d_]{{1,4}}?({_JOINT})(?=[a-zà-ÿ])")
_END = re.compile(rf"(?<=[^\W\d_])(?=({_JOINT})[a-zà-ÿ]{{2}})")
_STEP = 37
# One in so many is enough.
_EVERY = 2
_PATH = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "names" / "quarters.txt"
_HEADER = """\
# Names as quarters and hamlets bear them, none of a commune: each the beginning of the name of one commune and the end
# of that of another. Written by tools/build_quarters.py.
"""


def main() -> None:
    """Write the list."""
    names = sorted(filter(_is_no_name, set(_composed())), key=lambda name: (fold_name(name), name))
    _PATH.write_text(_HEADER + "\n".join(names[::_EVERY]) + "\n", "utf-8")


def _composed() -> Iterator[str]:
    by_department: dict[str, list[str]] = defaultdict(list)
    for commune in PlaceTable.bundled().communes:
        if commune.name.isalpha() and commune.name.istitle() and len(commune.name) in _LETTERS:
            by_department[commune.department].append(commune.name)
    for names in by_department.values():
        ends: dict[str, list[str]] = defaultdict(list)
        for name in names:
            for end in _END.finditer(name):
                ends[end.group(1)].append(name[end.end(1) :])
        for place, name in enumerate(names):
            begun = _BEGINNING.match(name)
            others = ends[begun.group(1)] if begun else []
            if begun and others:
                yield name[: begun.end(1)] + others[place * _STEP % len(others)]


def _is_no_name(name: str) -> bool:
    table, folded = PlaceTable.bundled(), fold_name(name)
    atlas = atlas_of(table)
    is_place = table.named(name) or atlas.foreign_named(name) or atlas.area_named(name) or atlas.is_land_of_old(name)
    is_of_people = lists.is_family_name(folded) or lists.gender_of(folded)
    return len(name) in _LETTERS and not (is_place or is_of_people or in_dictionary(name))


if __name__ == "__main__":
    main()
