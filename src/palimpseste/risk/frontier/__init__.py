"""The frontier: what every strategy gives an attacker and leaves a reader, by ε, measured, as tables and as a figure.

Must not import: risk.notes, watch, cohorts or anything above them.
"""
