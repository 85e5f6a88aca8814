"""Rules for names of people: the parts they are composed of, and what each reads in a match.

Must not import: detection.rules.dates, detection.rules.detector.
"""
