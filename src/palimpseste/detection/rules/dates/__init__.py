"""Rules for dates and ages: in figures, in letters, of birth, and told by the other dates of the note.

Must not import: detection.rules.names, detection.rules.detector.
"""
