"""Real prose that identifies nobody: hard negatives, and carrier text that templated sentences are put into.

Carriers are JSON lines with a ``text`` each, such as published case reports, or plain text of one sentence a line
(``.txt``, ``.txt.xz``). Ages and dates in the former, which is clinical, are annotated by the package's rules (silver).
A sentence is left out where the rules find anything else in it, or where it holds a capitalised word that the lexicon
does not know: nobody annotated it, and it may be a name.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

from palimpseste.corpus.synthesis.chance import Chance
from palimpseste.corpus.synthesis.pieces import Piece, pieces_of
from palimpseste.corpus.synthesis.templates import filled, sentences
from palimpseste.corpus.synthesis.values import Values
from palimpseste.deidentifier import Deidentifier, DetectorChoice
from palimpseste.detection.lexicon import word_list
from palimpseste.document import Document, Span
from palimpseste.errors import UsageError
from palimpseste.folding import fold

__all__ = ["Carriers"]

_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÀ-Ý«])|\n+")
_CAPITALISED = re.compile(r"(?<!\w)[A-ZÀ-Ý][a-zà-ÿ]+")
_MARKS = re.compile(r"\s*\[[\d\s,–-]+\]|\s*\((?:figures?|fig\.?|tableaux?)[^)]*\)", re.IGNORECASE)
_TOLD_AGE = re.compile(
    r"(?:\b[âa]gée?s? d[e']|\b(?:homme|femme|patiente?|garçon|fille|fillette|enfant|nourrisson|sujet|malade)s? de)"
    r"\s*(?P<age>\d{1,3}\s*(?:ans?|mois|jours?|semaines?)(?: et demie?)?)\b",
    re.IGNORECASE,
)
_SILVER = frozenset({"AGE", "DATE"})
_SHORTEST, _LONGEST = 25, 600
_BLOCK, _SKIPPED = 8, 32

Sentence = list[Piece]


class Carriers:
    """Carrier prose, each text read when it is first drawn.

    Parameters
    ----------
    paths : sequence of Path
        JSON lines or plain text; each file is drawn from as often as the others.

    Raises
    ------
    UsageError
        If a file cannot be read or holds no text.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._texts = [_texts_of(path) for path in paths]
        self._silver: list[frozenset[str]] = [frozenset() if ".txt" in path.suffixes else _SILVER for path in paths]
        self._read: dict[tuple[int, int], list[Sentence]] = {}

    def negative(self, chance: Chance) -> list[Piece]:
        """Return some sentences in a row as they stand: nothing to be found in them but ages and dates."""
        return _joined(self._some(chance), chance.choice((" ", " ", " ", "\n")))

    def carrying(self, chance: Chance, values: Values) -> list[Piece]:
        """Return some sentences in a row with sentences of templates between them."""
        prose = self._some(chance)
        lower = chance.odds(0.3)
        for _ in range(chance.between(1, max(2, len(prose) // 2))):
            kind = "shorthand" if lower and chance.odds(0.7) else "prose"
            inserted = filled(chance.choice(sentences(kind)), values, chance, lower=lower)
            prose.insert(chance.below(len(prose) + 1), inserted)
        if lower:
            prose = [[Piece(text.lower(), label) for text, label in sentence] for sentence in prose]
        return _joined(prose, chance.choice((" ", " ", " ", "\n", " / ") if lower else (" ", " ", " ", "\n")))

    def _some(self, chance: Chance) -> list[Sentence]:
        for _ in range(20):
            number = chance.below(len(self._texts))
            found = self._sentences(number, chance.below(len(self._texts[number])))
            if len(found) > 1:
                start = chance.below(len(found) - 1)
                return found[start : start + chance.between(2, 9)]
        return [[Piece("RAS.")]]

    def _sentences(self, number: int, index: int) -> list[Sentence]:
        if (number, index) not in self._read:
            clean = _MARKS.sub("", self._texts[number][index])
            parts = [part for part in _SENTENCE.split(clean) if _SHORTEST <= len(part) <= _LONGEST]
            read = (self._annotated(part, self._silver[number]) for part in parts if self._is_plain(part))
            self._read[number, index] = [sentence for sentence in read if sentence]
        return self._read[number, index]

    def _is_plain(self, sentence: str) -> bool:
        return all(fold(word) in self._known_words for word in _CAPITALISED.findall(sentence))

    def _annotated(self, sentence: str, silver: frozenset[str]) -> Sentence | None:
        spans = self._detector.detect(Document("carrier", sentence))
        if not all(span.label in silver for span in spans):
            return None
        if "AGE" in silver:
            # « un homme de 54 ans sans antécédent »: the rules leave it, for « 10 ans sans récidive ».
            told = (Span(*match.span("age"), "AGE") for match in _TOLD_AGE.finditer(sentence))
            spans = tuple(sorted([*spans, *(age for age in told if not any(map(age.overlaps, spans)))]))
        return pieces_of(sentence, spans)

    @cached_property
    def _detector(self) -> Deidentifier:
        return Deidentifier.detecting(DetectorChoice(("rules",)))

    @cached_property
    def _known_words(self) -> frozenset[str]:
        lists = ("words/language/common.txt", "words/language/medical.txt", "words/names/eponym.txt")
        return frozenset(fold(word) for name in lists for entry in word_list(name) for word in entry.split())


def _joined(parts: list[Sentence], joint: str) -> list[Piece]:
    pieces: list[Piece] = []
    for number, part in enumerate(parts):
        pieces += [Piece(joint), *part] if number else part
    return pieces


def _texts_of(path: Path) -> list[str]:
    try:
        with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as stream:
            if ".txt" in path.suffixes:
                texts = ["\n".join(lines) for lines in _blocks(line.strip() for line in stream)]
            else:
                lines = ((number, line) for number, line in enumerate(stream, start=1) if line.strip())
                texts = [_text_of(line, f"carriers {path}:{number}") for number, line in lines]
    except (OSError, UnicodeDecodeError, lzma.LZMAError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or "not UTF-8 text"
        raise UsageError(f"carriers {path}: {reason}") from None
    if not texts:
        raise UsageError(f"carriers {path}: no text in it")
    return texts


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield some lines in a row out of many: a corpus of a million sentences needs not be kept whole."""
    source = (line for line in lines if line)
    while block := list(islice(source, _BLOCK)):
        yield block
        if len(list(islice(source, _SKIPPED))) < _SKIPPED:
            return


def _text_of(line: str, place: str) -> str:
    try:
        text = json.loads(line)["text"]
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{place}: a JSON object with a text is wanted") from None
    if not isinstance(text, str):
        raise UsageError(f"{place}: the text is no string")
    return text
