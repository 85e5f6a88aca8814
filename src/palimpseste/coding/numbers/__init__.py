"""Texts and codes of stays as numbers: words, sub-words, word vectors, labels."""
