"""What becomes of each label: a policy, read from a small file.

::

    name = "plausible"
    default = "plausible"        # strategy of every label not named below

    [labels]
    OTHER_ID = "mask"

    [options]
    date_shift_days = [184, 349] # absolute value, both ends included
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from palimpseste.errors import UsageError
from palimpseste.labels import LABELS, Label, label_named

__all__ = ["LabelPolicy", "Options", "Policy", "Strategy"]

Strategy = Literal["plausible", "tag", "numbered-tag", "mask", "keep"]
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)

_GUARANTEES: dict[Strategy, str] = {
    "plausible": "replaced by a surrogate drawn with the secret key; who lacks the key learns only its written form",
    "tag": "replaced by the name of its label",
    "numbered-tag": "replaced by its label and a number; equal values of a document keep equal numbers",
    "mask": "replaced by the same mark whatever its label and length",
    "keep": "kept as it is: no protection",
}
_DATES_SHIFT = (
    "shifted by one secret number of days per patient, {0} to {1} either way: intervals survive, no proof of privacy"
)
_AGES = "kept where the birth date is known and shifted alike, else moved by {0} to {1} units: no proof of privacy"


@dataclass(frozen=True, slots=True)
class Options:
    """Numbers a policy may set.

    Parameters
    ----------
    date_shift_days : tuple of int
        Smallest and largest absolute shift of a patient's dates, both included, ``1 <= smallest <= largest``. From
        184 to 349 days every date changes whatever its unit: a year alone as well as a month alone.
    age_change_units : tuple of int
        Smallest and largest absolute change of an age whose birth date is unknown, in the unit it is written in.
    """

    date_shift_days: tuple[int, int] = (184, 349)
    age_change_units: tuple[int, int] = (1, 2)

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if (
                not isinstance(value, tuple)
                or len(value) != 2
                or not all(type(bound) is int for bound in value)
                or not 1 <= value[0] <= value[1]
            ):
                raise UsageError(
                    f"option {option.name!r} must be two whole numbers [smallest, largest], 1 <= smallest <= largest"
                )


@dataclass(frozen=True, slots=True)
class LabelPolicy:
    """What happens to one label, and what it guarantees."""

    label: Label
    strategy: Strategy
    guarantee: str


@dataclass(frozen=True, slots=True)
class Policy:
    """A strategy for each label.

    Examples
    --------
    >>> Policy.named("tag").strategy_of("LASTNAME")
    'tag'
    """

    name: str
    strategies: Mapping[Label, Strategy]
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        for label, strategy in self.strategies.items():
            label_named(label)
            _checked_strategy(strategy, f"label {label}")
        missing = [label for label in LABELS if label not in self.strategies]
        if missing:
            raise UsageError(
                f"policy {self.name!r} says nothing of label {missing[0]}; give it a strategy or set default"
            )
        object.__setattr__(self, "strategies", MappingProxyType(dict(self.strategies)))

    @classmethod
    def named(cls, name: str) -> Policy:
        """Return the policy of that name among those of the package, or read the TOML file at that path.

        Raises
        ------
        UsageError
            If there is neither, or the file says something unknown.
        """
        if name in cls.built_in():
            return cls._parsed((_folder() / f"{name}.toml").read_text("utf-8"), f"policy {name}")
        path = Path(name)
        if path.suffix != ".toml" and not path.is_file():
            raise UsageError(
                f"unknown policy {name!r}; policies: {', '.join(cls.built_in())}, or the path of a .toml file"
            )
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"policy file {name} cannot be read: {type(error).__name__}") from None
        return cls._parsed(text, f"policy file {name}")

    @staticmethod
    def built_in() -> tuple[str, ...]:
        """Return the names of the policies that come with the package."""
        return tuple(sorted(entry.name[:-5] for entry in _folder().iterdir() if entry.name.endswith(".toml")))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], where: str = "policy") -> Policy:
        """Read a policy from a mapping such as a parsed TOML file.

        Raises
        ------
        UsageError
            If a key, label, strategy or option is unknown, by name and with the allowed set.
        """
        _refuse_unknown(values, ("name", "description", "default", "labels", "options"), f"{where}: unknown key")
        labels = values.get("labels", {})
        options = values.get("options", {})
        if not isinstance(labels, Mapping) or not isinstance(options, Mapping):
            raise UsageError(f"{where}: labels and options must be tables")
        _refuse_unknown(labels, LABELS, f"{where}: unknown label")
        known_options = tuple(option.name for option in fields(Options))
        _refuse_unknown(options, known_options, f"{where}: unknown option")
        strategies: dict[Label, Strategy] = {}
        if "default" in values:
            default = _checked_strategy(values["default"], f"{where}: default")
            strategies = dict.fromkeys(LABELS, default)
        for label, strategy in labels.items():
            strategies[label_named(label)] = _checked_strategy(strategy, f"{where}: label {label}")
        pairs = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
        return cls(str(values.get("name", where)), strategies, Options(**pairs))

    @classmethod
    def _parsed(cls, text: str, where: str) -> Policy:
        if sys.version_info >= (3, 11):
            import tomllib
        else:
            import tomli as tomllib

        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise UsageError(f"{where} is not valid TOML: {error}") from None
        return cls.from_mapping(values, where)

    def __reduce__(self) -> tuple[type[Policy], tuple[str, dict[Label, Strategy], Options]]:
        return Policy, (self.name, dict(self.strategies), self.options)

    def strategy_of(self, label: Label) -> Strategy:
        """Return the strategy of a label."""
        return self.strategies[label]

    def describe(self) -> tuple[LabelPolicy, ...]:
        """Return what happens to each label, in the order of the labels, for the report of a run."""
        return tuple(
            LabelPolicy(label, self.strategies[label], self._guarantee(label, self.strategies[label]))
            for label in LABELS
        )

    def _guarantee(self, label: Label, strategy: Strategy) -> str:
        if strategy == "plausible" and label in ("DATE", "BIRTHDATE"):
            return _DATES_SHIFT.format(*self.options.date_shift_days)
        if strategy == "plausible" and label == "AGE":
            return _AGES.format(*self.options.age_change_units)
        return _GUARANTEES[strategy]


def _checked_strategy(value: object, where: str) -> Strategy:
    if value not in STRATEGIES:
        raise UsageError(f"{where}: unknown strategy {value!r}; strategies: {', '.join(STRATEGIES)}")
    return value


def _refuse_unknown(values: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise UsageError(f"{what} {unknown[0]!r}; allowed: {', '.join(known)}")


def _folder() -> Any:
    return files("palimpseste") / "data" / "policies"
