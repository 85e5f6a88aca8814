from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


def test_attacks_by_intervals_are_printed_as_a_table(palimpseste: Run) -> None:
    arguments = ("--quick", "--patients", "200", "--documents", "20", "--known", "hospital", "--epsilon", "1")
    further = ("--intervals", "1,3", "--no-progress", "--written", "days")
    status, printed, said = palimpseste("attack", "intervals", *arguments, *further)
    assert (status, said) == (0, "")
    assert "k = 1 | k = 3" in printed
    assert "all to the day" in printed
    assert "as in the corpus" not in printed
    assert "20 documents linked to the right one of 200 patients" in printed


def test_ages_are_printed_for_each_epsilon(palimpseste: Run) -> None:
    status, printed, _ = palimpseste("attack", "ages", "--epsilon", "1/4,2")
    assert status == 0
    assert "metric-laplace, ε = 0.25" in printed
    assert "metric-laplace, ε = 2" in printed


QUICK = ("privacy", "frontier", "--quick", "--patients", "200", "--documents", "20", "--known", "hospital")


def test_the_frontier_is_printed_and_written(palimpseste: Run, tmp_path: Path) -> None:
    status, printed, _ = palimpseste(*QUICK, "--epsilon", "1/2,4", "--progress", "-o", tmp_path, "--commit", "abc")
    assert status == 0
    written = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*"))
    assert written == ["figures/frontier.svg", "frontier.csv", "frontier.md"]
    page = (tmp_path / "frontier.md").read_text(encoding="utf-8")
    command = "palimpseste privacy frontier --patients 200 --documents 20 --known hospital --epsilon 1/2,4 --quick"
    assert f"- Command: `{command}`\n" in page
    assert ", commit abc\n" in page
    assert "(figures/frontier.svg)" in page
    assert all(table in page for table in printed.split("\n\n"))


def test_a_figure_is_drawn_as_png_too(palimpseste: Run, tmp_path: Path) -> None:
    try:
        import cairosvg  # noqa: F401 -- is it there?
    except (ImportError, OSError):
        pytest.skip("cairosvg or its library is not installed")
    status, _, said = palimpseste(*QUICK, "--epsilon", "4", "--no-progress", "-o", tmp_path, "--png")
    assert status == 0, said
    assert (tmp_path / "figures" / "frontier.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("arguments", "said"), [((), "--png needs a folder"), (("-o", "x"), "palimpseste[figures]")])
def test_a_png_that_cannot_be_drawn_is_refused_at_once(
    palimpseste: Run, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    status, _, told = palimpseste(*QUICK, "--png", *arguments)
    assert (status, said in told) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("attack", "intervals", "--documents", "20", "--patients", "10"), "--documents must be at most"),
        (("attack", "intervals", "--intervals", "6"), "--intervals must lie in"),
        (("attack", "intervals", "--intervals", "two"), "whole numbers between commas"),
        (("attack", "ages", "--epsilon", "0"), "epsilon must lie between"),
    ],
    ids=["more documents than patients", "too many intervals", "no number", "no budget"],
)
def test_what_cannot_be_done_is_refused(palimpseste: Run, arguments: tuple[str, ...], said: str) -> None:
    status, _, told = palimpseste(*arguments)
    assert (status, said in told) == (2, True)


def test_places_are_printed_for_each_strategy(palimpseste: Run) -> None:
    status, printed, _ = palimpseste("attack", "places", "--department", "90", "--epsilon", "1")
    assert status == 0
    assert [line.split(" |")[0] for line in printed.splitlines()[2:]] == [
        "| exponential, ε = 1",
        "| exponential-knn, ε = 1",
        "| uniform",
    ]


def test_what_a_clinicians_surrogates_tell_is_printed_beside_chance(palimpseste):
    status, out, _ = palimpseste(
        "attack", "clinicians", "--clinicians", "5", "--patients", "3", "--learned", "10", "--no-progress"
    )
    assert status == 0
    assert "| initial of the last name |" in out
    assert " of 5 |" in out
