"""What a model says of a stay, and files of it: JSON lines of ``id``, ``codes`` and ``scores``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from palimpseste.coding.stays.rows import rows_of
from palimpseste.errors import UsageError

__all__ = ["Prediction", "read_predictions", "write_predictions"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """The codes of a stay.

    Parameters
    ----------
    id : str
        Of the stay.
    codes : tuple of str
        Those given to it, the likeliest first.
    scores : mapping of str to float
        Probability of each code given and of the likeliest others, the likeliest first.
    """

    id: str
    codes: tuple[str, ...]
    scores: Mapping[str, float]


def write_predictions(predictions: Iterable[Prediction], path: Path) -> int:
    """Write predictions and return how many.

    Raises
    ------
    UsageError
        If the file cannot be written.
    """
    count = 0
    try:
        with path.open("w", encoding="utf-8") as stream:
            for each in predictions:
                scores = {code: round(score, 6) for code, score in each.scores.items()}
                line = {"id": each.id, "codes": list(each.codes), "scores": scores}
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
                count += 1
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    return count


def read_predictions(path: Path) -> Iterator[Prediction]:
    """Yield the predictions of a file.

    Raises
    ------
    UsageError
        If a line is none.
    """
    for each in rows_of(path):
        place, row = each.place, each.values
        stay, codes, scores = row.get("id"), row.get("codes"), row.get("scores", {})
        if not (isinstance(stay, str) and isinstance(codes, list) and isinstance(scores, dict)):
            raise UsageError(f"{place}: not a prediction: id, codes, scores")
        if not all(isinstance(score, (int, float)) for score in scores.values()):
            raise UsageError(f"{place}: a score is not a number")
        yield Prediction(stay, tuple(map(str, codes)), {code: float(score) for code, score in scores.items()})
