"""The network that settings name."""

from __future__ import annotations

from typing import Any

from palimpseste.coding.networks import (
    CodingNetwork,
    ConvolutionCoder,
    EncoderCoder,
    LinearCoder,
    start_from_frequencies,
)
from palimpseste.coding.networks.segments import Frame
from palimpseste.coding.numbers.data import TrainingData
from palimpseste.coding.numbers.word_vectors import word_vectors
from palimpseste.coding.numbers.words import SubwordReader, TextReader, Vocabulary
from palimpseste.coding.settings import CodingSettings
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.errors import UsageError
from palimpseste.training.encoder.encoders import load_encoder, window_pieces

__all__ = ["frame_of", "make_empty_network", "make_network"]

_TRUNCATED_PIECES = 512


def make_network(data: TrainingData, settings: CodingSettings) -> CodingNetwork:
    """Return a network to train, on the CPU; must be called under a seed.

    Raises
    ------
    UsageError
        If the encoder cannot be loaded or takes fewer sub-words than asked for.
    """
    labels, stays = len(data.space.codes), data.space.training_stays
    network: CodingNetwork
    if isinstance(data.reader, SubwordReader):
        encoder = load_encoder(settings.encoder)
        network = EncoderCoder(encoder, frame_of(encoder.config, data.reader.pieces, settings), labels, settings)
    elif settings.model == "cnn":
        words = len(data.word_stays) + 2
        vectors = word_vectors(data.stays.numbers, words, settings.vector_size)
        network = ConvolutionCoder(vectors, settings.filters, labels, settings.dropout)
    else:
        network = LinearCoder(data.word_stays, stays, labels)
    start_from_frequencies(network, [data.space.stays[code] for code in data.space.codes], stays)
    return network


def make_empty_network(reader: TextReader, labels: int, settings: CodingSettings, config: Any = None) -> CodingNetwork:
    """Return a network whose weights are to be read from a file.

    Parameters
    ----------
    reader : TextReader
        Says how many words or sub-words there are to know.
    labels : int
        Codes to score, one output each.
    settings : CodingSettings
        Which model it is, and its sizes.
    config : transformers configuration, optional
        Of the encoder, where there is one.

    Raises
    ------
    TypeError
        If a model without encoder is to read something else than words of a vocabulary.
    """
    import torch
    from transformers import AutoModel

    if isinstance(reader, SubwordReader):
        auto: Any = AutoModel  # published without types
        encoder = auto.from_config(config, trust_remote_code=False, dtype=torch.float32)
        return EncoderCoder(encoder, frame_of(config, reader.pieces, settings), labels, settings)
    if not isinstance(reader, Vocabulary):
        raise TypeError("a network without encoder reads words of a vocabulary")
    if settings.model == "cnn":
        vectors = torch.zeros(len(reader), settings.vector_size)
        return ConvolutionCoder(vectors, settings.filters, labels, settings.dropout)
    return LinearCoder([0] * len(reader.words), 0, labels)


def frame_of(config: Any, pieces: PieceReader, settings: CodingSettings) -> Frame:
    """Return the segments of an encoder under settings.

    Parameters
    ----------
    config : Any
        Of the encoder, as its library has it.
    pieces : PieceReader
        Of its sub-words.
    settings : CodingSettings
        What the user asked for.

    Raises
    ------
    UsageError
        If segments are longer than the encoder takes, or too short for a word.
    """
    width = window_pieces(config, settings.window_pieces)
    if not settings.window_pieces:
        # Encoders of thousands of sub-words exist; attention over so many is asked for by name.
        width = min(width, _TRUNCATED_PIECES)
    if width <= pieces.around:
        raise UsageError(f"window_pieces is {width}: no word fits between the signs around a segment")
    most = 1 if settings.model == "truncated" else settings.most_segments
    return Frame(tuple(pieces.prefix), tuple(pieces.suffix), pieces.pad, width, most)
