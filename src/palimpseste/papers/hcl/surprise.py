"""How surprised a language model is by masked words of the notes, text by text: section 4."""

from __future__ import annotations

import math
import statistics

from palimpseste.errors import UsageError
from palimpseste.evaluation.published import published
from palimpseste.papers.experiment import Finding, Material, Table
from palimpseste.papers.hcl.labels import NOT_COMPARABLE
from palimpseste.training.encoder.mlm import MaskingSettings, surprises

__all__ = ["cross_entropies"]

# Windows of section 3.1.
_WINDOW_WORDS, _WINDOW_STRIDE = 256, 128


def cross_entropies(material: Material) -> Finding:
    """Return mean, deviation, smallest and largest cross-entropy of the texts, for one encoder or two.

    Raises
    ------
    UsageError
        If no encoder is named.
    """
    encoder = material.settings.get("encoder")
    if not encoder:
        raise UsageError("no language model to measure: --encoder, and --compare-encoder for the one trained further")
    notes = material.of_split("test")
    rows = [
        [f"printed: {row['model']}", *(row[name] for name in ("mean", "deviation", "smallest", "largest")), "811,062"]
        for row in published("hcl_section_4")
    ]
    perplexities = []
    for model, name in zip(("A", "A'"), (encoder, *material.encoders[:1]), strict=False):
        settings = MaskingSettings(
            encoder=name, window_words=_WINDOW_WORDS, window_stride=_WINDOW_STRIDE, seed=material.seed
        )
        found = surprises(notes, settings, device=material.running.device)
        deviation = statistics.stdev(found) if len(found) > 1 else math.nan
        figures = (statistics.mean(found), deviation, min(found), max(found))
        rows.append([f"ours: {model}, {name}", *(f"{figure:.2f}" for figure in figures), f"{len(found):,}"])
        perplexities.append(f"{model} {math.exp(figures[0]):.1f}")
    return Finding(
        [Table(("model", "mean", "± over texts", "smallest", "largest", "texts"), rows)],
        "A text is a window of 256 words, 128 apart, of which 15 % is masked; its figure is the mean negative "
        "log-likelihood of a masked sub-word, and the line tells mean, deviation and extremes over texts.",
        "The paper calls its figures perplexities. No perplexity is below 1, so they are read as cross-entropies here; "
        f"the exponentials of our means are {', '.join(perplexities)}. Ours masks whole words, theirs sub-words, which "
        f"are easier to guess from their neighbours. 811,062 texts is the size it gives of its set. {NOT_COMPARABLE}",
        said="A is the first encoder, A' the one to compare, which in the paper went on learning from A.\n",
    )
