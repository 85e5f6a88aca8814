"""What this paper shows, in its order, and which function makes it."""

from __future__ import annotations

from palimpseste.papers.experiment import Experiment

__all__ = ["EXPERIMENTS"]

_HERE = "palimpseste.papers.aphp"
_TRAINING = ("torch", "transformers", "safetensors")
_READ = "annotated notes; --splits for the development notes alone; --quote for a form to read by, --form once filled"
_SPLITS = "by patient or as --splits tells"
_ENCODER = "--encoder, else CamemBERT in the cache"

EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "aphp-table-3",
        "AP-HP, Table 3",
        "identifying entities by label and set",
        "annotated notes; --splits for a column each set",
        f"{_HERE}.counts:table_3",
    ),
    Experiment(
        "aphp-figure-4",
        "AP-HP, Figure 4",
        "identifying entities a document, by type of document and label",
        "annotated notes whose documents have a type",
        f"{_HERE}.counts:figure_4",
    ),
    Experiment(
        "aphp-figure-b",
        "AP-HP, supplement B",
        "identifying entities in all, by type of document and label",
        "annotated notes whose documents have a type",
        f"{_HERE}.counts:figure_b",
    ),
    Experiment(
        "aphp-table-4",
        "AP-HP, Table 4",
        "scores of rules, model and both, by label",
        "annotated notes, with the patients' records for dynamic rules; --splits where some are not for testing",
        f"{_HERE}.performance:table_4",
    ),
    Experiment(
        "aphp-figure-5",
        "AP-HP, Figure 5",
        "F1 by label and number of training documents",
        f"annotated notes to train and to measure on, {_SPLITS}; {_ENCODER}; --sizes",
        f"{_HERE}.sizes:figure_5",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "aphp-table-5",
        "AP-HP, Table 5",
        "scores on a type of document, trained with and without it",
        f"annotated notes whose documents have a type, {_SPLITS}; {_ENCODER}",
        f"{_HERE}.document_types:table_5",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "aphp-table-6",
        "AP-HP, Table 6",
        "scores of the model alone, by encoder",
        f"annotated notes, {_SPLITS}; {_ENCODER}; --compare-encoder for each further one",
        f"{_HERE}.encoders:table_6",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "aphp-table-7",
        "AP-HP, Table 7",
        "scores on two extractions of the same PDF files",
        "annotated notes, whole texts of PDF files, and --second: the bodies of the same files, annotated",
        f"{_HERE}.extraction:table_7",
    ),
    Experiment(
        "aphp-figure-6",
        "AP-HP, Figure 6",
        "what is taken for what, token by token",
        "annotated notes; --splits where some are not for testing",
        f"{_HERE}.performance:figure_6",
    ),
    Experiment(
        "aphp-figure-7",
        "AP-HP, Figure 7",
        "entities missed entirely, by class",
        _READ,
        f"{_HERE}.errors:figure_7",
    ),
    Experiment(
        "aphp-figure-8",
        "AP-HP, Figure 8",
        "what was taken for an entity and is none, by class",
        _READ,
        f"{_HERE}.errors:figure_8",
    ),
    Experiment(
        "aphp-figure-c",
        "AP-HP, supplement C",
        "agreement of two annotators, by label",
        "annotated notes, and --second: the same, annotated by somebody else",
        f"{_HERE}.agreement:figure_c",
    ),
    Experiment(
        "aphp-table-d",
        "AP-HP, supplement D",
        "precision and recall of rules, static and dynamic, by label",
        "annotated notes, with the patients' records for dynamic rules; --splits for the development notes alone",
        f"{_HERE}.rules:table_d",
    ),
    Experiment(
        "aphp-table-e",
        "AP-HP, supplement E",
        "scores of model and rules together, by number of training documents",
        f"annotated notes to train and to measure on, {_SPLITS}; {_ENCODER}; --sizes",
        f"{_HERE}.sizes:table_e",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
)
