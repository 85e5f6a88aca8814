"""Quality of detection by rules and record on the blind notes, which nothing here was tuned on.

    python benchmarks/quality.py [GOLD]

GOLD is a file or folder of annotated notes; without it, ``corpus/blind``.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from palimpseste import Deidentifier
from palimpseste.corpus import read_documents
from palimpseste.evaluation import evaluate
from palimpseste.evaluation.terminal import tables_of

NOTES = Path(__file__).parent.parent / "corpus" / "blind"


def main(gold_path: Path) -> None:
    """Print the tables in the AP-HP view, for rules alone and with the record."""
    console = Console()
    gold = list(read_documents(gold_path))
    for detectors in (("rules",), ("rules", "record")):
        deidentifier = Deidentifier.default(detectors=detectors)
        predicted = [replace(document, entities=deidentifier.detect(document)) for document in gold]
        console.rule(" and ".join(detectors))
        for table in tables_of(evaluate(gold, predicted, view="aphp")):
            console.print(table)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else NOTES)
