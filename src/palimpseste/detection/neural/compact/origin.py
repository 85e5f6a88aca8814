"""What a compact model was trained with, as far as a package that changed since could misread its weights."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from palimpseste.detection.neural.compact.features import Evidence
from palimpseste.labels import LABELS

__all__ = ["Origin"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The labels, the rules and the size of the table of the package that trained a model.

    Parameters
    ----------
    rows : int
        Of the table of vectors.
    labels : tuple of str
        Under which the other detectors found things, in the order of the table's rows.
    rules : tuple of str
        Names of the rules whose spans the model read, sorted.
    """

    rows: int
    labels: tuple[str, ...]
    rules: tuple[str, ...]

    @classmethod
    def of_this_package(cls, rules: Sequence[str]) -> Origin:
        """Return what a model trained now is trained with.

        Parameters
        ----------
        rules : sequence of str
            Names of the rules of the package.
        """
        return cls(Evidence(LABELS).rows, LABELS, tuple(rules))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Origin:
        """Read what stands in ``settings.json``.

        Raises
        ------
        KeyError, TypeError, ValueError
            If something lacks, or is of the wrong kind.
        """
        rows, labels, rules = values["rows"], values["labels"], values["rules"]
        if type(rows) is not int or not _are_names(labels) or not _are_names(rules):
            raise ValueError("rows are a number, labels and rules are lists of names")
        return cls(rows, tuple(labels), tuple(rules))

    def differences(self, rows: int, rules: Collection[str] | None) -> Iterator[str]:
        """Yield, in words, each thing in which this package is another than the one of the model.

        Parameters
        ----------
        rows : int
            Of the table among the weights.
        rules : collection of str, optional
            Names of the rules the model is to read; None where it reads none.
        """
        yield from (f"the label {name} is new" for name in LABELS if name not in self.labels)
        yield from (f"the label {name} is gone" for name in self.labels if name not in LABELS)
        if set(self.labels) == set(LABELS) and self.labels != LABELS:
            moved = next(name for name, before in zip(LABELS, self.labels, strict=True) if name != before)
            yield f"the labels are in another order, from {moved} on"
        expected = Evidence(self.labels).rows
        if rows != self.rows:
            yield f"the weights have {rows} rows and the settings say {self.rows}"
        elif rows != expected:
            yield f"the table has {rows} rows, here it would have {expected}"
        if rules is not None:
            yield from (f"the rule {name} is new" for name in sorted(rules) if name not in self.rules)
            yield from (f"the rule {name} is gone" for name in self.rules if name not in rules)


def _are_names(values: object) -> bool:
    return (
        isinstance(values, Sequence)
        and not isinstance(values, str)
        and all(isinstance(value, str) for value in values)
        and len(set(values)) == len(values)
    )
