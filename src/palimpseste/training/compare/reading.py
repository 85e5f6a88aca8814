"""How the tokenizer of an encoder reads notes: what tells a vocabulary made for a language from one made for a hundred.

An encoder of many languages has few sub-words for each, and cuts words into more of them: windows hold less text, and
the first sub-word of a word, which bears its tag, says less of it. Tchouka et al. (2023) and Tannier et al. (2023)
argue that French encoders do better: a comparison of their scores has these figures beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.document import Document
from palimpseste.training.encoder.examples import tokens_of

__all__ = ["Reading", "reading_of"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of the words of some notes.

    Parameters
    ----------
    vocabulary : int
        Sub-words that the tokenizer knows, of all its languages.
    pieces_a_word : float
        Mean number of sub-words of a word, 1 or more; 0 where there is no word.
    whole : float in [0, 1]
        Share of the words that are one sub-word.
    unknown : float in [0, 1]
        Share of the words some part of which the tokenizer does not know.
    """

    vocabulary: int
    pieces_a_word: float
    whole: float
    unknown: float

    def to_mapping(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return asdict(self)


def reading_of(reader: PieceReader, documents: Iterable[Document]) -> Reading:
    """Return how a tokenizer reads the letters and figures of documents, word by word as encoders here do.

    Signs are left out: they are one sub-word in any language.
    """
    stranger = reader.tokenizer.unk_token_id
    words = pieces = whole = unknown = 0
    for document in documents:
        read = Words.of(tokens_of(document.text))
        for text, numbers in zip(read.texts, reader.read(read.texts, read.glued), strict=True):
            if not any(map(str.isalnum, text)):
                continue
            words += 1
            pieces += len(numbers)
            whole += len(numbers) == 1
            unknown += stranger in numbers
    shares = [count / words if words else 0.0 for count in (pieces, whole, unknown)]
    return Reading(len(reader.tokenizer), *shares)
