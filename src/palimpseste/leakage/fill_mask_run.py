"""One attack by masks on several models, which goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

from palimpseste.document import Document
from palimpseste.files.kept import kept_figures
from palimpseste.labels import VIEWS
from palimpseste.leakage.decoders import DecoderGuesser, Likelihood
from palimpseste.leakage.fill_mask import NOTES_AT_ONCE, FillMask, NoteCounts
from palimpseste.leakage.fill_mask_table import FillMaskScores, fill_mask_scores
from palimpseste.leakage.holes import Beside
from palimpseste.leakage.in_place import InPlace, Preferred, pairs_of, preferred
from palimpseste.leakage.language_models import Guesser, MaskGuesser
from palimpseste.leakage.telling import ToldOf
from palimpseste.training.run.workplace import digest_of

__all__ = ["FillMaskRun"]


class FillMaskRun:
    """What models guess of the masked values of some notes; counts of each note are kept in a folder.

    Parameters
    ----------
    read : callable
        Returns the notes, whose entities are what is masked.
    folder : Path
        Where counts are kept; a run of other notes, models or ways begins anew there.
    ways : mapping of {"masks", "tags"} to FillMask
        What is masked, by what stands beside it; at least one.
    bootstrap : int
        Samples behind intervals.
    released : callable, optional
        Returns the release of the notes, with its spans.
    told_of : callable
        Shows how far it is.
    """

    def __init__(
        self,
        read: Callable[[], Iterator[Document]],
        folder: Path,
        ways: Mapping[Beside, FillMask],
        bootstrap: int,
        released: Callable[[], Iterator[Document]] | None,
        told_of: ToldOf,
    ) -> None:
        self._read, self._released = read, released
        self._folder = folder
        self._ways = ways
        self._asked = next(iter(ways.values()))
        self._bootstrap = bootstrap
        self._told_of = told_of
        self._total = sum(1 for _ in read())
        self._digest = digest_of(read())
        self._shown: Sequence[str] = tuple(dict.fromkeys(VIEWS[self._asked.view].values()))
        self.found: dict[str, FillMaskScores] = {}
        self.in_place: dict[str, list[Preferred]] = {}

    def ask_decoder(self, name: str, decoder: DecoderGuesser) -> None:
        """Count what a decoder, which has no mask, goes on with from the words before each value."""
        asked = self._asked
        likelihood = Likelihood(view=asked.view, passes=asked.passes, decoys=asked.decoys, seed=asked.seed)
        candidates = likelihood.candidates(decoder, self._notes_for(name)) if asked.masks == "pieces" else None
        self._count(name, likelihood, decoder, partial(likelihood.counts, decoder, self._read, candidates))

    def ask_masked(self, name: str, guesser: MaskGuesser) -> None:
        """Count what a masked language model puts in place of each value, each way."""
        asked = self._asked
        candidates = asked.candidates(guesser, self._notes_for(name)) if asked.masks == "pieces" else None
        for way, attack in self._ways.items():
            title = name if way == "masks" else f"{name}, {way}"
            self._count(title, attack, guesser, partial(attack.counts, guesser, self._read, candidates))

    def ask_in_place(self, name: str, model: Guesser) -> None:
        """Count how often an original is likelier than its surrogate where that stands, if there is a release."""
        if self._released is None:
            return
        preference, pairs = InPlace(view=self._asked.view), partial(pairs_of, self._read, self._released)
        release = {"release": digest_of(self._released()), "model": model.digest}
        kept = kept_figures(
            self._folder / f"in-place-{name}.jsonl",
            {**asdict(preference), "notes": self._digest, **release},
            partial(preference.counts, model, pairs),
            notes_at_once=NOTES_AT_ONCE,
        )
        counts = self._told_of(kept, sum(1 for _ in self._released()), f"surrogates, {name}")
        self.in_place[name] = preferred(counts, self._shown, bootstrap=self._bootstrap, seed=self._asked.seed)

    def _notes_for(self, name: str) -> Iterable[Document]:
        return self._told_of(self._read(), self._total, f"candidates, {name}")

    def _count(
        self,
        title: str,
        asked: FillMask | Likelihood,
        model: Guesser,
        count_from: Callable[[int], Iterator[NoteCounts]],
    ) -> None:
        request = {**asdict(asked), "notes": self._digest, "model": model.digest}
        kept = kept_figures(self._folder / f"counts-{title}.jsonl", request, count_from, notes_at_once=NOTES_AT_ONCE)
        counts = self._told_of(kept, self._total, f"notes, {title}")
        passes, seed = self._asked.passes, self._asked.seed
        self.found[title] = fill_mask_scores(counts, self._shown, passes, bootstrap=self._bootstrap, seed=seed)
