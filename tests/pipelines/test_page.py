"""The examples of docs/pipelines.md do what they say."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "pipelines.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.partition("\n")[0].replace("import ", "") for each in EXAMPLES])
def test_an_example_does_what_it_says(example, source, monkeypatch):
    for library in re.findall(r"^(?:import|from) (\w+)", example, re.MULTILINE):
        if find_spec(library) is None:
            pytest.skip(f"needs {library}: palimpseste[pipelines]")
    monkeypatch.setenv("PALIMPSESTE_KEY_FILE", str(source.file))
    exec(compile(example, str(PAGE), "exec"), {})
