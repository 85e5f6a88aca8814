"""What recognition misread is written over as what it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from palimpseste.detection.disguises.words import letters_read
from palimpseste.result import Draft

POLICIES = ("dp", "plausible")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_misread_town_is_the_one_that_stands_elsewhere(replace: Callable[..., Draft], policy: str) -> None:
    marked = "<ZIP>51100</ZIP> <CITY>RE1MS</CITY>. <CITY>Reims</CITY>, le 3. <HOSPITAL>CH DE RE1MS</HOSPITAL>"
    for note in map(str, range(4)):
        head, town, body = replace(marked, id=note, policy=policy).text.split(". ")
        written = town.removesuffix(", le 3")
        assert head.partition(" ")[2].casefold() == written.casefold()
        assert body.casefold().endswith(written.casefold()) or "HOSPITALIER" in body


@pytest.mark.parametrize("policy", POLICIES)
def test_a_misread_name_is_the_one_that_stands_elsewhere(replace: Callable[..., Draft], policy: str) -> None:
    marked = "Dr <LASTNAME>V1LLAIN</LASTNAME>, signé <LASTNAME>Villain</LASTNAME>"
    first, second = replace(marked, policy=policy).text.removeprefix("Dr ").split(", signé ")
    assert first.casefold() == second.casefold()


@pytest.mark.parametrize("value", ["Pasteur 2", "HAD24", "H1 Est", "CIN1", "McIntosh"])
def test_figures_and_capitals_that_were_not_misread_stay(value: str) -> None:
    assert letters_read(value) == value


@pytest.mark.parametrize("policy", POLICIES)
def test_a_misread_number_of_a_cedex_is_none_of_the_town(replace: Callable[..., Draft], policy: str) -> None:
    marked = "<ZIP>75571</ZIP> <CITY>PARIS CEDEX l2</CITY>. Vit à <CITY>Paris</CITY>"
    for note in map(str, range(4)):
        head, town = replace(marked, id=note, policy=policy).text.split(". Vit à ")
        assert head.partition(" ")[2].split(" CEDEX")[0].casefold() == town.casefold()
