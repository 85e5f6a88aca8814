"""Results that at least so many people fit: values are left out until they do, or the document is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from palimpseste.deidentifier import Deidentifier
from palimpseste.document import Document, Span
from palimpseste.errors import DocumentError
from palimpseste.labels import Label
from palimpseste.places import PlaceTable
from palimpseste.population.attributes import read_attributes
from palimpseste.population.channel import untouched_channel
from palimpseste.population.kmap import KMap
from palimpseste.population.people import People
from palimpseste.population.shares import Shares
from palimpseste.population.standing import standing
from palimpseste.result import Result
from palimpseste.surrogates.keys import CohortKey
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.replacer import Replacer

__all__ = ["AtLeastK"]

# What is written as a tag so that an attribute is no longer said.
_LABELS_OF: Mapping[str, tuple[Label, ...]] = {
    "age": ("AGE", "BIRTHDATE"),
    "birthday": ("BIRTHDATE",),
    "town": ("CITY", "ZIP"),
    "admission": ("DATE",),
    "discharge": ("DATE",),
    "hospital": ("HOSPITAL",),
}


@dataclass(frozen=True)
class AtLeastK:
    """De-identifies documents, and leaves out what makes their patient alone.

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
        left_out: set[Label] = set()
        while True:
            released = read_attributes(result.to_document(), sorted(result.found), self._places)
            stands = standing(true, released, self._kmap.people)
            alone = self._kmap.uniqueness(stands, stands, untouched_channel())
            if alone.k >= self.k:
                return result
            further = {
                name: k for name, k in alone.without.items() if not left_out.issuperset(_LABELS_OF.get(name, left_out))
            }
            if not further:
                raise DocumentError(document.id, f"fewer than {self.k} people fit it, whatever is left out")
            left_out |= set(_LABELS_OF[max(further, key=lambda name: further[name])])
            result = self._writer(frozenset(left_out)).replace(document, spans)

    def _writer(self, left_out: frozenset[Label]) -> Deidentifier:
        if left_out not in self._writers:
            policy = replace(self.policy, strategies={**self.policy.strategies, **dict.fromkeys(left_out, "tag")})
            self._writers[left_out] = replace(
                self.deidentifier, replacer=Replacer(self.key, policy, self._places), kept=policy.kept
            )
        return self._writers[left_out]

    @cached_property
    def _writers(self) -> dict[frozenset[Label], Deidentifier]:
        return {}

    @cached_property
    def _places(self) -> PlaceTable:
        return PlaceTable.bundled()

    @cached_property
    def _kmap(self) -> KMap:
        return KMap(People.of_france(self._places), Shares())


def _original_spans_of(result: Result) -> list[Span]:
    return sorted((*result.original_spans, *map(result.offsets.span_to_original, result.kept)))
