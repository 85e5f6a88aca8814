"""Synthetic annotated documents, to train a model of names from scratch.

Must not import: corpus.stays.
"""

from palimpseste.corpus.synthesis.synthesise import synthesise

__all__ = ["synthesise"]
