"""Line breaks, cut words and columns of a source, put into what stands for it."""

from __future__ import annotations

import pytest

from palimpseste.writings.case import broken_like


@pytest.mark.parametrize(
    ("source", "target", "written"),
    [
        ("VALEN-\nCIENNES", "MONTAUBAN", "MON-\nTAUBAN"),
        ("Anne-\nSophie", "Sarah-Aurore", "Sarah-\nAurore"),
        ("CHA-\nRAVEL", "GASC", "\nGASC"),  # too short to be cut
        ("Pros-\nper", "Achille", "Achil-\nle"),
        ("17/11/19\n75", "17/05/1975", "17/05/19\n75"),
        ("CENTRE\nHENRI MONDOR\nAURILLAC", "CENTRE HOSPITALIER AUXERRE", "CENTRE\nHOSPITALIER\nAUXERRE"),
        ("Saint   Étienne", "Vaulx en Velin", "Vaulx   en Velin"),
        ("Jean\tMacé", "Jules Ferry", "Jules\tFerry"),
        ("Saint   Étienne", "Nancy", "Nancy"),
        ("12   mars\n 2021", "4   août 2020", "4   août\n 2020"),
    ],
)
def test_every_break_stands_where_it_stood(source: str, target: str, written: str) -> None:
    assert broken_like(source, target, every=True) == written


def test_a_word_is_cut_only_where_every_break_is_to_be_kept() -> None:
    assert broken_like("VALEN-\nCIENNES", "MONTAUBAN") == "MONTAUBAN"
