"""The spans of predictions that are doubtful, for a person to look at: where they are, never what they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from palimpseste.document import STRUCTURE
from palimpseste.errors import PalimpsesteError
from palimpseste.files import write_text

__all__ = ["review_file_of", "write_doubtful"]


def review_file_of(predictions: Path) -> Path:
    """Return the file that lists the doubtful spans of a file of predictions."""
    return predictions.with_name(predictions.name + ".review.jsonl")


def write_doubtful(predictions: Path, below: float) -> int:
    """List the spans that are less probable than a bound, the most doubtful first, beside a file of predictions.

    A span of a detector that says no probability is listed after the others; a value that was a field of its own in the
    source is not.

    Parameters
    ----------
    predictions : Path
        JSON lines that ``palimpseste detect`` wrote.
    below : float in (0, 1]
        The bound, which itself is not below.

    Returns
    -------
    int
        How many spans are listed.

    Raises
    ------
    PalimpsesteError
        If a file cannot be read or written, or does not hold predictions; nothing of it is quoted.
    """
    path = review_file_of(predictions)
    try:
        doubtful = sorted(_doubtful(predictions, below), key=_most_doubtful_first)
        write_text(path, "".join(json.dumps(span, ensure_ascii=False) + "\n" for span in doubtful))
    except OSError as error:
        raise PalimpsesteError(f"{path}: cannot be written: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise PalimpsesteError(f"{predictions}: these are no predictions; doubtful spans are not listed") from None
    return len(doubtful)


def _doubtful(predictions: Path, below: float) -> Iterator[dict[str, Any]]:
    with predictions.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            document = json.loads(line)
            for entity in document["entities"]:
                probability = entity.get("probability")
                if entity.get("source") == STRUCTURE or (probability is not None and probability >= below):
                    continue
                yield {
                    "line": number,
                    "id": document["id"],
                    "start": entity["start"],
                    "end": entity["end"],
                    "label": entity["label"],
                    "probability": probability,
                    "evidence": entity.get("evidence", []),
                }


def _most_doubtful_first(span: dict[str, Any]) -> tuple[float, int, int]:
    probability = span["probability"]
    return (2.0 if probability is None else probability, span["line"], span["start"])
