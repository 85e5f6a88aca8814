from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palimpseste.checksums import has_ean_key, has_iban_key, has_luhn_key, has_nir_key, has_niss_key, nir_key


@pytest.mark.parametrize(
    ("number", "key"),
    [
        ("2550837123456", None),
        ("1540321231045", None),
        ("255082A123456", "corsica"),
        ("255082B123456", "corsica"),
    ],
)
def test_the_key_is_97_minus_the_number_modulo_97(number: str, key: str | None) -> None:
    department = {"2A": "19", "2B": "18"}.get(number[5:7], number[5:7]) if key else number[5:7]
    assert nir_key(number) == 97 - int(number[:5] + department + number[7:]) % 97


@pytest.mark.parametrize("number", ["", "12345", "9550837123456", "255133712345", "25508XX123456"])
def test_what_is_not_shaped_as_a_number_has_no_key(number: str) -> None:
    assert nir_key(number) is None
    assert not has_nir_key(number + "12")


@given(st.integers(0, 99), st.integers(1, 12), st.integers(1, 95), st.integers(0, 999_999))
def test_one_key_in_97_is_right(year: int, month: int, department: int, rest: int) -> None:
    number = f"1{year:02}{month:02}{department:02}{rest:06}"
    assert sum(has_nir_key(f"{number}{key:02}") for key in range(100)) == 1


@pytest.mark.parametrize(
    ("digits", "expected"), [("79927398713", True), ("79927398710", False), ("0", False), ("1a", False)]
)
def test_the_luhn_key_is_checked(digits: str, expected: bool) -> None:
    assert has_luhn_key(digits) is expected


@given(st.text("0123456789", min_size=1, max_size=20))
def test_exactly_one_last_digit_is_the_luhn_key(digits: str) -> None:
    assert sum(has_luhn_key(digits + str(last)) for last in range(10)) == 1


@pytest.mark.parametrize(
    ("number", "is_right"),
    [
        ("85073003328", True),
        ("85073003329", False),
        ("00010100105", True),  # born in 2000: the key counts a 2 before
        ("85133003328", False),
        ("8507300332", False),
        ("8507300332a", False),
    ],
)
def test_a_belgian_number_is_a_date_a_rank_and_a_key(number: str, is_right: bool) -> None:
    assert has_niss_key(number) == is_right


@pytest.mark.parametrize(
    ("number", "is_right"), [("7569217076985", True), ("7569217076984", False), ("756921707698", False)]
)
def test_the_last_of_thirteen_digits_is_a_key(number: str, is_right: bool) -> None:
    assert has_ean_key(number) == is_right


@pytest.mark.parametrize(
    ("number", "is_right"),
    [
        ("BE55733104482957", True),
        ("BE55733104482975", False),
        ("MT35BVAL27114000018834905217K6M", True),
        ("BE55", False),
    ],
)
def test_an_account_number_moved_to_its_end_leaves_one(number: str, is_right: bool) -> None:
    assert has_iban_key(number) == is_right
