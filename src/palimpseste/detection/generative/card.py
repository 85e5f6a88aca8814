"""What stands beside the weights of a model that masks: what it is told, how long its notes are, where it operates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from palimpseste.detection.generative.instruction import Instruction
from palimpseste.detection.generative.masks import MaskWords
from palimpseste.errors import UsageError
from palimpseste.labels import label_named

__all__ = ["CARD_FILE", "GenerativeCard", "MeasuredPoint"]

CARD_FILE = "generative.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """What masking from a threshold gave on development notes, this model alone.

    Parameters
    ----------
    threshold : float in (0, 1)
        A word is masked when its probability of identifying somebody is at least this.
    redacted, over_redaction : float in [0, 1]
        Share of the identifying words masked, and of the others.
    """

    threshold: float
    redacted: float
    over_redaction: float


@dataclass(frozen=True, slots=True)
class GenerativeCard:
    """What must be known to use a model.

    Parameters
    ----------
    instruction : Instruction
        As in training.
    most_tokens : int
        Most tokens of a note that is read at once; a longer one is cut at ends of lines and sentences.
    points : tuple of MeasuredPoint
        Operating points of the scores, by falling threshold.
    privacy : mapping, optional
        What a private training cost: epsilon, delta, of whom, and how it was counted.
    """

    instruction: Instruction = field(default_factory=Instruction.named)
    most_tokens: int = 1024
    points: tuple[MeasuredPoint, ...] = ()
    privacy: Mapping[str, object] | None = None

    @classmethod
    def read(cls, folder: Path) -> GenerativeCard:
        """Read the card of a folder of weights or adapters; without one it is told what a newcomer would be.

        Raises
        ------
        UsageError
            If the card is damaged or of another version.
        """
        path = folder / CARD_FILE
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            if values["version"] != _VERSION:
                raise ValueError
            said: dict[str, Any] = values["instruction"]
            masks = MaskWords(
                {label_named(label): str(word) for label, word in said["masks"]["written"].items()},
                {str(word): label_named(label) for word, label in said["masks"]["read"].items()},
            )
            words = {name: str(said[name]) for name in ("text", "note", "answer", "anonymous")}
            points = tuple(MeasuredPoint(**point) for point in values["points"])
            privacy = values.get("privacy")
            if privacy is not None and not isinstance(privacy, dict):
                raise ValueError
            most = values["most_tokens"]
            if type(most) is not int or most < 1:
                raise ValueError
        except FileNotFoundError:
            return cls()
        except UsageError as error:
            raise UsageError(f"{path}: {error}") from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise UsageError(f"{path} is damaged, or of another version") from None
        return cls(Instruction(**words, masks=masks), most, points, privacy)

    def write(self, folder: Path) -> None:
        """Write the card into a folder of weights or adapters."""
        said = self.instruction
        values: dict[str, Any] = {
            "version": _VERSION,
            "instruction": {
                "text": said.text,
                "note": said.note,
                "answer": said.answer,
                "anonymous": said.anonymous,
                "masks": {"written": dict(said.masks.written), "read": dict(said.masks.read)},
            },
            "most_tokens": self.most_tokens,
            "points": [asdict(point) for point in self.points],
        }
        if self.privacy is not None:
            values["privacy"] = self.privacy
        (folder / CARD_FILE).write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

    def threshold_for(self, recall: float) -> float:
        """Return the highest threshold that masked this share of the identifying words of the development notes.

        Raises
        ------
        UsageError
            If none did.
        """
        for point in self.points:
            if point.redacted >= recall:
                return point.threshold
        best = max((point.redacted for point in self.points), default=None)
        reached = "it was measured at none" if best is None else f"the highest is {best:.4f}"
        raise UsageError(f"no operating point of the generative model reached a recall of {recall:g}: {reached}")
