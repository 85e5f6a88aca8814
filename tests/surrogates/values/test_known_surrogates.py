"""Under one key a value gets today what it got yesterday: a site that goes on with its key relies on it.

A change of a line of `tests/data/known_surrogates.tsv` is a change of what sites write, and is told in the change log.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from palimpseste.corpus.markup import parse_markup
from palimpseste.result import Draft

ROWS = (Path(__file__).parents[2] / "data" / "known_surrogates.tsv").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", ROWS, ids=(f"line {number}" for number, _ in enumerate(ROWS, 2)))
def test_a_key_goes_on_writing_the_same_surrogates(replace: Callable[..., Draft], row: str) -> None:
    source, expected = row.replace("\\n", "\n").split("\t")
    result = replace(source)
    assert (result.text, result.spans) == parse_markup(expected)
