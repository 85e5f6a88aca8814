"""The numbers a policy may set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

from palimpseste.errors import UsageError
from palimpseste.privacy.epsilon import as_epsilon
from palimpseste.surrogates.policy.place_options import PlaceOptions

__all__ = ["KINDS", "Options", "Privacy", "Scope"]

Scope = Literal["document", "patient"]

# What a privacy budget is split over, each the name of the label that sets its weight.
KINDS = ("DATE", "AGE", "CITY")


@dataclass(frozen=True, slots=True)
class Options:
    """Numbers of the strategies that have no privacy budget.

    Parameters
    ----------
    date_shift_days : tuple of int
        Smallest and largest absolute shift of dates, both included, ``1 <= smallest <= largest``. From 184 to 349 days
        every date changes whatever its unit: a year alone as well as a month alone.
    shift_scope : {"patient", "document"}
        What one shift is for.
    age_change_units : tuple of int
        Smallest and largest absolute change of an age whose birth date is unknown, in the unit it is written in.
    """

    date_shift_days: tuple[int, int] = (184, 349)
    shift_scope: Scope = "patient"
    age_change_units: tuple[int, int] = (1, 2)

    def __post_init__(self) -> None:
        for name in ("date_shift_days", "age_change_units"):
            value = getattr(self, name)
            if (
                not isinstance(value, tuple)
                or len(value) != 2
                or not all(type(bound) is int for bound in value)
                or not 1 <= value[0] <= value[1]
            ):
                raise UsageError(
                    f"option {name!r} must be two whole numbers [smallest, largest], 1 <= smallest <= largest"
                )
        if self.shift_scope not in ("patient", "document"):
            raise UsageError(f"option 'shift_scope' must be patient or document, got {self.shift_scope!r}")

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Options:
        """Read the options of a table whose keys are known."""
        lists_as_tuples: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in values.items()}
        return cls(**lists_as_tuples)

    def to_mapping(self) -> dict[str, Any]:
        """Return the options as `from_mapping` reads them."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Privacy:
    """The privacy budget of the strategies that have one.

    Parameters
    ----------
    epsilon : Fraction
        ε of each document, or of each value.
    per : {"document", "value"}
        ``document``: the budget is split over the distinct values of a document, whose noise is its own: another
        document of the same patient has a budget of its own. ``value``: every distinct value of a patient is released
        once with the whole of ε, the same in all documents; the patient's total grows with the number of values.
    weights : mapping of str to int
        How a document's budget is split between kinds of value, by label: `KINDS`, 1 each by default.
    oldest_age : int, optional
        Ages beyond are written as this one, such as 90 for HIPAA's safe harbour.
    """

    epsilon: Fraction = Fraction(1)
    per: Literal["document", "value"] = "document"
    weights: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    oldest_age: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", as_epsilon(self.epsilon))
        if self.per not in ("document", "value"):
            raise UsageError(f"epsilon is per document or per value, not per {self.per!r}")
        for kind, weight in self.weights.items():
            if kind not in KINDS:
                raise UsageError(f"privacy weights are for {', '.join(KINDS)}, not for {kind!r}")
            if type(weight) is not int or not 1 <= weight <= 1000:
                raise UsageError(f"the privacy weight of {kind} must be a whole number from 1 to 1000")
        if self.oldest_age is not None and (type(self.oldest_age) is not int or not 1 <= self.oldest_age <= 130):
            raise UsageError("oldest_age must be a whole number of years from 1 to 130")
        object.__setattr__(self, "weights", MappingProxyType(dict(self.weights)))

    def __reduce__(self) -> tuple[type[Privacy], tuple[Any, ...]]:
        return Privacy, (self.epsilon, self.per, dict(self.weights), self.oldest_age)

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Privacy:
        """Read the budget of a table whose keys are known."""
        return cls(**values)

    def to_mapping(self) -> dict[str, Any]:
        """Return the budget as `from_mapping` reads it."""
        values: dict[str, Any] = {"epsilon": str(self.epsilon), "per": self.per, "weights": dict(self.weights)}
        return values if self.oldest_age is None else {**values, "oldest_age": self.oldest_age}


def names_of(kind: type[Options] | type[Privacy] | type[PlaceOptions]) -> tuple[str, ...]:
    """Return the names a table of the policy file may hold."""
    return tuple(option.name for option in fields(kind))
