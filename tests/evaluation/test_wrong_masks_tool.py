"""The count of words masked where nobody is identified."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import Counter
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from palimpseste.document import Span


@pytest.fixture(scope="module")
def tool(load_tool) -> ModuleType:
    return load_tool("wrong_masks")


def test_a_word_counts_once_and_under_the_label_that_reaches_it_first(tool: ModuleType) -> None:
    count = tool.Count()
    text = "vu le 3 mars par Jean-Paul, ici"
    count.add(text, [Span(6, 12, "DATE"), Span(17, 26, "FIRSTNAME")])
    assert (count.texts, count.words) == (1, 8)
    assert dict(count.masked) == {"DATE": 2, "FIRSTNAME": 2}
    assert count.share(tool.OF_TIME) == pytest.approx(2 / 8)


def test_kinds_are_shown_without_their_figures_and_with_what_stands_around(tool: ModuleType) -> None:
    count = tool.Count()
    for text in ("le 3 mars", "le 4 mars"):
        count.add(text, [Span(3, 9, "DATE")])
    assert count.kinds == {("DATE", "0 mars"): 2}
    assert count.examples == {("DATE", "0 mars"): "le 3 mars"}


def test_halves_take_turns_and_the_stride_is_kept(tool: ModuleType) -> None:
    nothing = SimpleNamespace(detect=lambda document: ())
    counts = tool.counted((f"phrase {number}" for number in range(100)), 10, 5, nothing)
    assert {half: count.texts for half, count in counts.items()} == {"development": 3, "held out": 2}
    assert "held out" in tool.table_of(counts)


def test_words_are_wrong_unless_a_reader_said_right(tool: ModuleType, tmp_path: Path) -> None:
    text = "vu le 3 mars par Jean-Paul, gravida"
    spans = [Span(6, 12, "DATE"), Span(17, 26, "FIRSTNAME"), Span(28, 35, "LASTNAME")]
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    file = tmp_path / "verdicts.tsv"
    rows = (f"{digest}\t6\t12\tDATE\tright", f"{digest}\t28\t35\tLASTNAME\twrong")
    file.write_text("\n".join(("text\tstart\tend\tlabel\tverdict", *rows)), "utf-8")
    count = tool.Count()
    count.add(text, spans, tool.verdicts_in(file))
    assert dict(count.wrong) == {"FIRSTNAME": 2, "LASTNAME": 1}
    assert count.share(["LASTNAME"], wrong=True) == pytest.approx(1 / 8)
    assert "wrong: DATE and AGE" in tool.table_of({"development": count}, judged=True)


def test_a_sample_tells_how_many_of_all_words_are_masked_wrongly(tool: ModuleType) -> None:
    count = tool.Count(words=1000, masked=Counter({"LASTNAME": 40, "DATE": 10}))
    count.sampled = [("LASTNAME", "wrong", 1)] * 30 + [("LASTNAME", "right", 3)] * 10 + [("DATE", "right", 1)] * 5
    share, low, high = tool.estimated(count, ["LASTNAME"], "wrong")
    assert share == pytest.approx(0.04 * 30 / 60)
    assert 0 < low < share < high < 0.04
    assert tool.estimated(count, ["CITY"], "wrong") == (0.0, 0.0, 0.0)
    assert "| DATE and AGE | 1.00 | 5 | 0.00 [0.00, 0.00] |" in tool.estimates_of(count)


def test_the_words_of_a_judged_mask_are_counted(tool: ModuleType) -> None:
    text = "vu par Jean-Paul, ici"
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    count = tool.Count()
    count.add(text, [Span(7, 16, "FIRSTNAME")], {(digest, 7, 16, "FIRSTNAME"): "doubtful"})
    assert count.sampled == [("FIRSTNAME", "doubtful", 2)]


def test_texts_are_read_from_lines_and_from_json_lines(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(b"une phrase\n\nune autre\n"))
    (tmp_path / "b.jsonl").write_text(json.dumps({"text": "un cas"}) + "\n", encoding="utf-8")
    assert list(tool.texts_of(tmp_path / "a.txt.xz")) == ["une phrase", "une autre"]
    assert list(tool.texts_of(tmp_path / "b.jsonl")) == ["un cas"]
