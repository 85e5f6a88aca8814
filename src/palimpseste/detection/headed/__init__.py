"""Places of care and bodies told by the words that begin their names: « maison med de garde argeles », « ambu vernay ».

Must not import: detection.neural, detection.record, surrogates or anything above it.
"""
