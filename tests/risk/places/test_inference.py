from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from palimpseste.errors import UsageError
from palimpseste.risk.places.inference import department_risk

# Territoire de Belfort, about a hundred towns.
BELFORT = "90"


def test_a_town_drawn_without_looking_tells_no_more_than_the_inhabitants() -> None:
    risk = department_risk("uniform", BELFORT, Fraction(1))
    assert risk.right_after == pytest.approx(risk.right_before)
    assert risk.error_after == pytest.approx(risk.error_before)
    assert risk.error_released > risk.error_before


def test_guesses_come_nearer_to_the_town_as_epsilon_grows() -> None:
    risks = [department_risk("exponential", BELFORT, Fraction(epsilon)) for epsilon in ("1/1000", "1/4", "1", "50")]
    assert [risk.right_after for risk in risks] == sorted(risk.right_after for risk in risks)
    errors = [risk.error_after for risk in risks]
    # Where ε is nearly nothing, they are equal but for rounding.
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(errors))
    assert errors[-1] < errors[0] / 2
    assert risks[0].right_after == pytest.approx(risks[0].right_before, abs=0.02)
    # Two towns may share estimated coordinates: who is wrong then is not far off.
    assert risks[-1].error_after < 1e-6


def test_a_department_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError):
        department_risk("exponential", "00", Fraction(1))
