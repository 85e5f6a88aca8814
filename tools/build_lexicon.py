"""Build the files detection loads at start: the traits of every known word, and the names of places and places of care.

    python tools/build_lexicon.py

Reads the word lists, the name lists and the place table of the package; the same lists give the same bytes. A list
in a folder of ``data/words/`` gives the trait of its name: ``names/title.txt`` gives `Trait.TITLE`.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.detection.lexicon import CARE_NAMES, LEXICON, PLACE_NAMES, word_list, words_of
from palimpseste.detection.tokens import Trait
from palimpseste.detection.view import fold_same_length
from palimpseste.places import GazetteerEntry, PlaceTable

DATA = Path(__file__).parent.parent / "src" / "palimpseste" / "data"
# Traits that no list of words gives: they come from the names and the places.
DERIVED = (
    Trait.FIRST
    | Trait.FAMILY
    | Trait.CITY
    | Trait.CITY_WORD
    | Trait.LOCATION
    | Trait.PLACE_START
    | Trait.HOSPITAL_START
)
SHORT_SAINTS = {"saint": "st", "sainte": "ste"}
# Countries whose towns are met in French notes as towns first, even where medicine borrowed the name.
NEIGHBOURS = frozenset({"FR", "BE", "CH", "LU", "MC", "DZ", "MA", "TN"})
# A commune smaller than this is met less often than a family that bears its name.
KNOWN_TOWN = 10_000
# A town of this size or larger is also called by the first word of its name (Décines-Charpieu).
CALLED_SHORT = 3_000


def list_of(trait: str) -> str:
    """Return the one list of words, in whichever folder, that is called as a trait is."""
    (found,) = (DATA / "words").glob(f"*/{trait.lower()}.txt")
    return found.relative_to(DATA).as_posix()


def traits_of_words() -> dict[str, int]:
    """Return the traits of every folded word."""
    lexicon: dict[str, int] = {}

    def give(trait: int, words: Iterable[str]) -> None:
        for word in words:
            lexicon[word] = lexicon.get(word, 0) | trait

    for name, trait in vars(Trait).items():
        if name.isupper() and not trait & DERIVED:
            give(trait, map(fold_same_length, word_list(list_of(name))))
    particles = {word for word, traits in lexicon.items() if traits & Trait.PARTICLE}
    firstnames = (line.split("\t")[0] for line in word_list("names/firstnames.tsv"))
    give(Trait.FIRST, (part for name in firstnames for part in words_of(name) if len(part) > 1))
    for origin in ("france", "world"):
        names = word_list(f"names/lastnames_{origin}.txt")
        give(
            Trait.FAMILY, {part for name in names for part in words_of(name) if part not in particles or len(part) > 3}
        )
    near = towns_nearby()
    for name, entry in PlaceTable.bundled().gazetteer().items():
        first_word, _, rest = name.partition(" ")
        if rest:
            give(Trait.PLACE_START, (first_word,))
            if entry.label == "CITY" and entry.population >= CALLED_SHORT and len(first_word) > 4:
                give(Trait.CITY_WORD, (first_word,))
        elif entry.label == "CITY":
            give(Trait.CITY_WORD if is_doubtful(name, entry, lexicon, near) else Trait.CITY, (name,))
        else:
            give(Trait.LOCATION, (name,))
    give(Trait.HOSPITAL_START, (words_of(name)[0] for name in word_list("words/care/hospitals.txt")))
    return lexicon


def is_doubtful(name: str, entry: GazetteerEntry, lexicon: dict[str, int], near: frozenset[str]) -> bool:
    """Tell whether a town's name says more often something else than the town."""
    doubts = Trait.COMMON | Trait.MEDICAL
    if entry.population < KNOWN_TOWN:
        doubts |= Trait.FIRST | Trait.FAMILY
    if name not in near:
        doubts |= Trait.EPONYM | Trait.FIRST
    return entry.common or len(name) < 3 or bool(lexicon.get(name, 0) & doubts)


def towns_nearby() -> frozenset[str]:
    """Return the folded names of the larger towns of France and of the countries nearest to it."""
    table = PlaceTable.bundled()
    towns = [town.name for town in table.communes if town.population >= KNOWN_TOWN]
    towns += [town.name for town in table.world_cities if town.country in NEIGHBOURS]
    return frozenset(" ".join(words_of(name)) for name in towns)


def place_names() -> Iterator[tuple[str, str]]:
    """Yield the place names of several words with their label."""
    for name, entry in PlaceTable.bundled().gazetteer().items():
        if " " in name:
            yield name, entry.label


def care_names() -> Iterator[tuple[str, str]]:
    """Yield the names of places of care, and whether each is known alone; a saint's also with the short word for it."""
    kinds: dict[str, str] = {}
    for kind, path in (("named", "words/care/hospital_names.txt"), ("alone", "words/care/hospitals.txt")):
        for name in map(words_of, word_list(path)):
            for written in (name, [SHORT_SAINTS.get(word, word) for word in name]):
                kinds[" ".join(written)] = kind
    yield from kinds.items()


def write(path: str, rows: Iterable[tuple[str, str]]) -> None:
    """Write the rows, sorted, compressed without a date."""
    lines = "".join(f"{first}\t{second}\n" for first, second in sorted(rows))
    (DATA / path).write_bytes(gzip.compress(lines.encode("utf-8"), mtime=0))


def lexicon() -> Iterator[tuple[str, str]]:
    """Yield each set of traits with its words: few lines, quickly read at every start."""
    words: dict[int, list[str]] = {}
    for word, traits in sorted(traits_of_words().items()):
        words.setdefault(traits, []).append(word)
    for traits, own in words.items():
        yield f"{traits:x}", " ".join(own)


def main() -> None:
    """Write the files."""
    write(LEXICON, lexicon())
    write(PLACE_NAMES, place_names())
    write(CARE_NAMES, care_names())


if __name__ == "__main__":
    main()
