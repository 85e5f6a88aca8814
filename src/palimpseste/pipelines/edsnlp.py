"""A pipe of EDS-NLP that gives what those of EDS-Pseudo give; needs the extra [edsnlp].

EDS-NLP finds it by its entry point: ``nlp.add_pipe("eds.palimpseste")``.
"""

# No `from __future__ import annotations`: EDS-NLP reads the annotations of what it makes.
from datetime import date
from functools import cached_property
from typing import Any

from edsnlp import registry
from edsnlp.pipes.base import BaseNERComponent
from edsnlp.pipes.misc.dates.models import AbsoluteDate
from spacy.tokens import Doc, Span

from palimpseste.deidentifier import Deidentifier
from palimpseste.detection.record.detector import RecordDetector
from palimpseste.detection.tokens import Tokens
from palimpseste.document import Document, Patient
from palimpseste.document import Span as Found
from palimpseste.errors import DocumentError, UsageError
from palimpseste.pipelines.date_formats import Syntax, date_format
from palimpseste.pipelines.eds_names import EDS_NAMES, records_of
from palimpseste.pipelines.site import detector_of
from palimpseste.pipelines.tokens import TokenSpan, token_spans
from palimpseste.writings import date_said

__all__ = ["EdsPalimpseste"]

_DATES = frozenset({"DATE", "BIRTHDATE"})
# Tokens between two dates of which the second says what the first does not: « du 10 au 12/08/1995 ».
_BETWEEN = 3
_YEARS_AHEAD = 10


@registry.factory.register("eds.palimpseste")
class EdsPalimpseste(BaseNERComponent):  # type: ignore[misc] # its types are not read
    """Writes what identifies people into ``doc.ents``, and by label into ``doc.spans``, in the names of EDS-Pseudo.

    Dates have ``span._.date`` (an `AbsoluteDate` of EDS-NLP), which is their ``span._.value`` too, ``span._.datetime``
    and ``span._.date_format``; a span that the patient's record knows has ``structured`` in ``span._.source``. The
    record is read in ``doc._.context``. Of every span ``span._.palimpseste`` has what was found in it, to the
    character, with probability and evidence.

    A token is never cut: a span that ends within one takes it whole, and spans that share one are one, under the label
    of the longest. Entities that were there stay where they overlap none of these.

    Parameters
    ----------
    nlp : edsnlp.Pipeline, optional
        The pipeline; any tokenizer will do.
    name : str
        Of the pipe.
    config : str, optional
        The configuration of a site (TOML).
    detectors : list of str, optional
        Names that stand for those of the configuration.
    recall : float in (0, 1), optional
        Where the model operates.
    others : bool
        Whether spans of which EDS-Pseudo has no label (ages, places that are no towns, bodies, web addresses, other
        numbers) are given too, under the labels of this package.
    format : {"strftime", "java"}
        Of ``span._.date_format``.
    span_setter : str, list or dict
        Where spans are written to, as in all pipes of EDS-NLP.

    Raises
    ------
    UsageError
        If a setting is wrong.
    """

    def __init__(
        self,
        nlp: Any = None,
        name: str = "palimpseste",
        *,
        config: Any = None,
        detectors: Any = None,
        recall: Any = None,
        others: bool = True,
        format: Any = "strftime",
        span_setter: Any = {"ents": True, "*": True},  # noqa: B006 # as EDS-NLP asks for it; never changed
    ) -> None:
        """Make the pipe of these settings; EDS-NLP shows this for what makes one later, too."""
        super().__init__(nlp, name, span_setter=span_setter)
        if format not in ("strftime", "java"):
            raise UsageError("the format of dates is 'strftime' or 'java'")
        self._settings = (config, detectors, recall)
        self.others = others
        self.format: Syntax = format
        self.detector  # noqa: B018 # what is wrong is refused now

    @cached_property
    def detector(self) -> Deidentifier:
        """What detects; made again in each process."""
        return detector_of(*self._settings)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "detector"}

    def set_extensions(self) -> None:
        """Make the attributes that spans and documents have, where nobody has made them."""
        super().set_extensions()
        for attribute in ("date", "datetime", "date_format", "source"):
            if not Span.has_extension(attribute):
                Span.set_extension(attribute, default=None)
        for label in ("DATE", "DATE_NAISSANCE"):
            if not Span.has_extension(label):
                Span.set_extension(label, getter=_date_of)
        if not Span.has_extension("palimpseste"):
            Span.set_extension("palimpseste", default=())
        if not Doc.has_extension("context"):
            Doc.set_extension("context", default=None)

    def __call__(self, doc: Doc) -> Doc:
        """Return the document with its spans.

        Raises
        ------
        DocumentError
            If detection fails; nothing of the text is quoted.
        UsageError
            If the context has a name that is none of a record.
        """
        record, *further = records_of(doc._.context or {})
        document = Document(str(doc._.note_id or "document"), doc.text, patient=record)
        (found,) = self.detector.detect_all([document], [[_Record(each) for each in further]])
        if isinstance(found, DocumentError):
            raise found
        starts = [token.idx for token in doc]
        ends = [token.idx + len(token) for token in doc]
        wanted = [span for span in found if self.others or span.label in EDS_NAMES]
        together = token_spans(wanted, starts, ends)
        spans = [self._span(doc, each) for each in together]
        self._tell_dates(doc, [(each.main, span) for each, span in zip(together, spans, strict=True)])
        taken = {token for span in spans for token in range(span.start, span.end)}
        doc.ents = [other for other in doc.ents if taken.isdisjoint(range(other.start, other.end))]
        return self.set_spans(doc, spans)

    def _span(self, doc: Doc, tokens: TokenSpan) -> Span:
        main = tokens.main
        span = Span(doc, tokens.first, tokens.last, label=EDS_NAMES.get(main.label, main.label))
        span._.palimpseste = tokens.found
        is_of_record = any(name.startswith("record.") and ":" not in name for name in main.evidence)
        span._.source = "structured" if is_of_record else None
        return span

    def _tell_dates(self, doc: Doc, spans: list[tuple[Found, Span]]) -> None:
        """Say what each date says; what it leaves open is that of the one right behind it."""
        following: Span | None = None
        for main, span in reversed(spans):
            if main.label not in _DATES:
                continue
            text = doc.text[main.start : main.end]
            behind = following._.date if following is not None and following.start - span.end <= _BETWEEN else None
            span._.date = _date(text, doc, behind, is_birth=main.label == "BIRTHDATE")
            span._.datetime = span._.date.to_datetime(note_datetime=doc._.note_datetime)
            span._.date_format = date_format(text, self.format)
            following = span


class _Record:
    """Finds what a further record of the patient knows."""

    def __init__(self, patient: Patient) -> None:
        self._patient = patient
        self._detect = RecordDetector()

    def __call__(self, tokens: Tokens, patient: Patient) -> list[Found]:
        return list(self._detect(tokens, self._patient))


def _date_of(span: Span) -> Any:
    return span._.date


def _date(text: str, doc: Doc, behind: Any, *, is_birth: bool) -> Any:
    """Return what a date says, its century by the note's day or today, and what it leaves open by the one behind it."""
    said = date_said(text)
    values: dict[str, int | None] = {"year": None, "month": None, "day": None}
    if said is not None:
        values = {"year": _year(said.year, doc, is_birth=is_birth), "month": said.month, "day": said.day}
    if behind is not None and values["day"] is not None and values["month"] is None:
        values["month"], values["year"] = behind.month, values["year"] or behind.year
    if behind is not None and values["month"] is not None and values["year"] is None:
        values["year"] = behind.year
    told = AbsoluteDate(**{name: value for name, value in values.items() if value is not None})
    told.doc = doc
    return told


def _year(year: int | None, doc: Doc, *, is_birth: bool) -> int | None:
    if year is None or year >= 100:
        return year
    now = doc._.note_datetime.year if doc._.note_datetime is not None else date.today().year
    last = now if is_birth else now + _YEARS_AHEAD
    full = last - last % 100 + year
    return full if full <= last else full - 100
