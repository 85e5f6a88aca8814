"""Annotated documents as what a network learns from: windows of sub-words, and the tag of each word."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from palimpseste.detection.disguises.words import view_of
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.windows import WindowPlan
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Alphabet, Tokens
from palimpseste.detection.view import TextView
from palimpseste.document import Document, Span
from palimpseste.labels import Label

__all__ = ["Example", "examples_of", "tokens_of", "word_spans"]

# Words and their offsets do not depend on the lexicon.
_NO_LEXICON = Alphabet({})


@dataclass(frozen=True, slots=True, repr=False)
class Example:
    """One window.

    Parameters
    ----------
    ids : tuple of int
        Sub-words, those around the sequence included.
    heads : tuple of int
        Place in `ids` of the first sub-word of each word.
    tags : tuple of int
        Of each word.
    """

    ids: tuple[int, ...]
    heads: tuple[int, ...]
    tags: tuple[int, ...]


def tokens_of(text: str) -> Tokens:
    """Return the tokens of a text; their symbols say nothing of its words."""
    return Tokens(view_of(text), _NO_LEXICON)


def examples_of(
    documents: Iterable[Document],
    reader: PieceReader,
    plan: WindowPlan,
    scheme: TagScheme,
    view: Mapping[Label, str],
) -> Iterator[Example]:
    """Yield the windows of annotated documents, in order.

    Parameters
    ----------
    documents : iterable of Document
        Annotated.
    reader : PieceReader
        Cuts words into sub-words.
    plan : WindowPlan
        How windows lie.
    scheme : TagScheme
        Of tags.
    view : mapping
        From labels to those that are learned.
    """
    for document in documents:
        tokens = tokens_of(document.text)
        words = Words.of(tokens)
        if not len(words):
            continue
        tags = scheme.tags_of(word_spans(words, tokens.view, document.entities, view), len(words))
        pieces = reader.read(words.texts, words.glued)
        for start, end in plan.windows([len(p) for p in pieces], words.sentence_starts, reader.around):
            ids, heads = list(reader.prefix), []
            for word in pieces[start:end]:
                heads.append(len(ids))
                ids += word
            yield Example((*ids, *reader.suffix), tuple(heads), tuple(tags[start:end]))


def word_spans(
    words: Words, view: TextView, entities: Sequence[Span], labels: Mapping[Label, str]
) -> list[tuple[int, int, str]]:
    """Return annotated spans as disjoint intervals of words, sorted, under the label of a view.

    A word is of a span when it shares a code point with it, in the text as it came; of two spans that share a word, the
    one that begins first has it. What is left of a span without a word of its own is left out.

    Parameters
    ----------
    words : Words
        Of the text.
    view : TextView
        Of the text.
    entities : sequence of Span
        Sorted.
    labels : mapping
        From labels to those of the view.
    """
    bounds = [view.to_original(start, end) for start, end in zip(words.starts, words.ends, strict=True)]
    starts, ends = [start for start, _ in bounds], [end for _, end in bounds]
    found: list[tuple[int, int, str]] = []
    taken = 0
    for span in sorted(entities):
        if span.label not in labels:
            continue
        first = max(taken, bisect_right(ends, span.start))
        last = bisect_left(starts, span.end)
        if first < last:
            found.append((first, last, labels[span.label]))
            taken = last
    return found
