"""Detectors asked about several notes at once; a note over which one of them fails is given up alone.

Notes are taken through each step together (`steps`). A detector that has a method ``heard`` is asked by it: a way that
returns what calling it returns, and what judges the spans that are left in the end
(:class:`palimpseste.detection.confidence.Judge`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from palimpseste.detection.kinds import DETECTORS, Detector, batch_size_of
from palimpseste.detection.steps import Way, asked, take_together
from palimpseste.document import STRUCTURE, Document, Patient, Span
from palimpseste.errors import DocumentError

if TYPE_CHECKING:
    from palimpseste.detection.confidence import Judge
    from palimpseste.detection.kept_words import Keeping, KeptWords
    from palimpseste.detection.tokens import Tokens
    from palimpseste.detection.view import TextView

__all__ = ["Found", "RefusedError", "outcome_of", "spans_of"]

_MASKING = "generative"


class RefusedError(Exception):
    """A note is not asked about.

    Parameters
    ----------
    reason : str
        Why, in words that quote nothing.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Found(tuple[Span, ...]):
    """The spans of a note.

    Attributes
    ----------
    is_contradicted : bool
        Whether a language model masked nothing in it, as the answer ANONYMOUS does, where another detector found
        something.
    words_kept : int
        How many occurrences of words that a site never masks would have been masked.
    """

    is_contradicted: bool = False
    words_kept: int = 0


def spans_of(
    documents: Sequence[Document],
    detectors: Sequence[Detector],
    beside: Sequence[Sequence[Detector]] = (),
    refusal_of: Callable[[TextView], str] | None = None,
    *,
    kept_words: KeptWords | None = None,
    is_judged: bool = True,
) -> list[Found | BaseException]:
    """Return, in order, what identifies people in each document, or what went wrong over it.

    Parameters
    ----------
    documents : sequence of Document
        Read together by detectors that ask for it, by the others one by one.
    detectors : sequence of Detector
        In order of trust.
    beside : sequence of sequence of Detector
        For each document detectors of its own, trusted least; none where it is empty.
    refusal_of : callable, optional
        From the view of a note to why nobody is asked about it, or the empty string: then `RefusedError` stands for it.
    kept_words : KeptWords, optional
        What is left of the spans of detectors where a site never masks some words.
    is_judged : bool
        Whether spans of ours say how probable they are and what found them; which they are is the same. It takes a
        twentieth of the time.
    """
    notes = [_Note(document, refusal_of, kept_words, is_judged=is_judged) for document in documents]
    take_together(note.tried(note.reading()) for note in notes if note.document.text.strip())
    for detector in detectors:
        _ask(detector, [note for note in notes if note.is_open])
    for note, own in zip(notes, beside, strict=bool(beside)):
        for detector in own:
            take_together([note.tried(note.asking(detector))])
    take_together(note.tried(note.finishing()) for note in notes if note.is_open)
    return [note.outcome if note.error is None else note.error for note in notes]


def outcome_of(document: Document, found: Found | BaseException) -> Found | DocumentError:
    """Return what `spans_of` gave for a document, what went wrong as the error that stands for the document.

    Parameters
    ----------
    document : Document
        What was asked about.
    found : Found or BaseException
        What it gave.
    """
    if isinstance(found, RefusedError):
        return DocumentError(document.id, found.reason)
    return DocumentError.of_stage(document.id, "detection", found) if isinstance(found, BaseException) else found


def _ask(detector: Detector, notes: Sequence[_Note]) -> None:
    size = batch_size_of(detector)
    if size == 1:
        take_together(note.tried(note.asking(detector)) for note in notes)
        return
    for start in range(0, len(notes), size):
        _ask_together(detector, notes[start : start + size])


def _ask_together(detector: Detector, notes: Sequence[_Note]) -> None:
    """Ask about a batch; where that fails, about each note alone, so that the failing one fails alone."""
    try:
        batch = [(note.tokens, note.document.patient) for note in notes]
        answers = [list(answer) for answer in detector.detect_batch(batch)]  # type: ignore[attr-defined] # it has a size
        if len(answers) != len(notes):
            raise ValueError(f"{len(answers)} answers for {len(notes)} notes")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # see _Note.tried
        if len(notes) == 1:
            notes[0].error = error
            return
        for note in notes:
            _ask_together(detector, [note])
        return
    for note, answer in zip(notes, answers, strict=True):
        note.hear(detector, answer)


class _Note:
    """A document on its way through the detectors; its first error ends its way."""

    __slots__ = (
        "_asks_judges",
        "_heard",
        "_is_judged",
        "_is_silent",
        "_judge",
        "_keeping",
        "_kept_words",
        "document",
        "error",
        "found",
        "outcome",
        "refusal_of",
        "tokens",
    )

    def __init__(
        self,
        document: Document,
        refusal_of: Callable[[TextView], str] | None,
        kept_words: KeptWords | None,
        *,
        is_judged: bool,
    ) -> None:
        self.document = document
        self._kept_words = kept_words
        self._asks_judges = is_judged
        self.refusal_of = refusal_of
        self.tokens: Tokens | None = None
        self.found: list[Span] = []
        self.error: BaseException | None = None
        self._judge: Judge | None = None
        self._heard: list[Span] = []
        self._is_judged = False
        self._keeping: Keeping | None = None
        self._is_silent = False  # a language model was asked, and masked nothing
        self.outcome = Found()

    @property
    def is_open(self) -> bool:
        """Whether there is something to read and nothing went wrong."""
        return self.tokens is not None and self.error is None

    def tried(self, way: Way[None]) -> Way[None]:
        """Take a way; its error is the note's."""
        try:
            yield from way
        except KeyboardInterrupt:
            raise
        # Neither SystemExit nor a panic of a library in Rust is an Exception; a process that ends over one prints it.
        except BaseException as error:
            self.error = error

    def reading(self) -> Way[None]:
        """Make the view of the note, and its tokens."""
        from palimpseste.detection.disguises.words import view_of
        from palimpseste.detection.lexicon import alphabet
        from palimpseste.detection.tokens import Tokens

        view = view_of(self.document.text)
        if self.refusal_of and (reason := self.refusal_of(view)):
            raise RefusedError(reason)
        if self._kept_words is not None:
            self._keeping = self._kept_words.keeping(view, self.document.patient)
        yield
        self.tokens = Tokens(view, alphabet())

    def asking(self, detector: Detector) -> Way[None]:
        """Add what a detector finds."""
        tokens, patient = self.tokens, self.document.patient
        if tokens is None or self.error is not None:
            return
        heard = getattr(detector, "heard", None)
        if heard is None:
            self.hear(detector, (yield from asked(detector, tokens, patient)))
        else:
            self.hear(detector, *(yield from heard(tokens, patient)))

    def hear(self, detector: Detector, spans: Sequence[Span], judge: Judge | None = None) -> None:
        """Add what a detector found."""
        self.found += spans
        self._is_silent |= not spans and getattr(detector, "name", None) == _MASKING
        # Of what others find alone nothing was measured.
        self._is_judged |= self._asks_judges and getattr(detector, "name", None) in DETECTORS
        self._heard += spans if judge is None else judge.found
        self._judge = judge or self._judge

    def finishing(self) -> Way[None]:
        """Merge and complete what was found."""
        from palimpseste.detection.completion import completing
        from palimpseste.detection.refusals import without_refused

        tokens = self.tokens
        assert tokens is not None  # noqa: S101 # for types: it is open
        given = [span for span in self.document.entities if span.source == STRUCTURE]
        found = without_refused(tokens.view, self.found)
        yield
        keeping = self._keeping
        if keeping is not None:
            found = keeping.of_found(found)
        spans = Found((yield from completing(tokens, found, given, self._judged)))
        if keeping is not None:
            spans = Found(keeping.of_completed(spans))
            spans.words_kept = len(keeping.kept)
        spans.is_contradicted = self._is_silent and bool(found)
        self.outcome = spans

    def _judged(self, spans: list[Span]) -> list[Span]:
        """Return spans without those that are doubted, with probability and evidence where these are asked for."""
        from palimpseste.detection.confidence import Judge, without_doubted

        judge = replace(self._judge, found=self._heard) if self._judge else Judge(self._heard)
        if self.tokens is not None:
            has_record = self.document.patient != Patient()
            spans = without_doubted(spans, self.tokens.view, judge, has_record=has_record)
        return judge(spans) if self._is_judged else spans
