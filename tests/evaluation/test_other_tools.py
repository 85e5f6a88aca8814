"""The strings of other tools are read from their tests, and counted by our guidelines."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def tool(load_tool) -> ModuleType:
    return load_tool("other_tools")


def written(folder: Path, file: str, text: str) -> None:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_what_is_marked_is_expected(tool: ModuleType, tmp_path: Path) -> None:
    cases = [
        "vue le <ent norm='x'>3 mars 2021</ent>",
        "vue <ent norm='x' direction=past>hier</ent>",
        "du <ent>3 au 5 mars</ent>",
        "le <ent norm='x'>3 mars à 8h30</ent>",
    ]
    written(tmp_path, "tests/pipelines/misc/test_dates.py", f"examples = {cases!r}")
    written(tmp_path, "tests/pipelines/ner/test_tnm.py", "examples = ['<ent norm=a>pT1</ent>']")
    read = list(tool.of_edsnlp(tmp_path))
    assert [(case.text, case.expected) for case in read] == [
        ("vue le 3 mars 2021", ((7, 18),)),
        ("vue hier", ()),
        ("le 3 mars à 8h30", ((3, 9),)),
        ("pT1", ()),
    ]


def test_what_became_a_placeholder_is_expected(tool: ModuleType, tmp_path: Path) -> None:
    written(tmp_path, "tests/test_ano.py", "table = {'a': ('Dr Zoé KERVELLA', 'Dr <NAME>'), 'b': ('marche', 'marche')}")
    assert [(case.text, case.expected) for case in tool.of_incognito(tmp_path)] == [
        ("Dr Zoé KERVELLA", ((3, 15),)),
        ("marche", ()),
    ]


def test_where_the_guidelines_say_otherwise_a_string_is_left_out(tool: ModuleType) -> None:
    assert tool.agreed(tool.Case("t", "iban", "BE55 7331", ())) is None
    assert tool.agreed(tool.Case("t", "ip", "::1", ((0, 3),))) is None
    assert tool.agreed(tool.Case("t", "date", "2021-03-04T08:15Z", ((0, 17),))).expected == ((0, 10),)
    assert tool.agreed(tool.Case("t", "date", "page 2/2", ())) is not None
