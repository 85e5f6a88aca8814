"""Results that at least so many people fit: values are made coarser or left out, or the document is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.engines.coarser import Coarser
from palimpseste.errors import DocumentError
from palimpseste.labels import Label
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import Attributes, read_attributes
from palimpseste.population.channel import untouched_channel
from palimpseste.population.kmap import KMap, Uniqueness
from palimpseste.population.people import People
from palimpseste.population.shares import Shares
from palimpseste.population.standing import standing
from palimpseste.result import Result
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.replacer import Replacer

__all__ = ["AtLeastK"]


@dataclass(frozen=True, slots=True)
class _Less:
    """What is written more coarsely, and what as a tag."""

    coarser: frozenset[Label] = frozenset()
    tagged: frozenset[Label] = frozenset()

    def and_less(self, further: _Less) -> _Less:
        """Return both together; a tag says less than anything."""
        tagged = self.tagged | further.tagged
        return _Less((self.coarser | further.coarser) - tagged, tagged)


def _less(coarser: Sequence[Label] = (), tagged: Sequence[Label] = ()) -> _Less:
    return _Less(frozenset(coarser), frozenset(tagged))


# Step by step, so that an attribute is said less, and in the end no longer.
_STEPS: Mapping[str, tuple[_Less, ...]] = {
    "age": (_less(("AGE",), ("BIRTHDATE",)), _less((), ("AGE", "BIRTHDATE"))),
    "birthday": (_less(("BIRTHDATE",)), _less((), ("BIRTHDATE",))),
    "town": (_less(("CITY", "ZIP")), _less((), ("CITY", "ZIP"))),
    "admission": (_less((), ("DATE",)),),
    "discharge": (_less((), ("DATE",)),),
    "hospital": (_less((), ("HOSPITAL",)),),
}


@dataclass(frozen=True)
class AtLeastK:
    """De-identifies documents, and makes coarser, then leaves out, what makes their patient alone.

    Parameters
    ----------
    deidentifier : Deidentifier
        What writes them anew.
    k : int
        How many people each result has to fit at least, counted among all people of France by what of the note still
        stands (:func:`palimpseste.population.standing.standing`).
    key : CohortKey
        That of the deidentifier.
    policy : Policy
        That of the deidentifier.
    """

    deidentifier: Deidentifier
    k: int
    key: CohortKey
    policy: Policy

    @property
    def batch_size(self) -> int:
        """How many documents the detectors ask to read at once."""
        return self.deidentifier.batch_size

    def __call__(self, document: Document) -> Result:
        """Return a document de-identified.

        Raises
        ------
        DocumentError
            If processing fails, or fewer people fit it whatever is left out.
        """
        return self._fitting(document, self.deidentifier(document))

    def many(self, documents: Sequence[Document]) -> list[Result | DocumentError]:
        """Return, in order, the result of each document or the error that stands for it."""
        return list(map(self._fitting_or_error, documents, self.deidentifier.many(documents)))

    def _fitting_or_error(self, document: Document, made: Result | DocumentError) -> Result | DocumentError:
        if isinstance(made, DocumentError):
            return made
        try:
            return self._fitting(document, made)
        except DocumentError as error:
            return error

    def _fitting(self, document: Document, result: Result) -> Result:
        spans = _original_spans_of(result)
        true = read_attributes(document, spans, self._places)
        written = self._read(result)
        less = _Less()
        while True:
            alone = self._alone(true, written, self._read(result), less)
            if alone.k >= self.k:
                return result
            further = [
                (k, less.and_less(step))
                for name, k in alone.without.items()
                for step in _STEPS.get(name, ())
                if less.and_less(step) != less
            ]
            if not further:
                raise DocumentError(document.id, f"fewer than {self.k} people fit it, whatever is left out")
            # Of the attribute that makes the patient most alone, the first step that is not taken yet.
            less = max(further, key=lambda each: each[0])[1]
            coarser = self._writer(less).replace(document, spans)
            result = replace(coarser, is_contradicted=result.is_contradicted, words_kept=result.words_kept)

    def _read(self, result: Result) -> Attributes:
        return read_attributes(result.to_document(), sorted(result.found), self._places)

    def _alone(self, true: Attributes, written: Attributes, released: Attributes, less: _Less) -> Uniqueness:
        people = self._kmap.people
        in_departments = "CITY" in less.coarser
        if in_departments:
            released = replace(released, towns=written.towns)
        stands = standing(true, released, people)
        if in_departments and stands.towns:
            departments = np.unique(people.department[list(stands.towns)])
            towns = np.flatnonzero(np.isin(people.department, departments))
            stands = replace(stands, towns=tuple(map(int, towns)))
        return self._kmap.uniqueness(stands, stands, untouched_channel())

    def _writer(self, less: _Less) -> Deidentifier:
        if less not in self._writers:
            policy = replace(self.policy, strategies={**self.policy.strategies, **dict.fromkeys(less.tagged, "tag")})
            replacer = Replacer(self.key, policy, self._places)
            self._writers[less] = replace(
                self.deidentifier,
                replacer=Coarser(replacer, less.coarser) if less.coarser else replacer,
                kept=policy.kept - less.coarser,
            )
        return self._writers[less]

    @cached_property
    def _writers(self) -> dict[_Less, Deidentifier]:
        return {}

    @cached_property
    def _places(self) -> PlaceTable:
        return PlaceTable.bundled()

    @cached_property
    def _kmap(self) -> KMap:
        return KMap(People.of_france(self._places), Shares())


def _original_spans_of(result: Result) -> list[Span]:
    return sorted((*result.original_spans, *map(result.offsets.span_to_original, result.kept)))
