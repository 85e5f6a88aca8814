"""How far two annotators agree: supplement C."""

from __future__ import annotations

from palimpseste.errors import UsageError
from palimpseste.evaluation import agreement
from palimpseste.evaluation.markdown import with_interval
from palimpseste.papers.aphp.labels import LABELS, VIEW
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.systems import annotated
from palimpseste.rendering.charts import bars

__all__ = ["figure_c"]


def figure_c(material: Material) -> Finding:
    """Return F1 between two annotations of the same notes, by exact entity and by token, as table and figure.

    Raises
    ------
    UsageError
        If there is no second annotation.
    """
    if not material.second:
        raise UsageError(
            "one annotation agrees with nothing: give the same notes annotated by somebody else (--second)"
        )
    annotated([*material.notes, *material.second], VIEW)
    found = agreement(
        material.notes, material.second, view=VIEW, bootstrap=material.bootstrap, seed=material.seed
    )  # fmt: skip
    scores = {label: found.labels[label] for label in LABELS if label in found.labels} | {"**all**": found.micro}
    rows = [[label, with_interval(each.span_f1), with_interval(each.token_f1)] for label, each in scores.items()]
    shown = {
        label.strip("*"): {"exact entities": each.span_f1.value, "tokens": each.token_f1.value}
        for label, each in scores.items()
    }
    return Finding(
        [Table(("label", "F1, exact entities", "F1, tokens"), rows)],
        "The thirteen labels of Table 1; F1 of exact entities and of tokens, micro average last: the paper's two "
        "measures. It prints that all labels are above 0.8 but hospitals.",
        "The bars of the paper's figure bear no numbers. Its annotators corrected what an earlier system had found, "
        "which brings them nearer to each other; hospitals were theirs alone, ours are all places of care.",
        {"": bars(shown, "F1 between two annotations, by label")},
        said=f"{found.documents:,} notes annotated twice.\n",
    )
