"""The privacy parameter ε as an exact fraction."""

from __future__ import annotations

from fractions import Fraction

from palimpseste.errors import UsageError

__all__ = ["Epsilon", "as_epsilon"]

Epsilon = Fraction

_LARGEST = 1_000
_FINEST = 10**6


def as_epsilon(value: str | int | float | Fraction) -> Epsilon:
    """Return ε as an exact fraction, in ``[1e-6, 1000]``.

    Parameters
    ----------
    value : str, int, float or Fraction
        ``"0.25"``, ``"1/4"`` or a number; a float is read as it is printed, so that 0.1 is one tenth.

    Raises
    ------
    UsageError
        If it is no number, or out of the interval.

    Examples
    --------
    >>> as_epsilon("1/4") == as_epsilon(0.25)
    True
    """
    try:
        epsilon = _exactly(str(value).strip())
    except (ValueError, ZeroDivisionError):
        raise UsageError(f"epsilon must be a number such as 1, 0.25 or 1/4, got {value!r}") from None
    if not Fraction(1, _FINEST) <= epsilon <= _LARGEST:
        raise UsageError(f"epsilon must lie between 1/{_FINEST} and {_LARGEST}, got {value!r}")
    return epsilon


def _exactly(text: str) -> Fraction:
    # A fraction of "1e999999999" would be written out in full; a float of it is infinite, which is no fraction.
    if "e" in text.lower() and not 0 < abs(float(text)) < float("inf"):
        raise ValueError
    return Fraction(text)
