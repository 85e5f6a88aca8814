"""The model that ships with the package, trained: from annotated notes to its folder.

Must not import: training.encoder, transformers.
"""
