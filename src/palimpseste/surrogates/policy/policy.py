"""What becomes of each label: a policy, read from a small file.

::

    name = "dp"
    default = "plausible"        # strategy of every label not named below

    [labels]
    DATE = "clock-laplace"
    OTHER_ID = "mask"

    [options]
    date_shift_days = [184, 349] # absolute value, both ends included
    date_shift_latest = 2025-12-31  # no shift brings a date after it; "none" for no such day

    [privacy]
    epsilon = "1"
    per = "value"

    [places]
    zone = "metropolitan"        # see place_options

    [clock]
    keep_season = false          # see options
    latest = 2025-12-31          # no date is written after it; "none" for no such day
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from palimpseste.errors import UsageError
from palimpseste.labels import DATES, LABELS, Label, label_named
from palimpseste.settings_files import Where, read_toml, settings_of
from palimpseste.surrogates.policy.guarantees import guarantee_of, statement_of
from palimpseste.surrogates.policy.options import ClockOptions, Options, Privacy
from palimpseste.surrogates.policy.place_options import PlaceOptions
from palimpseste.surrogates.policy.strategies import (
    MECHANISMS,
    SHIFTS,
    Strategy,
    check_strategies,
    strategy_named,
    strategy_of_towns,
)

__all__ = ["LabelPolicy", "Policy"]

_WITH_SEASONS = SHIFTS | {"clock-laplace"}


@dataclass(frozen=True, slots=True)
class LabelPolicy:
    """What becomes of one label.

    Parameters
    ----------
    label : Label
        Which.
    strategy : Strategy
        What is written over its spans.
    guarantee : str
        What that protects, as a sentence.
    """

    label: Label
    strategy: Strategy
    guarantee: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _PolicyFile:
    """What a policy file may say."""

    name: str | None = None
    description: str = ""
    default: Strategy | None = None
    labels: Mapping[Label, Strategy] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    privacy: Privacy = field(default_factory=Privacy)
    places: PlaceOptions = field(default_factory=PlaceOptions)
    clock: ClockOptions = field(default_factory=ClockOptions)


@dataclass(frozen=True, slots=True)
class Policy:
    """A strategy for each label, and what the strategies need.

    Parameters
    ----------
    name : str
        Of the policy, for reports and errors.
    strategies : mapping of Label to Strategy
        One for every label.
    options : Options
        Numbers of the strategies.
    privacy : Privacy
        The budget of strategies that are paid for.
    places : PlaceOptions
        Which towns may be drawn, and how far apart two are.
    clock : ClockOptions
        How the secret clock of a patient runs.

    Raises
    ------
    UsageError
        If a strategy is not known, or is not for its label, or options do not suit the strategies.

    Examples
    --------
    >>> Policy.named("tag").strategy_of("LASTNAME")
    'tag'
    """

    name: str
    strategies: Mapping[Label, Strategy]
    options: Options = field(default_factory=Options)
    privacy: Privacy = field(default_factory=Privacy)
    places: PlaceOptions = field(default_factory=PlaceOptions)
    clock: ClockOptions = field(default_factory=ClockOptions)

    def __post_init__(self) -> None:
        for label, strategy in self.strategies.items():
            strategy_named(strategy, f"policy {self.name!r}: label {label_named(label)}")
        check_strategies(self.strategies, self.name)
        self.places.check_for(strategy_of_towns(self.strategies))
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
            where = f"policy {name}"
            return cls.from_mapping(read_toml(_folder() / f"{name}.toml", where), where)
        path = Path(name)
        if path.suffix != ".toml" and not _is_file(path):
            raise UsageError(
                f"unknown policy {name!r}; policies: {', '.join(cls.built_in())}, or the path of a .toml file"
            )
        where = f"policy file {name}"
        return cls.from_mapping(read_toml(path, where), where, path.absolute().parent)

    @staticmethod
    def built_in() -> tuple[str, ...]:
        """Return the names of the policies that come with the package."""
        return tuple(sorted(entry.name[:-5] for entry in _folder().iterdir() if entry.name.endswith(".toml")))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], where: str = "policy", folder: Path | None = None) -> Policy:
        """Read a policy from a mapping such as a parsed TOML file, whose relative paths start from a folder.

        Parameters
        ----------
        values : mapping
            By section and name.
        where : str
            What an error calls it.
        folder : Path, optional
            The folder; without, that of the process.

        Raises
        ------
        UsageError
            If a key, label, strategy or option is unknown, by name and with the allowed set.
        """
        read = settings_of(_PolicyFile, values, Where(where))
        strategies = dict.fromkeys(LABELS, read.default) if read.default is not None else {}
        try:
            return cls(
                read.name or where,
                {**strategies, **read.labels},
                read.options,
                read.privacy,
                read.places if folder is None else read.places.with_files_of(folder),
                read.clock,
            )
        except UsageError as error:
            raise UsageError(f"{where}: {error}") from None

    def to_mapping(self) -> dict[str, Any]:
        """Return the policy as `from_mapping` reads it."""
        return {
            "name": self.name,
            "labels": dict(self.strategies),
            "options": self.options.to_mapping(),
            "privacy": self.privacy.to_mapping(),
            "places": self.places.to_mapping(),
            "clock": self.clock.to_mapping(),
        }

    def __reduce__(self) -> tuple[type[Policy], tuple[Any, ...]]:
        return Policy, (self.name, dict(self.strategies), self.options, self.privacy, self.places, self.clock)

    def with_budget(self, epsilon: Fraction | None, per: Literal["document", "value"] | None) -> Policy:
        """Return the policy with another ε, or meant for another scope; None leaves it as it is.

        Raises
        ------
        UsageError
            If no strategy of the policy has a privacy budget.
        """
        if epsilon is None and per is None:
            return self
        if not self.is_private:
            raise UsageError(f"policy {self.name!r} has no privacy budget: epsilon would change nothing")
        privacy = replace(self.privacy, epsilon=epsilon or self.privacy.epsilon, per=per or self.privacy.per)
        return replace(self, privacy=privacy)

    def with_exact_days(self) -> Policy:
        """Return the policy without working days, a latest one or seasons: under a shift every interval stays exact.

        The shift of a patient is then told by the key alone, so that tables can follow it.
        """
        return replace(self, options=replace(self.options, working_days=False, date_shift_latest=None, seasons=False))

    @property
    def is_private(self) -> bool:
        """Whether some strategy draws on a privacy budget."""
        return not MECHANISMS.isdisjoint(self.strategies.values())

    @property
    def plans_dates(self) -> bool:
        """Whether what is written of a date hangs on the dates of all documents of the patient.

        So it does where a date has one release in all of them, which are put in order together, and where the shift of
        a patient may not bring any of them after a day, or out of season.
        """
        strategies = {self.strategies[label] for label in DATES}
        if "clock-laplace" in strategies:
            return self.privacy.per == "value"
        return self.asks_for_lives and self.options.shift_scope == "patient"

    @property
    def asks_for_lives(self) -> bool:
        """Whether dates move as all dates of the patient ask for, where these are known, be it of one document."""
        keeps_seasons = self.options.seasons and not _WITH_SEASONS.isdisjoint(self.strategies[label] for label in DATES)
        return self.latest is not None or keeps_seasons

    @property
    def latest(self) -> date | None:
        """The day after which nothing of a life is written that is known as a whole."""
        strategies = {self.strategies[label] for label in DATES}
        if "clock-laplace" in strategies:
            return self.clock.latest
        return None if strategies.isdisjoint(SHIFTS) else self.options.date_shift_latest

    @property
    def kept(self) -> frozenset[Label]:
        """The labels whose values stay as they are."""
        return frozenset(label for label, strategy in self.strategies.items() if strategy == "keep")

    def strategy_of(self, label: Label) -> Strategy:
        """Return the strategy of a label."""
        return self.strategies[label]

    def describe(self) -> tuple[LabelPolicy, ...]:
        """Return what happens to each label, in the order of the labels, for the report of a run."""
        return tuple(
            LabelPolicy(
                label,
                self.strategies[label],
                guarantee_of(label, self.strategies[label], self.options, self.privacy, self.places, self.clock),
            )
            for label in LABELS
        )

    def statement(self) -> str:
        """Return what the policy guarantees as a whole, in one paragraph a privacy officer can read."""
        return statement_of(self.strategies, self.privacy, self.places, self.clock)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False


def _folder() -> Any:
    return files("palimpseste") / "data" / "policies"
