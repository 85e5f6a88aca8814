"""Learn from annotated notes how surely what is found is right; never from test notes.

    python tools/confidence.py [--model FOLDER] [--check]

Counts the precision of rules and record on the training notes (``src/palimpseste/data/confidence/precision.json``) and
calibrates a model on the development notes (``confidence.json`` in its folder). Prints what five-fold cross-validation
over development notes says of it. Same notes, model and program: same bytes; ``--check`` compares and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.detection.confidence.calibration import CALIBRATIONS, Calibration, kind_of
from palimpseste.detection.confidence.precision import COUNTS, PrecisionTable
from palimpseste.detection.neural.compact import CompactModel
from palimpseste.errors import PalimpsesteError
from palimpseste.evaluation.calibration import Reliability
from palimpseste.training.compact.confidence import (
    Seen,
    calibrations_json,
    counts_of,
    fitted,
    precision_json,
    seen_by_model,
    seen_by_rules,
)

ROOT = Path(__file__).parent.parent
DATA = ROOT / "src" / "palimpseste" / "data"
FOLDS = 5


def judged(seen: Seen, calibration: Calibration | None, precision: PrecisionTable) -> tuple[float, bool]:
    """Return what would be said of a span, or what the model itself says, and whether it is right."""
    assert seen.said is not None
    if calibration is None:
        return seen.said, seen.is_right
    own = None if seen.source == "model" else precision.of(seen.label, seen.source, seen.agreement)
    kind = kind_of(seen.source, seen.agreement)
    return calibration.probability(seen.label, kind, seen.said, own), seen.is_right


def cross_validated(notes: list[list[Seen]], precision: PrecisionTable) -> tuple[Reliability, Reliability]:
    """Return the reliability of what the model says, and of what a calibration on other notes makes of it."""
    before, after = [], []
    for fold in range(FOLDS):
        other = [each for number, note in enumerate(notes) if number % FOLDS != fold for each in note]
        calibration = fitted(other, precision)
        for each in (each for note in notes[fold::FOLDS] for each in note):
            before.append(judged(each, None, precision))
            after.append(judged(each, calibration, precision))
    return Reliability.of(before), Reliability.of(after)


def main() -> None:
    """Learn, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=DATA / "model", help="folder of a compact model")
    parser.add_argument("--check", action="store_true", help="compare with the files that are there")
    options = parser.parse_args()
    documents = split_documents(read_documents(ROOT / "corpus" / "notes"), read_splits(ROOT / "corpus" / "split.tsv"))
    counts = counts_of(seen_by_rules(documents["train"]))
    precision = PrecisionTable(counts)
    model = CompactModel.load(options.model)
    before, after = cross_validated(seen_by_model(documents["dev"], model, ("record", "rules")), precision)
    for name, each in (("the model's own", before), ("calibrated", after)):
        print(f"{name}: {each.spans} spans, calibration error {each.error:.4f}, log loss {each.log_loss:.4f}")
    written = {
        DATA / "confidence" / COUNTS: precision_json(counts, len(documents["train"])),
        options.model / CALIBRATIONS: calibrations_json(model, documents["dev"], precision),
    }
    for path, content in written.items():
        if options.check:
            if path.read_text("utf-8") != content:
                sys.exit(f"{path} would be another")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")


if __name__ == "__main__":
    try:
        main()
    except PalimpsesteError as error:
        sys.exit(f"error: {error}")
