"""The replacer: a document and its spans in, the new text out."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from palimpseste.document import BESIDE, Document, Span
from palimpseste.errors import DocumentError, UsageError
from palimpseste.places import PlaceTable
from palimpseste.remembered import forget
from palimpseste.result import Draft, OffsetMap
from palimpseste.surrogates.draws import NothingLeftError
from palimpseste.surrogates.keys import CohortKey, proof_of
from palimpseste.surrogates.new_text import NewText
from palimpseste.surrogates.places.mechanisms.territory import territory_of
from palimpseste.surrogates.policy.policy import Policy
from palimpseste.surrogates.policy.strategies import strategy_of_towns
from palimpseste.surrogates.setting import Setting
from palimpseste.surrogates.world import World
from palimpseste.surrogates.writer import SpanWriter

__all__ = ["KeylessReplacer", "Replacer"]

# How far behind a date a clock time is looked for, and behind a name what is said of it.
_REACH_BEHIND = 40


@dataclass(frozen=True, slots=True)
class KeylessReplacer:
    """What a pickle holds of a replacer: all but the key, and a proof by which the same key is known.

    Parameters
    ----------
    proof : str
        Of the key it had; see :func:`palimpseste.surrogates.keys.proof_of`.
    policy : mapping
        As :meth:`palimpseste.surrogates.policy.policy.Policy.from_mapping` reads it.
    places : PlaceTable, optional
        Where towns are known from and drawn from.
    """

    proof: str
    policy: Mapping[str, Any]
    places: PlaceTable | None = None

    def __call__(self, document: Document, spans: Sequence[Span]) -> NoReturn:
        """Refuse: there is no key.

        Raises
        ------
        UsageError
            Always.
        """
        raise UsageError("a pickle holds no key: hand it over again with Deidentifier.with_key(key)")

    def with_key(self, key: CohortKey) -> Replacer:
        """Return the replacer with its key again.

        Raises
        ------
        UsageError
            If it is another key.
        """
        if not hmac.compare_digest(proof_of(key), self.proof):
            raise UsageError("this is another key than the one that was used before pickling")
        return Replacer(key, Policy.from_mapping(self.policy), self.places)


class Replacer:
    """Writes surrogates over the spans of documents, under one key and one policy.

    Parameters
    ----------
    key : CohortKey
        What every surrogate is a function of.
    policy : Policy
        What becomes of each label.
    places : PlaceTable, optional
        Where towns are known from and drawn from; the table of the package by default.

    Examples
    --------
    >>> from palimpseste.surrogates import MasterKey, Policy, Replacer
    >>> replacer = Replacer(MasterKey.generate().cohort("study"), Policy.named("tag"))
    >>> replacer(Document("1", "Vu par Mme Durand."), [Span(11, 17, "LASTNAME")]).text
    'Vu par Mme [LASTNAME].'
    """

    def __init__(self, key: CohortKey, policy: Policy, places: PlaceTable | None = None) -> None:
        self._key = key
        self._policy = policy
        self._places = places
        if policy.places.features is not None:
            # A file that cannot be used fails the run, not each document.
            territory_of(places or PlaceTable.bundled(), policy.places)

    @property
    def policy(self) -> Policy:
        """The policy it writes by."""
        return self._policy

    def __reduce__(self) -> tuple[type[KeylessReplacer], tuple[str, dict[str, Any], PlaceTable | None]]:
        return KeylessReplacer, (proof_of(self._key), self._policy.to_mapping(), self._places)

    def __call__(self, document: Document, spans: Sequence[Span]) -> Draft:
        """Return the document with the spans replaced, nothing outside them changed; who calls is to check it.

        Raises
        ------
        DocumentError
            If the spans are not sorted and disjoint, or reach beyond the text, or the document itself holds every value
            that could stand for one of its own.
        """
        _check(document, spans)
        try:
            return self._written(document, spans)
        finally:
            forget()

    def _written(self, document: Document, spans: Sequence[Span]) -> Draft:
        world = self.world_of(document, spans)
        writer = SpanWriter(world)
        written, kept = NewText(document.text), self._policy.kept
        for index, span in enumerate(spans):
            if span.label in kept:
                written.keep(span)
                continue
            since = written.end
            try:
                surrogate = writer.over(index)
            except NothingLeftError:
                raise DocumentError(document.id, f"no surrogate is left for the {span.label} at {span.start}") from None
            pieces, surrogate = writer.before(index, document.text[since : span.start], surrogate)
            for piece in pieces:
                written.replace(Span(since + piece.start, since + piece.end, span.label, BESIDE), piece.text)
            written.replace(span, surrogate)
            following = spans[index + 1].start if index + 1 < len(spans) else len(document.text)
            behind = document.text[span.end : min(following, span.end + _REACH_BEHIND)]
            for piece in writer.behind(index, behind, surrogate):
                written.replace(Span(span.end + piece.start, span.end + piece.end, span.label, BESIDE), piece.text)
        return Draft(
            document_id=document.id,
            text=written.text,
            spans=tuple(written.spans),
            original_spans=tuple(written.replaced),
            offsets=OffsetMap(written.replacements),
            type=document.type,
            date=world.document_date,
            ledger=world.budget.ledger if self._policy.is_private else None,
            kept=tuple(written.kept),
        )

    def dates_of(self, document: Document, spans: Sequence[Span]) -> bytes:
        """Return the dates of a document, packed, for a plan of the dates of its patient.

        Parameters
        ----------
        document : Document
            The document.
        spans : sequence of Span
            Dates and ages at least; sorted and disjoint.
        """
        try:
            return self.world_of(document, spans).chronicle.pack()
        finally:
            forget()

    def world_of(self, document: Document, spans: Sequence[Span]) -> World:
        """Return what the surrogates of a document follow.

        Parameters
        ----------
        document : Document
            The document.
        spans : sequence of Span
            What identifies people in it; sorted and disjoint.
        """
        policy = self._policy
        released = strategy_of_towns(policy.strategies) != "plausible"
        setting = Setting.of(
            document, spans, self._key, policy.options, policy.privacy, policy.places, towns_released=released
        )
        return World(setting, policy, self._places)

    def __repr__(self) -> str:
        return f"Replacer(key=<masked>, policy={self._policy.name!r})"


def _check(document: Document, spans: Sequence[Span]) -> None:
    end, length = 0, len(document.text)
    for span in spans:
        if span.start < end:
            reason = f"spans must be sorted and disjoint; one starts at {span.start} before {end}"
            raise DocumentError(document.id, reason)
        end = span.end
    if end > length:
        raise DocumentError(document.id, f"a span ends at {end}, beyond the text of {length} characters")
