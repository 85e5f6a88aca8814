"""What a note itself tells to be a value, by what it says, by a form, or by what was found elsewhere in it.

Must not import: detection.asking, detection.choice, detection.completion, detection.hybrid, detection.neural,
detection.record.
"""
