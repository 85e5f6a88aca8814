"""What is known of single words, loaded once: the traits of the package's word lists, names and places.

``tools/build_lexicon.py`` builds the files from the lists; a test checks that they agree. Beside them stands a spelling
dictionary, far larger and known by digests alone (``tools/build_dictionary.py``).
"""

from __future__ import annotations

import gzip
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TypeVar
from zlib import crc32

from palimpseste.detection.tokens import Alphabet, Trait
from palimpseste.detection.view import fold_same_length
from palimpseste.labels import Label, label_named

__all__ = [
    "CARE_NAMES", "DICTIONARY", "LEXICON", "PLACE_NAMES",
    "alphabet", "care_names", "in_dictionary", "is_of_medicine", "place_names", "word_list", "words_of",
]  # fmt: skip

Known = TypeVar("Known")

CARE_NAMES = "words/care_names.tsv.gz"
DICTIONARY = "words/dictionary.crc32"
LEXICON = "words/lexicon.tsv.gz"
PLACE_NAMES = "words/place_names.tsv.gz"


@cache
def alphabet() -> Alphabet:
    """Return the symbols of the bundled lexicon; it is read at the first call."""
    lexicon: dict[str, int] = {}
    for traits, words in _rows(LEXICON):
        lexicon.update(dict.fromkeys(words.split(" "), int(traits, 16)))
    return Alphabet(lexicon)


def in_dictionary(word: str) -> bool:
    """Tell whether a folded word is one of French that is written small, inflected or not.

    One word in ten thousand that is none is taken for one: it has the digest of another.
    """
    digests, digest = _digests(), crc32(word.encode("utf-8", "surrogatepass"))
    at = bisect_left(digests, digest)
    return at < len(digests) and digests[at] == digest


def is_of_medicine(word: str) -> bool:
    """Tell whether a folded word is a word or an eponym of medicine, somebody's name too or not."""
    return bool(alphabet().lexicon.get(word, 0) & (Trait.EPONYM | Trait.MEDICAL))


@cache
def place_names() -> Mapping[str, Mapping[str, Label | None]]:
    """Return the place names of several folded words, under their first word, with their label; None for beginnings."""
    return _by_first_word(PLACE_NAMES, {label: label_named(label) for label in ("CITY", "LOCATION")})


@cache
def care_names() -> Mapping[str, Mapping[str, bool | None]]:
    """Return the names of places of care in folded words, under their first, and whether each is known alone.

    One that is not may as well be a person, a town, a saint or an ordinary word. The beginnings of names have None.
    """
    return _by_first_word(CARE_NAMES, {"alone": True, "named": False})


def word_list(path: str) -> Iterator[str]:
    """Yield the entries of a list under ``data/``, comments and blank lines left out."""
    for line in (files("palimpseste") / "data" / path).read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield line


def words_of(name: str) -> list[str]:
    """Return the folded words of a name, as the tokens of a view have them."""
    return "".join(c if c.isalpha() else " " for c in fold_same_length(name)).split()


@cache
def _digests() -> array[int]:
    digests = array("I", (files("palimpseste") / "data" / DICTIONARY).read_bytes())
    if sys.byteorder == "big":
        digests.byteswap()
    return digests


def _by_first_word(path: str, meanings: Mapping[str, Known]) -> dict[str, dict[str, Known | None]]:
    names: dict[str, dict[str, Known | None]] = {}
    for name, kind in _rows(path):
        alike = names.setdefault(name.partition(" ")[0], {})
        alike[name] = meanings[kind]
        while (name := name.rpartition(" ")[0]) and name not in alike:
            alike[name] = None
    return names


def _rows(path: str) -> Iterator[list[str]]:
    packed = (files("palimpseste") / "data" / path).read_bytes()
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        yield line.split("\t")
