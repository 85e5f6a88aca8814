"""The one object a newcomer meets: a document in, a result out, or an error that says which document and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from palimpseste.arguments import document_of, expect, expect_document, expect_several
from palimpseste.debugging import chained
from palimpseste.detection.asking import Found, outcome_of, spans_of
from palimpseste.detection.choice import DEFAULT_DETECTORS, DETECTORS, Detector, DetectorChoice, choice_of
from palimpseste.detection.kinds import batch_size_of, is_quick
from palimpseste.document import Document, Patient, Span
from palimpseste.errors import DocumentError, UsageError
from palimpseste.labels import Label
from palimpseste.releasing import released
from palimpseste.result import Draft, Result

if TYPE_CHECKING:
    from palimpseste.detection.kept_words import KeptWords
    from palimpseste.detection.view import TextView
    from palimpseste.surrogates.dates.plan import DatesPlan
    from palimpseste.surrogates.keys import CohortKey, MasterKey
    from palimpseste.surrogates.policy.policy import Policy

__all__ = ["DEFAULT_DETECTORS", "DEFAULT_POLICY", "DETECTORS", "Deidentifier", "Detector", "DetectorChoice", "Replace"]

# What becomes of each label where nobody says (ADR 14).
DEFAULT_POLICY = "dp"


class Replace(Protocol):
    """Writes a document anew over its spans; what it wrote is checked before it is a result."""

    def __call__(self, document: Document, spans: Sequence[Span]) -> Draft: ...


@dataclass(frozen=True, slots=True)
class Deidentifier:
    """Finds what identifies people in French clinical text and writes surrogates over it.

    Parameters
    ----------
    detectors : tuple of Detector
        In order of trust.
    replacer : Replace, optional
        None makes an object that detects only.
    kept : frozenset of Label
        Labels the replacer may leave as they are; a span of another label left in place fails the document.
    document_types : tuple of str
        Types of documents that results bear beside those known (:func:`palimpseste.document_types.released_type`);
        a result of any other type bears none.
    refuses_abnormal_script : bool
        Whether a document that is written so that detectors cannot read it is refused instead of written anew.
    kept_words : KeptWords, optional
        Words that are never masked.

    Examples
    --------
    >>> from palimpseste import Deidentifier
    >>> deidentify = Deidentifier.default(policy="tag")
    >>> deidentify("Vu ce jour M. Paul DURAND.").text
    'Vu ce jour M. [FIRSTNAME] [LASTNAME].'
    """

    detectors: tuple[Detector, ...]
    replacer: Replace | None = None
    kept: frozenset[Label] = frozenset()
    document_types: tuple[str, ...] = ()
    refuses_abnormal_script: bool = True
    kept_words: KeptWords | None = None

    @classmethod
    def default(
        cls,
        *,
        key: MasterKey | CohortKey | None = None,
        cohort: str = "default",
        policy: str | Path | Policy = DEFAULT_POLICY,
        detectors: Sequence[str | Detector] | DetectorChoice = DEFAULT_DETECTORS,
        document_types: Sequence[str] = (),
    ) -> Deidentifier:
        """Return the deidentifier made of the package's parts.

        Parameters
        ----------
        key : MasterKey or CohortKey, optional
            Same key, same surrogates. Without one a key is made and forgotten: only within this object do they agree.
        cohort : str
            Surrogates of two cohorts cannot be linked; only a master key is derived from.
        policy : str, Path or Policy
            A policy of the package, a TOML file, or a policy itself.
        detectors : sequence of str or Detector, or DetectorChoice
            Names among `DETECTORS` and those of other distributions, in any order, and detectors; a choice also says
            which model, where it operates, and a site's own patterns.
        document_types : sequence of str
            Types of documents that results bear beside those known; a result of any other type bears none.

        Raises
        ------
        TypeError
            If an argument is of another type.
        UsageError
            If a policy, detector or pattern is unknown or wrong.
        """
        from palimpseste.surrogates.keys import CohortKey, MasterKey
        from palimpseste.surrogates.policy.policy import Policy
        from palimpseste.surrogates.replacer import Replacer

        expect("a key", key, (MasterKey, CohortKey, type(None)), "a MasterKey, a CohortKey or None")
        expect("a cohort", cohort, str, "a str")
        expect("a policy", policy, (str, Path, Policy), "the name of one, the Path of its file or a Policy")
        if not isinstance(key, CohortKey):
            key = (key or MasterKey.generate()).cohort(cohort)
        if not isinstance(policy, Policy):
            policy = Policy.named(str(policy))
        choice = choice_of(detectors)
        return cls(
            choice.make(),
            Replacer(key, policy),
            policy.kept,
            tuple(document_types),
            choice.refuses_abnormal_script,
            choice.words_kept(),
        )

    @classmethod
    def detecting(cls, choice: DetectorChoice) -> Deidentifier:
        """Return what detects, and only that, by a choice of detectors.

        Raises
        ------
        UsageError
            If one of them cannot be made.
        """
        return cls(choice.make(), kept_words=choice.words_kept())

    def __call__(
        self,
        document: str | Document,
        patient: Patient | Mapping[str, object] | None = None,
        *,
        id: str = "document",
        plan: DatesPlan | None = None,
    ) -> Result:
        """Return a document de-identified.

        Parameters
        ----------
        document : str or Document
            A text is taken for a document without type or date.
        patient : Patient or mapping, optional
            The structured record of the patient the text is about; stands for the document's own.
        id : str
            Of a text; where no patient is known, surrogates agree within documents of one identifier.
        plan : DatesPlan, optional
            Of all documents of the patient (:meth:`plan`).

        Raises
        ------
        DocumentError
            If processing fails, or its result is not what was asked: nothing half done is ever returned.
        TypeError
            If an argument is of another type.
        UsageError
            If this object only detects, or a field of `patient` is unknown.
        """
        expect_document(document)
        expect("a patient", patient, (Patient, Mapping, type(None)), "a Patient, a mapping of its fields or None")
        expect("an id", id, str, "a str")
        self._check_that_it_writes()
        document = document_of(document, patient, id)
        if plan is not None:
            document = plan.joined(document)
        return self.replace(document, self._found_in(document, writes=True))

    def many(
        self, documents: Sequence[Document], beside: Sequence[Sequence[Detector]] = ()
    ) -> list[Result | DocumentError]:
        """Return, in order, the result of each document or the error that stands for it; none stops the others.

        Parameters
        ----------
        documents : sequence of Document
            Read together by detectors that ask for it.
        beside : sequence of sequence of Detector
            For each document detectors of its own, trusted least; none where it is empty.

        Raises
        ------
        UsageError
            If this object only detects.
        """
        self._check_that_it_writes()
        outcomes: list[Result | DocumentError] = []
        found_in = map(outcome_of, documents, self._spans_of(documents, beside, writes=True))
        for document, found in zip(documents, found_in, strict=True):
            if isinstance(found, DocumentError):
                outcomes.append(found)
                continue
            try:
                outcomes.append(self.replace(document, found))
            except DocumentError as error:
                outcomes.append(error)
        return outcomes

    def stream(
        self, documents: Iterable[Document], *, plan: DatesPlan | None = None
    ) -> Iterator[Result | DocumentError]:
        """Return, in order, the result of each document or the error that stands for it; none stops the others.

        Parameters
        ----------
        documents : iterable of Document
            Read as results are asked for.
        plan : DatesPlan, optional
            Of all documents of every patient (:meth:`plan`).

        Raises
        ------
        TypeError
            If it is one document, or holds anything else.
        """
        expect_several("a stream", documents)
        return self._stream(documents, plan)

    def plan(self, documents: Iterable[Document]) -> DatesPlan:
        """Return the dates of each patient over all documents, so that a date has one surrogate in all of them.

        Without a plan a date may differ between letters of a patient by days, where another within days of it stands in
        one of them only, and dates may lie after the latest day of the policy. A policy without such a day that moves
        dates otherwise needs none: its plan is empty.

        Parameters
        ----------
        documents : iterable of Document
            All of every patient, in any order; read once, by the rules for dates alone.

        Raises
        ------
        TypeError
            If it is one document, or holds anything else.
        UsageError
            If this object only detects, or writes by another replacer than that of the package.
        """
        from palimpseste.detection.dates_alone import dates_in
        from palimpseste.surrogates.dates.plan import DatesPlan
        from palimpseste.surrogates.replacer import Replacer

        self._check_that_it_writes()
        expect_several("a plan", documents)
        if not isinstance(self.replacer, Replacer):
            raise UsageError("dates are planned for the replacer of the package")
        plan = DatesPlan()
        if self.replacer.policy.plans_dates:
            for document in documents:
                expect_document(document)
                if isinstance(document, str):  # nobody knows whose it is
                    continue
                try:
                    plan.add(document, self.replacer.dates_of(document, dates_in(document)))
                except Exception:
                    plan.refuse(document)
        return plan

    def detect(self, document: Document) -> tuple[Span, ...]:
        """Return what identifies people in a document: sorted, disjoint spans of its text as it came.

        Raises
        ------
        DocumentError
            If detection fails for whatever reason; it names the document and the kind of error, nothing of the text.
        TypeError
            If it is given something else.
        """
        expect("what is read", document, Document, "a Document; Document(id, text) makes one of a text")
        return self._found_in(document)

    def detect_all(
        self, documents: Sequence[Document], beside: Sequence[Sequence[Detector]] = ()
    ) -> list[tuple[Span, ...] | DocumentError]:
        """Return, in order, what is found in each document, or the error that stands for it; none stops the others.

        Parameters
        ----------
        documents : sequence of Document
            Read together by detectors that ask for it, by the others one by one.
        beside : sequence of sequence of Detector
            For each document detectors of its own, trusted least; none where it is empty.
        """
        return list(map(outcome_of, documents, self._spans_of(documents, beside)))

    def replace(self, document: Document, spans: Sequence[Span]) -> Result:
        """Return a document de-identified over spans that are known, such as an annotator's.

        Parameters
        ----------
        document : Document
            Its own spans, if it has any, are not looked at.
        spans : sequence of Span
            Sorted and disjoint.

        Raises
        ------
        DocumentError
            If replacement fails, or its result is not what was asked.
        TypeError
            If an argument is of another type.
        UsageError
            If this object only detects.
        """
        expect("what is written over", document, Document, "a Document; Document(id, text) makes one of a text")
        expect("what is replaced", spans, Sequence, "a sequence of Span")
        for span in spans:
            expect("what is replaced", span, Span, "a sequence of Span")
        self._check_that_it_writes()
        assert self.replacer is not None  # noqa: S101 # for types: the line above refuses it
        try:
            return released(self.replacer(document, spans), document, spans, self.kept, self.document_types)
        except DocumentError:
            raise
        except Exception as error:
            raise DocumentError.of_stage(document.id, "replacement", error) from chained(error)

    def with_key(self, key: MasterKey | CohortKey, *, cohort: str = "default") -> Deidentifier:
        """Return this object with the key that it had before it was pickled: no pickle holds one.

        Parameters
        ----------
        key : MasterKey or CohortKey
            The same as before.
        cohort : str
            The cohort a master key is derived for.

        Raises
        ------
        TypeError
            If an argument is of another type.
        UsageError
            If it is another key, or this object was not pickled or has no replacer.
        """
        from palimpseste.surrogates.keys import CohortKey, MasterKey
        from palimpseste.surrogates.replacer import KeylessReplacer

        expect("a key", key, (MasterKey, CohortKey), "a MasterKey or a CohortKey")
        if not isinstance(self.replacer, KeylessReplacer):
            raise UsageError("only a Deidentifier that was pickled is handed its key")
        return replace(self, replacer=self.replacer.with_key(key if isinstance(key, CohortKey) else key.cohort(cohort)))

    @property
    def batch_size(self) -> int:
        """How many documents the most demanding of the detectors asks to read at once."""
        return max(map(batch_size_of, self.detectors), default=1)

    @property
    def is_quick(self) -> bool:
        """Whether each of the detectors reads a note in milliseconds, so that several may be read at once."""
        return all(map(is_quick, self.detectors))

    def _check_that_it_writes(self) -> None:
        if self.replacer is None:
            raise UsageError("this Deidentifier has no replacer: it can only detect")
        if hasattr(self.replacer, "with_key"):
            raise UsageError("a pickle holds no key: hand it over again with Deidentifier.with_key(key)")

    def _found_in(self, document: Document, *, writes: bool = False) -> Found:
        (found,) = self._spans_of([document], writes=writes)
        outcome = outcome_of(document, found)
        if isinstance(outcome, DocumentError):
            raise outcome from (chained(found) if isinstance(found, BaseException) else None)
        return outcome

    def _spans_of(
        self, documents: Sequence[Document], beside: Sequence[Sequence[Detector]] = (), *, writes: bool = False
    ) -> list[Found | BaseException]:
        """Return what is found in each document or what went wrong; what is written over needs no judging."""
        refusal_of = self._refusal_of if writes else None
        return spans_of(documents, self.detectors, beside, refusal_of, kept_words=self.kept_words, is_judged=not writes)

    def _refusal_of(self, view: TextView) -> str:
        """Return why a text is not de-identified at all, or the empty string."""
        if not self.refuses_abnormal_script:
            return ""
        from palimpseste.detection.disguises.abnormal import abnormality_of

        reason = abnormality_of(view)
        return f"abnormal script: {reason}" if reason else ""

    def _stream(self, documents: Iterable[Document], plan: DatesPlan | None) -> Iterator[Result | DocumentError]:
        size, waiting = self.batch_size, iter(documents)
        while together := list(islice(waiting, size)):
            for document in together:
                expect_document(document)
            ready = list(map(document_of, together))
            joined = ready if plan is None else list(map(plan.joined_or_error, ready))
            outcomes = iter(self.many([each for each in joined if isinstance(each, Document)]))
            yield from (next(outcomes) if isinstance(each, Document) else each for each in joined)
