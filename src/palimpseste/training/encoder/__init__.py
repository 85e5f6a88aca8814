"""Encoders of the Hugging Face kind, pre-trained and fine-tuned on notes.

Must not import: training.compare, training.compact.
"""
