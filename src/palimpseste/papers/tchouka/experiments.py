"""What both papers show, in their order, and which function makes it."""

from __future__ import annotations

from palimpseste.papers.experiment import Experiment

__all__ = ["EXPERIMENTS"]

_HERE = "palimpseste.papers.tchouka"
_TRAINING = ("torch", "transformers", "safetensors")
_TEST = "annotated notes; --splits where some are not for testing"
_CODED = "--stays, coded stays"

EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "healthinf-table-2",
        "HNFC, HEALTHINF 2023, Table 2",
        "scores by label of an encoder trained on nine tenths of the notes",
        "annotated notes to train and to measure on, by patient or as --splits tells; --encoder, else FlauBERT in the "
        "cache",
        f"{_HERE}.performance:healthinf_table_2",
        libraries=_TRAINING,
        extra="train",
        trains=True,
    ),
    Experiment(
        "healthinf-figure-6",
        "HNFC, HEALTHINF 2023, Figure 6",
        "candidates for Dijon and their probabilities",
        "nothing",
        f"{_HERE}.mechanisms:healthinf_figure_6",
        of_notes=False,
    ),
    Experiment(
        "tchouka-table-2",
        "HNFC, journal paper, Table 2",
        "the labels, and what is under each",
        "annotated notes",
        f"{_HERE}.labels:table_2",
    ),
    Experiment(
        "tchouka-table-3",
        "HNFC, journal paper, Table 3",
        "scores by label of all systems",
        _TEST,
        f"{_HERE}.performance:table_3",
    ),
    Experiment(
        "tchouka-figure-6",
        "HNFC, journal paper, Figure 6",
        "surrogates of the example's dates, age and town, and what notes keep of theirs",
        "nothing; annotated notes for what they keep",
        f"{_HERE}.mechanisms:figure_6",
        of_notes=False,
    ),
    Experiment(
        "tchouka-table-4",
        "HNFC, journal paper, Table 4",
        "candidates for Dijon and their probabilities",
        "nothing",
        f"{_HERE}.mechanisms:table_4",
        of_notes=False,
    ),
    Experiment(
        "tchouka-table-5",
        "HNFC, journal paper, Table 5",
        "stays, words and codes, and how rare the codes are",
        _CODED,
        f"{_HERE}.stays:table_5",
        of_notes=False,
        of_stays=True,
    ),
    Experiment(
        "tchouka-table-6",
        "HNFC, journal paper, Table 6",
        "codes learned from stays as they are, with surrogates and with tags",
        f"{_CODED}; --encoder for label-aware attention, else a linear model",
        f"{_HERE}.codes:table_6",
        libraries=_TRAINING,
        extra="train",
        trains=True,
        of_notes=False,
        of_stays=True,
    ),
    Experiment(
        "tchouka-table-7",
        "HNFC, journal paper, Table 7",
        "codes learned by four architectures",
        f"{_CODED}, and --encoder",
        f"{_HERE}.codes:table_7",
        libraries=_TRAINING,
        extra="train",
        trains=True,
        of_notes=False,
        of_stays=True,
    ),
    Experiment(
        "tchouka-table-8",
        "HNFC, journal paper, Table 8",
        "codes learned, beside earlier works",
        f"{_CODED}; --encoder for label-aware attention, else a linear model",
        f"{_HERE}.codes:table_8",
        libraries=_TRAINING,
        extra="train",
        trains=True,
        of_notes=False,
        of_stays=True,
    ),
)
