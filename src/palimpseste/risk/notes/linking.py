"""Two releases of the same patients, linked by what neither changed.

Each note of the first release is held against all of the second: the cosine of their features, each weighted by how
rare it is in the second release. Features that stand in more than one note in five tell nothing and are not looked at.
The features of the second release stay in memory, some kilobytes a note; the first is read note by note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Document
from palimpseste.files.kept import NoteFigures
from palimpseste.risk.notes.residual import KINDS, Kind, residual_features

__all__ = ["ALL_TEXT", "WAYS", "ReleaseLinker"]

Array = NDArray[np.float32]
# Those of a note, and how often each occurs.
_Features = tuple[NDArray[np.uint32], NDArray[np.uint8]]

# What an attacker looks at, by name: each kind by itself, all that neither release wrote over, and all.
ALL_TEXT, _EVERYTHING = "medical text", "everything"
_TEXT_KINDS: tuple[Kind, ...] = ("words", "numbers", "durations", "style")
WAYS: Mapping[str, tuple[Kind, ...]] = {
    **{kind: (kind,) for kind in KINDS},
    ALL_TEXT: _TEXT_KINDS,
    _EVERYTHING: KINDS,
}

# Among several kinds; noisier ones count for less, as serves best between letters of one simulated stay.
_WEIGHTS: Mapping[Kind, float] = {"words": 1.0, "numbers": 1.0, "durations": 0.1, "style": 0.1, "values": 0.1}
_MOST_COMMON = 0.2
# Up to so many notes every feature is looked at.
_FEW = 20
_MOST_COUNTED = 255
_TOLERANCE = 1e-5


class _Index:
    """The notes of the second release by one kind of feature, as columns of a sparse matrix."""

    def __init__(self, notes: Sequence[_Features], count: int) -> None:
        flat = np.concatenate([np.zeros(0, np.uint32), *(features for features, _ in notes)])
        owners = np.repeat(np.arange(len(notes), dtype=np.int32), [len(features) for features, _ in notes])
        order = np.argsort(flat, kind="stable")
        self._features, starts, lengths = np.unique(flat[order], return_index=True, return_counts=True)
        common = (lengths > _MOST_COMMON * count) & (lengths > _FEW)
        rarity = np.where(common, 0.0, np.log((count + 1) / lengths)).astype(np.float32)
        self._starts, self._lengths, self._rarity = starts, lengths, rarity
        self._owners = owners[order]
        counts = np.concatenate([np.zeros(0, np.uint8), *(counts for _, counts in notes)])[order]
        self._weights = np.log1p(counts.astype(np.float32)) * np.repeat(rarity, lengths)
        norms = np.sqrt(np.bincount(self._owners, weights=self._weights.astype(np.float64) ** 2, minlength=count))
        self._weights /= np.maximum(norms, 1e-12)[self._owners].astype(np.float32)
        self._count = count

    def cosines(self, note: Mapping[int, int]) -> Array:
        """Return the cosine of a note with each of the second release, shape (notes,)."""
        scores = np.zeros(self._count, np.float32)
        if not note or not len(self._features):
            return scores
        own = np.fromiter(note, np.uint32, len(note))
        counts = np.log1p(np.fromiter(note.values(), np.float32, len(note)))
        places = np.minimum(np.searchsorted(self._features, own), len(self._features) - 1)
        known = self._features[places] == own
        # A feature that the second release has not is as rare as can be, and shared with nobody.
        rarity = np.where(known, self._rarity[places], np.float32(np.log(self._count + 1)))
        norm = float(np.sqrt(((counts * rarity) ** 2).sum()))
        for place, weight in zip(places[known], (counts * rarity)[known], strict=True):
            if weight:
                here = slice(self._starts[place], self._starts[place] + self._lengths[place])
                scores[self._owners[here]] += weight * self._weights[here]
        return np.asarray(scores / max(norm, 1e-12), dtype=np.float32)


class ReleaseLinker:
    """Links the notes of one release to those of another.

    Parameters
    ----------
    second : iterable of Document
        The release that is searched; read once, its features kept.
    patients : sequence of str
        Whose note each of them is.
    """

    def __init__(self, second: Iterable[Document], patients: Sequence[str]) -> None:
        features: dict[Kind, list[_Features]] = {kind: [] for kind in KINDS}
        for document in second:
            for kind, found in residual_features(document).items():
                counts = np.minimum(np.fromiter(found.values(), np.int64, len(found)), _MOST_COUNTED)
                features[kind].append((np.fromiter(found, np.uint32, len(found)), counts.astype(np.uint8)))
        self._numbers = {patient: number for number, patient in enumerate(dict.fromkeys(patients))}
        self._patients = np.array([self._numbers[patient] for patient in patients], dtype=np.int64)
        self._indexes: dict[Kind, _Index] = {}
        for kind in KINDS:
            self._indexes[kind] = _Index(features.pop(kind), len(patients))

    @property
    def candidates(self) -> int:
        """How many patients there are to choose from."""
        return len(self._numbers)

    def figures(self, first: Iterable[Document], patients: Mapping[str, str], start: int) -> Iterator[NoteFigures]:
        """Yield how each note of the first release from that number on was linked; nothing where it cannot be.

        Names are those of a way to look, then ``first``, the chance that the likeliest patient is the right one,
        ``ten``, that it is among the ten likeliest, and ``reciprocal``, one over its rank; ranks of patients as likely
        are drawn.

        Parameters
        ----------
        first : iterable of Document
            The release.
        patients : mapping of str to str
            Whose note each of them is, by its identifier.
        start : int
            Number of the first note to look at.
        """
        reciprocals = 1 / np.arange(1, self.candidates + 1)
        for document in islice(first, start, None):
            right = self._numbers.get(patients.get(document.id, document.id))
            if right is None:
                yield {}
                continue
            features = residual_features(document)
            cosines = {kind: self._indexes[kind].cosines(features[kind]) for kind in KINDS}
            found: dict[str, float] = {}
            for way, kinds in WAYS.items():
                scores = np.zeros(self.candidates, np.float32)
                np.maximum.at(
                    scores, self._patients, np.sum([_WEIGHTS[kind] * cosines[kind] for kind in kinds], axis=0)
                )
                before = int((scores > scores[right] + _TOLERANCE).sum())
                ties = int((np.abs(scores - scores[right]) <= _TOLERANCE).sum())
                found[f"{way}|first"] = 1 / ties if not before else 0.0
                found[f"{way}|ten"] = min(1.0, max(0, 10 - before) / ties)
                found[f"{way}|reciprocal"] = float(reciprocals[before : before + ties].mean())
            yield found
