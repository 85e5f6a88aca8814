"""Lay the notes of `corpus/` out for the attack on the bundled model's memory, in three files.

One half of the training notes; the other half, which a reference is trained on; the development notes, which no weights
were learned from.

    python tools/model_memory.py build/model-memory
"""

from __future__ import annotations

import sys
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.training.compare.folds import folds_of


def main() -> None:
    """Write training.jsonl, known.jsonl and held-out.jsonl into a folder."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    splits = split_documents(list(read_documents(Path("corpus/notes"))), read_splits(Path("corpus/split.tsv")))
    training = splits["train"]
    # As `train compact --half` draws them.
    halves = [[training[position] for position in positions] for positions in folds_of(training, 2, 0)]
    for name, documents in (("training", halves[0]), ("known", halves[1]), ("held-out", splits["dev"])):
        write_documents(documents, folder / f"{name}.jsonl")


if __name__ == "__main__":
    main()
