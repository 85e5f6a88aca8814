"""Attacks on a hospital's own notes: patients who are alone, releases that can be linked, and both in one report.

Nothing here keeps or shows text, a value or an identifier of a note: only counts.

Must not import: watch, cohorts or anything above them.
"""
