"""Texts and codes of stays as numbers: words, sub-words, word vectors, labels.

Must not import: coding.networks, coding.measures, coding.task, coding.train.
"""
