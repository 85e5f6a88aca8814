"""Lay the notes that the bundled model learned out for the attack on its memory, in three files.

One half of the training notes; the other half, which a reference is trained on; the development notes, which no weights
were learned from. The corpus is that of the commit whose notes the model learned (the model card names it), since notes
written later would pass for learned ones.

    python tools/model_memory.py build/model-memory/corpus build/model-memory
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import read_splits, split_documents
from palimpseste.detection.neural.compact.model import RECORD
from palimpseste.detection.neural.compact.settings import BUNDLED
from palimpseste.training.compare.folds import folds_of


def main() -> None:
    """Write training.jsonl, known.jsonl and held-out.jsonl of a corpus into a folder."""
    corpus, folder = map(Path, sys.argv[1:])
    splits = split_documents(list(read_documents(corpus / "notes")), read_splits(corpus / "split.tsv"))
    training = splits["train"]
    learned = json.loads((BUNDLED / RECORD).read_text(encoding="utf-8"))["documents"]["training"]
    if len(training) != learned:
        sys.exit(f"{len(training)} training notes in {corpus}, but the bundled model learned {learned}: not those")
    # As `train compact --half` draws them.
    halves = [[training[position] for position in positions] for positions in folds_of(training, 2, 0)]
    for name, documents in (("training", halves[0]), ("known", halves[1]), ("held-out", splits["dev"])):
        write_documents(documents, folder / f"{name}.jsonl", overwrite=True)


if __name__ == "__main__":
    main()
