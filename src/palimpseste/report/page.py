"""A run as one HTML page: figures are inline SVG, nothing is fetched, no script runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from palimpseste.labels import LABELS, Label
from palimpseste.rendering.pages import page
from palimpseste.report.operation import Operation

__all__ = ["page_of"]

# What each label is called before a French data protection officer.
_FRENCH: dict[Label, str] = {
    "FIRSTNAME": "prénom",
    "LASTNAME": "nom",
    "BIRTHDATE": "date de naissance",
    "DATE": "date",
    "AGE": "âge",
    "ADDRESS": "adresse",
    "ZIP": "code postal",
    "CITY": "commune",
    "LOCATION": "autre lieu",
    "HOSPITAL": "lieu de soins",
    "ORGANIZATION": "organisme",
    "PHONE": "téléphone",
    "EMAIL": "courriel",
    "URL": "adresse web",
    "SSN": "numéro de sécurité sociale",
    "PATIENT_ID": "identifiant patient",
    "VISIT_ID": "numéro de séjour",
    "OTHER_ID": "autre identifiant",
    "REFERENCE": "référence de courrier",
}
# Families of sources as the figure groups them: name, what it means, and how it begins.
_GROUPS = (
    ("record", "known from the patient's record", "record"),
    ("model", "found by the model", "model"),
    ("rules", "found by a rule", "rules"),
    ("propagation", "found again: the same name elsewhere in the note", "propagation"),
)
# What nothing above begins with: a detector of a third party, or a value that was a field of its own in the source.
_OTHER = ("other", "found otherwise: another detector, or a field of the source", "")
_BINS = 15


@dataclass(frozen=True, slots=True)
class LabelBar:
    """The spans of a label, by what found them.

    Parameters
    ----------
    label, french : str
        The label, and its French name.
    strategy : str
        What the policy made of the spans.
    total : int
        How many there are.
    parts : tuple of int
        Those of each group of sources, in the order of the legend; those of no group come last.
    """

    label: str
    french: str
    strategy: str
    total: int
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A strategy of a run, and what it guarantees.

    Parameters
    ----------
    strategy : str
        Its name.
    sentence : str
        The guarantee.
    labels : tuple of (str, str)
        Those that it is for, each with its French name.
    spans : int
        How many it was used on.
    """

    strategy: str
    sentence: str
    labels: tuple[tuple[str, str], ...]
    spans: int


@dataclass(frozen=True, slots=True)
class Bin:
    """A bar of the histogram of spans by document.

    Parameters
    ----------
    lowest, highest : int
        Numbers of spans, both ends included.
    documents : int
        Those that have so many.
    """

    lowest: int
    highest: int
    documents: int


def page_of(facts: Mapping[str, Any], operation: Operation | None = None) -> str:
    """Return the page of the facts of a run, and of where its model operated."""
    bars = _bars(facts)
    return page(
        "report/run.html.j2",
        facts=facts,
        groups=(*_GROUPS, _OTHER) if any(bar.parts[-1] for bar in bars) else _GROUPS,
        bars=bars,
        guarantees=_guarantees(facts),
        bins=_bins(facts),
        operation=operation,
        curve=operation.curve() if operation else "",
    )


def _bars(facts: Mapping[str, Any]) -> list[LabelBar]:
    """Return a bar for each label found, the most frequent first."""
    bars = []
    for label, families in facts["spans"]["by_label_and_source"].items():
        parts = tuple(
            sum(count for family, count in families.items() if family.split(".")[0] == start) for *_, start in _GROUPS
        )
        strategy = facts["policy"]["labels"][label]["strategy"]
        total = facts["spans"]["by_label"][label]
        bars.append(LabelBar(label, _FRENCH[label], strategy, total, (*parts, total - sum(parts))))
    return sorted(bars, key=lambda bar: -bar.total)


def _guarantees(facts: Mapping[str, Any]) -> list[Guarantee]:
    """Return the distinct guarantees of the policy, in the order of the labels."""
    labels: dict[tuple[str, str], list[Label]] = {}
    for label in LABELS:
        policy = facts["policy"]["labels"][label]
        labels.setdefault((policy["strategy"], policy["guarantee"]), []).append(label)
    return [
        Guarantee(
            strategy,
            sentence,
            tuple((label, _FRENCH[label]) for label in members),
            sum(facts["spans"]["by_label"][label] for label in members),
        )
        for (strategy, sentence), members in labels.items()
    ]


def _bins(facts: Mapping[str, Any]) -> list[Bin]:
    """Return the histogram of spans a document; the bins have one width and the first begins at 0."""
    counts = {int(n): documents for n, documents in facts["spans"]["per_document"].items()}
    if not counts:
        return []
    width = max(counts) // _BINS + 1
    return [
        Bin(low, low + width - 1, sum(counts.get(n, 0) for n in range(low, low + width)))
        for low in range(0, max(counts) + 1, width)
    ]
