"""What a source reads: documents, records, and the spans that are found in them. Text here is text as it came.

All offsets are half-open intervals ``[start, end)`` of Unicode code points of the text exactly as it came.
No ``repr`` shows a text or a value of a record.

Must not import: arguments or anything above it.
"""

from palimpseste.document.document import Document
from palimpseste.document.patient import Patient
from palimpseste.document.prediction import Prediction
from palimpseste.document.scalars import plain_scalar
from palimpseste.document.span import BESIDE, STRUCTURE, Span

__all__ = ["BESIDE", "STRUCTURE", "Document", "Patient", "Prediction", "Span", "plain_scalar"]
