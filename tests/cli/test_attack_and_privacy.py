from __future__ import annotations

import pytest

from palimpseste.cli import main


def status_of(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exit:
        main(list(arguments))
    return int(exit.value.code or 0)


def test_attacks_by_intervals_are_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--quick", "--patients", "200", "--documents", "20", "--known", "hospital", "--epsilon", "1")
    assert status_of("attack", "intervals", *arguments, "--intervals", "1,3", "--no-progress") == 0
    printed = capsys.readouterr()
    assert "k = 1 | k = 3" in printed.out
    assert "20 documents linked to the right one of 200 patients" in printed.out
    assert printed.err == ""


def test_ages_are_printed_for_each_epsilon(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("attack", "ages", "--epsilon", "1/4,2") == 0
    printed = capsys.readouterr().out
    assert "metric-laplace, ε = 0.25" in printed
    assert "metric-laplace, ε = 2" in printed


def test_the_frontier_is_printed_and_written(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--patients", "200", "--documents", "20", "--known", "hospital", "--epsilon", "1/2,4")
    assert status_of("privacy", "frontier", *arguments, "--progress", "-o", str(tmp_path / "frontier")) == 0
    assert {path.name for path in (tmp_path / "frontier").iterdir()} == {"frontier.csv", "frontier.md", "frontier.svg"}
    assert capsys.readouterr().out == (tmp_path / "frontier" / "frontier.md").read_text(encoding="utf-8")


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
def test_what_cannot_be_done_is_refused(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(*arguments) == 2
    assert said in capsys.readouterr().err


def test_places_are_printed_for_each_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("attack", "places", "--department", "90", "--epsilon", "1") == 0
    printed = capsys.readouterr().out
    assert [line.split(" |")[0] for line in printed.splitlines()[2:]] == [
        "| exponential, ε = 1",
        "| exponential-knn, ε = 1",
        "| uniform",
    ]
