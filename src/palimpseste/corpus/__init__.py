"""Annotated documents on disk: tagged notes, JSON lines, BRAT, Doccano, CoNLL.

Must not import: training or anything above it.
"""

from palimpseste.corpus.formats import FORMATS, read_documents, write_documents, write_results
from palimpseste.corpus.markup import marked_text, parse_markup

__all__ = ["FORMATS", "marked_text", "parse_markup", "read_documents", "write_documents", "write_results"]
