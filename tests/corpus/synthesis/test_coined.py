"""Bodies made from nothing: many, of their kind, functions of a seed."""

from __future__ import annotations

import re

import pytest

from palimpseste.corpus.synthesis.bodies import Bodies
from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.coined import body_named, coined, house
from palimpseste.corpus.synthesis.lists import Lists, sections_of
from palimpseste.corpus.synthesis.towns import Towns, TownsRead

LISTS = Lists.of(None)
KINDS = ("company", "association", "house")


def drawn(kind: str, seed: int, count: int = 400) -> list[str]:
    chance = Chance(seed, kind)
    return [coined(kind, chance, LISTS) for _ in range(count)]


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_a_function_of_the_seed_and_hardly_repeat(kind: str) -> None:
    names = drawn(kind, 1)
    assert names == drawn(kind, 1) != drawn(kind, 2)
    assert len(set(names)) > 300


@pytest.mark.parametrize("kind", KINDS)
def test_no_slot_and_no_space_is_left(kind: str) -> None:
    for name in drawn(kind, 3):
        assert not re.search(r"[{}]|\s\s|^\s|\s$", name), name
        assert name[0].isupper(), name


def test_every_slot_can_be_filled() -> None:
    sections = sections_of("coined.txt")
    elsewhere = {"first", "last", "town", "link", "initials", "digits"}
    slots = {slot for lines in sections.values() for line in lines for slot in re.findall(r"\{([^}]+)\}", line)}
    assert slots <= elsewhere | set(sections)


def test_de_is_elided_before_a_vowel() -> None:
    names = drawn("company", 4, 3000)
    assert any(" d'" in name for name in names)
    assert not [name for name in names if re.search(r" de [AEIOUÉÈ]", name)]


def test_bodies_from_nothing_and_houses_take_them_too() -> None:
    chance = Chance(5)
    assert len({house(chance, LISTS) for _ in range(400)}) > 150
    assert len({body_named("organization", chance, LISTS) for _ in range(400)}) > 300


def redrawn(value: str, label: str = "organization", count: int = 300) -> list[str]:
    found = []
    for seed in range(count):
        chance = Chance("redrawn", seed)
        bodies = Bodies(Towns(TownsRead(frozenset(), {}), chance, LISTS), chance, LISTS)
        found.append(getattr(bodies, label)(value))
    return found


def test_a_company_without_a_head_becomes_many() -> None:
    names = redrawn("Noréade")
    assert 20 < names.count("Noréade") < 60  # kept in 12 of 100
    assert len(set(names)) > 150
    assert all(name.isupper() for name in redrawn("NORÉADE") if any(map(str.isalpha, name)))


def test_some_heads_become_others_of_their_gender() -> None:
    heads = {name.split(" ")[0] for name in redrawn("garage Morel")}
    assert heads > {"garage", "restaurant", "camping"}
    assert not heads & {"boulangerie", "menuiserie"}
