"""Decoders, which have no mask, asked by likelihood: what goes on from the words before a value, and fits those behind.

Every other value of the note is written as its tag (``[LASTNAME]``), as in a release. The first guess is what the
decoder writes from there, token by token. A value is told apart from others of its class by the likelihood of each
together with the words behind it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
from msgspec import Meta
from numpy.typing import NDArray

from palimpseste.detection.generative.folder import load_model, with_adapters
from palimpseste.detection.neural.encoder.folder import TAGGER_FILE
from palimpseste.detection.neural.encoder.pieces import PieceReader
from palimpseste.document import Document
from palimpseste.labels import VIEWS, Label
from palimpseste.leakage.candidates import Candidates
from palimpseste.leakage.fill_mask import NoteCounts, Ranks, counted, rank_of_first
from palimpseste.leakage.holes import HiddenValue, hidden_spans, tag_pieces
from palimpseste.leakage.language_models import digest_of_weights
from palimpseste.settings_files import check_settings
from palimpseste.training.encoder.encoders import piece_reader
from palimpseste.training.run.determinism import device_named

__all__ = ["DecoderGuesser", "Likelihood", "Place", "is_decoder"]

_MOST_LINE_ENDS = 2  # in a row: more say no more


def is_decoder(name: str) -> bool:
    """Tell whether a model reads no masks and is no encoder of `train ner`: it is asked by likelihood."""
    return not (Path(name) / TAGGER_FILE).exists() and piece_reader(name).tokenizer.mask_token_id is None


@dataclass(frozen=True, slots=True, repr=False)
class Place:
    """Where a value stood.

    Parameters
    ----------
    value : HiddenValue
        That is asked for.
    before, behind : tuple of int
        Tokens around it.
    """

    value: HiddenValue
    before: tuple[int, ...]
    behind: tuple[int, ...]


class DecoderGuesser:
    """Says how likely values are where they stand.

    Parameters
    ----------
    model : transformers or peft model
        That goes on with a text.
    reader : PieceReader
        How it reads words.
    batch_size : int
        Rows at once.
    """

    def __init__(self, model: Any, reader: PieceReader, batch_size: int = 8) -> None:
        self.reader = reader
        self._model = model.eval()
        self._device = next(model.parameters()).device
        self._batch_size = batch_size
        self._longest = int(getattr(model.config, "max_position_embeddings", 0) or 1024)
        tokenizer = reader.tokenizer
        bare, broken = (tokenizer(text, add_special_tokens=False)["input_ids"] for text in ("a", "a\n"))
        # A tokenizer that throws line ends away has none to read.
        self._line_end: list[int] = broken[len(bare) :] if broken[: len(bare)] == bare else []
        # Some put a space before the first word of a text, others read it as it stands.
        self._bare_start = reader.read(["a"], [False]) != [tuple(bare)]
        first = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
        self._beginning: list[int] = reader.prefix or [int(first or 0)]

    @classmethod
    def load(
        cls, name: str, *, adapters: str | None = None, device: str = "auto", batch_size: int = 8
    ) -> DecoderGuesser:
        """Load a decoder, with adapters of `train llm` where they are given.

        Parameters
        ----------
        name : str
            Folder of the decoder.
        adapters : str, optional
            Folder of the adapters.
        device : str
            ``cpu``, ``cuda``, or ``auto`` for the latter where there is one.
        batch_size : int
            Texts at once.

        Raises
        ------
        UsageError
            If there is no such folder, or it holds no decoder or adapters of another one.
        """
        model = load_model(Path(name), device=str(device_named(device)))
        if adapters is not None:
            model = with_adapters(model, Path(adapters))
        return cls(model, piece_reader(name), batch_size)

    @property
    def digest(self) -> str:
        """Of the weights: two models of one digest guess alike."""
        return digest_of_weights(self._model)

    def places(self, note: Document, view: Mapping[Label, str], before: int, behind: int) -> list[Place]:
        """Return where the values of a note stood, among the tags of the others, in order.

        Parameters
        ----------
        note : Document
            Its entities are what is asked for.
        view : mapping
            Label of an entity to that under which it is counted; entities of other labels stay as they are.
        before, behind : int
            Words that are read before and behind each value, fewer where the decoder reads no more.
        """
        tokens, words, spans = hidden_spans(note, view)
        text = tokens.view.text
        gaps = [text[end:start] for end, start in zip((0, *words.ends[:-1]), words.starts, strict=True)]
        glued = tuple(
            tight or (self._bare_start and not number and not gap) or (bool(self._line_end) and "\n" in gap)
            for number, (tight, gap) in enumerate(zip(words.glued, gaps, strict=True))
        )
        pieces = self.reader.read(words.texts, glued) if spans else []
        ends = [self._line_end * min(gap.count("\n"), _MOST_LINE_ENDS) for gap in gaps]
        shown: list[list[int]] = [[*line, *each] for line, each in zip(ends, pieces, strict=True)] if spans else []
        for first, last, label in spans:
            shown[first] = [*ends[first], *tag_pieces(self.reader, label, glued=glued[first])]
            shown[first + 1 : last] = [[] for _ in range(first + 1, last)]
        found = []
        for first, last, label in spans:
            value = HiddenValue.of(view[label], words.texts[first:last], pieces[first:last])
            after = [piece for word in shown[last : last + behind] for piece in word]
            room = self._longest - len(value.pieces) - len(self._beginning)
            after = after[: max(room // 2, 0)]
            ahead = [piece for word in shown[max(first - before, 0) : first] for piece in word] + ends[first]
            ahead = ahead[max(len(ahead) - (room - len(after)), 0) :]
            found.append(Place(value, (*self._beginning, *ahead), tuple(after)))
        return found

    def log_probabilities(self, place: Place, values: NDArray[np.int64]) -> tuple[NDArray[np.float64], int]:
        """Return what the decoder says of some values at a place.

        Parameters
        ----------
        place : Place
            Where they would stand.
        values : array of shape (values, tokens)
            The first is what stood there.

        Returns
        -------
        scores : array of shape (values, tokens and those behind them)
            Log-probability of each token after all before it.
        right : int
            How many tokens of the first value the decoder writes by itself, each the likeliest.
        """
        width, behind = values.shape[1], len(place.behind)
        rows = np.concatenate(
            [
                np.tile(np.array(place.before, dtype=np.int64), (len(values), 1)),
                values,
                np.tile(np.array(place.behind, dtype=np.int64), (len(values), 1)),
            ],
            axis=1,
        )
        found, right = [], 0
        for first in range(0, len(rows), self._batch_size):
            row = torch.from_numpy(rows[first : first + self._batch_size]).to(self._device)
            with torch.inference_mode():
                kept = self._model(row, use_cache=False, logits_to_keep=width + behind + 1).logits[:, :-1].float()
                wanted = row[:, len(place.before) :]
                if not first:
                    hits = (kept[0, :width].argmax(dim=-1) == wanted[0, :width]).tolist()
                    right = hits.index(False) if False in hits else width
                scores = kept.log_softmax(-1).gather(2, wanted[:, :, None])[:, :, 0]
            found.append(scores.double().cpu().numpy())
        return np.concatenate(found), right

    def likelihood(self, note: Document, view: Mapping[Label, str], words: int, stride: int) -> float | None:
        """Return the mean log-probability of the tokens of the only span of a note; None if it has no word.

        At most `words` are read before it; `stride` has no effect.

        Parameters
        ----------
        note : Document
            With one span.
        view : mapping
            From labels to those of the view; others are passed over.
        words : int
            Most words before it.
        stride : int
            Words between windows.
        """
        for place in self.places(note, view, words, 0):
            scores, _ = self.log_probabilities(place, np.array([place.value.pieces], dtype=np.int64))
            return float(scores.mean())
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """What is asked of a decoder.

    Parameters
    ----------
    view : str
        Whose labels values are counted under; labels that it leaves out are not asked for.
    passes : int
        Of the table it stands in. A decoder guesses once: what it writes right is found in the first.
    decoys : int
        Others of the class that a value is told apart from.
    before, behind : int
        Words that are read before and behind each value.
    seed : int
        Of the decoys.
    """

    view: str = "hcl"
    passes: Annotated[int, Meta(ge=1)] = 1
    decoys: Annotated[int, Meta(ge=1)] = 99
    before: Annotated[int, Meta(ge=1)] = 256
    behind: Annotated[int, Meta(ge=0)] = 16
    seed: Annotated[int, Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        check_settings(self, "settings")

    def candidates(self, model: DecoderGuesser, notes: Iterable[Document]) -> Candidates:
        """Return the values of all notes: what the decoys of each are drawn from."""
        found = Candidates()
        for note in notes:
            found.add(place.value for place in self._places(model, note))
        return found

    def counts(
        self,
        model: DecoderGuesser,
        notes: Callable[[], Iterable[Document]],
        candidates: Candidates | None = None,
        first: int = 0,
    ) -> Iterator[NoteCounts]:
        """Yield what was counted of each note, in order; parameters are those of `FillMask.counts`."""
        for number, note in enumerate(islice(notes(), first, None), start=first):
            places = self._places(model, note)
            here = Counter((place.value.label, place.value.pieces) for place in places)
            found: dict[HiddenValue, list[int]] = {}
            ranks: dict[HiddenValue, Ranks] = {}
            for at, place in enumerate(places):
                value = place.value
                pieces, often = np.array([value.pieces], dtype=np.int64), np.zeros(1, dtype=np.int64)
                if candidates is not None:
                    pieces, often = candidates.with_decoys(value, here, self.decoys, (self.seed, number, at))
                scores, right = model.log_probabilities(place, pieces)
                found[value] = [1] * _whole_words(value, right)
                if len(pieces) > 1:
                    ranks[value] = Ranks(rank_of_first(scores.sum(axis=1)), rank_of_first(often), len(pieces))
            yield counted([place.value for place in places], found, ranks, self.passes)

    def _places(self, model: DecoderGuesser, note: Document) -> list[Place]:
        return model.places(note, VIEWS[self.view], self.before, self.behind)


def _whole_words(value: HiddenValue, right: int) -> int:
    """Return how many words that are no signs, from the first on, so many tokens fill."""
    ends = np.cumsum([len(word) for word in value.words])
    return sum(int(end <= right and number not in value.signs) for number, end in enumerate(ends))
