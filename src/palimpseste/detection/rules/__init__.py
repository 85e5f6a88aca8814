"""Rules over characters and rules over words: what identifies people and needs no record and no model.

Must not import: detection.record, detection.neural, detection.hybrid, detection.choice.
"""
