"""What this paper shows, in its order, and which function makes it."""

from __future__ import annotations

from palimpseste.papers.experiment import Experiment

__all__ = ["EXPERIMENTS"]

_HERE = "palimpseste.papers.hcl"
_TRAINING = ("torch", "transformers", "safetensors")
_ENCODERS = "--encoder for model B, else CamemBERT in the cache; --compare-encoder for B'"

EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "hcl-entities",
        "HCL, section 3.2",
        "identifying entities by class",
        "annotated notes",
        f"{_HERE}.counts:entities",
    ),
    Experiment(
        "hcl-rates",
        "HCL, section 3.2",
        "learning rates raised until over-fitting",
        f"annotated notes to train on and to choose by, by patient or as --splits tells; {_ENCODERS}",
        f"{_HERE}.rates:learning_rates",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "hcl-perplexity",
        "HCL, section 4",
        "cross-entropy of masked words, over texts",
        "notes, and --encoder, a masked language model; --compare-encoder for the one trained further",
        f"{_HERE}.surprise:cross_entropies",
        libraries=_TRAINING,
        extra="train",
    ),
    Experiment(
        "hcl-table-1",
        "HCL, Table 1",
        "precision, recall and F1 by class, over ten folds",
        f"annotated notes to train and to measure on; {_ENCODERS}",
        f"{_HERE}.folds:table_1",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "hcl-reidentification",
        "HCL, section 4",
        "masked identifiers that language models find again",
        "annotated notes that no model has learned from, and --encoder, a masked language model; --compare-encoder for "
        "A', B and B', in this order",
        f"{_HERE}.reidentification:found_again",
        libraries=_TRAINING,
        extra="train",
    ),
)
