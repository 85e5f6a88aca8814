"""The model that ships with the package: a small convolutional network that also reads what the rules found.

It is asked once the other detectors have answered: what they found is evidence to it, and it decides which of their
spans stand beside its own.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from math import exp, log
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import BadZipFile, ZipFile

import numpy as np
from numpy.typing import NDArray

from palimpseste.detection.neural.compact.decoding import StretchDecoder
from palimpseste.detection.neural.compact.features import Evidence
from palimpseste.detection.neural.compact.network import Network, Steps
from palimpseste.detection.neural.compact.opinion import Opinion
from palimpseste.detection.neural.compact.ordinary import OrdinaryWords
from palimpseste.detection.neural.compact.settings import BUNDLED, SETTINGS, CompactSettings
from palimpseste.detection.neural.compact.vectors import Vectors
from palimpseste.detection.neural.crf import span_log_probability
from palimpseste.detection.neural.tags import OUTSIDE, TagScheme
from palimpseste.detection.steps import Way, end_of
from palimpseste.detection.tokens import Tokens, is_told_by_capitals
from palimpseste.document import Span
from palimpseste.errors import UsageError
from palimpseste.files import read_json
from palimpseste.files.digests import digest_of
from palimpseste.labels import label_named

__all__ = ["CompactModel"]

# The second says how the first were made, and has their digest.
WEIGHTS, RECORD = "weights.npz", "training.json"

# A note is read in windows of so many tokens, so that memory does not grow with its length.
_WINDOW = 8192
# A token this many nats more likely outside than anything else is outside.
_MARGIN = 8.0
# What the names of a site's own rules begin with.
_SITE = "rules.site."
# Unpacked, a file of a few kilobytes may take all memory; no model comes near this.
_MOST_BYTES = 1 << 30


class CompactModel:
    """Finds spans with a network, from the text and from what other detectors found.

    Parameters
    ----------
    network : Network
        Scores the tags of tokens.
    settings : CompactSettings
        Its threshold is the operating point.
    """

    def __init__(self, network: Network, settings: CompactSettings) -> None:
        self.settings = settings
        self._network = network
        self._vectors = Vectors(network.table, Evidence(settings.origin.labels), network.activated)
        self._scheme = TagScheme(settings.labels)
        self._labels = {label: label_named(label) for label in settings.labels}
        self._decoder = StretchDecoder(self._scheme, round(_MARGIN * settings.temperature / Steps.score))
        # Whole units: the scores are whole numbers and stay so.
        odds = log(settings.threshold / (1.0 - settings.threshold))
        unit = settings.temperature / Steps.score
        self._shift = round(odds * unit)
        self._ordinary = OrdinaryWords(self._scheme.names(), unit)
        self._evidence_only = frozenset(settings.evidence_only)
        self._loaded: tuple[Path | None, Collection[str] | None] | None = None

    def __reduce__(self) -> tuple[Callable[..., CompactModel], tuple[object, ...]]:
        # Weights that lie in a folder are read there again.
        if self._loaded is None:
            return CompactModel, (self._network, self.settings)
        folder, rules = self._loaded
        return _loaded, (folder, self.settings.threshold, rules)

    @classmethod
    def load(
        cls,
        folder: Path | None = None,
        *,
        threshold: float | None = None,
        recall: float | None = None,
        rules: Collection[str] | None = None,
    ) -> CompactModel:
        """Read a model.

        Parameters
        ----------
        folder : Path, optional
            The bundled model without it.
        threshold : float in (0, 1), optional
            Mask from this probability of identifying somebody.
        recall : float in (0, 1], optional
            Instead of a threshold: the one that masked this share of identifying tokens on the development notes.
        rules : collection of str, optional
            Names of the rules whose spans the model is to read; without them it is not asked which it was trained with.

        Raises
        ------
        UsageError
            If the folder holds no compact model, one of another package than this, weights that are not those its
            ``training.json`` names, or an operating point is out of bounds or was never reached.
        """
        named, folder = folder, folder or BUNDLED
        settings = CompactSettings.read(folder / SETTINGS)
        try:
            with (folder / WEIGHTS).open("rb") as stream:
                _refuse_changed(folder, stream)
                _refuse_bomb(stream)
                stream.seek(0)
                arrays = dict(np.load(stream, allow_pickle=False))
            network = Network(arrays, settings.dilations)
        except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile, zlib.error) as error:
            raise UsageError(
                f"{folder / WEIGHTS} holds no weights of a compact model ({type(error).__name__})"
            ) from None
        if network.tags != len(TagScheme(settings.labels)):
            raise UsageError(f"{folder}: weights and settings are of two models")
        differences = list(settings.origin.differences(len(network.table), rules))
        if differences:
            raise UsageError(
                f"{folder}: the model was trained with another package than this one: {'; '.join(differences)}. "
                "Train it again or use the version that trained it; where only rules differ, and it was measured "
                "that it finds as much with them, palimpseste train stamp writes them down"
            )
        model = cls(network, settings.operating_at(threshold, recall))
        model._loaded = (named, None if rules is None else tuple(rules))
        return model

    def __call__(self, tokens: Tokens, found: Sequence[Span]) -> list[Span]:
        """Return what the model finds and what it lets stand of the spans of others, in order of trust.

        What a site's own patterns find comes first: the site knows its numbers better than any model.
        """
        return self.read(tokens, found)[0]

    def read(self, tokens: Tokens, found: Sequence[Span]) -> tuple[list[Span], Opinion]:
        """Return what calling the model returns, and what its scores say of any span of the note."""
        return end_of(self.reading(tokens, found))

    def reading(self, tokens: Tokens, found: Sequence[Span]) -> Way[tuple[list[Span], Opinion]]:
        """Yield between steps; return what `read` returns.

        The opinion is the model's own: the operating point decides which spans are found, not how probable they are.
        """
        opinion = Opinion(tokens, self._scheme, Steps.score / self.settings.temperature, self._shift, -_MARGIN)
        spans = []
        windows = self._vectors.windows(tokens, found, _WINDOW, self._network.reach)
        windows = chain(list(islice(windows, 1)), windows)
        yield
        scored = self._scored(windows)
        scored = chain(list(islice(scored, 1)), scored)
        yield
        for begin, scores, tags, stretches in self._decoded(tokens, scored):
            spans += [self._span(tokens, *interval) for interval in self._intervals(tokens, begin, tags)]
            rows = [row for start, end in stretches for row in range(start, end)]
            opinion.keep([begin + row for row in rows], scores.take(rows, axis=0))
        return self._beside(spans, found), opinion

    def _beside(self, spans: Sequence[Span], found: Sequence[Span]) -> list[Span]:
        """Return the model's spans among those of others."""
        others = [span for span in found if span.source not in self._evidence_only]
        return [*(span for span in others if span.source.startswith(_SITE)), *spans, *others]

    def probabilities(self, tokens: Tokens, found: Sequence[Span]) -> list[tuple[Span, float]]:
        """Return what the model finds with the probability of each span, edges and label right.

        It is the marginal of the chain at the fitted temperature; the operating point decides which spans are found,
        not how probable they are.
        """
        answers = []
        unit = Steps.score / self.settings.temperature
        for first, scores, tags in self._stretches(tokens, found):
            emissions = scores * unit
            emissions[:, OUTSIDE] -= self._shift * unit
            intervals = list(self._intervals(tokens, first, tags))
            asked = [(start - first, end - first, tags[start - first : end - first]) for start, end, _ in intervals]
            logs = span_log_probability(emissions, self._decoder.chain, asked)
            for interval, value in zip(intervals, logs, strict=True):
                answers.append((self._span(tokens, *interval), min(1.0, exp(value))))
        return answers

    def _intervals(self, tokens: Tokens, first: int, tags: Sequence[int]) -> Iterator[tuple[int, int, str]]:
        """Yield the spans of a stretch as intervals of tokens, no white space at the edges, some letter or digit in."""
        words = tokens.words
        for start, end, label in self._scheme.spans_of(tags):
            start, end = first + start, first + end
            if words[start].isalnum() and words[end - 1].isalnum():
                yield start, end, label
                continue
            while start < end and _is_blank(words[start]):
                start += 1
            while start < end and _is_blank(words[end - 1]):
                end -= 1
            if any(map(str.isalnum, "".join(words[start:end]))):
                yield start, end, label

    def _span(self, tokens: Tokens, first: int, last: int, label: str) -> Span:
        return Span(tokens.starts[first], tokens.end(last - 1), self._labels[label], "model")

    def _stretches(
        self, tokens: Tokens, found: Sequence[Span]
    ) -> Iterator[tuple[int, NDArray[np.floating], list[int]]]:
        """Yield each stretch of unsure tokens: its first token, its scores at the operating point, its best tags."""
        for begin, scores, tags, stretches in self._decoded(tokens, self._windows(tokens, found)):
            for start, end in stretches:
                yield begin + start, scores[start:end], tags[start:end]

    def _decoded(
        self, tokens: Tokens, windows: Iterable[tuple[int, NDArray[np.float32]]]
    ) -> Iterator[tuple[int, NDArray[np.floating], list[int], Sequence[tuple[int, int]]]]:
        """Yield each window: its first token, its scores at the operating point, its best tags, its unsure tokens."""
        begin, left = 0, None
        is_weighed = is_told_by_capitals(tokens.view.text, len(tokens.words))
        for first, window in windows:
            window[:, OUTSIDE] += self._shift
            # What a window ends in may go on in the next.
            scores = window if left is None else np.concatenate([left, window])
            settled = self._decoder.settled(scores) if first + len(window) < len(tokens.words) else len(scores)
            weighed = self._ordinary.weighed(tokens, begin, scores[:settled]) if is_weighed else scores[:settled]
            yield begin, scores, *self._decoder.decoded(weighed)
            begin, left = begin + settled, scores[settled:] if settled < len(scores) else None

    def scores(self, tokens: Tokens, found: Sequence[Span]) -> NDArray[np.float32]:
        """Return the scores of each tag at each token, whole numbers, shape ``(tokens, tags)``."""
        parts = [scores for _, scores in self._windows(tokens, found)]
        return np.concatenate(parts) if parts else np.zeros((0, self._network.tags), dtype=np.float32)

    def _windows(self, tokens: Tokens, found: Sequence[Span]) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Yield the scores of each window and its first token: no more is held at once than one window takes."""
        return self._scored(self._vectors.windows(tokens, found, _WINDOW, self._network.reach))

    def _scored(self, windows: Iterable[tuple[int, NDArray[Any]]]) -> Iterator[tuple[int, NDArray[np.float32]]]:
        for number, (before, read) in enumerate(windows):
            start = number * _WINDOW
            yield start, self._network.scores(read)[start - before : start - before + _WINDOW]


def _loaded(folder: Path | None, threshold: float, rules: Collection[str] | None) -> CompactModel:
    return CompactModel.load(folder, threshold=threshold, rules=rules)


def _is_blank(word: str) -> bool:
    """Tell whether a token is white space, or an accent that stands on one."""
    return word.isspace() or unicodedata.combining(word[0]) != 0


def _refuse_changed(folder: Path, stream: BinaryIO) -> None:
    """Refuse weights that are not those of the training that the folder tells of, where it tells of one."""
    told = (read_json(folder / RECORD) or {}).get("weights_sha256")
    if told is None:
        return
    if digest_of(stream) != told:
        raise UsageError(
            f"{folder / WEIGHTS} holds other weights than those {RECORD} beside it names: damaged, changed, or of "
            "another training"
        )
    stream.seek(0)


def _refuse_bomb(stream: BinaryIO) -> None:
    """Refuse a file that would unpack to more than any model is."""
    with ZipFile(stream) as archive:
        if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
            raise ValueError("larger than any model")
