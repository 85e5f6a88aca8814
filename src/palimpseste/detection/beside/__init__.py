"""What stands beside what was found and belongs to it, or is like it.

Must not import: detection.asking, detection.choice, detection.completion, detection.hybrid, detection.neural,
detection.record.
"""
