"""What the mechanisms make of the papers' example, and of the user's dates and ages: Figure 6, Table 4."""

from __future__ import annotations

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.places.mechanisms.published_tables import PaperTable, paper_tables
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.replacer import Replacer

__all__ = ["figure_6", "healthinf_figure_6", "table_4"]

# A key that everybody knows: the example is drawn alike everywhere.
_KEY = CohortKey(bytes(32))
_DATES, _PLACES = ("DATE", "BIRTHDATE", "AGE"), ("CITY", "ZIP")
_PUBLISHED = {**dict.fromkeys(_DATES, "metric-laplace"), **dict.fromkeys(_PLACES, "exponential-knn")}
# The values of the example and what both papers print for each.
_VALUES = (
    ("AGE", "40 ans", "37"),
    ("DATE", "12/02/2020", "02/20/2020"),
    ("DATE", "26 février 2020", "March 01, 2020"),
    ("CITY", "Dijon", "Besançon"),
)


def table_4(material: Material) -> Finding:
    """Return what the features of Table 4 of the journal paper give, beside its printed digits."""
    return _towns(paper_tables()[1], "from the strokes alone, times √3, although the text says three features")


def healthinf_figure_6(material: Material) -> Finding:
    """Return what the features of Figure 6 of the conference paper give, beside its printed digits."""
    return _towns(paper_tables()[0], "from all three features; its score is 1 - d, which the text does not say")


def figure_6(material: Material) -> Finding:
    """Return surrogates of the example's values, and what the same mechanism leaves of dates and ages of the notes."""
    policy = Policy.from_mapping({"default": "plausible", "labels": _PUBLISHED, "privacy": {"epsilon": "1"}})
    text, spans = "", []
    for label, value, _ in _VALUES:
        spans.append(Span(len(text), len(text) + len(value), label))  # type: ignore[arg-type]
        text += f"{value}; "
    result = _writer(policy).replace(Document("example", text), spans)
    drawn = result.text.split("; ")
    rows = [[value, printed, ours] for (_, value, printed), ours in zip(_VALUES, drawn, strict=False)]
    tables = [Table(("value", "printed", "ours, one draw"), rows, "The example, ε = 1 over four values")]
    if material.notes:
        tables.append(_of_notes(material, policy))
    return Finding(
        tables,
        "Laplace noise on a date in days and on an age in years, the budget shared evenly by the values of a document, "
        "the town drawn among its nearest by features.",
        "A surrogate is one draw: another need not be like it, neither theirs nor ours. Ours is whole noise drawn "
        "exactly from a key, theirs a rounded real number; dates of ours keep their order. The paper prints nothing of "
        "what happens to other dates, so nothing stands beside ours there.",
    )


def _of_notes(material: Material, policy: Policy) -> Table:
    from palimpseste.utility.fidelity.tally import FidelityTally

    tally, writer = FidelityTally(), _writer(policy)
    for note in material.counted(material.notes, "surrogates"):
        tally.add(note, writer.replace(note, note.entities))
    found = tally.measured()
    rows = [
        ["notes", f"{found.documents:,}"],
        ["dates", f"{found.dates.dates:,}"],
        ["pairs of dates told in the same order", f"{found.dates.in_order:.3f}"],
        ["pairs that overlap in the new text", f"{found.dates.tied:.3f}"],
        ["pairs told the other way round", f"{found.dates.out_of_order:.3f}"],
        ["mean error of the days between two dates", f"{found.dates.interval_error_days:.1f}"],
        ["ages", f"{found.ages.ages:,}"],
        ["mean error of an age, years", f"{found.ages.error_years:.1f}"],
        ["towns", f"{found.places.towns:,}"],
        ["towns that stay", f"{found.places.same:.3f}"],
        ["mean distance to the new town, km", f"{found.places.distance_km:.0f}"],
    ]
    return Table(("", "ours"), rows, "The notes, ε = 1 a note", "notes")


def _towns(table: PaperTable, distances: str) -> Finding:
    found = table.reproduced()
    columns = ("distance", "score", "probability")
    computed = dict(zip(columns, (found.distances, found.scores, found.probabilities), strict=True))
    rows = []
    for place, name in enumerate(found.names):
        cells = []
        for column in columns:
            printed = table.table.printed[column]
            cells += [printed[place] if place < len(printed) else "–", f"{computed[column][place]:.6f}"]
        rows.append([name, *cells])
    return Finding(
        [Table(("town", *(f"{column}, {whose}" for column in columns for whose in ("printed", "ours"))), rows)],
        f"Of {found.compared} printed figures {len(found.differing)} differ in a digit. Distances are {distances}.",
        "The minima of the features are of communes that are not printed, and were worked out from the digits. The "
        "mechanism does not keep the guarantee that the paper proves of it: `palimpseste privacy check` shows towns "
        "that it tells apart for certain; the default draws otherwise.",
    )


def _writer(policy: Policy) -> Deidentifier:
    return Deidentifier((), Replacer(_KEY, policy), policy.kept)
