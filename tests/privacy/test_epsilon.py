"""ε is read exactly, or refused at once."""

from __future__ import annotations

from fractions import Fraction

import pytest

from palimpseste.errors import UsageError
from palimpseste.privacy.epsilon import as_epsilon


@pytest.mark.parametrize(
    ("value", "epsilon"),
    [
        ("1/4", "1/4"),
        (" 0.25 ", "1/4"),
        (0.1, "1/10"),
        (2, "2"),
        ("1e-3", "1/1000"),
        ("1E2", "100"),
        (1e-6, "1/1000000"),
        (1000, "1000"),
    ],
)
def test_epsilon_is_the_fraction_that_is_written(value: str | float, epsilon: str) -> None:
    assert as_epsilon(value) == Fraction(epsilon)


@pytest.mark.parametrize(
    "value",
    ["", "one", "nan", "inf", "1/0", 0, -1, "1001", "1e-7", True, "1e999999999", "1e-999999999", "1E999999999", "e"],
)
def test_what_is_no_epsilon_is_refused(value: str | float) -> None:
    with pytest.raises(UsageError, match="epsilon must"):
        as_epsilon(value)
