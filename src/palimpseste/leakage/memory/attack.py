"""The attack on the memory of a model: which notes it read, which names, which canaries.

Membership inference by the loss (Yeom et al. 2018), over all tokens or those least likely (min-k%, Shi et al. 2024),
less that of reference models that read neither side (Watson et al. 2022), which says how hard a note is for anybody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palimpseste.document import Document, Span
from palimpseste.folding import fold
from palimpseste.labels import label_named
from palimpseste.leakage.memory.losses import Asked, NoteReader
from palimpseste.leakage.memory.roc import Told, told_apart

__all__ = ["NAME_LABELS", "WAYS", "MemoryAttack", "Names", "names_of", "told_by_way"]

# What the loss is over: all tokens, those that identify or those least likely, of tags beside what record and rules
# find or on text alone, of responses to notes, or of notes as they are written.
WAYS = (
    "every, evidence", "every, text", "identifying, evidence", "identifying, text", "unlikely, evidence",
    "unlikely, text", "every, response", "identifying, response", "unlikely, response", "every, written",
    "identifying, written", "unlikely, written",
)  # fmt: skip
NAME_LABELS = ("FIRSTNAME", "LASTNAME")
# Nats a token, below which losses are alike.
_NEARLY_NONE = 1e-4
# Sentences that names are put in, to be asked how surely they are names.
_AROUND = ("Dossier repris avec {} avant la visite.", "Vu ce jour avec {}, sans plainte.", "Appel de {} ce matin.")


@dataclass(frozen=True, slots=True)
class MemoryAttack:
    """A model and those that say how hard a note is.

    Parameters
    ----------
    model : Asked
        Attacked.
    references : sequence of Asked
        Of the same kind, that read none of the notes.
    """

    model: Asked
    references: Sequence[Asked] = ()

    def figures(self, sides: Iterable[tuple[bool, Document]]) -> Iterator[Mapping[str, float]]:
        """Yield the losses of each note, by way, for the model and for the mean of the references.

        Parameters
        ----------
        sides : iterable of (bool, Document)
            Whether a note was in the training, and the note.
        """
        reader = NoteReader()
        for was_read, note in sides:
            figures: dict[str, float] = {"read": float(was_read)}
            for reading in self.model.readings:
                as_read = reader(note, reading)
                for who, models in self._asked():
                    losses = [each.loss(as_read) for each in models]
                    for over in ("every", "identifying", "unlikely"):
                        figures[f"{who}, {over}, {reading}"] = float(np.mean([getattr(each, over) for each in losses]))
            yield {name: value for name, value in figures.items() if not math.isnan(value)}

    def sureness(self, names: Iterable[tuple[str, str]]) -> Iterator[Mapping[str, float]]:
        """Yield how probable each name is to be one, in nats, for the model and for the mean of the references."""
        reader = NoteReader()
        # Of a reading with evidence it would be asked what record and rules know of names.
        asked_for = "text" if "text" in self.model.readings else self.model.readings[0]
        for label, name in names:
            notes = [reader(_sentence(around, label, name), asked_for) for around in _AROUND]
            figures = {}
            for who, models in self._asked():
                figures[who] = -float(np.mean([each.loss(note).identifying for each in models for note in notes]))
            yield figures

    def _asked(self) -> Iterator[tuple[str, Sequence[Asked]]]:
        """Yield the model, and the references where there are any, each with what figures call it."""
        yield "model", (self.model,)
        if self.references:
            yield "reference", self.references


@dataclass(frozen=True, slots=True)
class Names:
    """How surely names are found that stand in training notes, and names that stand in none.

    Parameters
    ----------
    seen, unseen : float
        Geometric mean of the probability that the model gives.
    told : Told
        How well that tells them apart.
    calibrated : Told, optional
        The same less what references say.
    """

    seen: float
    unseen: float
    told: Told
    calibrated: Told | None

    @classmethod
    def of(
        cls,
        seen: Sequence[Mapping[str, float]],
        unseen: Sequence[Mapping[str, float]],
        *,
        bootstrap: int = 1000,
        seed: int = 0,
    ) -> Names:
        """Return what the figures of names say; neither side is empty.

        Parameters
        ----------
        seen : sequence of mapping
            Figures of the names that training read.
        unseen : sequence of mapping
            Of those that it did not.
        bootstrap : int
            How often names are drawn anew for the intervals.
        seed : int
            Of these draws.
        """
        first, second = _column(seen, "model"), _column(unseen, "model")
        less = None
        if all("reference" in each for each in (*seen, *unseen)):
            less = told_apart(
                first - _column(seen, "reference"),
                second - _column(unseen, "reference"),
                bootstrap=bootstrap,
                seed=seed,
            )
        told = told_apart(first, second, bootstrap=bootstrap, seed=seed)
        return cls(math.exp(first.mean()), math.exp(second.mean()), told, less)


def names_of(
    training: Iterable[Document], held_out: Iterable[Document], known: Iterable[Document], most: int, seed: int
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return names of one word that stand in training notes alone, and as many that stand in held-out notes alone.

    For each name of the one side there is one of the other that as many notes hold: the side with more notes has
    more of the common names, which are easy for any model.

    Parameters
    ----------
    training, held_out : iterable of Document
        Annotated.
    known : iterable of Document
        Further notes that the model or a reference read: names in them are of neither side.
    most : int
        Of each side; drawn where there are more.
    seed : int
        Of the draw.
    """
    read, others, left_out = (_names(notes) for notes in (training, held_out, known))
    sides = (
        _by_count(read, others.keys() | left_out.keys()),
        _by_count(others, read.keys() | left_out.keys()),
    )
    chance = random.Random(seed)  # noqa: S311 # a draw that a seed repeats
    pairs: list[tuple[tuple[str, str], tuple[str, str]]] = []
    for count in sorted(sides[0].keys() & sides[1].keys()):
        number = min(len(side[count]) for side in sides)
        pairs += zip(*(chance.sample(side[count], number) for side in sides), strict=True)
    kept = chance.sample(pairs, most) if len(pairs) > most else pairs
    return [name for name, _ in kept], [name for _, name in kept]


def told_by_way(
    figures: Sequence[Mapping[str, float]], *, bootstrap: int = 1000, seed: int = 0
) -> dict[str, dict[str, Told]]:
    """Return how well the losses tell the notes apart, by way and score.

    Scores are ``loss``; with references also ``reference``, what those tell that read neither side (anything but one
    half says that the two sets differ), ``calibrated``, the loss less theirs, and ``as hard``, how far the loss lies
    below that of held-out notes that are as hard for the references, by a line between the logarithms.

    Parameters
    ----------
    figures : sequence of mapping
        Of each note: losses by model and way, and whether training read it.
    bootstrap : int
        How often notes are drawn anew for the intervals.
    seed : int
        Of these draws.
    """
    found: dict[str, dict[str, Told]] = {}
    for way in WAYS:
        rows = [each for each in figures if f"model, {way}" in each]
        read = np.array([bool(each["read"]) for each in rows])
        if read.all() or not read.any():
            continue
        scores = {"loss": -_column(rows, f"model, {way}")}
        if all(f"reference, {way}" in each for each in rows):
            scores["reference"] = -_column(rows, f"reference, {way}")
            scores["calibrated"] = scores["loss"] - scores["reference"]
            scores["as hard"] = _below_the_line(-scores["loss"], -scores["reference"], read)
        found[way] = {
            name: told_apart(values[read], values[~read], bootstrap=bootstrap, seed=seed)
            for name, values in scores.items()
        }
    return found


def _column(rows: Sequence[Mapping[str, float]], name: str) -> NDArray[np.float64]:
    return np.array([row[name] for row in rows], dtype=np.float64)


def _below_the_line(
    losses: NDArray[np.float64], references: NDArray[np.float64], read: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return how far the logarithms of losses lie below the line through those of the notes that were not read."""
    own, theirs = (np.log(values + _NEARLY_NONE) for values in (losses, references))
    others = theirs[~read] - theirs[~read].mean()
    spread = float((others**2).sum())
    slope = float((others * own[~read]).sum()) / spread if spread else 0.0
    expected: NDArray[np.float64] = own[~read].mean() + slope * (theirs - theirs[~read].mean())
    return expected - own


def _sentence(around: str, label: str, name: str) -> Document:
    start = around.index("{}")
    return Document("name", around.replace("{}", name), entities=(Span(start, start + len(name), label_named(label)),))


@dataclass(slots=True, repr=False)
class _Name:
    """A name of one word: its label and how it is written, and how many notes hold it."""

    written: tuple[str, str]
    notes: int = 0


def _names(notes: Iterable[Document]) -> dict[str, _Name]:
    """Return the names of one word of some notes, by how they are folded, as they are first written."""
    found: dict[str, _Name] = {}
    for note in notes:
        held: dict[str, tuple[str, str]] = {}
        for span in note.entities:
            name = note.text[span.start : span.end]
            if span.label in NAME_LABELS and name.isalpha() and len(name) > 2:
                # One case for all: how a name is written is no sign of having been read.
                held.setdefault(fold(name), (span.label, name.capitalize()))
        for folded, written in held.items():
            found.setdefault(folded, _Name(written)).notes += 1
    return found


def _by_count(names: Mapping[str, _Name], left_out: Set[str]) -> dict[int, list[tuple[str, str]]]:
    """Return names that are not left out, by how many notes hold them, in an order of their own."""
    found: dict[int, list[tuple[str, str]]] = {}
    for folded in sorted(names.keys() - left_out):
        found.setdefault(names[folded].notes, []).append(names[folded].written)
    return found
