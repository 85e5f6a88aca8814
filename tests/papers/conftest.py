"""``palimpseste papers run``, as the tests of all papers call it."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture
def papers_run(palimpseste: Callable[..., tuple[int, str, str]]) -> Callable[..., tuple[int, str]]:
    """Return what makes a table or figure in the folder ``out``; it gives the status and what was said."""

    def run(name: str, *options: object) -> tuple[int, str]:
        status, _, said = palimpseste("papers", "run", name, "-o", "out", *options)
        return status, said

    return run
