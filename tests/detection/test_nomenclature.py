"""Species and terms in letters, and the time that it takes to find them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from timing import grows_in_proportion

from palimpseste.detection.nomenclature import letters_in, species_in
from palimpseste.detection.view import TextView

Finder = Callable[[TextView], Sequence[tuple[int, int]]]


def found(text: str, finder: Finder = species_in) -> list[str]:
    return [text[start:end] for start, end in finder(TextView.of(text))]


def test_species_are_found_with_their_author() -> None:
    text = "termite Schedorhinotermes lamanianus ( Sjöstedt ), chou (Brassica oleracea L.), C. albicans, Carabidae"
    assert found(text) == [
        "Schedorhinotermes lamanianus ( Sjöstedt )",
        "Brassica oleracea L.)",
        "C. albicans",
        "Carabidae",
    ]


@pytest.mark.parametrize("species", ["Ginkgo biloba L.", "Ipomoea batatas ( Lam . ) Poir", "Ipomoea batatas (L.) Poir"])
def test_the_letters_of_who_described_a_plant_tell_it(species: str) -> None:
    assert found(f"Action de {species} sur la peau") == [species]


@pytest.mark.parametrize(
    "text",
    [
        "Rosa Lopez L. est venue",
        "Sortie de Zoe tarquini L. demain",
        "Vu avec Lina sobrero Fr. et Luc",
        "Patient : Hugo lefloc L.",
        "Paul petit L. ce jour",
        "Mme Fatima bensalus",
        "Amandine puis Marius",
        "chez Stellantis depuis 2004",
        "Revue et corrigée",
        "Vulpes Vulpes",
    ],
)
def test_people_and_words_are_no_species(text: str) -> None:
    assert found(text) == []


def test_letters_are_found_behind_what_they_abbreviate() -> None:
    text = "lithotritie extracorporelle (LEC), syndrome de l'immunodéficience acquise ( SIDA ), en O . R . L ."
    assert found(text, letters_in) == ["(LEC)", "( SIDA )", "O . R . L ."]


@pytest.mark.parametrize(
    "text", ["Anne-Rose Tardy (ART)", "lithotritie (LEC)", "vu (LEC)", "O . R . Le Goff", "un arrêt (LEC)"]
)
def test_initials_of_people_are_no_term(text: str) -> None:
    assert found(text, letters_in) == []


@pytest.mark.parametrize("piece", ["A . ", "Vulpes vulpes ", "(ABC) ", "a b (AB) ", "abcdidae", "Us us", "(AAA"])
@pytest.mark.parametrize("finder", [species_in, letters_in])
def test_time_is_linear(piece: str, finder: Finder) -> None:
    def finding(length: int) -> Callable[[], object]:
        return partial(finder, TextView.of(piece * (length // len(piece))))

    assert grows_in_proportion(finding, lengths=(20_000, 200_000), growth=30, noise=0.02)
