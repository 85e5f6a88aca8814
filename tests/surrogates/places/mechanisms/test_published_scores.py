"""Published scores and distributions follow from the features, to the printed digits; a table worked by hand."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from palimpseste.cli.privacy.places import command as places
from palimpseste.errors import UsageError
from palimpseste.surrogates.places.mechanisms.published_scores import (
    PublishedTable,
    Reading,
    feature_distances,
    normalised,
    reproduce,
)
from palimpseste.surrogates.places.mechanisms.published_tables import PaperTable, paper_tables

# Divided by their maxima, A is (1, 1), B is (1/2, 1), C is (1/5, 2/5). From A, with n = 2: B lies at 1/2, C at
# √(0.64 + 0.36) = 1; the scores are 1, 1 - 0.5/√2 = 0.6464 and 1 - 1/√2 = 0.2929. With ε = 1/4 the weights over that
# of A are exp(-0.0884) = 0.9154 and exp(-0.1768) = 0.8380, their sum 2.7534.
TABLE = """town,beds,stroke,score,probability
A,100,50,1,0.363
B,50,50,0.646,0.332
C,20,20,0.293,0.304
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_scores_and_probabilities_are_those_worked_by_hand(path: Path) -> None:
    found = reproduce(PublishedTable.read(path), Reading("A", 0.25))
    assert found.scores == pytest.approx([1, 1 - 0.5 / 2**0.5, 1 - 1 / 2**0.5])
    assert found.probabilities == pytest.approx([1 / 2.7534, 0.9154 / 2.7534, 0.8380 / 2.7534], abs=5e-5)
    assert found.differing == ()


def test_distances_may_come_from_one_column(path: Path) -> None:
    # From stroke alone, times √2: d is |1 - 2/5|·√2 for C, so that its score is 1 - 3/5.
    found = reproduce(PublishedTable.read(path), Reading("A", 0.25, distance_from="stroke"))
    assert found.scores == pytest.approx([1, 1, 0.4])
    total = 2 + exp(-0.15)
    assert found.probabilities == pytest.approx([1 / total, 1 / total, exp(-0.15) / total])
    assert ("C", "score", "0.293", "0.400") in found.differing


def test_a_digit_that_differs_is_told(path: Path) -> None:
    path.write_text(TABLE.replace("0.332", "0.333"), encoding="utf-8")
    assert reproduce(PublishedTable.read(path), Reading("A", 0.25)).differing == (
        ("B", "probability", "0.333", "0.332"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("town\nA\n", "no feature"),
        ("town,beds\nA\n", "as many cells"),
        ("town,beds\nA,many\n", "no number"),
        ("town,beds\nA,0\nB,0\n", "some above 0"),
    ],
)
def test_a_table_that_cannot_be_computed_is_refused(path: Path, text: str, message: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        reproduce(PublishedTable.read(path), Reading("A", 0.25))


def test_names_that_are_not_there_are_refused(path: Path) -> None:
    with pytest.raises(UsageError, match="no line is named 'Z'"):
        reproduce(PublishedTable.read(path), Reading("Z", 0.25))
    with pytest.raises(UsageError, match="no feature 'pop'"):
        reproduce(PublishedTable.read(path), Reading("A", 0.25, distance_from="pop"))


def test_the_command_prints_the_table_and_fails_on_a_difference(path: Path, palimpseste: Any) -> None:
    assert palimpseste("privacy", "reproduce", str(path))[0] == 0
    status, out, err = palimpseste("privacy", "reproduce", str(path), "--distance-from", "stroke")
    assert status == 1
    assert "| C | 0.848528 | 0.400000 |" in out
    assert "C: score is printed 0.293, computed 0.400" in err
    assert "of 6 printed figures differ" in err
    status, _, err = palimpseste("privacy", "reproduce", "--epsilon", "1")
    assert status == 2
    assert "give one" in err


def test_every_printed_digit_of_both_papers_is_given(palimpseste: Any) -> None:
    status, out, _ = palimpseste("privacy", "reproduce")
    assert status == 0
    assert "all 57 printed figures are given to their last digit" in out
    assert "distance from: overall population, cancer incidence rate, stroke\n" in out
    assert "distance from: stroke, times √3\n" in out
    figure, journal = paper_tables()
    for each, cells in ((figure, 27), (journal, 30)):
        found = each.reproduced()
        assert (found.compared, found.differing) == (cells, ())
    # No computed figure lies so near the edge between two digits that another machine could round it otherwise.
    for values in (found.distances, found.scores, found.probabilities):
        assert (np.abs(np.asarray(values) * 1e6 % 1 - 0.5) > 1e-4).all()


@pytest.mark.parametrize(
    "otherwise",
    [
        {"minima": {}},
        {"minima": {"overall population": 7}},
        {"minima": {"overall population": 9}},
        {"minima": {"stroke": 0.01568}},
        {"distance_from": None},
        {"distance_from": "cancer incidence rate"},
        {"divided": None},
        {"epsilon": 1.0},
        {"unprinted": {}},
    ],
)
def test_no_other_reading_gives_the_digits_of_both_papers(otherwise: dict[str, Any]) -> None:
    def read_otherwise(table: PaperTable) -> tuple[object, ...]:
        own = table.reading
        changed = dict(otherwise)
        if changed.get("minima"):
            changed["minima"] = {**own.minima, **changed["minima"]}
        if "divided" in changed:
            changed["divided"] = not own.divided
        return reproduce(table.table, replace(own, **changed)).differing

    assert any(read_otherwise(table) for table in paper_tables())


def test_a_disease_is_one_rate_a_department_times_the_inhabitants() -> None:
    """So nine inhabitants of Doubs have nine times the rate that Besançon tells."""
    figure, journal = paper_tables()
    rates = {
        name: row[1:] / row[0]
        for table in (figure.table, journal.table)
        for name, row in zip(
            table.names,
            table.features[:, [table.feature_names.index(n) for n in figure.table.feature_names]],
            strict=True,
        )
    }
    for one, other in (
        ("DIJON", "BEAUNE"),
        ("DOLE", "LONS LE SAUNIER"),
        ("CHALON SUR SAONE", "LE CREUSOT"),
        ("LE CREUSOT", "MONTCEAU LES MINES"),
        ("MONTCEAU LES MINES", "AUTUN"),
    ):
        assert rates[one] == pytest.approx(rates[other], rel=1e-7)
    assert list(figure.reading.minima.values())[1:] == pytest.approx((9 * rates["BESANCON"]).tolist())


def test_the_command_for_towns_prints_their_figures() -> None:
    shown = CliRunner().invoke(places, ["--town", "Dijon", "--epsilon", "1/4", "--measure", "uniform"])
    assert shown.exit_code == 0
    assert shown.output.splitlines()[-1].startswith("| Dijon | 161 830 | 1/4 |")


def test_a_table_is_read_whatever_the_order_of_its_columns(path: Path) -> None:
    path.write_text(
        "\ufefftown, beds ,probability,score,stroke\n\n A ,100,0.5,1,50\nB, 50 ,0.5, ,40\n", encoding="utf-8"
    )
    table = PublishedTable.read(path)
    assert table.names == ("A", "B")
    assert table.feature_names == ("beds", "stroke")
    assert table.features.tolist() == [[100, 50], [50, 40]]
    assert table.printed == {"score": ("1", ""), "probability": ("0.5", "0.5")}
    # The score of A is 0.62, printed without decimals; of an empty cell nothing is told.
    found = reproduce(table, Reading("B", 1.0))
    assert [cell[:2] for cell in found.differing] == [("A", "probability"), ("B", "probability")]
    assert found.compared == 3
    path.write_text("town,beds\nA,4\nB,1\n", encoding="utf-8")
    table = PublishedTable.read(path)
    assert table.printed == {}
    found = reproduce(table, Reading("B", 2.0))
    assert found.scores == pytest.approx([0.25, 1])
    assert found.probabilities == pytest.approx([exp(-1.5) / (1 + exp(-1.5)), 1 / (1 + exp(-1.5))])
    assert found.differing == ()


def test_a_table_that_is_not_there_or_no_text_is_refused(path: Path) -> None:
    with pytest.raises(UsageError, match=r"lost\.csv: cannot be read: FileNotFoundError"):
        PublishedTable.read(path.with_name("lost.csv"))
    path.write_bytes(b"town,beds\nN\xe9rac,3\n")
    with pytest.raises(UsageError, match="cannot be read: UnicodeDecodeError"):
        PublishedTable.read(path)
    path.write_text("town,beds\n", encoding="utf-8")
    with pytest.raises(UsageError, match="needs a heading and lines"):
        PublishedTable.read(path)
    path.write_text("town,score\nA,1\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no feature beside the first column"):
        PublishedTable.read(path)


def test_features_are_divided_by_their_maximum_and_distances_by_the_root_of_their_number() -> None:
    features = np.array([[10.0, 4.0], [5.0, 0.0], [0.0, 4.0]])
    assert normalised(features).tolist() == [[1, 1], [0.5, 0], [0, 1]]
    assert feature_distances(normalised(features), 0) == pytest.approx([0, (1.25 / 2) ** 0.5, 0.5**0.5])
    assert feature_distances(normalised(features), 2, np.array([0, 1], dtype=np.int32)) == pytest.approx(
        [0.5**0.5, (1.25 / 2) ** 0.5]
    )
    for wrong in ([[np.nan], [1.0]], [[-1.0], [1.0]], [[0.0], [0.0]]):
        with pytest.raises(UsageError, match="divided by their maximum"):
            normalised(np.array(wrong))
    # Each column by itself: one without any figure is not saved by another, nor one that has a figure below 0.
    for wrong in ([[0.0, 1.0], [0.0, 2.0]], [[-1.0, 1.0], [3.0, 2.0]]):
        with pytest.raises(UsageError, match="divided by their maximum"):
            normalised(np.array(wrong))
    # A minimum above 0 is taken off first.
    assert normalised(features, [0.0, -4.0]).tolist() == [[1, 1], [0.5, 0.5], [0, 1]]
    with pytest.raises(UsageError, match="divided by their maximum"):
        normalised(features, [1.0, 0.0])
