"""A user's columns are joined whole or refused with the place of the fault."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from palimpseste.errors import UsageError
from palimpseste.places import Feature, PlaceTable
from palimpseste.places._records import Commune

COMMUNES_CSV = Path(__file__).resolve().parents[3] / "shared" / "lists" / "communes.csv"


def make_commune(insee: str, name: str) -> Commune:
    return Commune(insee, name, ("21000",), "21", "27", 100, 47.3, 5.0, "exact", "commune", "")


@pytest.fixture
def table() -> PlaceTable:
    return PlaceTable(
        [make_commune("21231", "Dijon"), make_commune("21054", "Beaune"), make_commune("21200", "Couchey")]
    )


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "features.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_complete_file_gives_features_with_units(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,deaths,note\n21231,1400.5,x\n21054,250,\n21200,3,\n")
    joined = table.join(path, columns=[Feature("mortality", unit="deaths a year", column="deaths")])
    assert joined.feature("mortality") == {"21231": 1400.5, "21054": 250.0, "21200": 3.0}
    assert joined.features[0].unit == "deaths a year"
    assert joined.joins[0].rows == 3
    assert table.features == (), "the first table must stay as it was"


def test_a_second_join_keeps_the_first(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,a,b\n21231,1,4\n21054,2,5\n21200,3,6\n")
    joined = table.join(path, columns=["a"]).join(path, columns=["b"])
    assert [feature.name for feature in joined.features] == ["a", "b"]
    assert joined.feature("a")["21054"] == 2
    assert len(joined.joins) == 2


def test_french_marks_are_read(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "\ufeffinsee;km2\n21231;40,4\n21054;31,3\n21200;1\n")
    assert table.join(path, columns=["km2"], delimiter=";", decimal=",").feature("km2")["21231"] == 40.4


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        pytest.param("zero", 0.0, id="zero"),
        pytest.param("median", 15.0, id="median"),
        pytest.param("nan", None, id="nan"),
    ],
)
def test_missing_values_follow_the_rule_and_are_reported(
    table: PlaceTable, tmp_path: Path, rule: str, expected: float | None
) -> None:
    path = write(tmp_path, "insee,a\n21231,10\n21054,20\n21200,\n")
    joined = table.join(path, columns=[Feature("a", unit="1", missing=rule)])  # type: ignore[arg-type]  # parametrised
    value = joined.feature("a")["21200"]
    assert math.isnan(value) if expected is None else value == expected
    assert joined.joins[0].filled == {"a": ("21200",)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "line 1: column 'insee' is not there", id="empty file"),
        pytest.param("code,a\n21231,1\n", "line 1: column 'insee' is not there; columns: code, a", id="no key"),
        pytest.param("insee,b\n21231,1\n", "line 1: column 'a' is not there", id="no column"),
        pytest.param("insee,a,a\n21231,1,2\n", "line 1: column 'a' occurs twice", id="column twice"),
        pytest.param("insee,a\n21231,1\n21054\n", "line 3: 1 cells where the first line has 2", id="short line"),
        pytest.param("insee,a\n21231,many\n", "line 2: column 'a': 'many' is no number", id="word"),
        pytest.param("insee,a\n21231,inf\n", "line 2: column 'a': 'inf' is not finite", id="infinite"),
        pytest.param("insee,a\n,1\n", "line 2: column 'insee': empty code", id="empty code"),
        pytest.param(
            "insee,a\n21231,1\n21231,2\n", "line 3: column 'insee': 21231 has other values on line 2", id="code twice"
        ),
        pytest.param("insee,a\n21231,1\n99999,2\n", r"1 codes belong to no current commune \(99999\)", id="stranger"),
        pytest.param("insee,a\n21231,1\n", r"no value for 2 communes \(21054, 21200\)", id="missing"),
    ],
)
def test_faults_name_file_line_and_column(table: PlaceTable, tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        table.join(write(tmp_path, text), columns=["a"])
    assert "features.csv" in str(caught.value)


def test_strangers_are_left_out_only_when_asked_and_then_reported(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,a\n21231,1\n21054,2\n21200,3\n99999,4\n")
    joined = table.join(path, columns=["a"], unknown="report")
    assert joined.joins[0].unknown == ("99999",)
    assert "99999" not in joined.feature("a")


def test_lines_of_another_kind_are_skipped_and_counted(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,a,kind\n21231,1,COM\n21054,2,COM\n21200,3,COM\n21231,9,COMD\n")
    joined = table.join(path, columns=["a"], where={"kind": "COM"})
    assert joined.feature("a")["21231"] == 1
    assert (joined.joins[0].rows, joined.joins[0].skipped) == (3, 1)
    with pytest.raises(UsageError, match="line 1: column 'type' is not there"):
        table.join(path, columns=["a"], where={"type": "COM"})


def test_lines_that_repeat_a_commune_count_once(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,a,zip\n21231,1,21000\n21231,1,21100\n21054,2,21200\n21200,3,21160\n")
    assert table.join(path, columns=["a"]).joins[0].rows == 3


def test_wrong_arguments_are_refused(table: PlaceTable, tmp_path: Path) -> None:
    path = write(tmp_path, "insee,a\n21231,1\n21054,2\n21200,\n")
    with pytest.raises(UsageError, match="cannot be read"):
        table.join(tmp_path / "absent.csv", columns=["a"])
    with pytest.raises(UsageError, match="no column asked for"):
        table.join(path, columns=[])
    with pytest.raises(UsageError, match="declared twice"):
        table.join(path, columns=["a", "a"])
    with pytest.raises(UsageError, match="allowed: error, nan, zero, median"):
        table.join(path, columns=[Feature("a", unit="1", missing="mean")])  # type: ignore[arg-type]  # the point
    with pytest.raises(UsageError, match="allowed: error, report"):
        table.join(path, columns=["a"], unknown="drop")  # type: ignore[arg-type]  # the point
    with pytest.raises(UsageError, match="no feature 'b' in the place table; joined features: none"):
        table.feature("b")


def test_a_file_of_the_statistics_office_joins() -> None:
    if not COMMUNES_CSV.exists():
        pytest.skip(f"{COMMUNES_CSV} is not on this machine")
    births = Feature("births", unit="births a year", column="naissances_2022", missing="nan")
    joined = PlaceTable.bundled().join(
        COMMUNES_CSV, key="insee_com", columns=[births], where={"commune_type": "COM"}, unknown="report"
    )
    assert joined.feature("births")["21231"] > 1000
    assert joined.joins[0].skipped > 0
    assert joined.joins[0].unknown, "communes merged since 2022 are reported"
    assert len(joined.joins[0].filled["births"]) < 1000
