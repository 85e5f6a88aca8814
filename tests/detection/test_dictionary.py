"""The spelling dictionary: what the build script makes of affixes, and what is found by digest."""

from __future__ import annotations

import random
import string
from array import array
from collections.abc import Callable
from importlib.resources import files
from types import ModuleType

import pytest

from palimpseste.detection.lexicon import DICTIONARY, in_dictionary

AFFIXES = """
SFX S. Y 2
SFX S. 0 s/D' [^sx]
SFX S. al aux al
SFX V. Y 2
SFX V. er é/S. er
SFX V. er ant [^g]er
PFX D' Y 1
PFX D' 0 d'/-- [aeiou]
"""


@pytest.fixture(scope="module")
def build(load_tool: Callable[[str], ModuleType]) -> ModuleType:
    return load_tool("build_dictionary")


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("piano/S.D'", {"piano", "pianos"}),
        ("bocal/S.", {"bocal", "bocals", "bocaux"}),
        ("chanter/V.", {"chanter", "chante", "chantes", "chantant"}),
        ("ranger/V.", {"ranger", "range", "ranges"}),
        ("aller/V.()", {"alle", "alles", "allant"}),
        ("garde-malade/S.", {"garde", "malade", "malades"}),
        ("faute/S.{}", set()),
        ("Durand/S.", set()),
        ("où", {"ou"}),
    ],
)
def test_a_stem_gives_its_folded_forms(build: ModuleType, stem: str, words: set[str]) -> None:
    assert build.dictionary_words(AFFIXES.splitlines(), [stem]) == words


@pytest.mark.parametrize("word", ["crevettes", "plombier", "quincaillerie", "cacahuete", "chantonne", "anormaux"])
def test_words_written_small_are_found(word: str) -> None:
    assert in_dictionary(word)


@pytest.mark.parametrize("word", ["lefebvre", "dupont", "strasbourg", "philippe", "", "crevettess"])
def test_names_are_no_words_of_the_dictionary(word: str) -> None:
    assert not in_dictionary(word)


def test_one_chance_word_in_thousands_at_most_is_taken_for_another() -> None:
    chance = random.Random(0)
    words = ["".join(chance.choices(string.ascii_lowercase, k=12)) for _ in range(50_000)]
    # 5 are expected; 20 or more have a chance of 1 in 10 million.
    assert sum(map(in_dictionary, words)) < 20


def test_digests_are_sorted_and_each_stands_once() -> None:
    digests = array("I", (files("palimpseste") / "data" / DICTIONARY).read_bytes())
    assert digests.itemsize == 4
    assert len(digests) > 400_000
    assert digests.tolist() == sorted(set(digests))
