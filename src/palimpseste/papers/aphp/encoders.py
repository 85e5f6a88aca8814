"""What the language model is worth: Table 6."""

from __future__ import annotations

from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.aphp.trainings import MODEL_WAY, NOT_COMPARABLE, cells, measures, sets_of, trained
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.rendering.tables import share
from palimpseste.training.compare.significance import t_test

__all__ = ["table_6"]

_MEASURES = ("precision", "recall", "f1", "redacted", "fully_redacted")
_HEADS = ("precision", "recall", "F1", "redacted", "fully redacted")


def table_6(material: Material) -> Finding:
    """Return the measures of the model alone on each encoder, and whether the first differs from the others.

    Raises
    ------
    UsageError
        If no other encoder is named.
    """
    if not material.encoders:
        raise UsageError("one encoder compares with nothing: name the others (--compare-encoder)")
    sets = sets_of(material)
    found = trained(material, sets, encoders=material.encoders)
    first = found.settings.encoder
    ours = {first: found.of("all notes")}
    ours |= {name: found.of("encoder", name) for name in material.encoders if name != first}
    rows = [
        [f"printed: {row['encoder']}", *(f"{row[name]} ± {row[f'{name}_deviation']}" for name in _MEASURES)]
        for row in published("aphp_table_6")
    ]
    rows += [[f"ours: {_shown(name)}", *cells(each, MODEL_WAY, _MEASURES)] for name, each in ours.items()]
    tests = [
        [
            _shown(name),
            *(share(t_test(*(measures(side, MODEL_WAY, m) for side in (ours[first], each)))) for m in _MEASURES),
        ]
        for name, each in ours.items()
        if name != first
    ]
    return Finding(
        [
            Table(("encoder", *_HEADS), rows),
            Table(("against the first of ours, p of", *_HEADS), tests, "Student's t-test", "significance"),
        ],
        "The model alone, twelve labels, by token. The paper finds its fine-tuned encoder better than both others by "
        "every measure; p is of Student's two-sided t-test of two independent samples of the same variance.",
        "Which of ours corresponds to which of theirs is told by how it was made, if at all: a general encoder, one "
        "trained further on the notes of the house (`palimpseste train mlm`), one made from nothing. " + NOT_COMPARABLE,
        said=sets.told(),
    )


def _shown(encoder: str) -> str:
    """Return the name of an encoder, or the last part of its folder."""
    return encoder.rstrip("/").rpartition("/")[2]
