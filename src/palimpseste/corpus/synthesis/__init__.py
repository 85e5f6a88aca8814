"""Synthetic annotated documents, to train a model of names from scratch."""

from palimpseste.corpus.synthesis.synthesise import synthesise

__all__ = ["synthesise"]
