"""The attack on the memory of one model, which goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from palimpseste.document import Document
from palimpseste.files.kept import kept_figures
from palimpseste.leakage.memory.attack import WAYS, MemoryAttack, Names, names_of, told_by_way
from palimpseste.leakage.memory.canaries import Canaries
from palimpseste.leakage.memory.exposure import Exposed, exposed, exposures
from palimpseste.leakage.memory.roc import Told
from palimpseste.leakage.telling import ToldOf
from palimpseste.risk.notes.uniqueness import survey_notes

__all__ = ["MemoryRun"]


class MemoryRun:
    """What a model remembers; figures of each note and each canary are kept in a folder.

    Parameters
    ----------
    attack : MemoryAttack
        The model, and its references.
    folder : Path
        Where figures are kept; those of other models, notes or canaries are refused there.
    bootstrap : int
        Samples behind intervals.
    seed : int
        Of names that are drawn, and of intervals.
    told_of : callable
        Shows how far it is.
    """

    def __init__(self, attack: MemoryAttack, folder: Path, *, bootstrap: int, seed: int, told_of: ToldOf) -> None:
        self._attack = attack
        self._folder = folder
        self._bootstrap, self._seed = bootstrap, seed
        self._told_of = told_of
        self._weights = {"model": attack.model.digest, "references": [each.digest for each in attack.references]}

    def membership(
        self, training: Callable[[], Iterator[Document]], held_out: Callable[[], Iterator[Document]]
    ) -> Mapping[str, Mapping[str, Told]]:
        """Return how well losses tell notes of the training from others, by way; empty where a side has no text.

        Parameters
        ----------
        training, held_out : callable
            Return the notes of each side, annotated.
        """
        surveys = [survey_notes(read()) for read in (training, held_out)]
        request = {**self._weights, "notes": [each.digest for each in surveys], "over": WAYS}

        def figures_from(start: int) -> Iterator[Mapping[str, float]]:
            sides = ((side, note) for side, read in ((True, training), (False, held_out)) for note in read())
            return self._attack.figures(islice(sides, start, None))

        kept = kept_figures(self._folder / "membership.jsonl", request, figures_from)
        figures = list(self._told_of(kept, sum(each.notes for each in surveys), "notes"))
        return told_by_way(figures, bootstrap=self._bootstrap, seed=self._seed)

    def sureness(
        self, training: Iterable[Document], held_out: Iterable[Document], known: Iterable[Document], most: int
    ) -> Names | None:
        """Return how surely names are found that training read, and others; None where a side has none.

        Parameters
        ----------
        training, held_out, known : iterable of Document
            See :func:`palimpseste.leakage.memory.attack.names_of`.
        most : int
            Of each side.
        """
        seen, unseen = names_of(training, held_out, known, most, self._seed)
        if not seen or not unseen:
            return None
        sure = list(self._told_of(self._attack.sureness([*seen, *unseen]), len(seen) + len(unseen), "names"))
        return Names.of(sure[: len(seen)], sure[len(seen) :], bootstrap=self._bootstrap, seed=self._seed)

    def exposure(self, canaries: Canaries, candidates: int) -> list[Exposed]:
        """Return how far up the model puts canaries.

        Parameters
        ----------
        canaries : Canaries
            With which it was trained.
        candidates : int
            Values that each is ranked among.
        """
        request = {**self._weights, "canaries": [canaries.number, canaries.seed], "candidates": candidates}
        ranks_from = partial(exposures, self._attack.model, canaries, candidates)
        kept = kept_figures(self._folder / "exposure.jsonl", request, ranks_from)
        ranks = self._told_of(kept, sum(1 for _ in canaries), "canaries")
        return exposed(canaries, ranks, candidates, bootstrap=self._bootstrap, seed=self._seed)
