"""Table 5 of the journal paper on stays worked by hand."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from palimpseste.cli.code.describe import command
from palimpseste.coding import Stay
from palimpseste.coding.stays.statistics import CodeCounts, StayStatistics, statistics_of

# 120 stays of three words in two documents have I10; nine of them E11.9 and one of these nine E11.2 too.
STAYS = [
    Stay(str(n), ("vu hier", "RAS"), ("I10", *(("E11.9",) if n < 9 else ()), *(("E11.2",) if n == 0 else ())))
    for n in range(120)
]


def test_stays_words_and_codes_are_counted() -> None:
    codes = CodeCounts(total=120 + 9 + 1, different=3, rare=2, common=1)
    # Both codes of diabetes are one family, once in the stay that has both.
    families = CodeCounts(total=120 + 9, different=2, rare=1, common=1)
    found = statistics_of(iter(STAYS))
    assert found == StayStatistics(stays=120, documents=240, words=360, codes=codes, families=families)
    assert found.mean_words == 3


def test_a_code_of_ten_stays_is_not_rare_and_one_of_99_not_common() -> None:
    stays = [Stay(str(n), ("vu",), ("J18", *(("I10",) if n < 10 else ()))) for n in range(99)]
    assert statistics_of(stays).codes == CodeCounts(109, 2, 0, 0)


def test_the_command_sets_them_beside_the_printed_figures(tmp_path: Path) -> None:
    rows = [{"id": stay.id, "documents": stay.documents, "codes": stay.codes} for stay in STAYS]
    (tmp_path / "stays.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    shown = CliRunner().invoke(command, [str(tmp_path / "stays.jsonl")], catch_exceptions=False)
    lines = shown.output.splitlines()
    assert "| stays, of 240 documents | 120 | 120 | 56,000 | 56,000 |" in lines
    assert "| words of a stay, mean | 3 | 3 | 747 | 747 |" in lines
    assert "| codes of all stays | 130 | 129 | 416,125 | 415,830 |" in lines
    assert "| of fewer than 10 stays | 2 | 1 | 3,722 | 523 |" in lines
    assert "hier" not in shown.output
