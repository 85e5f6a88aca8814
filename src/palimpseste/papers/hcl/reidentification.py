"""Masked identifiers that language models find again: sections 3.3 and 4."""

from __future__ import annotations

from functools import partial

from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.leakage.fill_mask import FillMask
from palimpseste.leakage.fill_mask_table import fill_mask_scores
from palimpseste.leakage.language_models import MaskGuesser
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.hcl.labels import LABELS, NOT_COMPARABLE, VIEW

__all__ = ["found_again"]

_MODELS = ("A", "A'", "B", "B'")


def found_again(material: Material) -> Finding:
    """Return how many masked words each model finds in one pass, in all and by class.

    Raises
    ------
    UsageError
        If no encoder is named.
    """
    encoder = material.settings.get("encoder")
    if not encoder:
        raise UsageError("no language model to ask: --encoder for A, --compare-encoder for A', B and B', in this order")
    notes = material.of_split("test")
    attack = FillMask(view=VIEW, masks="one", passes=1, seed=material.seed)
    rows = [
        [f"printed: {row['model']}", f"{int(row['words']):,}", f"{int(row['found']):,}", row["share"]]
        for row in published("hcl_section_4_found")
    ]
    by_class = []
    for name, folder in zip(_MODELS, (str(encoder), *material.encoders), strict=False):
        model = MaskGuesser.load(folder, device=material.running.device, seed=material.seed)
        counts = list(attack.counts(model, partial(material.counted, notes, f"notes, {name}")))
        *classes, together = fill_mask_scores(counts, LABELS, 1, bootstrap=material.bootstrap, seed=material.seed)
        share = together.share[0]
        interval = f"{share.value:.4%} ({share.low:.4%} – {share.high:.4%})"
        rows.append([f"ours: {name}, {folder}", f"{together.words:,}", f"{together.found[0]:,}", interval])
        by_class += [
            [name, each.label, f"{each.words:,}", f"{each.found[0]:,}", f"{each.share[0]}"] for each in classes
        ]
    return Finding(
        [
            Table(("model", "words masked", "found", "share"), rows),
            Table(("model", "class", "words masked", "found", "share"), by_class, "By class", "classes"),
        ],
        "Each word of an identifying value that has a letter or a digit is one mask, in windows of 256 words that "
        "slide by 128, and found where the first guess of one pass is the word. In brackets 95 % intervals, notes "
        "drawn again.",
        "The paper masks what its best model detects, ours what is annotated; it counts a word in each window that it "
        "lies in, ours in the one with most context. It does not say with which head B and B' guess, since they have "
        "none: here one whose weights are drawn; `palimpseste attack fill-mask --head` gives them that of the model "
        f"they were trained from. {NOT_COMPARABLE}",
        said="A is the first encoder; A', B and B' are those to compare, in this order.\n",
    )
