"""The README's Python works as it is written."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"^(result\.\S+(?:\(.*?\))?) +# (?:'(.*)'|.*: (\(.*\)))$", re.MULTILINE)


def test_the_python_of_the_readme_gives_what_it_shows() -> None:
    (block,) = BLOCK.findall(README.read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    exec(block, names)
    shown = SHOWN.findall(block)
    assert len(shown) == 2
    for expression, text, pair in shown:
        assert str(eval(expression, names)) == (text or pair)
