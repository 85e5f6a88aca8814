"""The detector made of a trained encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from pathlib import Path
from typing import Any

from palimpseste.detection.neural.crf import ChainScores, best_tags, span_log_probability
from palimpseste.detection.neural.encoder.emissions import emissions_of
from palimpseste.detection.neural.encoder.folder import (
    ONNX_FILES,
    WEIGHTS_FILE,
    Precision,
    TaggerCard,
    load_tokenizer,
    load_transitions,
)
from palimpseste.detection.neural.encoder.network import Network, OnnxNetwork, TorchNetwork
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.detection.neural.encoder.words import Words
from palimpseste.detection.neural.tags import TagScheme
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Patient, Span
from palimpseste.errors import UsageError

__all__ = ["EncoderDetector"]

_SOURCE = "model.ner"


class EncoderDetector:
    """Finds spans by an encoder fine-tuned on annotated notes.

    Tags are decoded over the whole note, never window by window, under the constraint that they spell whole spans.

    Parameters
    ----------
    card : TaggerCard
        Labels and windows.
    reader : PieceReader
        The encoder's tokenizer.
    network : Network
        Scores the tags.
    scores : ChainScores
        What one tag behind another scores.
    """

    name = "model"

    def __init__(self, card: TaggerCard, reader: PieceReader, network: Network, scores: ChainScores) -> None:
        self.card = card
        self._reader = reader
        self._network = network
        self._scores = scores
        self._scheme = TagScheme(card.labels)
        self._remade: tuple[Callable[..., EncoderDetector], tuple[object, ...]] | None = None

    @classmethod
    def load(
        cls, folder: Path, device: str = "cpu", *, precision: Precision = "float32", threads: int = 1
    ) -> EncoderDetector:
        """Load a model's folder: its ONNX file where there is one, else its weights by torch.

        Parameters
        ----------
        folder : Path
            What ``palimpseste train ner`` wrote.
        device : str
            ``cpu``, ``cuda`` or ``cuda:N``.
        precision : {'float32', 'int8'}
            Which ONNX file; ``int8`` is never made on the fly.
        threads : int
            Processors for one batch, under ONNX Runtime.

        Raises
        ------
        UsageError
            If the folder holds no trained encoder, or what runs it is missing.
        """
        folder = Path(folder)
        card = TaggerCard.read(folder)
        scheme = TagScheme(card.labels)
        reader = PieceReader(load_tokenizer(str(folder)))
        if precision not in ONNX_FILES:
            raise UsageError(f"unknown precision {precision!r}; precisions: {', '.join(ONNX_FILES)}")
        onnx = folder / ONNX_FILES[precision]
        network: Network
        if onnx.exists():
            network = OnnxNetwork(onnx, device, threads)
        elif precision != "float32":
            raise UsageError(f"{folder} holds no {onnx.name}: palimpseste train export {folder}")
        else:
            network = _torch_network(folder, len(scheme), device)
        scores = ChainScores.constrained(scheme, load_transitions(folder))
        detector = cls(card, reader, network, scores)
        detector._remade = (_loaded, (folder, device, precision, threads))
        return detector

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Span]:
        """Return what the model finds, sorted and disjoint, in offsets of the view."""
        words = Words.of(tokens)
        if not len(words):
            return []
        emissions = emissions_of(words, self._reader, self.card.windows, self._network, len(self._scheme))
        tags = best_tags(emissions.astype("float64"), self._scores)
        return [
            Span(words.starts[start], words.ends[end - 1], self.card.stands_for[label], _SOURCE)
            for start, end, label in self._scheme.spans_of(tags)
        ]

    def log_probabilities(self, words: Words, tags: Sequence[tuple[int, int, list[int]]]) -> list[float]:
        """Return the log-probability that the words of each interval have exactly the given tags.

        Parameters
        ----------
        words : Words
            Of a note; some.
        tags : sequence of (int, int, list of int)
            Half-open intervals of words and one tag for each of them.
        """
        emissions = emissions_of(words, self._reader, self.card.windows, self._network, len(self._scheme))
        return span_log_probability(emissions.astype("float64"), self._scores, list(tags))

    def probabilities(self, tokens: Tokens, spans: Sequence[Span]) -> list[float]:
        """Return how probable each span is, with the label it has; 0 for one that holds no word or has another label.

        Parameters
        ----------
        tokens : Tokens
            The note.
        spans : sequence of Span
            In offsets of the view.
        """
        words = Words.of(tokens)
        names = {canonical: name for name, canonical in self.card.stands_for.items()}
        paths: dict[int, tuple[int, int, list[int]]] = {}
        for place, span in enumerate(spans):
            inside = [at for at in range(len(words)) if words.starts[at] < span.end and span.start < words.ends[at]]
            if inside and span.label in names:
                path = self._scheme.path(names[span.label], len(inside))
                paths[place] = (inside[0], inside[-1] + 1, path)
        found = [0.0] * len(spans)
        if paths:
            emissions = emissions_of(words, self._reader, self.card.windows, self._network, len(self._scheme))
            logs = span_log_probability(emissions.astype("float64"), self._scores, list(paths.values()))
            for place, log in zip(paths, logs, strict=True):
                found[place] = exp(min(0.0, log))
        return found

    def __reduce__(self) -> Any:
        """Pickle as the folder it was loaded from: each process loads its own session."""
        if self._remade is None:
            raise TypeError("an EncoderDetector that was not loaded from a folder cannot be pickled")
        return self._remade


def _loaded(folder: Path, device: str, precision: Precision, threads: int) -> EncoderDetector:
    return EncoderDetector.load(folder, device, precision=precision, threads=threads)


def _torch_network(folder: Path, tags: int, device: str) -> Network:
    try:
        import torch
    except ImportError:
        raise UsageError(
            f"{folder} holds no ONNX file and torch is missing: palimpseste train export {folder} where it was "
            "trained, or pip install 'palimpseste[train]'"
        ) from None
    from safetensors import SafetensorError

    from palimpseste.detection.neural.encoder.tagger import Tagger

    try:
        place = torch.device(device)
        return TorchNetwork(Tagger.load(folder, tags).to(place), place)
    except (OSError, SafetensorError):
        raise UsageError(f"{folder / WEIGHTS_FILE} is missing or damaged") from None
    except (RuntimeError, AssertionError):
        # A wrong device name, a device this torch does not have, weights of another shape.
        raise UsageError(f"{folder} cannot be loaded on device {device!r}; devices: cpu, cuda, cuda:N") from None
