"""Trainings compared: the same notes in several folds, the same recipe with other settings, with parts left out.

Must not import: training.compact.
"""
