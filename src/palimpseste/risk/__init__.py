"""What an attacker gets: of dates, towns, ages and clinicians, of a hospital's own notes, and by ε.

Must not import: watch, cohorts or anything above them.
"""
