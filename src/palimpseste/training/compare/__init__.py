"""Trainings compared: cross-validation, search, ablation."""
