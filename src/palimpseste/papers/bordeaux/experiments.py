"""What this paper shows, in its order, and which function makes it."""

from __future__ import annotations

from palimpseste.papers.experiment import Experiment

__all__ = ["EXPERIMENTS"]

_HERE = "palimpseste.papers.bordeaux"
_TEST = "annotated notes; --splits where some are not for testing"
_MODELS = "--encoder and --compare-encoder: folders that `train llm` wrote"


def _by_epoch(number: int, shows: str) -> Experiment:
    return Experiment(
        f"bordeaux-figure-{number}",
        f"Bordeaux, Figure {number}",
        f"{shows}, by epoch of a generative model",
        _MODELS,
        f"{_HERE}.epochs:figure_{number}",
        of_notes=False,
    )


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        "bordeaux-table-2",
        "Bordeaux, Table 2",
        "identifiers by kind and set, notes that hold one, their lengths",
        "annotated notes; --splits for a column each set",
        f"{_HERE}.counts:table_2",
    ),
    _by_epoch(2, "F1 of identifiers"),
    _by_epoch(3, "recall of notes"),
    _by_epoch(4, "recall of identifiers"),
    _by_epoch(5, "recall of telephones"),
    _by_epoch(6, "recall of places"),
    _by_epoch(7, "recall of names"),
    _by_epoch(8, "recall of dates"),
    _by_epoch(9, "BLEU"),
    Experiment(
        "bordeaux-table-3",
        "Bordeaux, Table 3",
        "recall of notes, scores of identifiers, recall by kind",
        _TEST,
        f"{_HERE}.performance:table_3",
    ),
    Experiment(
        "bordeaux-table-4",
        "Bordeaux, Table 4",
        "notes that are not clean, by what was left in them",
        f"{_TEST}; {_MODELS} for a column each",
        f"{_HERE}.errors:table_4",
    ),
    Experiment(
        "bordeaux-second-look",
        "Bordeaux, Error analysis",
        "places where all versions of all models agree against the annotator, scores before and after correction",
        f"annotated notes; {_MODELS}, else the rules and the bundled model; --second: the same, corrected",
        f"{_HERE}.second_look:second_look",
    ),
    Experiment(
        "bordeaux-appendix-2",
        "Bordeaux, Appendix 2",
        "scores before and after the annotation was corrected",
        "annotated notes, and --second: the same, their annotation corrected; --splits where some are not for testing",
        f"{_HERE}.performance:appendix_2",
    ),
    Experiment(
        "bordeaux-appendix-3",
        "Bordeaux, Appendix 3",
        "precision, recall and F1 beside those of earlier works",
        _TEST,
        f"{_HERE}.performance:appendix_3",
    ),
    Experiment(
        "bordeaux-appendix-4",
        "Bordeaux, Appendix 4",
        "recall by kind beside that of earlier works",
        _TEST,
        f"{_HERE}.performance:appendix_4",
    ),
)
