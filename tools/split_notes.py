"""Write the notes of a split of ``corpus/split.tsv`` as JSON lines.

python tools/split_notes.py SPLIT OUTPUT
"""

from __future__ import annotations

import argparse
from pathlib import Path

from palimpseste.corpus import read_documents, write_documents
from palimpseste.corpus.splits import SPLITS, read_splits

CORPUS = Path(__file__).parent.parent / "corpus"


def main() -> None:
    """Write them in the order of the corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("split", choices=SPLITS)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    splits = read_splits(CORPUS / "split.tsv")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    write_documents([note for note in read_documents(CORPUS) if splits[note.id] == options.split], options.output)


if __name__ == "__main__":
    main()
