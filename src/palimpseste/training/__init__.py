"""Encoders fine-tuned on annotated notes: training that resumes exactly, comparisons, export. Needs ``[train]``.

Only the modules that train import torch; settings, folds and reports do without.

Must not import: coding, leakage or anything above them.
"""
