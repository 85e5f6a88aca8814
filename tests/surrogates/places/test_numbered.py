"""A road keeps its class and gets a number that such roads bear; other places with figures keep what they are."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

Surrogates = Callable[..., list[str]]
NOTES = [str(number) for number in range(20)]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("A7", r"A[1-9]"),
        ("A75", r"A(?!1[2578]|2[2347]|3[027])[1-8]\d"),
        ("a16", r"a[1-8]\d"),
        ("A480", r"A[1-8]\d\d"),
        ("RN 164", r"RN [1-8]\d\d"),
        ("D 1091", r"D [12]\d{3}"),
        ("RD-948", r"RD-[1-8]\d\d"),
        ("T20", r"T[1-8]\d"),
        ("E40", r"E[1-8]\d"),
        ("départementale 438", r"départementale [1-9]\d\d"),
        ("PR 42+300", r"PR [1-8]\d\+[1-9]\d\d"),
        ("rocade sortie 14", r"rocade sortie [1-9]\d"),
        ("cité 12", r"cité [1-8]\d|cité [1-9]\d"),
        ("cimetière du 5e Km", r"cimetière du [1-9]e Km"),
        ("Zorvalle 2000", r"[A-ZÀ-Ý]\D+ [1-9]\d{3}"),
        ("9-9 bis", r"[1-9]-[1-9] bis"),
    ],
)
@pytest.mark.parametrize("policy", ["dp", "plausible"])
def test_a_place_told_by_a_number_keeps_its_kind(surrogates: Surrogates, source: str, shape: str, policy: str) -> None:
    for note in NOTES:
        (drawn,) = surrogates(f"sur <LOCATION>{source}</LOCATION> hier", id=note, policy=policy)
        assert re.fullmatch(shape, drawn), drawn
        assert drawn != source


def test_a_word_that_is_no_kind_is_replaced_beside_a_number(surrogates: Surrogates) -> None:
    for note in NOTES:
        (drawn,) = surrogates("<LOCATION>fosse 4 de Zorvalle</LOCATION>", id=note)
        assert "zorvalle" not in drawn.lower()
        assert re.match(r"fosse [1-9] de ", drawn)


@pytest.mark.parametrize("policy", ["plausible", "dp"])
@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("La Courneuve - 8 mai 1945", r"[^\W\d].+ - \d+ (?:novembre|juin|mars) 19\d\d"),
        ("arrêt 8 Mai 1945", r"arrêt \d+ (?:Novembre|Juin|Mars) 19\d\d"),
        ("11-Novembre", r"\d+-(?:Mai|Juin|Mars|Juillet|Septembre)"),
    ],
)
def test_a_place_named_after_a_day_is_named_after_another(
    surrogates: Surrogates, source: str, shape: str, policy: str
) -> None:
    for number in range(8):
        (written,) = surrogates(f"<LOCATION>{source}</LOCATION>", id=str(number), policy=policy)
        assert re.fullmatch(shape, written)
        assert "La Courneuve" not in written
