"""Build the list of words that French, and French clinical prose, writes in lower case.

    python tools/build_words.py SENTENCES.txt.xz CASES.jsonl

A capitalised word of this list is no evidence of a name. Only counts leave the texts: a word is kept, folded, when it
is written in lower case often enough in one of them and more often than with a capital. The output is sorted, so that
the same texts give the same bytes.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from palimpseste.detection.view import fold_same_length

OUTPUT = Path(__file__).parent.parent / "src" / "palimpseste" / "data" / "words" / "language" / "common.txt"
WORD = re.compile(r"[^\W\d_]{2,}")
TOKEN = re.compile("[a-z]+")

# (smallest count in lower case, smallest share of occurrences in lower case)
GENERAL = (6, 0.6)
CLINICAL = (3, 0.6)


def words_written_small(lines: Iterable[str], *, at_least: int, share: float) -> set[str]:
    """Return the folded words met in lower case at least so often, and for at least that share of their occurrences."""
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for line in lines:
        for position, match in enumerate(WORD.finditer(line)):
            word = match.group()
            if word.islower():
                small[fold_same_length(word)] += 1
            elif position:  # the first word of a sentence has a capital anyway
                capital[fold_same_length(word)] += 1
    return {
        word
        for word, count in small.items()
        # Tokens are made of these letters alone: a word of others would never be met (µg, nº).
        if TOKEN.fullmatch(word) and count >= at_least and count >= share * (count + capital[word])
    }


def case_reports(path: Path) -> Iterator[str]:
    """Yield the sentences of the case reports."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield from json.loads(line)["text"].split(". ")


def main(sentences: Path, cases: Path) -> None:
    """Write the list."""
    with lzma.open(sentences, "rt", encoding="utf-8") as lines:
        words = words_written_small(lines, at_least=GENERAL[0], share=GENERAL[1])
    words |= words_written_small(case_reports(cases), at_least=CLINICAL[0], share=CLINICAL[1])
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text("".join(f"{word}\n" for word in sorted(words)), encoding="utf-8")
    print(f"{len(words)} words -> {OUTPUT}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
