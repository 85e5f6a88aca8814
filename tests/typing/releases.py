"""Every way of writing, tried with an original and with a result; never run, only checked.

A line with a mark must be refused by the type checker with the error it names, and every other line accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from palimpseste.corpus.formats import write_results
from palimpseste.document import Document, Prediction
from palimpseste.engines.exchange import pack_outcomes
from palimpseste.engines.local import LocalEngine
from palimpseste.engines.run.output import PartialOutput, StandardOutput
from palimpseste.engines.run.plan import Observer, Plan
from palimpseste.engines.run.run import carry, run
from palimpseste.engines.run.tally import Tally
from palimpseste.engines.task import Deidentification, Detection, Process
from palimpseste.engines.worker import outcome_of
from palimpseste.errors import DocumentError
from palimpseste.omop.note import Note, NoteDeidentification, ReleasedNote
from palimpseste.omop.tables import NoteLayout, nlp_row
from palimpseste.pdf.options import PdfOptions
from palimpseste.pdf.reader import PdfReader
from palimpseste.pdf.redaction import redacted
from palimpseste.pdf.replacing import pieces_of
from palimpseste.pdf.text import PlacedText
from palimpseste.pipelines.batches import _Done
from palimpseste.result import Draft, Result
from palimpseste.sources.columns import Columns
from palimpseste.sources.entry import Entry, Origin
from palimpseste.sources.fhir.layout import Layout
from palimpseste.sources.fhir.ndjson import FhirLines
from palimpseste.sources.fhir.slots import TextSlot, filled
from palimpseste.sources.jsonl import JsonLines, line_of_prediction, line_of_result
from palimpseste.sources.parquet import ParquetTable
from palimpseste.sources.pdf import PdfFile
from palimpseste.sources.source import Source
from palimpseste.sources.table import CsvTable
from palimpseste.sources.target import Merged, Mirrored, Shape
from palimpseste.sources.text import TextFile
from palimpseste.utility.stays import AnnotatedStay


def formats(
    sources: tuple[TextFile, JsonLines, CsvTable, ParquetTable, PdfFile, FhirLines, Source],
    entry: Entry,
    document: Document,
    draft: Draft,
    prediction: Prediction,
    result: Result,
) -> None:
    text, lines, table, parquet, pdf, fhir, foreign = sources
    text.written(entry, document)  # refused: arg-type
    text.written(entry, result)
    lines.written(entry, document)  # refused: arg-type
    lines.written(entry, result)
    table.written(entry, document)  # refused: arg-type
    table.written(entry, result)
    parquet.written(entry, document)  # refused: arg-type
    parquet.written(entry, result)
    pdf.written(entry, document)  # refused: arg-type
    pdf.written(entry, result)
    fhir.written(entry, document)  # refused: arg-type
    fhir.written(entry, result)
    foreign.written(entry, document)  # refused: arg-type
    foreign.written(entry, draft)  # refused: arg-type
    foreign.written(entry, prediction)  # refused: arg-type
    foreign.written(entry, result)


def json_lines(origin: Origin, document: Document, prediction: Prediction, result: Result, columns: Columns) -> None:
    line_of_result(origin, document, columns)  # refused: arg-type
    line_of_result(origin, prediction, columns)  # refused: arg-type
    line_of_result(origin, result, columns)
    line_of_prediction(origin, result, columns)  # refused: arg-type
    line_of_prediction(origin, prediction, columns)


def what_a_writer_is_told(origin: Origin) -> object:
    return origin.form or origin.document  # refused: attr-defined


def files(mirrored: Mirrored, merged: Merged[Result], entry: Entry, document: Document, result: Result) -> None:
    mirrored.written(entry, document)  # refused: arg-type
    mirrored.written(entry, result)
    merged.written(entry, document)  # refused: arg-type
    merged.written(entry, result)


def bytes_on_their_way(
    partial: PartialOutput,
    standard: StandardOutput,
    shape: Shape[Result],
    entry: Entry,
    result: Result,
    document: Document,
) -> None:
    partial.write(0, document.text.encode())  # refused: arg-type
    partial.write(0, shape.written(entry, result))
    standard.write(0, document.text.encode())  # refused: arg-type
    standard.write(0, shape.written(entry, result))


def runs(
    sources: Sequence[Source],
    plan: Plan[Result],
    mirrored: Mirrored,
    predictions: Shape[Prediction],
    deid: Deidentification,
    detect: Detection,
    output: PartialOutput,
    observer: Observer,
) -> None:
    Plan(sources, plan.target, mirrored, detect, 1, None)  # refused: misc
    Plan(sources, plan.target, mirrored, deid, 1, None)
    Plan(sources, plan.target, predictions, detect, 1, None)
    carry(LocalEngine(detect, 1)([]), output, mirrored.written, Tally(), observer)  # refused: arg-type
    carry(LocalEngine(deid, 1)([]), output, mirrored.written, Tally(), observer)
    run(plan, observer)


def processes(document: Document, result: Result, error: DocumentError, process: Process[Result]) -> None:
    pack_outcomes([document, error])  # refused: list-item
    pack_outcomes([result, error, outcome_of(process, document)])


def omop(
    layout: NoteLayout, row: Mapping[str, str | None], note: Note, released: ReleasedNote, task: NoteDeidentification
) -> None:
    layout.row_of(row, note)  # refused: arg-type
    layout.row_of(row, released)
    layout.row_of(row, task.make()(note))


def omop_spans(note: Note, released: ReleasedNote, day: Any) -> None:
    nlp_row(1, 1, (0, note.text[0:4], "CITY"), day)  # refused: arg-type
    nlp_row(1, 1, (0, released.part(0, 4), "CITY"), day)


def pdf(layout: Any, text: PlacedText, document: Document, result: Result, path: Path, reader: PdfReader) -> None:
    redacted(layout, text, document, PdfOptions(), path, reader)  # refused: arg-type
    redacted(layout, text, result, PdfOptions(), path, reader)
    pieces_of(text, document, as_boxes=False)  # refused: arg-type
    pieces_of(text, result, as_boxes=False)


def fhir(layout: Layout, document: Document, result: Result) -> None:
    layout.written(document)  # refused: arg-type
    filled(TextSlot(0), layout.values)  # refused: arg-type
    filled(TextSlot(0), layout.written(result))


def spark_frames(document: Document, result: Result) -> None:
    _Done(document.text)  # refused: arg-type
    _Done(result.text)


def corpora_and_stays(document: Document, result: Result, stay: AnnotatedStay, path: Path) -> None:
    write_results([document], path)  # refused: list-item
    write_results([result], path)
    stay.rewritten(stay.documents)  # refused: arg-type
    stay.rewritten([result])


def making_one(document: Document, draft: Draft, result: Result) -> None:
    Result(document.id, document.text, (), (), result.offsets)  # refused: arg-type
    Result(draft.document_id, draft.text, draft.spans, (), draft.offsets)  # refused: arg-type
    Result(document.id, result.text, (), (), result.offsets)
    replace(result, text=document.text)  # refused: arg-type
    replace(result, text=result.part(0, 4))
