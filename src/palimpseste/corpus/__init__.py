"""Annotated documents on disk: tagged notes, JSON lines, BRAT, Doccano, CoNLL.

Must not import: training or anything above it.
"""

from palimpseste.corpus.formats import FORMATS, is_annotated_folder, read_documents, write_documents, write_results
from palimpseste.corpus.markup import marked_text, parse_markup

__all__ = [
    "FORMATS",
    "is_annotated_folder",
    "marked_text",
    "parse_markup",
    "read_documents",
    "write_documents",
    "write_results",
]
