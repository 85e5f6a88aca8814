"""What is known of single words, loaded once: the traits of the package's word lists, names and places.

``tools/build_lexicon.py`` builds the files from the lists; a test checks that they agree.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from palimpseste.detection.tokens import Alphabet
from palimpseste.detection.view import fold_same_length
from palimpseste.labels import Label, label_named

__all__ = ["LEXICON", "PLACE_NAMES", "alphabet", "place_names", "word_list", "words_of"]

LEXICON = "words/lexicon.tsv.gz"
PLACE_NAMES = "words/place_names.tsv.gz"


@cache
def alphabet() -> Alphabet:
    """Return the symbols of the bundled lexicon; it is read at the first call."""
    return Alphabet({word: int(traits, 16) for word, traits in _rows(LEXICON)})


@cache
def place_names() -> Mapping[tuple[str, str], Mapping[str, Label]]:
    """Return the place names of several folded words, under their first two words, with their label."""
    labels = {label: label_named(label) for label in ("CITY", "LOCATION")}
    names: dict[tuple[str, str], dict[str, Label]] = {}
    for name, label in _rows(PLACE_NAMES):
        first, second, *_ = name.split(" ")
        names.setdefault((first, second), {})[name] = labels[label]
    return names


def word_list(path: str) -> Iterator[str]:
    """Yield the entries of a list under ``data/``, comments and blank lines left out."""
    for line in (files("palimpseste") / "data" / path).read_text(encoding="utf-8").split("\n"):
        if line and not line.startswith("#"):
            yield line


def words_of(name: str) -> list[str]:
    """Return the folded words of a name, as the tokens of a view have them."""
    return "".join(c if c.isalpha() else " " for c in fold_same_length(name)).split()


def _rows(path: str) -> Iterator[list[str]]:
    packed = (files("palimpseste") / "data" / path).read_bytes()
    for line in gzip.decompress(packed).decode("utf-8").splitlines():
        yield line.split("\t")
