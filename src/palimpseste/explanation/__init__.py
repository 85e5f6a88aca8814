"""Why a word is masked: what a model's probability becomes when words around it are left out.

Must not import: watch, cohorts or anything above them.
"""

from palimpseste.explanation.explain import METHODS, Explained, Method, explained
from palimpseste.explanation.page import LANGUAGES, page_of
from palimpseste.explanation.readers import Reader, reader_among, reader_of

__all__ = ["LANGUAGES", "METHODS", "Explained", "Method", "Reader", "explained", "page_of", "reader_among", "reader_of"]
