"""What a model remembers, as a page, figures and one drawing; no text, no name, no identifier of a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from palimpseste import __version__
from palimpseste.evaluation.scores import Estimate
from palimpseste.files import write_json, write_text
from palimpseste.leakage.memory.attack import Names
from palimpseste.leakage.memory.exposure import CHANCE, Exposed
from palimpseste.leakage.memory.roc import FALSE_POSITIVES, Told
from palimpseste.rendering.charts import curves
from palimpseste.rendering.tables import markdown_table

__all__ = ["MEMORY_FILE", "Memory", "write_memory"]

MEMORY_FILE = "memory.json"
_WAYS = {
    "every, evidence": "all tokens, with what record and rules find",
    "every, text": "all tokens, text alone",
    "identifying, evidence": "identifying tokens, with what record and rules find",
    "identifying, text": "identifying tokens, text alone",
    "unlikely, evidence": "the least likely fifth of tokens, with what record and rules find",
    "unlikely, text": "the least likely fifth of tokens, text alone",
    "every, response": "the response, all tokens",
    "identifying, response": "the masks of the response",
    "unlikely, response": "the least likely fifth of the response",
    "every, written": "the text itself, all tokens",
    "identifying, written": "the text itself, identifying tokens",
    "unlikely, written": "the text itself, the least likely fifth of tokens",
}
_SCORES = {
    "loss": "loss",
    "calibrated": "loss less that of references",
    "as hard": "loss among notes as hard for references",
    "reference": "(references alone)",
}


@dataclass(frozen=True, slots=True)
class Memory:
    """What the attack found of one model.

    Parameters
    ----------
    digest : str
        Of the weights.
    membership : mapping
        Way to score to how well it tells training notes from held-out ones.
    names : Names, optional
        Of training notes and of none; None where a side has no name.
    canaries : sequence of Exposed
        Empty where the model was not trained with any.
    """

    digest: str
    membership: Mapping[str, Mapping[str, Told]]
    names: Names | None = None
    canaries: Sequence[Exposed] = field(default=())

    @property
    def remembered(self) -> tuple[str, ...]:
        """Which attacks found more than chance: their whole interval lies above it."""
        found = []
        if any(_beyond(scores) for scores in self.membership.values()):
            found.append("membership")
        if self.names and (self.names.calibrated or self.names.told).beyond_chance:
            found.append("names")
        if any(each.times and each.beyond_chance for each in self.canaries):
            found.append("canaries")
        return tuple(found)

    def to_mapping(self) -> dict[str, Any]:
        """Return all figures, to be written as JSON."""
        return {
            "version": __version__,
            **asdict(self),
            "exposure by chance": CHANCE,
            "false positives": FALSE_POSITIVES,
            "remembered": list(self.remembered),
        }


def write_memory(folder: Path, memory: Memory) -> str:
    """Write memory.json, memory.md and memory.svg into a folder; return the tables of the page."""
    said = _page(memory)
    write_json(folder / MEMORY_FILE, memory.to_mapping())
    write_text(folder / "memory.md", f"# What the model remembers\n\n{said}")
    if memory.membership:
        drawn = {
            _WAYS[way]: list(scores.get("as hard", scores["loss"]).curve) for way, scores in memory.membership.items()
        }
        figure = curves(
            drawn,
            "share of held-out notes taken for training notes",
            "share of training notes found",
            ticks=(0.001, 0.01, 0.1, 1.0),
            mark=(FALSE_POSITIVES, "1 %"),
        )
        write_text(folder / "memory.svg", figure)
    return said


def _beyond(scores: Mapping[str, Told]) -> bool:
    return scores["as hard" if "as hard" in scores else "loss"].beyond_chance


def _page(memory: Memory) -> str:
    parts = []
    if memory.membership:
        rows = [
            [_WAYS[way], _SCORES[name], f"{told.read:,}", f"{told.others:,}", _interval(told.auc), _interval(told.sure)]
            for way, scores in memory.membership.items()
            for name, told in scores.items()
        ]
        heads = ["loss over", "score", "training notes", "held-out notes", "ROC AUC", "found at 1 % false positives"]
        parts.append("Was a note in the training? Chance: 0.5, and 0.01.\n\n" + markdown_table(heads, rows))
    if memory.names:
        names = memory.names
        rows = [["probability alone", f"{names.seen:.3f}", f"{names.unseen:.3f}", _interval(names.told.auc)]]
        if names.calibrated:
            rows.append(["less that of references", "", "", _interval(names.calibrated.auc)])
        counted = f"{names.told.read:,} names of training notes, {names.told.others:,} of held-out notes alone"
        heads = ["score", "seen in training", "unseen", "ROC AUC"]
        parts.append(f"How surely is a name found? {counted}.\n\n" + markdown_table(heads, rows))
    if memory.canaries:
        rows = [
            [
                each.kind,
                str(each.times),
                str(each.canaries),
                _interval(each.mean, 2),
                f"{each.highest:.2f}",
                str(each.first),
                f"{each.most:.0f}",
            ]
            for each in memory.canaries
        ]
        heads = ["canaries", "inserted", "number", "mean exposure, bits", "highest", "first of all", "most"]
        parts.append(f"Exposure of canaries. Chance: {CHANCE:.2f} bits.\n\n" + markdown_table(heads, rows))
    found = ", ".join(memory.remembered) or "nothing"
    return "\n".join([*parts, f"Beyond chance: {found}. In brackets 95 % intervals.\n"])


def _interval(estimate: Estimate, places: int = 3) -> str:
    value, low, high = (f"{each:.{places}f}" for each in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} – {high})"
