"""Stays as numbers: texts are read one at a time and not kept; codes take four bytes each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from palimpseste.coding.numbers.label_space import LabelSpace
from palimpseste.coding.numbers.ragged import Ragged
from palimpseste.coding.numbers.words import GrowingVocabulary, SubwordReader, TextReader
from palimpseste.coding.settings import CodingSettings
from palimpseste.coding.stays.stay import Stay, StayDigest
from palimpseste.errors import UsageError

__all__ = ["EncodedStays", "TrainingData", "encode_stays", "read_training_stays"]


@dataclass(frozen=True, slots=True)
class EncodedStays:
    """Stays to learn from or to measure on.

    Parameters
    ----------
    numbers : Ragged
        Words or sub-words of each.
    labels : Ragged
        Outputs of its codes.
    unlearned : Ragged
        How many codes it has that have no output, one number a stay.
    digest : str
        Of the stays themselves.
    """

    numbers: Ragged
    labels: Ragged
    unlearned: Ragged
    digest: str

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def nbytes(self) -> int:
        """Bytes they take."""
        return self.numbers.nbytes + self.labels.nbytes + self.unlearned.nbytes


@dataclass(frozen=True, slots=True)
class TrainingData:
    """The training stays, and what was learned from them before any step.

    Parameters
    ----------
    stays : EncodedStays
        The stays as numbers, with their codes.
    space : LabelSpace
        The codes they have, which are those the model can give.
    reader : TextReader
        Reads other stays alike.
    word_stays : list of int
        Training stays of each word of a vocabulary; empty for an encoder.
    """

    stays: EncodedStays
    space: LabelSpace
    reader: TextReader
    word_stays: list[int]


def read_training_stays(stays: Iterable[Stay], settings: CodingSettings) -> TrainingData:
    """Return the training stays as numbers, in one pass.

    Raises
    ------
    UsageError
        If there is none, one has no code, an identifier comes twice, or no code is common enough.
    """
    growing = GrowingVocabulary()
    reader: TextReader | GrowingVocabulary = growing
    if settings.has_encoder:
        from palimpseste.training.encoder.encoders import piece_reader

        reader = SubwordReader(piece_reader(settings.encoder))
    digest = StayDigest()
    ids: set[str] = set()
    numbers, codes = Ragged(), Ragged()
    provisional: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for stay in stays:
        _check(stay, ids, "training")
        digest.take(stay)
        numbers.append(reader.read(stay.text))
        codes.append(provisional.setdefault(code, len(provisional)) for code in stay.codes)
        counts.update(stay.codes)
    if not len(numbers):
        raise UsageError("there is no training stay")
    space = LabelSpace.of(counts, len(numbers), settings.least_count)
    output = np.array([space.position.get(code, -1) for code in provisional], dtype=np.int32)
    labels = codes.renumbered(output)
    unlearned = Ragged([len(codes[row]) - len(labels[row])] for row in range(len(codes)))
    word_stays: list[int] = []
    if isinstance(reader, GrowingVocabulary):
        vocabulary, word_stays, places = reader.chosen(settings.most_words, settings.least_word_count)
        if not word_stays:
            raise UsageError(
                f"no word is in {settings.least_word_count} training stays: there is nothing to learn from"
            )
        numbers = numbers.renumbered(np.array(places, dtype=np.int32))
        reader = vocabulary
    return TrainingData(EncodedStays(numbers, labels, unlearned, digest.hexdigest()), space, reader, word_stays)


def encode_stays(stays: Iterable[Stay], reader: TextReader, space: LabelSpace) -> EncodedStays:
    """Return dev stays as numbers.

    Parameters
    ----------
    stays : iterable of Stay
        Of the dev set.
    reader : TextReader
        As fitted on the training stays.
    space : LabelSpace
        Codes learned.

    Raises
    ------
    UsageError
        If there is none, one has no code, or an identifier comes twice.
    """
    digest = StayDigest()
    ids: set[str] = set()
    encoded = EncodedStays(Ragged(), Ragged(), Ragged(), "")
    for stay in stays:
        _check(stay, ids, "dev")
        digest.take(stay)
        encoded.numbers.append(reader.read(stay.text))
        known = space.positions(stay.codes)
        encoded.labels.append(known)
        encoded.unlearned.append([len(stay.codes) - len(known)])
    if not len(encoded):
        raise UsageError("there is no dev stay: the threshold and the best weights are chosen on them")
    return EncodedStays(encoded.numbers, encoded.labels, encoded.unlearned, digest.hexdigest())


def _check(stay: Stay, ids: set[str], role: str) -> None:
    if not stay.codes and not stay.is_asked:
        raise UsageError(f"{role} stay {stay.id!r} has no code")
    if stay.id in ids:
        raise UsageError(f"stay {stay.id!r} occurs twice in {role} data")
    ids.add(stay.id)
