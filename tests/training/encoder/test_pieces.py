"""Sub-words of real tokenizer classes, fast and slow: every word has a first one."""

from __future__ import annotations

from pathlib import Path

import pytest

from palimpseste.detection.neural.encoder.pieces import MOST_PIECES, PieceReader
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.document import Span
from palimpseste.labels import view_named
from palimpseste.training.encoder.encoders import piece_reader
from palimpseste.training.encoder.examples import tokens_of, word_spans


@pytest.fixture(params=["camembert", "flaubert", "modernbert", "xlm-roberta"])
def reader(request: pytest.FixtureRequest, encoders: dict[str, Path]) -> PieceReader:
    return piece_reader(str(encoders[request.param]))


def test_every_word_has_a_sub_word_even_one_the_tokenizer_throws_away(reader: PieceReader) -> None:
    words = ["Mme", "'", "\u0001", "\u200b", "é", "☃", "x" * 300, "ﬁ", "١", "\ud800"]
    pieces = reader.read(words, [False] * len(words))
    assert all(1 <= len(piece) <= MOST_PIECES for piece in pieces)


def test_a_whole_sentence_reads_as_the_tokenizer_itself_reads_it(
    reader: PieceReader, encoders: dict[str, Path]
) -> None:
    # Spaced words: word by word is then what the tokenizer does anyway.
    text = "Vu le patient pour la douleur"
    words = Words.of(tokens_of(text))
    ids = [number for piece in reader.read(words.texts, words.glued) for number in piece]
    # Byte-level vocabularies write the first word of a text without the space that stands before any other.
    given = " " + text if type(reader.tokenizer).__name__ == "TokenizersBackend" else text
    assert [*reader.prefix, *ids, *reader.suffix] == reader.tokenizer(given)["input_ids"]


def test_a_glued_word_reads_as_in_running_text(encoders: dict[str, Path]) -> None:
    # A word that the vocabulary knows only behind a space keeps that writing.
    reader = piece_reader(str(encoders["camembert"]))
    words = Words.of(tokens_of("le 12/03"))
    pieces = reader.tokenizer.convert_ids_to_tokens([p[0] for p in reader.read(words.texts, words.glued)])
    assert [piece.startswith("▁") for piece in pieces] == [True, True, False, False]


def test_tags_of_words_follow_annotations_in_the_text_as_it_came() -> None:
    # Decomposed accents and a soft hyphen: offsets of the text and of its view differ.
    text = "Mme De\u0301s\u00adire\u0301e DUPRE\u0301, ne\u0301e le 3 mars"
    start = text.index("De")
    entities = [
        Span(start, text.index(" DUPRE"), "FIRSTNAME"),
        Span(text.index("DUPRE"), text.index(","), "LASTNAME"),
        Span(text.index("3"), len(text), "BIRTHDATE"),
    ]
    tokens = tokens_of(text)
    words = Words.of(tokens)
    spans = word_spans(words, tokens.view, entities, view_named("hnfc"))
    assert [(words.texts[a:b], label) for a, b, label in spans] == [
        (("Désirée",), "PER"),
        (("DUPRÉ",), "PER"),
        (("3", "mars"), "DATE"),
    ]
    assert TagScheme(("PER", "DATE")).tags_of(spans, len(words)) == [0, 4, 4, 0, 0, 0, 5, 7]


def test_two_spans_that_share_a_word_make_no_overlap() -> None:
    tokens = tokens_of("DUPONTmarie vue")
    words = Words.of(tokens)
    entities = [Span(0, 6, "LASTNAME"), Span(6, 11, "FIRSTNAME")]
    assert word_spans(words, tokens.view, entities, view_named("canonical")) == [(0, 1, "LASTNAME")]
