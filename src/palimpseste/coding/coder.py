"""A trained model of codes, and its folder.

::

    model/
    ├── coder.json            settings, codes, training stays of each, threshold
    ├── model.safetensors
    ├── config.json  tokenizer*.json  ...    of an encoder, as transformers writes them
    ├── words.json            or the vocabulary of a model over words: it holds words of the training texts
    └── metrics.json  log.jsonl  energy.json    how it came about
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palimpseste.coding.attributions import Attribution, attribution_of
from palimpseste.coding.building import make_empty_network
from palimpseste.coding.networks import CodingNetwork
from palimpseste.coding.numbers.label_space import LabelSpace
from palimpseste.coding.numbers.values import as_read
from palimpseste.coding.numbers.words import SubwordReader, TextReader, Vocabulary
from palimpseste.coding.predictions import Prediction
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay
from palimpseste.coding.task import probabilities
from palimpseste.errors import UsageError
from palimpseste.files import read_json, write_json
from palimpseste.training.encoder.encoders import load_config, piece_reader, quiet
from palimpseste.training.run.determinism import device_named
from palimpseste.training.run.loop import save_weights

__all__ = ["Coder"]

_CARD, _WEIGHTS, _WORDS = "coder.json", "model.safetensors", "words.json"
_LIKELIEST = 15


class Coder:
    """Gives stays their codes.

    Parameters
    ----------
    network : CodingNetwork
        Scores the codes of a stay from its numbers.
    reader : TextReader
        Makes numbers of texts, as it did in training.
    space : LabelSpace
        Which code each output of the network stands for.
    settings : CodingSettings
        What the model was trained with.
    threshold : float in [0, 1]
        A code is given from this probability on.

    Attributes
    ----------
    codes : tuple of str
        In the order of the columns of :meth:`scores`.
    """

    def __init__(
        self,
        network: CodingNetwork,
        reader: TextReader,
        space: LabelSpace,
        settings: CodingSettings,
        threshold: float,
    ) -> None:
        self.network = network.eval()
        self.reader = reader
        self.space = space
        self.settings = settings
        self.threshold = threshold
        self.codes = space.codes

    def scores(self, stays: Iterable[Stay]) -> Iterator[NDArray[np.float32]]:
        """Yield the probability of every code, shape (codes,), stay after stay; they are read as they are needed."""
        rows = (np.asarray(self.reader.read(stay.text), dtype=np.int32) for stay in as_read(stays, self.settings))
        yield from probabilities(self.network, rows, self.settings.batch_size)

    def predict(self, stays: Iterable[Stay]) -> Iterator[Prediction]:
        """Yield the codes of stays, and the fifteen likeliest with their probabilities."""
        named, read = tee(stays)
        for stay, scores in zip(named, self.scores(read), strict=True):
            given = np.flatnonzero(scores >= self.threshold)
            shown = np.union1d(given, np.argsort(-scores, kind="stable")[:_LIKELIEST])
            shown = shown[np.argsort(-scores[shown], kind="stable")]
            codes = tuple(self.codes[place] for place in shown if scores[place] >= self.threshold)
            yield Prediction(stay.id, codes, {self.codes[place]: float(scores[place]) for place in shown})

    def attribution(self, stay: Stay, code: str) -> Attribution:
        """Return how much each word of a stay speaks for a code; it holds the text of the stay as the model reads it.

        Raises
        ------
        UsageError
            If the model has not learned the code.
        """
        if code not in self.space.position:
            raise UsageError(f"the model has not learned the code {code!r}")
        (read,) = as_read([stay], self.settings)
        return attribution_of(self.network, self.reader, read, code, self.space.position[code])

    def save(self, folder: Path) -> None:
        """Write what :meth:`load` reads into a folder."""
        if isinstance(self.reader, SubwordReader):
            with quiet():
                self.network.encoder.config.save_pretrained(folder)  # type: ignore[operator, union-attr] # sub-words have an encoder
                self.reader.pieces.tokenizer.save_pretrained(folder)
        elif isinstance(self.reader, Vocabulary):
            write_json(folder / _WORDS, {"words": self.reader.words})
        save_weights(self.network, folder / _WEIGHTS)
        stays, codes = dict(self.space.stays), list(self.codes)
        counted = {"codes": codes, "stays": stays, "training_stays": self.space.training_stays}
        write_json(folder / _CARD, {"settings": self.settings.to_mapping(), "threshold": self.threshold, **counted})

    @classmethod
    def load(cls, folder: Path, *, device: str = "auto") -> Coder:
        """Return the model of a folder.

        Raises
        ------
        UsageError
            If the folder holds none, or a damaged one, or there is no such device.
        """
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        card = read_json(folder / _CARD)
        if card is None:
            raise UsageError(f"{folder} is no model of codes: it holds no {_CARD}, or a damaged one")
        place = device_named(device)
        try:
            values: Any = card
            settings = CodingSettings.from_mapping(values["settings"])
            space = LabelSpace(tuple(values["codes"]), dict(values["stays"]), int(values["training_stays"]))
            reader: TextReader
            if settings.has_encoder:
                reader = SubwordReader(piece_reader(str(folder)))
            else:
                reader = Vocabulary(json.loads((folder / _WORDS).read_text(encoding="utf-8"))["words"])
            config = load_config(str(folder)) if settings.has_encoder else None
            network = make_empty_network(reader, len(space.codes), settings, config)
            network.load_state_dict(load_file(folder / _WEIGHTS))
            return cls(network.to(place), reader, space, settings, float(values["threshold"]))
        except (OSError, KeyError, TypeError, ValueError, RuntimeError, SafetensorError):
            raise UsageError(f"{folder} holds a damaged model of codes, or one of another version") from None
