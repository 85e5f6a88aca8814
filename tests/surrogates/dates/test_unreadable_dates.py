"""A date that cannot be read comes out in its shape, in a year that there was."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest


@pytest.mark.parametrize("policy", ["dp", "plausible"])
@pytest.mark.parametrize("source", ["28 jvxn 2017", "3 xbre 0215"])
def test_its_year_is_one_that_there_was(surrogates: Callable[..., list[str]], policy: str, source: str) -> None:
    drawn = {
        surrogates(f"vu le <DATE>{source}</DATE>", policy=policy, id=str(number), patient_id=str(number))[0]
        for number in range(30)
    }
    assert len(drawn) > 10
    for written in drawn:
        assert re.sub(r"\d", "0", written) == re.sub(r"\d", "0", source)
        assert 2000 <= int(written[-4:]) <= 2025
