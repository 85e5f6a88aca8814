"""Write, or compare, digests of what is found in every note of the corpus and of what is written over it.

    python tools/digests.py write build/digests.tsv [--every 20]
    python tools/digests.py compare build/digests_before.tsv build/digests.tsv

One line a note: its identifier, the digest of `detect`, and of the result under each policy with one fixed key.
A change that is meant to change nothing gives the same file; ``compare`` names the notes where it does not and exits
with 1. No text of a note is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path

from palimpseste.corpus import read_documents
from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.surrogates.keys import MasterKey

ROOT = Path(__file__).parent.parent
FOLDERS = ("corpus/notes", "corpus/blind", "corpus/test", "corpus/later")
POLICIES = ("dp", "plausible", "tag")
KEY = bytes(range(32))
COLUMNS = ("id", "detect", *POLICIES)


@cache
def deidentifiers() -> dict[str, Deidentifier]:
    """Return one deidentifier a policy, all of one fixed key."""
    return {policy: Deidentifier.default(key=MasterKey(KEY), cohort="digests", policy=policy) for policy in POLICIES}


def digest_of(values: object) -> str:
    """Return 16 hexadecimal figures of a value that JSON can write."""
    return hashlib.sha256(json.dumps(values, ensure_ascii=False).encode()).hexdigest()[:16]


def said(spans: tuple[Span, ...]) -> list[list[object]]:
    """Return spans as plain lists."""
    return [[span.start, span.end, span.label, span.source] for span in spans]


def row_of(document: Document) -> str:
    """Return the line of a note: its annotations are never shown to what is measured."""
    note = Document(document.id, document.text, document.type, document.date, document.patient)
    made = deidentifiers()
    spans = made["tag"].detect(note)
    fields = [document.id, digest_of(said(spans))]
    for policy in POLICIES:
        result = made[policy].replace(note, spans)
        ledger = result.ledger.to_mapping() if result.ledger else None
        day = result.date.isoformat() if result.date else None
        fields.append(digest_of([result.text, said(result.spans), said(result.original_spans), day, ledger]))
    return "\t".join(fields)


def notes() -> Iterator[Document]:
    """Yield every note of the corpus, in the order of folders and files."""
    for folder in FOLDERS:
        yield from read_documents(ROOT / folder)


def write(path: Path, every: int) -> None:
    """Write the digests of every note, or of one note in some."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        rows = list(pool.map(row_of, islice(notes(), 0, None, every), chunksize=10))
    path.write_text("\n".join(("\t".join(COLUMNS), *rows, "")), "utf-8")
    print(f"{len(rows)} notes, digest of all: {hashlib.sha256(path.read_bytes()).hexdigest()}")


def compare(before: Path, after: Path) -> int:
    """Print how many notes differ in each column, and which; return the exit status."""
    old, new = (
        {row.split("\t")[0]: row.split("\t") for row in path.read_text("utf-8").splitlines()[1:]}
        for path in (before, after)
    )
    changed = {id: [c for c, a, b in zip(COLUMNS, old[id], new[id], strict=True) if a != b] for id in old if id in new}
    for column in COLUMNS[1:]:
        print(f"{column}: {sum(column in columns for columns in changed.values())} of {len(changed)} notes differ")
    for id, columns in changed.items():
        if columns:
            print(f"  {id}: {', '.join(columns)}")
    if not new.keys() <= old.keys():
        print(f"{len(new.keys() - old.keys())} notes were not there before")
    return int(not new.keys() <= old.keys() or any(changed.values()))


def main() -> None:
    """Write or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    written = actions.add_parser("write")
    written.add_argument("path", type=Path)
    written.add_argument("--every", type=int, default=1, help="one note in so many")
    compared = actions.add_parser("compare")
    compared.add_argument("before", type=Path)
    compared.add_argument("after", type=Path)
    options = parser.parse_args()
    if options.action == "compare":
        sys.exit(compare(options.before, options.after))
    write(options.path, options.every)


if __name__ == "__main__":
    main()
